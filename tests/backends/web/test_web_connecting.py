"""A browser that does not answer: what was started to reach it is stopped."""

import asyncio
import math
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from tests.backends.subjects import read
from uidiff import AsyncSession, Limits, Session
from uidiff.backends.web import AsyncWebBackend, WebBackend
from uidiff.errors import BackendError
from uidiff.model.redaction import Redaction

NOWHERE = "http://127.0.0.1:1"
PATIENCE = 60.0

if sys.platform != "linux":
    pytest.skip("it counts the processes below this one in /proc", allow_module_level=True)


def drivers() -> set[int]:
    """The process ids of Playwright's drivers below this process, those that have ended left out."""
    found = set()
    for children in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended
            for child in children.read_text().split():
                with suppress(OSError):
                    command = Path(f"/proc/{child}/cmdline").read_bytes()
                    if b"run-driver" in command:
                        found.add(int(child))
    return found


def until_none_since(before: set[int]) -> set[int]:
    """The drivers that were started since, once they have ended or the patience is over."""
    end = time.monotonic() + PATIENCE
    while (left := drivers() - before) and time.monotonic() < end:
        time.sleep(0.01)
    return left


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of something that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken: list[socket.socket] = []

        def take() -> None:
            with suppress(OSError):
                while True:
                    taken.append(server.accept()[0])

        thread = threading.Thread(target=take)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in taken:
            connection.close()


def test_the_drivers_are_found_where_there_is_one() -> None:
    before = drivers()

    async def started() -> set[int]:
        async with async_playwright():
            return drivers()

    assert len(asyncio.run(started()) - before) == 1
    assert until_none_since(before) == set()


def test_a_connect_that_fails_leaves_no_driver_and_the_next_one_can_be_tried(address: str) -> None:
    before, backend = drivers(), WebBackend()
    for _ in range(2):
        with pytest.raises(BackendError, match="no browser answers"):
            read(backend, NOWHERE)
        assert until_none_since(before) == set()
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()  # which Playwright's sync objects have as long as it was not stopped
    read(backend, address)
    with pytest.raises(BackendError, match="no browser answers"):
        read(backend, NOWHERE)
    assert len(drivers() - before) == 1  # that of the browser that has answered
    read(backend, address)
    backend.close()
    assert until_none_since(before) == set()


def test_a_connect_without_an_answer_leaves_no_driver_after_the_time_that_it_had(silent: str) -> None:
    before = drivers()
    ui = Session("web", silent, timeout=1)
    with pytest.raises(BackendError):
        ui.describe()
    assert until_none_since(before) == set()
    ui.close()


def test_an_async_connect_that_fails_leaves_no_driver() -> None:
    async def connect() -> None:
        backend = AsyncWebBackend()
        with pytest.raises(BackendError, match="no browser answers"):
            await backend.read(NOWHERE, limits=Limits(), redact=Redaction(), deadline=time.monotonic() + PATIENCE)

    before = drivers()
    asyncio.run(connect())
    assert until_none_since(before) == set()


def test_an_async_connect_without_an_answer_leaves_no_driver_once_it_is_closed(silent: str) -> None:
    async def connect() -> None:
        async with AsyncSession("web", silent, timeout=1) as ui:
            with pytest.raises(BackendError):
                await ui.describe()

    before = drivers()
    asyncio.run(connect())
    assert until_none_since(before) == set()


def test_a_start_that_was_cancelled_goes_on_for_the_next_connect_and_is_stopped_in_the_end(address: str) -> None:
    async def cancelled(*, again: bool) -> None:
        backend = AsyncWebBackend()
        reading = asyncio.create_task(backend.read(address, limits=Limits(), redact=Redaction(), deadline=math.inf))
        await asyncio.sleep(0)  # it has begun
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert backend._reader.pages._connections._starting is not None
        if again:
            await backend.read(address, limits=Limits(), redact=Redaction(), deadline=math.inf)
            assert len(drivers() - before) == 1
        await backend.close()

    before = drivers()
    for again in (False, True):
        asyncio.run(cancelled(again=again))
        assert until_none_since(before) == set()


def test_a_command_with_a_wrong_address_ends_at_once() -> None:
    command = [sys.executable, "-m", "uidiff", "read", "--cdp", NOWHERE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "no browser answers" in done.stderr
