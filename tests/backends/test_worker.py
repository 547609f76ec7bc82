"""A thread for calls that can hang."""

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

import pytest

from uidiff.backends.worker import MOST_HUNG, Worker
from uidiff.errors import BackendError, ReadTimeout

SOON = 0.2
NAME = "uidiff-test"


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(NAME)
    yield made
    made.close()


def alive(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]


def test_calls_are_made_one_after_the_other_in_one_thread_of_its_own(worker: Worker) -> None:
    found = [worker.run(threading.get_ident) for _ in range(3)]
    assert len(set(found)) == 1
    assert found[0] != threading.get_ident()
    assert worker.run(lambda: "a value", time.monotonic() + 60) == "a value"
    worker.close()
    assert alive(NAME) == []


def test_a_worker_that_was_never_used_has_no_thread(worker: Worker) -> None:
    assert alive(NAME) == []
    worker.close()


def test_the_thread_of_a_worker_without_references_ends() -> None:
    worker = Worker(NAME)
    worker.run(threading.get_ident)
    (thread,) = alive(NAME)
    del worker
    gc.collect()
    thread.join(60)
    assert not thread.is_alive()


def test_an_error_of_a_call_is_raised_where_it_was_asked_for_and_the_thread_stays(worker: Worker) -> None:
    thread = worker.run(threading.get_ident)
    with pytest.raises(ZeroDivisionError):
        worker.run(lambda: 1 // 0)
    with pytest.raises(KeyboardInterrupt):
        worker.run(_interrupt)
    assert worker.run(threading.get_ident) == thread


def _interrupt() -> None:
    raise KeyboardInterrupt


def test_a_call_that_hangs_is_left_behind_and_its_thread_ends_with_it(worker: Worker) -> None:
    free = threading.Event()
    with pytest.raises(ReadTimeout, match="not read in time"):
        worker.run(lambda: free.wait(60), time.monotonic() + SOON)
    assert worker.run(lambda: 2) == 2
    hung, _ = alive(NAME)
    free.set()
    hung.join(60)
    assert not hung.is_alive()


def test_after_a_deadline_that_is_over_nothing_is_begun(worker: Worker) -> None:
    begun = []
    with pytest.raises(ReadTimeout):
        worker.run(lambda: begun.append(1), time.monotonic() - 1)
    assert worker.run(lambda: 3) == 3
    assert begun == []


def test_when_too_many_calls_hang_no_more_are_begun_until_one_returns(worker: Worker) -> None:
    free = threading.Event()
    for _ in range(MOST_HUNG):
        with pytest.raises(ReadTimeout):
            worker.run(lambda: free.wait(60), time.monotonic() + SOON)
    with pytest.raises(ReadTimeout, match=f"{MOST_HUNG} earlier reads still hang"):
        worker.run(lambda: 1)
    free.set()
    for thread in alive(NAME):
        thread.join(60)
    assert worker.run(lambda: 1) == 1


def test_closed_it_takes_no_calls_and_may_be_closed_again(worker: Worker) -> None:
    worker.run(lambda: 1)
    worker.close()
    worker.close()
    with pytest.raises(BackendError, match="closed"):
        worker.run(lambda: 1)


def test_each_thread_is_in_its_context_from_beginning_to_end() -> None:
    seen: list[tuple[str, int]] = []

    @contextmanager
    def around() -> Iterator[None]:
        seen.append(("in", threading.get_ident()))
        yield
        seen.append(("out", threading.get_ident()))

    free = threading.Event()
    worker = Worker("uidiff-test-around", around=around)
    first = worker.run(threading.get_ident)
    with pytest.raises(ReadTimeout):
        worker.run(lambda: free.wait(60), time.monotonic() + SOON)
    second = worker.run(threading.get_ident)
    assert seen == [("in", first), ("in", second)]
    (hung,) = (thread for thread in alive("uidiff-test-around") if thread.ident == first)
    free.set()
    hung.join(60)
    worker.close()
    assert seen[2:] == [("out", first), ("out", second)]


def test_where_the_context_cannot_be_entered_every_call_says_so() -> None:
    @contextmanager
    def around() -> Iterator[None]:
        raise OSError("no")
        yield

    worker = Worker("uidiff-test-refused", around=around)
    for _ in range(2):
        with pytest.raises(OSError, match="no"):
            worker.run(lambda: 1)
    worker.close()
    assert alive("uidiff-test-refused") == []


def test_it_waits_without_a_deadline_too(worker: Worker) -> None:
    assert worker.run(lambda: 1, inf) == 1
