"""Strategies that draw snapshots, pairs of them, hostile texts, edit scripts and matchings.

Real trees are full of equal elements and of elements without text, so the trees drawn here are too. Everything is
quick to draw, shrinks towards the empty tree, and is the same for the same seed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from uidiff.matching.matching import Matching
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.roles import PLATFORMS
from uidiff.model.snapshot import Snapshot
from uidiff.testing.edits import KINDS, Edit, Edited, apply_edits
from uidiff.testing.hostile import HOSTILE_ROLES, HOSTILE_TEXTS

__all__ = ["edited", "edits", "hostile_texts", "matchings", "snapshot_pairs", "snapshots"]

_T = TypeVar("_T")
_Texts: TypeAlias = SearchStrategy[str | None]

_ROLES = ("listitem", "group", "button", "listitem", "textbox", "dialog", "row", "cell", "checkbox", "link", "generic")
_NAMES = (None, "", "Delete", "Row", "Row 1", "Row 2", "Inbox (3)", "Inbox (4)", "6 minutes ago", "Caf\u00e9", " Row ")
_VALUES = (None, None, None, "", "a", "b", "5", "hello world")
_DESCRIPTIONS = (None, None, None, None, "", "Delete", "opens a dialog")
_TEXTS = ("", "Row", "Delete", "Row 9", "new", "Cafe\u0301")

_STATES: tuple[Mapping[str, object], ...] = (
    {},
    {},
    {"focused": True},
    {"checked": False},
    {"checked": "mixed", "focusable": True},
    {"disabled": True, "expanded": False},
    {"selected": True, "posinset": 2, "setsize": 10},
    {"level": 2},
    {"valuemin": 0, "valuemax": 0.5, "valuetext": "half"},
    {"invalid": "spelling", "required": True},
    {"haspopup": "menu", "expanded": True},
)
_SECRET_STATES: tuple[Mapping[str, object], ...] = ({"protected": True}, {"autocomplete": "cc-number"})
_BOUNDS = (None, (0, 0, 0, 0), (0, 0, 100, 20), (0, 20, 100, 20), (-5, -7, -1, 2**31 - 1))
_IDS = (None, None, "1", "2", "3", "a", "")
_URLS = (
    None,
    None,
    None,
    "",
    "/a",
    "https://example.org/a?token=1#part",
    "https://example.org/a?token=2#part",
    "https://user:secret@example.org/",
    "#/inbox?page=2",
    "data:text/plain,abc",
)
_ACTIONS = (None, None, None, (), ("press",), ("press", "show menu"), ("press", "press"))
_EXTRAS: tuple[Mapping[str, object] | None, ...] = (
    None,
    None,
    None,
    {"x-1": 1},
    {"y": "t", "z": [1.5, {"a": None}]},
    {"z": [1.5, {"a": None}], "y": "t"},
)

_FLAT_FIRST = (1, 2, 1, 3, 2, 1, 99)
"""Wanted depths: each element hangs as deep as it is wanted to, but at most one below the element before it."""


def _sampled(values: Sequence[_T]) -> SearchStrategy[_T]:
    return st.sampled_from(values)


def hostile_texts(rows: Collection[int] = tuple(HOSTILE_TEXTS)) -> SearchStrategy[str]:
    """Texts from the table of bad inputs (:data:`HOSTILE_TEXTS`), alone or within other text.

    Args:
        rows: the numbers of the rows, all of them by default.
    """
    texts = [text for row in sorted(rows) for text in HOSTILE_TEXTS[row]]
    plain = _sampled(("", "Save", " ", "e\u0301"))
    hostile = _sampled(texts)
    return _named("hostile_text", hostile | st.tuples(plain, hostile, plain).map("".join))


def snapshots(
    *,
    min_size: int = 0,
    max_size: int = 12,
    several_roots: bool = True,
    deep: bool = False,
    wide: bool = False,
    duplicates: bool = True,
    hostile: bool = False,
    states: bool = True,
    bounds: bool = True,
    ids: bool = True,
    stable_ids: bool = True,
    urls: bool = True,
    extras: bool = True,
    circumstances: bool = True,
    secrets: bool = False,
    partial: bool = False,
    unknown_roles: bool = False,
) -> SearchStrategy[Snapshot]:
    """Snapshots whose elements often say the same, or nothing. Options switch on what the elements may have.

    Args:
        min_size, max_size: how many elements.
        several_roots: more than one root.
        deep, wide: chains, or all below one parent; with both, either. Without, something of each.
        duplicates: elements may have equal names; if not, each name is another one.
        hostile: texts of :func:`hostile_texts` among the others, wherever a text may stand.
        states, bounds, urls, extras: these fields; extras are keys that uidiff does not know.
        ids: ids, some of them twice. stable_ids: some of them called stable.
        circumstances: app, title, document and the like, and other platforms' role names.
        secrets: fields whose text is hidden, marked in each of the ways there are.
        partial: elements below which not everything was read.
        unknown_roles: roles that fit no vocabulary, and native roles.
    """
    text = hostile_texts()
    own = _sampled((None, "generic", "AXGroup", "btn]\n")) if unknown_roles else st.none()
    row = st.builds(
        Row,
        depth=_levels(several_roots=several_roots, deep=deep, wide=wide),
        role=_sampled((*_ROLES, *HOSTILE_ROLES)) if unknown_roles else _sampled(_ROLES),
        name=_or_hostile(_NAMES, text, hostile=hostile),
        value=_or_hostile(_VALUES, text, hostile=hostile),
        description=_or_hostile(_DESCRIPTIONS, text, hostile=hostile),
        bounds=_sampled(_BOUNDS) if bounds else st.none(),
        states=_states(text, states=states, secrets=secrets, hostile=hostile),
        id=_or_hostile(_IDS, text, hostile=hostile) if ids else st.none(),
        id_stable=_flag(possible=ids and stable_ids),
        automation_id=_sampled((None, "row", "save")) if ids else st.none(),
        url=_or_hostile(_URLS, text, hostile=hostile) if urls else st.none(),
        native_role=own,
        actions=_sampled(_ACTIONS),
        secret=_flag(possible=secrets),
        unread=_flag(possible=partial),
        url_digest=st.none(),
        extra=_sampled(_EXTRAS) if extras else st.none(),
    )
    drawn = st.builds(
        _snapshot,
        st.lists(row, min_size=min_size, max_size=max_size),
        _circumstances(text, hostile=hostile) if circumstances else st.just(Circumstances()),
        several_roots=st.just(several_roots),
        duplicates=st.just(duplicates),
    )
    return _named("snapshot", drawn)


def _named(name: str, drawn: SearchStrategy[_T]) -> SearchStrategy[_T]:
    """The same, with a name for its representation: Hypothesis warns of one as long as these tables."""

    def draw_one(draw: DrawFn) -> _T:
        return draw(drawn)

    draw_one.__name__ = name
    return st.composite(draw_one)()


def _snapshot(rows: Sequence[Row], circumstances: Circumstances, *, several_roots: bool, duplicates: bool) -> Snapshot:
    """The rows in the order given, each as deep as it wants to be and can."""
    placed: list[Row] = []
    for number, row in enumerate(rows):
        deepest = placed[-1].depth + 1 if placed else 0
        least = 0 if several_roots or not placed else 1
        name = row.name if duplicates else f"{row.name or ''} no {number}"
        placed.append(row._replace(depth=max(least, min(row.depth, deepest)), name=name))
    return Snapshot.from_rows(placed, circumstances=circumstances)


def _levels(*, several_roots: bool, deep: bool, wide: bool) -> SearchStrategy[int]:
    wanted: tuple[int, ...] = ((1, 1, 1, 1, 2) if wide else ()) + ((99, 99, 99, 3) if deep else ())
    return _sampled((*(wanted or _FLAT_FIRST), *((0,) if several_roots else ())))


def _or_hostile(known: Sequence[str | None], text: SearchStrategy[str], *, hostile: bool) -> _Texts:
    return _sampled(known) | text if hostile else _sampled(known)


def _flag(*, possible: bool) -> SearchStrategy[bool]:
    return _sampled((False, False, False, True)) if possible else st.just(value=False)


def _states(
    text: SearchStrategy[str],
    *,
    states: bool,
    secrets: bool,
    hostile: bool,
) -> SearchStrategy[Mapping[str, object]]:
    drawn = _sampled((_STATES if states else ({},)) + (_SECRET_STATES if secrets else ()))
    if not (states and hostile):
        return drawn
    return drawn | st.fixed_dictionaries({"valuetext": text, "haspopup": text})


def _circumstances(text: SearchStrategy[str], *, hostile: bool) -> SearchStrategy[Circumstances]:
    return st.builds(
        Circumstances,
        app=_or_hostile((None, "Mail"), text, hostile=hostile),
        pid=_sampled((None, 0, 44037)),
        window=_or_hostile((None, "main"), text, hostile=hostile),
        title=_or_hostile((None, "", "Inbox (3)", "Inbox (4)"), text, hostile=hostile),
        url=_or_hostile(_URLS, text, hostile=hostile),
        document=_or_hostile((None, None, None, "d1", "d2"), text, hostile=hostile),
        action=_or_hostile((None, "press Save"), text, hostile=hostile),
        taken_at=_sampled((None, 0.0, 1700000000.125)),
        platform=_sampled(PLATFORMS),
        extra=_sampled((None, '{"zoom": 1.5}')),
    )


# ------------------------------------------------------------------------ pairs


def edits(*, max_edits: int = 4, kinds: Collection[str] = KINDS, hostile: bool = False) -> SearchStrategy[list[Edit]]:
    """Edit scripts for :func:`apply_edits`.

    Args:
        max_edits: how many edits.
        kinds: which kinds of edits, all of :data:`KINDS` by default.
        hostile: new texts may be hostile.
    """
    edit = st.builds(
        Edit,
        kind=_sampled([kind for kind in KINDS if kind in kinds]),
        at=st.integers(0, 30),
        to=st.integers(0, 60),
        text=_sampled(_TEXTS) | hostile_texts() if hostile else _sampled(_TEXTS),
    )
    return _named("edit_script", st.lists(edit, max_size=max_edits))


def edited(
    trees: SearchStrategy[Snapshot] | Snapshot | None = None,
    *,
    scripts: SearchStrategy[list[Edit]] | None = None,
) -> SearchStrategy[Edited]:
    """A snapshot before and after an edit script, with the true pairs.

    Args:
        trees: the snapshot, or what draws it; :func:`snapshots` by default.
        scripts: what draws the script; :func:`edits` by default.
    """
    if trees is None:
        trees = snapshots()
    before = st.just(trees) if isinstance(trees, Snapshot) else trees
    return st.builds(apply_edits, before, edits() if scripts is None else scripts)


def snapshot_pairs(
    trees: SearchStrategy[Snapshot] | None = None,
    *,
    scripts: SearchStrategy[list[Edit]] | None = None,
) -> SearchStrategy[tuple[Snapshot, Snapshot]]:
    """Pairs (before, after): mostly edited ones, and some that have nothing to do with each other.

    Args:
        trees: what draws the snapshots; :func:`snapshots` by default.
        scripts: what draws the edit scripts; :func:`edits` by default.
    """
    trees = snapshots() if trees is None else trees
    related = edited(trees, scripts=scripts).map(_sides)
    return st.one_of(related, related, st.tuples(trees, trees))


def _sides(pair: Edited) -> tuple[Snapshot, Snapshot]:
    return pair.before, pair.after


@st.composite
def matchings(draw: DrawFn, before: Snapshot, after: Snapshot) -> Matching:
    """Any one-to-one matching of two snapshots, right or wrong: ``diff`` must hold its laws with each."""
    count = draw(st.integers(0, min(len(before), len(after))))
    chosen = draw(st.permutations(range(len(before))))[:count]
    partners = draw(st.permutations(range(len(after))))[:count]
    return Matching.from_pairs(zip(chosen, partners, strict=True), before=before, after=after)
