"""The backends that uidiff brings along keep the rules for backends."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import attrs

from tests.backends.subjects import TREE, read, scripted
from uidiff import Snapshot
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.testing import AsyncBackendConformance, BackendConformance, Subject


class TestScripted(BackendConformance):
    @contextmanager
    def subject(self) -> Iterator[Subject]:
        yield scripted(ScriptedBackend(), ScriptedUI(TREE, app="Mail", title="Inbox"))


class TestScriptedWithoutStableIds(BackendConformance):
    @contextmanager
    def subject(self) -> Iterator[Subject]:
        yield scripted(ScriptedBackend(), ScriptedUI(TREE, stable_ids=False))


class TestAsyncScripted(AsyncBackendConformance):
    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Subject]:
        yield scripted(AsyncScriptedBackend(), ScriptedUI(TREE, app="Mail", title="Inbox"))


class Playing(Sequence[Snapshot]):
    """Snapshots of a scripted UI, each taken when it is asked for, until the UI is closed."""

    def __init__(self) -> None:
        self.ui = ScriptedUI(TREE)

    def __len__(self) -> int:
        return 1_000

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401  # as of a sequence
        if self.ui.closed:
            raise IndexError
        return read(ScriptedBackend(self.ui), self.ui)


class TestRecorded(BackendConformance, lacks=("restart", "acting", "changes")):
    @contextmanager
    def subject(self) -> Iterator[Subject]:
        playing = Playing()
        whole = scripted(RecordedBackend(), playing.ui)
        yield attrs.evolve(whole, target=playing, restart=None, acting=None, live=False)
