"""What quality assurance sees of a pack: many puzzles measured, and a page that shows them."""
