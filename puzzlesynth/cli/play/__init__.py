"""The command play: a text adventure in the terminal, with saves and transcripts."""
