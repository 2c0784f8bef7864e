"""What is said to be surely in one piece has no complaint against it, whatever was changed in a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.quick_dataclasses import fields, replace
from puzzlesynth.world import consistency_fault
from puzzlesynth.world.rule_semantics import semantics_of
from puzzlesynth.world.verification.quick_consistency import is_surely_consistent, spoils
from tests.support.tiny_packs import rule

OTHERS: dict[type, tuple[Any, ...]] = {bool: (True, False), int: (0, 1, 2, 99)}


def changed(value: Any, words: list[str], nullable: bool = False) -> Iterator[Any]:
    """Other values in the place of one. `nullable`: nothing is one of them."""
    if isinstance(value, tuple):
        yield value[1:]
        yield (*value, *value[:1])
        yield value[::-1]
        for index, part in enumerate(value):
            for other in changed(part, words, nullable):
                yield (*value[:index], other, *value[index + 1 :])
    elif isinstance(value, dict):
        yield {**value, "strange": True}
        yield dict(list(value.items())[1:])
    elif hasattr(value, "__dataclass_fields__"):
        for each in fields(value):
            for other in changed(getattr(value, each.name), words, "None" in str(each.type)):
                yield replace(value, **{each.name: other})
    elif isinstance(value, str) or value is None:
        yield from (word for word in (*words, *([None] if nullable else [])) if word != value)
    else:
        yield from (other for other in OTHERS[type(value)] if other != value)


def mutants(puzzle: Puzzle) -> Iterator[Puzzle]:
    words = ["nothing", puzzle.objects[0].id, puzzle.objects[0].item, puzzle.areas[0].name]
    words += [puzzle.steps[0].id, puzzle.steps[-1].id, puzzle.areas[-1].name, puzzle.objects[-1].id]
    for name in ("pack_sha256", "areas", "objects", "steps", "creates", "solution"):
        for other in changed(getattr(puzzle, name), words):
            yield replace(puzzle, **{name: other})


@pytest.mark.seconds
@pytest.mark.parametrize(("name", "every"), [("tiny.yaml", 1), ("heist", 3), ("meadow", 7)])
def test_a_puzzle_with_one_thing_changed(name: str, every: int) -> None:
    pack = load_pack(f"examples/{name}")
    puzzle = next(make_puzzles(pack, seed=3))
    assert is_surely_consistent(pack, puzzle)
    wrong = 0
    for mutant in islice(mutants(puzzle), 0, None, every):
        fault = consistency_fault(pack, mutant)
        wrong += fault is not None
        assert fault is None or not is_surely_consistent(pack, mutant), fault
    assert wrong > 100
    assert is_surely_consistent(pack, puzzle)


@pytest.mark.seconds
def test_all_puzzles_of_a_stream_are_seen_to_be_fine() -> None:
    for name in ("meadow", "heist", "lighthouse"):
        pack = load_pack(f"examples/{name}")
        assert all(is_surely_consistent(pack, puzzle) for puzzle in islice(make_puzzles(pack, seed=1), 4))


@pytest.mark.parametrize(
    ("first", "then", "is_spoilt"),
    [
        ("Ash ::= Burn Log", "Plank ::= Saw Log", True),
        ("Box[contains: Nothing] ::= Shake Box", "Gem Box ::= Open Box[contains: Gem]", True),
        ("Box[contains: Nothing] ::= Shake Box", "Dust ::= Kick Box", False),
        ("Box ::= Watch Box", "Gem Box ::= Open Box[contains: Gem]", False),
        ("Door[open: True] ::= Open Door[open: False]", "Dust ::= Slam Door[open: False]", True),
        ("Door[open: True] ::= Open Door[open: False]", "Dust ::= Slam Door[open: True]", False),
    ],
)
def test_a_step_spoils_an_object_for_another_one(first: str, then: str, is_spoilt: bool) -> None:
    """The first input of one rule as the first input of another."""
    assert spoils(semantics_of(rule(1, first)), 0, semantics_of(rule(2, then)), 0) is is_spoilt
