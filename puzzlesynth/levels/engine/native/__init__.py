"""The native engine: one program in machine code that plays any game, with rules and boards as tables of integers."""
