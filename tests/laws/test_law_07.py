r"""spec/laws#7-a-record-is-a-line, for what has no format of its own: a record, its path and what ``repr`` shows stay
on their line.
"""

import json
import re

import pytest
from hypothesis import given

from tests.laws import common
from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.testing import HOSTILE_TEXTS

PATH = re.compile(r"(… > )?[a-z0-9-]{1,40}( > [a-z0-9-]{1,40}){0,15}|")
"""spec/definitions#19-path: the ancestors' roles, the last 16 of them."""


def assert_one_line(text: str) -> None:
    """One line to every reader of lines, and nothing in it that drives a terminal."""
    assert len(f"{text}|".splitlines()) == 1
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text)


def assert_lines(delta: TreeDiff) -> None:
    assert_one_line(repr(delta))
    for record in common.records(delta):
        assert_one_line(repr(record))
        assert_one_line(str(record))
        assert PATH.fullmatch(record.path), record.path
        for element in (record.before, record.after):
            if element is not None:
                assert_one_line(repr(element))
                assert PATH.fullmatch(element.path), element.path
                assert PATH.fullmatch(element.role), element.role


@given(case=common.matched_pairs())
def test_law_7_every_record_is_one_line(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    assert_lines(delta)
    assert_one_line(TreeDiff.from_dict(json.loads(json.dumps(delta.to_dict()))).summary)
    assert_one_line(repr(before) + repr(matching))


@pytest.mark.parametrize("row", HOSTILE_TEXTS)
def test_law_7_bad_inputs_of_every_row_stay_on_their_line(row: int) -> None:
    texts = HOSTILE_TEXTS[row]
    nodes = [
        {"role": text or "x", "name": text, "value": text, "id": text, "url": text, "states": {"valuetext": text}}
        for text in texts
    ]
    before = Snapshot.from_dicts([{"role": "window"}], title=texts[0])
    after = Snapshot.from_dicts([{"role": "window"}, *nodes], title=texts[-1], app=texts[0], url=texts[0])
    assert_lines(diff(before, after))
    assert_lines(diff(after, before))
    changed = Snapshot.from_dicts([{"role": "window"}, *({**node, "value": "b", "url": "c"} for node in nodes)])
    assert_lines(diff(after, changed, matcher="content-hash"))
