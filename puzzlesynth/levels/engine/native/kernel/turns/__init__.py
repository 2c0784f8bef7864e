"""What a turn does to a board, and a move to a state."""
