"""Hide secrets in URLs: the part that may be shown, and a digest that changes with the whole.

Shown are scheme, host, path, the keys of the query and a route-like fragment (``#/inbox``, ``#!/inbox``), again with
only the keys of its query (spec/definitions#21-secrets). Hidden parts become ``…``. Of URLs that carry their content
(``data:``, ``javascript:``, ``blob:`` …) only the scheme is shown.

Attributes are written by hand, so spaces and control characters around a URL, tabs and line ends in it, backslashes
for slashes and extra slashes are read as the WHATWG URL Standard does ("basic URL parser").
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["is_url_digest", "shown_url", "url_digest"]

HIDDEN = "…"

_DIGEST = re.compile(r"[0-9a-f]{16}")
_AROUND = "".join(map(chr, range(0x21)))
_WITHIN = re.compile(r"[\t\n\r]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SLASHES = re.compile(r"[/\\]{2,}")
_TWO_SLASHES = re.compile(r"[/\\]{2}")
_AUTHORITY = re.compile(r"[^/\\?#]*")
_PARAMETER = re.compile(r";([^/\\=;]*)=[^/\\;]*")
_ROUTE = re.compile(r"[^?#&=;]*")
_WITH_ADDRESS = frozenset({"mailto:", "tel:", "sms:", "about:", "file:"})
"""Schemes without ``//`` whose path is a place or an address, not content."""


def shown_url(url: str) -> str:
    """Return the part of a URL, absolute or relative, that may be stored and shown. It is idempotent."""
    rest = _WITHIN.sub("", url.strip(_AROUND))
    scheme = _SCHEME.match(rest)
    if scheme is not None:
        rest = rest[scheme.end() :]
        if not _SLASHES.match(rest) and scheme[0].lower() not in _WITH_ADDRESS:
            return scheme[0] + HIDDEN
    slashes = _TWO_SLASHES if scheme is not None and scheme[0].lower() == "file:" else _SLASHES  # its third is a path's
    rest, hash_mark, fragment = rest.partition("#")
    rest, question_mark, query = rest.partition("?")
    shown = (scheme[0] if scheme else "") + _PARAMETER.sub(rf";\1={HIDDEN}", _without_user(rest, slashes))
    if question_mark:
        shown += "?" + _keys(query)
    if hash_mark:
        shown += "#" + _route(fragment)
    return shown


def fitted_url(shown: str, limit: int, clip: Callable[[str, int], str]) -> str:
    """Shorten a shown URL to ``limit`` characters: first its query and fragment, then its path.

    The result is unchanged by :func:`shown_url`, so that it can be stored and read again.
    """
    if len(shown) <= limit:
        return shown
    place = re.split(r"[?#]", shown, maxsplit=1)[0]
    cut = place + shown[len(place)] + HIDDEN if len(place) < len(shown) else place
    return cut if len(cut) <= limit else shown_url(clip(place, limit))


def url_digest(url: str) -> str:
    """Return 16 hex digits (blake2b, 64 bits, unsalted) of the whole URL."""
    from hashlib import blake2b  # slow to import, and many trees have no URL

    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_url_digest(text: str) -> bool:
    """Return whether a text has the form of a :func:`url_digest`."""
    return _DIGEST.fullmatch(text) is not None


def _without_user(place: str, before_authority: re.Pattern[str]) -> str:
    """Drop the user and password of ``//user:password@host/path``."""
    slashes = before_authority.match(place)
    if slashes is None:
        return place
    authority = _AUTHORITY.match(place, slashes.end())
    whole = authority[0] if authority else ""
    user, at, host = whole.rpartition("@")
    return "//" + (HIDDEN + at + host if user else whole) + place[slashes.end() + len(whole) :]


def _keys(query: str) -> str:
    """Return ``a=…&b=…`` for ``a=1&b=2``; a part without ``=`` may be a secret and is hidden."""
    return "&".join(_key(part) for part in query.split("&"))


def _key(part: str) -> str:
    key, equals, value = part.partition("=")
    if not equals:
        return HIDDEN if part else ""
    return key + equals + (HIDDEN if value else "")


def _route(fragment: str) -> str:
    """Return a route with the keys of its query; any other fragment is hidden."""
    if not fragment.startswith(("/", "!/")):
        return HIDDEN if fragment else ""
    route = _ROUTE.match(fragment)
    path = route[0] if route else ""
    sign, rest = fragment[len(path) : len(path) + 1], fragment[len(path) + 1 :]
    if sign == "?":
        return path + sign + _keys(rest)
    return path + sign + (HIDDEN if rest else "")
