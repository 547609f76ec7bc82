"""The results of tools in a conversation that is sent whole with each request.

A tree is answered once, and that answer is given again as long as the conversation holds it: what was sent stays the
same to the byte, so that caches of prompts work. If a part that later answers build on is gone from the conversation
(it was compacted, cleared, cut off, or tried again from an earlier point), the newest tree that is left is answered
whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from uidiff.live.tool_calls import window_of_call
from uidiff.live.watcher import Watcher

__all__ = ["ResultText", "Watched", "WindowOf", "read_field", "result_texts"]

WindowOf: TypeAlias = Callable[[str, Mapping[str, Any]], Hashable]
"""From the name of a tool ("": unknown) and the arguments of a call to the window whose tree the result holds.

None: the result stays as it is.
"""

_TEXTS = frozenset({"text", "input_text"})
"""The types of the parts of a result that are text, in messages of Anthropic and of OpenAI."""

_Key: TypeAlias = tuple[str, int]
"""The id of a call, and the number of a text among those of that id: some servers of models use an id again."""


def read_field(item: object, name: str) -> Any:  # noqa: ANN401  # of a dict that is sent, or of a model that was received
    """Return a field of a message or a block, a dict or an object; None if it has none."""
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


@attrs.frozen
class ResultText:
    """One text of a tool's result, in a copy of the conversation.

    Attributes:
        call: the id of the call.
        holder: the dict of the copy that holds the text.
        field: the key of the text in it.
    """

    call: str
    holder: dict[str, Any]
    field: str

    @property
    def text(self) -> str:
        """The text as the caller has it."""
        return str(self.holder[self.field])


def result_texts(holder: dict[str, Any], field: str, call: object) -> Iterator[ResultText]:
    """Yield the texts of a result, a text itself or a list of parts; the parts become copies, others stay."""
    content = holder.get(field)
    if isinstance(content, str):
        yield ResultText(str(call), holder, field)
    elif isinstance(content, list | tuple):
        holder[field] = parts = [dict(part) if isinstance(part, Mapping) else part for part in content]
        for part in parts:
            if isinstance(part, dict) and part.get("type") in _TEXTS and isinstance(part.get("text"), str):
                yield ResultText(str(call), part, "text")


@attrs.frozen
class _Answer:
    given: str
    text: str
    window: Hashable
    has_tree: bool


class Watched:
    """Rewrites the tool results of one conversation.

    Args:
        watcher: with options of your own; of this conversation alone.
        window_of: from the name of a tool and its arguments to the window that it reads, None to leave its result
            alone: each window is compared with its own last tree. By default the page that an argument names; a part of
            a page for itself; and no tool that answers with what a page says, such as ``browser_evaluate``.
        folders: where snapshot files are read that results link to: the working folder of the tool.

    Attributes:
        watcher: ``watcher.saved`` says what was saved, ``watcher.last`` is the last report.
    """

    def __init__(
        self, watcher: Watcher | None = None, *, window_of: WindowOf = window_of_call, folders: Collection[Path] = ()
    ) -> None:
        self.watcher = watcher or Watcher()
        self._window_of = window_of
        self._folders = folders
        self._calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._answers: dict[_Key, _Answer] = {}
        self._chains: dict[Hashable, list[_Key]] = {}
        """By window, the last whole tree and the answers since: a reader of all of them knows the window."""

    def forget(self) -> None:
        """Answer the newest tree whole in the next request: the reader has lost what came before."""
        self._chains.clear()

    def _note_call(self, call: object, tool: object, arguments: object = None) -> None:
        """Remember a call until its result comes; the arguments as they are, or in JSON as a model wrote them."""
        if isinstance(arguments, str):
            try:
                arguments = json.loads(arguments)
            except (ValueError, RecursionError):
                arguments = None
        self._calls[str(call)] = str(tool or ""), arguments if isinstance(arguments, Mapping) else {}

    def _rewrite(self, texts: Sequence[ResultText], *, lost: int = 0, continued: bool = False) -> None:
        """Replace each text by its answer, where it stands.

        Args:
            texts: of the whole conversation, in its order.
            lost: how many of them the reader gets no more, although they are sent.
            continued: whether these are only the new ones, and the reader has the earlier ones.
        """
        keys = _keys(texts)
        answers = {key: answer for key, text in zip(keys, texts, strict=True) if (answer := self._known(key, text))}
        again: Collection[_Key] = ()
        if not continued:
            again = self._to_answer_again({key: answers[key] for key in keys[lost:] if key in answers})
            self._answers = {}
        for number, (key, text) in enumerate(zip(keys, texts, strict=True)):
            answer = answers.get(key)
            if answer is None and number < lost:
                continue
            if answer is None or key in again:
                answer = self._answer(key, answer.given if answer else text.text)
            self._answers[key] = answer
            text.holder[text.field] = answer.text

    def _lose(self, trees: int) -> None:
        """Take note that the reader has lost the first trees of the conversation as it was last rewritten."""
        gone = [key for key, answer in self._answers.items() if answer.has_tree][:trees]
        for chain in self._chains.values():
            if not set(gone).isdisjoint(chain):
                chain.clear()

    def _known(self, key: _Key, text: ResultText) -> _Answer | None:
        """The answer to a text; the caller may have kept the text, or taken over the answer in its place."""
        answer = self._answers.get(key)
        return answer if answer and text.text in {answer.given, answer.text} else None

    def _to_answer_again(self, present: Mapping[_Key, _Answer]) -> Collection[_Key]:
        """Return the newest tree of each window of which not all is present that its answer builds on."""
        for chain in self._chains.values():
            if not present.keys() >= set(chain):
                chain.clear()
        newest = {answer.window: key for key, answer in present.items() if answer.has_tree}
        return {key for window, key in newest.items() if not self._chains.get(window)}

    def _answer(self, key: _Key, given: str) -> _Answer:
        window = self._window_of(*self._calls.get(key[0], ("", {})))
        if window is None:
            return _Answer(given, given, window, has_tree=False)
        chain = self._chains.setdefault(window, [])
        before = self.watcher.last
        said = self.watcher.rewrite(given, window=window, full=not chain, folders=self._folders)
        report = self.watcher.last
        if report is None or report is before:
            return _Answer(given, said, window, has_tree=False)
        if report.mode == "full":
            chain.clear()
        chain.append(key)
        return _Answer(given, said, window, has_tree=True)


def _keys(texts: Sequence[ResultText]) -> Sequence[_Key]:
    """Return what identifies each text in the conversation."""
    counts: Counter[str] = Counter()
    keys = []
    for text in texts:
        keys.append((text.call, counts[text.call]))
        counts[text.call] += 1
    return keys
