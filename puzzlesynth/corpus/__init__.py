"""Puzzles by the million: a space cut into disjoint shards, made on as many machines as there are."""
