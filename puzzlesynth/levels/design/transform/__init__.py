"""The transformation language: PuzzleScript rules with probabilities, compiled to code over bit planes."""
