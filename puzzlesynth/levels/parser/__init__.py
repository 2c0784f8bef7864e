"""Reading PuzzleScript: from source text to a compiled game, with the messages that designers know.

The notation is made of lines, and a section heading decides how the lines below it are read. Reading goes in
two passes: `source` walks over the lines and collects what is written into a `Draft` (one module for each
section); then `assemble` gives the draft its meaning, step by step, and builds the model's `Game`.
"""
