"""Maps control types to roles: by the ARIA role that a program gives, else by the table of roles."""

from __future__ import annotations

from typing import Any

from uidiff.model.roles import UNKNOWN, resolve_role, vocabulary

__all__ = ["RoleNames"]

_SUFFIX = "Control"


class RoleNames:
    """Maps the control types of one read, and caches the results."""

    def __init__(self, uiautomation: Any) -> None:  # noqa: ANN401  # the package
        self._types: dict[int, str] = uiautomation.ControlTypeNames
        self._known: dict[tuple[object, str | None, str | None, bool], tuple[str, str | None]] = {}

    def role(
        self, control_type: object, localized: str | None, aria: str | None, *, modal: bool
    ) -> tuple[str, str | None]:
        """The role of an element for its Row, and its native role if the role is an ARIA role already (else None).

        A modal window is a dialog, whatever its localized type says.
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
    """The native role with its localized type, if the table of roles knows that, or the control type is Custom.

    So standard controls have the same native role in every language of Windows.
    """
    narrow = f"{native} (localized: {localized})"
    role = resolve_role(native, "uia")[0]
    return narrow if native == "Custom" or resolve_role(narrow, "uia")[0] != role else native
