"""A save holds the whole game; what is broken or belongs elsewhere is refused with a reason, never half loaded."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import PackHashes
from puzzlesynth.play import Chance, Game, SaveError, Status, Take, Use, Walk, load_game, save_game
from tests.support.games import EXAMPLES, ONE_KEY, TOWER, TRAP, example, make_tower
from tests.support.samples import random_examples
from tests.support.tiny_packs import HEIST

UNLOCK = Use(1, "Unlock", ("door", "key"))


def played() -> Game:
    game = Game(TRAP, ONE_KEY, seed=7, cruelty="merciful")
    for move in (Take("key"), UNLOCK, Walk("Attic"), Use(4, "Light", ("lamp",))):
        game.apply(move)
    game.undo()
    return game


def test_a_loaded_game_is_the_same_game_with_its_past_and_its_future() -> None:
    game = played()
    loaded = load_game(save_game(game), TRAP)
    assert loaded.state == game.state
    assert (loaded.seed, loaded.cruelty, loaded.puzzle) == (7, game.cruelty, ONE_KEY)
    assert loaded.history == game.history
    assert save_game(loaded) == save_game(game)
    assert loaded.redo() == 1
    assert loaded.status is Status.WON
    assert loaded.undo(99) == 4
    assert loaded.state.player == "Hall"


def test_a_save_can_be_bytes_and_can_hold_a_lost_game() -> None:
    game = Game(TRAP, ONE_KEY)
    game.apply(Use(3, "Drink", ("poison",), ("Ash",)))
    loaded = load_game(save_game(game).encode(), TRAP)
    before = loaded.status
    loaded.undo()
    assert (before, loaded.status) == (Status.LOST, Status.PLAYING)


@random_examples(25)
@given(st.lists(st.integers(0, 30), max_size=40), st.integers(0, 10))
def test_after_any_play_saving_and_loading_changes_nothing(choices: list[int], back: int) -> None:
    pack, puzzle = example("meadow")
    game = Game(pack, puzzle, cruelty="cruel")
    for choice in choices:
        moves = game.moves()
        if moves:
            game.apply(moves[choice % len(moves)])
    game.undo(back)
    loaded = load_game(save_game(game), pack)
    assert loaded.state == game.state
    assert [m.state for m in loaded.undo_history.moments] == [m.state for m in game.undo_history.moments]
    assert loaded.moves() == game.moves()


def test_a_save_of_another_pack_or_another_version_is_refused() -> None:
    text = save_game(played())
    with pytest.raises(SaveError, match="different rules, items or areas"):
        load_game(text, replace(TRAP, hashes=PackHashes("1" * 64)))
    with pytest.raises(SaveError, match="from another pack: `other`"):
        load_game(text.replace('"pack":{"name":"test"', '"pack":{"name":"other"', 1), HEIST)


def edited(path: list[str | int], value: Any) -> str:
    data = json.loads(save_game(played()))
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (["format"], "puzzlesynth.save/99", "format"),
        (["seed"], "x", "seed: expected a whole number"),
        (["cruelty"], "vicious", "cruelty"),
        (["cruelty"], [], "cruelty"),
        (["puzzle"], 3, "puzzle"),
        (["puzzle", "objects", 0, "item"], "Dragon", "Dragon"),
        (["puzzle", "objects", 0, "inside"], "door", "inside itself"),
        (["puzzle", "pack", "sha256"], "f" * 64, "another pack"),
        (["puzzle", "areas", 0, "goal"], "Moon", "Moon"),
        (["chapters"], [{"at": 0, "puzzle": {}}], "puzzle|format"),
        (["chapters"], 1, "expected a list"),
        (["moves"], {}, "expected a list"),
        (["moves", 0], ["fly", "moon"], "not a move"),
        (["moves", 0], ["take", 3], "not a move"),
        (["moves", 0], ["use", True, [], []], "not a move"),
        (["moves", 0], ["use", 10**30, [], []], "there is no rule"),
        (["moves", 0], ["use", 1, [[]], []], "expected a text"),
        (["moves", 1], ["walk", "Attic"], r"moves\[1\]: there is no open way"),
        (["now"], 99, "there is no move 99"),
        (["now"], -1, "there is no move -1"),
        (["now"], None, "now"),
        (["state"], "0" * 64, "another state"),
        (["state"], None, "state"),
        (["pack"], "heist", "expected an object"),
    ],
)
def test_a_broken_save_is_refused_with_a_reason(path: list[str | int], value: Any, reason: str) -> None:
    with pytest.raises(SaveError, match=reason):
        load_game(edited(path, value), TRAP)


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{", '"x"', "[" * 100_000, b"\xff\xfe\x00", "NaN", '{"format": 1}', "9" * 6000]
)
def test_what_is_no_save_at_all_is_refused(text: str | bytes) -> None:
    with pytest.raises(SaveError):
        load_game(text, TRAP)


def test_every_part_of_a_save_is_needed() -> None:
    data = json.loads(save_game(played()))
    for key in data:
        if key != "puzzle":
            with pytest.raises(SaveError):
                load_game(json.dumps({k: v for k, v in data.items() if k != key}), TRAP)


@pytest.mark.seconds
@random_examples(150)
@given(st.data())
def test_a_save_with_any_one_thing_changed_is_refused_or_is_a_game(data: st.DataObject) -> None:
    content = json.loads(save_game(played()))
    at: Any = content
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if isinstance(at[key], dict | list) and at[key] and data.draw(st.booleans()):
            at = at[key]
            continue
        values: st.SearchStrategy[object] = (
            st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({})
        )
        at[key] = data.draw(values)
        break
    try:
        game = load_game(json.dumps(content), TRAP, make=make_tower, worker="inline")
    except SaveError:
        return
    game.moves()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["chapters", 0, "at"], 77),
        (["chapters", 0, "at"], 1),
        (["chapters", 0, "puzzle", "objects", 0, "properties"], {"open": True}),
        (["chapters", 0, "puzzle", "objects", 0, "id"], "portal"),
        (["chapters", 0, "puzzle", "progress", "open"], ["Yard", "Loft"]),
        (["chapters", 0, "puzzle", "objects", 2, "item"], "Gate"),
        (["chapters"], []),
    ],
)
def test_a_chapter_that_does_not_belong_is_refused(path: list[str | int], value: Any) -> None:
    with Game(TOWER, make=make_tower, worker="inline") as game:
        game.wait()
        game.apply(Use(1, "Force", ("gate", "lever")))
        data = json.loads(save_game(game))
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    with pytest.raises(SaveError):
        load_game(json.dumps(data), TOWER, make=make_tower, worker="inline")


def test_a_save_of_one_filling_of_a_map_is_no_game_of_another() -> None:
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.puzzle.game_pack import complete_map, pack_for

    pack = load_pack(EXAMPLES / "bakery")
    filler = filler_for(pack, complete_map(pack, "deliver"))
    one, other = (next(filler.puzzles(seed)) for seed in (3, 8))
    assert (one.map.areas, one.map.relations) != (other.map.areas, other.map.relations)  # type: ignore[union-attr]
    saved = save_game(Game(pack_for(pack, one), one))
    assert load_game(saved, pack).chance() is Chance.WINNABLE, "the pack that has the map will do"
    assert load_game(saved, pack_for(pack, one)).chance() is Chance.WINNABLE
    with pytest.raises(SaveError, match="map"):
        load_game(saved, pack_for(pack, other))
