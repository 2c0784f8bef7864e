"""Quick synthesis for running games: goal regression draws a small part of the pack, which is then solved."""
