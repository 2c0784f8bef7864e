"""Rules: the notation and its grammar, the effects of a rule, its participants, its roles as a block of a map."""
