"""From a control type to a role: what the program says of ARIA comes first, then the table of roles."""

from __future__ import annotations

from typing import Any

from uidiff.model.roles import UNKNOWN, resolve_role, vocabulary

__all__ = ["RoleNames"]

_SUFFIX = "Control"


class RoleNames:
    """Roles of one read, each worked out once."""

    def __init__(self, uiautomation: Any) -> None:  # noqa: ANN401  # the package
        self._types: dict[int, str] = uiautomation.ControlTypeNames
        self._known: dict[tuple[object, str | None, str | None, bool], tuple[str, str | None]] = {}

    def role(
        self, control_type: object, localized: str | None, aria: str | None, *, modal: bool
    ) -> tuple[str, str | None]:
        """The role of an element as a Row takes it, and its native role where the role is ARIA's already.

        A modal window is a dialog, in whatever language: its localized type may say so, too, but not in English.
        """
        key = (control_type, localized, aria, modal)
        if key not in self._known:
            self._known[key] = self._role(*key)
        return self._known[key]

    def _role(
        self,
        control_type: object,
        localized: str | None,
        aria: str | None,
        modal: bool,  # noqa: FBT001  # a part of the key
    ) -> tuple[str, str | None]:
        name = self._types.get(control_type) if isinstance(control_type, int) else None
        native = name.removesuffix(_SUFFIX) if name else f"ControlType {control_type}"
        if name and localized:
            native = _narrowed(native, localized)
        for word in (aria or "").split():
            role, _ = resolve_role(word, "aria")
            if role in vocabulary():
                return role, native
        if not name:
            return UNKNOWN, native
        if modal and resolve_role(native, "uia")[0] == "window":
            return "dialog", native
        return native, None


def _narrowed(native: str, localized: str) -> str:
    """The native role with its localized type, where that says more than the control type alone does.

    So standard controls are called the same in every language of Windows.
    """
    narrow = f"{native} (localized: {localized})"
    role = resolve_role(native, "uia")[0]
    return narrow if native == "Custom" or resolve_role(narrow, "uia")[0] != role else native
