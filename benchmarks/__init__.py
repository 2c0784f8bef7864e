"""How fast it is, and against what. `python -m benchmarks` runs everything; nothing here is timed inside tests."""
