"""Every error that uidiff raises on purpose: each names the place and the cure.

Text of a user interface stands in a message only where it says which element is meant, and then quoted; a name given by
the caller is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "AppGone",
    "BackendError",
    "CorruptSnapshot",
    "DeltaMismatch",
    "InvalidSnapshot",
    "LimitExceeded",
    "MissingExtra",
    "NotActionable",
    "PermissionNeeded",
    "PluginError",
    "ReadTimeout",
    "SnapshotExpired",
    "StaleRef",
    "StoreConflict",
    "StoreError",
    "UIDiffError",
    "UnknownName",
    "WaitTimeout",
    "WindowNotFound",
]


MANY = 20
"""Above this many known names, a message with a suggestion does not list them."""


class UIDiffError(Exception):
    """The base of all errors of uidiff."""


class InvalidSnapshot(UIDiffError, ValueError):
    """Input that is not a valid snapshot, recording or delta: nothing was built from it.

    ``path`` is a JSON path (``$[3].bounds``) or the line of a recording (``line 7: $.nodes[3]``).
    """

    def __init__(self, problem: str, path: str = "$", cure: str = "") -> None:
        super().__init__(problem, path, cure)
        self.problem = problem
        self.path = path
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" + (f"; {self.cure}" if self.cure else "")

    def inside(self, place: str) -> InvalidSnapshot:
        """Return the same error with ``place`` put before its path."""
        path = place + self.path.removeprefix("$") if place.startswith("$") else f"{place}: {self.path}"
        return type(self)(self.problem, path, self.cure)


class LimitExceeded(InvalidSnapshot):
    """Input larger than ``Limits`` allow: more elements, levels, characters or bytes."""


class DeltaMismatch(UIDiffError, ValueError):
    """A delta was applied or bound to another snapshot than the one it was made from."""


class UnknownName(UIDiffError, LookupError):
    """An unknown name of a matcher, an importer, a field, a platform …; the message lists the known ones."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        names = tuple(sorted(known))
        super().__init__(kind, name, names)
        self.kind = kind
        self.name = name
        self.known = names

    def __str__(self) -> str:
        shown = ascii(self.name)[:80]
        close = looks_like_one_of(self.name, self.known, alike=0.6) if isinstance(self.name, str) else None
        if close and len(self.known) > MANY:
            return f"unknown {self.kind} {shown}; did you mean {close!r}?"
        meant = f"did you mean {close!r}? " if close else ""
        return f"unknown {self.kind} {shown}; {meant}known: {', '.join(self.known) or 'none'}"


def looks_like_one_of(name: str, known: Iterable[str], *, alike: float = 0.8) -> str | None:
    """Return the known name nearest to ``name``, if it is near: ``alike`` is the least ratio of difflib.

    0.8: one letter in five may differ, a typo; 0.6, difflib's default, is good enough for a hint.
    """
    from difflib import get_close_matches  # slow to import, and seldom needed

    close = get_close_matches(name[:100], sorted(known), n=1, cutoff=alike)
    return close[0] if close else None


class MissingExtra(UIDiffError, ImportError):
    """A part of uidiff needs a package that is not installed. The message is the line that installs it."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(extra, package)
        self.extra = extra
        self.package = package

    def __str__(self) -> str:
        return f"this needs the package {self.package}: pip install 'uidiff[{self.extra}]'"


class PluginError(UIDiffError):
    """A plug-in that is broken, registered twice, or violates its protocol."""


class StaleRef(UIDiffError, LookupError):
    """A ref whose element is gone, or that no element ever had. The message says when it went, if known."""


class WaitTimeout(UIDiffError, TimeoutError):
    """A wait ended before its condition. The message says what happened instead."""


# ------------------------------------------------------------------- backends


class BackendError(UIDiffError, RuntimeError):
    """A window could not be read or acted on. What is stored about it is kept."""


class WindowNotFound(BackendError):
    """No window fits the target."""


class AppGone(BackendError):
    """The application, the page or the recording has ended: there is nothing more to read."""


class ReadTimeout(BackendError, TimeoutError):
    """A read missed its deadline before its root was read."""


class PermissionNeeded(BackendError):
    """The system does not allow it yet. The message says where to allow it."""


class NotActionable(BackendError):
    """An action cannot be done with an element as it is now, and was not done. The message says why, and the cure.

    Attributes:
        cause: in a few words: "disabled", "readonly", "covered", "hidden", "offscreen", "inert", "not editable",
            "no such option", "no such action" and others.
        covers: for "covered" the native ids of the element in front and of those around it, the nearest first.
        offers: for "no such option" the labels of the options that there are.
    """

    def __init__(
        self, cause: str, problem: str, cure: str, *, covers: Iterable[str] = (), offers: Iterable[str] = ()
    ) -> None:
        super().__init__(cause, problem, cure)
        self.cause = cause
        self.problem = problem
        self.cure = cure
        self.covers = tuple(covers)
        self.offers = tuple(offers)

    def __str__(self) -> str:
        return f"{self.problem}; nothing was done: {self.cure}"


# --------------------------------------------------------------------- stores


class StoreError(UIDiffError, OSError):
    """Baselines could not be stored or read. A session continues without them."""


class SnapshotExpired(StoreError):
    """The baseline was stored, but is no longer."""


class CorruptSnapshot(StoreError):
    """What a store has of a window is not what was written. It is removed."""


class StoreConflict(StoreError):
    """Somebody else has kept a baseline of the same window in between: load it and try again."""
