"""One UI tree, read at one moment: flat, in pre-order, immutable, with its circumstances."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeVar, cast

import attrs

from uidiff.model.builder import Checked, check, columns_of_rows
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Columns
from uidiff.model.dicts import columns_of_nodes, nodes_of_columns
from uidiff.model.element import PATH_LENGTH, Element, path_text
from uidiff.model.finishing import finish
from uidiff.model.limits import Limits
from uidiff.model.redaction import NO_DIGESTS, Redaction, distinct_states
from uidiff.model.roles import checked_role
from uidiff.model.shape import NO_PARENT, last_at, parents_of, positions_of, subtree_ends
from uidiff.text import fold_column

__all__ = ["FoldedTexts", "RedactOption", "Snapshot"]

_V = TypeVar("_V")

FEW = 16
"""Elements whose parents are searched for, at most. One search takes about as long as computing the parents of as many
in a row; in the worst case, as a look through the depths of all elements before it.
"""

RedactOption = Redaction | Callable[[Mapping[str, object]], bool] | None


class FoldedTexts(NamedTuple):
    """Folded texts (NFC, single spaces), "" where absent or invisible: one tuple a field."""

    name: tuple[str, ...]
    value: tuple[str, ...]
    description: tuple[str, ...]


def _counted(notes: Mapping[str, int]) -> dict[str, int]:
    return dict(notes)


def _digests(hidden: Mapping[int, bytes]) -> Mapping[int, bytes]:
    return MappingProxyType(dict(hidden)) if hidden else NO_DIGESTS


@attrs.frozen(eq=False, repr=False)
class Snapshot:
    """A UI tree. Make one with :meth:`from_dicts`, :meth:`from_rows` or ``uidiff.load``.

    Equal to another snapshot that saves to the same bytes; unhashable; ``len``, ``[i]`` and iteration give elements.

    Attributes:
        columns: the elements, one tuple a field, all of one length.
        circumstances: where and when it was taken.
        hidden: by index of each outermost secret field a digest of what was hidden in it and below, where something
            was and the redaction had a salt. In memory only: neither saved nor compared, pickled or printed.
    """

    columns: Columns
    circumstances: Circumstances
    _notes: dict[str, int] = attrs.field(factory=dict, converter=_counted)
    hidden: Mapping[int, bytes] = attrs.field(default=NO_DIGESTS, converter=_digests)
    _views: dict[object, object] = attrs.field(factory=dict, init=False)

    # ------------------------------------------------------------ construction

    @classmethod
    def from_dicts(
        cls,
        nodes: Sequence[object] | Mapping[str, object],
        *,
        app: str | None = None,
        pid: int | None = None,
        window: str | None = None,
        title: str | None = None,
        url: str | None = None,
        document: str | None = None,
        action: str | None = None,
        taken_at: float | None = None,
        platform: str = "aria",
        concealed: Sequence[str] = (),
        limits: Limits | None = None,
        redact: RedactOption = None,
    ) -> Snapshot:
        """A snapshot of elements given as dicts: only ``role`` is required, nothing is guessed.

        Args:
            nodes: a flat list in pre-order, each with ``parent`` (an index, or None for a root), or nested roots (one
                or a list) with ``children``. Keys: role, name, value, description, bounds ``[x, y, width, height]``,
                states, id, id_stable, automation_id, url, native_role, actions, secret, unread; others are kept in
                ``extra``.
            app, pid, window, title, url, document, action: the circumstances (see :class:`Circumstances`).
            taken_at: Unix seconds.
            platform: whose role names these are: aria, web, atspi, uia, ax, android or xcuitest.
            concealed: stable ids of elements that an earlier snapshot shows, and that live on out of this tree: the
                outermost ones (see :class:`Circumstances`).
            limits: how large it may be.
            redact: what is secret besides what the tree marks: a :class:`Redaction`, or just its rule.

        Raises:
            InvalidSnapshot: something does not fit; the message names its JSON path and the cure.
            LimitExceeded: it is larger than ``limits``.
            UnknownName: no such platform.
        """
        circumstances = Circumstances(
            app=app,
            pid=pid,
            window=window,
            title=title,
            url=url,
            document=document,
            action=action,
            taken_at=taken_at,
            platform=platform,
            concealed=tuple(concealed),
        )
        return cls.of_nodes(nodes, circumstances, limits=limits, redact=redact)

    @classmethod
    def of_nodes(
        cls,
        nodes: object,
        circumstances: Circumstances,
        *,
        limits: Limits | None = None,
        redact: RedactOption = None,
    ) -> Snapshot:
        """As :meth:`from_dicts`, with a :class:`Circumstances`."""
        limits = limits or Limits()
        given = columns_of_nodes(nodes, limits)
        checked = check(given.columns, circumstances, limits=limits, place=given.place, notes=given.notes)
        return cls(*finish(checked, limits=limits, redaction=_redaction(redact)))

    def finished(self, *, limits: Limits | None = None, redact: RedactOption = None) -> Snapshot:
        """Hide secrets and clip long texts by these rules; return self if nothing changes."""
        return self._finished(self.columns, limits or Limits(), _redaction(redact))

    def with_secrets(
        self,
        indices: Collection[int],
        *,
        redact: RedactOption = None,
        limits: Limits | None = None,
    ) -> Snapshot:
        """Make these elements secret; return self if all of them are.

        The builder's rules for a field marked ``secret`` apply: of a text box its value, texts that repeat it and all
        below it are hidden, but not its label. Nothing that is hidden comes back.

        Args:
            indices: of the elements.
            redact: by which the snapshot was built; its salt, if any, makes the digests of what is hidden now.
            limits: by which the snapshot was built.

        Raises:
            IndexError: no element has such an index.
        """
        marked = set(indices)
        if any(not 0 <= index < len(self) for index in marked):
            wrong = min(index for index in marked if not 0 <= index < len(self))
            raise IndexError(f"element {wrong} of a snapshot of {len(self)}")
        if all(self.columns.secret[index] for index in marked):
            return self
        flags = (flag or index in marked for index, flag in enumerate(self.columns.secret))
        done = attrs.evolve(_redaction(redact), rule=None, patterns=())  # they saw the texts that were hidden
        return self._finished(self.columns._replace(secret=tuple(flags)), limits or Limits(), done)

    def _finished(self, columns: Columns, limits: Limits, redaction: Redaction) -> Snapshot:
        states = distinct_states(columns)
        checked = Checked(columns, self.circumstances, self.notes, states, limits.max_text + 1)  # it may be longer
        made = finish(checked, limits=limits, redaction=redaction, hidden=self.hidden)
        same = made.columns is self.columns and made.circumstances is self.circumstances
        return self if same else Snapshot(*made)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Sequence[object]],
        *,
        circumstances: Circumstances | None = None,
        limits: Limits | None = None,
        redact: RedactOption = None,
    ) -> Snapshot:
        """Build a snapshot of row tuples in pre-order (see :class:`Row`): the fast way, for backends and importers.

        Raises: as :meth:`from_dicts`; a path names the row, ``$[12].name``.
        """
        limits = limits or Limits()
        checked = check(columns_of_rows(rows), circumstances or Circumstances(), limits=limits)
        return cls(*finish(checked, limits=limits, redaction=_redaction(redact)))

    # ------------------------------------------------------------------ elements

    def __len__(self) -> int:
        return len(self.columns.role)

    def __getitem__(self, index: int) -> Element:
        if not isinstance(index, int):
            raise TypeError(f"a snapshot takes one index, got {type(index).__name__}")
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"element {index} of a snapshot of {count}")
        return Element(self, index % count)

    def __iter__(self) -> Iterator[Element]:
        return (Element(self, index) for index in range(len(self)))

    @property
    def roots(self) -> tuple[Element, ...]:
        """The elements without parent, in order."""
        return tuple(Element(self, index) for index, depth in enumerate(self.columns.depth) if depth == 0)

    def find(self, *, role: str | None = None, name: str | None = None) -> tuple[Element, ...]:
        """Return the elements of that role and exactly that name, in document order; either may be left out.

        ``role`` may be written as any ARIA role is (``image`` finds ``img``). UnknownName if it looks like a typo.
        """
        wanted = None if role is None else checked_role(role, self.columns.role)
        pairs = zip(self.columns.role, self.columns.name, strict=True)
        return tuple(
            Element(self, index)
            for index, (one_role, one_name) in enumerate(pairs)
            if (wanted is None or one_role == wanted) and (name is None or one_name == name)
        )

    # ------------------------------------------------------------------- shape

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """The index of each element's parent; -1 for roots."""
        return tuple(parents_of(self.columns.depth))

    def parents_at(self, indices: Sequence[int]) -> list[int]:
        """Return the parents of some elements; of a few they are searched for, which is faster than to compute all."""
        if len(indices) <= FEW and len(indices) * FEW < len(self):
            depths = self.columns.depth
            return [last_at(depths, depths[index] - 1, index) for index in indices]
        return [self.parents[index] for index in indices]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each element the index behind its last descendant."""
        return tuple(subtree_ends(self.parents))

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """For each element its place among all children of its parent."""
        return tuple(positions_of(self.parents))

    @cached_property
    def folded(self) -> FoldedTexts:
        """Name, value and description of each element, folded for matchers."""
        columns = (fold_column(getattr(self.columns, name)) for name in FoldedTexts._fields)
        return FoldedTexts(*(tuple(text or "" for text in column) for column in columns))

    def view(self, make: Callable[[Snapshot], _V], shortcut: Callable[[], _V | None] | None = None) -> _V:
        """Return ``make(self)``, computed once: for data that other rooms derive from the whole tree.

        Args:
            make: computes it.
            shortcut: computes the same in less time; None if it cannot.
        """
        if make not in self._views:
            quick = None if shortcut is None else shortcut()
            self._views[make] = make(self) if quick is None else quick
        return cast("_V", self._views[make])

    def share(self, other: Snapshot, *views: Callable[[Snapshot], object]) -> None:
        """Take over what another snapshot knows of itself already, so that it is not computed again.

        Args:
            other: the shape is taken over if it has the same depths.
            views: that are the same of both.
        """
        self._views.update((make, other._views[make]) for make in views if make in other._views)
        if self.columns.depth == other.columns.depth:
            for name in ("parents", "ends", "positions"):
                with suppress(AttributeError):  # not computed yet
                    object.__setattr__(self, name, object.__getattribute__(other, name))

    def path_of(self, index: int) -> str:
        """Return the path of the element at ``index`` (see ``Element.path``)."""
        roles: list[str] = []
        above = self.parents[index]
        while above != NO_PARENT and len(roles) <= PATH_LENGTH:
            roles.append(self.columns.role[above])
            above = self.parents[above]
        return path_text(roles)

    # ----------------------------------------------------------- circumstances

    @property
    def app(self) -> str | None:
        """The application."""
        return self.circumstances.app

    @property
    def pid(self) -> int | None:
        """Its process id."""
        return self.circumstances.pid

    @property
    def window(self) -> str | None:
        """The window, by the caller's name."""
        return self.circumstances.window

    @property
    def title(self) -> str | None:
        """The window's or the page's title."""
        return self.circumstances.title

    @property
    def url(self) -> str | None:
        """The page's address: the part that may be shown."""
        return self.circumstances.url

    @property
    def document(self) -> str | None:
        """Which loaded document; a change means a navigation."""
        return self.circumstances.document

    @property
    def action(self) -> str | None:
        """The action before the snapshot."""
        return self.circumstances.action

    @property
    def taken_at(self) -> float | None:
        """Unix seconds, UTC."""
        return self.circumstances.taken_at

    @property
    def platform(self) -> str:
        """The platform of the role names that it was built from."""
        return self.circumstances.platform

    @property
    def concealed(self) -> tuple[str, ...]:
        """Stable ids of elements that live on, and that the accessibility tree shows no more: the outermost ones."""
        return self.circumstances.concealed

    @property
    def extra(self) -> Mapping[str, object]:
        """Unknown keys: JSON values by name."""
        return MappingProxyType(json.loads(self.circumstances.extra) if self.circumstances.extra else {})

    @property
    def notes(self) -> Mapping[str, int]:
        """Repairs of the builder, counted by kind, such as "clipped texts" or "cut cycles".

        About this build only: neither saved nor compared.
        """
        return MappingProxyType(self._notes)

    @property
    def unread(self) -> tuple[Element, ...]:
        """The elements whose descendants were not read."""
        return tuple(Element(self, index) for index, unread in enumerate(self.columns.unread) if unread)

    @property
    def partial(self) -> bool:
        """Whether any element is unread."""
        return True in self.columns.unread

    # ---------------------------------------------------------------- identity

    def share_columns(self, other: Snapshot) -> bool:
        """Hold each column that equals that of ``other`` as the same object; return whether all are equal.

        Nothing is changed by it but memory, and what compares the two again sees it at one look. States stay apart:
        the numbers 1 and 1.0 are equal, and are saved differently.
        """
        if len(self) != len(other):
            return False
        equal = [mine is theirs or mine == theirs for mine, theirs in zip(self.columns, other.columns, strict=True)]
        fields = zip(Columns._fields, equal, other.columns, strict=True)
        shared = {name: column for name, same, column in fields if same and name != "states"}
        object.__setattr__(self, "columns", self.columns._replace(**shared))  # type: ignore[arg-type]  # of these names
        return all(equal)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # unhashable: two of them may be equal and large

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return self is other or (self.circumstances == other.circumstances and self.columns == other.columns)

    def __reduce__(self) -> tuple[type[Snapshot], tuple[object, ...]]:
        """Pickle and copy without views, which may be large and nested."""
        return Snapshot, (self.columns, self.circumstances, self._notes)

    @cached_property
    def digest(self) -> str:
        """32 hex digits (blake2b, 128 bits) of all that is saved: equal for equal snapshots, on every platform."""
        from hashlib import blake2b  # slow to import, and not needed to compare

        known = attrs.asdict(self.circumstances)
        if not known["concealed"]:
            del known["concealed"]  # as in digests of versions that knew of none
        text = json.dumps([known, self.columns._asdict()], ensure_ascii=False, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def to_dicts(self) -> list[dict[str, object]]:
        """Return the elements as a flat list of dicts for :meth:`from_dicts`, without absent fields."""
        return nodes_of_columns(self.columns, self.parents)

    def __repr__(self) -> str:
        partial = ", partial" if self.partial else ""
        return f"<Snapshot of {len(self)} elements{partial}>"

    def _repr_html_(self) -> str:
        """Return the beginning of the tree, for a notebook (formats/html/fragment.py, by the registry of displays)."""
        from uidiff.plugins import display  # only notebooks need it

        return display(self)


def _redaction(given: RedactOption) -> Redaction:
    if given is None or isinstance(given, Redaction):
        return given or Redaction()
    if not callable(given):
        raise TypeError(f"redact takes a Redaction or its rule, a function, got {type(given).__name__}")
    return Redaction(rule=given)
