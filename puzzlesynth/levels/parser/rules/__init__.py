"""Rules from text to rule groups: parsed, expanded to one direction and plain objects, and turned into bit masks."""
