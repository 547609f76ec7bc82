"""Events: what a tree diff means, each a frozen value (spec/definitions#20-events).

Every event has ``label``, what to call the element concerned, and ``records``, the records of the delta that it was
read from. The label is the element's own (its name, else its value, else its description), else the first such text
below it, else "". Labels and all other texts are the UI's own: unquoted, as long as they are.

These classes say what is claimed; ``rules`` says how it is found. All roles are ARIA's, so one rule serves every
platform. Visible is an element that is neither ``offscreen`` nor below one that is; to *appear* is to come and be
visible, or to stay and become visible; to *go* is the reverse; what was not read neither appears nor goes. A text is
what a leaf says: its name, else its value; an element below which nothing is said counts as a leaf. White space and
characters that cannot be seen say nothing, and a list marker (the bullet before an item) is nobody's label.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from uidiff.diffing.records import Record

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
    """What all events have. They compare by value, within their kind; how, stands here once, as making the same methods
    for each kind would take a while at every start.

    Attributes:
        label: what to call the element concerned, "" where there is none or it says nothing.
        records: the records behind it, in the delta's order; none where only circumstances or counts are behind it.
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
    """A dialog, an alert dialog or a further window appeared: one event for the outermost of several in each other.

    A further window is a ``window`` that appeared, or a new root beside one that stayed, unless it is a menu, a tooltip
    or a list box. ``modal`` as the element says.
    """

    role: str = "dialog"
    modal: bool = False


@attrs.frozen(eq=False, repr=False)
class DialogClosed(Event):
    """What :class:`DialogAppeared` is about went."""

    role: str = "dialog"


class MenuOpened(Event):
    """A ``menu`` appeared, or its first visible menu item did while it stayed (closed menus of desktop programs). One
    that appeared without a visible item is the title of a closed menu if it has items or stands in a menu (bar).

    The label is the menu's own name, else that of the element that says ``expanded`` since, else that of what
    was focused before and can pop up something (``haspopup``), else the first item's. One event for the outermost of
    several in each other. A list box that a combo box opens is no menu: that is :class:`Toggled`.
    """

    __slots__ = ()


class MenuClosed(Event):
    """What :class:`MenuOpened` is about went; the label is found in the same way, in the tree before: that of what said
    ``expanded`` until then, or is focused now and can pop up something.
    """

    __slots__ = ()


@attrs.frozen(eq=False, repr=False)
class FocusMoved(Event):
    """The deepest newly focused element has the focus: one event at most. The root does not count as a holder, and of
    several holders a visible one is believed before a hidden one.

    Not said of an element below which the holder from before still has the focus, nor where the new holder came and has
    the role and the label of a holder that went (it was made anew). If nothing but the root is focused after, and
    something was before, ``label`` and ``role`` are empty: focus left ``from_label``.
    """

    role: str = ""
    from_label: str = ""


@attrs.frozen(eq=False, repr=False)
class PageNavigated(Event):
    """``document`` differs, or the path (with the host before it), the query or the route-like fragment of the URL
    does; what is not known on one of the sides does not differ.

    The label is the title after, else the URL as shown. ``soft``: the document is the same, or not known to differ. Of
    the query only the keys are shown; its values are taken to differ if the whole URL does, there is a query with
    values and no fragment but a route (so are those of a route's own query). A jump to another plain fragment
    (``#section``) is no navigation. Where the document differs, no items are said to have been added or removed,
    nothing to have moved, and no content to have loaded.
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
    """An element became ``busy``, or a busy one or a ``progressbar`` without value came: work is under way."""

    __slots__ = ()


class BusyEnded(Event):
    """An element is no longer ``busy``, or a busy one or a ``progressbar`` without value went."""

    __slots__ = ()


@attrs.frozen(eq=False, repr=False)
class ErrorAppeared(Event):
    """A visible ``alert`` or ``alertdialog`` says something that it did not say, an element has become ``invalid``, or
    a new message has a word of the error list (``EventRules.error_words``).

    The label is the message: all texts of the alert that are new, joined by spaces; or the invalid element's label. A
    message is a visible element that came (and for which none of its role and words went) and has such a word as a
    whole word in its own name or value, at most 200 characters long, and is no content: not in a row, cell, list item,
    option, tree item, article, menu, link, button, heading, code or editable element; not where a page was navigated to
    or content was loaded. One event for each alert, and for each outermost message outside of alerts. An alert that is
    empty or off screen is no news. An ``alertdialog`` is a dialog that appeared as well.
    """

    role: str = ""


@attrs.frozen(eq=False, repr=False)
class StatusAnnounced(Event):
    """A live region says something else: a ``status``, a ``log`` or an element whose state ``live`` is polite or
    assertive (the outermost of several in each other), or a toast in one; not an ``alert``, but one that went is said.

    The label is what is new in it: its new and changed texts, joined by spaces. With ``gone`` it is what was there: the
    region went, or all its texts did and nothing took their place. A toast is a live region within another: it is said
    by itself only when it goes and the other still speaks. A region or a text that was made anew says nothing new, and
    what an alert in a region says is the alert's. Of tables and grids that are live, and of a region
    that says ``off``, nothing is said. Off screen regions are no news.
    """

    role: str = ""
    gone: bool = False


@attrs.frozen(eq=False, repr=False)
class ValueEntered(Event):
    """The value of an input that stayed differs: a ``textbox``, ``searchbox``, ``combobox``, ``spinbutton`` or
    ``slider``, or an element that is ``editable``. Not of one that is read-only and was.

    ``before`` and ``after`` are the values, "" where there is none. Behind it are also the records of what shows the
    value below the input. The label is the input's name, else its description, else ""; never the
    value.
    """

    role: str = ""
    before: str = ""
    after: str = ""


@attrs.frozen(eq=False, repr=False)
class SelectionChanged(Event):
    """``selected`` differs in elements that stayed: one event for each parent.

    The label is that of the first one that is selected now; if there is none among the changed ones, of the first one
    that no longer is, and ``selected`` is false. Nothing is said of menus and what is in them, of what is visible
    neither before nor after, nor below a combo box whose value changed: :class:`ValueEntered` says that.
    """

    role: str = ""
    selected: bool = True


@attrs.frozen(eq=False, repr=False)
class Toggled(Event):
    """``checked``, ``pressed`` or ``expanded`` differs in an element that stayed; absent counts as false.

    One event for each element and state; of radio buttons only the one that is checked now. ``before`` and ``after``
    are "true", "false" or "mixed". What only says ``expanded`` because its menu opened or closed is toggled too.
    """

    role: str = ""
    state: str = "checked"
    before: str = "false"
    after: str = "true"


@attrs.frozen(eq=False, repr=False)
class EnabledChanged(Event):
    """``disabled`` differs in an element that stayed and is visible after. What an ancestor's change explains, or the
    opening or closing of a menu around it, is not said.
    """

    role: str = ""
    enabled: bool = True


@attrs.frozen(eq=False, repr=False)
class ItemsAdded(Event):
    """Items came below a parent that stayed: one event for each such parent and role.

    Items are ``listitem``, ``row``, ``option``, ``treeitem``, ``tab``, ``article``, ``menuitem`` (and its checkbox and
    radio kinds); not the items of a menu or a list box that opened (it appeared; or it stayed, a combo box says
    ``expanded`` since, and now its first option is visible), and, of nested ones, the outermost. The parent is the
    nearest ancestor that stayed; where there is none, nothing is said. Visible ones only. Items that went elsewhere in
    the same step with equal role and texts were made anew: neither added nor removed. The label is the first item's,
    ``within`` the label of the nearest ancestor that has a name of its own.
    """

    role: str = ""
    count: int = 1
    within: str = ""


@attrs.frozen(eq=False, repr=False)
class ItemsRemoved(Event):
    """Items went from below a parent that stayed: as :class:`ItemsAdded`, in the tree before."""

    role: str = ""
    count: int = 1
    within: str = ""


@attrs.frozen(eq=False, repr=False)
class ListReordered(Event):
    """At least three elements of one role changed places among those that hang below one element that stayed (or among
    those that hang below none: the label is "" then).

    The label is the parent's, ``role`` that of most of the elements that are off the longest run that kept its order,
    ``count`` how many are off it, of whichever role.
    """

    role: str = ""
    count: int = 0


@attrs.frozen(eq=False, repr=False)
class ElementMoved(Event):
    """An element hangs or stands elsewhere, and no :class:`ListReordered` says so. Not said of what says nothing (no
    label and no text below) nor of what is not visible.
    """

    role: str = ""


@attrs.frozen(eq=False, repr=False)
class LayoutShifted(Event):
    """So many elements changed their bounds and nothing else: one event for all, where bounds are reported."""

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
