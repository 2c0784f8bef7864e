"""Puzzle maps at work: filling them, counting fillings, explaining why there is none, describing and suggesting maps."""
