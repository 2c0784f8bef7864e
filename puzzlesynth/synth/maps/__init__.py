"""Puzzle maps in the program: the tree of blocks, the domains of each block, and their facts."""
