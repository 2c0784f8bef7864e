"""Programs for those who work on puzzlesynth; they are not installed with it."""
