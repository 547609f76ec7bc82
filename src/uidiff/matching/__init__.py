"""Who is who: one-to-one pairings of the elements of two snapshots, and the strategies that make them."""
