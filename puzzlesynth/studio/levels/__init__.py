"""Requests about PuzzleScript games and their levels. Each one is a call of the library."""
