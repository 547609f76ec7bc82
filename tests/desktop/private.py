"""A private desktop: an invisible display, a window manager, and a session bus of its own.

The accessibility bus starts on demand, as on any desktop. Everything ends with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import attrs

from tests.desktop.program import ended
from tests.parts import need

_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  {services}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@attrs.frozen
class Desktop:
    """A desktop that is running.

    Attributes:
        environment: the variables by which programs find it.
        folder: where it keeps its files; they go with it.
    """

    environment: dict[str, str]
    folder: Path

    @property
    def bus(self) -> str:
        """The address of its session bus."""
        return self.environment["DBUS_SESSION_BUS_ADDRESS"]


@contextmanager
def private_desktop() -> Iterator[Desktop]:
    """A new desktop, ready for programs."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="uidiff-desktop-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        for name in ("run", "home"):
            (folder / name).mkdir(mode=0o700)
        environment = _environment(folder)
        environment["DISPLAY"] = stack.enter_context(_display(environment))
        environment["DBUS_SESSION_BUS_ADDRESS"] = stack.enter_context(session_bus(folder, environment))
        stack.enter_context(_window_manager(environment))
        yield Desktop(environment, folder)


def _environment(folder: Path) -> dict[str, str]:
    """The variables of this process without those of its own desktop, if it has one."""
    others = ("WAYLAND_", "DISPLAY", "DBUS_", "AT_SPI", "XDG_", "NO_AT_BRIDGE", "GTK_", "QT_", "GDK_", "LC_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return {
        **kept,
        "HOME": str(folder / "home"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "LANG": "C.UTF-8",
        "GDK_BACKEND": "x11",
        "GTK_A11Y": "atspi",
        "GSK_RENDERER": "cairo",
        "GSETTINGS_BACKEND": "memory",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "QT_QPA_PLATFORM": "xcb",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }


@contextmanager
def _display(environment: dict[str, str]) -> Iterator[str]:
    """A display that is ready: it says its number itself, when it takes programs."""
    server = need("Xvfb", "xvfb")
    reads, writes = os.pipe()
    with os.fdopen(reads) as said:
        command = [server, "-displayfd", str(writes), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]
        process = subprocess.Popen(
            command, env=environment, pass_fds=[writes], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writes)
        with ended(process):
            yield f":{said.readline().strip()}"


@contextmanager
def session_bus(folder: Path, environment: dict[str, str], *, services: bool = True) -> Iterator[str]:
    """A session bus that keeps its files in a folder; its address. Without services it starts no program."""
    daemon = need("dbus-daemon", "dbus")
    config = folder / "bus.conf"
    known = "<standard_session_servicedirs/>" if services else ""
    config.write_text(_CONFIG.format(folder=folder, services=known), encoding="utf-8")
    command = [daemon, f"--config-file={config}", "--nofork", "--print-address=1"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    with ended(process), process.stdout as said:
        yield said.readline().strip()


@contextmanager
def _window_manager(environment: dict[str, str]) -> Iterator[None]:
    """Without one no window is in front, and none has the focus."""
    manager = need("openbox", "openbox")
    process = subprocess.Popen(
        [manager, "--sm-disable"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    with ended(process):
        yield
