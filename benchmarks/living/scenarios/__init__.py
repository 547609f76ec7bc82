"""The scenarios, by what makes them hard. Importing this package registers them."""

from benchmarks.living.scenarios import cannot, dialogs, fields, leaving, pointing, recycled, rerendered, told

__all__ = ["cannot", "dialogs", "fields", "leaving", "pointing", "recycled", "rerendered", "told"]
