"""What changed between two snapshots, given the pairs of their elements, and what it means.

``delta`` (records and counts) <- ``compare``; ``event_kinds.find_events`` and ``summary`` read a delta; ``tree_diff``
has the public ``diff`` and ``TreeDiff``; ``delta_codec`` stores one.
"""
