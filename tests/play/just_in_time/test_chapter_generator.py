"""Quick draws for a game that is being played: made at once, and as good as what takes its time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth import make_puzzles, parse_pack
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play import Game, RunningWorld, Status, load_game, save_game
from puzzlesynth.play.just_in_time import chapter_generator
from puzzlesynth.play.just_in_time.chapter_generator import make_with_synthesizer, needless_steps
from puzzlesynth.play.just_in_time.chapters import Chapter, empty_world, next_chapter
from puzzlesynth.puzzle.json_io import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.quick.quick_synthesis import synthesize_quickly
from puzzlesynth.world import Outcome, verify
from tests.support.games import DOOR, EXAMPLES

LIGHTHOUSE = load_pack(EXAMPLES / "lighthouse")


def anything_goes(puzzle: Puzzle) -> None:
    return None


def play(game: Game) -> None:
    """By its own hints."""
    while game.status is Status.PLAYING and (hint := game.hint(3)).moves:
        for move in hint.moves:
            game.apply(move)


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(3))
def test_every_chapter_of_a_game_keeps_all_guarantees(seed: int) -> None:
    made: list[Puzzle] = []

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        made.append(make_with_synthesizer(running, areas, seed))
        return made[-1]

    with Game(LIGHTHOUSE, seed=seed, make=make, worker="inline", cruelty="cruel") as game:
        play(game)
        assert game.status is Status.WON
        saved = save_game(game)
        with load_game(saved, LIGHTHOUSE, worker="inline") as again:
            assert save_game(again) == saved
    assert [goal.name for puzzle in made for goal in puzzle.areas] == list(LIGHTHOUSE.areas)
    for puzzle in made:
        bad = [v for v in verify(LIGHTHOUSE, puzzle).verdicts if v.outcome is not Outcome.PROVEN]
        assert not [v for v in bad if v.guarantee != "no_dead_end"], bad


@pytest.mark.seconds
def test_a_seed_decides_and_different_seeds_differ() -> None:
    running = RunningWorld(LIGHTHOUSE, empty_world(LIGHTHOUSE))
    first = [puzzle_to_json(make_with_synthesizer(running, ("Quay",), seed)) for seed in range(12)]
    assert first[0] == puzzle_to_json(make_with_synthesizer(running, ("Quay",), 0))
    trees = {make_with_synthesizer(running, ("Quay",), seed).tree for seed in range(12)}
    assert len(trees) > 4


def test_a_sketch_is_no_excuse_for_a_shortcut() -> None:
    """With a crowbar lying about, nobody needs the key; the trial says so though the sketch knew no crowbar."""
    loose: Pack = replace(
        DOOR, areas={"Hall": replace(DOOR.areas["Hall"], contains=("Door", "Crowbar"), min_depth=2)}
    )
    start = replace(fresh_start(loose), objects=fresh_start(DOOR).objects)
    made = synthesize_quickly(start, 0, anything_goes)
    assert made is not None
    before = Chapter(loose, empty_world(loose))
    after = next_chapter(loose, before, before.world.start(), made, ())
    assert needless_steps(loose, made, after) == {(1, "Door")}
    assert synthesize_quickly(fresh_start(loose), 0, anything_goes) is None, (
        "one way is there, so no other is thought of"
    )


def test_what_an_earlier_chapter_was_to_make_keeps_its_name() -> None:
    made = synthesize_quickly(
        fresh_start(DOOR), 0, lambda puzzle: None if len(puzzle.steps) == 2 else {(3, "Door")}
    )
    assert made is not None
    assert [created.id for created in made.creates] == ["key"]
    before = Chapter(DOOR, replace(empty_world(DOOR), creates=made.creates))
    after = next_chapter(DOOR, before, before.world.start(), made, ()).puzzle
    assert [created.id for created in after.creates] == ["key", "key_2"]
    assert puzzle_from_json(puzzle_to_json(after)).creates == after.creates, "so a save can be loaded"


@pytest.mark.parametrize(("strict", "safe"), [("Kitchen", True), ("Bakery", False)])
def test_dead_ends_count_in_areas_that_forbid_them(strict: str, safe: bool) -> None:
    """Only the dough can be burnt."""
    areas = {"Bakery": {"start": True, "goals": ["Cake"]}, "Kitchen": {"start": True, "goals": ["Soup"]}}
    content = {
        "pack": "inn",
        "items": {
            **{name: {"carryable": True, "notSpawnable": True} for name in ("Cake", "Soup")},
            **{name: {"carryable": True} for name in ("Dough", "Leek")},
            "Ash": {"notSpawnable": True},
        },
        "rules": ["Cake ::= Bake Dough", "Ash ::= Burn Dough", "Soup ::= Boil Leek"],
    }
    made = next(make_puzzles(parse_pack({**content, "areas": areas})))
    pack = parse_pack({**content, "areas": areas | {strict: {**areas[strict], "dead_ends": "forbid"}}})
    assert chapter_generator._is_safe(pack, replace(made, pack_sha256=pack.sha256)) is safe
