"""Recordings: files of successive snapshots, whole or as deltas, that can be read while they are written."""
