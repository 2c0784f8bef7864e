"""What a player reads: names, phrases, room descriptions and narration."""
