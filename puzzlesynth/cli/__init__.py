"""The command line: each command parses, calls, prints. It may import every other part, and no part imports it."""
