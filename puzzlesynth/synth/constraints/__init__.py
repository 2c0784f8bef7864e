"""Designers' constraints: reading `.lp` files and the shelf, finding mistakes in them, and handing them to clingo."""

from .adding import WISH, ConstraintSet, constraint_set
from .errors import ConstraintError
from .named import Named

__all__ = ["WISH", "ConstraintError", "ConstraintSet", "Named", "constraint_set"]
