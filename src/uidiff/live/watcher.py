"""``uidiff.Watcher``: the trees that other tools read, answered with what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from pathlib import Path
from typing import Literal

import attrs

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.errors import UIDiffError
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.formats.report import Report
from uidiff.importers.embedded import EmbeddedTree, embedded_trees
from uidiff.importers.registry import import_tree
from uidiff.importers.source import TreeData
from uidiff.live.core import SessionCore
from uidiff.live.linked_files import read_linked
from uidiff.live.moments import Clock
from uidiff.live.ref_matcher import RefMatcher
from uidiff.live.settings import TIMEOUT, Question, Settings
from uidiff.live.store import MemoryStore
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import replace_surrogates
from uidiff.tokens import estimate_tokens

__all__ = ["Saved", "Watcher"]


@attrs.frozen
class Saved:
    """What a watcher was given and what it answered, in tokens.

    Attributes:
        answers: the number of answers.
        given: tokens of the trees as the tools wrote them; of a snapshot, of its whole tree as text.
        answered: tokens of the answers.
    """

    answers: int = 0
    given: int = 0
    answered: int = 0

    def __str__(self) -> str:
        share = f" ({self.answered / self.given:.0%})" if self.given else ""
        return f"{self.answered:,} of {self.given:,} tokens{share} in {self.answers} answers"

    def plus(self, given: int, answered: int) -> Saved:
        """The same with one answer more."""
        return Saved(self.answers + 1, self.given + given, self.answered + answered)


@attrs.define(eq=False)
class _Window:
    """What is remembered of one window: the answers since the whole tree, and of which reader."""

    answers: int = 0
    reader: int = 0


class Watcher:
    """Answers each tree that another tool has read with what changed since the last one.

        watcher = uidiff.Watcher()
        watcher.watch(page.locator("body").aria_snapshot())  # the whole tree
        watcher.watch(page.locator("body").aria_snapshot())  # what changed

    Elements are called by the refs of the tool that read the tree, so that its actions take them; one without such a
    ref is called ``#12``. If the tool gives an element another ref, the answer says so: ``~ refs: e14 is now e52``.

    Args:
        importer: the name of the importer of the trees; None: each tree is judged by all.
        format: "agent" or "describe-json", in which answers are rendered.
        budget, counter: the most tokens of an answer, and what counts them, as of ``uidiff.render``.
        full_every: the number of answers after which the whole tree is given again; None: only where it is shorter.
        refs: "native": the refs of the tool; "own": uidiff's, which stay the same as long as the element lives.
        ignore: fields, states and circumstances whose changes are not reported.
        matcher, rules: as of ``uidiff.Session``.
        redact, limits: as of ``uidiff.import_tree``.

    Attributes:
        last: the last answer with its values, a ``uidiff.Report``; None before the first.
        saved: tokens of what it was given and of what it answered.

    Raises:
        UnknownName: no such format, matcher or field.
        ValueError: an option out of its range; a format that prints uidiff's refs only.
    """

    def __init__(
        self,
        importer: str | None = None,
        *,
        format: str = "agent",  # the word of the public face
        budget: int | None = None,
        counter: Callable[[str], int] = estimate_tokens,
        full_every: int | None = None,
        refs: Literal["native", "own"] = "native",
        ignore: IgnoreOption = ("bounds",),
        matcher: MatcherOption = "auto",
        rules: EventRules | None = None,
        redact: RedactOption = None,
        limits: Limits | None = None,
    ) -> None:
        if refs not in ("native", "own"):
            raise ValueError(f"refs is one of native, own, got {ascii(refs)[:80]}")
        if full_every is not None and (type(full_every) is not int or full_every < 1):
            raise ValueError("full_every is a whole number of answers from 1 on, or None")
        if refs == "native" and not getattr(load_format(format), "native_refs", False):
            raise ValueError(
                f"the format {format!a} has no refs of other tools: choose agent or describe-json, or refs='own'"
            )
        self._settings = Settings.checked(
            matcher=RefMatcher(resolve_matcher(matcher)),
            ignore=ignore,
            rules=rules,
            format=format,
            options=RenderOptions(budget=budget, counter=counter, native_refs=refs == "native"),
            full_when="longer",
            on_title_change="keep",
            limits=limits or Limits(),
            redact=redact,
            timeout=TIMEOUT,
        )
        self._importer = importer
        self._full_every = full_every
        self._core = SessionCore("watcher", self._settings, MemoryStore(), Clock())
        self._windows: dict[Hashable, _Window] = {}
        self._reader = 0
        self.last: Report | None = None
        self._written: str | None = None
        self.saved = Saved()

    def watch(
        self,
        tree: TreeData | Snapshot,
        *,
        window: Hashable = None,
        action: str | None = None,
        full: bool = False,
        importer: str | None = None,
    ) -> str:
        """Return the whole tree at first, then what changed since the last answer; the whole tree where it is shorter.

        Args:
            tree: what ``uidiff.import_tree`` takes, or a snapshot.
            window: which of several windows it is of: each is compared with its own last tree.
            action: what was done before, in words.
            full: whether to answer with the whole tree in any case.
            importer: the name of the importer of this tree, in place of the watcher's.

        Raises:
            InvalidSnapshot: no tree that an importer can read; the last tree stays what the next one is compared with.
            MissingExtra: the format needs a package that is not installed.
        """
        given = tree if isinstance(tree, Snapshot) else self._imported(tree, importer)
        written = tree if isinstance(tree, str) else None
        return self._answer(given, written, window=window, action=action, full=full)

    def rewrite(
        self,
        text: str,
        *,
        window: Hashable = None,
        action: str | None = None,
        full: bool = False,
        folders: Collection[Path] = (),
    ) -> str:
        """Return the text of a tool's result with the tree in it replaced by the answer of :meth:`watch`.

        It knows the results of @playwright/mcp and chrome-devtools-mcp, and texts that are nothing but a tree. What
        holds no tree, or one that cannot be read, stays as it is.

        Args:
            text: the text of the result.
            window, action, full: as of :meth:`watch`.
            folders: where linked files are read, such as the working folder of the tool; others are left alone.
        """
        for tree in reversed(embedded_trees(text)):
            snapshot, written = self._embedded(tree, folders)
            if snapshot is None:
                continue
            answer = self._answer(snapshot, written, window=window, action=action, full=full)
            end = "\n" if text[tree.start : tree.end].endswith("\n") else ""
            text = f"{text[: tree.start]}{answer}{end}{text[tree.end :]}"
        return text

    def whole(self, *, raw: bool = False) -> str | None:
        """Return the last tree whole, with no budget and without counting it as an answer; None before the first.

        Args:
            raw: as the tool wrote it, if it was given as a text.
        """
        if self.last is None:
            return None
        return self._written if raw and self._written is not None else self._tree(self.last)

    def forget(self) -> None:
        """Take note that the reader has lost the earlier answers: the next one on each window is the whole tree."""
        self._reader += 1

    def _answer(
        self, snapshot: Snapshot, written: str | None, *, window: Hashable, action: str | None, full: bool
    ) -> str:
        known = self._windows.setdefault(window, _Window(reader=self._reader))
        is_due = self._full_every is not None and known.answers >= self._full_every
        whole = full or is_due or known.reader != self._reader
        question = Question.checked(self._settings, mode="full" if whole else "auto")
        report = self._core.answer(snapshot, known, question, action=action)
        known.answers = 0 if report.mode == "full" else known.answers + 1
        known.reader = self._reader
        self.last, self._written = report, written
        count = self._settings.options.counter
        self.saved = self.saved.plus(count(self._tree(report) if written is None else written), count(report.text))
        return report.text

    def _embedded(self, tree: EmbeddedTree, folders: Collection[Path]) -> tuple[Snapshot | None, str]:
        """The tree in a result, and its text as the tool wrote it; None if it cannot be read."""
        try:
            if tree.path is not None:
                written = read_linked(tree.path, folders, self._settings.limits.max_file)
            else:
                written = tree.text
            if written is None:
                return None, ""
            snapshot = self._imported(written, tree.format)
        except (UIDiffError, OSError, UnicodeDecodeError):
            return None, ""
        if tree.url is None:  # the tree itself may say it
            return snapshot, written
        known = attrs.evolve(snapshot.circumstances, title=_clean(tree.title), url=_clean(tree.url)).with_shown_url()
        return attrs.evolve(snapshot, circumstances=known), written

    def _imported(self, tree: TreeData, importer: str | None) -> Snapshot:
        settings = self._settings
        return import_tree(tree, format=importer or self._importer, limits=settings.limits, redact=settings.redact)

    def _tree(self, report: Report) -> str:
        whole = attrs.evolve(self._settings.options, budget=None)
        return load_format(self._settings.format).tree(report.snapshot, report.refs, whole)


def _clean(text: str | None) -> str | None:
    return None if text is None else replace_surrogates(text)[0]
