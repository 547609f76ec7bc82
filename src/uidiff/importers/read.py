"""The answers of ``read``, desktop-cli's and uidiff's own (spec/features#d2): in JSON, in YAML, or in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.read_lines import FIRST_LINE, snapshot_of_lines
from uidiff.importers.read_values import answers_of, snapshot_of_answer
from uidiff.importers.read_yaml import yaml_values
from uidiff.importers.source import decoded_head, text_of, unmarked, whole
from uidiff.model import jsontext
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["ReadImporter"]

_OBJECT = re.compile(r'[\s\[]*\{\s*(?!"format"\s*:)')
_ANSWER = re.compile(r'(?<!\\)"(?:action"\s*:\s*"read"|elements"\s*:\s*\[)')
_ELEMENT = re.compile(r'[\s\[]*\{\s*"(?:i"\s*:\s*[0-9]|r"\s*:\s*")')
_YAML = re.compile(r"(?:---[ \r]*\n)?(?:[a-z]+: [^\n]*\n)*(?:action: \"?read|elements:\s|- \{?i: [0-9])")
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[{\]]|$))")
_SURE, _LIKELY = 0.9, 0.8


class ReadImporter:
    """Reads answers of ``read``: the formats read-json, read-yaml and read-agent of whole trees, and desktop-cli's.

    Lines of JSON, a list of answers, and several YAML documents are several snapshots. The numbers are ids, which are
    given anew at each read and so are not stable. Bounds are kept as they are.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.9 for an object with elements or an action, less for elements alone."""
        text = decoded_head(head)
        if _OBJECT.match(text):
            return _SURE if _ANSWER.search(text) else _LIKELY if _ELEMENT.match(text) else 0.0
        return _SURE if _YAML.match(text) or FIRST_LINE.match(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots in order."""
        lines = unmarked(lines, limits)
        first = next((line for line in lines if line.data.strip()), None)
        if first is None:
            return
        begin = decoded_head(first.data[:_BEGINNING])
        if _JSON.match(begin):
            yield from _of_json(first, lines, limits, redact)
            return
        text = text_of(whole(chain([first], lines), limits))
        if FIRST_LINE.match(begin):
            yield snapshot_of_lines(text, limits=limits, redact=redact)
            return
        for number, value in enumerate(yaml_values(text, limits.max_nesting), start=1):
            yield from _of_value(value, "$" if number == 1 else f"document {number}", limits, redact)


_BEGINNING = 4096


def _of_json(first: Line, rest: Iterator[Line], limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    """Read a value from each line; or, if the first line is not JSON, one value from the whole file."""
    try:
        value = jsontext.parse(text_of(first.data), max_nesting=limits.max_nesting)
    except LimitExceeded:
        raise
    except InvalidSnapshot:
        value = jsontext.parse(text_of(whole(chain([first], rest), limits)), max_nesting=limits.max_nesting)
        yield from _of_value(value, "$", limits, redact)
        return
    others = (line for line in rest if line.data.strip())
    second = next(others, None)
    if second is None:
        yield from _of_value(value, "$", limits, redact)
        return
    for line in chain([first, second], others):
        try:
            value = jsontext.parse(text_of(line.data), max_nesting=limits.max_nesting)
            yield from _of_value(value, "$", limits, redact)
        except InvalidSnapshot as error:
            raise error.inside(f"line {line.number}") from None


def _of_value(value: object, path: str, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    for answer, place in answers_of(value, path):
        yield snapshot_of_answer(answer, place, limits=limits, redact=redact)
