"""How many distinct candidate levels a second are solved or proven unsolvable, with their difficulty, on one core.

    python -m benchmarks.level_suggestion [--full]

Candidates are made of one small level of each game by exchanging the contents of cells and putting up or taking down
walls; no two are equal. They are judged together, briefly as `level suggest` does (of those that cannot be won, only
that) and with the counts of all solvers, and some of them one after the other by the three solvers for single levels; all
must agree on every verdict and every difficulty. Then `level suggest` itself on the Sokoban levels: different candidates
a second, and the time to the first suggestion that is better than the level given, from the beginning of the search.
Seconds are those of the processor. The goal is 1,000 candidates a second for Sokoban on 6x6 with two crates.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

from benchmarks.report import Row, report, wants_full
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.design import Suggester, Suggestion, SuggestOrder, preset_text, read_transformation
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "levels"
BATCH = 512

LEVELS: dict[str, tuple[str, str]] = {
    "sokoban 6x6, two crates": ("sokoban", "######\n#O...#\n#.*#.#\n#.P*.#\n#...O#\n######"),
    "sokoban 6x6, two crates, no outer walls": ("sokoban", "..#..O\n.*....\n..##..\n.P.#..\n..*...\nO....."),
    "sokoban 7x7, two crates": ("sokoban", "#######\n#O.#..#\n#.*...#\n#..##.#\n#.P.*.#\n#....O#\n#######"),
    "lava 6x6": ("lava", "######\n#P..~#\n#.*.~#\n#..*~#\n#..~E#\n######"),
    "blockfaker 6x6": ("blockfaker", "######\n#P...#\n#.**.#\n#..#*#\n#.*.E#\n######"),
    "gem 6x6": ("gem", "######\n#P..O#\n#.*..#\n#..*.#\n#.*..#\n######"),
    "destroy 6x6": ("destroy", "######\n#P..$#\n#.*..#\n#..*.#\n#$...#\n######"),
}


def drawn(game: PuzzleScriptGame, picture: str) -> Level:
    rows = picture.split("\n")
    glyphs, background = game.legend.glyphs, 1 << game.background_id
    cells = [glyphs[row[x].lower()] | background for x in range(len(rows[0])) for row in rows]
    return Level(len(rows[0]), len(rows), tuple(cells), 0)


def candidates(game: PuzzleScriptGame, start: Level, count: int) -> list[Level]:
    """Levels that differ from each other and have the things of the first, and more or fewer walls."""
    rng = random.Random(1)
    wall = next(thing.mask for thing in game.objects if thing.name == "wall")
    empty = 1 << game.background_id
    closed = all(start.cell(0, y) & wall for y in range(start.height))
    inside = [
        x * start.height + y
        for x in range(closed, start.width - closed)
        for y in range(closed, start.height - closed)
    ]
    found: dict[tuple[int, ...], Level] = {}
    while len(found) < count:
        cells = list(start.cells)
        for _ in range(rng.randint(1, 5)):
            one, other = rng.sample(inside, 2)
            if cells[one] in (empty, empty | wall) and rng.random() < 0.5:
                cells[one] ^= wall
            else:
                cells[one], cells[other] = cells[other], cells[one]
        found.setdefault(tuple(cells), Level(start.width, start.height, tuple(cells), 0))
    return list(found.values())


def judged_together(
    game: PuzzleScriptGame, levels: list[Level], *, brief: bool
) -> tuple[list[LevelEvaluation], float]:
    evaluator = BatchEvaluator(game, brief=brief)
    evaluator.judge(levels[:2])  # writes the code
    begin = time.process_time()
    found: list[LevelEvaluation] = []
    for first in range(0, len(levels), BATCH):
        found += evaluator.judge(levels[first : first + BATCH])
    return found, time.process_time() - begin


def judged_singly(game: PuzzleScriptGame, levels: list[Level]) -> tuple[list[int | None], float]:
    search = SearchableGame(game)
    solve(search, levels[0])
    begin = time.process_time()
    found = [solve(search, level, limits=SearchLimits(seconds=None)).difficulty for level in levels]
    return found, time.process_time() - begin


def measure(title: str, count: int, share: int) -> Row:
    name, picture = LEVELS[title]
    game = compile_source((EXAMPLES / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    levels = candidates(game, drawn(game, picture), count)
    short, briefly = judged_together(game, levels, brief=True)
    found, together = judged_together(game, levels, brief=False)
    assert [(one.solved, one.solved and one.difficulty) for one in short] == [
        (one.solved, one.solved and one.difficulty) for one in found
    ], f"{title}: brief verdicts differ"
    # A level that is won as it stands is not searched.
    few = [(level, one) for level, one in zip(levels, found, strict=True) if one.difficulty != 1][::share]
    single, singly = judged_singly(game, [level for level, _ in few])
    assert single == [one.difficulty for _, one in few], f"{title}: the difficulties differ"
    solved = [one.difficulty for one in found if one.solved and one.difficulty]
    return {
        "candidates": title,
        "distinct": len(levels),
        "solvable": len(solved),
        "mean difficulty": round(sum(solved) / max(1, len(solved)), 1),
        "states each": round(sum(one.explored.get("bfs", 0) for one in found) / len(found)),
        "briefly / s": round(len(levels) / briefly),
        "together / s": round(len(levels) / together),
        "singly / s": round(len(few) / singly),
        "ratio": round((len(levels) / briefly) / (len(few) / singly), 1),
    }


def suggest(title: str, count: int) -> Row:
    name, picture = LEVELS[title]
    game = compile_source((EXAMPLES / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    start = drawn(game, picture)
    rules = read_transformation(game, preset_text(game, "everything", start))
    begin, first = time.process_time(), None
    suggester = Suggester(SuggestOrder(game, start, rules, seed=1, count=count))
    for event in suggester.stream():
        if first is None and isinstance(event, Suggestion) and event.better:
            first = time.process_time() - begin
    seconds = time.process_time() - begin
    return {
        "suggest": title,
        "distinct": suggester.tally.distinct,
        "solvable": suggester.tally.solvable,
        "candidates / s": round(suggester.tally.distinct / seconds),
        "first better after s": None if first is None else round(first, 2),
        "best difficulty": suggester.best[0].value if suggester.best else None,
    }


def main() -> None:
    full = wants_full(__doc__)
    count, share = (8192, 32) if full else (2048, 32)
    rows = [measure(title, count, share) for title in LEVELS]
    report("suggest_speed", "Candidates judged, each second of one core", rows)
    suggested = [suggest(title, count) for title in LEVELS if title.startswith("sokoban")]
    report("suggest_whole", "level suggest from start to end", suggested)


if __name__ == "__main__":
    main()
