"""The no-shortcut test: what is a landmark and what is not, and that the world agrees; and that nothing good is lost by
what is learnt from a shortcut."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack import Pack
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.landmarks.relaxed_task import RelaxedOperators, RelaxedTask
from puzzlesynth.synth.landmarks.relaxed_task_builder import RelaxedTaskBuilder
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.relevance import PackAnalysis
from puzzlesynth.world import find_sequence_break, find_shortcut
from tests.support.samples import random_examples
from tests.support.synth_packs import pack
from tests.support.workshop_packs import workshop_pack


def landmarks(made: Pack, area: str = "Here", **lies: str) -> set[str]:
    """The actions, and the areas that must be open, that every way to solve an area has; things by their areas."""
    world = RelaxedTaskBuilder(PackAnalysis(made, fresh_start(made))).world()
    facts = [("start",), *(("chosen", name, 0) for name in made.areas)]
    facts += [("lies", item, 1, place) for item, place in lies.items()]
    marks = world.landmarks(world.numbered(facts))[world.operators.numbers["solved", area]]
    assert marks != -1, "it cannot be solved"
    return {
        key if isinstance(key, str) else made.rule(key[0]).action
        for key, bit in world.operators.bit_of.items()
        if marks & bit
    }


BREAD = pack(
    "Flour+ Water+ Coin+ Dough+- Bread+- Oven-",
    [
        "Dough ::= Knead Flour Water",
        "Bread Oven ::= Bake Dough Oven",
        "Bread ::= Buy Coin",
        "Dough ::= Trade Coin",
    ],
    {"Here": {"start": True, "goals": ["Bread"], "contains": ["Oven"]}},
)


def test_what_every_way_has_is_a_landmark() -> None:
    assert landmarks(BREAD, Flour="Here", Water="Here") == {"Here", "Knead", "Bake"}


def test_what_one_way_does_without_is_none() -> None:
    assert landmarks(BREAD, Flour="Here", Water="Here", Coin="Here") == {"Here"}


def test_a_way_that_does_not_lead_there_changes_nothing() -> None:
    assert landmarks(BREAD, Flour="Here", Water="Here", Dough="Here") == landmarks(
        BREAD, Flour="Here", Water="Here"
    )


SHORE = pack(
    "Log+ Vine+ Raft+- Nut+ Oil+-",
    ["Raft ::= Tie Log Vine", "Oil ::= Press Nut"],
    {"Shore": {"start": True, "goals": ["Raft"], "connects": ["Isle"]}, "Isle": {"goals": ["Oil"]}},
)


def test_that_an_area_is_open_is_a_landmark_of_what_lies_there() -> None:
    marks = landmarks(SHORE, "Isle", Log="Shore", Vine="Shore", Nut="Isle")
    assert marks == {"Shore", "Isle", "Tie", "Press"}
    assert "Isle" not in landmarks(SHORE, "Isle", Log="Shore", Vine="Shore", Nut="Shore")


def test_nothing_is_used_up_here() -> None:
    """The coin could buy both, as far as this goes: it is stricter than the truth, never laxer."""
    made = pack(
        "Coin+ Apple+- Pear+- Goal-",
        [
            "Apple ::= BuyApple Coin",
            "Pear ::= BuyPear Coin",
            "Goal ::= Trade Apple",
            "Goal ::= Juggle Apple Pear",
        ],
    )
    assert landmarks(made, Coin="Here") == {"Here", "BuyApple"}


def test_states_and_contents_are_ways_too() -> None:
    made = pack(
        "Lamp Oil+ Wick+ Goal-",
        [
            "Lamp[contains: Oil] ::= Fill Lamp[contains: Nothing] Oil",
            "Lamp[lit: True] ::= Light Lamp[contains: Oil, lit: False]",
            "Lamp[lit: True] ::= Twist Lamp[lit: False] Wick",
            "Goal ::= See Lamp[lit: True]",
        ],
    )
    assert landmarks(made, Lamp="Here", Oil="Here") == {"Here", "Fill", "Light", "See"}
    assert landmarks(made, Lamp="Here", Oil="Here", Wick="Here") == {"Here", "See"}


def test_the_marks_of_a_fact_are_what_all_its_ways_share() -> None:
    """a leads to b, b or c to d, a and d to e; one operator each."""
    operators = RelaxedOperators()
    a, b, c, d, e = (operators.fact(name) for name in "abcde")
    bits = [operators.bit(name) for name in ("ab", "bd", "cd", "de")]
    for needs, gives, bit in (([a], b, bits[0]), ([b], d, bits[1]), ([c], d, bits[2]), ([a, d], e, bits[3])):
        operators.add(needs, [gives], bit)
    world = RelaxedTask(operators)
    assert world.landmarks([a])[e] == bits[0] | bits[1] | bits[3]
    assert world.landmarks([a, c])[e] == bits[3]
    assert world.landmarks([c])[e] == -1
    assert world.reaches([a, c], [e], without=bits[0])
    assert not world.reaches([a], [e], without=bits[0])
    assert world.evidence([a, c], [e], without=bits[0]) == frozenset({a, c})
    assert world.evidence([a], [e], without=bits[0]) is None


# --- on random packs ------------------------------------------------------------------------------------------


def workshops() -> st.SearchStrategy[Pack]:
    def find(seed: int) -> Pack | None:
        return next(filter(None, (workshop_pack(Random(n)) for n in range(seed, seed + 40))), None)

    return st.integers(0, 2**32).map(find).filter(lambda made: made is not None)  # type: ignore[return-value]


sometimes = random_examples(15, derandomize=True)
MANY = 150


def accepted(made: Pack, learn: bool) -> Iterator[tuple[str, object]]:
    """What the landmark test lets pass, with or without learning more from a refusal than the refusal itself."""
    program = GroundProgram(PackAnalysis(made, fresh_start(made)))
    guard = program.guard
    if not learn:
        guard._clauses = lambda shortcut: iter(  # type: ignore[method-assign]
            [[-one for one in (*guard.reader.tree_literals(guard.answer, places=True),)]]
        )
    decoder = Decoder(program.possible)
    for count, answer in enumerate(program.answers(deadline=Deadline(30))):
        if count == MANY:
            return
        puzzle = decoder.decode(answer)
        yield puzzle.tree, puzzle


@pytest.mark.seconds
@sometimes
@given(workshops())
def test_nothing_is_lost_by_what_is_learnt(made: Pack) -> None:
    plain = dict(accepted(made, learn=False))
    if len(plain) < MANY:
        assert set(dict(accepted(made, learn=True))) == set(plain)


@pytest.mark.seconds
@sometimes
@given(workshops())
def test_what_passes_has_no_shortcut_in_the_world(made: Pack) -> None:
    strict = {name for name, area in made.areas.items() if area.guarantees.shortcuts.value == "forbid"}
    for _, puzzle in list(accepted(made, learn=True))[:10]:
        assert find_shortcut(made, puzzle, areas=strict) is None  # type: ignore[arg-type]
        assert find_sequence_break(made, puzzle) is None  # type: ignore[arg-type]


@pytest.mark.slow
@random_examples(300, derandomize=True)
@given(workshops())
def test_nothing_is_lost_by_what_is_learnt_at_length(made: Pack) -> None:
    plain = dict(accepted(made, learn=False))
    if len(plain) < MANY:
        assert set(dict(accepted(made, learn=True))) == set(plain)
