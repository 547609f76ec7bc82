"""What a person has to say about steps in which the structural matcher is wrong: merged into quality.md."""

from __future__ import annotations

__all__ = ["REMARKS"]

_ANOTHER_PANEL = """One panel closes and the next opens. The page hides the text of the one and shows that of the
other; the container stands in the same place, so its text is read as changed."""
_ANOTHER_SLIDE = """A slide takes the place of another. Its heading is alone in its role in the same place, so it is
read as the old heading with other words."""
_WRAPPERS = """Containers without text, of which some came and some went at several depths at once. Nothing tells which
is which: states and bounds never decide."""
_EDITOR = (
    """An editor takes the place of a text, or goes again; it shows the same text. For a reader the text stayed."""
)
_PAGER = """The last page number of a pager is another one, in the same place among the same links."""

REMARKS: dict[tuple[str, int], str] = {
    ("bootstrap", 3): _ANOTHER_PANEL,
    ("bootstrap", 4): _ANOTHER_PANEL,
    (
        "bootstrap",
        21,
    ): "A container for toasts was emptied while a dialog came before it; nothing of it is left but its place.",
    ("datatables", 3): _PAGER,
    ("datatables", 5): _PAGER,
    ("jstree", 12): _EDITOR,
    ("monaco", 13): """The palette shows other commands in the rows it has. The truth follows the recycled rows; the
matcher says that these commands went and those came, as a person would.""",
    (
        "mousepad",
        1,
    ): "`Reload` is replaced by `Revert` in the same place of the menu: a rename, for all that a tree shows.",
    ("pydocs", 9): "Two headings in place of one, none of which has a word of the old one. A miss.",
    ("reveal", 1): _ANOTHER_SLIDE,
    ("reveal", 2): _WRAPPERS,
    ("reveal", 3): _WRAPPERS,
    ("reveal", 4): _ANOTHER_SLIDE,
    ("reveal", 5): _WRAPPERS,
    ("reveal", 6): _ANOTHER_SLIDE,
    ("reveal", 7): _WRAPPERS,
    (
        "streamlit",
        1,
    ): """The list of shops moves down by one, and the page reuses its nodes. The truth follows the nodes,
the matcher the shops.""",
    ("streamlit", 2): "Of three empty containers at the end two are left: nothing tells which of them went.",
    ("swagger_ui", 10): "A button is made again inside one more container. For a reader it is the same button.",
    ("tabulator", 12): _EDITOR,
    ("todomvc_react", 7): _EDITOR,
}
"""A sentence or two of Markdown by (recording, step)."""
