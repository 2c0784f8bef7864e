"""How many puzzles there are where they are too many to list: estimates, and bounds that are proven."""
