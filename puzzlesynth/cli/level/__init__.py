"""Commands about PuzzleScript games: check, info, show, solve and play them."""
