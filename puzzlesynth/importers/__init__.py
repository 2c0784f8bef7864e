"""Other programs' files, read safely and written as packs."""
