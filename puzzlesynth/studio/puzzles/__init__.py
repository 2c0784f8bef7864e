"""Requests about puzzles: made, steered, explained, played, measured, exported. Each one is a call of the library."""
