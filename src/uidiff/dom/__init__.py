"""A recorded DOM with the ids of its nodes: kept up to date by mutations, and read as snapshots.

``page`` holds the tree of ``nodes``, ``mutations`` changes it; ``html`` and ``roles`` have the tables and rules of
HTML-AAM, ``names`` of accname, ``states`` the states and values; ``rows`` makes the row of a node, ``reading`` all.
"""
