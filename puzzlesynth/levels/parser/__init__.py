"""Reading PuzzleScript: from source text to a compiled game, with the messages that designers know.

The notation is made of lines, and a section heading decides how the lines below it are read. Reading goes in
two passes: `source_parser` walks over the lines and collects what is written into a `SourceDraft`; then
`game_builder` gives the draft its meaning, step by step. What belongs to one section is in one module of `sections`.
"""
