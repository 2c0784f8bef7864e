"""Everything `check` looks for in a pack that could be read; `checker` runs all of it."""
