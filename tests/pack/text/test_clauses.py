"""The small grammar: which thing is the object of a rule's verb, and which word stands before each of the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text import verbs
from puzzlesynth.pack.text.phrases import plain_action
from puzzlesynth.pack.text.wording import words
from tests.support.tiny_packs import pack

CARRIED = """
    Biscuit Coffee Badge Coin Lamp2 Key Knife Corn Bread Sword Stone Seed Pot Rope Cork Hammer Plank Jug Water Flour Bowl
    Oil OilCan Matches Disguise MusicBox Purse Kettle Glasses Hat Dough Fish Axe Book Letter Wax Vase Log Saw Cloth
"""
FIXED = """
    Parrot Crow Safe Ice Lamp Oven Window Millstone Spring Hook Wall Radio Statue Chest Slot Plant Stove Tree Box Shelf
    Piano Alarm
"""
ITEMS = {
    **{name: {"carryable": True} for name in CARRIED.split()},
    "Captain": {"isa": ["Npc"]},
    "Guard": {"npc": True},
    "King": {"isa": ["Person"]},
    "Merchant": {"isa": ["Character"]},
    **dict.fromkeys(FIXED.split()),
}

TABLE = """
    # somebody gets something
    Key Parrot[happy: True] ::= Feed Parrot Biscuit             | feed the biscuit to the parrot
    Key Parrot ::= Feed Biscuit Parrot                          | feed the biscuit to the parrot
    Guard[glad: True] ::= Give Guard Coin                       | give the coin to the guard
    Guard ::= Give Coin Guard                                   | give the coin to the guard
    King Sword ::= Show King Sword                              | show the sword to the king
    King Sword ::= Show Sword King                              | show the sword to the king
    King Sword[shown: True] ::= Show Sword King                 | show the sword to the king
    Statue[whole: True] ::= Return Statue Stone                 | return the stone to the statue
    Guard Disguise ::= Pay Guard Coin Disguise                  | pay the coin to the guard with the disguise
    King ::= Offer King Coin Sword                              | offer the coin and the sword to the king
    Key Merchant ::= Sell Merchant Sword                        | sell the sword to the merchant
    Window[broken: True] ::= Throw Stone Window                 | throw the stone at the window
    Captain ::= Throw Captain Rope                              | throw the rope to the captain
    Key Crow ::= Trade Crow Corn                                | trade the corn with the crow
    King[glad: True] MusicBox ::= Play King MusicBox            | play the music box to the king
    Piano Book ::= Play Piano Book                              | play the piano with the book
    King ::= GiveBack King Sword                                | give back the sword to the king
    King ::= GiveSword King Sword                               | give the sword to the king
    # what it is done to stays
    Captain[awake: True] ::= Wake Captain Coffee                | wake the captain with the coffee
    Captain[awake: True] ::= Wake Coffee Captain                | wake the captain with the coffee
    Captain[awake: True] MusicBox ::= Wake MusicBox Captain     | wake the captain with the music box
    Key Crow ::= Bribe Crow Corn                                | bribe the crow with the corn
    Key Crow ::= Bribe Corn Crow                                | bribe the crow with the corn
    Safe[locked: False] Badge ::= Unlock Safe Badge             | unlock the safe with the badge
    Safe[locked: False] Badge ::= Unlock Badge Safe             | unlock the safe with the badge
    Coin Key ::= Open Chest Key                                 | open the chest with the key
    Lamp[lit: True] ::= Light Lamp Matches                      | light the lamp with the matches
    Lamp[lit: True] ::= Light Matches Lamp                      | light the lamp with the matches
    Radio[broken: False] Hammer ::= Fix Radio Hammer            | fix the radio with the hammer
    # what it is done to becomes something else
    Key Lamp ::= Melt Ice[contains: Key] Lamp                   | melt the ice with the lamp
    Key Lamp ::= Melt Lamp Ice[contains: Key]                   | melt the ice with the lamp
    Flour Millstone ::= Grind Millstone Corn                    | grind the corn with the millstone
    Bread Oven ::= Bake Dough Oven                              | bake the dough with the oven
    Letter ::= Burn Book Matches                                | burn the book with the matches
    Stone Hammer ::= Smash Vase Hammer                          | smash the vase with the hammer
    Log Axe ::= ChopDown Tree Axe                               | chop down the tree with the axe
    Plank Saw ::= SawUp Log Saw                                 | saw up the log with the saw
    # something goes somewhere
    Slot ::= Insert Coin Slot                                   | insert the coin into the slot
    Slot ::= Insert Slot Coin                                   | insert the coin into the slot
    Bowl[contains: Flour] ::= Put Flour Bowl[contains: Nothing] | put the flour in the bowl
    Bowl[contains: Flour] ::= Put Bowl[contains: Nothing] Flour | put the flour in the bowl
    Shelf Book[shelved: True] ::= Put Shelf Book                | put the book on the shelf
    Pot[planted: True] ::= Plant Pot Seed                       | plant the seed in the pot
    Hook[used: True] ::= Tie Hook Rope                          | tie the rope to the hook
    Wall[covered: True] Hammer ::= Nail Wall Plank Hammer       | nail the plank to the wall with the hammer
    Statue[dressed: True] ::= Hang Hat Statue                   | hang the hat on the statue
    Plant[wet: True] Jug[contains: Nothing] ::= Pour Plant Jug[contains: Water] | pour the jug onto the plant
    Jug[contains: Water] ::= Pour Water Jug[contains: Nothing]  | pour the water into the jug
    Lamp2 Cloth ::= Rub Lamp2 Cloth                             | rub the lamp 2 with the cloth
    # vessels
    Jug[contains: Water] Spring ::= Fill Spring Jug[contains: Nothing] | fill the jug at the spring
    Jug[contains: Water] ::= Fill Jug[contains: Nothing] Water  | fill the jug with the water
    Lamp[fuelled: True] OilCan[contains: Nothing] ::= Fill Lamp OilCan[contains: Oil] | fill the lamp from the oil can
    # from somebody, about something
    Badge Guard ::= Steal Guard Disguise                        | steal from the guard with the disguise
    Merchant Purse[stolen: True] ::= Steal Purse Merchant       | steal the purse from the merchant
    Sword Merchant ::= Buy Merchant Coin                        | buy from the merchant with the coin
    Coin King ::= Receive King                                  | receive from the king
    Coin King ::= Beg King                                      | beg the king
    King[told: True] Sword ::= Ask King Sword                   | ask the king about the sword
    # tools
    Bread[hot: True] Oven ::= Use Oven Bread                    | use the oven on the bread
    Bread[hot: True] Oven ::= Use Bread Oven                    | use the oven on the bread
    Letter ::= Use Wax Cloth                                    | use the wax with the cloth
    # something new
    Coffee Kettle Stove ::= Brew Kettle Stove                   | brew the coffee at the stove with the kettle
    Disguise ::= CreateDisguise Glasses Hat                     | create the disguise with the glasses and the hat
    Rope Tree Knife ::= CutRope Tree Knife                      | cut the rope from the tree with the knife
    Coin Box ::= UnpackCoin Box[contains: Coin] Knife           | unpack the coin from the box with the knife
    # all other verbs belong to the first input
    Wall[odd: True] Badge ::= Frobnicate Wall Badge             | frobnicate the wall with the badge
    Wall[odd: True] Alarm ::= Trigger Alarm Wall                | trigger the alarm with the wall
    Captain[up: True] ::= Invigorate Coffee Captain             | invigorate the captain with the coffee
    Dough Bowl[contains: Nothing] ::= Knead Flour Bowl[contains: Water] | knead the flour with the bowl
    Dough ::= Combine Flour Water Oil                           | combine the flour with the water and the oil
    # more than a verb
    Key Pot ::= LookUnder Pot                                   | look under the pot
    Key Chest[open: True] Hammer ::= ForceOpen Chest Hammer     | force open the chest with the hammer
    Chest[open: True] Key ::= UnlockChest Chest Key             | unlock the chest with the key
    Letter ::= DrawLine Wax Cloth                               | draw line (wax, cloth)
"""

ROWS = [line.strip() for line in TABLE.splitlines() if line.strip() and not line.strip().startswith("#")]


def grammar() -> Pack:
    return pack(ITEMS, [row.partition("|")[0] for row in ROWS])


@pytest.mark.parametrize(
    "number", range(1, len(ROWS) + 1), ids=[row.partition("|")[2].strip() for row in ROWS]
)
def test_sentences_put_each_thing_in_its_role(number: int) -> None:
    made = grammar()
    rule = made.rule(number)
    said = plain_action(made, rule, [words(term.type) for term in rule.inputs])
    assert said == ROWS[number - 1].partition("|")[2].strip()


def test_no_verb_has_two_frames() -> None:
    tables: list[Iterable[str]] = [verbs.GIVE, verbs.PERFORM, verbs.PUT, verbs.FROM, verbs.ABOUT]
    tables += [verbs.FILL, verbs.USE, verbs.MAKE, verbs.TREAT, verbs.CHANGE]
    for one, other in combinations(map(set, tables), 2):
        assert one.isdisjoint(other)
    assert set(verbs.PUT) >= verbs.ALWAYS_PUT
