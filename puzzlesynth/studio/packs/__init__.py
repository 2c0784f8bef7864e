"""Requests about packs: checked, shown, edited, and their maps. Each one is a call of the library."""
