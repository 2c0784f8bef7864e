"""Red herrings: as many as asked for, where asked for, and part of no solution."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle, red_herrings
from puzzlesynth.synth.landmarks.red_herring_test import useful_herring
from puzzlesynth.synth.landmarks.relaxed_task import RelaxedOperators, RelaxedTask
from puzzlesynth.synth.options import read_targets
from puzzlesynth.world import explore, verify
from puzzlesynth.world.search.solutions import solve
from puzzlesynth.world.verification.shortcuts import Undecided
from tests.support.paths import ROOT
from tests.support.synth_packs import pack

EXAMPLES = ROOT / "examples"


def _pack(herrings: int) -> Pack:
    """A door with two keys that both fit, a dog that nobody has, and a bone for it."""
    return pack(
        {
            "Door": {"locked": True, "notSpawnable": True},
            "Brass": {"carryable": True, "isa": ["Key"]},
            "Iron": {"carryable": True, "isa": ["Key"]},
            "Bone": {"carryable": True},
            "Dog": {"fed": False, "notSpawnable": True},
        },
        [
            "Door[locked: False] Key ::= Unlock Door[locked: True] Key",
            "Dog[fed: True] ::= Feed Dog[fed: False] Bone",
        ],
        {
            "Porch": {
                "start": True,
                "goals": ["Door[locked: False]"],
                "contains": ["Door"],
                "herrings": herrings,
            }
        },
    )


def test_what_could_stand_in_for_something_is_no_herring() -> None:
    """The other key would open the door as well; the bone is of no use to anyone."""
    found = list(make_puzzles(_pack(1)))
    assert {red_herrings(puzzle) for puzzle in found} == {("bone",)}
    assert {puzzle.metrics["herrings"] for puzzle in found} == {1}
    assert len(found) == 2


def test_none_without_asking_and_none_where_there_are_too_few() -> None:
    assert {red_herrings(puzzle) for puzzle in make_puzzles(_pack(0))} == {()}
    assert not list(make_puzzles(_pack(2)))


def test_command_line_replaces_what_the_pack_says() -> None:
    loaded = _pack(2)
    assert list(make_puzzles(loaded, targets=read_targets(loaded, {"herrings": ["0"]})))


def _distance(loaded: Pack, puzzle: Puzzle) -> int:
    found = explore(loaded, puzzle)
    return min(len(found.path(index)) for index in found.winning)


@pytest.mark.seconds
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_guarantees_hold_with_them_in_the_world(seed: int) -> None:
    """And the game is no shorter with them than without: each of them is taken away and the world played again."""
    from dataclasses import replace

    loaded = load_pack(EXAMPLES / "meadow")
    targets = read_targets(loaded, {"herrings": ["1", "RiverBank:2"]})
    for puzzle in islice(make_puzzles(loaded, seed=seed, targets=targets), 3):
        report = verify(loaded, puzzle)
        assert report.ok, report.faults
        lying = {thing.id: thing.area for thing in puzzle.objects if thing.id in red_herrings(puzzle)}
        assert sorted(map(str, lying.values())) == ["Meadow", "RiverBank", "RiverBank"]
        without = replace(puzzle, objects=tuple(o for o in puzzle.objects if o.id not in lying))
        assert _distance(loaded, puzzle) == _distance(loaded, without)


@pytest.mark.parametrize("value", ["-1", "1.5", "many", "[1]"])
def test_nonsense_is_refused(tmp_path: Path, value: str) -> None:
    from puzzlesynth.pack import PackError

    text = (
        (EXAMPLES / "tiny.yaml")
        .read_text(encoding="utf-8")
        .replace("start: true", f"start: true, herrings: {value}")
    )
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match="herrings"):
        load_pack(tmp_path)


def _small_world() -> tuple[RelaxedTask, dict[str, int]]:
    """A bone makes the dog friendly, a friendly dog and a stick fetch the key, the key or a hammer opens the door."""
    operators = RelaxedOperators()
    names = {
        "start": ("start",), "bone": ("lies", "Bone", 1, "Porch"), "stick": ("lies", "Stick", 1, "Porch"),
        "hammer": ("lies", "Hammer", 1, "Porch"), "cup": ("lies", "Cup", 1, "Porch"), "friend": ("friend",),
        "key": ("key",), "solved": ("solved", "Porch"),
    }  # fmt: skip
    facts = {word: operators.fact(*name) for word, name in names.items()}
    ways = [(["bone"], "friend"), (["friend", "stick"], "key"), (["key"], "solved"), (["hammer"], "solved")]
    for needs, gives in ways:
        operators.add([facts[need] for need in needs], [facts[gives]], 0)
    return RelaxedTask(operators), facts


@pytest.mark.parametrize(
    ("there", "bait", "because"),
    [
        (["bone", "stick"], "Bone", {"Bone", "Stick"}),
        (["bone", "stick", "hammer"], "Stick", {"Bone", "Stick"}),
        (["bone", "hammer"], "Bone", None),
        (["hammer", "stick"], "Stick", None),
        (["hammer", "cup"], "Cup", None),
        (["hammer", "cup"], "Hammer", {"Hammer"}),
    ],
)
def test_useful_is_what_some_way_to_a_goal_uses(
    there: list[str], bait: str, because: set[str] | None
) -> None:
    """Also where another way does without it; and what makes it useful is given, and no more."""
    world, facts = _small_world()
    found = useful_herring(world, [facts["start"], *(facts[word] for word in there)], [(bait, 1)])
    if because is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == (bait, 1)
        assert {fact[1] for fact in found[1]} == because


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(6))
def test_no_solution_of_the_world_uses_a_herring(seed: int) -> None:
    """Every solution that players can find, on a pack where things can stand in for each other."""
    loaded = load_pack(EXAMPLES / "meadow")
    targets = read_targets(loaded, {"herrings": ["1"]})
    puzzle = next(make_puzzles(loaded, seed=seed, targets=targets))
    solved = solve(loaded, puzzle)
    assert not isinstance(solved, Undecided)
    assert solved.found
    used = {name for one in solved.found for operator in one.trace for name in operator.inputs}
    assert not used & set(red_herrings(puzzle))
