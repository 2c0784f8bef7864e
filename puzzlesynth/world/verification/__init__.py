"""Guarantees proven or refuted by running the world: consistency, replay, shortcuts, dead ends, safe rules."""
