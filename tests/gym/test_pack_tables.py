"""Numbers for objects, areas and actions."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym import pack_tables
from puzzlesynth.gym.episode import Episode
from puzzlesynth.gym.pack_tables import CARRIED, FIRST_AREA, INSIDE, UNSEEN, ActionTable, PackTables
from puzzlesynth.world import Walk
from tests.support.games import ONE_KEY, TRAP, example
from tests.support.tiny_packs import pack, puzzle

BOX = pack(
    {"Box": {"open": False}, "Coin": {"carryable": True, "copies": 2, "worth": 3}, "Cup": {"full": "tea"}},
    ["Box[open: True] Coin ::= Open Box[open: False, contains: Coin]"],
    {
        "Hall": {"start": True, "goals": ["Box[open: True]"], "connects": ["Attic"]},
        "Attic": {"goals": ["Cup[cold: True]"]},
    },
)
BOXED = puzzle(BOX, ["box Box Hall", "coin Coin in box", "cup Cup Attic"])


def test_a_row_says_where_an_object_is_and_how() -> None:
    tables = PackTables(BOX)
    episode = Episode(BOX, BOXED)
    assert tables.object_columns == ("place", "holder", "open", "worth", "full")
    assert len(tables.area_columns) == len(tables.area_limits)
    box, coin, cup = (tables.items[name].start for name in ("Box", "Coin", "Cup"))

    def rows() -> list[list[int]]:
        state = episode.state
        rows = tables.object_rows(state, episode.situation.hidden, tables.numbered(state))
        return [row.tolist() for row in rows]

    assert rows()[box] == [FIRST_AREA, 0, 0, 0, 0]
    assert rows()[coin] == [UNSEEN, 0, 0, 0, 0], "it is a secret"
    assert rows()[cup] == [UNSEEN, 0, 0, 0, 0], "the attic is closed"
    episode.play(episode.move_for("open the box"))
    assert rows()[box] == [FIRST_AREA, 0, 1, 0, 0]
    assert rows()[coin] == [FIRST_AREA, 0, 0, 1, 0]
    assert rows()[cup] == [FIRST_AREA + 1, 0, 0, 0, 1]
    episode.play(episode.move_for("take the coin"))
    assert rows()[coin] == [CARRIED, 0, 0, 1, 0]


def test_what_the_player_knows_to_be_inside_is_shown_inside() -> None:
    tables = PackTables(BOX)
    state = Episode(BOX, BOXED).state
    box, coin = tables.items["Box"].start, tables.items["Coin"].start
    rows = tables.object_rows(state, frozenset(), tables.numbered(state))
    assert rows[coin].tolist() == [INSIDE, box + 1, 0, 1, 0]


def test_an_area_shows_its_goal_once_it_is_open() -> None:
    tables = PackTables(TRAP)
    episode = Episode(TRAP, ONE_KEY)
    goals = episode.game.goals
    assert tables.area_rows(episode.state, goals).tolist() == [[1, 0, 1, 1], [0, 0, 0, 0]]
    episode.play(episode.move_for("unlock the door with the key"))
    episode.play(Walk("Attic"))
    assert tables.area_rows(episode.state, goals).tolist() == [[1, 1, 0, 1], [1, 0, 1, 1]]


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_every_possible_move_has_a_number_of_its_own(name: str) -> None:
    game, made = example(name)
    tables = PackTables(game)
    actions = ActionTable(tables)
    limits = tables.object_limits
    episode = Episode(game, made)
    random = Random(1)
    for _ in range(80):
        if episode.over:
            break
        ids = tables.numbered(episode.state)
        numbers = [actions.number(move, ids) for move in episode.situation.moves]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < len(actions) for number in numbers)
        assert (tables.object_rows(episode.state, frozenset(), ids) <= limits).all()
        episode.play(random.choice(episode.situation.moves))


def test_too_many_actions_are_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_tables, "MOST_ACTIONS", 5)
    with pytest.raises(BadInput, match="actions='listed'"):
        ActionTable(PackTables(TRAP))
