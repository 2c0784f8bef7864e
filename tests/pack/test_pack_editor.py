"""Changes of single values; everything around them stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.pack.load import read_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.pack_editor import PackEditor, UneditablePack

FILE = "pack.yaml"
TEXT = """\
# A comment at the top.
pack: small   # and one here

items:
  # about keys
  Key: {carryable: true}   # rusty
  Door:
    open: false            # for now
  Lamp:

rules: |
  Door[open: True] Key ::= Unlock Door[open: False] Key   # opens
  # nothing else
  Key ::= Find Lamp

areas:
  Hall: {start: true, goals: ["Door[open: True]"], depth: {min: 1, max: 3}, contains: [Door]}
"""


def changed(text: str, path: list[str], value: Any) -> str:
    editor = PackEditor({FILE: text})
    editor.put(path, value)
    return editor.texts[FILE]


def read(text: str) -> Pack:
    return read_pack(Path(FILE), texts={Path(FILE): text}).pack


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        (["areas", "Hall", "depth", "min"], 2, "{min: 1,", "{min: 2,"),
        (["areas", "Hall", "herrings"], 1, "contains: [Door]}", "contains: [Door], herrings: 1}"),
        (["areas", "Hall", "depth"], None, " depth: {min: 1, max: 3},", ""),
        (["items", "Key", "copies"], 2, "{carryable: true}", "{carryable: true, copies: 2}"),
        (["items", "Door", "open"], True, "open: false ", "open: true "),
        (["items", "Door", "heavy"], True, "# for now\n", "# for now\n    heavy: true\n"),
        (["items", "Lamp", "lit"], False, "  Lamp:\n", "  Lamp: {lit: false}\n"),
        (["items", "Cup"], {"carryable": True}, "  Lamp:\n", "  Lamp:\n  Cup: {carryable: true}\n"),
        (
            ["title"],
            "A: small one",
            "max: 3}, contains: [Door]}\n",
            'max: 3}, contains: [Door]}\ntitle: "A: small one"\n',
        ),
        (["limits", "stages"], 5, "contains: [Door]}\n", "contains: [Door]}\nlimits: {stages: 5}\n"),
    ],
)
def test_only_the_value_changes(path: list[str], value: Any, before: str, after: str) -> None:
    assert before in TEXT
    assert changed(TEXT, path, value) == TEXT.replace(before, after, 1)


def test_the_last_key_of_a_block_leaves_braces() -> None:
    text = changed(TEXT, ["items", "Door", "open"], None)
    assert "  Door:\n    {}" in text
    assert "open" not in read(text).items["Door"].properties


def test_an_entry_gets_another_name() -> None:
    editor = PackEditor({FILE: TEXT})
    editor.rename(["items", "Key"], "OldKey")
    assert editor.texts[FILE] == TEXT.replace("  Key: {carry", "  OldKey: {carry")
    with pytest.raises(UneditablePack, match="already"):
        editor.rename(["items", "OldKey"], "Door")


def test_rules_of_a_block_are_changed_added_and_taken_away() -> None:
    editor = PackEditor({FILE: TEXT})
    first, second = read(TEXT).rules
    editor.put_rule(first, "Door[open: True] Key ::= Pick Door[open: False] Key")
    assert editor.texts[FILE] == TEXT.replace("Unlock", "Pick")
    editor.add_rule("Lamp ::= Build Door")
    assert "  Key ::= Find Lamp\n  Lamp ::= Build Door\n\nareas" in editor.texts[FILE]
    editor.put_rule(second, None)
    assert [rule.action for rule in read(editor.texts[FILE]).rules] == ["Pick", "Build"]
    assert "# nothing else" in editor.texts[FILE]


LIST = """\
pack: small
items: {A: , B: }
rules:
  - A ::= Make B   # one
  - {rule: "B ::= Take A", name: Take it}
areas: {}
"""


def test_rules_of_a_list_are_changed_added_and_taken_away() -> None:
    editor = PackEditor({FILE: LIST})
    first, second = read(LIST).rules
    editor.put_rule(first, "A ::= Mix B")
    assert '  - "A ::= Mix B"   # one' in editor.texts[FILE]
    editor.put_rule(second, "B ::= Grab A")
    assert '- {rule: "B ::= Grab A", name: Take it}' in editor.texts[FILE]
    editor.add_rule("A ::= Join B B")
    assert [rule.action for rule in read(editor.texts[FILE]).rules] == ["Mix", "Grab", "Join"]
    editor.put_rule(read(editor.texts[FILE]).rules[1], None)
    assert [rule.action for rule in read(editor.texts[FILE]).rules] == ["Mix", "Join"]


EMPTY = "pack: small\nitems: {}\nrules: []\nareas:\n  Start: {start: true, goals: []}\n"


def test_a_pack_grows_from_nothing() -> None:
    editor = PackEditor({FILE: EMPTY})
    editor.put(["items", "Key"], {"carryable": True})
    editor.put(["items", "Door"], {"open": False})
    editor.add_rule("Door[open: True] ::= Unlock Door[open: False] Key")
    editor.add_rule("Key ::= Find Door")
    editor.put(["areas", "Start", "goals"], ["Door[open: True]"])
    pack = read(editor.texts[FILE])
    assert list(pack.items) == ["Key", "Door"]
    assert [rule.action for rule in pack.rules] == ["Unlock", "Find"]
    assert pack.areas["Start"].goal_texts == ("Door[open: True]",)
    assert "items:\n  Key: {carryable: true}\n  Door: {open: false}\n" in editor.texts[FILE]


def test_sections_in_files_of_their_own_are_changed_there() -> None:
    texts = {
        FILE: "pack: small\n",
        "items.yaml": "A:\n",
        "areas.yaml": "areas:\n  Hall: {start: true, goals: [A]}\n",
    }
    editor = PackEditor(texts)
    editor.put(["items", "B"], {"carryable": True})
    editor.put(["areas", "Hall", "title"], "The Hall")
    editor.put(["maps", "m"], {"blocks": {}})
    assert editor.texts["items.yaml"] == "A:\nB: {carryable: true}\n"
    assert 'title: "The Hall"}' in editor.texts["areas.yaml"]
    assert editor.texts[FILE] == "pack: small\n\nmaps:\n  m: {blocks: {}}\n"


def test_line_ends_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    after = text.replace("  Lamp:\r\n", "  Lamp:\r\n  Cup: {carryable: true}\r\n")
    assert changed(text, ["items", "Cup"], {"carryable": True}) == after


def test_a_broken_file_is_not_touched() -> None:
    with pytest.raises(UneditablePack, match="fix the text first"):
        changed("pack: [", ["title"], "x")


@pytest.mark.parametrize("text", [None, "Key ::= Take Lamp"])
def test_rules_in_quotes_are_not_edited_line_by_line(text: str | None) -> None:
    """As programs write them: several rules may be on one line of the file."""
    quoted = 'pack: p\nitems: {Key: , Lamp: }\nrules: "Key ::= Find Lamp\\nLamp ::= Lose Key"\n'
    editor = PackEditor({FILE: quoted})
    with pytest.raises(UneditablePack, match="in quotes"):
        editor.put_rule(read(quoted).rules[0], text)
    assert editor.texts[FILE] == quoted
