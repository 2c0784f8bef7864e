"""Packs with few puzzles, and whether anything is left of them under constraints."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

STORY = """
pack: story
items:
  Door:  {{locked: true, area: [House]}}
  Key:   {{carryable: true, notSpawnable: true}}
  Cook:  {{isa: [Npc], area: [House]}}
  Cake:  {{carryable: true, area: [House]}}
  Guard: {{isa: [Npc], area: [Garden]}}
  Tree:  {{shaken: false, area: [Garden]}}
  Stick: {stick}
  Knife: {{carryable: true, area: [Garden]}}
  Hole:  {{notSpawnable: true}}
rules:
  - {{rule: "Door[locked: False] Key ::= Unlock Door[locked: True] Key", name: unlock, kind: quiet}}
  - {{rule: "Key Cook ::= Ask Cook Cake", name: ask the cook, kind: loud}}
  - {{rule: "Tree[shaken: True] Guard ::= Shake Tree[shaken: False] Guard Stick", name: shake}}
  - {{rule: "Stick Knife Guard ::= Carve Knife Guard", name: carve}}
  - {{rule: "Stick Hole ::= Dig Hole", name: dig, kind: magic}}
areas:
  House:  {{start: true, goals: ["Door[locked: False]"], connects: [Garden]}}
  Garden: {{goals: ["Tree[shaken: True]"]}}
"""

RAFT = """
pack: raft
items:
  Raft: {notSpawnable: true}
  Log:  {carryable: true, notSpawnable: true, copies: 2}
  Tree: {copies: 2}
rules:
  - {rule: "Raft ::= Lash Log#left Log#right", name: lash}
  - {rule: "Log ::= Chop Tree", name: chop}
areas:
  Bank: {start: true, goals: [Raft]}
"""

HERRINGS = """
pack: herrings
items:
  Door: {locked: true}
  Key:  {carryable: true}
  Bone: {carryable: true}
  Dog:  {fed: false, notSpawnable: true}
rules:
  - "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
  - "Dog[fed: True] ::= Feed Dog[fed: False] Bone"
areas:
  Porch: {start: true, goals: ["Door[locked: False]"], herrings: 1}
"""

TWO_GOALS = """
pack: goals
items:
  Lamp: {lit: false}
  Door: {open: false}
rules:
  - {rule: "Lamp[lit: True] ::= Light Lamp[lit: False]", name: light}
  - {rule: "Door[open: True] ::= Open Door[open: False]", name: open}
areas:
  Room: {start: true, goals: ["Lamp[lit: True]", "Door[open: True]"]}
"""


SMALL = {"raft": RAFT, "goals": TWO_GOALS, "herrings": HERRINGS}


def pack_of(name: str, folder: Path) -> Pack:
    """`heist` and so on: an example. `story`: the stick may lie anywhere; `story:House`: only there;
    `story:only Garden`: only there and never made; `story:carve`: it has to be made; `story:lying`: it is never made."""
    kind, _, variant = name.partition(":")
    if kind == "story":
        stick = {"": "{carryable: true}", "lying": "{carryable: true}"}
        stick["carve"] = "{carryable: true, notSpawnable: true}"
        place = variant.removeprefix("only ")
        text = STORY.format(stick=stick.get(variant, f"{{carryable: true, area: [{place}]}}"))
        if variant in ("lying", "House") or variant.startswith("only "):
            text = "".join(line for line in text.splitlines(keepends=True) if "name: carve" not in line)
    elif kind in SMALL:
        text = SMALL[kind]
    else:
        return load_pack(EXAMPLES / name)
    path = folder / "pack.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pack(path)


def puzzles(pack: Pack, *constraints: str) -> list[Puzzle]:
    """All puzzles of a small pack that meet the constraints."""
    return list(make_puzzles(pack, constraints=constraints))
