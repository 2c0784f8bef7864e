"""Recipe books in which every step keeps what it takes, in one area or in several that open one after another."""
