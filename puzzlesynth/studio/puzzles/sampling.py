"""QA: the measures of a growing sample of puzzles, and the report page."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .cards import card, difficulty_json
from .generation import Generate, playable, the_end

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.qa.measurement import PuzzleMeasurement
    from puzzlesynth.synth.exhaustion import Exhaustion


def _measured(given: Generate, pack: Pack, exhaustion: Exhaustion) -> Iterator[PuzzleMeasurement]:
    from puzzlesynth.qa.measurement import measure

    return (measure(pack, puzzle) for puzzle in given.puzzles(pack, exhaustion))


def measure_sample(given: Generate, emit: Emit) -> Json:
    """Sends each puzzle with what was measured of it."""
    from puzzlesynth.synth.exhaustion import Exhaustion

    pack, number, exhaustion = playable(given.source), 0, Exhaustion()
    for one in _measured(given, pack, exhaustion):
        number += 1
        emit(
            {
                "progress": f"{number} of {given.count.number}",
                "measured": {
                    "card": {
                        **card(pack, one.puzzle),
                        "difficulty": difficulty_json(one.difficulty),
                    },
                    "rules": sorted(one.rules),
                    "items": sorted(one.items),
                    "dead_end": list(one.dead_end),
                },
            }
        )
    return {"number": number, **the_end(exhaustion, number, given.count.number)}


def report(given: Generate, emit: Emit) -> Json:
    """The page that `puzzlesynth qa` writes."""
    from puzzlesynth.bad_input import BadInput
    from puzzlesynth.qa.report import report_page
    from puzzlesynth.synth.exhaustion import Exhaustion

    pack, exhaustion, measured = playable(given.source), Exhaustion(), []
    for one in _measured(given, pack, exhaustion):
        measured.append(one)
        emit({"progress": f"{len(measured)} of {given.count.number}"})
    if not measured:
        raise BadInput("the pack has no puzzle to report on")
    complete = len(measured) < given.count.number and exhaustion.proven
    return report_page(pack, measured, lambda _: None, complete)


def open_report(context: Context, page: Json) -> Json:
    name = secrets.token_urlsafe(12)
    context.project.games[name] = str(page).encode("utf-8")
    return name
