"""A living world: puzzles are made when areas open, from the world as it is, while play goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.play import (
    Appeared,
    Chance,
    Drop,
    Game,
    Make,
    NoPuzzle,
    Opened,
    Prepared,
    RunningWorld,
    Status,
    Take,
    Unprepared,
    Use,
    Walk,
    Won,
    load_game,
    save_game,
)
from puzzlesynth.play.just_in_time.executors import ProcessExecutor
from puzzlesynth.puzzle.model import Puzzle
from tests.support.games import EXAMPLES, TOWER, make_tower
from tests.support.state_invariants import invariant_violations

FORCE = Use(1, "Force", ("gate", "lever"))
RING = Use(2, "Ring", ("bell", "rope"))
SWAP = Use(3, "Swap", ("cake",), ("Rope",))
EAT = Use(5, "Eat", ("cake",))


class Slow:
    """A maker that waits until it is told to go on."""

    def __init__(self, make: Make = make_tower) -> None:
        self.go = threading.Event()
        self.asked: list[tuple[RunningWorld, tuple[str, ...], int]] = []
        self._make = make

    def __call__(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        self.asked.append((running, areas, seed))
        assert self.go.wait(20)
        return self._make(running, areas, seed)


def tower(seed: int = 0, make: Make = make_tower, **options: str) -> Game:
    return Game(TOWER, seed=seed, make=make, worker=options.pop("worker", "inline"), **options)  # type: ignore[arg-type]


def test_a_game_begins_with_puzzles_for_the_start_areas_alone() -> None:
    game = tower()
    told = game.wait()
    assert told[0] == Prepared("Yard", "Gate[open: True]")
    assert Appeared("lever", "Lever", "Yard", None) in told
    assert game.goals == {"Yard": "Gate[open: True]"}
    assert game.status is Status.PLAYING


def test_when_an_area_opens_its_puzzle_is_made_from_the_world_as_it_is() -> None:
    asked: list[RunningWorld] = []

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        asked.append(running)
        return make_tower(running, areas, seed)

    with tower(make=make) as game:
        game.wait()
        game.apply(EAT)
        told = game.apply(FORCE)
        assert Opened("Loft") in told
        assert not any(isinstance(event, Won) for event in told)
        assert Prepared("Loft", "Bell[rung: True]") in told
        world = asked[-1]
        assert {thing.item for thing in world.objects} == {"Gate", "Bell"}, "what was used up is gone"
        gate = next(thing for thing in world.objects if thing.item == "Gate")
        assert gate.properties["open"] is True
        assert (world.progress.open, world.progress.solved) == (("Yard", "Loft"), ("Yard",))


def following_hints(game: Game) -> Iterator[None]:
    """Plays to the end, one hint at a time."""
    game.wait()
    while game.status is Status.PLAYING:
        hint = game.hint(3)
        assert hint.moves, hint
        for move in hint.moves:
            game.apply(move)
        yield


def test_a_living_game_can_be_played_to_the_win() -> None:
    with tower() as game:
        for _ in following_hints(game):
            pass
        assert game.state.solved == {"Yard", "Loft"}


def test_play_goes_on_while_a_puzzle_is_made() -> None:
    slow = Slow()
    with tower(make=slow, worker="thread") as game:
        assert game.pending == ("Yard",)
        assert game.poll() == ()
        assert game.goals == {}
        slow.go.set()
        assert game.wait(20)
        slow.go.clear()
        game.apply(FORCE)
        assert list(game.pending) == ["Loft"]
        game.apply(Walk("Loft"))
        game.apply(Walk("Yard"))
        game.apply(Take("cake"))
        assert list(game.pending) == ["Loft"]
        slow.go.set()
        assert Prepared("Loft", "Bell[rung: True]") in game.wait(20)
        assert not list(game.pending)
        assert len(slow.asked) == 2, "walking and carrying do not ask again"


@pytest.mark.parametrize("meanwhile", [[], [Walk("Loft")], [Take("cake"), Walk("Loft"), Drop("cake")], [EAT]])
def test_how_long_it_takes_makes_no_difference(meanwhile: list[object]) -> None:
    slow = Slow()
    slow.go.set()
    with tower(make=slow, worker="thread") as late, tower() as early:
        late.wait()
        early.wait()
        slow.go.clear()
        late.apply(FORCE)
        early.apply(FORCE)
        for move in meanwhile:
            late.apply(move)  # type: ignore[arg-type]
            early.apply(move)  # type: ignore[arg-type]
        slow.go.set()
        late.wait(20)
        early.wait()
        if EAT in meanwhile:
            assert late.chance() is Chance.WINNABLE, "nobody could know that the cake would be needed"
        else:
            assert late.state == early.state
            assert [m.state for m in late.undo_history.moments] == [
                m.state for m in early.undo_history.moments
            ]


def test_what_was_made_stays_when_moves_are_undone_and_comes_again_the_same() -> None:
    with tower() as game:
        game.wait()
        game.apply(EAT)
        game.apply(FORCE)
        after = game.state
        game.undo()
        assert "Loft" not in game.state.open
        assert game.goals.keys() == {"Yard"}
        game.redo()
        assert game.state == after
        game.undo()
        game.apply(FORCE)
        assert game.state == after


def test_undoing_while_a_puzzle_is_made_and_going_another_way() -> None:
    slow = Slow()
    slow.go.set()
    with tower(make=slow, worker="thread") as game:
        game.wait()
        slow.go.clear()
        game.apply(FORCE)
        game.undo()
        assert not list(game.pending)
        game.apply(EAT)
        game.apply(FORCE)
        assert game.pending == ("Loft",)
        slow.go.set()
        game.wait(20)
        assert invariant_violations(TOWER, game.state) == []
        assert game.chance() is Chance.WINNABLE
        assert {t.item for t in game.state.things.values()} & {"Rope", "Cake"}


def test_the_same_seed_makes_the_same_game_and_seeds_reach_the_maker() -> None:
    seeds: list[int] = []

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        seeds.append(seed)
        return make_tower(running, areas, seed)

    def played(seed: int) -> Game:
        game = tower(seed, make)
        game.wait()
        game.apply(EAT)
        game.apply(FORCE)
        return game

    assert played(3).state == played(3).state
    assert seeds[:2] == seeds[2:]
    assert seeds[0] != seeds[1]
    played(4)
    assert seeds[4:] != seeds[:2]


def test_what_cannot_be_made_is_told_and_hints_offer_undo() -> None:
    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if "Loft" in areas and not any(thing.item == "Cake" for thing in running.objects):
            raise NoPuzzle("there is no cake left")
        return make_tower(running, areas, seed)

    with tower(make=make) as game:
        game.wait()
        game.apply(EAT)
        assert Unprepared(("Loft",), "there is no cake left") in game.apply(FORCE)
        assert game.chance() is Chance.DEAD
        hint = game.hint()
        assert hint.undo == 1
        assert game.status is Status.PLAYING


@pytest.mark.parametrize(
    "broken",
    [
        lambda made: replace(made, areas=()),
        lambda made: replace(made, objects=made.objects[:2]),
        lambda made: replace(made, areas=tuple(replace(goal, goal="Moon") for goal in made.areas)),
        lambda made: 1 / 0,
    ],
)
def test_a_maker_that_makes_nonsense_never_breaks_a_game(broken: Callable[[Puzzle], Puzzle]) -> None:
    with tower(make=lambda *asked: broken(make_tower(*asked))) as game:
        told = game.wait()
        assert isinstance(told[0], Unprepared)
        assert game.status is Status.PLAYING
        assert invariant_violations(TOWER, game.state) == []


def test_an_unsolvable_puzzle_is_not_accepted() -> None:
    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        made = make_tower(running, areas, seed)
        return replace(made, objects=tuple(thing for thing in made.objects if thing.item != "Lever"))

    with tower(make=make) as game:
        assert game.wait() == (Unprepared(("Yard",), "what was made cannot be solved in the world as it is"),)


def test_new_things_get_other_names_than_what_is_there() -> None:
    slow = Slow()
    slow.go.set()
    with tower(seed=1, make=slow, worker="thread") as game:
        game.wait()
        slow.go.clear()
        game.apply(FORCE)
        game.apply(SWAP)
        slow.go.set()
        game.wait(20)
        assert invariant_violations(TOWER, game.state) == []


def test_a_living_game_is_saved_with_what_was_made_and_goes_on() -> None:
    with tower() as game:
        game.wait()
        for move in (EAT, FORCE, Walk("Loft")):
            game.apply(move)
        text = save_game(game)
        with load_game(text, TOWER, make=make_tower, worker="inline") as loaded:
            assert loaded.state == game.state
            assert loaded.goals == game.goals
            assert loaded.pending == ()
            assert loaded.undo(2) == 2
            game.undo(2)
            assert loaded.state == game.state
            loaded.redo(2)
            while loaded.status is Status.PLAYING:
                for step in loaded.hint(3).moves:
                    loaded.apply(step)


def test_a_game_saved_while_a_puzzle_is_made_asks_again() -> None:
    slow = Slow()
    with tower(make=slow, worker="thread") as game:
        text = save_game(game)
        slow.go.set()
    with load_game(text, TOWER, make=make_tower, worker="inline") as loaded:
        loaded.wait()
        assert loaded.goals == {"Yard": "Gate[open: True]"}


@pytest.mark.seconds
@pytest.mark.parametrize(("name", "seed"), [("tiny.yaml", 0), ("heist", 0), ("meadow", 0), ("lighthouse", 5)])
def test_the_synthesizer_keeps_example_games_alive_to_the_win(name: str, seed: int) -> None:
    pack = load_pack(EXAMPLES / name)
    with Game(pack, seed=seed, worker="inline", cruelty="merciful") as game:
        for _ in following_hints(game):
            assert invariant_violations(pack, game.state) == []
        assert game.state.solved == pack.areas.keys()


@pytest.mark.seconds
def test_the_synthesizer_works_in_a_process_of_its_own_and_makes_the_same() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    with Game(pack, seed=2) as apart, Game(pack, seed=2, worker="inline") as inline:
        apart.wait(120)
        inline.wait()
        assert apart.pending == ()
        assert apart.state == inline.state
        assert apart.goals == inline.goals


def test_the_process_ends_with_the_game() -> None:
    game = Game(load_pack(EXAMPLES / "tiny.yaml"))
    assert game.living_world is not None
    worker = game.living_world.worker
    game.close()
    assert isinstance(worker, ProcessExecutor)
    assert all(process.poll() is not None for process in worker.processes)


@pytest.mark.seconds
def test_a_process_that_was_killed_is_replaced_and_the_game_is_the_same() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    with Game(pack, seed=2) as game, Game(pack, seed=2, worker="inline") as inline:
        game.wait(120)
        assert game.living_world is not None
        assert isinstance(game.living_world.worker, ProcessExecutor)
        for process in game.living_world.worker.processes:
            process.kill()
            process.wait()
        while game.status is Status.PLAYING and (moves := inline.hint(3).moves):
            for move in moves:
                inline.apply(move)
                assert game.apply(move), "everything that happens is told"
            game.wait(120)
            assert game.state == inline.state
        assert game.status is Status.WON
