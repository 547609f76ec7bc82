"""The accessibility API asked for one attribute at a time, as the plainest reader would ask it."""

from typing import Any

from uidiff import Snapshot


class OneByOne:
    """The module ApplicationServices, but its bulk call is put together of single ones; ``bulk`` counts them."""

    def __init__(self, system: Any) -> None:  # noqa: ANN401  # a module
        self._whole = system
        self.bulk = 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the module has
        return getattr(self._whole, name)

    def AXUIElementCopyMultipleAttributeValues(  # noqa: N802  # the system's name
        self, ref: object, names: tuple[str, ...], options: int, out: None
    ) -> tuple[int, list[object] | None]:
        """Absent attributes are None; an error that is not about the attribute is one of the whole element."""
        assert (options, out) == (0, None)
        self.bulk += 1
        whole = self._whole
        values: list[object] = []
        for name in names:
            code, value = whole.AXUIElementCopyAttributeValue(ref, name, None)
            if code in (whole.kAXErrorCannotComplete, whole.kAXErrorInvalidUIElement, whole.kAXErrorAPIDisabled):
                return code, None
            values.append(value if code == whole.kAXErrorSuccess else None)
        return 0, values


def cells(snapshot: Snapshot) -> list[tuple[object, ...]]:
    """All that a snapshot says, but for the ids, which each backend has of its own."""
    columns = snapshot.columns._asdict()
    return list(zip(*(column for name, column in columns.items() if name != "id"), strict=True))
