"""Validate rows of SNAPSHOTS by the rules of the core.

Each distinct cell is looked at once. A snapshot in which all is as the core would save it passes. The core builds every
other one, and every one with secrets: it mends, hides or refuses by its own rules and messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags, out_of_order
from uidiff.arrow.codes import Codes, code_texts, combined, dense, firsts
from uidiff.arrow.convert import node_lists
from uidiff.arrow.schema import (
    CIRCUMSTANCES,
    NODE,
    SCHEMA_VERSION,
    SNAPSHOTS,
    cell_of_ids,
    cell_of_states,
    circumstances_of,
    states_of_cell,
)
from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.model.builder import resolved
from uidiff.model.columns import NODE_KEYS
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction, is_password_role
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import canonical_states
from uidiff.model.urls import is_url_digest, shown_url

__all__ = ["Checked", "Validator"]

_TEXTS = [field.name for field in NODE if field.type == pa.string()]


class Checked(NamedTuple):
    """A batch after validation: ``block`` holds the good rows, ``places`` their numbers in the batch.

    ``errors``: by number in the batch, why a row cannot be diffed.
    """

    block: Block
    places: list[int]
    errors: dict[int, str]


@attrs.frozen
class Validator:
    """Validates batches of SNAPSHOTS. ``limits``: how large a snapshot and a text may be."""

    limits: Limits = attrs.field(factory=Limits)

    def check(self, batch: pa.RecordBatch) -> Checked:
        """Separate the rows of a batch of SNAPSHOTS that can be diffed from those that are errors."""
        errors, doubtful = self._look_at_rows(batch)
        plain = [place for place in range(batch.num_rows) if place not in errors and place not in doubtful]
        whole = len(plain) == batch.num_rows
        block = Block.of_batch(batch if whole else batch.take(pa.array(plain, pa.int64())))
        mended = {place: self._built(batch, place) for place in doubtful}
        for number in np.nonzero(self._suspicious(block))[0].tolist():
            mended[plain[number]] = self._rebuilt(block, number)
        for number in np.nonzero(self._with_secrets(block))[0].tolist():
            if plain[number] not in mended:
                snapshot = block.snapshot(number)
                finished = snapshot.finished(limits=self.limits)
                if finished is not snapshot:
                    mended[plain[number]] = finished
        if not mended:
            return Checked(block, plain, errors)
        return _replaced(batch, plain, mended, errors)

    # ------------------------------------------------------------------- whole rows

    @staticmethod
    def _look_at_rows(batch: pa.RecordBatch) -> tuple[dict[int, str], list[int]]:
        """Find the rows that are errors; and those with parents out of range, which no block can hold."""
        errors: dict[int, str] = {}
        failed = batch.column("error")
        for place in np.nonzero(failed.is_valid().to_numpy(zero_copy_only=False))[0].tolist():
            errors[place] = failed[place].as_py() or "the read failed"
        versions = batch.column("schema_version")
        newer = pc.greater(versions, SCHEMA_VERSION).fill_null(False).to_numpy(zero_copy_only=False)  # noqa: FBT003
        for place in np.nonzero(newer)[0].tolist():
            version = f"schema_version {versions[place]}"
            errors.setdefault(place, f"{version}: a newer uidiff wrote this row; upgrade uidiff to read it")
        for name, problem in (("nodes", "no tree: nodes is NULL"), ("seq", "no sequence number: seq is NULL")):
            for place in np.nonzero(batch.column(name).is_null().to_numpy(zero_copy_only=False))[0].tolist():
                errors.setdefault(place, problem)
        lists = batch.column("nodes")
        lengths = pc.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
        parents = pc.struct_field(lists.flatten(), "parent").fill_null(-1).to_numpy(zero_copy_only=False)
        starts = np.cumsum(lengths) - lengths
        own = np.arange(len(parents)) - np.repeat(starts, lengths)
        wrong = np.repeat(np.arange(len(lengths)), lengths)[(parents < -1) | (parents >= own)]
        return errors, [place for place in np.unique(wrong).tolist() if place not in errors]

    def _built(self, batch: pa.RecordBatch, place: int) -> Snapshot | str:
        return self._rebuilt(Block.of_batch(batch.slice(place, 1)), 0)

    def _rebuilt(self, block: Block, number: int) -> Snapshot | str:
        """Let the core build a snapshot, or say why it cannot."""
        try:
            circumstances = block.circumstances(number)
            return Snapshot.of_nodes(block.dicts(number), circumstances, limits=self.limits)
        except UIDiffError as error:
            return str(error)

    # ------------------------------------------------------------------- cells

    def _suspicious(self, block: Block) -> Flags:
        """Mark the snapshots with anything in them that is not as the core would save it."""
        found = self._odd_rows(block)
        if len(block.nodes):
            odd = self._odd_shapes(block) | self._odd_roles(block) | self._odd_texts(block) | self._odd_lists(block)
            odd |= self._odd_urls(block) | self._odd_boxes(block)
            found[block.snap[odd]] = True
        return found | (np.diff(block.offsets) > self.limits.max_elements)

    def _odd_rows(self, block: Block) -> Flags:
        """Mark the rows whose circumstances are not as the core would save them."""
        taken = block.rows.column("taken_at")
        odd: Flags = (~pc.is_finite(taken).fill_null(True).to_numpy(zero_copy_only=False)) | False  # noqa: FBT003
        names = [name for name in (*CIRCUMSTANCES.names, "window") if name != "taken_at"]
        coded = [code_texts(block.rows.column(name)) for name in names]
        codes = dense(combined(*(column.codes for column in coded)))
        each = zip(*(column.cells() for column in coded), strict=True)
        distinct = dict(zip(codes.tolist(), each, strict=True))
        found = [self._is_odd_row(dict(zip(names, distinct[code], strict=True))) for code in range(len(distinct))]
        return odd | _where(codes, found)

    def _is_odd_row(self, given: dict[str, object]) -> bool:
        try:
            known = circumstances_of(given)
        except UIDiffError:
            return True
        texts = (known.app, known.window, known.title, known.url, known.document, known.action, known.extra)
        too_long = any(text is not None and len(text) > self.limits.max_text for text in texts)
        too_long |= any(len(id_) > self.limits.max_text for id_ in known.concealed)
        as_saved = known.extra == given["extra"] and cell_of_ids(known.concealed) == given["concealed"]
        return too_long or known.with_shown_url() != known or not as_saved

    def _odd_shapes(self, block: Block) -> Flags:
        """Mark the elements that are too deep or not in pre-order."""
        odd: Flags = block.depths[:-1] >= self.limits.max_depth
        return odd | out_of_order(block, _new_shapes(block))

    def _odd_roles(self, block: Block) -> Flags:
        roles, native = block.coded("role"), block.coded("native_role")
        platforms = code_texts(block.rows.column("platform"))
        codes = dense(combined(roles.codes, native.codes, platforms.codes[block.snap]))
        odd = []
        for first in firsts(codes).tolist():
            role, own = roles.values[roles.codes[first]], native.values[native.codes[first]]
            platform = platforms.values[platforms.codes[block.snap[first]]] or "aria"
            odd.append(role is None or not _is_settled(role, own, platform))
        return _where(codes, odd)

    def _odd_texts(self, block: Block) -> Flags:
        odd = np.zeros(len(block.nodes), np.bool_)
        for name in _TEXTS:
            column = pc.struct_field(block.nodes, name)
            if (pc.max(pc.binary_length(column)).as_py() or 0) > self.limits.max_text:
                lengths = pc.utf8_length(column).fill_null(0).to_numpy(zero_copy_only=False)
                odd |= lengths > self.limits.max_text
        extra = block.coded("extra")
        odd |= _where(extra.codes, (text is not None and not _is_object(text) for text in extra.values))
        return odd

    def _odd_lists(self, block: Block) -> Flags:
        states, actions = block.coded("states"), block.coded("actions")
        too_long = self.limits.max_text
        odd = _where(states.codes, (not _is_canonical(cell, too_long) for cell in states.values))
        wrong = (any(item is None or len(item) > too_long for item in cell) for cell in actions.values)
        return odd | _where(actions.codes, wrong)

    @staticmethod
    def _odd_urls(block: Block) -> Flags:
        both = urls, digests = block.coded("url"), block.coded("url_digest")
        if urls.values == [None] and digests.values == [None]:
            return np.zeros(len(block.nodes), np.bool_)
        given = [_where(column.codes, (cell is not None for cell in column.values)) for column in both]
        odd: Flags = given[0] != given[1]
        odd |= _where(urls.codes, (url is not None and shown_url(url) != url for url in urls.values))
        odd |= _where(digests.codes, (cell is not None and not is_url_digest(cell) for cell in digests.values))
        return odd

    @staticmethod
    def _odd_boxes(block: Block) -> Flags:
        boxes = pc.struct_field(block.nodes, "bounds")
        if boxes.null_count == len(boxes):
            return np.zeros(len(boxes), np.bool_)
        there = boxes.is_valid().to_numpy(zero_copy_only=False)
        sides = [pc.struct_field(boxes, side.name).is_valid().to_numpy(zero_copy_only=False) for side in boxes.type]
        odd: Flags = there & ~np.logical_and.reduce(sides)
        return odd

    # ----------------------------------------------------------------- secrets

    @staticmethod
    def _with_secrets(block: Block) -> Flags:
        """Mark the snapshots with a secret element: they are few, and the core looks at them whole."""
        found = np.zeros(len(block), np.bool_)
        if not len(block.nodes):
            return found
        usual = Redaction()
        states = block.coded("states")
        secret = block.flags("secret") | _where(states.codes, (_is_secret(cell, usual) for cell in states.values))
        for name in ("role", "native_role"):
            words = block.coded(name)
            secret = secret | _where(words.codes, (bool(word) and is_password_role(word) for word in words.values))
        found[block.snap[secret]] = True
        return found


def _replaced(
    batch: pa.RecordBatch,
    plain: list[int],
    mended: dict[int, Snapshot | str],
    errors: dict[int, str],
) -> Checked:
    """Replace the rows that the core has built, and leave out those that it refused."""
    errors = {**errors, **{place: made for place, made in mended.items() if isinstance(made, str)}}
    built = {place: made for place, made in mended.items() if isinstance(made, Snapshot)}
    places = sorted({*plain, *built} - errors.keys())
    rows = [_row(batch.slice(place, 1), built.get(place)) for place in places]
    if not rows:
        return Checked(Block.of_batch(batch.slice(0, 0)), [], errors)
    good = pa.Table.from_batches(rows).combine_chunks().to_batches()[0]
    block = Block.of_batch(good)
    for number, place in enumerate(places):
        if place in built:
            block.keep(number, built[place])
    return Checked(block, places, errors)


def _row(row: pa.RecordBatch, built: Snapshot | None) -> pa.RecordBatch:
    """Make the row of a snapshot that the core has built; its key stays as it was."""
    if built is None:
        return row
    known = built.circumstances
    columns = {field.name: row.column(field.name) for field in SNAPSHOTS}
    for field in CIRCUMSTANCES:
        if field.name not in {"taken_at", "concealed"}:
            columns[field.name] = pa.array([getattr(known, field.name)], field.type)
    columns["concealed"] = pa.array([cell_of_ids(known.concealed)], pa.string())
    columns["nodes"] = node_lists([built])
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=SNAPSHOTS)


def _new_shapes(block: Block) -> Flags:
    """Mark the elements of snapshots whose shape is not that of the snapshot before them."""
    lengths = np.diff(block.offsets)
    alike = np.zeros(len(block), np.bool_)
    alike[1:] = lengths[1:] == lengths[:-1]
    local: Codes = block.parents - block.offsets[:-1][block.snap]
    local[block.parents == len(block.nodes)] = -1
    here = np.nonzero(alike[block.snap])[0]
    differs = local[here] != local[here - lengths[block.snap[here]]]
    alike[block.snap[here[differs]]] = False
    return ~alike[block.snap]


def _where(codes: Codes, odd: Iterable[bool]) -> Flags:
    each = np.array(list(odd), np.bool_)
    found: Flags = each[codes] if each.any() else np.zeros(len(codes), np.bool_)
    return found


def _is_settled(role: str, native: str | None, platform: str) -> bool:
    try:
        return resolved((role, native), platform) == (role, native)
    except UIDiffError:
        return False


def _is_object(text: str) -> bool:
    """Whether unknown keys are written as the core writes them."""
    try:
        value = json.loads(text)
        plain = isinstance(value, dict) and bool(value) and NODE_KEYS.isdisjoint(value)
        return plain and json.dumps(value, ensure_ascii=False, allow_nan=False) == text
    except (ValueError, RecursionError):
        return False


def _is_canonical(cell: tuple[tuple[str | None, str | None], ...], too_long: int) -> bool:
    try:
        states = canonical_states(states_of_cell(cell), "$")
    except InvalidSnapshot:
        return False
    return (cell_of_states(states) or []) == list(cell) and all(len(text or "") <= too_long for _, text in cell)


def _is_secret(cell: tuple[tuple[str | None, str | None], ...], redaction: Redaction) -> bool:
    return redaction.covers(tuple(states_of_cell(cell).items()))  # type: ignore[arg-type]  # of cells that were checked
