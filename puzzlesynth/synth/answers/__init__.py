"""Answer sets read, and puzzles made of them."""
