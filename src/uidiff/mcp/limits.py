"""Limits of the server: tokens, seconds, clients."""

from __future__ import annotations

from uidiff.formats.options import LEAST_BUDGET

__all__ = [
    "BUDGET",
    "CLOSE_TIMEOUT",
    "FOOTER",
    "HANDSHAKE_TIMEOUT",
    "MAX_CLIENTS",
    "MAX_SECONDS",
    "MIN_BUDGET",
    "OBSERVE_SECONDS",
    "PORT",
    "WAIT_SECONDS",
]

BUDGET = 10_000
"""Tokens of an answer at most, by default. Clients cut off or refuse answers that are too long (a well-known one at
25,000 tokens), and their tokenizers may count twice as many tokens as ours.
"""

FOOTER = 70
"""Tokens that are kept for the last line of an answer: its moment, why the whole tree is given, the events."""

MIN_BUDGET = LEAST_BUDGET + FOOTER
"""The smallest budget that a call may ask for."""

OBSERVE_SECONDS = 5.0
"""Seconds that ``observe_for`` observes by default."""

WAIT_SECONDS = 10.0
"""Seconds that ``wait_for`` waits by default."""

MAX_SECONDS = 600.0
"""Seconds that one call may take: the server does not wait all day for a client that has left."""

MAX_CLIENTS = 64
"""Clients that may be connected by HTTP at once; each has a backend of its own."""

HANDSHAKE_TIMEOUT = 10.0
"""Seconds for which a request over HTTP waits for the ``notifications/initialized`` of its client."""

CLOSE_TIMEOUT = 5.0
"""Seconds that the session of a client has to close."""

PORT = 8427
"""The default port by HTTP: clients write the address into their configuration."""
