"""Level repair: single edits, the fewest that make a level solvable, and the removal of what a solution does not need."""
