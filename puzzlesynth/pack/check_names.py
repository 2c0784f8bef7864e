"""Names that nothing is called by: types, properties, items and areas, and the closest that exists."""

from __future__ import annotations

from .model import Pack
from .problems import Problem


def check_names(pack: Pack) -> tuple[Problem, ...]:
    return ()
