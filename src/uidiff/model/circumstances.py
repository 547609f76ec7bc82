"""Where and when a snapshot was taken: everything about it that is not an element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model import jsontext
from uidiff.model.jsontext import expect_unknown, plain_text
from uidiff.model.limits import LARGEST_EXACT
from uidiff.model.roles import PLATFORMS
from uidiff.model.urls import is_url_digest, shown_url, url_digest

__all__ = ["CIRCUMSTANCE_KEYS", "ENVELOPE_KEYS", "REPORTED", "Circumstances"]

REPORTED = ("title", "url", "document")
"""Circumstances whose change a diff reports; the others are only carried (spec/definitions#3-what-is-compared)."""


_Validator: TypeAlias = Callable[[object, "attrs.Attribute[Any]", Any], None]


def _kind(kind: type, cure: str) -> _Validator:
    def check(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if value is not None and type(value) is not kind:
            problem = f"expected {kind.__name__}, got {type(value).__name__}"
            raise InvalidSnapshot(problem, f"$.{attribute.name}", cure)

    return check


_text = _kind(str, "give a text, or leave it out")
_is_whole = _kind(int, "give a whole number, or leave it out")


def _process(instance: object, attribute: attrs.Attribute[Any], value: object) -> None:
    _is_whole(instance, attribute, value)
    if isinstance(value, int) and not 0 <= value < 2**32:
        raise InvalidSnapshot("out of range", f"$.{attribute.name}", "give the process id, from 0 to 2^32 - 1")


def _platform(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if value not in PLATFORMS:
        raise UnknownName(attribute.name, value, PLATFORMS)


def _seconds(value: object) -> object:
    """Convert whole seconds to float, where a float can hold them."""
    if type(value) is int and abs(value) < LARGEST_EXACT:
        return float(value)
    return value + 0.0 if type(value) is float else value  # -0.0 would equal 0.0 and save to other bytes


def _time(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not float or not math.isfinite(value)):
        problem = f"expected a finite number, got {type(value).__name__}"
        raise InvalidSnapshot(problem, f"$.{attribute.name}", "give Unix seconds, or leave it out")


def _digest(instance: object, attribute: attrs.Attribute[Any], value: object) -> None:
    _text(instance, attribute, value)
    if isinstance(value, str) and not is_url_digest(value):
        raise InvalidSnapshot("no digest of a URL", f"$.{attribute.name}", "give 16 hex digits, or leave it out")


def _ids(value: object) -> object:
    return tuple(value) if isinstance(value, list | tuple) else value


def _are_ids(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not tuple or not all(type(id_) is str for id_ in value):
        raise InvalidSnapshot("no list of ids", f"$.{attribute.name}", "give a list of texts, or leave it out")


def _object(value: object) -> object:
    """Return the canonical text of an object; None for an empty one."""
    if type(value) is not str or not value:
        return value or None
    try:
        given = jsontext.parse(value, max_nesting=len(value))
    except InvalidSnapshot as error:
        raise error.inside("$.extra") from None
    if type(given) is not dict:
        problem = f"expected the text of an object, got that of {type(given).__name__}"
        raise InvalidSnapshot(problem, "$.extra", "give json.dumps of a dict")
    expect_unknown(given, CIRCUMSTANCE_KEYS | ENVELOPE_KEYS, "$.extra", "give it as what it is")
    try:
        text, _ = plain_text(given)
    except ValueError:
        raise InvalidSnapshot("a number that is not finite", "$.extra", "leave it out") from None
    return text if given else None


ENVELOPE_KEYS = frozenset({"format", "version", "kind", "seq", "session", "digest", "nodes"})
"""Keys of the file or the line around a snapshot: neither circumstances nor kept as unknown keys."""


@attrs.frozen(kw_only=True)
class Circumstances:
    """The circumstances of one snapshot; each but the platform may be None, which means not known.

    A value of the wrong kind raises InvalidSnapshot, an unknown platform UnknownName.

    Attributes:
        app: the name of the application.
        pid: its process id.
        window: the window, by any name that the caller gives it.
        title: the window's title, or the page's.
        url: the page's address: what is safe to show of it.
        url_digest: 16 hex digits of the whole address, by which every change of it is seen.
        document: which loaded document: another text means a navigation.
        action: what was done before the snapshot, in words.
        taken_at: Unix seconds, UTC.
        platform: whose role names the snapshot was built from.
        extra: whatever else was given, as the text of a JSON object.
        concealed: stable ids of elements that an earlier read showed and that live on out of the accessibility tree,
            the outermost ones; what is below them is concealed with them (spec/definitions#20a-hidden).
    """

    app: str | None = attrs.field(default=None, validator=_text)
    pid: int | None = attrs.field(default=None, validator=_process)
    window: str | None = attrs.field(default=None, validator=_text)
    title: str | None = attrs.field(default=None, validator=_text)
    url: str | None = attrs.field(default=None, validator=_text)
    url_digest: str | None = attrs.field(default=None, validator=_digest)
    document: str | None = attrs.field(default=None, validator=_text)
    action: str | None = attrs.field(default=None, validator=_text)
    taken_at: float | None = attrs.field(default=None, converter=_seconds, validator=_time)
    platform: str = attrs.field(default="aria", validator=_platform)
    extra: str | None = attrs.field(default=None, converter=_object, validator=_text)
    concealed: tuple[str, ...] = attrs.field(default=(), converter=_ids, validator=_are_ids)

    def __attrs_post_init__(self) -> None:
        if self.url_digest is not None and self.url is None:
            raise InvalidSnapshot("a digest of no URL", "$.url_digest", "give the URL beside it, or leave it out")

    def same_but_when(self, other: Circumstances) -> bool:
        """Return whether the others differ only in time and action."""
        return all(getattr(self, name) == getattr(other, name) for name in _STAY)

    def with_texts(self, text: Callable[[str], str], url: Callable[[str], str] | None = None) -> Circumstances:
        """Pass every text through ``text``, and the URL through ``url`` if given; return self if nothing changes."""
        change = dict.fromkeys(("app", "window", "title", "document", "action"), text)
        change["url"] = url or text
        found = {name: getattr(self, name) for name in change}
        changes: dict[str, Any] = {name: change[name](old) for name, old in found.items() if old is not None}
        found["concealed"], changes["concealed"] = self.concealed, tuple(map(text, self.concealed))
        return self if all(changes[name] == found[name] for name in changes) else attrs.evolve(self, **changes)

    def with_shown_url(self) -> Circumstances:
        """Cut the URL to what may be shown, and keep the digest of the whole."""
        if self.url is None:
            return self
        return attrs.evolve(self, url=shown_url(self.url), url_digest=self.url_digest or url_digest(self.url))


CIRCUMSTANCE_KEYS = frozenset(attrs.fields_dict(Circumstances)) - {"extra"}
"""The keys of the circumstances in a file; no unknown key of ``extra`` has such a name."""

_STAY = tuple(name for name in attrs.fields_dict(Circumstances) if name not in {"taken_at", "action"})
"""The circumstances that stay equal between two reads of a window in which nothing happened."""
