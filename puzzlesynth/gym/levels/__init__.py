"""PuzzleScript levels as environments: one game at a time, or thousands of them in lanes of bitboards."""
