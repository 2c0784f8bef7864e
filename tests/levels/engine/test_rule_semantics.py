"""What rules, movement and commands do, the same with both engines."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.turn import ENDLESS_GROUP, ENDLESS_LOOP
from tests.support.engine_games import picture

Play = Callable[..., LevelSession]
UP, LEFT, DOWN, RIGHT, ACTION = range(5)
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def test_the_player_walks_and_stops_at_walls_and_at_the_edge(play: Play) -> None:
    assert picture(play("", "P..", RIGHT)) == ".P."
    assert picture(play("", "P#.", RIGHT)) == "P#."
    assert picture(play("", "P..", LEFT)) == "P.."


def test_a_crate_is_pushed_unless_something_is_behind_it(play: Play) -> None:
    assert picture(play(PUSH, "PC..", RIGHT)) == ".PC."
    assert picture(play(PUSH, "PC#.", RIGHT)) == "PC#."


def test_a_row_of_crates_moves_together_when_each_pushes_the_next(play: Play) -> None:
    chain = PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]"
    assert picture(play(chain, "PCC.", RIGHT)) == ".PCC"
    assert picture(play(chain, "P\nC\nC\n.", DOWN)) == ".\nP\nC\nC"


def test_of_two_that_want_the_same_cell_the_first_in_order_gets_it(play: Play) -> None:
    rules = "right [ Crate ] -> [ right Crate ]\nright [ Gem ] -> [ left Gem ]"
    assert picture(play(rules, "C.G\nP..", DOWN)) == ".CG\nP.."


def test_objects_do_not_change_places(play: Play) -> None:
    rules = "right [ Crate ] -> [ right Crate ]\nright [ Gem ] -> [ left Gem ]"
    assert picture(play(rules, ".CG.\nP...", DOWN)) == ".CG.\nP..."


def test_matches_that_share_cells_are_applied_one_after_the_other(play: Play) -> None:
    assert picture(play("right [ Crate | Crate ] -> [ | Gem ]", "CCCC\nP...", DOWN)) == ".G.G\nP..."


def test_an_ellipsis_reaches_over_any_distance(play: Play) -> None:
    rules = "right [ Player | ... | Crate ] -> [ Player | ... | Gem ]"
    assert picture(play(rules, "P..C.C", UP)) == "P..G.G"


def test_several_brackets_need_a_match_each(play: Play) -> None:
    rules = "[ Gem ] [ Crate ] -> [ Gem ] [ ]"
    assert picture(play(rules, "PGCC", LEFT)) == "PG.."
    assert picture(play(rules, "P.CC", LEFT)) == "P.CC"


def test_late_rules_see_the_board_after_movement(play: Play) -> None:
    assert picture(play("late [ Player | Crate ] -> [ Player | Gem ]", "P.C", RIGHT)) == ".PG"


def test_a_rigid_group_moves_as_one_or_not_at_all(play: Play) -> None:
    assert picture(play("rigid " + PUSH, "PC.", RIGHT)) == ".PC"
    pair = "rigid [ > Player | Crate | Crate ] -> [ > Player | > Crate | > Crate ]"
    assert picture(play(pair, "PCC#", RIGHT)) == "PCC#"


def test_cancel_takes_the_whole_turn_back(play: Play) -> None:
    rules = "[ > Player | Crate ] -> cancel\n[ Gem ] -> [ ]"
    assert picture(play(rules, "PCG", RIGHT)) == "PCG"
    assert picture(play(rules, "P.CG", RIGHT)) == ".PC."


def test_again_repeats_turns_until_nothing_changes(play: Play) -> None:
    assert picture(play("right [ Crate | ] -> [ | Crate ] again", "PC...", LEFT)) == "P...C"
    fall = "down [ stationary Crate | no Crate no Wall no Player ] -> [ | Crate ] again"
    assert picture(play(fall, "CP\n..\n..", RIGHT)) == ".P\n..\nC."


def test_undo_goes_back_a_move_and_restart_to_the_start(play: Play) -> None:
    assert picture(play("", "P...", RIGHT, RIGHT, "undo")) == ".P.."
    assert picture(play("", "P...", RIGHT, RIGHT, "restart")) == "P..."
    assert picture(play("", "P...", RIGHT, RIGHT, "restart", "undo")) == "..P."
    assert picture(play("", "P...", RIGHT, LEFT, LEFT, "undo")) == ".P.."


def test_noundo_and_norestart_switch_those_keys_off(play: Play) -> None:
    assert picture(play("", "P...", RIGHT, "undo", prelude="noundo")) == ".P.."
    assert picture(play("", "P...", RIGHT, "restart", prelude="norestart")) == ".P.."


def test_a_checkpoint_is_what_restart_goes_back_to(play: Play) -> None:
    rules = "late [ Player Goal ] -> checkpoint"
    assert picture(play(rules, "PO..", RIGHT, RIGHT, RIGHT, "restart")) == ".P.."


def test_a_rule_can_restart_the_level(play: Play) -> None:
    assert picture(play("late [ Player | Wall ] -> restart", "P..#", RIGHT, RIGHT)) == "P..#"


def test_require_player_movement_takes_back_turns_in_which_the_player_stays(play: Play) -> None:
    rules = "[ Gem ] -> [ ]"
    session = play(rules, "P#G", RIGHT, prelude="require_player_movement")
    assert picture(session) == "P#G"
    assert not session.can_undo
    assert picture(play(rules, "P#G", RIGHT)) == "P#."


def test_run_rules_on_level_start_runs_them_before_the_first_move(play: Play) -> None:
    assert picture(play("[ Crate ] -> [ Gem ]", "PC", prelude="run_rules_on_level_start")) == "PG"
    assert picture(play("[ Crate ] -> [ Gem ]", "PC")) == "PC"


def test_winning_goes_on_to_the_next_level(play: Play) -> None:
    session = play("", "P#", UP, win="Some Player", more="..P\n\n")
    assert session.level_index == 1
    assert picture(session) == "..P"


def test_a_message_between_levels_waits_to_be_dismissed(play: Play) -> None:
    session = play("", "P.", RIGHT, win="Some Player", more="message well done\n\n..P\n")
    assert session.showing is not None
    assert session.showing.strip() == "well done"
    assert picture(session) == ".P"
    session.dismiss()
    assert picture(session) == "..P"


def test_after_the_last_level_the_game_is_finished(play: Play) -> None:
    assert play("", "P.", RIGHT, win="Some Player").finished


def test_a_group_that_never_settles_is_stopped_with_the_originals_words(play: Play) -> None:
    session = play("right [ Crate ] -> [ Gem ]\n+ right [ Gem ] -> [ Crate ]", "PC", LEFT)
    assert ENDLESS_GROUP in {notice.text for notice in session.notices}


def test_a_loop_that_never_settles_is_stopped_with_the_originals_words(play: Play) -> None:
    rules = "startloop\nright [ Crate ] -> [ Gem ]\nright [ Gem ] -> [ Crate ]\nendloop"
    session = play(rules, "PC", LEFT)
    assert ENDLESS_LOOP in {notice.text for notice in session.notices}


def test_a_loop_repeats_its_groups_while_they_change_something(play: Play) -> None:
    rules = "startloop\nright [ Gem | no Gem no Player ] -> [ Mark | Gem ]\nendloop"
    assert picture(play(rules, "PG..", LEFT)) == "PMMG"


def test_random_rules_follow_the_seed(play: Play) -> None:
    rules = "random [ Crate ] -> [ Gem ]"
    boards = {picture(play(rules, "PCCCC", LEFT, seed=str(seed))) for seed in range(12)}
    assert len(boards) > 1
    assert picture(play(rules, "PCCCC", LEFT, seed="5")) == picture(play(rules, "PCCCC", LEFT, seed="5"))
    assert all(board.count("G") == 1 for board in boards)


def test_sounds_are_heard_in_the_order_of_the_turn(play: Play) -> None:
    sounds = "Player MOVE 1\nCrate MOVE 2\nPlayer CANTMOVE 3\nGem CREATE 4\nCrate DESTROY 5"
    assert play(PUSH, "PC..", RIGHT, sounds=sounds).sounds == [2, 1]
    assert play(PUSH, "P#..", RIGHT, sounds=sounds).sounds == [3]
    change = "late [ Crate ] -> [ Gem ]"
    assert play(change, "P#C.", RIGHT, sounds=sounds).sounds == [3, 4, 5]


def test_action_moves_nothing_but_can_be_answered_by_rules(play: Play) -> None:
    assert picture(play("[ action Player | Crate ] -> [ Player | Gem ]", "PC", ACTION)) == "PG"
