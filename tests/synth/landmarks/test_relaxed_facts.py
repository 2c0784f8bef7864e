"""The part of the landmark test that the search sees: it refuses nothing that the test and playing would let pass."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.landmarks.relaxed_facts import relaxed_facts, substitute_facts
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.relevance import PackAnalysis
from puzzlesynth.synth.synthesizer import Synthesizer
from tests.support.samples import some_of
from tests.support.synth_packs import load, pack


def plain_pack(seed: int) -> Pack:
    """A small random pack in which things are made of things, in many ways."""
    random = Random(seed)
    names = [f"T{n}" for n in range(random.randint(4, 7))]
    keeps, copies = random.random() < 0.3, random.choice((1, 1, 2))
    items = {
        name: {"carryable": True, "copies": copies, "notSpawnable": n > 1 and random.random() < 0.3}
        for n, name in enumerate(names)
    }
    rules = set()
    for _ in range(2 * len(names)):
        made, *taken = random.sample(names, random.choice((2, 2, 3, 3, 4)))
        if made != names[0]:
            kept = taken if keeps and random.random() < 0.7 else []
            rules.add(f"{' '.join((made, *kept))} ::= Make {' '.join(taken)}")
    least = random.randint(1, 2)
    areas: dict[str, dict[str, Any]] = {
        f"A{n}": {"goals": [goal], "depth": {"min": least, "max": least + 1}}
        for n, goal in enumerate(random.sample(names[1:], random.choice((1, 1, 2))))
    }
    areas["A0"] |= {"start": True} | ({"connects": ["A1"]} if len(areas) > 1 else {})
    return load(items, sorted(rules), areas)


def trees(made: Pack) -> set[str]:
    return {puzzle.tree for puzzle in synthesizer_for(made).different()}


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.parametrize("seed", some_of([*range(1, 24), 0]))
def test_the_puzzles_are_the_same_with_and_without(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = plain_pack(seed)
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    monkeypatch.setattr(GroundProgram, "relaxes_inside", False)
    before = trees(made)
    monkeypatch.setattr(GroundProgram, "relaxes_inside", True)
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)
    assert trees(made) == before


RULES = (
    "Plank ::= Saw Log",
    "Stick ::= Split Plank",
    "Stick ::= Cut Cane",
    "Crate ::= Nail Plank Cane",
    "Plank ::= Break Crate",
)


def facts(name: str) -> set[str]:
    areas = {"Shed": {"start": True, "goals": ["Stick"], "depth": {"min": 1, "max": 3}}}
    made = pack("Log+ Cane+ Plank+- Stick+- Crate+-", RULES, areas)
    possible = PackAnalysis(made, fresh_start(made))
    every = (*relaxed_facts(possible), *substitute_facts(possible))
    return {str(fact.symbol) for fact in every if fact.kind.name == name}


def test_only_what_goes_round_in_circles_is_looked_at_without_the_thing_itself() -> None:
    achieved = {fact.split('"')[1]: fact.split(",")[-1][:-1] for fact in facts("achieves")}
    plank, stick, crate = (achieved[name] for name in ("Plank", "Stick", "Crate"))
    assert facts("circular") == {
        f"circular({one},{other})"
        for one, other in ((plank, plank), (plank, crate), (crate, crate), (crate, plank), (stick, stick))
    }


def test_what_is_taken_alone_can_be_turned_into_more_than_its_own_result() -> None:
    assert 'turns_into("Log","Plank",2)' in facts("turns_into")
    assert 'on_the_way("Log","Plank",2,"Plank")' in facts("on_the_way")
    # Nothing is turned into something by way of what the rule itself makes, nor out of its other ingredients.
    assert {fact for fact in facts("turns_into") if fact.endswith(",5)")} == {
        'turns_into("Crate","Crate",5)',
    }
