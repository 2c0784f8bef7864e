"""The ground task of a puzzle: facts and operators, their layout as bits, axioms, and traces of named objects."""
