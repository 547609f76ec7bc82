"""Calls of Playwright in words: ``click button "Save"``.

A selector is Playwright's own (as of 1.65, its ``locatorUtils``): ``internal:role=button[name="Save"i]`` is what
``getByRole("button", { name: "Save" })`` became. What is typed, chosen or evaluated is left out: it may be a password,
and the tree shows what came of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from uidiff.model.urls import shown_url
from uidiff.text import quote, shorten

__all__ = ["action_words", "vague_words"]

_STRING = r'"(?:[^"\\]|\\.){0,2000}"'
_ROLE = re.compile(rf"internal:role=(?P<role>[a-z]+)(?:\[name=(?P<name>{_STRING})[is]?\])?")
_BY = re.compile(
    rf"internal:(?:(?P<by>label|text)=(?P<text>{_STRING})[is]?"
    rf"|(?P<kind>attr|testid)=\[(?P<attr>[A-Za-z_:-]{{1,60}})=(?P<value>{_STRING})[is]?\])"
)
_METHOD = re.compile(r"[A-Za-z_]{1,60}")
_EXPRESSION = re.compile(r"[a-z.]{1,60}")
_KEY = re.compile(r"[A-Z][A-Za-z0-9]{1,20}(?:\+[A-Za-z0-9]{1,20})*")
"""A key that is no character: a password may be typed key by key."""

_LONGEST = 200
_GOTO, _EXPECT = "goto", "expect"


def action_words(method: str, params: Mapping[str, object], title: str | None = None) -> str:
    """Return what a call did, in one line.

    Args:
        method: its method, such as ``click`` or ``goto``.
        params: its parameters; those that are not of the expected type are left out.
        title: what it is called in place of the method, such as the name of a step of a test.
    """
    selector, url, key = (_text(params.get(name)) for name in ("selector", "url", "key"))
    words = [method if _METHOD.fullmatch(method) else quote(shorten(method, _LONGEST))]
    if title and method != _EXPECT and selector is None and url is None:
        words = [quote(shorten(title, _LONGEST))]
    if key is not None and _KEY.fullmatch(key):
        words.append(key)
    if selector is not None:
        words.append(_element(selector))
    if url is not None and method == _GOTO:
        words.append(quote(shorten(shown_url(url), _LONGEST)))
    expression = _text(params.get("expression"))
    if method == _EXPECT and expression is not None and _EXPRESSION.fullmatch(expression):
        words += [*(["not"] if params.get("isNot") is True else []), *expression.split(".")]
    return " ".join(words)


def vague_words(params: Mapping[str, object]) -> str:
    """Return the part of the words of a call that names an element, where it says neither a name nor a text of it."""
    selector = _text(params.get("selector"))
    if selector is None:
        return ""
    by_role, by = _ROLE.fullmatch(selector), _BY.fullmatch(selector)
    is_told = (by_role and by_role["name"]) or (by and by["kind"] != "testid")
    return "" if is_told else _element(selector)


def _element(selector: str) -> str:
    """Return a selector in words, or quoted where it is none of a single ``getBy…``."""
    by_role = _ROLE.fullmatch(selector)
    if by_role:
        return " ".join([by_role["role"], *_name(by_role["name"])])
    by = _BY.fullmatch(selector)
    if by:
        kind = by["by"] or ("test id" if by["kind"] == "testid" else by["attr"])
        return " ".join([kind, *_name(by["text"] or by["value"])])
    return quote(shorten(selector, _LONGEST))


def _name(given: str | None) -> list[str]:
    if given is None:
        return []
    try:
        text: str = json.loads(given)
    except ValueError:  # an escape of CSS
        text = given[1:-1]
    return [quote(shorten(text, _LONGEST))]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
