"""From a pack to puzzles: facts, clingo, and back. What a puzzle is worth, the world decides."""
