"""All commands about PuzzleScript games, gathered from the files beside this one."""

from __future__ import annotations

from .commands import app
from .design import analyse as level_analyse
from .design import generate as level_generate
from .design import progression as level_progression
from .design import repair as level_repair
from .design import simplify as level_simplify
from .design import suggest as level_suggest
from .design import swap as level_swap

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
