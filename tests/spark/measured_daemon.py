"""PySpark's daemon of Python workers, for a run under coverage: a worker saves after each task what was measured in it.

The workers are forks that go on to the next task until they are killed, so there is no end at which they could save.
"""

import signal
from socket import socket

from coverage import Coverage
from pyspark import daemon

_work = daemon.worker


def worker(sock: socket, authenticated: bool) -> int:
    """A task, and saving; the daemon's signal to end waits meanwhile, lest half a file be left."""
    code = _work(sock, authenticated)
    measured = Coverage.current()
    if measured is not None:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        measured.save()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])
    return code


if __name__ == "__main__":
    daemon.worker = worker
    daemon.manager()
