"""The stream records that ``observe`` yields, and what a recorder answers."""

from uidiff.formats import stream
from uidiff.formats.stream import *  # noqa: F403  # the names are in __all__ there
from uidiff.live.recording import Recorded

__all__ = ["Recorded"]
__all__ += stream.__all__
