"""``uidiff.render``: a snapshot or a diff as text, in a format chosen by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from uidiff.diffing.refs import Refs, RefsOption
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import DeltaMismatch
from uidiff.formats.options import RenderOptions
from uidiff.model.snapshot import Snapshot
from uidiff.plugins import Registry
from uidiff.tokens import estimate_tokens

__all__ = ["FORMATS", "Format", "load_format", "render"]

FORMATS = Registry(
    kind="format",
    group="uidiff.formats",
    builtins={
        "agent": "uidiff.formats.agent.format:AgentFormat",
        "compact": "uidiff.formats.compact:CompactFormat",
        "describe-json": "uidiff.formats.describe_json:DescribeJsonFormat",
        "html": "uidiff.formats.html.page:HtmlFormat",
        "json": "uidiff.formats.json_text:JsonFormat",
        "jsonl": "uidiff.formats.jsonl:JsonlFormat",
        "read-agent": "uidiff.formats.read_agent:ReadAgentFormat",
        "read-json": "uidiff.formats.read_json:ReadJsonFormat",
        "read-yaml": "uidiff.formats.read_json:ReadYamlFormat",
    },
)


class Format(Protocol):
    """A format. A plug-in is a class without required arguments that has ``__api__ = 1``."""

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the text of a diff. ``delta.refs`` are the numbers of its elements."""

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the text of a whole tree."""


def load_format(name: str) -> Format:
    """Return the format of that name; raises as :func:`render`."""
    return cast("Format", FORMATS.make(name, "diff"))


def render(
    what: Snapshot | TreeDiff,
    format: str = "agent",  # the word of the public face
    *,
    budget: int | None = None,
    counter: Callable[[str], int] = estimate_tokens,
    fold: bool = True,
    bounds: bool = False,
    urls: bool = False,
    summary: bool = True,
    refs: RefsOption = None,
) -> str:
    """Return a snapshot or a diff as text, without a final line end.

    Args:
        what: a whole tree, or what changed.
        format: ``agent``, ``compact``, ``describe-json``, ``html``, ``json``, ``jsonl``, ``read-agent``,
            ``read-json``, ``read-yaml``, or an installed plug-in.
        budget: the most tokens that the text may have; only for the formats made of lines.
        counter: counts the tokens of a text; by default an estimate that is usually too high.
        fold: False: each record or element is on a line of its own.
        bounds: print the bounds of elements, if the format can.
        urls: print where links lead, in the ``agent`` text.
        summary: False: the ``agent`` text of a diff begins with counts only.
        refs: the numbers of a snapshot's elements; a delta has its own (``uidiff.diff(…, refs=…)``).

    Raises:
        UnknownName: no such format.
        DeltaMismatch: the format needs the trees, and the delta was read from a file: bind it first; or the number of
            refs is not the number of elements.
        ValueError: a budget that is too small, or a format that takes none.
        PluginError: the plug-in is broken.
    """
    options = RenderOptions(budget=budget, counter=counter, fold=fold, bounds=bounds, urls=urls, summary=summary)
    chosen = load_format(format)
    if isinstance(what, Snapshot):
        return chosen.tree(what, Refs.of(refs, len(what)), options)
    if not isinstance(what, TreeDiff):
        raise TypeError(f"render takes a snapshot or a delta, got {type(what).__name__}; make one with uidiff.diff")
    if refs is not None:
        raise DeltaMismatch("a delta has refs of its own: give them to uidiff.diff(…, refs=…)")
    return chosen.diff(what, options)
