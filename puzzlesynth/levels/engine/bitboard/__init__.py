"""Bitboards: cell sets as integers, boards as planes, movement over planes, and static analysis of rules."""
