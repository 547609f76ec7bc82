"""spec/laws#6-same-input-same-bytes: same input, same bytes: in every process, with every hash seed, locale and
encoding.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from tests.laws import common
from uidiff import Snapshot, diff, dumps

SCRIPT = """
import json, pathlib, random, sys
import uidiff
from tests.laws import common
from uidiff.testing import HOSTILE_TEXTS, KINDS, Edit, apply_edits

draw = random.Random(20240115)
texts = [None, "", "Delete", "Row", *(text for row in HOSTILE_TEXTS.values() for text in row)]
states = [{}, {"focused": True, "checked": "mixed"}, {"level": 2, "valuetext": "x"}, {"invalid": True}]

def tree(size):
    rows, depth = [], 0
    for _ in range(size):
        cells = dict(
            role=draw.choice(["listitem", "group", "button", "btn]", "link"]), name=draw.choice(texts),
            value=draw.choice(texts), states=draw.choice(states), id=draw.choice([None, "1", "2", "x"]),
            id_stable=draw.random() < 0.3, unread=draw.random() < 0.1, url=draw.choice([None, "", "/a?b=c", "#x"]),
            actions=draw.choice([(), ("press", "show")]), extra=draw.choice([None, {"b": 1, "a": [2]}]),
        )
        rows.append(uidiff.Row(depth=depth, **cells))
        depth = draw.randint(0, depth + 1)
    circumstances = uidiff.Circumstances(title=draw.choice(texts), document=draw.choice([None, None, "d1", "d2"]))
    return uidiff.Snapshot.from_rows(rows, circumstances=circumstances)

out = []
snapshots = []
for size in [0, 1, 2, 5, 12, 12, 40, 40, 150]:
    before = tree(size)
    places = [(draw.randrange(99), draw.randrange(99)) for _ in "12345"]
    script = [Edit(draw.choice(KINDS), at, to, draw.choice(texts) or "") for at, to in places]
    for after in (apply_edits(before, script).after, tree(size)):
        snapshots += [before, after]
        out += [uidiff.dumps(before), uidiff.dumps(after), before.digest]
        for name in sorted(common.ALL):
            delta = uidiff.diff(before, after, matcher=common.ALL[name], ignore={"bounds", "focused", "title", "url"})
            out += [name, json.dumps(delta.to_dict()), repr(common.records(delta)), delta.matching.work]
pathlib.Path(sys.argv[1]).write_text(json.dumps(out))
uidiff.write_recording(sys.argv[2], snapshots)
"""

ENVIRONMENTS = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "1"},
    {"PYTHONHASHSEED": "4000000000", "LC_ALL": "en_US.ISO-8859-1", "PYTHONIOENCODING": "cp1252", "TZ": "Asia/Tokyo"},
]


def test_law_6_processes_with_other_hash_seeds_and_locales_write_the_same_bytes(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    written = []
    for number, environment in enumerate(ENVIRONMENTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths = [folder / "out.json", folder / "recording.jsonl.gz"]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(root), *sys.path])), **environment}
        command = [sys.executable, "-c", SCRIPT]
        subprocess.run([*command, *map(str, paths)], env=env, cwd=root, check=True, timeout=120)
        written.append([path.read_bytes() for path in paths])
    assert len(written[0][0]) > 100_000
    assert written[0] == written[1] == written[2]


@pytest.mark.parametrize("name", common.ALL)
@given(pair=common.pairs)
def test_law_6_the_same_input_gives_the_same_bytes_again(name: str, pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    copies = [Snapshot.of_nodes(side.to_dicts(), side.circumstances) for side in pair]
    first = diff(before, after, matcher=common.ALL[name])
    again = diff(*copies, matcher=common.ALL[name])
    assert json.dumps(first.to_dict()) == json.dumps(again.to_dict())
    assert first.matching.work == again.matching.work
    assert [dumps(side) for side in copies] == [dumps(side) for side in pair]
