"""Recipe books whose areas open one after another: a tree for each area, put together area by area."""
