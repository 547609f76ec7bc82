"""Texts of diffs and trees: the formats, folding and budgets."""
