"""Names that are classes of widgets: the toolkit's own, and where there are any an application's."""

import pytest

from uidiff.model.toolkit_names import class_names


def named(*elements: tuple[str, str, str | None]) -> list[str]:
    """The names that are classes; an element is its role, its name and its text."""
    roles, names, texts = zip(*elements, strict=True)
    return [names[index] for index in sorted(class_names(names, roles, texts))]


@pytest.mark.parametrize("role", ["table row", "row", "list item", "filler"])
def test_an_application_s_classes_are_known_beside_the_toolkit_s(role: str) -> None:
    row = (role, "NautilusNameCell", None)
    assert named(row, ("filler", "GtkBox", None)) == ["NautilusNameCell", "GtkBox"]
    assert named(row, ("filler", "Files", None)) == []


def test_the_text_of_a_label_is_no_class_unless_it_is_that_of_labels() -> None:
    box = ("filler", "GtkBox", None)
    assert named(box, ("label", "GtkButton", None), ("label", "MainWindow", None)) == ["GtkBox"]
    assert named(box, ("label", "GtkLabel", None)) == ["GtkBox", "GtkLabel"]
    assert named(box, ("label", "GtkLabel", "GtkLabel")) == ["GtkBox"]


def test_a_button_may_be_called_like_a_class_of_the_application() -> None:
    assert named(("filler", "GtkBox", None), ("button", "OpenFile", None)) == ["GtkBox"]
