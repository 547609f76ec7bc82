"""Trees that other tools wrote, in their own formats."""
