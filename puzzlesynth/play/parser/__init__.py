"""What a player types, understood: commands, verbs, meta commands, disambiguation and refusals."""
