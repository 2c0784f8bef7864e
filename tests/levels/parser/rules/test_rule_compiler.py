"""Expanding rules: the order and the masks that the engine gets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import CellPattern, Command, PuzzleScriptRule, Replacement
from puzzlesynth.levels.movements import DOWN, LAYER_MOVEMENTS, LEFT, RIGHT, UP
from tests.support.puzzlescript_sources import LEGEND, game_of, line_of, rules_of, source

PLAYER, WALL, CRATE = 1 << 2, 1 << 3, 1 << 4
SOLID_LAYER = PLAYER | WALL | CRATE
SHIFT = 5 * 2


def cells_of(text: str) -> tuple[CellPattern | None, ...]:
    """The cells of the first row of the first rule."""
    return rules_of(text)[0].rows[0].cells


def replaced(cell: CellPattern | None) -> Replacement:
    """What a cell's right side does."""
    assert cell is not None
    assert cell.replacement is not None
    return cell.replacement


def changed_cells(rules: Sequence[PuzzleScriptRule]) -> list[Replacement]:
    """What each rule does beyond the first cell of its first row."""
    return [
        cell.replacement for rule in rules for cell in rule.rows[0].cells[1:] if cell and cell.replacement
    ]


def test_a_rule_without_direction_looks_in_all_four() -> None:
    rules = rules_of(source("[ > Player | Crate ] -> [ > Player | > Crate ]\n"))
    assert [rule.direction for rule in rules] == [DOWN, DOWN, RIGHT, RIGHT]
    wanted = [
        [(cell.objects_present, cell.movements_present) for cell in rule.rows[0].cells if cell]
        for rule in rules
    ]
    assert wanted == [
        [(CRATE, 0), (PLAYER, UP << SHIFT)],
        [(PLAYER, DOWN << SHIFT), (CRATE, 0)],
        [(CRATE, 0), (PLAYER, LEFT << SHIFT)],
        [(PLAYER, RIGHT << SHIFT), (CRATE, 0)],
    ]


def test_a_rule_that_depends_on_no_direction_stays_one_rule() -> None:
    assert len(rules_of(source("[ Player ] -> [ Crate ]\n"))) == 1


def test_rules_with_ellipses_keep_their_direction() -> None:
    rules = rules_of(source("[ Player | ... | Crate ] -> [ Player | ... | ]\n"))
    assert [rule.direction for rule in rules] == [UP, DOWN, LEFT, RIGHT]
    assert [rule.rows[0].ellipses for rule in rules] == [(1,)] * 4
    assert rules[0].rows[0].cells[1] is None


def test_replacements_say_what_to_clear_and_set() -> None:
    mover, pushed = cells_of(source("right [ > Player | Crate ] -> [ > Player | > Crate ]\n"))
    moved = replaced(mover)
    assert (moved.objects_clear, moved.objects_set) == (SOLID_LAYER, PLAYER)
    assert moved.movements_layer_mask == LAYER_MOVEMENTS << SHIFT
    assert moved.movements_set == RIGHT << SHIFT
    assert replaced(pushed).movements_set == RIGHT << SHIFT


def test_what_vanishes_takes_its_movement_along() -> None:
    (cell,) = cells_of(source("[ Crate ] -> [ ]\n"))
    vanished = replaced(cell)
    assert (vanished.objects_clear, vanished.objects_set) == (SOLID_LAYER, 0)
    assert vanished.movements_layer_mask == LAYER_MOVEMENTS << SHIFT


def test_a_cell_that_says_nothing_is_left_alone() -> None:
    _, empty = cells_of(source("right [ Player | ] -> [ Crate | ]\n"))
    assert empty == CellPattern()


def test_newcomers_stand_still() -> None:
    (cell,) = cells_of(source("[ Target ] -> [ Target Crate ]\n"))
    assert replaced(cell).movements_clear == LAYER_MOVEMENTS << SHIFT


def test_stationary_and_no_are_things_that_must_not_be() -> None:
    (cell,) = cells_of(source("[ stationary Player no Target ] -> [ Wall ]\n"))
    assert cell is not None
    assert cell.movements_missing == LAYER_MOVEMENTS << SHIFT
    assert cell.objects_missing == 1 << 1


def test_moving_means_five_movements() -> None:
    rules = rules_of(source("[ moving Player ] -> [ Player ]\n"))
    found = [cell.movements_present >> SHIFT for rule in rules for cell in rule.rows[0].cells if cell]
    assert found == [1, 2, 4, 8, 16]


def test_a_movement_decided_on_the_left_is_carried_to_the_right() -> None:
    rules = rules_of(source("right [ horizontal Player | Crate ] -> [ Player | horizontal Crate ]\n"))
    assert [cell.movements_set for cell in changed_cells(rules)] == [LEFT << SHIFT, RIGHT << SHIFT]


def test_a_property_within_one_layer_stays_whole() -> None:
    (rule,) = rules_of(source("[ Solid Target ] -> [ Solid ]\n"))
    (cell,) = rule.rows[0].cells
    assert cell is not None
    assert cell.any_objects_present == (WALL | CRATE,)


def test_a_property_over_several_layers_is_written_out_in_order() -> None:
    rules = rules_of(source("[ Thing ] -> [ ]\n"))
    assert [cell.objects_present for rule in rules for cell in rule.rows[0].cells if cell] == [CRATE, 1 << 1]


def test_a_property_decided_on_the_left_is_carried_to_the_right() -> None:
    rules = rules_of(source("right [ Solid | ] -> [ | Solid ]\n"))
    assert [cell.objects_set for cell in changed_cells(rules)] == [WALL, CRATE]


def test_rules_that_read_the_same_are_kept_once() -> None:
    both_ways = "[ Player | Player ] -> [ Player | ]\n"
    assert len(rules_of(source(both_ways))) == 4
    assert len(rules_of(source("[ Wall | Wall ] -> [ Crate | Crate ]\n"))) == 2


def test_plus_joins_rules_into_a_group() -> None:
    text = source(
        "right [ Player | Wall ] -> [ Player | ]\n+ left [ Player | Wall ] -> [ Player | ]\n[ Crate ] -> [ ]\n"
    )
    groups = game_of(text).rules.groups
    assert [len(group.rules) for group in groups] == [2, 1]


def test_late_random_and_rigid_rules() -> None:
    text = source(
        "random [ Crate ] -> [ ]\nrigid [ > Player | Crate ] -> [ > Player | > Crate ]\nlate [ Crate ] -> [ ]\n"
    )
    game = game_of(text)
    assert [group.random for group in game.rules.groups] == [True, False]
    assert [group.rules[0].rigid_number for group in game.rules.groups] == [0, 1]
    assert game.rigid_groups == (1,)
    assert [len(group.rules) for group in game.late_rules.groups] == [1]


def test_loops_lead_from_their_last_group_to_their_first() -> None:
    rules = (
        "[ Wall ] -> [ ]\nstartloop\n[ Crate ] -> [ ]\n[ Target ] -> [ ]\nendloop\n[ Player ] -> [ Wall ]\n"
    )
    assert game_of(source(rules)).rules.loop_points == {2: 1}


def test_random_things_and_random_directions() -> None:
    (cell,) = cells_of(source("[ Target ] -> [ Target random Solid ]\n"))
    assert cell is not None
    assert cell.replacement is not None
    assert cell.replacement.random_mask == WALL | CRATE
    (cell,) = cells_of(source("[ Player ] -> [ randomdir Player ]\n"))
    assert cell is not None
    assert cell.replacement is not None
    assert cell.replacement.random_dir_mask >> SHIFT & 1


def test_commands_stand_at_the_end() -> None:
    (rule,) = rules_of(
        source("[ Player Target ] -> sfx1 again message Well Done (you)\n", sounds="sfx1 42\n")
    )
    assert not rule.has_replacements
    assert rule.commands == (Command("sfx1"), Command("again"), Command("message", "Well Done (you)"))


@pytest.mark.parametrize("prefix", ["horizontal", "left right"])
def test_several_directions_are_expanded_in_order(prefix: str) -> None:
    rules = rules_of(source(f"{prefix} [ Player | Crate ] -> [ Player | ]\n"))
    assert [
        [bool(cell.objects_present & PLAYER) for cell in rule.rows[0].cells if cell] for rule in rules
    ] == [
        [False, True],
        [True, False],
    ]


def test_aggregates_are_written_out() -> None:
    (cell,) = cells_of(source("[ @ ] -> [ @ ]\n"))
    assert cell is not None
    assert cell.objects_present == CRATE | 1 << 1


def test_synonyms_are_their_objects() -> None:
    legend = LEGEND + "Box = Crate\n"
    assert (
        rules_of(source("[ Box ] -> [ ]\n", legend=legend))[0].rows
        == rules_of(source("[ Crate ] -> [ ]\n"))[0].rows
    )


def test_a_rule_with_too_many_meanings_is_refused() -> None:
    cells = " | ".join(["moving Thing"] * 12)
    text = source(f"[ {cells} ] -> [ {cells} ]\n")
    result = compile_source(text)
    assert [message.line for message in result.errors] == [line_of(text, f"[ {cells} ] -> [ {cells} ]")]
    assert "stands for more than" in result.errors[0].text
