"""Which rules have to do with where the player walks."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.engine.native.kernel import layout as at
from puzzlesynth.levels.engine.native.tables.level_tables import GameTables
from tests.support.search_games import OPEN, PUSH, sokoban


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (PUSH, 4),
        (PUSH + "\nlate [ Crate Target ] -> [ Target ]", 4),
        (PUSH + "\nlate [ Player Target ] -> [ Player ]", 5),
        (PUSH + "\n[ Player ] -> sfx0", 4),
        (PUSH + "\n[ > Player | Wall ] -> cancel", 8),
        (PUSH + "\n[ > Crate | Target ] -> [ > Crate | ]", 4),
    ],
)
def test_only_rules_that_the_player_can_set_off_are_listed(rules: str, count: int) -> None:
    game = sokoban(OPEN, rules=rules)
    tables = GameTables(game).on(game.maps[0])
    walks = list(tables.walks)
    found, place = 0, 0
    while walks[place + at.WALK_SIZE]:
        found += 1
        place += walks[place + at.WALK_SIZE]
    assert found == count
