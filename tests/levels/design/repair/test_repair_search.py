"""Repairs are the smallest there are; simplifications leave the core and nothing else."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.design import LevelLocks, read_cells, read_objects, repair, simplify
from puzzlesynth.levels.design.object_roles import roles
from puzzlesynth.levels.design.repair.level_edits import DominanceTest, EditGenerator
from puzzlesynth.levels.design.repair.repair_search import RepairReport, RepairRound
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate import CannotGenerate
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.source_editor import CannotWrite, lines_of, sections, with_level, with_levels
from tests.support.level_design_games import NAMES, compiled, count, example, level, own_level, source_of
from tests.support.samples import random_examples

CORNER = level("######\n#*..O#\n#.P..#\n######\n")
TWO = level("######\n#*.*O#\n#.P.O#\n######\n")


def changer(start: Level, frozen: LevelLocks | None = None) -> EditGenerator:
    analysis = analyse(example())
    return EditGenerator(example(), analysis, roles(example(), analysis, start), frozen or LevelLocks())


def test_changes_are_named_as_a_designer_would() -> None:
    words = {change.words(example(), CORNER) for change in changer(CORNER).changes(CORNER)}
    assert {
        "move Crate from 2,2 to 3,2",
        "remove Wall at 1,1",
        "add Crate at 4,3",
        "move Player from 3,3 to 3,2",
    } <= words
    assert not any("Player" in text and not text.startswith("move") for text in words)
    assert not any("Floor" in text for text in words)


def test_every_change_makes_one_difference_and_a_possible_level() -> None:
    for change in changer(CORNER).changes(CORNER):
        after = change.applied(CORNER)
        assert sum(a != b for a, b in zip(CORNER.cells, after.cells, strict=True)) == (
            2 if change.kind == "move" else 1
        )
        assert count(after, "player") == 1
        for cell in after.cells:
            assert all((cell & layer.mask).bit_count() <= 1 for layer in example().layers)


def test_the_smallest_repair_is_found_and_proven() -> None:
    report = repair(example(), CORNER, keep=100)
    assert report.given == "unsolvable"
    assert report.smallest == 1
    assert report.proven
    for item in report.repairs:
        assert is_solution(example(), item.level, item.moves)
        after = CORNER
        for change in item.changes:
            after = change.applied(after)
        assert after.cells == item.level.cells


@pytest.mark.seconds
def test_no_repair_is_missed() -> None:
    """All single changes, solved one by one."""
    good = set()
    for change in changer(CORNER).changes(CORNER):
        after = change.applied(CORNER)
        if not all_conditions_met(example(), after.cells) and solve(example(), after).moves is not None:
            good.add(after.cells)
    report = repair(example(), CORNER, keep=1000)
    assert {item.level.cells for item in report.repairs} == good


def test_two_changes_are_only_made_where_one_does_not_help() -> None:
    frozen = read_objects(example(), ["wall", "target"])
    start = level("######\n#*.*O#\n#*P.O#\n######\n")
    for change in changer(start, frozen).changes(start):
        after = change.applied(start)
        if solve(example(), after).moves is not None and not all_conditions_met(example(), after.cells):
            break
    else:
        pytest.fail("one change is enough for none of them")
    assert repair(example(), start, frozen=frozen).smallest == 1
    stuck = level("#######\n#*...O#\n#*....#\n#.P..O#\n#######\n")
    report = repair(example(), stuck, frozen=frozen, keep=2)
    assert report.smallest == 2
    assert report.proven
    assert [item.changes for item in report.rounds] == [1, 2]


def test_repairs_leave_what_is_frozen() -> None:
    frozen = read_cells(["2,2"], CORNER).joined(read_objects(example(), ["wall"]))
    for item in repair(example(), CORNER, frozen=frozen, keep=100).repairs:
        assert frozen.holds(CORNER, item.level)


def test_repairs_are_told_on_the_way_and_those_at_the_end_stay_the_same() -> None:
    told: list[RepairReport] = []
    report = repair(example(), CORNER, keep=100, best=told.append)
    assert told
    assert report.repairs == repair(example(), CORNER, keep=100).repairs
    for so_far in told:
        assert so_far.repairs
        assert {item.level.cells for item in so_far.repairs} <= {item.level.cells for item in report.repairs}
        assert all(is_solution(example(), item.level, item.moves) for item in so_far.repairs)


def test_an_interrupt_keeps_what_was_found() -> None:
    def stop(current: RepairRound) -> None:
        if current.solvable:
            raise KeyboardInterrupt

    report = repair(example(), CORNER, progress=stop)
    assert report.stopped == "interrupted"
    assert report.repairs
    assert 0 < report.rounds[0].tried < repair(example(), CORNER).rounds[0].tried


def test_where_nothing_helps_that_is_said() -> None:
    frozen = LevelLocks((1 << len(CORNER.cells)) - 1)
    report = repair(example(), CORNER, frozen=frozen)
    assert report.repairs == []
    assert report.stopped == "changes"


@pytest.mark.parametrize(
    ("rows", "given"),
    [("######\n#P*.O#\n######\n", "solved"), ("######\n#P..@#\n######\n", "won")],
)
def test_what_is_not_broken_is_not_repaired(rows: str, given: str) -> None:
    assert repair(example(), level(rows)).given == given


def test_levels_without_a_player_get_one() -> None:
    report = repair(example(), level("######\n#.*.O#\n#....#\n######\n"))
    assert report.smallest == 1
    assert {change.kind for item in report.repairs for change in item.changes} == {"add"}


@random_examples(15)
@given(st.lists(st.sampled_from("#.*OP"), min_size=6, max_size=6), st.integers(0, (1 << 20) - 1))
def test_repairs_hold_on_random_levels(letters: list[str], cells: int) -> None:
    rows = ["#####", "#" + "".join(letters[:3]) + "#", "#" + "".join(letters[3:]) + "#", "#####"]
    start = level("\n".join(rows))
    frozen = LevelLocks(cells)
    report = repair(example(), start, frozen=frozen, most_changes=1, keep=3)
    for item in report.repairs:
        assert frozen.holds(start, item.level)
        assert is_solution(example(), item.level, item.moves)
        assert not all_conditions_met(example(), item.level.cells)


@random_examples(12)
@given(
    st.lists(st.sampled_from("##..*OP"), min_size=6, max_size=6),
    st.sampled_from(["All Target on Crate", "All Crate on Target"]),
)
def test_leaving_out_what_cannot_help_misses_no_smaller_repair(letters: list[str], win: str) -> None:
    """The same smallest number as when every change of every level is tried."""
    game = compiled(source_of("sokoban").replace("All Target on Crate", win))
    rows = ["#####", "#" + "".join(letters[:3]) + "#", "#" + "".join(letters[3:]) + "#", "#####"]
    start, frozen = (
        level("\n".join(rows)),
        read_cells(["1-5,1", "1-5,4", "1,2-3", "5,2-3"], level("\n".join(rows))),
    )
    quick = repair(game, start, frozen=frozen, most_changes=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DominanceTest, "knows", False)
        patch.setattr(DominanceTest, "may_help", lambda self, change: True)
        patch.setattr(DominanceTest, "expects_all", lambda self, level: True)
        whole = repair(game, start, frozen=frozen, most_changes=2)
    assert (quick.given, quick.smallest, quick.proven) == (whole.given, whole.smallest, whole.proven)
    assert all(is_solution(game, item.level, item.moves) for item in quick.repairs)


def test_a_wall_can_help_where_two_players_go_together() -> None:
    pair = level("#######\n#P*O..#\n#.P*.O#\n#######\n")
    assert DominanceTest(example(), CORNER).knows
    assert not DominanceTest(example(), pair).knows
    assert not DominanceTest(example("lava"), CORNER).knows


@pytest.mark.thorough
def test_large_levels_are_repaired_by_two_changes() -> None:
    """More cells than are judged together, two crates in corners, and walls, marks and the player may not change."""
    rows = ["#" * 12, "#*........O#", *["#..........#"] * 6, "#*...P....O#", "#" * 12]
    start = level("\n".join(rows))
    frozen = read_objects(example(), ["wall", "target", "player"])
    report = repair(example(), start, frozen=frozen, most_changes=2, keep=1)
    assert report.smallest == 2
    assert report.proven
    assert is_solution(example(), report.repairs[0].level, report.repairs[0].moves)


def test_games_that_cannot_be_judged_are_refused() -> None:
    game = compiled(source_of("sokoban").replace("All Target on Crate", ""))
    with pytest.raises(CannotGenerate):
        repair(game, CORNER)
    with pytest.raises(CannotGenerate):
        simplify(game, CORNER)


# simplifying


def test_what_does_not_matter_goes() -> None:
    game = example("gem")
    start = level("#########\n#.....*.#\n#P*.**.O#\n#...#...#\n#########\n", game)
    result = simplify(game, start)
    assert result.given == "solved"
    assert result.proven
    assert count(result.level, "crate", game) == 3
    assert is_solution(game, result.level, result.moves)


@pytest.mark.parametrize("name", NAMES)
def test_the_core_stays_and_nothing_more_can_go(name: str) -> None:
    game, start = example(name), own_level(name, 2)
    result = simplify(game, start)
    before, after = solve(game, start), solve(game, result.level)
    assert is_solution(game, result.level, result.moves)
    assert before.moves is not None
    assert after.moves is not None
    assert len(after.moves) == len(before.moves) == len(result.moves)
    assert before.difficulty is not None
    assert after.difficulty is not None
    assert after.difficulty >= 0.75 * before.difficulty
    assert result.proven
    # Without any other thing that is not a wall, the core would be lost.
    kept = game.player_mask | game.layers[game.background_layer].mask
    kept |= next(thing.mask for thing in game.objects if thing.name == "wall")
    for index, cell in enumerate(result.level.cells):
        for thing in game.objects:
            if not cell & thing.mask & ~kept:
                continue
            cells = list(result.level.cells)
            cells[index] ^= thing.mask
            poorer = Level(result.level.width, result.level.height, tuple(cells), 0)
            if is_solution(game, poorer, result.moves):
                report = solve(game, poorer)
                assert report.moves is not None
                assert report.difficulty is not None
                assert len(report.moves) < len(result.moves) or report.difficulty < 0.75 * before.difficulty


def test_space_can_be_closed_and_rows_of_walls_go() -> None:
    start = level("#######\n#.....#\n#.....#\n#P*..O#\n#.....#\n#######\n")
    result = simplify(example(), start, closing=True, keep=0)
    assert (result.level.width, result.level.height) == (7, 3)
    assert result.cut.count("top") == 2
    assert is_solution(example(), result.level, result.moves)


def test_simplifying_leaves_what_is_frozen() -> None:
    game, start = example("gem"), own_level("gem", 4)
    frozen = read_objects(game, ["crate"]).joined(read_cells(["5,2"], start))
    result = simplify(game, start, frozen=frozen)
    assert frozen.holds(start, result.level)


def test_unsolvable_levels_are_not_simplified() -> None:
    assert simplify(example(), CORNER).given == "unsolvable"


def test_a_limit_is_told() -> None:
    assert not simplify(example("gem"), own_level("gem", 4), time_limit=0).proven


# sources


def test_a_level_is_replaced_and_the_rest_of_the_source_stays() -> None:
    source, game = source_of("lava"), example("lava")
    new = level("#####\n#P.E#\n#####\n", game)
    entry = [place for place, entry in enumerate(game.levels) if isinstance(entry, Level)][1]
    text = with_level(source, game, entry, new, "a note")
    before, after = lines_of(source), lines_of(text)
    assert "(a note)" in after
    kept = [line for line in after if line not in ("(a note)", "#####", "#P.E#")]
    old = game.levels[entry]
    assert isinstance(old, Level)
    del before[old.line - 1 : old.line - 1 + old.height]
    assert [line for line in before if line != "#####"] == kept


def test_a_level_with_a_comment_between_its_rows_is_replaced_to_its_last_row() -> None:
    source = source_of("lava").split("LEVELS")[0] + "LEVELS\n\n#####\n(half)\n#P.E#\n#####\n\n#P.E#\n"
    game = compiled(source)
    new = level("#P..E#\n", game)
    assert with_level(source, game, 0, new).endswith("LEVELS\n\n#P..E#\n\n#P.E#\n")


def test_letters_that_the_legend_lacks_are_explained() -> None:
    source = source_of("sokoban").replace("@ = Crate and Target\n", "")
    for line in source.split("\n"):
        if "@" in line and "=" not in line:
            source = source.replace(line, line.replace("@", "O"))
    game = compiled(source)
    new = Level(3, 1, (1 | 4, 1 | 16 | 2, 1), 0)
    text = with_levels(source, game, [(new, ["(one)"])])
    assert "and" in next(
        line for line in lines_of(text) if line.endswith(("crate", "target")) and " and " in line
    )


def test_what_does_not_come_out_again_is_not_written() -> None:
    game = example()
    with pytest.raises(CannotWrite):
        with_levels("title x\n", game, [(CORNER, [])])


def test_sections_are_found_in_all_examples() -> None:
    for name in NAMES:
        lines = lines_of(source_of(name))
        found = sections(lines)
        assert list(found) == [
            "objects",
            "legend",
            "sounds",
            "collisionlayers",
            "rules",
            "winconditions",
            "levels",
        ]
        for one, two in itertools.pairwise(found.values()):
            assert one.begin <= one.end <= two.heading
