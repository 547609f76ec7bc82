"""Events: what a tree diff means, each a frozen value (spec/definitions#20-events).

Every event has ``label``, the label of its element, and ``records``, the records of the delta that it was found in. The
label is the element's own (its name, else its value, else its description), else the first such text below it, else "".
Labels and all other texts are the UI's own: unquoted, at full length.

These classes say what is claimed; the rules in ``meaning`` find it. All roles are ARIA's, so one rule serves every
platform. An element is visible if neither it nor an ancestor is ``offscreen``. It *appears* if it is added and visible,
or paired and becomes visible; it *disappears* in the reverse cases. Unknown and newly read elements do neither. A text
is the name, else the value, of an element with no text below it. White space and invisible characters are no text, and
a list marker (the bullet before an item) labels nothing.
"""

from __future__ import annotations

import re
from typing import ClassVar

import attrs

from uidiff.diffing.records import Record
from uidiff.errors import UnknownName

__all__ = [
    "EVENTS",
    "BusyEnded",
    "BusyStarted",
    "ContentLoaded",
    "DialogAppeared",
    "DialogClosed",
    "ElementMoved",
    "EnabledChanged",
    "ErrorAppeared",
    "Event",
    "FocusMoved",
    "ItemsAdded",
    "ItemsRemoved",
    "LayoutShifted",
    "ListReordered",
    "MenuClosed",
    "MenuOpened",
    "PageNavigated",
    "SelectionChanged",
    "StatusAnnounced",
    "TitleChanged",
    "Toggled",
    "ValueEntered",
]


@attrs.frozen(eq=False, repr=False)
class Event:
    """The base of all events. They compare by value, within their kind; the methods stand here once, as attrs would
    need time at every start to make them for each kind.

    Attributes:
        label: the label of the element, "" if there is no element or it has no text.
        records: the records that it was found in, in the delta's order; none if it follows from circumstances or
            counts.
    """

    label: str
    records: tuple[Record, ...] = attrs.field(default=(), kw_only=True, repr=False)

    kind: ClassVar[str] = "event"

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        shown = [f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr]
        return f"{type(self).__name__}({', '.join(shown)})"

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, field.name) for field in attrs.fields(type(self)))


@attrs.frozen(eq=False, repr=False)
class DialogAppeared(Event):
    """A dialog, an alert dialog or a further window appeared: of nested ones, one event for the outermost.

    A further window is a ``window`` that appeared, or a new root beside one that stayed, unless it is a menu, a tooltip
    or a list box. ``modal`` as the element says.
    """

    role: str = "dialog"
    modal: bool = False


@attrs.frozen(eq=False, repr=False)
class DialogClosed(Event):
    """A dialog, an alert dialog or a further window, as in :class:`DialogAppeared`, disappeared."""

    role: str = "dialog"


class MenuOpened(Event):
    """A ``menu`` appeared, or it is paired and its first visible menu item appeared (closed menus of desktop programs).
    A menu that appeared without a visible item is the title of a closed menu if it has items or is inside a menu (bar).

    The label is the menu's own name, else that of the element that is now ``expanded``, else that of the element with
    ``haspopup`` that was focused before, else the first item's. Of nested menus, one event for the outermost. A list
    box that a combo box opens is no menu: that is :class:`Toggled`.
    """

    __slots__ = ()


class MenuClosed(Event):
    """A menu closed: :class:`MenuOpened` in reverse. The label is found in the tree before: that of the element that
    was ``expanded``, or of the element with ``haspopup`` that is focused now.
    """

    __slots__ = ()


@attrs.frozen(eq=False, repr=False)
class FocusMoved(Event):
    """The focus moved to the deepest newly focused element: one event at most. Roots do not count as focused, and of
    several focused elements a visible one goes before a hidden one.

    There is no event for an ancestor of the element that had the focus and still has it, nor for an added element with
    the role and label of a removed focused one (it was re-created). If an element was focused before and none but a
    root is after, ``label`` and ``role`` are empty: focus left ``from_label``.
    """

    role: str = ""
    from_label: str = ""


@attrs.frozen(eq=False, repr=False)
class PageNavigated(Event):
    """``document`` differs, or the path (with the host before it), the query or the route-like fragment of the URL
    does; a value unknown on one of the sides does not differ.

    The label is the title after, else the URL as shown. ``soft``: the document is the same, or not known to differ. Of
    the query only the keys are shown; its values are taken to differ if the whole URL does, there is a query with
    values and no fragment but a route (so are those of a route's own query). A jump to another plain fragment
    (``#section``) is no navigation. If the document differs, there are no events of items, moves and loaded content.
    """

    before_url: str = ""
    after_url: str = ""
    soft: bool = False


@attrs.frozen(eq=False, repr=False)
class TitleChanged(Event):
    """The title differs; or, where neither snapshot has one, the name of the first root, which is both times a
    ``window`` or ``document``, and the same element or a document that was replaced. The label is the title after,
    ``before`` the one before.
    """

    before: str = ""


@attrs.frozen(eq=False, repr=False)
class ContentLoaded(Event):
    """The number of elements jumped: at least 20 more of them, and at least 1.5 times as many. The label is ""."""

    before_count: int = 0
    after_count: int = 0


class BusyStarted(Event):
    """An element became ``busy``, or a busy one or a ``progressbar`` without value was added."""

    __slots__ = ()


class BusyEnded(Event):
    """An element is no longer ``busy``, or a busy one or a ``progressbar`` without value was removed."""

    __slots__ = ()


@attrs.frozen(eq=False, repr=False)
class ErrorAppeared(Event):
    """Something went wrong, and the window says so: in an alert, at a field, or in a message without a role.

    An ``alert`` or ``alertdialog`` has a new text with a word of the error list (``EventRules.error_words``), the
    name of an error (``KeyError``) or a problem word (``EventRules.problem_words``), or came with a field that became
    invalid; other alerts are :class:`StatusAnnounced`. An element has become ``invalid``. Or a visible element was
    added (none of its role and texts was removed) whose own name or value, at most 200 characters long, has an error
    word, or a problem word beside a field that stayed or in a form that came back at the same address, and that is no
    content: not in a row, cell, list item, option, tree item, article, menu, link, button, heading, code or editable
    element; not where another page was navigated to or content was loaded.

    The label is the message: all texts of the alert that are new, joined by spaces; or the invalid element's label,
    with its new description. One event for each alert, and for each outermost message outside of alerts. An alert
    that is empty or off screen is no news. An ``alertdialog`` is a dialog that appeared as well.
    """

    role: str = ""


@attrs.frozen(eq=False, repr=False)
class StatusAnnounced(Event):
    """The texts of a live region changed: a ``status``, a ``log``, an ``alert`` that tells of no error, or an element
    whose state ``live`` is polite or assertive (of nested ones the outermost), or a toast in one; or a sentence
    without a role for it was put at the very end of a window. Not where the region came or went as a part of
    something larger.

    The label is its new and changed texts, joined by spaces. With ``gone`` it is its former texts: the region was
    removed, or all its texts were and none took their place. A toast is a live region inside another one: it has an
    event of its own only when it is gone and the other one still has texts. Re-created regions and texts are not new,
    and the texts of an alert in a region are the alert's. There are no events of live tables and grids, of regions
    whose ``live`` is ``off``, and of regions off the screen.
    """

    role: str = ""
    gone: bool = False


@attrs.frozen(eq=False, repr=False)
class ValueEntered(Event):
    """The value of a paired input differs: a ``textbox``, ``searchbox``, ``combobox``, ``spinbutton`` or
    ``slider``, or an element that is ``editable``. Not of one that is and was read-only.

    ``before`` and ``after`` are the values, "" where there is none. The records of elements below the input that show
    its value belong to it. The label is the input's name, else its description, else ""; never the
    value.
    """

    role: str = ""
    before: str = ""
    after: str = ""


@attrs.frozen(eq=False, repr=False)
class SelectionChanged(Event):
    """``selected`` differs in paired elements: one event for each parent. ``count`` is the number of elements that are
    selected now (else: no longer are), a row and its cells as one.

    The label is that of the first one that is selected now; if there is none among the changed ones, of the first one
    that no longer is, and ``selected`` is false. There are no events of menus and elements in them, of elements visible
    on neither side, nor below a combo box whose value changed: that is :class:`ValueEntered`.
    """

    role: str = ""
    selected: bool = True
    count: int = 1


@attrs.frozen(eq=False, repr=False)
class Toggled(Event):
    """``checked``, ``pressed`` or ``expanded`` differs in a paired element; absent counts as false.

    One event for each element and state; of radio buttons only the one that is checked now. ``before`` and ``after``
    are "true", "false" or "mixed". An element that is ``expanded`` because its menu opened is toggled, too.
    """

    role: str = ""
    state: str = "checked"
    before: str = "false"
    after: str = "true"


@attrs.frozen(eq=False, repr=False)
class EnabledChanged(Event):
    """``disabled`` differs in a paired element that is visible after; not if an ancestor's change explains it, or a
    menu around it that opened or closed.
    """

    role: str = ""
    enabled: bool = True


@attrs.frozen(eq=False, repr=False)
class ItemsAdded(Event):
    """Items were added below a paired parent: one event for each such parent and role.

    Items are ``listitem``, ``row``, ``option``, ``treeitem``, ``tab``, ``article``, ``menuitem`` (and its checkbox
    and radio kinds), and what looks like items: siblings made of the same roles, and children of a list, if the list
    had such before; not those of a dialog, a menu or a list box that opened (it appeared; or it is paired, a combo
    box was ``expanded``, and now its first option is visible), nor those of a page that was behind a dialog; of
    nested ones the outermost. The rows of a flat table are items too; the records are those of their cells. The
    parent is the nearest paired ancestor; where there is none, there is no event. Visible ones only. An item with an
    equal one, in role and texts, that was removed in the same step was re-created: neither added nor removed. The
    label is the first item's, ``within`` the name of the nearest ancestor that has one of its own.
    """

    role: str = ""
    count: int = 1
    within: str = ""


@attrs.frozen(eq=False, repr=False)
class ItemsRemoved(Event):
    """Items were removed from below a paired parent: as :class:`ItemsAdded`, in the tree before."""

    role: str = ""
    count: int = 1
    within: str = ""


@attrs.frozen(eq=False, repr=False)
class ListReordered(Event):
    """At least three items changed places among those below one paired element (or among those below none: the label is
    "" then), and most of them that stayed are called as before; or three elements of any role, where none came or went.

    The label is the parent's, ``role`` that of most of the elements that are off the longest run that kept its order
    ("" if there is none), ``count`` how many are off it.
    """

    role: str = ""
    count: int = 0


@attrs.frozen(eq=False, repr=False)
class ElementMoved(Event):
    """An item stands elsewhere, outside of a :class:`ListReordered`: it is one of at most two that changed places in
    a list in which none came or went; or it has another parent, its label is no other's, and what is around it for a
    reader is something else, not only a wrapper. Not of an item without label, nor of one that is not visible.
    """

    role: str = ""


@attrs.frozen(eq=False, repr=False)
class LayoutShifted(Event):
    """Elements changed their bounds and nothing else: one event for all, if bounds are reported."""

    count: int = 0


EVENTS: tuple[type[Event], ...] = (
    PageNavigated,
    DialogAppeared,
    ErrorAppeared,
    DialogClosed,
    MenuOpened,
    MenuClosed,
    FocusMoved,
    StatusAnnounced,
    BusyStarted,
    BusyEnded,
    ContentLoaded,
    TitleChanged,
    ValueEntered,
    SelectionChanged,
    Toggled,
    EnabledChanged,
    ItemsAdded,
    ItemsRemoved,
    ListReordered,
    ElementMoved,
    LayoutShifted,
)
"""The kinds of events, the most important first: the order of ``delta.events`` and of the summary."""


def event_name(kind: type[Event]) -> str:
    """The name of an event kind: ``dialog-appeared`` for ``DialogAppeared``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def event_kind(name: str) -> type[Event]:
    """The event kind of a name: ``dialog-appeared``, or the name of the class.

    Raises:
        UnknownName: no event kind has the name.
    """
    wanted = re.sub(r"[^a-z]", "", name.lower())
    for kind in EVENTS:
        if kind.__name__.lower() == wanted:
            return kind
    raise UnknownName("event", name, map(event_name, EVENTS))
