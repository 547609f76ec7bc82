"""What the elements around a node say of it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["TOP", "Around"]


class Around(NamedTuple):
    """What a node is told by what is around it; it is read again where that changes.

    Attributes:
        depth: of its row.
        unseen: whether it is ``visibility: hidden``, which what is below it may undo.
        behind: whether it is behind a modal dialog.
        spaces: whether spaces in texts are kept.
        disabled: whether it is in a disabled fieldset, list or group of options.
        sectioned: whether it is in an article, a section or another part of the page.
        level: in how many lists.
        table: the role of the table, ``none`` where its author took the role; "" outside.
        label: the id of the label around.
        bare: whether it is in a list whose author took the role.
        editable: whether it is in an element whose content is edited.
        chosen: of options, the id of the one that is selected; 0: those that say so.
    """

    depth: int = 0
    unseen: bool = False
    behind: bool = False
    spaces: bool = False
    disabled: bool = False
    sectioned: bool = False
    level: int = 0
    table: str = ""
    label: int = 0
    bare: bool = False
    editable: bool = False
    chosen: int = 0


TOP = Around()
"""Of the document of a page."""
