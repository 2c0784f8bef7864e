"""Small packs out of a few lines, and the questions that most tests ask of them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from puzzlesynth.pack import Pack, Severity, check_pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world import verify
from tests.support.item_notation import read_items

Given = Mapping[str, Any]

HERE: Given = {"start": True, "goals": ["Goal"]}


def pack(
    items: Mapping[str, Given | None] | str,
    rules: str | Sequence[Any],
    areas: Mapping[str, Given] | None = None,
    **more: Any,
) -> Pack:
    """A pack that `check` has no error for. Items may be written in one line (`item_notation`)."""
    made = load(items, rules, areas, **more)
    errors = [str(p) for p in check_pack(made) if p.severity is Severity.ERROR]
    assert not errors, errors
    return made


def load(
    items: Mapping[str, Given | None] | str,
    rules: str | Sequence[Any],
    areas: Mapping[str, Given] | None = None,
    **more: Any,
) -> Pack:
    """Like `pack`, without the check."""
    if isinstance(items, str):
        items = read_items(items)
    if not isinstance(rules, str):
        rules = list(rules)
    text = {"pack": "test", "items": items, "rules": rules, "areas": areas or {"Here": HERE}, **more}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.yaml"
        path.write_text(json.dumps(text), "utf-8")
        return load_pack(path)


def puzzles(made: Pack, most: int = 50, seed: int = 0, **more: Any) -> list[Puzzle]:
    """The first puzzles of a pack, each of them verified."""
    found = list(islice(make_puzzles(made, seed=seed, **more), most))
    for puzzle in found:
        assert_proven(made, puzzle)
    return found


def assert_proven(made: Pack, puzzle: Puzzle) -> None:
    report = verify(made, puzzle)
    assert report.ok, [(v.guarantee, v.outcome, v.message) for v in report.verdicts]


def actions(puzzle: Puzzle) -> list[str]:
    """What the solution does, in its order."""
    return [puzzle.step(name).action for name in puzzle.solution]


def all_actions(found: Iterable[Puzzle]) -> set[tuple[str, ...]]:
    """The trees of some puzzles, each as its actions in alphabetical order."""
    return {tuple(sorted(actions(puzzle))) for puzzle in found}


def placed(puzzle: Puzzle) -> list[str]:
    """The items that the synthesizer put into the world, in alphabetical order."""
    return sorted(thing.item for thing in puzzle.objects if thing.placed)
