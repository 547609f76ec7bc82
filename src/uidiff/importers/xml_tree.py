"""The elements of an XML file in document order, read safely by the standard library's expat.

A document type is refused before anything in it is read, and with it all entities that could be expanded or fetched.
The parser calls back for each element, so that depth needs no stack, and limits are checked while it reads. The
encoding is that of a byte order mark, else that of the XML declaration.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeAlias
from xml.parsers import expat

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.source import decoded_head, has_mark, text_of
from uidiff.model.limits import Limits

__all__ = ["Box", "XmlElement", "attribute", "first_tag", "flag", "kept_attributes", "moved", "xml_elements"]

Box: TypeAlias = tuple[int, int, int, int]

_BEHIND_THE_END = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_CURE = "the file is damaged, cut short, or of another kind"
_BEFORE = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>\s*)*", re.DOTALL)
_TAG = re.compile(r"<([A-Za-z_][A-Za-z0-9_.$:-]*)(?=[\s/>])")
_FLAGS: Mapping[str, bool] = {"true": True, "false": False, "": False}


class XmlElement(NamedTuple):
    """One element: its depth from 0 on, its name, its attributes, the line in which it begins."""

    depth: int
    name: str
    attributes: Mapping[str, str]
    line: int

    @property
    def place(self) -> str:
        """The place of the element in an error."""
        return f"line {self.line}: <{self.name[:60]}>" if self.name.isascii() else f"line {self.line}"


def xml_elements(data: bytes, limits: Limits, *, behind: bytes = b"") -> list[XmlElement]:
    """Return the elements of a document, the outermost first.

    Args:
        data: the file.
        limits: how many elements there may be, and how deep.
        behind: the beginning of a last line that the tool prints behind the document, and that is skipped.

    Raises:
        InvalidSnapshot: not XML, with a document type, or with text between the elements.
        LimitExceeded: more elements than ``limits.max_elements``, or nested deeper than ``limits.max_nesting``.
    """
    handler = _Handler(limits)
    parser = expat.ParserCreate("utf-8" if has_mark(data) else None)
    data = text_of(data).encode() if has_mark(data) else data
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = lambda *_: _refuse_type(parser)
    parser.StartElementHandler = lambda name, attributes: handler.start(name, attributes, parser.CurrentLineNumber)
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = lambda text: handler.text(text, parser.CurrentLineNumber)
    try:
        parser.Parse(data, True)  # noqa: FBT003  # it is the last piece
    except InvalidSnapshot:  # a ValueError too: what the handlers refuse
        raise
    except expat.ExpatError as error:
        if error.code == _BEHIND_THE_END and _is_line(data[parser.ErrorByteIndex :], behind):
            return handler.elements
        problem = f"no XML: {expat.ErrorString(error.code)} at column {error.offset}"
        raise InvalidSnapshot(problem, f"line {error.lineno}", _CURE) from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not have, or of several bytes
        problem = f"XML in an encoding that cannot be read ({type(error).__name__})"
        raise InvalidSnapshot(problem, "line 1", "save it as UTF-8") from None
    return handler.elements


def first_tag(head: bytes) -> str:
    """Return the name of the outermost element of an XML file that begins so, else ""."""
    text = decoded_head(head)
    before = _BEFORE.match(text)
    found = _TAG.match(text, before.end() if before else 0)
    return found[1] if found else ""


def attribute(element: XmlElement, name: str) -> str | None:
    """Return an attribute; None where it is absent or empty."""
    return element.attributes.get(name) or None


def kept_attributes(element: XmlElement, read: Collection[str]) -> dict[str, str]:
    """Return the attributes that are not empty and not in ``read``."""
    return {key: text for key, text in element.attributes.items() if key not in read and text}


def moved(box: Box | None, origin: Box | None) -> Box | None:
    """Return a box with its place counted from that of ``origin``, if there is one."""
    if box is None or origin is None:
        return box
    return box[0] - origin[0], box[1] - origin[1], box[2], box[3]


def flag(element: XmlElement, name: str) -> bool:
    """Return a boolean attribute; absent is False. InvalidSnapshot for another word."""
    word = element.attributes.get(name, "")
    if word not in _FLAGS:
        raise InvalidSnapshot("expected true or false", f"{element.place}.{name}", "give the page source as it was")
    return _FLAGS[word]


class _Handler:
    """Collects the elements."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.depth = 0
        self.elements: list[XmlElement] = []

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if self.depth >= self.limits.max_nesting:
            problem = f"elements nested more than {self.limits.max_nesting} deep"
            raise LimitExceeded(problem, f"line {line}", "pass limits=Limits(max_nesting=…)")
        if len(self.elements) > self.limits.max_elements:  # one of them may be around the others
            problem = f"more than {self.limits.max_elements} elements"
            raise LimitExceeded(problem, f"line {line}", "read less, or pass limits=Limits(max_elements=…)")
        self.elements.append(XmlElement(self.depth, name, attributes, line))
        self.depth += 1

    def end(self, name: str) -> None:
        del name
        self.depth -= 1

    def text(self, text: str, line: int) -> None:
        if text.strip():
            raise InvalidSnapshot("text between the elements", f"line {line}", "give the page source as it was")


def _is_line(data: bytes, begin: bytes) -> bool:
    """Return whether the data is one line with that beginning."""
    line = data.strip()
    return begin != b"" and line.startswith(begin) and b"\n" not in line


def _refuse_type(parser: expat.XMLParserType) -> None:
    problem = "a document type, which no page source has and which could make it grow without end"
    raise InvalidSnapshot(problem, f"line {parser.CurrentLineNumber}", "remove the DOCTYPE")
