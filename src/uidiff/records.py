"""The records of a delta, one for each difference, and the refs by which readers call elements."""

from uidiff.diffing import records
from uidiff.diffing.records import *  # noqa: F403  # the names are in __all__ there
from uidiff.diffing.refs import Refs

__all__ = ["Refs"]
__all__ += records.__all__
