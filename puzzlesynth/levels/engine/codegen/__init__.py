"""Writers of Python source for rules, movements and whole turns over bitboards, scalar and vectorised."""
