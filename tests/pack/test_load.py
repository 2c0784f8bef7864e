"""Packs from files: what is read, where it stands, and how files merge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from puzzlesynth.pack import Guarantees, Pack, Place, Policy, Problem, check_pack, load_pack

HEIST = """\
pack: heist
title: The Bank Job
items:
  Gold:      {carryable: true, description: "More than you can spend."}
  Safe:      {locked: true}
  Badge:     {carryable: true}
  Security:  {isa: [Npc]}
  CarAlarm:
  Disguise:  {carryable: true}
  Glasses:   {carryable: true}
  FakeMoustache: {carryable: true}
rules: |                        # one rule a line; '#' starts a comment
  Gold Safe ::= Open Safe[locked: False]
  # a comment

  Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge
  Badge Security ::= Steal Security[distracted: True] Disguise
  Security[distracted: True] ::= Trigger CarAlarm Security[distracted: False]
  Disguise ::= CreateDisguise Glasses FakeMoustache  # the end
areas:
  Bank: {start: true, goals: [Gold], depth: {min: 3, max: 6}, connects: [], contains: []}
guarantees: {shortcuts: forbid, dead_ends: report}
"""

Load = Callable[[str], Pack]
Refused = Callable[..., list[Problem]]


def test_the_documented_pack_is_read_as_documented(load: Load) -> None:
    pack = load(HEIST)
    assert (pack.name, pack.title, len(pack.items), len(pack.rules)) == ("heist", "The Bank Job", 8, 5)
    assert pack.items["Gold"].carryable
    assert pack.items["Gold"].description == "More than you can spend."
    assert pack.items["Safe"].properties == {"locked": True}
    assert pack.items["Security"].types == {"Security", "Npc", "Item"}
    assert pack.items["CarAlarm"].copies == 1
    assert str(pack.rule(4)) == "Security[distracted: True] ::= Trigger CarAlarm Security[distracted: False]"
    bank = pack.areas["Bank"]
    assert (bank.start, bank.min_depth, bank.max_depth, str(bank.goals[0])) == (True, 3, 6, "Gold")
    assert check_pack(pack) == ()


def test_everything_knows_its_place(load: Load) -> None:
    pack = load(HEIST)
    file = str(Path(pack.folder) / "pack.yaml")
    assert pack.items["Safe"].place == Place(file, 5, 3)
    assert pack.items["Safe"].where("locked") == Place(file, 5, 23)
    assert pack.rule(2).place == Place(file, 16, 3)
    assert pack.rule(2).inputs[1].place == Place(file, 16, 59)
    assert pack.rule(2).inputs[0].place_of(0) == Place(file, 16, 45)
    assert pack.areas["Bank"].goals[0].place == Place(file, 21, 31)


def test_a_pack_may_be_a_single_file_of_any_name(tmp_path: Path) -> None:
    (tmp_path / "my-heist.yaml").write_text(HEIST)
    (tmp_path / "items.yaml").write_text("Broken: [")
    assert load_pack(tmp_path / "my-heist.yaml").name == "heist"
    assert load_pack(str(tmp_path / "my-heist.yaml")).name == "heist"


def split() -> dict[str, str]:
    head, rest = HEIST.split("items:\n")
    items, rest = rest.split("rules: |", 1)
    rules, rest = rest.split("areas:\n")
    areas, guarantees = rest.split("guarantees")
    return {
        "pack": head + "guarantees" + guarantees,
        "items": "items:\n" + items,
        "rules": "rules: |" + rules,
        "areas": "areas:\n" + areas,
    }


def test_split_files_make_the_same_pack(write: Callable[..., Path]) -> None:
    whole = load_pack(write(pack=HEIST))
    parts = load_pack(write(**split()))
    assert parts == whole
    assert parts.rule(1).place.file.endswith("rules.yaml")


def test_split_files_need_no_key_of_their_own(write: Callable[..., Path]) -> None:
    whole = load_pack(write(pack=HEIST))
    parts = split()
    parts["items"] = parts["items"].removeprefix("items:\n")
    parts["areas"] = parts["areas"].removeprefix("areas:\n")
    parts["rules"] = "\n".join(f'- "{rule}"' for rule in whole.rules)
    assert load_pack(write(**parts)) == whole


def test_rules_and_items_of_both_files_are_merged_in_order(write: Callable[..., Path]) -> None:
    folder = write(
        pack="pack: p\nitems: {A: }\nrules: ['A ::= One A']",
        items="B:",
        rules="- B ::= Two A",
        areas="Here: {start: true, goals: B}",
    )
    pack = load_pack(folder)
    assert list(pack.items) == ["A", "B"]
    assert [(rule.number, rule.action) for rule in pack.rules] == [(1, "One"), (2, "Two")]


def test_a_name_in_two_files_is_an_error_that_names_both(refused: Refused) -> None:
    (problem,) = refused(
        "pack: p\nitems: {A: , B: }\nrules: ['A ::= Do B']\nareas: {X: {start: true, goals: A}}", items="\nA:"
    )
    assert problem.code == "defined-twice"
    assert problem.place.file.endswith("items.yaml")
    assert (problem.place.line, problem.place.column) == (2, 1)
    assert problem.hint is not None
    assert "pack.yaml:2:9" in problem.hint


def test_rules_may_be_a_list_of_lines_and_mappings(load: Load) -> None:
    pack = load("""\
pack: p
items: {Key: , Chest: {locked: true}, Snake: }
rules:
  - Key ::= Find Snake
  - "Chest[locked: False] Key ::= Unlock Chest[locked: True] Key"
  - rule: 'Snake ::= Pet
      Snake'
    name: pet
    text: "You pet the {Snake}."
    weight: 2
    kind: danger
    fail: true
areas: {Here: {start: true, goals: ["Chest[locked: False]"]}}
""")
    pet = pack.rule(3)
    assert (pet.name, pet.text, pet.weight, pet.kind, pet.fail) == (
        "pet",
        "You pet the {Snake}.",
        2,
        "danger",
        True,
    )
    assert [(term.place.line, term.place.column) for rule in pack.rules for term in rule.inputs] == [
        (4, 18),
        (5, 42),
        (5, 62),
        (7, 7),
    ]
    assert pack.areas["Here"].goals[0].place.column == 38


def test_columns_are_right_behind_escapes(load: Load) -> None:
    pack = load(
        "pack: p\nitems: {A: , B: }\nrules:\n"
        '  - "A[say: \\"hi\\"] ::= \\x44o B"\n'
        "  - 'A[say: ''hi''] ::= Do B'\n"
        "areas: {X: {start: true, goals: A}}"
    )
    assert [(rule.action, rule.inputs[0].place.column) for rule in pack.rules] == [("Do", 31), ("Do", 28)]
    assert pack.rule(1).outputs == pack.rule(2).outputs


def test_goals_may_stand_in_a_block(load: Load) -> None:
    pack = load("""\
pack: p
items: {A: , B: }
rules: "A[x: 1] ::= Do B"
areas:
  Here:
    start: true
    goals:
      - A
      - 'A[x: 1]'
""")
    goals = pack.areas["Here"].goals
    assert [(str(goal), goal.place.line, goal.place.column) for goal in goals] == [
        ("A", 8, 9),
        ("A[x: 1]", 9, 10),
    ]


def test_areas_inherit_and_override_what_the_pack_promises(load: Load) -> None:
    pack = load("""\
pack: p
items: {A: , B: }
rules: "A ::= Do B"
guarantees: {dead_ends: forbid}
areas:
  One: {start: true, goals: [A], connects: [Two, Three]}
  Two: {goals: [A], shortcuts: allow}
  Three: {goals: [A], guarantees: {dead_ends: allow, shortcuts: report}}
""")
    forbid, report, allow = Policy.FORBID, Policy.REPORT, Policy.ALLOW
    assert pack.guarantees == Guarantees(forbid, forbid)
    assert [area.guarantees for area in pack.areas.values()] == [
        Guarantees(forbid, forbid),
        Guarantees(allow, forbid),
        Guarantees(report, allow),
    ]


def test_types_are_inherited_through_items(load: Load) -> None:
    pack = load("pack: p\nitems: {Tool: {isa: Thing}, Axe: {isa: [Tool, Sharp]}}\nareas: {X: {goals: Axe}}")
    assert pack.items["Axe"].types == {"Axe", "Tool", "Thing", "Sharp", "Item"}
    assert [item.name for item in pack.members["Tool"]] == ["Tool", "Axe"]


def test_there_are_as_many_copies_as_the_areas_contain(load: Load) -> None:
    pack = load("""\
pack: p
items: {Tree: , Nest: {contains: Egg}, Egg: , Stone: {copies: 4}}
areas:
  A: {start: true, goals: Egg, contains: [Tree, Tree, Nest, Nest, Egg], connects: B}
  B: {goals: Egg, contains: [Tree, Stone]}
""")
    assert {item.name: item.copies for item in pack.items.values()} == {
        "Tree": 3,
        "Nest": 2,
        "Egg": 3,
        "Stone": 4,
    }


def test_more_in_the_areas_than_copies_allow_is_an_error(refused: Refused) -> None:
    problems = refused(
        "pack: p\nitems: {Tree: {copies: 1}, A: }\nrules: ['A ::= Do Tree']\n"
        "areas: {X: {start: true, goals: A, contains: [Tree, Tree]}}"
    )
    assert [(problem.code, problem.place.line, problem.place.column) for problem in problems] == [
        ("too-many-copies", 2, 24)
    ]


def test_special_properties_and_limits_are_read(load: Load) -> None:
    pack = load("""\
pack: p
description: Small.
items:
  Well: {notSpawnable: true, area: A, npc: "A voice", depth: -3, contains: Nothing}
  Cup: {area: [A, B], contains: Water}
  Water:
limits: {stages: 3, copies: 2}
areas: {A: {goals: Cup, title: The A, description: Here., depth: {min: 2}}, B: {goals: Cup}}
""")
    well, cup, area = pack.items["Well"], pack.items["Cup"], pack.areas["A"]
    assert (well.spawnable, well.areas, well.contains) == (False, ("A",), None)
    assert well.properties == {"npc": "A voice", "depth": -3}
    assert (cup.areas, cup.contains) == (("A", "B"), "Water")
    assert (area.title, area.description, area.min_depth, area.max_depth) == ("The A", "Here.", 2, None)
    assert (pack.limits.stages, pack.limits.copies, pack.description) == (3, 2, "Small.")


def test_anchors_aliases_and_merged_keys_work(load: Load) -> None:
    pack = load("""\
pack: p
x-tool: &tool {carryable: true, isa: [Tool]}
items:
  Axe: *tool
  Saw: {<<: *tool, carryable: false}
areas: {X: {goals: Axe}}
""")
    assert pack.items["Axe"].carryable
    assert not pack.items["Saw"].carryable
    assert "Tool" in pack.items["Saw"].types


def test_words_that_some_programs_take_for_booleans_can_be_names(load: Load) -> None:
    pack = load("pack: p\nitems: {No: , On: {isa: Yes}}\nrules: 'No ::= Off On'\nareas: {Y: {goals: No}}")
    assert list(pack.items) == ["No", "On"]
    assert pack.rule(1).action == "Off"


def test_constraints_are_files_shelf_names_and_what_lies_in_the_folder(write: Callable[..., Path]) -> None:
    folder = write(pack=HEIST + "constraints: [constraints/b.lp, 'asp:at_most(3)']")
    (folder / "constraints").mkdir()
    for name in ("a.lp", "b.lp"):
        (folder / "constraints" / name).write_text(":- bad.")
    pack = load_pack(folder)
    assert [constraint.name for constraint in pack.constraints] == [
        "constraints/b.lp",
        "asp:at_most(3)",
        "constraints/a.lp",
    ]
    assert [constraint.path is None for constraint in pack.constraints] == [False, True, False]


@pytest.mark.parametrize(
    ("listed", "column", "hint"),
    [
        ("[must_not_use_item(Key)]", 15, "did you mean `asp:must_not_use_item(Key)`?"),
        ("[no_backtracking]", 15, "did you mean `asp:no_backtracking`?"),
        ("['asp:no_backtracking', asp: must_use_item(Key)]", 38, "write `asp:must_use_item(Key)`, without"),
        (
            "[asp:not_placed_in(Key, Hall), asp:no_backtracking]",
            15,
            'write "asp:not_placed_in(Key, Hall)", in',
        ),
        ("[asp:must_use_item(Key]", 15, 'write "asp:must_use_item(Key)", in quotes'),
    ],
)
def test_a_constraint_of_the_shelf_that_is_written_otherwise_is_recognised(
    refused: Refused, listed: str, column: int, hint: str
) -> None:
    text = "pack: p\nitems: {Key: , Gold: }\nrules: [Gold ::= Sell Key]\n"
    text += f"areas: {{Hall: {{start: true, goals: Gold}}}}\nconstraints: {listed}\n"
    (problem,) = refused(text)
    assert hint in (problem.hint or "")
    assert (problem.place.line, problem.place.column) == (5, column)


def test_rules_in_one_text_with_line_breaks_are_one_per_line(tmp_path: Path) -> None:
    """As programs write them, in JSON and in YAML; mistakes are found where they are."""
    data = {
        "pack": "p",
        "items": {"Key": {}, "Lamp": {}},
        "rules": "Key ::= Find Lamp\n# nothing\nLamp ::= Lose Keey\n",
        "areas": {"Hall": {"start": True, "goals": ["Key"]}},
    }
    for written in (json.dumps(data), yaml.safe_dump(data)):
        path = tmp_path / "pack.yaml"
        path.write_text(written, "utf-8")
        pack = load_pack(path)
        assert [str(rule) for rule in pack.rules] == ["Key ::= Find Lamp", "Lamp ::= Lose Keey"]
        [problem] = [one for one in check_pack(pack) if one.code == "unknown-type"]
        line = written.splitlines()[problem.place.line - 1]
        assert line[problem.place.column - 1 :].startswith("Keey")
