"""All commands about PuzzleScript games, gathered from the files beside this one."""

from __future__ import annotations

from . import (
    level_analyse,
    level_generate,
    level_progression,
    level_repair,
    level_simplify,
    level_suggest,
    level_swap,
)
from .level import app

for command in (
    level_analyse.analyse,
    level_generate.generate,
    level_suggest.suggest,
    level_repair.repair,
    level_simplify.simplify,
    level_swap.swap,
    level_progression.progression,
):
    app.command()(command)
