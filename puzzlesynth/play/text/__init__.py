"""What a player reads: names, phrases, room descriptions, narration and walkthroughs."""
