"""Translates errors of COM calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from uidiff.errors import BackendError, PermissionNeeded, ReadTimeout

__all__ = ["failed", "is_final", "is_gone", "translated"]

_GONE = frozenset({0x80040201, 0x80010108, 0x800401FD, 0x800706BA, 0x800706BE})
"""UIA_E_ELEMENTNOTAVAILABLE; RPC_E_DISCONNECTED, CO_E_OBJNOTCONNECTED, RPC_S_SERVER_UNAVAILABLE, RPC_S_CALL_FAILED:
the element, or its program, does not exist any more (UIAutomationCoreApi.h, winerror.h).
"""
_ACCESS_DENIED = 0x80070005
_UIA_TIMEOUT = 0x80131505
_UIA_NOT_ENABLED = 0x80040200
_WORD = 0xFFFFFFFF


def code_of(error: Exception) -> int:
    """The HRESULT of a COMError as an unsigned number; 0 if it has none."""
    code = getattr(error, "hresult", None)
    return code & _WORD if isinstance(code, int) else 0


def is_gone(error: Exception) -> bool:
    """Whether an error means that an element or its program does not exist any more."""
    return code_of(error) in _GONE


def is_final(error: Exception) -> bool:
    """Whether a retry is useless: access is denied, or the program does not answer."""
    return code_of(error) in {_ACCESS_DENIED, _UIA_TIMEOUT}


def failed(what: str, error: Exception) -> BackendError:
    """The error of uidiff for a failed call, with the reason or else the HRESULT."""
    code = code_of(error)
    if code == _ACCESS_DENIED:
        problem = "Windows does not allow to read this window, which belongs to a program with higher rights"
        cure = "run this program as administrator as well, or give it UIAccess (a signed program with a manifest)"
        return PermissionNeeded(f"{problem}: {cure}")
    if code == _UIA_TIMEOUT:
        return ReadTimeout("the program did not answer Windows in time: read again when it is less busy")
    cure = "it is disabled" if code == _UIA_NOT_ENABLED else "read again; if it stays so, the program is at fault"
    return BackendError(f"{what} ({code:#010x}): {cure}")


@contextmanager
def translated(what: str, kind: type[Exception]) -> Iterator[None]:
    """Raise errors of a class (that of comtypes) as errors of uidiff."""
    try:
        yield
    except kind as error:
        raise failed(what, error) from error
