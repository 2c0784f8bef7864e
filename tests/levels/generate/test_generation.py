"""What making levels promises: solved, replayed, as demanded, the same for the same seed, refused with a reason."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.generate import (
    METHODS,
    CannotGenerate,
    GeneratedLevel,
    GenerateOrder,
    NoPlacement,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    refusals,
    room,
    single_solution_refusals,
)
from puzzlesynth.levels.generate.diversity import TURNS, canonical, image
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.genetic_algorithm import GeneticAlgorithm
from puzzlesynth.levels.generate.strategies.reverse_play import positions_by_distance
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, solve
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.show.tables import generated_level_json
from puzzlesynth.levels.sokoban.game import sokoban_game
from puzzlesynth.levels.source_editor import source_with_levels
from tests.support.level_generation_games import (
    NAMES,
    changed,
    count,
    demands_of,
    drawn,
    example,
    places,
    source_of,
    thing,
)
from tests.support.samples import random_examples


def order(game: PuzzleScriptGame, size: int = 5, **wishes: object) -> GenerateOrder:
    wide, high = size, size
    if wishes.get("method") == "variation":
        # Its levels are as large as those of the game.
        wide, high = Counter((own.width, own.height) for own in game.maps).most_common(1)[0][0]
    return GenerateOrder(game, room(game, analyse(game), wide, high), effort=5, **wishes)  # type: ignore[arg-type]


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("method", [method for method in METHODS if method != "backwards"])
def test_every_level_is_won_by_its_solution_which_is_a_shortest_one(name: str, method: str) -> None:
    game = example(name)
    made, tally = generate_levels(
        order(
            game,
            6,
            demands=demands_of(game, method),
            method=method,
            count=2,
            seed=1,
            most_states=3000,
            most_tries=300,
        )
    )
    assert tally.stopped == "done"
    assert len(made) == 2
    assert made[0].level.cells != made[1].level.cells
    for item in made:
        assert is_solution(game, item.level, item.moves)
        assert item.measures.length == len(item.moves)
        assert len(item.moves) == len(solve(game, item.level, solvers=("bfs",)).moves or ())
        quiet = Interpreter(game).turn(Interpreter(game).start(item.level), -1, RandomStream("x"))
        assert quiet.board.cells == item.level.cells


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_levels(method: str) -> None:
    game = example("sokoban")

    def made(seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        demands = demands_of(game, method)
        found, _ = generate_levels(
            order(game, 6, demands=demands, method=method, count=2, seed=seed, most_states=3000)
        )
        return [(item.level.cells, item.moves) for item in found]

    assert made(4) == made(4)
    assert made(4) != made(5)


def test_demands_and_outcomes_hold_together() -> None:
    game = example("sokoban")
    demands = StartRequirements(
        numbers={thing(game, "crate"): (2, 2), thing(game, "target"): (2, 2), thing(game, "wall"): (22, 24)},
        symmetry=("rotation",),
        within=((thing(game, "crate"), thing(game, "target"), 3),),
    )
    made, _ = generate_levels(
        order(game, 6, demands=demands, outcomes=PlayRequirements(length=(6, 14)), count=3, seed=2)
    )
    assert len(made) == 3
    for item in made:
        assert 6 <= len(item.moves) <= 14
        assert count(game, item.level, "crate") == count(game, item.level, "target") == 2
        walls = set(places(game, item.level, "wall"))
        assert {(5 - x, 5 - y) for x, y in walls} == walls
        marks = places(game, item.level, "target")
        for x, y in places(game, item.level, "crate"):
            assert min(abs(x - a) + abs(y - b) for a, b in marks) <= 3


@pytest.mark.seconds
@random_examples(20)
@given(
    name=st.sampled_from(NAMES),
    method=st.sampled_from(["auto", "logic", "climbing", "constructive", "genetic"]),
    crates=st.integers(1, 3),
    walls=st.integers(16, 20),
    apart=st.integers(1, 3),
    length=st.tuples(st.integers(1, 4), st.integers(5, 20)),
    seed=st.integers(0, 99),
)
def test_random_demands_hold_in_every_level_that_is_given_out(
    name: str, method: str, crates: int, walls: int, apart: int, length: tuple[int, int], seed: int
) -> None:
    """Whatever the game and the method; where nothing can satisfy them, the reasons are reported."""
    game = example(name)
    player, crate, wall = (thing(game, word) for word in ("player", "crate", "wall"))
    demands = StartRequirements(
        numbers={crate: (crates, crates + 1), wall: (16, walls)}, apart=((player, crate, apart),)
    )
    wanted = order(
        game,
        5,
        demands=demands,
        outcomes=PlayRequirements(length=length),
        method=method,
        seed=seed,
        most_tries=30,
    )
    made: list[GeneratedLevel] = []
    reasons: tuple[str, ...] = ()
    try:
        made, _ = generate_levels(wanted)
    except NoPlacement as none:
        reasons = none.reasons or ("",)
    assert all(reasons)
    for item in made:
        assert is_solution(game, item.level, item.moves)
        assert length[0] <= len(item.moves) <= length[1]
        assert crates <= count(game, item.level, "crate") <= crates + 1
        assert 16 <= count(game, item.level, "wall") <= walls
        ((x, y),) = places(game, item.level, "player")
        assert all(abs(x - a) + abs(y - b) >= apart for a, b in places(game, item.level, "crate"))


def made_for_solution(
    game: PuzzleScriptGame, side: int, wanted: tuple[int, ...], most_tries: int
) -> GeneratedLevel:
    """The first level for which exactly these moves are asked for."""
    demands, outcomes = StartRequirements(solution=wanted), PlayRequirements(solution=wanted)
    made, _ = generate_levels(
        order(game, side, seed=1, demands=demands, outcomes=outcomes, most_tries=most_tries)
    )
    return made[0]


@pytest.mark.seconds
@pytest.mark.parametrize("moves", ["rr", "rdll", "urrdld", "rruulldr"])
def test_a_given_solution_is_the_one_that_wins(moves: str) -> None:
    game = example("sokoban")
    wanted = tuple("uldr".index(letter) for letter in moves)
    made = made_for_solution(game, 6, wanted, most_tries=1000)
    assert made.moves == wanted
    assert is_solution(game, made.level, wanted)


@pytest.mark.thorough
def test_a_given_solution_works_for_rules_that_do_more_than_push() -> None:
    game, wanted = example("lava"), (3, 3, 2)
    assert made_for_solution(game, 5, wanted, most_tries=2000).moves == wanted


def test_a_solution_that_no_level_has_is_told_at_once() -> None:
    game, back_and_up = example("sokoban"), (3, 3, 2, 1, 0)
    with pytest.raises(NoPlacement, match="the given solution wins"):
        generate_levels(order(game, 6, demands=StartRequirements(solution=back_and_up)))


@pytest.mark.seconds
def test_a_rule_that_is_asked_for_is_needed() -> None:
    game = example("lava")
    melting = analyse(game).rules[-1].line
    made, _ = generate_levels(order(game, 6, outcomes=PlayRequirements(needs=(melting,)), seed=1))
    free = changed("late [ Crate Lava ] -> []", "late [ Crate Lava ] -> cancel", "lava")
    assert solve(free, made[0].level, solvers=("bfs",)).verdict == "unsolvable"


def test_a_game_that_cannot_be_won_is_refused_with_the_reason() -> None:
    game = changed("All Target on Crate", "")
    assert any("no win condition" in text for text in refusals(game))
    with pytest.raises(CannotGenerate, match=r"no win condition.*`level play` plays it"):
        generate_levels(order(game))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[ > Player | Crate ] -> [ > Player | > Crate ]", "random [ Crate ] -> [ > Crate ]", "random"),
        ("noaction", "realtime_interval 0.5", "real time"),
    ],
)
def test_those_who_need_key_presses_refuse_more_games(old: str, new: str, reason: str) -> None:
    game = changed(old, new)
    assert not refusals(game)
    assert any(reason in text for text in single_solution_refusals(game))


def test_a_layout_that_cannot_be_satisfied_ends_at_once_with_the_conflict() -> None:
    game = example("sokoban")
    with pytest.raises(NoPlacement, match="at least 9 crate"):
        generate_levels(order(game, demands=StartRequirements(numbers={thing(game, "crate"): (9, 9)})))


def test_what_is_asked_in_vain_ends_after_the_tries() -> None:
    made, tally = generate_levels(
        order(example("sokoban"), outcomes=PlayRequirements(length=(500, None)), most_tries=12)
    )
    assert made == []
    assert tally.stopped == "tries"
    assert tally.tries == 12


def test_nothing_is_drawn_twice_and_a_small_layout_runs_out() -> None:
    game = example("sokoban")
    wishes = {"layout": drawn(game, "######", "#P...#", "######"), "method": "logic", "effort": 1000}
    made, tally = generate_levels(GenerateOrder(game, **wishes))  # type: ignore[arg-type]
    assert tally.stopped == "exhausted"
    assert tally.reasons["repeated"] == 0
    assert all(len(item.moves) in (1, 2) for item in made)


def test_rules_that_do_more_than_push_cannot_be_reversed() -> None:
    for name in NAMES:
        game = example(name)
        assert (sokoban_game(game, analyse(game)) is not None) == (name == "sokoban")
    with pytest.raises(CannotGenerate, match="everything is pushed"):
        generate_levels(order(example("gem"), method="backwards"))


def test_distances_found_backwards_are_those_of_the_solver() -> None:
    game = example("sokoban")
    layout = drawn(game, "#####", "#...#", "#.#.#", "#...#", "#####")
    closed = frozenset(index for index in range(25) if index not in layout.free)
    layers = positions_by_distance(5, 5, closed, frozenset({6, 18}))
    search, rng = SearchableGame(game), random.Random(1)
    for distance, states in enumerate(layers[1:], start=1):
        state = rng.choice(states)
        cells = list(layout.cells)
        for index in (6, 18):
            cells[index] |= 1 << thing(game, "target")
        for index in layout.free:
            cells[index] |= (state >> 12 >> index & 1) << thing(game, "crate")
        cells[state & 0xFFF] |= game.player_mask
        found = solve(search, Level(5, 5, tuple(cells), 0), solvers=("bfs",)).moves
        assert len(found or ()) == distance


def _genetic(name: str = "sokoban") -> tuple[GeneticAlgorithm, StrategyContext]:
    game = example(name)
    analysis = analyse(game)
    placement = PlacementSolver(game, analysis, room(game, analysis, 6, 6), StartRequirements())
    shop = StrategyContext(game, analysis, SearchableGame(game), placement, PlayRequirements())
    return GeneticAlgorithm(shop, random.Random(1), "random", 10), shop


def test_crossover_swaps_whole_rows_and_mutation_leaves_the_layout_alone() -> None:
    genetic, shop = _genetic()
    layout = shop.layout
    one, other = (genetic._first("random", 0) for _ in range(2))
    first, second = genetic._crossed(one, other)
    swapped = {y for x in range(6) for y in range(6) if first[x * 6 + y] != one[x * 6 + y]}
    assert all(first[x * 6 + y] == other[x * 6 + y] for x in range(6) for y in swapped)
    assert all(second[x * 6 + y] == one[x * 6 + y] for x in range(6) for y in swapped)
    fixed = set(range(36)) - set(layout.free)
    for _ in range(50):
        one = genetic._mutated(one)
        assert all(one[index] == layout.cells[index] for index in fixed)


def test_the_best_survives_from_generation_to_generation() -> None:
    genetic, _ = _genetic()
    best, champion = -1.0, None
    for number in range(60):
        made = genetic.propose()
        assert made is not None
        worth = random.Random(number).random()
        if worth > best:
            best, champion = worth, made.cells
        genetic.tell(made, CandidateFitness("measured", worth))
    assert genetic.generation >= 1
    assert champion in genetic._worth


def test_turned_and_mirrored_levels_are_the_same_up_to_symmetry() -> None:
    made = Level(3, 2, (1, 2, 3, 4, 5, 6), 0)
    turned = Level(2, 3, (5, 3, 1, 6, 4, 2), 0)
    assert len({image(made, turn) for turn in TURNS}) == 8
    assert canonical(made) == canonical(turned)
    assert canonical(made) != canonical(Level(3, 2, (2, 1, 3, 4, 5, 6), 0))


@pytest.mark.seconds
@pytest.mark.parametrize("name", NAMES)
def test_the_source_with_new_levels_compiles_to_exactly_them(name: str) -> None:
    game = example(name)
    made, _ = generate_levels(order(game, count=2, seed=3, method="logic"))
    again = compile_source(source_with_levels(source_of(name), game, made))
    assert not again.errors
    assert again.game is not None
    assert [level.cells for level in again.game.levels if isinstance(level, Level)] == [
        i.level.cells for i in made
    ]


def test_combinations_without_a_letter_get_one_in_the_legend() -> None:
    bare = source_of("sokoban").replace("@ = Crate and Target\n", "").replace("+ = Player and Target\n", "")
    bare = bare.partition("\nLEVELS\n")[0] + "\nLEVELS\n=======\n\n#P*O#\n"
    game = compile_source(bare).game
    assert game is not None
    layout = drawn(game, "######", "#....#", "#....#", "######")
    text = ":- not at(crate,2,2).\n:- not at(target,2,2).\n:- not at(player,3,2)."
    numbers = {thing(game, "crate"): (2, 2), thing(game, "target"): (2, 2), thing(game, "wall"): (16, 16)}
    demands = StartRequirements(numbers=numbers, files=(("mine.lp", text),))
    made, _ = generate_levels(GenerateOrder(game, layout, demands, effort=1, seed=1, method="logic"))
    source = source_with_levels(bare, game, made)
    assert "= target and crate" in source
    assert generated_level_json(game, made[0])["rows"]
