"""Searches in machine code, one by one or several that take turns."""
