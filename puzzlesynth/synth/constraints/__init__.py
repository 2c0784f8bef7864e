"""Designers' constraints: reading `.lp` files and the shelf, finding mistakes in them, and handing them to clingo."""

from __future__ import annotations

from .designer_constraints import SWITCH, WISH, ConstraintError, ConstraintSet

__all__ = ["SWITCH", "WISH", "ConstraintError", "ConstraintSet"]
