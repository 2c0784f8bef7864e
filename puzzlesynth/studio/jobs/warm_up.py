"""The first task of every process: what it will need is imported before it is needed."""

from __future__ import annotations

from typing import Any

from puzzlesynth.studio.protocol import Json

from .worker import Emit


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

    return None
