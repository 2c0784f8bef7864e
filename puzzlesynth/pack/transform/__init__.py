"""Passes from pack to pack: extensions, rules that follow from relations, doors, composed blocks, the world of a map."""
