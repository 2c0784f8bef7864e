"""Commands for level designers: analyse, generate, suggest, repair, simplify, swap, progression."""
