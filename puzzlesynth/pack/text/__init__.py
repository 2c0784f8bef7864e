"""Player-facing English: readable names, verbs and their frames, clauses and phrases for rules and goals."""
