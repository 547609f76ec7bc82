"""Colours of console blocks: commands as bash, a here-document as its file's language, what is printed as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from pygments.lexer import Lexer
from pygments.lexers import BashLexer, get_lexer_for_filename
from pygments.token import Generic, Text, _TokenType
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEREDOC = re.compile(r"(?:> *(?P<file>\S+) +)?<<-?\s*['\"]?(?P<word>\w+)['\"]?")


class ConsoleLexer(Lexer):
    """A line that begins with ``$ `` is a command; Pygments' own lexer takes ``# diff`` for one too."""

    name = "Console"
    aliases: ClassVar[list[str]] = ["console"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens with their places."""
        at = 0
        lines = text.splitlines(keepends=True)
        while lines:
            line = lines.pop(0)
            if not line.startswith("$ "):
                yield at, Generic.Output, line
                at += len(line)
                continue
            yield at, Generic.Prompt, "$ "
            while line.endswith("\\\n") and lines:
                line += lines.pop(0)
            yield from _lexed(BashLexer(), line[2:], at + 2)
            at += len(line)
            found = HEREDOC.search(line)
            if found is not None and f"{found['word']}\n" in lines:
                body = "".join(lines[: lines.index(f"{found['word']}\n")])
                lines = lines[body.count("\n") :]
                yield from _lexed(_of_file(found["file"]), body, at)
                at += len(body)
                yield at, Text, lines[0]
                at += len(lines.pop(0))


def _of_file(name: str | None) -> Any:  # noqa: ANN401  # a lexer, of any class
    try:
        return get_lexer_for_filename(name or "")
    except ClassNotFound:
        return get_lexer_for_filename("any.txt")


def _lexed(lexer: Any, text: str, at: int) -> Iterator[tuple[int, _TokenType, str]]:  # noqa: ANN401  # see above
    for place, kind, value in lexer.get_tokens_unprocessed(text):
        yield at + place, kind, value


def setup(app: Sphinx) -> dict[str, bool]:
    """In place of Pygments' lexer of that name."""
    app.add_lexer("console", ConsoleLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
