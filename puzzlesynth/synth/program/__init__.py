"""The logic program of a pack: facts, predicates, grounding within limits, solving and near-uniform sampling."""
