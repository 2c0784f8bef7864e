"""What the studio keeps: the opened folder, its documents with undo, their history, and what the page remembers."""
