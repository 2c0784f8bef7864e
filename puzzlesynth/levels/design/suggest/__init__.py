"""Suggestions for a level: candidates are mutated from it, solved, ranked, and the best kept in an archive."""
