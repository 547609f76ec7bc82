"""Replace secrets by a constant before anything stores, hashes, logs or prints them (spec/definitions#21-secrets).

Secret are fields marked as secret (``secret``, the state ``protected``, the input type ``password``, the platform's
own role for password fields), fields that a page fills with one-time codes, card numbers or passwords (the state
``autocomplete``, by the tokens of the HTML standard, "Autofill"), and what the caller's rule or patterns name. A
secret that an application shows as ordinary text, or repeats in a label elsewhere, is found by the caller's rules
only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Columns
from uidiff.model.roles import role_token
from uidiff.model.states import THREE_VALUED_STATES, States, StateValue
from uidiff.model.urls import shown_url

__all__ = [
    "HOLD_VALUES",
    "MAX_SALT",
    "MIN_SALT",
    "NO_DIGESTS",
    "REDACTED",
    "HiddenDigests",
    "Redacted",
    "Redaction",
    "checked_salt",
    "distinct_states",
    "is_password_role",
    "redacted",
    "reveals",
]

REDACTED = "[redacted]"
"""Replaces the text of a secret, whatever its length. Absent and empty texts stay as they are."""

NO_DIGESTS: Mapping[int, bytes] = MappingProxyType({})
"""No digests of hidden texts."""

SECRET_ROLES = frozenset(
    {"password-text", "ax-secure-text-field", "xcui-element-type-secure-text-field", "secure-text-field"},
)
"""Native roles of password fields, as tokens: AT-SPI's, macOS' (a subrole) and XCUITest's, whole and short."""

SECRET_AUTOCOMPLETE = ("one-time-code", "cc-*", "current-password", "new-password")

HOLD_VALUES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "password-text"})
"""Roles whose name is a label, and whose content is the value."""

_TOKEN_STATES = frozenset(
    {*THREE_VALUED_STATES, "autocomplete", "current", "haspopup", "inputtype", "live", "orientation", "sort"},
)
"""States whose values are words of a fixed list: they reveal nothing of the content."""

_TEXTS = ("name", "value", "description")
_WORDS = r"[A-Za-z][A-Za-z0-9-]{0,39}(?: [A-Za-z][A-Za-z0-9-]{0,39}){0,7}"
_TELLING = 4
"""A value of at least this many characters within a label repeats the secret."""
_STRING = r'"(?:[^"\\]|\\.)*"'
"""A string of a JSON text, keys included."""


def _tokens(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise TypeError("Redaction.autocomplete takes a collection of tokens: write (token,)")
    return tuple(given)


def _patterns(given: Iterable[str | re.Pattern[str]]) -> tuple[re.Pattern[str], ...]:
    if isinstance(given, str | re.Pattern | set | frozenset):
        raise TypeError("Redaction.patterns takes patterns in an order: write (pattern,)")
    return tuple(re.compile(pattern) for pattern in given)


MIN_SALT = 16
"""The least bytes of a salt: it cannot be guessed."""

MAX_SALT = 64
"""The most bytes of a salt: what blake2b takes as a key."""

_SIZE = 16
"""Bytes of a digest."""

_LENGTH = 8
"""Bytes of the length before each part."""


def checked_salt(_: object, __: attrs.Attribute[bytes | None], salt: object) -> None:
    """Raise unless it is a salt; the message does not contain the value."""
    if salt is None:
        return
    if not isinstance(salt, bytes):
        raise TypeError(f"Redaction.salt takes bytes, such as secrets.token_bytes(32), got {type(salt).__name__}")
    if not MIN_SALT <= len(salt) <= MAX_SALT:
        raise ValueError(f"Redaction.salt takes {MIN_SALT} to {MAX_SALT} bytes, such as secrets.token_bytes(32)")


@attrs.frozen(kw_only=True)
class Redaction:
    """What counts as secret besides what the tree marks.

    Attributes:
        autocomplete: tokens of the state ``autocomplete`` (``*`` matches anything) that make a field secret.
        patterns: regular expressions; what they match in a name, value, description, URL, action, text state or unknown
            key of an element, or in the circumstances, is replaced. Ids stay as they are, that of the window too.
        rule: called with the fields of each element (by the names of ``Row``); true makes it secret, with its subtree.
        salt: 16 to 64 random bytes, made and forgotten with a session: with them a snapshot has digests of what was
            hidden (``Snapshot.hidden``), by which a change shows. Neither compared nor printed nor pickled; None keeps
            nothing of a secret.
    """

    autocomplete: tuple[str, ...] = attrs.field(default=SECRET_AUTOCOMPLETE, converter=_tokens)
    patterns: tuple[re.Pattern[str], ...] = attrs.field(default=(), converter=_patterns)
    rule: Callable[[Mapping[str, object]], bool] | None = None
    salt: bytes | None = attrs.field(default=None, repr=False, eq=False, validator=checked_salt)

    def __reduce__(self) -> tuple[Callable[[], Redaction], tuple[()]]:
        """Pickle and copy without the salt."""
        return partial(Redaction, autocomplete=self.autocomplete, patterns=self.patterns, rule=self.rule), ()

    def covers(self, states: States) -> bool:
        """Return whether these states make their element secret."""
        given = dict(states)
        tokens = str(given.get("autocomplete", "")).lower().split()
        by_kind = given.get("protected") or str(given.get("inputtype", "")).lower() == "password"
        return bool(by_kind) or any(fnmatchcase(token, pattern) for token in tokens for pattern in self.autocomplete)

    def mask(self, text: str) -> str:
        """Replace every match of a pattern; empty matches, and text that was replaced, do not count."""
        for pattern in self.patterns:
            text = REDACTED.join(pattern.sub(_mask, part) for part in text.split(REDACTED))
        return text

    def mask_json(self, text: str) -> str:
        """Mask every string in the text of an object; hide all values if keys become equal by it."""
        masked = re.sub(_STRING, self._mask_string, text)
        try:
            jsontext.parse(masked, max_nesting=len(masked))
        except InvalidSnapshot:
            return _hidden_extra(text)
        return masked

    def of_circumstances(self, circumstances: Circumstances) -> Circumstances:
        """Mask every text of the circumstances but the window, which identifies it."""
        if not self.patterns:
            return circumstances
        masked = circumstances.with_texts(self.mask, lambda url: shown_url(self.mask(url)))
        extra = None if masked.extra is None else self.mask_json(masked.extra)
        return attrs.evolve(masked, window=circumstances.window, extra=extra)

    def _mask_string(self, found: re.Match[str]) -> str:
        return json.dumps(self.mask(json.loads(found[0])), ensure_ascii=False)


def _mask(found: re.Match[str]) -> str:
    return REDACTED if found[0] else ""


class Redacted(NamedTuple):
    """Columns without secrets, and by index of each outermost secret field the digest of its hidden text."""

    columns: Columns
    digests: Mapping[int, bytes]


def redacted(
    columns: Columns,
    redaction: Redaction,
    states: Collection[States],
    known: Mapping[int, bytes] = NO_DIGESTS,
) -> Redacted:
    """Return the columns without the texts of secret elements and their subtrees; unchanged if nothing is secret.

    ``states`` are the distinct states (:func:`distinct_states`), ``known`` the digests of what was hidden before.
    """
    flags, by_rule = _secret_flags(columns, redaction, states), _named_by_rule(columns, redaction)
    digests = HiddenDigests(redaction.salt, known)
    if any(flags) or any(by_rule):
        columns = _hidden(columns, flags, by_rule, digests)
    return Redacted(_masked(columns, redaction) if redaction.patterns else columns, digests.by_field())


# ------------------------------------------------------------------ which ones


def _secret_flags(columns: Columns, redaction: Redaction, distinct: Collection[States]) -> Sequence[bool]:
    words = {*columns.role, *filter(None, columns.native_role)}
    secret_words = {word for word in words if is_password_role(word)}
    by_states = {states: redaction.covers(states) for states in distinct if states}
    flags: Sequence[bool] = columns.secret
    if secret_words:
        pairs = zip(columns.role, columns.native_role, strict=True)
        by_role = [role in secret_words or native in secret_words for role, native in pairs]
        flags = [flag or by_word for flag, by_word in zip(flags, by_role, strict=True)]
    if any(by_states.values()):
        flags = [flag or by_states.get(states, False) for flag, states in zip(flags, columns.states, strict=True)]
    return flags


def _named_by_rule(columns: Columns, redaction: Redaction) -> Sequence[bool]:
    if redaction.rule is None:
        return (False,) * len(columns.role)
    return [bool(redaction.rule(_fields(row))) for row in zip(*columns, strict=True)]


def distinct_states(columns: Columns) -> Collection[States]:
    """Return the distinct states. The builder makes one object of equal ones, so identity is compared first."""
    return set(dict(zip(map(id, columns.states), columns.states, strict=True)).values())


def is_password_role(native_role: str) -> bool:
    """Return whether a role, ARIA's or a platform's own, is that of password fields."""
    return any(role_token(part) in SECRET_ROLES for part in native_role.split("/"))


def _fields(row: Sequence[object]) -> dict[str, object]:
    """Return the fields of an element as a rule gets them."""
    fields: dict[str, Any] = dict(zip(Columns._fields, row, strict=True))
    extra = fields["extra"]
    return {**fields, "states": dict(fields["states"]), "extra": json.loads(extra) if extra else {}}


def _secret_elements(depths: Sequence[int], flags: Sequence[bool]) -> Iterator[tuple[int, bool]]:
    """Yield each secret element, and whether it is the outermost one, the field itself."""
    field_depth: int | None = None
    for index, depth in enumerate(depths):
        if field_depth is not None and depth > field_depth:
            yield index, False
        elif flags[index]:
            field_depth = depth
            yield index, True
        else:
            field_depth = None


# --------------------------------------------------------------- what is hidden


def _hidden(columns: Columns, flags: Sequence[bool], by_rule: Sequence[bool], digests: HiddenDigests) -> Columns:
    texts: dict[str, list[Any]] = {name: list(getattr(columns, name)) for name in (*_TEXTS, "extra", "actions", "url")}
    url_digests = list(columns.url_digest)
    states = list(columns.states)
    secret = list(flags)
    both = [one or other for one, other in zip(flags, by_rule, strict=True)]
    for index, is_field in _secret_elements(columns.depth, both):
        secret[index] = True
        digests.enter(index, is_field=is_field)
        for name in _hidden_texts(columns, index, is_field=is_field and not by_rule[index]):
            if texts[name][index]:
                digests.hide(name, texts[name][index])
                texts[name][index] = REDACTED
        if not is_field:
            for action in texts["actions"][index]:
                digests.hide("actions", action)
            digests.hide("url", f"{texts['url'][index] or ''}{url_digests[index] or ''}")
            texts["actions"][index], texts["url"][index], url_digests[index] = (), None, None
        if texts["extra"][index]:
            digests.hide("extra", texts["extra"][index])
            texts["extra"][index] = _hidden_extra(texts["extra"][index])
        states[index] = tuple(_hidden_states(states[index], digests))
    changed = {**columns._asdict(), **texts, "secret": secret, "states": states, "url_digest": url_digests}
    return Columns.of(changed.values())


def _hidden_texts(columns: Columns, index: int, *, is_field: bool) -> tuple[str, ...]:
    """Return which texts to hide: of a field its value and texts that repeat it, not its label; below it, all."""
    if not is_field or columns.role[index] not in HOLD_VALUES:
        return _TEXTS
    value = columns.value[index] or ""
    value = "" if value == REDACTED else value  # it was hidden before, and so was what repeats it
    return tuple(name for name in _TEXTS if name == "value" or _repeats(getattr(columns, name)[index] or "", value))


def _repeats(text: str, value: str) -> bool:
    """Return whether a label contains the value; a value of few letters must equal it."""
    return bool(value) and (text == value or (len(value) >= _TELLING and value in text))


def _hidden_states(states: States, digests: HiddenDigests) -> Iterator[tuple[str, StateValue]]:
    for name, value in states:
        if not isinstance(value, str) or not value or (name in _TOKEN_STATES and re.fullmatch(_WORDS, value)):
            yield name, value
        else:
            digests.hide(f"state {name}", value)
            yield name, REDACTED


def _hidden_extra(extra: str) -> str:
    return json.dumps(dict.fromkeys(json.loads(extra), REDACTED), ensure_ascii=False)


def reveals(columns: Columns) -> bool:
    """Return whether a field that is always secret, whatever the redaction, shows its value."""
    flags = _secret_flags(columns, Redaction(autocomplete=()), distinct_states(columns))
    return any(flags) and any(
        flag and value not in {None, "", REDACTED} for flag, value in zip(flags, columns.value, strict=True)
    )


def _masked(columns: Columns, redaction: Redaction) -> Columns:
    masks = _Masks(redaction)
    changed: dict[str, Any] = {name: map(masks.text, getattr(columns, name)) for name in _TEXTS}
    changed["url"] = (url and shown_url(redaction.mask(url)) for url in columns.url)
    changed["states"] = (tuple((n, masks.state(n, value)) for n, value in states) for states in columns.states)
    changed["actions"] = (tuple(map(redaction.mask, actions)) for actions in columns.actions)
    changed["extra"] = (extra and redaction.mask_json(extra) for extra in columns.extra)
    made = Columns.of({**columns._asdict(), **changed}.values())
    return columns if made == columns else made


class _Masks:
    """Masks cells, each distinct text once."""

    def __init__(self, redaction: Redaction) -> None:
        self.redaction = redaction
        self.known: dict[str | None, str | None] = {None: None}

    def text(self, text: str | None) -> str | None:
        if text not in self.known:
            self.known[text] = self.redaction.mask(text or "")
        return self.known[text]

    def state(self, name: str, value: StateValue) -> StateValue:
        return self.redaction.mask(value) if isinstance(value, str) and name not in _TOKEN_STATES else value


class HiddenDigests:
    """Collect hidden texts, field by field, and make one digest for each field with any.

    A text that is hidden already is only known by its digest; such a field keeps it.

    Args:
        salt: the key of the digests; without it none are made.
        known: by index the digests of what was hidden before.
    """

    def __init__(self, salt: bytes | None, known: Mapping[int, bytes]) -> None:
        self._salt = salt
        self._known = known
        self._field = -1
        self._parts: list[bytes] = []
        self._found: dict[int, bytes] = {}

    def enter(self, index: int, *, is_field: bool) -> None:
        """Begin the element at ``index``: a field itself, or an element below the last field."""
        if is_field:
            self._close()
            self._field = index
        elif index in self._known:
            self._add(b"digest", self._known[index])

    def hide(self, name: str, text: str) -> None:
        """Add a hidden text and its name; the empty text does not count."""
        if text and self._salt is not None:
            self._add(_bytes(name), _bytes(text))

    def by_field(self) -> dict[int, bytes]:
        """Return the digest of each field by its index."""
        self._close()
        return self._found

    def _add(self, *parts: bytes) -> None:
        for part in parts:
            self._parts += (len(part).to_bytes(_LENGTH, "big"), part)

    def _close(self) -> None:
        if self._field in self._known:
            self._found[self._field] = self._known[self._field]
        elif self._parts and self._salt is not None:
            from hashlib import blake2b  # slow to import, and needed where there is a salt

            self._found[self._field] = blake2b(b"".join(self._parts), key=self._salt, digest_size=_SIZE).digest()
        self._parts = []
        self._field = -1


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
