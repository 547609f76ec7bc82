"""How much the server says, for how long it waits, and for how many."""

from __future__ import annotations

from uidiff.formats.options import LEAST_BUDGET

__all__ = [
    "BUDGET",
    "CLOSE_TIMEOUT",
    "FOOTER",
    "MAX_CLIENTS",
    "MAX_SECONDS",
    "MIN_BUDGET",
    "OBSERVE_SECONDS",
    "PORT",
    "WAIT_SECONDS",
]

BUDGET = 10_000
"""Tokens that an answer has at the most, if nothing else is said. Clients cut off or refuse answers that are too long
(a well-known one at 25,000 tokens), and their tokenizers may count twice as many as ours.
"""

FOOTER = 70
"""Tokens that are kept for the last line of an answer: its moment, why it is what it is, and what it means."""

MIN_BUDGET = LEAST_BUDGET + FOOTER
"""The smallest budget that a call may ask for."""

OBSERVE_SECONDS = 5.0
"""Seconds that ``observe_for`` observes, if nothing else is said."""

WAIT_SECONDS = 10.0
"""Seconds that ``wait_for`` waits, if nothing else is said."""

MAX_SECONDS = 600.0
"""Seconds that one call may take at the most: a client that has gone should not be waited for all day."""

MAX_CLIENTS = 64
"""So many clients may be connected by HTTP at once; each has a backend of its own."""

CLOSE_TIMEOUT = 5.0
"""Seconds that the sessions of all clients have to end."""

PORT = 8427
"""Where the server listens by HTTP, if nothing else is said: clients write the address down."""
