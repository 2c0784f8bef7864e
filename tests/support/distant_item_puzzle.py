"""A puzzle for the tests of hints: what is needed lies two rooms away from where it is needed."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.support.tiny_packs import Areas, Items, puzzle
from tests.support.tiny_packs import pack as world_pack


def errands() -> tuple[Pack, Puzzle]:
    """From the tower a stair leads to the cove. Ruby is a stone, and the rules ask for any stone before the ruby."""
    items: Items = {
        "Lamp": {"lit": False},
        "Match": {"carryable": True},
        "Gate": {"open": False},
        "Lever": {"pulled": False},
        "Kelp": {"cut": False},
        "Shears": {"carryable": True},
        "Opal": {"carryable": True, "isa": ["Stone"]},
        "Ruby": {"carryable": True, "isa": ["Stone"]},
    }
    rules = """
        Lamp[lit: True] Match ::= Light Lamp[lit: False] Match
        Gate[open: True] ::= Open Gate[open: False] Stone Ruby
        Kelp[cut: True] Shears ::= Cut Kelp[cut: False] Shears Match
    """
    areas: Areas = {
        "Tower": {"start": True, "goals": ["Lamp[lit: True]"], "connects": ["Stair"]},
        "Stair": {"goals": ["Gate[open: True]"], "connects": ["Cove"]},
        "Cove": {"goals": ["Kelp[cut: True]"]},
    }
    made = world_pack(items, rules, areas)
    named = {name: replace(area, title=f"The {name}") for name, area in made.areas.items()}
    made = replace(made, areas=named)
    things = ["lamp Lamp Tower", "match Match Tower", "shears Shears Tower", "opal Opal Tower"]
    things += ["gate Gate Stair", "ruby Ruby Stair", "lever Lever Stair", "kelp Kelp Cove"]
    steps = [
        "s1 Tower 1: lamp match -> lamp match",
        "s2 Stair 2: gate opal ruby -> gate after s1",
        "s3 Cove 3: kelp shears match -> kelp shears after s2",
    ]
    return made, puzzle(made, things, steps, {}, opened_by={"Stair": "Tower", "Cove": "Stair"})


ERRANDS = {
    "Cove": (
        "The Tower is where to look: something that is needed lies there.",
        "You need the kelp, the shears (the Tower) and the match (the Tower).",
        "Fetch the shears from the Tower. Try this: go to ",
    ),
    "Tower": (
        "Look around: something here is needed elsewhere.",
        "You need the kelp (the Cove), the shears and the match.",
        "Take the shears along. Try this: ",
    ),
}
"""The three hints once the gate is open, by where the player is."""


def scattered() -> tuple[Pack, Puzzle]:
    """What belongs together lies apart, and there is an oven in either place, so that a hint could send to and fro."""
    items = "Oven[copies: 2] Coal+ Dough+ Bread+ Twine+ Powder+ Fuse+"
    rules = """
        Bread Oven ::= Bake Oven Coal Dough
        Fuse ::= Twist Twine Powder
    """
    areas: Areas = {
        "Cellar": {"start": True, "goals": ["Bread"]},
        "Kitchen": {"start": True, "goals": ["Fuse"]},
    }
    made = world_pack(items, rules, areas)
    things = ["oven1 Oven Cellar", "oven2 Oven Kitchen", "coal Coal Kitchen", "dough Dough Cellar"]
    things += ["twine Twine Cellar", "powder Powder Kitchen"]
    steps = [
        "s1 Cellar 1 @Cellar: oven1 coal dough -> bread oven1",
        "s2 Kitchen 2 @Kitchen: twine powder -> fuse",
    ]
    return made, puzzle(made, things, steps, {"bread": "Bread", "fuse": "Fuse"})
