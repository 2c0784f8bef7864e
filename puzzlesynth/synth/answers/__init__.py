"""From answer sets to puzzles: reading atoms, ordering steps, decoding."""
