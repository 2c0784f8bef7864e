"""The first task of every process: what it will need is imported before it is needed."""

from __future__ import annotations

from typing import Any

from puzzlesynth.studio.protocol import Json

from .worker import Emit

TINY: dict[str, Any] = {
    "pack": "tiny",
    "items": {"Key": {"carryable": True}, "Door": {"open": False}},
    "rules": ["Door[open: True] Key ::= Unlock Door[open: False] Key"],
    "areas": {"Hall": {"start": True, "goals": ["Door[open: True]"], "contains": ["Door"]}},
}


def warm_up(_given: Any, _emit: Emit) -> Json:
    import puzzlesynth.api
    import puzzlesynth.levels.design
    import puzzlesynth.levels.editor
    import puzzlesynth.levels.generate
    import puzzlesynth.levels.search.batch.evaluator
    import puzzlesynth.pack.checks.checker
    import puzzlesynth.pipeline.regeneration
    import puzzlesynth.pipeline.request
    import puzzlesynth.synth.constraints.rewriter
    import puzzlesynth.synth.synthesizer
    import puzzlesynth.world
    import puzzlesynth.world.difficulty  # noqa: F401
    from puzzlesynth.api import check, make_puzzles, parse_pack

    # What is imported where it is used is only imported by using it.
    pack = parse_pack(TINY)
    check(pack)
    next(make_puzzles(pack), None)
    return None
