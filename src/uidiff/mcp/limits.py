"""How much the server says, for how long it waits, and for how many."""

from __future__ import annotations

from uidiff.formats.options import LEAST_BUDGET

__all__ = ["BUDGET", "CLIENTS", "FAREWELL", "FOOT", "LEAST", "LONGEST", "OBSERVED", "PORT", "WAITED"]

BUDGET = 10_000
"""Tokens that an answer has at the most, if nothing else is said. Clients cut off or refuse answers that are too long
(a well-known one at 25,000 tokens), and their tokenizers may count twice as many as ours.
"""

FOOT = 70
"""Tokens that are kept for the last line of an answer: its moment, why it is what it is, and what it means."""

LEAST = LEAST_BUDGET + FOOT
"""The smallest budget that a call may ask for."""

OBSERVED = 5.0
"""Seconds that ``observe_for`` observes, if nothing else is said."""

WAITED = 10.0
"""Seconds that ``wait_for`` waits, if nothing else is said."""

LONGEST = 600.0
"""Seconds that one call may take at the most: a client that has gone should not be waited for all day."""

CLIENTS = 64
"""So many clients may be connected by HTTP at once; each has a backend of its own."""

FAREWELL = 5.0
"""Seconds that the sessions of all clients have to end."""

PORT = 8427
"""Where the server listens by HTTP, if nothing else is said: clients write the address down."""
