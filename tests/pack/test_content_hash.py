"""A pack's hashes: the one that puzzles name depends on what changes their meaning, the older one on everything."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pack.model import PackHashes
from tests.pack.test_load import HEIST

Load = Callable[[str], Pack]

TWO_AREAS = """\
pack: two
items:
  Key: {carryable: true}
  Door: {locked: true, colour: red, isa: [Way, Wood], area: [Hall, Cellar]}
  Chest: {contains: Key}
rules:
  - {rule: "Door[locked: False] Key ::= Unlock Door[locked: True, colour: red] Key", name: unlock, text: "Click."}
  - "Key Chest ::= Open Chest[contains: Key]"
areas:
  Hall: {start: true, goals: ["Door[locked: False]"], connects: [Cellar], title: The Hall, description: Cold.}
  Cellar: {goals: [Key, Chest], contains: [Chest]}
"""


def both(load: Load, before: str, after: str) -> tuple[Pack, Pack]:
    """The heist as it is, and with a piece of its text changed."""
    assert before in HEIST
    return load(HEIST), load(HEIST.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  # a comment\n", ""),
        ("Gold Safe ::= Open", "Gold,  Safe  ::=  Open"),
        ("{locked: true}", "{locked: True}"),
        ("[Gold]", "Gold"),
        ("guarantees: {shortcuts: forbid, dead_ends: report}\n", ""),
        ("  CarAlarm:\n  Disguise:  {carryable: true}\n", "  Disguise:  {carryable: true}\n  CarAlarm: {}\n"),
    ],
)
def test_neither_hash_depends_on_how_it_is_written(load: Load, before: str, after: str) -> None:
    first, second = both(load, before, after)
    assert (first.sha256, first.content_sha256) == (second.sha256, second.content_sha256)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("heist", "theft"),
        ("{locked: true}", "{locked: 1}"),
        ("Badge:     {carryable: true}", "Badge:     {carryable: true, copies: 2}"),
        ("Trigger", "Start"),
        ("max: 6", "max: 7"),
        ("report", "forbid"),
        ("guarantees:", "limits: {stages: 2}\nguarantees:"),
        ("guarantees:", "limits: {copies: 2}\nguarantees:"),
        ("guarantees:", "constraints: ['asp:x']\nguarantees:"),
        ("guarantees:", "cruelty: merciful\nguarantees:"),
    ],
)
def test_both_hashes_change_with_meaning(load: Load, before: str, after: str) -> None:
    first, second = both(load, before, after)
    assert first.sha256 != second.sha256
    assert first.content_sha256 != second.content_sha256


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        (HEIST, "The Bank Job", "The Bank"),
        (HEIST, "More than", "Less than"),
        (HEIST, "pack: heist", "pack: heist\ndescription: At night."),
        (TWO_AREAS, "title: The Hall", "title: A Hall"),
        (TWO_AREAS, "description: Cold.", "description: Warm."),
        (TWO_AREAS, "Click.", "Clack."),
        (TWO_AREAS, "name: unlock", "name: turn the key"),
    ],
)
def test_a_puzzle_does_not_depend_on_texts(load: Load, text: str, before: str, after: str) -> None:
    assert before in text
    first, second = load(text), load(text.replace(before, after))
    assert first.sha256 == second.sha256
    assert first.content_sha256 != second.content_sha256


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("locked: true, colour: red", "colour: red, locked: true"),
        ("[Way, Wood]", "[Wood, Way]"),
        ("[Hall, Cellar]}", "[Cellar, Hall]}"),
        ("locked: True, colour: red", "colour: red, locked: True"),
        ("[Key, Chest]", "[Chest, Key]"),
        (TWO_AREAS[TWO_AREAS.index("  Cellar") :], ""),
    ],
)
def test_a_puzzle_does_not_depend_on_the_order_of_keys_and_sets(load: Load, before: str, after: str) -> None:
    assert before in TWO_AREAS
    changed = TWO_AREAS.replace(before, after)
    if not after:
        changed = changed.replace("areas:\n", "areas:\n" + before)
    assert load(TWO_AREAS).sha256 == load(changed).sha256


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("colour: red, isa", "colour: blue, isa"),
        ("colour: red, isa", "colour: red, unread: 3, isa"),
        ("[Way, Wood]", "[Way]"),
        ("area: [Hall, Cellar]", "area: [Hall]"),
        ("contains: Key}", "}"),
        ("connects: [Cellar]", "connects: []"),
        ("contains: [Chest]", "contains: []"),
        ("Cellar: {", "Cellar: {herrings: 1, "),
        ("name: unlock", "kind: unlock"),
        ("name: unlock", "weight: 2"),
        ("name: unlock", "fail: true"),
        ("goals: [Key, Chest]", "goals: [Key]"),
        ("Cellar: {goals", "Cellar: {start: true, goals"),
    ],
)
def test_a_puzzle_depends_on_everything_that_is_no_mere_text(load: Load, before: str, after: str) -> None:
    assert before in TWO_AREAS
    assert load(TWO_AREAS).sha256 != load(TWO_AREAS.replace(before, after)).sha256


def test_the_order_of_rules_counts_since_puzzles_name_their_numbers(load: Load) -> None:
    lines = TWO_AREAS.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if "Unlock" in line)
    lines[first : first + 2] = reversed(lines[first : first + 2])
    assert load(TWO_AREAS).sha256 != load("".join(lines)).sha256


def test_a_pack_in_one_file_is_the_same_as_in_several(write: Callable[..., Path]) -> None:
    whole = load_pack(write(pack=TWO_AREAS))
    head, rest = TWO_AREAS.split("items:\n")
    items, rest = rest.split("rules:\n")
    rules, areas = rest.split("areas:\n")
    assert load_pack(write(pack=head, items=items, rules=rules, areas=areas)).sha256 == whole.sha256


def test_where_several_areas_are_open_at_first_it_counts_which_one_the_player_begins_in(load: Load) -> None:
    text = "pack: p\nitems: {A: , B: }\nrules: A ::= Do B\nareas:\n"
    one, two = "  X: {start: true, goals: A}\n", "  Y: {start: true, goals: A}\n"
    assert load(text + one + two).sha256 != load(text + two + one).sha256


CONSTRAINT = """% @prefer(cheap, 2) Few steps are better.
:~ applies(S,R), rule_name(R,"unlock % it"). [1]
"""


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("Few steps are better", "Many are worse", True),
        ("\n:~", "\n% a note\n\n%* a longer\n one *%\n:~", True),
        ("applies(S,R), ", "applies(S,R),\n    ", True),
        ("cheap, 2", "cheap, 3", False),
        ("% it", "% that", False),
        ("[1]", "[2]", False),
        ('rule_name(R,"unlock % it")', "not rule(R)", False),
    ],
)
def test_of_a_constraint_counts_what_it_says_and_not_its_comments(
    write: Callable[..., Path], before: str, after: str, same: bool
) -> None:
    folder = write(pack=TWO_AREAS)
    (folder / "constraints").mkdir()
    path = folder / "constraints" / "a.lp"
    path.write_text(CONSTRAINT)
    first = load_pack(folder).sha256
    assert before in CONSTRAINT
    path.write_text(CONSTRAINT.replace(before, after))
    assert (load_pack(folder).sha256 == first) is same


def test_a_hash_is_of_what_constraints_said_when_the_pack_was_read(write: Callable[..., Path]) -> None:
    """It is worked out later, and whoever edits the file meanwhile edits another pack."""
    folder = write(pack=TWO_AREAS)
    (folder / "constraints").mkdir()
    path = folder / "constraints" / "a.lp"
    path.write_text(CONSTRAINT)
    known, read = load_pack(folder), load_pack(folder)
    first = known.sha256, known.content_sha256
    path.write_text(":- applies(S,R).")
    assert (read.sha256, read.content_sha256) == first
    assert load_pack(folder).sha256 != known.sha256
    assert load_pack(folder).content_sha256 != known.content_sha256


def test_hashes_stay_with_a_pack_that_is_changed_or_sent_elsewhere(load: Load) -> None:
    pack = load(HEIST)
    assert replace(pack, rules=()).sha256 == pack.sha256
    sent = pickle.loads(pickle.dumps(load(HEIST)))
    assert (sent.sha256, sent.content_sha256) == (pack.sha256, pack.content_sha256)
    assert sent == pack
    assert sent != replace(pack, hashes=PackHashes("1" * 64, pack.content_sha256))


def test_where_constraints_can_ask_for_them_names_of_rules_count(load: Load) -> None:
    asking = TWO_AREAS + "constraints: ['asp:x']\n"
    assert load(asking).sha256 != load(asking.replace("name: unlock", "name: turn the key")).sha256


def test_the_older_hash_is_what_it_always_was(load: Load) -> None:
    """Puzzles that name it are in users' hands."""
    pack = load(HEIST)
    assert pack.content_sha256 == OLD
    assert pack.is_named_by(OLD)
    assert pack.is_named_by(pack.sha256)
    assert not pack.is_named_by("")
    assert not load(HEIST.replace("More than", "Less than")).is_named_by(OLD)


OLD = "02d54f2033a210b81bcea065ab77283b94365e47081b7021f467001bb1dd24fa"
