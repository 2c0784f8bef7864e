"""What the kernel reads of a game and a level: tables of integers."""
