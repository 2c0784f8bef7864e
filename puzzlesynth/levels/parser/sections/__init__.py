"""One module per section of a PuzzleScript source."""
