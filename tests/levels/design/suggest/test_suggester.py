"""Suggestions: solved, replayed, better and better, the same for the same seed, and nothing frozen is changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.design import (
    LevelLocks,
    Suggester,
    Suggestion,
    SuggestionProgress,
    SuggestOrder,
    assigned_costs,
    border,
    costs_in,
    preset_text,
    read_cells,
    read_mask,
    read_objects,
    read_rank,
    read_transformation,
)
from puzzlesynth.levels.design.locks import BadLock
from puzzlesynth.levels.design.suggest.archive import differing_cells
from puzzlesynth.levels.design.suggest.ranking import BadRank, novelty
from puzzlesynth.levels.design.suggest.rule_costs import BadCost
from puzzlesynth.levels.design.suggest.suggester import SearchBudget
from puzzlesynth.levels.generate import CannotGenerate
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.level_design_games import SMALL, compiled, count, example, level, own_level, source_of
from tests.support.samples import random_examples

START = level(SMALL)
BORDER = border(example(), START)


def suggester(preset: str = "everything", **wishes: Any) -> Suggester:
    game = example()
    wishes = {"seed": 1, "count": 150, "frozen": BORDER, **wishes}
    rules = read_transformation(game, wishes.pop("text", None) or preset_text(game, preset, START))
    return Suggester(SuggestOrder(game, wishes.pop("level", START), rules, **wishes))


def shown(made: Suggester) -> list[Suggestion]:
    return [event for event in made.stream() if isinstance(event, Suggestion)]


def test_every_suggestion_is_solved_and_replayed() -> None:
    found = shown(suggester())
    assert found
    for item in found:
        assert is_solution(example(), item.level, item.moves)
        report = solve(example(), item.level)
        assert item.value == report.difficulty
        assert report.moves is not None
        assert len(item.moves) == len(report.moves)


def test_suggestions_get_better_and_the_best_are_kept() -> None:
    made = suggester(count=400, keep=3, apart=1)
    found = shown(made)
    bar: list[float] = []
    for item in found:
        if len(bar) == 3:
            assert item.value > min(bar)
        bar = sorted([*bar, item.value])[-3:]
    assert [item.value for item in made.best] == sorted((item.value for item in made.best), reverse=True)
    assert len(made.best) <= 3
    assert made.best[0].value == max(item.value for item in found)


@pytest.mark.seconds
def test_the_same_seed_gives_the_same_suggestions() -> None:
    def story(**wishes: Any) -> list[tuple[int, tuple[int, ...], float]]:
        return [(item.attempt, item.level.cells, item.value) for item in shown(suggester(**wishes))]

    assert story() == story()
    assert story() != story(seed=2)
    # What a longer run shows begins with what a shorter one shows.
    shorter = story(count=96)
    assert story(count=300)[: len(shorter)] == shorter


def test_the_tally_adds_up() -> None:
    made = suggester()
    last = [event for event in made.stream() if isinstance(event, SuggestionProgress)][-1]
    assert last.stopped == "count"
    assert last.distinct == 150 == last.solvable + last.unsolvable + last.undecided
    assert last.generated >= last.distinct
    assert last.rate > 0
    assert last.threshold == made.shelf.threshold


def test_kept_suggestions_differ() -> None:
    made = suggester(count=400, apart=6)
    shown(made)
    for number, item in enumerate(made.best):
        assert all(differing_cells(item.level, other.level) >= 6 for other in made.best[number + 1 :])


def test_a_level_that_is_won_from_the_start_is_no_suggestion() -> None:
    made = suggester(text="[ Target ] -> [ ]\nchoose 1 [ Wall ] -> [ ]", frozen=LevelLocks(), count=20)
    assert shown(made) == []
    assert made.tally.solvable == 20


def test_it_says_when_nothing_new_comes() -> None:
    made = suggester(text="choose 1 [ Crate ] -> [ ]", count=None)
    shown(made)
    assert made.tally.stopped == "exhausted"
    assert made.tally.distinct == 2


def test_an_unsolvable_level_is_beaten_by_any_suggestion() -> None:
    stuck = level(SMALL.replace("#..*O#", "#...O#").replace("#.P..#", "#*P..#"))
    made = suggester("move", level=stuck, count=60)
    found = shown(made)
    assert made.tally.given is None
    assert found
    assert all(item.better for item in found)


def test_better_means_better_than_the_level_given() -> None:
    made = suggester()
    assert all(item.better == (item.value > (made.tally.given or 0)) for item in shown(made))


def test_a_game_that_cannot_be_won_is_refused() -> None:
    source = source_of("sokoban")
    assert "All Target on Crate" in source
    game = compiled(source.replace("All Target on Crate", ""))
    with pytest.raises(CannotGenerate, match=r"no win conditions.*`level play` plays it"):
        Suggester(SuggestOrder(game, START, read_transformation(game, "[ Wall ] -> [ ]")))


@pytest.mark.seconds
@random_examples(12)
@given(st.integers(0, (1 << 36) - 1), st.sampled_from(["", "crate", "wall", "player"]), st.integers(0, 50))
def test_no_suggestion_touches_what_is_frozen(cells: int, name: str, seed: int) -> None:
    frozen = LevelLocks(cells).joined(read_objects(example(), [name] if name else []))
    made = suggester(frozen=frozen, seed=seed, count=40)
    for item in shown(made):
        for index, (before, now) in enumerate(zip(START.cells, item.level.cells, strict=True)):
            assert not cells >> index & 1 or before == now
            assert not (before ^ now) & frozen.objects


# patience


def test_patience_is_a_tenth_of_the_work_then_eight_times_what_was_needed() -> None:
    patience = SearchBudget()
    assert patience.limit == 1_000
    patience.tell(50_000, solved=False)
    assert patience.limit == 5_000
    patience.tell(1, solved=True)
    patience.hardest = 700
    assert patience.limit == 5_600
    assert SearchBudget(fixed=7).limit == 7


def test_a_candidate_can_be_given_a_limit_of_its_own() -> None:
    made = suggester(candidate_states=2, count=40)
    shown(made)
    assert made.tally.limit == 2
    assert made.tally.undecided > 0


# ranking


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("difficulty", (("difficulty", 1.0),)),
        ("0.5*difficulty+2*length - cost", (("difficulty", 0.5), ("length", 2.0), ("cost", -1.0))),
        ("-length", (("length", -1.0),)),
        ("length + length", (("length", 2.0),)),
    ],
)
def test_rankings_are_weighted_sums(text: str, weights: tuple[tuple[str, float], ...]) -> None:
    assert read_rank(text).weights == weights


@pytest.mark.parametrize(
    "text", ["", "2", "length length", "2*", "length +", "hardness", "length*2", "2**length"]
)
def test_rankings_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadRank):
        read_rank(text)


def test_the_closest_measure_is_named() -> None:
    with pytest.raises(BadRank, match="did you mean `difficulty`"):
        read_rank("dificulty")


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "length",
        "-length",
        "10*novelty",
        "detours + dead_ends",
        "score - box_line",
        "difficulty + 5*direction_changes",
    ],
)
def test_any_measure_can_rank(text: str) -> None:
    rank = read_rank(text)
    made = suggester(rank=rank, count=60)
    found = shown(made)
    assert found
    for item in found:
        assert item.value == pytest.approx(rank.value(item.measures))


@pytest.mark.seconds
def test_an_estimate_never_passes_over_a_better_candidate() -> None:
    """Everything is measured if all are kept; the best few must be the same as with a shelf of few."""
    rank = read_rank("2*length + detours - 0.01*difficulty")
    few, all_of_them = suggester(rank=rank, keep=2, apart=1), suggester(rank=rank, keep=1000, apart=1)
    shown(few)
    shown(all_of_them)
    assert [item.value for item in few.best] == [item.value for item in all_of_them.best[:2]]


def test_novelty_is_the_share_of_cells_that_differ() -> None:
    one, two = level("P*.O\n"), level("P.*O\n")
    assert novelty(one, [one, two]) == 0
    assert novelty(one, [two]) == 0.5
    assert novelty(one, []) == 1


# costs

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def test_costs_stand_in_comments_that_the_game_ignores() -> None:
    source = source_of("sokoban")
    beside = source.replace(PUSH, f"{PUSH} (COST 10)")
    above = source.replace(PUSH, f"(cost 2.5)\n{PUSH}")
    line = source[: source.index(PUSH)].count("\n") + 1
    assert costs_in(beside, compiled(beside)) == {line: 10}
    assert costs_in(above, compiled(above)) == {line + 1: 2.5}
    assert compiled(beside).rules.groups[0].rules[0].rows == example().rules.groups[0].rules[0].rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(COST ten)", "number"),
        ("(COST nan)", "number"),
        ("(COST inf)", "number"),
        ("(COST 1e400)", "number"),
        ("(COST 3)\n\nLEVELS", "no rule"),
    ],
)
def test_costs_without_a_number_or_a_rule_are_refused(text: str, words: str) -> None:
    source = (
        source_of("sokoban").replace("WINCONDITIONS", f"{text}\nWINCONDITIONS")
        if "LEVELS" not in text
        else (source_of("sokoban") + "\n(COST 3)\n")
    )
    with pytest.raises(BadCost, match=words):
        costs_in(source, example())


def test_costs_can_be_given_by_line() -> None:
    line = source_of("sokoban")[: source_of("sokoban").index(PUSH)].count("\n") + 1
    assert assigned_costs([f"{line}=4"], example()) == {line: 4}
    for text in ("4", f"{line + 1}=2", "x=1"):
        with pytest.raises(BadCost):
            assigned_costs([text], example())


def test_a_push_that_costs_ten_makes_a_move_eleven_times_as_dear() -> None:
    source = source_of("sokoban").replace(PUSH, f"{PUSH} (COST 10)")
    game = compiled(source)
    start = level("######\n#P*.O#\n######\n", game)
    rules = read_transformation(game, "choose 1 option 0.5 [ Wall ] -> [ ]")
    made = Suggester(
        SuggestOrder(
            game, start, rules, rank=read_rank("cost"), costs=costs_in(source, game), count=5, apart=1
        )
    )
    found = shown(made)
    assert found[0].measures["cost"] == 2 * 11


# freezing


def test_a_mask_freezes_what_is_not_open() -> None:
    start = level("P*.O\n....\n")
    assert read_mask("\n..x.\n.#..\n\n", start) == LevelLocks(1 << 4 | 1 << 3)
    assert read_mask("____\r\nx000\r\n", start) == LevelLocks(1 << 1)


@pytest.mark.parametrize("mask", ["....", "...\n...", ".....\n.....", "", "..\n....\n...."])
def test_a_mask_of_another_size_is_refused(mask: str) -> None:
    with pytest.raises(BadLock, match=r"mask"):
        read_mask(mask, level("P*.O\n....\n"), "mask")


def test_cells_are_counted_from_the_top_left() -> None:
    start = level("P*.O\n....\n")
    assert read_cells(["1,2"], start) == LevelLocks(1 << 1)
    assert read_cells(["1-4,1; 2,2"], start) == LevelLocks(0b01011101 & 0b01010101 | 1 << 3)
    for text in ("5,1", "0,1", "2-1,1", "a,b", ""):
        with pytest.raises(BadLock):
            read_cells([text], start)


def test_objects_are_frozen_by_any_of_their_names() -> None:
    assert read_objects(example(), ["Crate", "#"]) == LevelLocks(0, 16 | 8)
    with pytest.raises(BadLock, match="did you mean `crate`"):
        read_objects(example(), ["crat"])


def test_a_border_of_walls_is_known() -> None:
    assert border(example(), own_level("sokoban", 1))
    assert not border(example(), level("P*.O\n"))
    assert count(START, "wall") == bin(BORDER.cells).count("1")
