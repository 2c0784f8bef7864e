"""The command line: each command parses, calls, prints. Everybody may be known here, and nobody knows this."""
