"""Requests about packs and their puzzles. Each one is a call of the library."""
