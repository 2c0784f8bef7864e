"""One walk through a rule, whatever the language: its conditions and its effects, in the order of their meaning."""

from __future__ import annotations

from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.object_pool import object_pool_of
from puzzlesynth.export.rule_writer import RuleWriter
from tests.export.test_hidden_contents import vault

PLAIN = {
    "content": "content of {i}",
    "inner_content": "content of content of {i}",
    "full": "refuse if {held}",
    "too_many": "refuse way {way} if {item} + {new}{lost} > {copies}",
    "lost_input": "{i} and its content",
    "lost_alone": "{i} alone",
    "carried": "note whether {i} is carried",
    "bound": "{j} is {i}",
    "released": "release {j} from {i}",
    "revealed": "reveal {j}",
    "destroyed": "destroy {i}",
    "made": "make {j} in way {way}",
    "set": "set {property} of {j} to {value}",
    "stored": "store {i} in {j}",
    "inner_made": "make content of {j} in way {way}",
    "hidden": "hide content of {j}",
}
"""Templates that are left out write nothing."""

UNLOCK, OPEN, STOW, DIG, FILL = 1, 2, 3, 4, 6


def written(number: int) -> tuple[list[str], list[str]]:
    """The conditions and the effects of a rule."""
    game = game_of(*vault())
    items = {name: place for place, name in enumerate(game.items)}
    writer = RuleWriter(PLAIN, object_pool_of(game), items, {"Here": 0})
    prepared = next(one for one in game.prepared_rules if one.rule.number == number)
    return list(writer.conditions(prepared)), list(writer.effects(prepared))


def test_what_stays_is_bound_and_changed() -> None:
    assert written(UNLOCK) == ([], ["0 is 0", "1 is 1", "set 0 of 0 to 0"])


def test_content_comes_out_and_is_no_secret_any_more() -> None:
    assert written(OPEN) == ([], ["release 0 from 0", "reveal 0", "1 is 0"])


def test_nothing_is_stored_where_something_is() -> None:
    assert written(STOW) == (["refuse if content of 1"], ["0 is 1", "store 0 in 0"])


def test_what_is_destroyed_goes_before_anything_is_made_and_new_content_is_hidden() -> None:
    conditions, effects = written(DIG)
    assert [one.partition(" if ")[0] for one in conditions] == ["refuse way 0", "refuse way 0"]
    assert all(one.endswith(" - 0 and its content > 1") for one in conditions)
    assert effects == [
        "note whether 0 is carried",
        "1 is 1",
        "destroy 0",
        "make 0 in way 0",
        "make content of 0 in way 0",
        "hide content of 0",
    ]


def test_content_made_in_something_known_is_no_secret() -> None:
    assert written(FILL)[1] == ["0 is 0", "1 is 1", "make content of 0 in way 0"]
