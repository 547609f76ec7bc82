"""The backend for macOS keeps the rules for backends: with PyObjC alone, and with elements of the real atomacos."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.backends.ax.fake_mac import App, Mac
from tests.backends.ax.fake_modules import fake_system, installed
from tests.backends.ax.trees import PASSWORD, import_atomacos, mail
from uidiff.backends.ax import AxBackend
from uidiff.testing import Acting, BackendConformance, Subject


def subject(mac: Mac, backend: AxBackend, target: object) -> Subject:
    """The mail program, and what may befall it."""

    def app() -> App:
        return mac.apps[-1]

    def remove() -> None:
        table = app().find("Row 1")
        parent = next(thing for thing in app().walk() if any(table in child.children for child in thing.children))
        parent.remove(next(child for child in parent.children if table in child.children))

    def restart() -> None:
        mac.restart(app(), mail())

    return Subject(
        backend,
        target,
        change=lambda: app().find("Save").given.update(AXTitle="Saved"),
        remove=remove,
        restart=restart,
        end=lambda: vars(app()).update(ended=True),
        acting=Acting(role="button", name="Yes", action="press"),
        secret=PASSWORD,
    )


class Without(BackendConformance, lacks=("changes",)):
    """The rules for a target, with PyObjC alone: an import of atomacos fails."""

    target: Callable[[Mac], object]

    @contextmanager
    def subject(self) -> Iterator[Subject]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "atomacos", None)
            mac = Mac(mail())
            backend = AxBackend(system=fake_system(mac))
            try:
                yield subject(mac, backend, type(self).target(mac))
            finally:
                backend.close()


class TestByName(Without):
    target = staticmethod(lambda _: "mail")


class TestByBundle(Without):
    target = staticmethod(lambda _: "com.example.Mail")


class TestByProcess(Without, lacks=("restart",)):
    target = staticmethod(lambda mac: mac.apps[0].pid)


class TestByElement(Without, lacks=("restart",)):
    target = staticmethod(lambda mac: fake_system(mac).AXUIElementCreateApplication(mac.apps[0].pid))


class WithAtomacos(BackendConformance, lacks=("changes", "restart")):
    """The rules for elements of atomacos; PyObjC is what ``import ApplicationServices`` finds."""

    @contextmanager
    def subject(self) -> Iterator[Subject]:
        mac = Mac(mail())
        with installed(mac):
            atomacos = import_atomacos()
            app = atomacos.NativeUIElement.from_pid(mac.apps[0].pid)
            backend = AxBackend()
            try:
                yield subject(mac, backend, self.target(app))
            finally:
                backend.close()

    def target(self, app: object) -> object:
        return app


class TestAtomacosApplication(WithAtomacos):
    pass


class TestAtomacosWindow(WithAtomacos):
    def target(self, app: object) -> object:
        return app.AXMainWindow  # type: ignore[attr-defined]  # atomacos makes it
