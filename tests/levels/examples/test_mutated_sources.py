"""Sources with mistakes of all kinds: whatever is in them, they are refused with a reason or dealt with."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.report import analysis_text
from puzzlesynth.levels.designations import BadDesignation, designated
from puzzlesynth.levels.generate import CannotGenerate, GenerateOrder, NoPlacement, generate_levels, room
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits, solve
from puzzlesynth.levels.show import Glyphs, level_text, view_of
from puzzlesynth.levels.show.game_summary import about
from puzzlesynth.levels.source_editor import CannotWrite, source_with_levels
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
SOURCES = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.txt"))]
WORDS = "[ ] | -> > < no late rigid random again cancel win player wall crate = or and all on up ... ( ) \0 İ"


def mutated(source: str, rng: random.Random) -> str:
    """Lines taken away, doubled and exchanged, words put in and left out, a few times over."""
    lines = source.split("\n")
    for _ in range(rng.choice((1, 2, 4))):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[place].split(" ")
        kind = rng.randrange(5)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(place, lines[other])
        elif kind == 2:
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == 3:
            words.insert(
                rng.randrange(len(words) + 1), rng.choice([*WORDS.split(" "), "(puzzlesynth wall: Wal)"])
            )
            lines[place] = " ".join(words)
        else:
            del words[rng.randrange(len(words))]
            lines[place] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(60))
def test_a_source_with_mistakes_is_refused_or_dealt_with(seed: int) -> None:
    rng = random.Random(seed)
    source = mutated(rng.choice(SOURCES), rng)
    game = compile_source(source).game
    if game is None:
        return
    assert list(about(game))
    analysis = analyse(game)
    assert analysis_text(game, analysis)
    with suppress(BadDesignation):
        designated(game, source, "game.txt")
    level = next((entry for entry in game.levels if isinstance(entry, Level)), None)
    if level is None or compile_source(source).errors:
        return
    assert level_text(view_of(level), Glyphs(game)).count("\n") == level.height - 1
    solve(game, level, solvers=("bfs",), limits=SearchLimits(None, 200), seed="any")
    with suppress(CannotGenerate, NoPlacement, CannotWrite):
        made, _ = generate_levels(
            GenerateOrder(game, room(game, analysis, 5, 5), seed=1, effort=1, most_tries=5, most_states=100)
        )
        source_with_levels(source, game, made)
