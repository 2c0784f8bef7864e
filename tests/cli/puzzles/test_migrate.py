"""`migrate`: puzzles and saved games of a changed pack, brought up to date and proven again, or what broke."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from puzzlesynth import read_puzzle
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import PackHashes
from puzzlesynth.puzzle.identity import identity
from tests.support.commands import Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

PACK = """pack: cellar
items:
  Door:  {locked: true, heavy: false, weight: 3}
  Key:   {carryable: true}
  Chest: {contains: Key}
  Lamp:  {}
  Stone: {carryable: true}
rules:
  - "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
  - "Key Chest ::= Open Chest[contains: Key]"
  - "Lamp[lit: True] ::= Light Lamp[lit: False]"
  - "Stone[wet: True] ::= Wet Stone[wet: False]"
areas:
  Cellar: {start: true, goals: ["Door[locked: False, heavy: False]"], depth: {min: 2}, contains: [Chest, Lamp]}
"""
UNLOCK, OPEN, LIGHT, WET = [line + "\n" for line in PACK.splitlines() if "::=" in line]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A pack, a puzzle of it, and a saved game in which two moves have been made."""
    monkeypatch.chdir(tmp_path)
    Path("old.yaml").write_text(PACK, "utf-8")
    Path("cellar.yaml").write_text(PACK, "utf-8")
    Path("old.json").write_text(run("synth", "old.yaml", "--seed", 1, "--json").stdout, "utf-8")
    run("play", "old.yaml", "old.json", stdin="light lamp\nopen chest\nsave game.json\n")
    assert len(json.loads(Path("game.json").read_text("utf-8"))["moves"]) == 2
    return tmp_path


def change(*pairs: tuple[str, str]) -> None:
    text = Path("cellar.yaml").read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    Path("cellar.yaml").write_text(text, "utf-8")


ALLOWED = {
    "nothing": [],
    "texts": [("weight: 3", "weight: 3, description: Oak.")],
    "rules in another order": [(UNLOCK + OPEN + LIGHT, LIGHT + OPEN + UNLOCK)],
    "a new rule before them": [(UNLOCK, '  - "Lamp[lit: False] ::= Snuff Lamp[lit: True]"\n' + UNLOCK)],
    "a rule less": [(LIGHT, "")],
    "an action with another name": [("Unlock", "Turn")],
    "a property more": [("weight: 3", "weight: 4, colour: red")],
    "a thing more in the area": [("[Chest, Lamp]", "[Chest, Lamp, Stone]")],
    "a thing less in the area": [("[Chest, Lamp]", "[Chest]")],
    "a thing that the puzzle had to place": [("[Chest, Lamp]", "[Chest, Lamp, Door]")],
    "a thing inside another": [("Lamp:  {}", "Lamp:  {contains: Stone}")],
    "the goal in other words": [("locked: False, heavy: False", "heavy: False, locked: False")],
    "another depth": [("min: 2", "min: 1, max: 3")],
    "another guarantee": [("areas:", "guarantees: {dead_ends: forbid}\nareas:")],
    "a constraint that holds": [("areas:", "constraints: ['asp:at_most_steps(2)']\nareas:")],
    "another name of the pack": [("pack: cellar", "pack: vault")],
}


@pytest.mark.thorough
@pytest.mark.parametrize("changes", ALLOWED.values(), ids=ALLOWED.keys())
@pytest.mark.parametrize("former", [[], ["--from", "old.yaml"]], ids=["alone", "with the old pack"])
def test_where_everything_holds_the_puzzle_is_one_of_the_changed_pack(
    run: Run, here: Path, changes: list[tuple[str, str]], former: list[str]
) -> None:
    change(*changes)
    done = run("migrate", "cellar.yaml", "old.json", *former)
    assert done.returncode == 0, done.stderr
    assert "old.json: migrated; every guarantee holds\n" in done.stderr
    Path("new.json").write_text(done.stdout, "utf-8")
    assert run("verify", "cellar.yaml", "new.json").returncode == 0
    made = json.loads(done.stdout)
    pack = load_pack("cellar.yaml")
    assert made["pack"] == {"name": pack.name, "sha256": pack.sha256}
    assert [pack.rule(step["rule"]).action for step in made["steps"]] == [s["action"] for s in made["steps"]]
    # It is the same puzzle that the synthesizer would write.
    made_anew = [
        json.loads(line) for line in run("synth", "cellar.yaml", "-n", 50, "--json").stdout.splitlines()
    ]
    assert made["tree"] in {one["tree"] for one in made_anew}


BROKEN = {
    "an item with another name": (
        [("Chest", "Chests")],
        "the item `Chest` no longer exists; did you mean `Chests`?",
    ),
    "an area with another name": (
        [("  Cellar:", "  Cellars:")],
        "the area `Cellar` no longer exists; did you mean `Cellars`?",
    ),
    "another goal": (
        [("Door[locked: False, heavy: False]", "Lamp[lit: True]"), ("min: 2", "min: 1")],
        "`Door[locked: False, heavy: False]` is no longer a goal of the area `Cellar`; its goals are now: "
        "`Lamp[lit: True]`",
    ),
    "a new area": (
        [("areas:\n", "areas:\n  Attic: {start: true, goals: ['Lamp[lit: True]']}\n")],
        "the area `Attic` has to be solved now; the puzzle has no steps for it",
    ),
    "a rule that is gone": (
        [(OPEN, '  - "Key Chest ::= Break Chest[contains: Key] Stone"\n')],
        "step s1 (Open chest): ",
    ),
    "a rule that asks for more": (
        [
            ("Door[locked: True] Key", "Door[locked: True] Key[oiled: True]"),
            (LIGHT, LIGHT + '  - "Key[oiled: True] ::= Oil Key[oiled: False] Stone"\n'),
        ],
        "step s2 (Unlock door, key): ",
    ),
    "a shortcut": (
        [(LIGHT, LIGHT + '  - "Door[locked: False] ::= Kick Door[locked: True] Lamp"\n')],
        "no shortcut: Cellar can be solved without",
    ),
    "another depth": (
        [
            ("min: 2", "min: 3"),
            (LIGHT, LIGHT + '  - "Chest[shut: True] ::= Shut Chest[shut: False] Stone"\n'),
        ],
        "depth: Cellar",
    ),
    "what a step takes is no longer inside": (
        [("Chest: {contains: Key}", "Chest: {}"), ("Lamp:  {}", "Lamp: {contains: Key}")],
        "which the puzzle needs",
    ),
    "a constraint": (
        [("areas:", "constraints: ['asp:must_not_use_item(Chest)']\nareas:"), ("min: 2", "min: 1")],
        "the constraint `must_not_use_item",
    ),
    "a dead end": (
        [
            (LIGHT, LIGHT + '  - "Lamp ::= Melt Lamp Key"\n'),
            ("areas:", "guarantees: {dead_ends: forbid}\nareas:"),
        ],
        "no dead end: ",
    ),
}


@pytest.mark.seconds
@pytest.mark.parametrize(("changes", "said"), BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("former", [[], ["--from", "old.yaml"]], ids=["alone", "with the old pack"])
def test_where_something_broke_it_says_what_and_writes_nothing(
    run: Run, here: Path, changes: list[tuple[str, str]], said: str, former: list[str]
) -> None:
    change(*changes)
    done = run("migrate", "cellar.yaml", "old.json", "-o", "new.json", *former)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert "old.json: cannot be migrated\n" in done.stderr
    assert f"  ✗ {said}" in done.stderr or said in done.stderr
    assert not Path("new.json").exists()


def test_a_saved_game_goes_on_with_the_changed_pack(run: Run, here: Path) -> None:
    change((UNLOCK + OPEN + LIGHT, OPEN + UNLOCK + LIGHT))
    refused = run("play", "cellar.yaml", "--seed", 1, stdin="load game.json\n")
    assert "was not loaded" in refused.stdout
    # No step of the puzzle lights the lamp: only the old pack tells which rule that was.
    done = run("migrate", "cellar.yaml", "game.json", "-o", "new.json")
    assert done.returncode == 1
    assert "a move uses rule 3 of the pack as it was; name that pack with --from" in done.stderr
    done = run("migrate", "cellar.yaml", "game.json", "-o", "new.json", "--from", "old.yaml")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("game.json: migrated; every move was replayed\n")
    played = run("play", "cellar.yaml", "--seed", 1, stdin="load new.json\ntake key\nunlock door\n")
    assert "Loaded from new.json" in played.stdout
    assert "You have won" in played.stdout or "solved" in played.stdout.lower()


def test_a_saved_game_whose_moves_are_no_longer_possible_says_which(run: Run, here: Path) -> None:
    change((LIGHT, ""))
    done = run("migrate", "cellar.yaml", "game.json", "--from", "old.yaml")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a move uses the rule `Lamp[lit: True] ::= Light Lamp[lit: False]`, which is gone" in done.stderr


def test_a_damaged_save_is_bad_input(run: Run, here: Path) -> None:
    text = Path("game.json").read_text("utf-8")
    Path("game.json").write_text(text.replace('"now":2', '"now":1'), "utf-8")
    done = run("migrate", "cellar.yaml", "game.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "changed or damaged" in done.stderr


def test_a_stream_of_puzzles_goes_through_and_each_is_reported(run: Run, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "meadow", tmp_path / "meadow")
    made = run("synth", EXAMPLES / "meadow", "-n", 6, "--seed", 3, "--json").stdout
    lines = made.splitlines(keepends=True)
    assert len(lines) == 6
    bad = lines[2].replace('"item":"', '"item":"Old', 1)
    done = run("migrate", tmp_path / "meadow", "-", stdin="".join([*lines[:2], bad, "\n", *lines[3:]]))
    assert done.returncode == 1
    assert done.stdout.splitlines(keepends=True) == [*lines[:2], *lines[3:]]
    assert "standard input:3: cannot be migrated\n  ✗ the item `Old" in done.stderr
    assert "standard input:7: migrated; every guarantee holds\n" in done.stderr
    assert done.stderr.endswith("5 puzzles migrated, 1 not\n")


def test_a_puzzle_over_several_lines_is_one(run: Run, here: Path) -> None:
    text = Path("old.json").read_text("utf-8")
    Path("wide.json").write_text(json.dumps(json.loads(text), indent=2), "utf-8")
    done = run("migrate", "cellar.yaml", "wide.json")
    assert (done.returncode, done.stdout) == (0, text)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cellar.yaml missing.json", "missing.json"),
        ("cellar.yaml .", "this is a folder"),
        ("cellar.yaml empty.json", "there is no puzzle in it"),
        ("cellar.yaml cellar.yaml", "cellar.yaml: "),
        ("cellar.yaml old.json -o old.json", "this would overwrite its own input"),
        ("cellar.yaml old.json -o old.yaml --from old.yaml", "this would overwrite its own input"),
        (
            "cellar.yaml old.json --from other.yaml",
            "it was not made from the pack `cellar` that --from names",
        ),
        (
            "cellar.yaml game.json --from other.yaml",
            "it was not made from the pack `cellar` that --from names",
        ),
        ("missing.yaml old.json", "missing.yaml"),
    ],
)
def test_bad_input_is_refused(run: Run, here: Path, words: str, said: str) -> None:
    Path("empty.json").write_text("\n")
    Path("other.yaml").write_text(PACK.replace("weight: 3", "weight: 9"))
    done = run("migrate", *words.split())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse", "bakery"])
def test_puzzles_of_the_examples_survive_any_order_of_rules_and_come_back_the_same(
    run: Run, tmp_path: Path, name: str
) -> None:
    from dataclasses import replace

    from puzzlesynth.migration import migrate_puzzle
    from puzzlesynth.puzzle import puzzle_from_json, puzzle_to_json

    pack = load_pack(EXAMPLES / name)
    options = ["--map", next(iter(pack.maps))] if pack.maps and not pack.to_solve else []
    made = run("synth", EXAMPLES / name, "--seed", 2, "--json", *options).stdout
    puzzle = puzzle_from_json(made)
    rules = tuple(replace(rule, number=n) for n, rule in enumerate(reversed(pack.rules), 1))
    other = replace(pack, rules=rules, hashes=PackHashes("1" * 64, "2" * 64))
    there = migrate_puzzle(other, puzzle, pack)
    assert there.puzzle is not None, there.faults
    assert puzzle_to_json(there.puzzle) != made
    back = migrate_puzzle(pack, there.puzzle, other)
    assert back.puzzle is not None, back.faults
    assert json.loads(puzzle_to_json(back.puzzle)) == json.loads(made)
    if not options:
        alone = migrate_puzzle(other, puzzle)
        assert alone.puzzle == there.puzzle


def test_a_puzzle_in_which_things_are_inside_each_other_is_not_migrated(run: Run, here: Path) -> None:
    data = json.loads(Path("old.json").read_text("utf-8"))
    first, second = data["objects"][:2]
    first.update(area=None, inside=second["id"])
    second.update(area=None, inside=first["id"])
    Path("circle.json").write_text(json.dumps(data), "utf-8")
    done = run("migrate", "cellar.yaml", "circle.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"`{first['id']}` is inside itself" in done.stderr


@pytest.mark.seconds
def test_a_game_of_a_living_world_goes_on_with_the_changed_pack(run: Run, here: Path) -> None:
    run("play", "old.yaml", "--live", "--seed", 1, stdin="light lamp\nopen chest\nsave live.json\n")
    assert json.loads(Path("live.json").read_text("utf-8"))["puzzle"] is None
    change((UNLOCK + OPEN + LIGHT, LIGHT + OPEN + UNLOCK))
    done = run("migrate", "cellar.yaml", "live.json", "-o", "new.json", "--from", "old.yaml")
    assert done.returncode == 0, done.stderr
    played = run("play", "cellar.yaml", "--live", "--seed", 1, stdin="load new.json\n")
    assert "Loaded from new.json" in played.stdout
    chapter = json.loads(Path("new.json").read_text("utf-8"))["chapters"][0]["puzzle"]
    # It is not proven again, so it does not say that it is; its names and actions are those of the changed pack.
    assert chapter["guarantees"] == {}
    pack = load_pack("cellar.yaml")
    puzzle = read_puzzle(chapter)
    assert identity(puzzle) == (puzzle.id, puzzle.tree)
    assert [step.action for step in puzzle.steps] == [pack.rule(step.rule).action for step in puzzle.steps]


def test_a_chapter_whose_rule_is_gone_is_named(run: Run, here: Path) -> None:
    run("play", "old.yaml", "--live", "--seed", 1, stdin="save live.json\n")
    change(
        (UNLOCK, ""),
        (LIGHT, ""),
        (WET, ""),
        ("Door[locked: False, heavy: False]", "Key"),
        ("min: 2", "min: 1"),
    )
    done = run("migrate", "cellar.yaml", "live.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "of the pack as it was" in done.stderr


PREFERENCE = "% @prefer({name}, 2) {sentence}.\n:~ {body}. [{cost}]\n"


def test_what_preferences_cost_is_worked_out_again_and_the_best_may_be_another_one(
    run: Run, here: Path
) -> None:
    Path("wish.lp").write_text(PREFERENCE.format(name="key", sentence="A key", body='used("Key")', cost=3))
    change(("areas:", "constraints: [wish.lp]\nareas:"))
    made = json.loads(run("synth", "cellar.yaml", "--seed", 1, "--json").stdout)
    Path("made.json").write_text(json.dumps(made))
    assert (made["preferences"][0]["cost"], made["optimum"]) == (3, "best")
    assert json.loads(run("migrate", "cellar.yaml", "made.json").stdout) == made
    Path("wish.lp").write_text(PREFERENCE.format(name="key", sentence="Two", body='used("Key")', cost=5))
    now = json.loads(run("migrate", "cellar.yaml", "made.json").stdout)
    assert now["preferences"] == [{"name": "key", "sentence": "Two.", "weight": 2, "cost": 5}]
    assert now["optimum"] == "best so far"


def test_rules_that_were_off_are_chosen_again(run: Run, here: Path) -> None:
    for which in ("tree", "safe"):
        Path(f"{which}.json").write_text(
            run("synth", "cellar.yaml", "--seed", 1, "--rules", which, "--json").stdout
        )
    change((LIGHT, '  - "Door[locked: False] ::= Kick Door[locked: True]"\n' + LIGHT))
    kick = load_pack("cellar.yaml").rules[2]
    assert kick.action == "Kick"
    tree = json.loads(run("migrate", "cellar.yaml", "tree.json").stdout)
    assert [off["rule"] for off in tree["rules_off"]] == [3, 4, 5]
    safe = json.loads(run("migrate", "cellar.yaml", "safe.json").stdout)
    assert [off["rule"] for off in safe["rules_off"]] == [3]
    assert "could be solved without" in safe["rules_off"][0]["why"]
