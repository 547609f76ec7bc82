"""Many snapshots in a row, in a file: whole ones and deltas, written one by one and readable while written."""
