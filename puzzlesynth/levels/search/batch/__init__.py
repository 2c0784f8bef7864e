"""Many small levels of one game: solved or proven unsolvable, how hard they are, and advanced together."""
