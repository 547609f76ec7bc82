#!/usr/bin/env bash
# stage.sh REPOSITORY MODULE ARGUMENTS… runs a module of the repository with Debian's Python, as user "user" of host
# "desktop": own home, own /tmp, own processes, no network, so that nothing of this computer is shown in a recording.
set -euo pipefail

if [ "${ON_STAGE:-}" != 1 ]; then
    ON_STAGE=1 exec unshare --user --map-user=1000 --map-group=1000 --keep-caps --mount --pid --fork --kill-child \
        --mount-proc --net --uts --ipc bash "$0" "$@"
fi

hostname desktop
ip link set lo up
mount --bind "$1" /mnt
mount -t tmpfs tmpfs /home && mkdir /home/user
mount -t tmpfs tmpfs /tmp && mkdir -m 1777 /tmp/.X11-unix && mkdir -m 700 /tmp/runtime
{ grep -v :1000: /etc/passwd; echo "user:x:1000:1000:User:/home/user:/bin/bash"; } >/tmp/passwd
mount --bind /tmp/passwd /etc/passwd
{ grep -v :1000: /etc/group; echo "user:x:1000:"; } >/tmp/group
mount --bind /tmp/group /etc/group

cd /home/user
exec setpriv --ambient-caps=-all --inh-caps=-all env -i \
    PATH=/usr/bin:/bin:/usr/games HOME=/home/user USER=user LOGNAME=user SHELL=/bin/bash LANG=C.UTF-8 TZ=UTC \
    XDG_RUNTIME_DIR=/tmp/runtime XDG_CURRENT_DESKTOP=GNOME PYTHONPATH=/mnt PYTHONDONTWRITEBYTECODE=1 \
    GTK_A11Y=atspi GTK_MODULES=gail:atk-bridge GTK_THEME=Adwaita GDK_BACKEND=x11 GSK_RENDERER=cairo \
    DISPLAY=:1 QT_ACCESSIBILITY=1 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 LIBGL_ALWAYS_SOFTWARE=1 \
    dbus-run-session -- /usr/bin/python3 -m "${@:2}"
