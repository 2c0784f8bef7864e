"""Many small levels of one game, searched in lockstep: solved or proven unsolvable, and how hard they are."""
