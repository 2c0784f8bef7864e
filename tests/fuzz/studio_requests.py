"""What the studio's page says, as lines of JSON: every kind of request, in files that fit together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

Request = tuple[str, Mapping[str, Any]]
"""A kind, and what it is asked with."""


def lines(requests: Iterable[Request]) -> bytes:
    said = ({"id": n, "kind": kind, "params": params} for n, (kind, params) in enumerate(requests, 1))
    return b"".join(json.dumps(one).encode() + b"\n" for one in said)


def of_pack(puzzle: Any, map_name: str, file: str = "pack.yaml") -> dict[str, list[Request]]:
    """For a studio whose folder is a pack's. `puzzle`: one of the pack; None: it has none."""
    here: dict[str, Any] = {"pack": "."}
    found: dict[str, list[Request]] = {
        "documents.jsonl": _documents(file),
        "maps.jsonl": [
            ("pack.check", here),
            ("pack.model", here),
            ("maps.show", here),
            ("map.fill", {**here, "map": map_name, "n": 1, "seed": 1}),
            ("map.count", {**here, "map": map_name}),
            ("map.why", {**here, "map": map_name}),
            ("map.suggest", {**here, "blocks": 4, "seed": 1}),
        ],
        "puzzles.jsonl": _puzzles(here),
    }
    steps = [] if puzzle is None else puzzle["steps"]
    path = [{"rule": step["rule"], "inputs": step["inputs"]} for step in steps[:1]]
    kept = {"steps": [step["id"] for step in steps[:1]], "objects": [], "goals": [], "never_items": []}
    steered = {**here, "puzzle": puzzle, "choices": kept, "n": 1, "seed": 2, "avoid": [], "step": "s1"}
    played = {**here, "puzzle": puzzle, "commands": ["look", "hint", "1", "undo"], "warn": True}
    found["steering.jsonl"] = [
        ("puzzle.prepare", {**here, "wishes": {}}),
        ("puzzle.regenerate", steered),
        ("puzzle.alternatives", steered),
        ("puzzle.possible", steered),
        ("puzzle.why", {**steered, "choices": {**kept, "never_rules": [1, 2]}}),
    ]
    found["play.jsonl"] = [
        ("play.turn", played),
        ("play.turn", {**played, "path": path, "fresh": True}),
        ("play.paths", played),
        ("puzzle.export", {**here, "puzzle": puzzle, "to": "html"}),
        ("puzzle.export", {**here, "puzzle": puzzle, "to": "inform6"}),
        ("puzzle.difficulty", {**here, "puzzle": puzzle}),
        ("puzzles.show", {**here, "puzzles": [puzzle, puzzle]}),
    ]
    return found


def _documents(file: str) -> list[Request]:
    version = "000001700000000000-opened"
    edits = [
        {"path": ["items", "Extra", "carryable"], "value": True},
        {"rename": ["items", "Extra"], "to": "Other"},
        {"add_rule": "Other ::= Make Other"},
        {"rule": 1, "notation": None},
    ]
    return [
        ("project", {}),
        ("document.open", {"path": file}),
        (
            "document.edit",
            {"path": file, "version": 0, "from": 0, "to": 0, "insert": "# a\n", "typing": True},
        ),
        ("document.edit", {"path": file, "version": 0, "text": "# b\n", "typing": True}),
        ("document.versions", {"path": file}),
        ("document.version", {"path": file, "name": version}),
        ("document.restore", {"path": file, "name": version}),
        ("document.undo", {}),
        ("document.redo", {}),
        ("document.undo", {}),
        ("document.rejoin", {"path": file, "base": "# b\n", "text": "# c\n", "sent": ""}),
        ("document.settle", {"path": file, "keep": "ours"}),
        ("document.create", {"path": "made.txt", "text": "made"}),
        ("pack.create", {"name": "another"}),
        ("pack.create", {"name": "empty", "start": "empty"}),
        ("levels.create", {"name": "game"}),
        ("pack.files", {"pack": "."}),
        *(("pack.edit", {"pack": ".", "edits": [edit], "label": "change"}) for edit in edits),
        ("remember", {"name": "shell.subject", "value": {"a": [1, None]}}),
        ("keep", {"name": "qa.sample", "value": [{"a": 1}]}),
        ("kept", {"name": "qa.sample"}),
        ("cancel", {"request": 3}),
    ]


def _puzzles(here: Mapping[str, Any]) -> list[Request]:
    wishes = {"steps": ["1..9"], "depth": [], "difficulty": "", "rules": "all"}
    asked = {**here, "wishes": {**wishes, "constraints": ["asp:at_most_steps(9)"]}, "n": 1, "seed": 1}
    return [
        ("constraints.shelf", {}),
        ("constraints.words", {}),
        ("constraints.list", here),
        ("constraint.create", {**here, "name": "mine"}),
        ("constraint.check", {**here, "path": "constraints/mine.lp"}),
        ("export.targets", {}),
        ("puzzles.generate", asked),
        ("puzzles.generate", {**here, "wishes": {"rules": "safe"}, "n": 1}),
        ("puzzle.why", asked),
        ("qa.measure", {**here, "n": 1}),
        ("qa.report", {**here, "n": 1}),
    ]


def of_game(level: Any, entries: int, file: str = "game.txt") -> dict[str, list[Request]]:
    """For a studio whose folder has a game. `level`: one of its levels, as the page has it."""
    here: dict[str, Any] = {"path": file, "level": level}
    cells = [] if level is None else level["cells"].split(" ")
    profiles = [
        {"name": "0", "moves": [0, 1], "difficulty": 5, "rules": [3]},
        {"name": "1", "moves": [2], "difficulty": 2, "rules": []},
        {"name": "2", "reason": "undecided"},
    ]
    wishes = {"new_rules": 1, "may_fall": 0.5, "before": [["0", "1"]], "places": {"1": 0}}
    return {
        "levels.jsonl": [
            ("levels.compile", here),
            ("levels.write", {**here, "change": "level", "entry": 0}),
            ("levels.write", {**here, "change": "add", "entry": 0}),
            ("levels.write", {**here, "change": "message", "entry": 0, "words": "hello"}),
            ("levels.write", {**here, "change": "remove", "entry": 0}),
            ("levels.write", {**here, "change": "order", "order": list(range(entries))[::-1]}),
            *(("levels.reshape", {**here, "how": how}) for how in ("turn", "mirror columns", "mirror rows")),
            ("levels.reshape", {**here, "how": "resize", "left": 1, "bottom": -1}),
            ("levels.reshape", {**here, "how": "blank", "width": 5, "height": 4}),
            ("levels.play", {**here, "keys": [0, 1, 2, "undo", 3, 4, "restart", "tick"]}),
            ("levels.commit", {"path": file, "before": "x", "text": "y", "label": "change"}),
            ("levels.order", {"profiles": profiles, "wishes": wishes, "arrange": True}),
            ("levels.order", {"profiles": profiles, "wishes": wishes}),
        ],
        "design.jsonl": [
            ("levels.judge", here),
            ("levels.here", {**here, "moves": []}),
            ("levels.preset", {**here, "preset": "everything"}),
            ("levels.suggest", {**here, "preset": "move", "frozen": "1" * len(cells), "objects": [0]}),
            ("levels.suggest", {**here, "preset": "everything", "rank": "difficulty + length", "seed": 1}),
            ("levels.repair", here),
            ("levels.simplify", {**here, "close": True}),
            ("levels.generate", {**here, "seconds": 1, "seed": 1, "length": [2, None], "count": 1}),
            (
                "levels.generate",
                {"path": file, "width": 5, "height": 5, "seconds": 1, "seed": 1, "uses": [9]},
            ),
            ("levels.combine", {**here, "other": level}),
            ("levels.swap", {**here, "rules": "RULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n"}),
            ("levels.study", here),
        ],
    }
