#!/usr/bin/env bash
# What the tests need of the system: `tests/system.sh` installs by apt what is missing, where it may; else it says what is.
# A line: the Debian package, and a test that succeeds where it (or another system's package of the same thing) is installed.
# Of packages with "|" between them the first that apt offers is taken.
set -uo pipefail

system_python() { /usr/bin/python3 -c "$1" >/dev/null 2>&1; }

# As tests/parts.py has it: Spark 4 needs Java 17 or later with this module, at JAVA_HOME or else on PATH.
java_for_spark() {
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" --add-modules=jdk.incubator.vector -version 2>&1 | grep -Eq 'version "(1[7-9]|[2-9][0-9])'
}

missing=()
needs() { # package, test…
    "${@:2}" >/dev/null 2>&1 || missing+=("$1")
}
needs locales           test -e /usr/share/i18n/locales/tr_TR
needs chromium          command -v chromium
needs libatomic1        sh -c 'ldconfig -p | grep -q libatomic.so.1'  # for the Node.js that Playwright brings
needs xvfb              command -v Xvfb
needs openbox           command -v openbox
needs dbus              command -v dbus-daemon
needs at-spi2-core      test -e /usr/share/dbus-1/services/org.a11y.Bus.service
needs jq                command -v jq
needs nodejs            command -v node  # the servers that uidiff proxy is tested before, from npm
needs npm               command -v npm
needs mousepad          command -v mousepad
needs galculator        command -v galculator
needs gir1.2-gtk-3.0    system_python 'import gi; gi.require_version("Gtk", "3.0")'
needs gir1.2-gtk-4.0    system_python 'import gi; gi.require_version("Gtk", "4.0")'
needs python3-gi        system_python 'import gi'
needs python3-pyqt5     system_python 'import PyQt5.QtWidgets'
needs python3-pyqt6     system_python 'import PyQt6.QtWidgets'
needs 'openjdk-17-jre-headless|openjdk-21-jre-headless' java_for_spark
[ ${#missing[@]} = 0 ] && exit 0

offered() { # the first of a line's packages that apt has, or simply the first
    local package
    for package in ${1//|/ }; do
        apt-cache show "$package" 2>/dev/null | grep -q . && echo "$package" && return
    done
    echo "${1%%|*}"
}

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq; then
    chosen=()
    for packages in "${missing[@]}"; do chosen+=("$(offered "$packages")"); done
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${chosen[@]}" && exit 0
fi
echo "the tests need these packages of the system: ${missing[*]//|/ or } (their names in Debian and Ubuntu): install them, or tests are skipped, which CI does not allow" >&2
