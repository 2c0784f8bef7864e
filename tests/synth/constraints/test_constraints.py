"""Constraint files: what is refused and where, names and sentences, helpers, parameters, preferences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
from puzzlesynth.synth.constraints.rewriter import constraint_set
from puzzlesynth.synth.constraints.shelf import shelf_names, shelf_text
from tests.support.synth_packs import pack

RULES = [
    {"rule": "Goal ::= Open Box Key", "name": "open", "kind": "quiet"},
    {"rule": "Key ::= Dig Spade", "name": "dig"},
    {"rule": "Key ::= Ask Guard", "name": "ask"},
]


def _pack() -> Pack:
    return pack({"Goal": {"notSpawnable": True}, "Box": {}, "Key": {"carryable": True}, "Spade": {"carryable": True},
                 "Guard": {"isa": ["Npc"]}}, RULES)  # fmt: skip


@pytest.fixture
def complaint(tmp_path: Path):  # type: ignore[no-untyped-def]
    def find(text: str) -> str:
        path = tmp_path / "mine.lp"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ConstraintError) as caught:
            constraint_set(_pack(), [str(path)])
        return str(caught.value).replace(str(path), "mine.lp")

    return find


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        (':- usd("Key").', "mine.lp:1:4", "did you mean `used`?"),
        (':- uses("Key").', "mine.lp:1:4", "`uses` takes 2 arguments, not 1"),
        (":- takes(S,_,_).", "mine.lp:1:4", "`takes/3` is internal; use `uses/2`"),
        (":- placed(I,K).", "mine.lp:1:4", "`placed/2` is internal; use `placed_in/2`"),
        (":- follows(A,B).", "mine.lp:1:4", "`follows/2` is internal"),
        ('\n:- used("Kye").', "mine.lp:2:9", "did you mean `Key`?"),
        (":- used(key).", "mine.lp:1:9", "put names in quotes"),
        (':- applies(_,"dig").', "mine.lp:1:14", "rule_name"),
        (":- uses(S,.", "mine.lp:1:11", "syntax error"),
        ("#script (python)\n#end.", "mine.lp:1:1", "runs code"),
        ('#include "other.lp".', "mine.lp:1:1", "reads another file"),
        ("#external x.", "mine.lp:1:1", "`#external`"),
        ("#show uses/2.", "mine.lp:1:1", "`#show`"),
        ("#program other.", "mine.lp:1:1", "`#program`"),
        ("#defined foo/1.", "mine.lp:1:1", "`#defined`"),
        ("#edge (a,b).", "mine.lp:1:1", "`#edge`"),
        ("{ mine(I) } :- item(I).", "mine.lp:1:1", "cannot contain choices"),
        ("a ; b.", "mine.lp:1:1", "cannot contain choices"),
        ("used(I) :- item(I).", "mine.lp:1:1", "cannot redefine it"),
        (":- item(@run(1)).", "mine.lp:1:9", "calls code"),
        (":- used(1).", "mine.lp:1:9", "expects an item here, not a number"),
        (":- -item(I).", "mine.lp:1:4", "use `not`"),
        (":- mine(I).\nmine(I,1) :- item(I).", "mine.lp:1:4", "this file defines `mine/2`"),
        ("% @forbidd(x) No.\n:- used(_).", "mine.lp:1:1", "did you mean `forbid`?"),
        ("% @forbid(x) No.\n", "mine.lp:1:1", "is not above a rule"),
        ("% @prefer(x, 2) No.\n:- used(_).", "mine.lp:2:1", "not a weak constraint"),
        ("% @forbid(x) No.\n:~ used(_). [1]", "mine.lp:2:1", "@prefer(x, 1)"),
        ("% @forbid(x) No.\nmine(I) :- item(I).", "mine.lp:2:1", "above a definition"),
        ("% @prefer(x, much) No.\n:~ used(_). [1]", "mine.lp:1:1", "whole number"),
    ],
)
def test_mistakes_are_told_with_their_place(complaint, text: str, where: str, said: str) -> None:  # type: ignore[no-untyped-def]
    found = complaint(text)
    assert found.startswith(where + ":"), found
    assert said in found


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("asp:no_bactracking", "did you mean `no_backtracking`?"),
        ("asp:at_most_steps(1 2)", "takes 1 argument (most), not 2 (as in `asp:at_most_steps(10)`)"),
        ("asp:at_most_steps(few)", "expects a whole number from 0 to 1,000,000 as `most`"),
        ("asp:at_most_steps(-1)", "expects a whole number from 0 to 1,000,000 as `most`"),
        ("asp:at_most_steps", "needs `most` (as in `asp:at_most_steps(10)`)"),
        ("asp:at_most_steps()", "needs `most`"),
        ("asp:steps_per_area(3)", "needs `most` (as in `asp:steps_per_area(1 10)`)"),
        ("asp:no_backtracking(2)", "takes no arguments, not 1 (as in `asp:no_backtracking`)"),
        ("asp:must_use_item", "needs `item` (as in `asp:must_use_item("),
        ('asp:must_use_item("")', "needs `item`"),
        ("must_use_item(Key)", "did you mean `asp:must_use_item(Key)`?"),
        ("must_use_itm(Key)", "did you mean `asp:must_use_item(Key)`?"),
        ("no_backtracking", "did you mean `asp:no_backtracking`?"),
        ("asp:must_use_item(Kye)", "did you mean `Key`?"),
        ("asp:must_use_item(%)", "has invalid arguments"),
        ("asp:vocabulary", "the shelf has no `vocabulary`"),
        ("asp:../secret", "names nothing on the shelf"),
        ("nowhere.lp", "there is no file"),
    ],
)
def test_references_that_lead_nowhere(reference: str, said: str) -> None:
    with pytest.raises(ConstraintError, match=r".") as caught:
        constraint_set(_pack(), [reference])
    assert said in str(caught.value)


@pytest.mark.parametrize("name", shelf_names())
def test_no_constraint_of_the_shelf_does_without_its_parameters(name: str) -> None:
    wanted = re.findall(r"#const (\w+)", shelf_text(name))
    for few in range(len(wanted)):
        reference = f"asp:{name}({' '.join(['1'] * few)})"
        with pytest.raises(ConstraintError) as caught:
            constraint_set(_pack(), [reference])
        (problem,) = caught.value.problems
        assert (problem.code, problem.hint is None) == ("missing-argument", False)
    with pytest.raises(ConstraintError) as caught:
        constraint_set(_pack(), [f"asp:{name}({' '.join(['1'] * (len(wanted) + 1))})"])
    assert caught.value.problems[0].code == "wrong-arity"


def test_binary_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_bytes(b"\xff\xfe\x00:-")
    with pytest.raises(ConstraintError, match="not text"):
        constraint_set(_pack(), [str(path)])


def _write(tmp_path: Path, text: str, name: str = "mine.lp") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_names_and_sentences_reach_the_puzzle(tmp_path: Path) -> None:
    path = _write(tmp_path, '% @forbid(no_digging) Nobody\n% digs.\n:- used("Spade").\n\n:- used("Guard").\n')
    (found,) = make_puzzles(_pack(), constraints=[path])
    assert [(c.name, c.kind, c.sentence) for c in found.constraints] == [
        ("no_digging", "forbid", "Nobody digs."),
        ("mine:5", "forbid", ""),
    ]


@pytest.mark.seconds
def test_helpers_belong_to_their_file(tmp_path: Path) -> None:
    """Two files may use the same name, and the names of the encodings, without meaning the same."""
    one = _write(tmp_path, 'step(I) :- isa(I,"Npc").\n:- step(I), used(I).', "one.lp")
    two = _write(tmp_path, 'step(I) :- I = "Spade".\n:- step(I), used(I).', "two.lp")
    assert len(list(make_puzzles(_pack()))) == 3
    assert len(list(make_puzzles(_pack(), constraints=[one]))) == 2
    assert len(list(make_puzzles(_pack(), constraints=[one, two]))) == 1


def test_constants_of_two_files_do_not_mix(tmp_path: Path) -> None:
    one = _write(tmp_path, "#const n = 1.\n:- #count { S : applies(S,_) } > n.", "one.lp")
    two = _write(tmp_path, "#const n = 5.\n:- #count { S : applies(S,_) } > n.", "two.lp")
    (found,) = make_puzzles(_pack(), constraints=[two, one])
    assert found.metrics["steps"] == 1


@pytest.mark.seconds
def test_levels_count_from_the_goal(tmp_path: Path) -> None:
    path = _write(tmp_path, ':- level(S,1), applies(S,R), rule_name(R,"open").')
    assert not list(make_puzzles(_pack(), constraints=[path]))
    path = _write(tmp_path, ':- not deep.\ndeep :- level(S,2), applies(S,R), rule_name(R,"dig").')
    (found,) = make_puzzles(_pack(), constraints=[path])
    assert [step.action for step in found.steps] == ["Dig", "Open"]


def test_preferences_come_best_first(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        '% @prefer(no_spade, 3) Rather not dig.\n:~ used("Spade"). [1]\n'
        "% @prefer(long) The more the better.\n:~ applies(S,_). [-1,S]\n",
    )
    found = list(make_puzzles(_pack(), constraints=[path]))
    assert [[c.cost for c in puzzle.constraints] for puzzle in found] == [[0, -2], [0, -1], [1, -2]]
    assert {puzzle.optimum for puzzle in found} == {"best"}
    assert [c.weight for c in found[0].constraints] == [3, 1]


def test_counting_does_not_care_about_preferences(tmp_path: Path) -> None:
    from puzzlesynth.pipeline.generate import counting_synthesizer

    path = _write(tmp_path, ':~ used("Spade"). [1]')
    assert len(list(counting_synthesizer(_pack(), constraints=[path]).different())) == 3
