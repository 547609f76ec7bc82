"""Secrets are replaced by a constant before anything stores, hashes, logs or prints them (DEFINITIONS 21).

Secret are fields that say so (``secret``, the state ``protected``, the platform's own role for password fields),
fields that a page fills in with one-time codes, card numbers or passwords (the state ``autocomplete``, by the tokens
of the HTML standard, "Autofill"), and what the caller's own rule or patterns name. The limits: a secret that an
application shows as ordinary text, or repeats in a label elsewhere, is known to nobody but the caller's rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import attrs

from uidiff.model.columns import Columns
from uidiff.model.roles import role_token
from uidiff.model.states import States, StateValue

__all__ = ["REDACTED", "Redaction", "redacted"]

REDACTED = "[redacted]"
"""Stands for the text of a secret; its length says nothing. Absent and empty texts stay what they are."""

SECRET_ROLES = frozenset({"password-text", "ax-secure-text-field", "xcui-element-type-secure-text-field"})
"""Native roles of password fields, as tokens: AT-SPI's, macOS' (a subrole) and XCUITest's."""

SECRET_AUTOCOMPLETE = ("one-time-code", "cc-*", "current-password", "new-password")

_HOLD_VALUES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox", "menuitem", "button"})
"""Roles whose name is a label and not the content."""

_TOKEN_STATES = frozenset({"autocomplete", "current", "haspopup", "inputtype", "live", "orientation", "sort"})
"""States in words of a fixed list: they tell nothing of the content."""

_TEXTS = ("name", "value", "description")


def _patterns(given: object) -> tuple[re.Pattern[str], ...]:
    if isinstance(given, str | re.Pattern):
        raise TypeError("Redaction.patterns takes a collection of patterns: write (pattern,)")
    return tuple(re.compile(pattern) for pattern in given)  # type: ignore[attr-defined]  # checked by re.compile


@attrs.frozen(kw_only=True)
class Redaction:
    """What counts as secret besides what the tree itself marks as secret.

    Attributes:
        autocomplete: tokens of the state ``autocomplete`` (``*`` matches anything) that make a field secret.
        patterns: regular expressions; what they match in a name, value, description, title or other text is replaced.
        rule: called with the fields of each element (by the names of ``Row``); true makes it secret, all below it too.
    """

    autocomplete: tuple[str, ...] = attrs.field(default=SECRET_AUTOCOMPLETE, converter=tuple)
    patterns: tuple[re.Pattern[str], ...] = attrs.field(default=(), converter=_patterns)
    rule: Callable[[Mapping[str, object]], bool] | None = None

    def covers(self, states: States) -> bool:
        """Whether these states make their element secret."""
        given = dict(states)
        tokens = str(given.get("autocomplete", "")).lower().split()
        return bool(given.get("protected")) or any(
            fnmatchcase(token, pattern) for token in tokens for pattern in self.autocomplete
        )

    def mask(self, text: str) -> str:
        """The text with every match of a pattern replaced."""
        for pattern in self.patterns:
            text = pattern.sub(REDACTED, text)
        return text


def redacted(columns: Columns, redaction: Redaction) -> Columns:
    """The columns without the texts of secret elements and of all below them."""
    if redaction.patterns:
        columns = _masked(columns, redaction)
    flags = _secret_flags(columns, redaction)
    if not any(flags):
        return columns
    texts: dict[str, list[Any]] = {name: list(getattr(columns, name)) for name in (*_TEXTS, "extra")}
    states = list(columns.states)
    secret = list(flags)
    for index, is_field in _secret_elements(columns.depth, flags):
        secret[index] = True
        for name in _hidden_texts(columns, index, is_field=is_field):
            if texts[name][index]:
                texts[name][index] = REDACTED
        texts["extra"][index] = _hidden_extra(texts["extra"][index])
        states[index] = tuple((name, _hidden_state(name, value)) for name, value in states[index])
    hidden = {**columns._asdict(), **texts, "secret": secret, "states": states}
    return Columns.of(hidden.values())


def _secret_flags(columns: Columns, redaction: Redaction) -> list[bool]:
    by_states = {states: redaction.covers(states) for states in set(columns.states) if states}
    by_role = {native: _is_password_field(native) for native in set(filter(None, columns.native_role))}
    flags = list(columns.secret)
    if any(by_role.values()):
        flags = [
            flag or by_role.get(native or "", False) for flag, native in zip(flags, columns.native_role, strict=True)
        ]
    if any(by_states.values()):
        flags = [flag or by_states.get(states, False) for flag, states in zip(flags, columns.states, strict=True)]
    if redaction.rule is not None:
        rows = zip(*columns, strict=True)
        flags = [flag or bool(redaction.rule(_fields(row))) for flag, row in zip(flags, rows, strict=True)]
    return flags


def _is_password_field(native_role: str) -> bool:
    return any(role_token(part) in SECRET_ROLES for part in native_role.split("/"))


def _fields(row: Sequence[object]) -> dict[str, object]:
    """What a rule sees of an element."""
    fields = dict(zip(Columns._fields, row, strict=True))
    states: States = fields["states"]  # type: ignore[assignment]  # the columns are checked
    extra = fields["extra"]
    return {**fields, "states": dict(states), "extra": json.loads(extra) if isinstance(extra, str) else {}}


def _secret_elements(depths: Sequence[int], flags: Sequence[bool]) -> Iterator[tuple[int, bool]]:
    """The secret elements with whether each is the outermost, the field itself."""
    field_depth: int | None = None
    for index, depth in enumerate(depths):
        if field_depth is not None and depth > field_depth:
            yield index, False
        elif flags[index]:
            field_depth = depth
            yield index, True
        else:
            field_depth = None


def _hidden_texts(columns: Columns, index: int, *, is_field: bool) -> tuple[str, ...]:
    """Of a field its value is the secret, and any text that repeats it; its name is the label. Below it, all is."""
    if not is_field or columns.role[index] not in _HOLD_VALUES:
        return _TEXTS
    value = columns.value[index]
    return tuple(name for name in _TEXTS if name == "value" or (value and getattr(columns, name)[index] == value))


def _hidden_state(name: str, value: StateValue) -> StateValue:
    return REDACTED if isinstance(value, str) and value != "mixed" and name not in _TOKEN_STATES else value


def _hidden_extra(extra: str | None) -> str | None:
    return None if extra is None else json.dumps(dict.fromkeys(json.loads(extra), REDACTED), ensure_ascii=False)


def _masked(columns: Columns, redaction: Redaction) -> Columns:
    memo: dict[str | None, str | None] = {None: None}

    def mask(text: str | None) -> str | None:
        if text not in memo:
            memo[text] = redaction.mask(text or "")
        return memo[text]

    texts: dict[str, Any] = {name: map(mask, getattr(columns, name)) for name in _TEXTS}
    states = (
        tuple((name, redaction.mask(value) if isinstance(value, str) else value) for name, value in row)
        for row in columns.states
    )
    extra = (text and _masked_extra(text, redaction) for text in columns.extra)
    return Columns.of({**columns._asdict(), **texts, "states": states, "extra": extra}.values())


def _masked_extra(extra: str, redaction: Redaction) -> str:
    """Each text in it masked; what is no longer sure to be whole is masked as one text."""
    values = {
        key: redaction.mask(value) if isinstance(value, str) else value for key, value in json.loads(extra).items()
    }
    nested = json.dumps({key: value for key, value in values.items() if isinstance(value, dict | list)})
    if redaction.mask(nested) != nested:
        values = {key: REDACTED if isinstance(value, dict | list) else value for key, value in values.items()}
    return json.dumps(values, ensure_ascii=False)
