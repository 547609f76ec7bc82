"""PySpark's daemon of Python workers, which notes after each task how much memory its worker has taken at most."""

import os
import resource
from socket import socket

from pyspark import daemon

__all__ = ["LOG", "worker"]

LOG = "UIDIFF_BENCHMARK_WORKERS"
"""The variable that names the file: a line a task, the peak of the resident memory in KiB."""

_work = daemon.worker


def worker(sock: socket, authenticated: bool) -> int:  # noqa: FBT001  # as PySpark calls it
    code: int = _work(sock, authenticated)
    line = f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n"
    handle = os.open(os.environ[LOG], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(handle, line.encode())  # at once, as another worker may be writing too
    os.close(handle)
    return code


if __name__ == "__main__":
    daemon.worker = worker
    daemon.manager()
