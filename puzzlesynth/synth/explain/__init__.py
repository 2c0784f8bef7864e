"""Why a pack has no puzzle: minimal unsatisfiable sets of requirements, and minimal repairs."""
