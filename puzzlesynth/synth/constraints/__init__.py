"""Designers' constraints: reading `.lp` files and the shelf, finding mistakes in them, and handing them to clingo."""

from .constraint_set import SWITCH, WISH, ConstraintError, ConstraintSet, constraint_set

__all__ = ["SWITCH", "WISH", "ConstraintError", "ConstraintSet", "constraint_set"]
