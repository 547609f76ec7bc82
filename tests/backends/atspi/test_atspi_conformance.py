"""The backend keeps the rules for backends, on real programs of four toolkits."""

from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest

from tests.backends.atspi.subjects import Forms
from tests.desktop.forms import GTK3, GTK4, QT5, QT6, Toolkit
from tests.desktop.private import Desktop
from uidiff.testing import BackendConformance, Subject


class OnToolkit(BackendConformance):
    """The rules on the form of one toolkit, whose buttons name what they do."""

    __test__ = False
    toolkit: Toolkit
    action: str
    forms: Forms

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def running(cls, desktop: Desktop) -> Iterator[None]:
        cls.forms = Forms(cls.toolkit, desktop)
        yield
        cls.forms.done()

    def subject(self) -> AbstractContextManager[Subject]:
        return self.forms.subject(self.action)


class TestGtk3(OnToolkit):
    __test__ = True
    toolkit, action = GTK3, "Click"


class TestGtk4(OnToolkit):
    __test__ = True
    toolkit, action = GTK4, "Click"


class TestQt5(OnToolkit):
    __test__ = True
    toolkit, action = QT5, "Press"


class TestQt6(OnToolkit):
    __test__ = True
    toolkit, action = QT6, "Press"
