"""Puzzles of recipe books: packs in which every step uses up what it takes and makes one thing, searched as trees."""
