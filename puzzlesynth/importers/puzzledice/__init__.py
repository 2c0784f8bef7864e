"""Puzzledice's XML: item databases and puzzle maps, read safely and written as a pack."""
