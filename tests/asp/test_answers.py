"""Answer sets as typed facts, and puzzles out of them: the same that the synthesizer makes."""

from __future__ import annotations

import io
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import clingo
import pytest

from puzzlesynth import asp, parse_pack
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle import Puzzle, puzzle_to_json
from puzzlesynth.world import Outcome, verify
from tests.fuzz.random_packs import draw
from tests.support.clingo_program import clingo_output
from tests.support.paths import ROOT
from tests.support.samples import some_of

EXAMPLES = ROOT / "examples"
HEIST = load_pack(EXAMPLES / "heist")


Symbols = list[clingo.Symbol]


def models(pack: Pack, most: int) -> list[tuple[Symbols, Symbols]]:
    """Answer sets of the plain program: all of their atoms, and those that are shown."""
    control = clingo.Control(["--project=project", "-n", str(most)])
    control.add("base", [], asp.program(pack))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [(list(one.symbols(atoms=True)), list(one.symbols(shown=True))) for one in handle]


def shown_answers(pack: Pack, most: int) -> list[Symbols]:
    return [shown for _, shown in models(pack, most)]


def assert_decoded_as_synthesized(pack: Pack) -> None:
    """Both from all atoms of a model and from those that a program shows."""
    synthesizer = synthesizer_for(pack)
    decoder = asp.AnswerDecoder(pack)
    for model in islice(synthesizer.program.models(), 3):
        wanted = puzzle_to_json(synthesizer.puzzle_of(synthesizer.program.guard.answer))
        assert puzzle_to_json(decoder.decode(asp.answer(model))) == wanted


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse", "tiny.yaml"])
def test_the_puzzles_of_the_examples_are_those_of_the_synthesizer(name: str) -> None:
    assert_decoded_as_synthesized(load_pack(EXAMPLES / name))


REPEATED = """
pack: repeated
items: {Axe: {isa: [Food]}, Bag: {}, Cat: {isa: [Food]}, Egg: {}}
rules: ["Food Bag[lit: True] ::= Heat Bag", "Axe[contains: Egg] ::= Bake Axe Bag"]
areas:
  A1: {start: true, goals: [Axe], connects: [A2]}
  A2: {goals: ["Axe[contains: Egg]"], shortcuts: allow}
"""


def test_a_step_that_repeats_an_effect_is_no_source_in_the_plain_program_either() -> None:
    """What only some packs need of the encodings is part of their program."""
    pack = parse_pack(REPEATED)
    assert_decoded_as_synthesized(pack)
    decoder = asp.AnswerDecoder(pack)
    found = [decoder.decode(asp.answer(shown)) for shown in shown_answers(pack, 0)]
    assert found
    assert all(verify(pack, puzzle).of("depth").outcome is Outcome.PROVEN for puzzle in found)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", some_of(range(25)))
def test_the_puzzles_of_random_packs_are_those_of_the_synthesizer(seed: int) -> None:
    assert_decoded_as_synthesized(draw(seed).pack)


@pytest.mark.parametrize("seed", [*range(15), 34])
def test_what_the_program_shows_is_enough_to_decode(seed: int) -> None:
    """Of the packs of the seeds 10 and 34, the order of steps depends on what meets a goal early."""
    pack = draw(seed).pack
    decoder = asp.AnswerDecoder(pack)
    for everything, shown in models(pack, 5):
        puzzle = decoder.decode(asp.answer(shown))
        assert puzzle == decoder.decode(asp.answer(everything))
        faults = {fault.guarantee for fault in verify(pack, puzzle).faults}
        # What only the propagator and the world look for; everything else the program itself promises.
        assert faults <= {"no_shortcut", "no_sequence_break", "no_dead_end"}


@pytest.mark.seconds
@pytest.mark.parametrize("options", [(), ("--outf=2",)], ids=["text", "json"])
@pytest.mark.parametrize("name", ["heist", "meadow", "tiny.yaml"])
def test_the_output_of_plain_clingo_is_decoded_to_proven_puzzles(
    name: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    pack = load_pack(EXAMPLES / name)
    printed = clingo_output(pack, tmp_path, "-n", "4", "--project", *options)
    found = list(asp.read_answers(io.BytesIO(printed.encode())))
    puzzles = [asp.decode(pack, one.facts) for one in found]
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert len({puzzle.tree for puzzle in puzzles}) == len(puzzles) > 0
    assert all(verify(pack, puzzle).ok for puzzle in puzzles)


def test_an_answer_set_can_be_queried() -> None:
    (symbols,) = shown_answers(HEIST, 0)
    found = asp.answer(symbols)
    (solved,) = found.query(asp.SolvedBy).where(asp.SolvedBy.area == "Bank").all()
    (first,) = found.query(asp.Step).where(asp.Step.node == solved.step).all()
    assert first.node.item == "Gold"
    assert HEIST.rule(first.rule).action == "Open"


# --- what is not an answer set of the pack --------------------------------------------------------------------------


def altered(old: str, new: str) -> list[clingo.Symbol]:
    """The heist's answer set with one of its atoms, the first that begins like this, replaced or (empty) left out."""
    (symbols,) = shown_answers(HEIST, 0)
    place = next(n for n, symbol in enumerate(symbols) if str(symbol).startswith(old))
    symbols[place : place + 1] = [clingo.parse_term(new)] if new else []
    return symbols


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("chosen", "", "no `chosen` for Bank"),
        ("solved_by", "", "no `solved_by` for Bank"),
        ("belongs", "", r"no `belongs` for the step \("),
        ("takes", "", "`takes` must have one object for each input"),
        ("chosen", 'chosen("Bank",7)', "no goal with the number 7"),
        ("chosen", 'chosen("Vault",0)', "no area to solve `Vault`"),
        ("lies", 'lies("Crown",1,"Bank")', "no puzzle of the pack has a copy 1 of `Crown`"),
        ("lies", 'lies("Safe",9,"Bank")', "a copy 9 of `Safe`"),
        ("step", 'step(("Gold",1,0),99)', "no rule with the number 99"),
        ("solved_by", 'solved_by("Bank",("Gold",1,3))', r"no `step` for \(\"Gold\",1,3\)"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(old: str, new: str, message: str) -> None:
    with pytest.raises(asp.AnswerError, match=message):
        asp.decode(HEIST, asp.answer(altered(old, new)))


def test_a_step_that_leads_to_no_goal_is_refused() -> None:
    (symbols,) = shown_answers(HEIST, 0)
    taken = "takes({0},0,{0})"
    extra = ["step({0},1)", 'belongs({0},"Bank")', taken]
    stray = [clingo.parse_term(text.format('("Gold",1,1)')) for text in extra]
    made = clingo.parse_term('makes(("Gold",1,1),1,("Safe",1,1))')
    with pytest.raises(asp.AnswerError, match="leads to no goal"):
        asp.decode(HEIST, asp.answer([*symbols, *stray, made]))


def test_steps_that_wait_for_each_other_are_refused() -> None:
    """The guard is distracted with what only the open safe gives."""
    (symbols,) = shown_answers(HEIST, 0)
    trigger = next(s for s in symbols if s.name == "step" and s.arguments[1].number == 4).arguments[0]
    gold = next(s for s in symbols if s.name == "solved_by").arguments[1]
    symbols = [
        s for s in symbols if not (s.name == "takes" and s.arguments[:2] == [trigger, clingo.Number(0)])
    ]
    symbols.append(clingo.Function("takes", [trigger, clingo.Number(0), gold]))
    with pytest.raises(asp.AnswerError, match="in a circle"):
        asp.decode(HEIST, asp.answer(symbols))


def test_two_atoms_that_exclude_each_other_are_refused() -> None:
    (symbols,) = shown_answers(HEIST, 0)
    extra = clingo.parse_term('lies("Safe",1,"Elsewhere")')
    with pytest.raises(asp.AnswerError, match="Elsewhere"):
        asp.decode(HEIST, asp.answer([*symbols, extra]))
    step = next(symbol for symbol in symbols if symbol.name == "step")
    other = clingo.Function(
        "step", [step.arguments[0], clingo.Number(1 if step.arguments[1].number != 1 else 2)]
    )
    with pytest.raises(asp.AnswerError, match="cannot both hold"):
        asp.decode(HEIST, asp.answer([*symbols, other]))


def test_an_empty_answer_set_is_refused() -> None:
    with pytest.raises(asp.AnswerError, match="no `chosen` for Bank"):
        asp.decode(HEIST, asp.answer([]))


@cache
def two_answers_of_the_meadow() -> tuple[Pack, Symbols, Symbols]:
    pack = load_pack(EXAMPLES / "meadow")
    one, other = shown_answers(pack, 2)
    return pack, one, other


@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.seconds) for seed in range(10, 60))]
)
def test_damaged_answer_sets_are_puzzles_or_refused(seed: int) -> None:
    """Atoms left out, swapped arguments, atoms of another answer set: nothing but `AnswerError` is raised."""
    random = Random(seed)
    pack, one, other = two_answers_of_the_meadow()
    for _ in range(10):
        symbols = [*one, *random.sample(other, random.randrange(3))]
        for _ in range(random.randrange(1, 4)):
            _damage(symbols, random)
        with suppress(asp.AnswerError):
            assert isinstance(asp.decode(pack, asp.answer(symbols)), Puzzle)


def _damage(symbols: list[clingo.Symbol], random: Random) -> None:
    place = random.randrange(len(symbols))
    symbol = symbols.pop(place)
    if random.random() < 0.7:
        donor = random.choice([*symbols, symbol])
        arguments = list(symbol.arguments)
        arguments[random.randrange(len(arguments))] = random.choice(donor.arguments)
        symbols.append(clingo.Function(symbol.name, arguments))
