"""ink, compiled and played by the real thing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.ink.story_model import InkStory
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Use, Walk, World
from puzzlesynth.world.verification.dead_ends import dangers_of
from tests.export.test_cruelty import trap
from tests.support.export_puzzles import Maker, clashing, gated, heist, meadow
from tests.support.hostile_pack import TEXTS, hostile
from tests.support.node_scripts import ask_node
from tests.support.random_worlds import random_world
from tests.support.solution_moves import Seats, Turn, solution_turns, wandering_turns


class Telling:
    """A puzzle as its ink story has it: which tags stand for which move."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.world = World(pack, puzzle)
        self.story = InkStory(game_of(pack, puzzle, dangers_of))
        self.ways = {prepared.rule.number: prepared.ways for prepared in self.story.game.prepared_rules}
        by_item = self.story.pool.by_item
        self.seats = Seats(puzzle, {item: [seat.name for seat in seats] for item, seats in by_item.items()})

    def use_tags(self, use: Use) -> list[str]:
        names = " ".join([str(use.rule), *(self.seats.of[name] for name in use.inputs)])
        return [f"use {names}", f"way {self.ways[use.rule].index(use.items)}"]

    def tags(self, turn: Turn) -> list[str]:
        move = turn.move
        if isinstance(move, Walk):
            found = [f"walk {move.area}"]
        elif isinstance(move, Use):
            found = self.use_tags(move)
        else:
            found = [f"{type(move).__name__.lower()} {self.seats.of[move.object]}"]
        self.seats.follow(turn)
        return found

    def options(self, state: State) -> Counter[str]:
        return Counter(" ".join(self.use_tags(use)) for use in self.world.uses(state))


def solution_tags(pack: Pack, puzzle: Puzzle) -> list[list[str]]:
    """The choices of the solution, by their tags."""
    telling = Telling(pack, puzzle)
    return [telling.tags(turn) for turn in solution_turns(pack, puzzle)]


def played(pack: Pack, puzzle: Puzzle, *plays: list[list[str]]) -> list[dict[str, Any]]:
    story = exporter("ink").export(pack, puzzle, Options(foresee=dangers_of))
    found = ask_node("ink.js", {"story": story, "plays": plays}, "inkjs")
    assert found["notes"] == []
    results: list[dict[str, Any]] = found["results"]
    return results


@pytest.mark.thorough
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_or_backwards_does_not(made: Maker) -> None:
    pack, puzzle = made()
    tags = solution_tags(pack, puzzle)
    uses = [index for index, turn in enumerate(solution_turns(pack, puzzle)) if isinstance(turn.move, Use)]
    less = [tags[:index] + tags[index + 1 :] for index in uses]
    won, *others = played(pack, puzzle, tags, tags[::-1], *less)
    assert won["missing"] == []
    assert won["status"] == "won"
    assert {other["status"] for other in others} == {"playing"}


@pytest.mark.seconds
def test_the_steps_of_the_puzzle_are_tagged() -> None:
    pack, puzzle = heist()
    (won,) = played(pack, puzzle, [["step s1"], ["step s2"], ["step s3"], ["step s4"], ["step s5"]])
    assert won["status"] == "won"


def same_choices(pack: Pack, puzzle: Puzzle, seed: int, length: int) -> None:
    telling = Telling(pack, puzzle)
    turns = wandering_turns(pack, puzzle, seed, length)
    wanted = [telling.options(telling.world.start())]
    tags = []
    for turn in turns:
        tags.append(telling.tags(turn))
        wanted.append(telling.options(turn.after))
    (found,) = played(pack, puzzle, tags)
    assert found["missing"] == []
    for offered, options in zip(found["turns"], wanted, strict=True):
        shown = [" ".join(choice["tags"][:2]) for choice in offered]
        assert Counter(text for text in shown if text.startswith("use ")) == options
    last = turns[-1].after if turns else telling.world.start()
    assert found["status"] == last.status.value


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow], ids=lambda made: made.__name__)
def test_a_wanderer_finds_the_same_world(made: Maker) -> None:
    same_choices(*made(), 3, 40)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_random_worlds_offer_the_same_choices(seed: int) -> None:
    same_choices(*random_world(seed), seed, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_random_worlds_offer_the_same_choices(seed: int) -> None:
    same_choices(*random_world(seed), seed, 20)


@pytest.mark.seconds
def test_hostile_texts_are_printed_as_they_are() -> None:
    pack, puzzle = hostile()
    (found,) = played(pack, puzzle, [])
    said = " ".join(found["said"].split())
    for text in TEXTS:
        assert " ".join(text.split()) in said
    asked = [["look"], *([f"look {thing.id}"] for thing in puzzle.objects)]
    (looked,) = played(pack, puzzle, asked)
    assert looked["missing"] == []
    said = " ".join(looked["said"].removeprefix(found["said"]).split())
    for thing in puzzle.objects:
        assert " ".join((pack.items[thing.item].description or "").split()) in said


@pytest.mark.seconds
def test_what_is_at_hand_can_be_looked_at_and_stays_as_it_is() -> None:
    pack, puzzle = meadow()
    begin = [["step s1"]]
    look = [["look"], ["look crow"], ["look tree1"], ["back"]]
    plain, looked = played(pack, puzzle, begin, [*begin, *look])
    assert looked["missing"] == []
    for item in ("Crow", "Tree"):
        assert pack.items[item].description in looked["said"]
        assert pack.items[item].description not in plain["said"]
    assert looked["turns"][-1] == plain["turns"][-1]
    assert looked["variables"] == plain["variables"]


@pytest.mark.thorough
def test_looking_takes_one_choice_and_lists_only_what_is_at_hand() -> None:
    pack, puzzle = meadow()
    (looked,) = played(pack, puzzle, [["look"]])
    start, listed = looked["turns"]
    assert [choice["text"] for choice in start if "look" in choice["tags"]] == ["Look at …"]
    at_hand = {thing.id for thing in puzzle.objects if thing.area == "Meadow" and thing.inside is None}
    assert {choice["tags"][0] for choice in listed} == {*(f"look {name}" for name in at_hand), "back"}


@pytest.mark.thorough
def test_nothing_to_look_at_is_no_choice() -> None:
    pack, puzzle = heist()
    silent = {name: replace(item, description=None) for name, item in pack.items.items()}
    for items, count in ((silent, 0), (silent | {"Safe": pack.items["Safe"]}, 1)):
        (told,) = played(replace(pack, items=items), puzzle, [])
        assert len([choice for choice in told["turns"][0] if "look" in choice["tags"]]) == count


@pytest.mark.thorough
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_hints_name_a_step_that_can_be_done_all_the_way(made: Maker) -> None:
    pack, puzzle = made()
    tags = solution_tags(pack, puzzle)
    asking = [[*tags[:n], ["hint"], ["hint"], ["hint"]] for n in range(len(tags))]
    rules = {step.rule for step in puzzle.steps}
    for result in played(pack, puzzle, *asking):
        assert result["missing"] == []
        assert [tag.split()[1] for tag in result["tags"] if tag.startswith("hint ")] == [
            "where",
            "what",
            "how",
        ]
        (named,) = [tag for tag in result["tags"] if tag.startswith("do ")]
        assert int(named.split()[1]) in rules


@pytest.mark.seconds
def test_hints_follow_the_player_who_goes_another_way() -> None:
    pack, puzzle = heist()
    asked = [["hint"]] * 3
    plays = [asked, [["step s2"], *asked], [["step s1"], *asked], [["step s1"], ["step s2"], *asked]]
    named = [
        [tag for tag in result["tags"] if tag.startswith("do ")] for result in played(pack, puzzle, *plays)
    ]
    assert named == [["do 4"], ["do 5"], ["do 4"], ["do 3"]]


@pytest.mark.seconds
def test_a_hint_says_when_something_is_gone() -> None:
    (result,) = played(*trap("cruel"), [["use 2 furnace key"], ["hint"]])
    assert "hint dead" in result["tags"]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("cruelty", "status"), [("merciful", "playing"), ("polite", "lost"), ("cruel", "lost")]
)
def test_a_merciful_story_refuses_what_would_end_it(cruelty: str, status: str) -> None:
    (result,) = played(*trap(cruelty), [["use 3 poison"]])
    assert result["status"] == status
    assert ("Better not: that would be the end." in result["said"]) == (cruelty == "merciful")


@pytest.mark.thorough
@pytest.mark.parametrize("made", [meadow, gated], ids=lambda made: made.__name__)
def test_what_is_wanted_is_told_until_it_is_there(made: Maker) -> None:
    pack, puzzle = made()
    game = game_of(pack, puzzle)
    wishes = {wish for area in pack.areas for wish in game.wishes(area).values()}
    begun, ended = played(pack, puzzle, [], solution_tags(pack, puzzle))
    assert any(wish in begun["said"] for wish in game.wishes(game.player).values())
    assert {wish for wish in wishes if wish in ended["said"]} == wishes
    assert not any(wish in ended["said"].rsplit("solved", 1)[-1] for wish in wishes)
