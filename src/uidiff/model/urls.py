"""URLs without their secrets: what may be shown, and a digest by which every change is still seen.

Shown are scheme, host, path, the keys of the query and a route-like fragment (``#/inbox``, ``#!/inbox``), again
with only the keys of its query (DEFINITIONS 21). Hidden parts become ``…``. Of URLs that carry their content in
themselves (``data:``, ``javascript:``, ``blob:`` …) only the scheme is shown.
"""

from __future__ import annotations

import re
from hashlib import blake2b

__all__ = ["is_url_digest", "shown_url", "url_digest"]

HIDDEN = "…"

_DIGEST = re.compile(r"[0-9a-f]{16}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_WITH_ADDRESS = frozenset({"mailto:", "tel:", "sms:", "about:", "file:"})
"""Schemes without ``//`` whose path names a place or an address, not a content."""


def shown_url(url: str) -> str:
    """The part of a URL, absolute or relative, that may be stored and shown. ``shown_url`` of its answer is itself."""
    rest, hash_mark, fragment = url.partition("#")
    rest, question_mark, query = rest.partition("?")
    shown = _place(rest)
    if question_mark:
        shown += "?" + _keys(query)
    if hash_mark:
        shown += "#" + _route(fragment)
    return shown


def url_digest(url: str) -> str:
    """16 hex digits (blake2b, 64 bits, unsalted) of the whole URL: equal for equal URLs, tells nothing else."""
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_url_digest(text: str) -> bool:
    """Whether a text has the form of an answer of :func:`url_digest`."""
    return _DIGEST.fullmatch(text) is not None


def _place(rest: str) -> str:
    """Scheme, host and path, without user and password."""
    scheme = _SCHEME.match(rest)
    if scheme is None:
        return _without_user(rest) if rest.startswith("//") else rest
    name, after = scheme[0], rest[scheme.end() :]
    if after.startswith("//"):
        return name + _without_user(after)
    return rest if name.lower() in _WITH_ADDRESS else name + HIDDEN


def _without_user(address: str) -> str:
    """``//user:password@host/path`` without what stands before the host."""
    authority, slash, path = address[2:].partition("/")
    user, at, host = authority.rpartition("@")
    return "//" + (HIDDEN + at + host if user else authority) + slash + path


def _keys(query: str) -> str:
    """``a=1&b=2`` becomes ``a=…&b=…``; a part that is no ``key=value`` may be a secret itself and is hidden."""
    return "&".join(_key(part) for part in query.split("&"))


def _key(part: str) -> str:
    key, equals, value = part.partition("=")
    if not equals:
        return HIDDEN if part else ""
    return key + equals + (HIDDEN if value else "")


def _route(fragment: str) -> str:
    if not fragment.startswith(("/", "!/")):
        return HIDDEN if fragment else ""
    path, question_mark, query = fragment.partition("?")
    return path + question_mark + (_keys(query) if question_mark else "")
