"""How a diff or a tree is said: formats, folding, a budget."""
