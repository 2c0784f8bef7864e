"""Commands that generate, explain, verify, show and convert puzzles."""
