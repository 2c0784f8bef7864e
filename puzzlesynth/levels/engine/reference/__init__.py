"""The reference interpreter: PuzzleScript's semantics cell by cell, the oracle for the compiled engine."""
