"""A puzzle as a planning domain and problem in PDDL."""
