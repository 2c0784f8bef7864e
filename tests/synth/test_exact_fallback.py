"""Where the landmark test leaves no puzzle, playing decides; only then is "there is none" an answer."""

from __future__ import annotations

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.exhaustion import LIFTABLE
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.synth_packs import actions, assert_proven, pack


def shop(*rules: str, **more: object) -> Pack:
    """One coin and a shop that sells two things for it."""
    return pack(
        "Coin+- Shop- Apple+- Pear+- Pie+- Goal-",
        ["Apple Shop ::= BuyApple Coin Shop", "Pear Shop ::= BuyPear Coin Shop", *rules],
        {"Here": {"start": True, "goals": ["Goal"], "contains": ["Coin", "Shop"]}},
        **more,
    )


def test_a_coin_buys_one_of_two_things() -> None:
    """With nothing ever used up the juggler would do without the trader, but the coin is spent once."""
    made = shop("Goal ::= Trade Apple", "Goal ::= Juggle Apple Pear")
    synthesizer = synthesizer_for(made)
    found = list(synthesizer.puzzles(0))
    assert [actions(puzzle) for puzzle in found] == [["BuyApple", "Trade"]]
    assert synthesizer.tally.exact
    assert found[0].guarantees["shortcuts"] == "none"
    assert_proven(made, found[0])


def test_a_real_way_around_leaves_no_puzzle() -> None:
    """Apple and pear both win by themselves: whichever is the puzzle, the other is its shortcut."""
    synthesizer = synthesizer_for(shop("Goal ::= Trade Apple", "Goal ::= Swap Pear"))
    assert list(synthesizer.puzzles(0)) == []
    assert synthesizer.tally.exact


def test_what_the_landmark_test_can_prove_needs_no_playing() -> None:
    synthesizer = synthesizer_for(shop("Goal ::= Trade Apple"))
    assert len(list(synthesizer.puzzles(0))) == 1
    assert not synthesizer.tally.exact


def test_every_exact_puzzle_comes_once() -> None:
    """Two ways to use an apple, each a puzzle of its own area; the pear is a way around that does not exist."""
    made = shop("Pie ::= Bake Apple", "Goal ::= Trade Pie", "Goal ::= Juggle Pie Pear")
    synthesizer = synthesizer_for(made)
    found = list(synthesizer.puzzles(3))
    assert [sorted(actions(puzzle)) for puzzle in found] == [["Bake", "BuyApple", "Trade"]]
    assert synthesizer.tally.exact


SHOPPING = ["Apple Shop ::= BuyApple Coin Shop", "Pear Shop ::= BuyPear Coin Shop"]


def shop_and_forge(shortcuts: str) -> dict[str, dict[str, object]]:
    """An area with a shop, and after it one in which shortcuts are allowed or reported."""
    return {
        "Here": {"start": True, "goals": ["Goal"], "contains": ["Coin", "Shop"], "connects": ["There"]},
        "There": {"goals": ["Medal"], "contains": ["Ore"], "shortcuts": shortcuts},
    }


def test_what_is_only_reported_is_told_of_after_playing_as_well() -> None:
    """The second area has a shortcut and may have it; the first one needs a closer look."""
    made = pack(
        "Coin+- Shop- Apple+- Pear+- Goal- Medal- Ore+-",
        [
            *SHOPPING,
            "Goal ::= Trade Apple",
            "Goal ::= Juggle Apple Pear",
            "Medal ::= Forge Ore",
            "Medal ::= Cast Ore",
        ],
        shop_and_forge("report"),
    )
    synthesizer = synthesizer_for(made)
    found = list(synthesizer.puzzles(0))
    assert synthesizer.tally.exact
    assert {tuple(actions(puzzle)) for puzzle in found} == {
        ("BuyApple", "Trade", "Forge"),
        ("BuyApple", "Trade", "Cast"),
    }
    for puzzle in found:
        assert puzzle.guarantees["shortcuts"] == f"There can be solved without {puzzle.solution[-1]}"


def test_another_tree_in_a_world_that_was_turned_down() -> None:
    """Everything stands there from the start, so all trees have the same world; only the short one has no shortcut.

    A second area that does not care about shortcuts must not change that."""
    made = pack(
        "Coin+- Shop- Apple+- Pear+- Pie+- Goal- Medal- Ore+-",
        [
            *SHOPPING,
            "Pie ::= Bake Apple",
            "Goal ::= Eat Pie",
            "Goal ::= Juggle Pie Pear",
            "Goal ::= Stare Apple",
            "Medal ::= Forge Ore",
        ],
        shop_and_forge("allow"),
    )
    assert list(synthesizer_for(made).puzzles(0)) == []
    shorter = pack(
        "Coin+- Shop- Apple+- Pear+- Goal- Medal- Ore+- Toy-",
        [
            *SHOPPING,
            "Apple[clean: True] ::= Wash Apple[clean: False]",
            "Goal ::= Trade Apple",
            "Goal ::= Juggle Apple Pear",
            "Medal ::= Forge Ore",
        ],
        shop_and_forge("allow"),
    )
    for seed in range(5):
        found = list(synthesizer_for(shorter).puzzles(seed))
        assert [sorted(actions(puzzle)) for puzzle in found] == [["BuyApple", "Forge", "Trade"]]


def test_a_placed_container_brings_what_is_inside() -> None:
    """It may stand in the way of what a shortcut makes, so a shortcut is no reason against puzzles that have it."""
    made = pack(
        {"Crate": {"contains": "Box"}, "Box": {"contains": "Apple"}, "Apple": {"carryable": True}},
        ["Box Crate ::= Unpack Crate[contains: Box]", "Apple Box ::= Open Box[contains: Apple]"],
        {"Here": {"start": True, "goals": ["Apple"]}},
    )
    decoder = Decoder(PackAnalysis(made, fresh_start(made)))
    assert decoder.brings("Crate") == {"Crate", "Box", "Apple"}
    assert decoder.brings("Apple") == {"Apple"}


def test_an_area_opens_at_the_moment_a_goal_is_met() -> None:
    """The axe rests on the bag, and the bag opens the area of the axe; nothing is used up, and yet playing decides."""
    made = pack(
        "Axe+- Bag+- Cat+",
        ["Axe Bag ::= Fold Bag", "Bag Cat ::= Bake Cat"],
        {"Den": {"goals": ["Axe"]}, "Hall": {"start": True, "goals": ["Bag"], "connects": ["Den"]}},
    )
    found = list(synthesizer_for(made).puzzles(0))
    assert [actions(puzzle) for puzzle in found] == [["Bake", "Fold"]]
    assert_proven(made, found[0])


def test_a_limit_is_named_though_the_landmark_test_turned_down_what_it_keeps_out() -> None:
    """Two coins are minted, one in each area. With nothing used up, the first would do for both: so the landmark test
    would turn the puzzle down, but only the limit rules it out."""
    made = pack(
        {
            "Coin": {"carryable": True, "notSpawnable": True, "copies": 2},
            "Ore": {"copies": 2},
            "Fire": {"carryable": True},
            "Bread": {"carryable": True, "notSpawnable": True},
        },
        ["Coin Fire ::= Mint Ore Fire", "Bread ::= Buy Coin"],
        {
            "Mine": {"start": True, "goals": ["Coin"], "connects": ["Town"]},
            "Town": {"goals": ["Bread"], "depth": {"min": 2}, "contains": ["Ore"]},
        },
    )
    synthesizer = synthesizer_for(made)
    assert list(synthesizer.puzzles(0)) == []
    assert synthesizer.exhaustion.limits == [LIFTABLE["again"][1]]
