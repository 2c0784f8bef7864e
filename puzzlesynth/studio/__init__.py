"""The studio: packs, puzzles and levels in a browser, on a server of this machine. README.md says how it is built."""
