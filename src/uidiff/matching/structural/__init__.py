"""The structural matcher: pairs elements without ids, by their texts and their places in the tree."""
