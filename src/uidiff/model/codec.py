"""Snapshots as JSON: strict when read, the same bytes for equal snapshots when written.

A file is one object: ``format``, ``version``, the circumstances, and ``nodes``, a flat list with the keys of
``Snapshot.from_dicts``. Unknown keys are kept; another major version is refused by name.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from uidiff.errors import InvalidSnapshot, LimitExceeded, UnknownName
from uidiff.model import jsontext
from uidiff.model.builder import check
from uidiff.model.circumstances import CIRCUMSTANCE_KEYS, ENVELOPE_KEYS, Circumstances
from uidiff.model.dicts import columns_of_nodes
from uidiff.model.files import read_whole, replacing
from uidiff.model.jsontext import unknown_keys, unknown_keys_text
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import replace_surrogates

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = [
    "check_format",
    "circumstances_from_dict",
    "circumstances_to_dict",
    "dumps",
    "load",
    "loads",
    "raw_snapshot_from_dict",
    "save",
    "snapshot_from_dict",
    "snapshot_to_dict",
]

FORMAT = "uidiff/snapshot"
VERSION = "1.0"
_DIGITS = 9  # of a major version, at the most

_HINTS = {
    "uidiff/recording": "read it with uidiff.read_recording",
    "uidiff/delta": "read it with uidiff.TreeDiff.from_dict",
}


# -------------------------------------------------------------------- files


def load(path: str | os.PathLike[str], *, limits: Limits | None = None, redact: RedactOption = None) -> Snapshot:
    """Read the snapshot in a file.

    Raises:
        InvalidSnapshot: the file is not a snapshot, is damaged, cut short, or of a newer major version.
        LimitExceeded: it is larger than ``limits``.
        OSError: as ``open`` raises it.
    """
    limits = limits or Limits()
    return loads(read_whole(path, limits.max_file), limits=limits, redact=redact)


def save(snapshot: Snapshot, path: str | os.PathLike[str]) -> None:
    """Write a snapshot to a file, whole or not at all. OSError as the system raises it."""
    with replacing(path) as file:
        file.write(dumps(snapshot).encode())


def loads(data: str | bytes, *, limits: Limits | None = None, redact: RedactOption = None) -> Snapshot:
    """Read the snapshot in a JSON text. Raises: as :func:`load`."""
    if not isinstance(data, str | bytes):
        raise TypeError(
            f"loads takes text or bytes, got {type(data).__name__}; for dicts use uidiff.Snapshot.from_dicts"
        )
    limits = limits or Limits()
    if len(data) > limits.max_file:
        raise LimitExceeded(f"more than {limits.max_file} bytes", "$", "pass limits=Limits(max_file=…)")
    text = jsontext.decode(data) if isinstance(data, bytes) else data
    try:
        value = jsontext.parse(text, max_nesting=limits.max_nesting)
    except InvalidSnapshot:
        _expect_no_recording(text, limits)
        raise
    if not isinstance(value, dict):
        problem = f"expected an object, got {type(value).__name__}"
        raise InvalidSnapshot(problem, "$", "for a bare list of elements use uidiff.Snapshot.from_dicts")
    check_format(value, FORMAT, VERSION)
    return snapshot_from_dict(value, limits=limits, redact=redact)


def _expect_no_recording(text: str, limits: Limits) -> None:
    """Raise InvalidSnapshot if the first line is the header of another of our formats."""
    try:
        header = jsontext.parse(text.partition("\n")[0], max_nesting=limits.max_nesting)
    except InvalidSnapshot:
        return
    if isinstance(header, dict) and header.get("format") in tuple(_HINTS):  # it may be unhashable
        check_format(header, FORMAT, VERSION)


def dumps(snapshot: Snapshot) -> str:
    """Write a snapshot as JSON, one element a line. Equal snapshots give equal texts."""
    whole = snapshot_to_dict(snapshot)
    nodes = whole.pop("nodes")
    head = _json({"format": FORMAT, "version": VERSION, **whole})
    lines = ",\n".join(map(_json, nodes))
    return f'{head[:-1]},"nodes":[\n{lines}\n]}}\n' if nodes else f'{head[:-1]},"nodes":[]}}\n'


# ------------------------------------------------------------------- values


def snapshot_to_dict(snapshot: Snapshot) -> dict[str, Any]:
    """Return the circumstances and ``nodes``, without the keys of the format."""
    return {**circumstances_to_dict(snapshot.circumstances), "nodes": snapshot.to_dicts()}


def snapshot_from_dict(value: Mapping[str, Any], *, limits: Limits, redact: RedactOption = None) -> Snapshot:
    """Read the object of :func:`snapshot_to_dict`, which may have the other keys of an envelope."""
    return raw_snapshot_from_dict(value, limits=limits).finished(limits=limits, redact=redact)


def raw_snapshot_from_dict(value: Mapping[str, Any], *, limits: Limits) -> Snapshot:
    """Read it as it was written, nothing hidden or clipped, so that its digest is unchanged."""
    if "nodes" not in value:
        raise InvalidSnapshot("no nodes", "$", 'give "nodes": [...]')
    notes: Counter[str] = Counter()
    circumstances = circumstances_from_dict(value, limits, notes)
    try:
        given = columns_of_nodes(value["nodes"], limits)
        notes.update(given.notes)
        checked = check(given.columns, circumstances, limits=limits, place=given.place, notes=notes)
    except InvalidSnapshot as error:
        raise error.inside("$.nodes") from None
    return Snapshot(checked.columns, checked.circumstances, checked.notes)


def circumstances_to_dict(circumstances: Circumstances) -> dict[str, Any]:
    """Return the known circumstances, unknown keys beside them as given."""
    known: dict[str, Any] = _converter().unstructure(circumstances)
    extra = known.pop("extra", None)
    return {**known, **(json.loads(extra) if extra else {})}


def circumstances_from_dict(
    value: Mapping[str, Any],
    limits: Limits,
    notes: Counter[str] | None = None,
) -> Circumstances:
    """Read the circumstances in an object; keys that are neither theirs nor the envelope's go to ``extra``.

    Lone surrogates are replaced, and counted in ``notes``.
    """
    notes = Counter() if notes is None else notes

    def clean(text: str) -> str:
        cleaned, replaced = replace_surrogates(text)
        notes.update({"replaced surrogates": replaced} if replaced else {})
        return cleaned

    known = {key: value[key] for key in value if key in CIRCUMSTANCE_KEYS}
    unknown = unknown_keys(value, CIRCUMSTANCE_KEYS | ENVELOPE_KEYS)
    if unknown:
        known["extra"] = unknown_keys_text(unknown, "$", limits, notes)
    try:
        given = Circumstances(**known)
    except UnknownName as error:
        raise InvalidSnapshot(str(error), "$.platform", "write the platform that the roles are of") from None
    return given.with_texts(clean)


def check_format(value: Mapping[str, Any], name: str, version: str) -> None:
    """Raise InvalidSnapshot unless an object names this format, in a version that is read here."""
    found = value.get("format")
    if found != name:
        problem = f"expected the format {name}, got " + (ascii(found)[:60] if isinstance(found, str) else "none")
        hint = _HINTS.get(found, "") if isinstance(found, str) else f'write "format": "{name}", "version": "{version}"'
        raise InvalidSnapshot(problem, "$.format", hint or "use the reader of that format")
    written = value.get("version")
    major = written.partition(".")[0] if isinstance(written, str) else ""
    if not (major.isascii() and major.isdigit() and len(major) < _DIGITS):
        raise InvalidSnapshot(f"no version: {type(written).__name__}", "$.version", f'write "{version}"')
    if int(major) > int(version.partition(".")[0]):
        problem = f"version {major} of {name} was written by a newer uidiff"
        raise InvalidSnapshot(problem, "$.version", "upgrade uidiff to read it")
    if int(major) < int(version.partition(".")[0]):
        raise InvalidSnapshot(f"there is no version {major} of {name}", "$.version", f'write "{version}"')


@cache
def _converter() -> Converter:
    """Return a cattrs converter that leaves out what is None."""
    from cattrs import Converter  # slow to import, and not needed to read
    from cattrs.gen import make_dict_unstructure_fn

    converter = Converter()
    converter.register_unstructure_hook(
        Circumstances,
        make_dict_unstructure_fn(Circumstances, converter, _cattrs_omit_if_default=True),
    )
    return converter


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
