"""The checks of `puzzlesynth check` on a pack that could be read; `checker` runs them."""
