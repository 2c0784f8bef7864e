"""The logic programs that belong to a pack: files in its folder, and references to the shelf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.model import Constraint, Place
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar
from puzzlesynth.pack.yaml.source import read_bytes
from puzzlesynth.suggestions import did_you_mean

from . import fields as read
from .fields import ProblemLog

SHELF = "asp:"
"""`asp:name(arguments)` names a program of the designers' shelf; whoever solves looks it up."""
_CALL = re.compile(r"[a-z_]+\s*(\(.*\))?", re.DOTALL)
"""What looks like a name of the shelf, and not like a file."""


def read_constraints(
    node: YamlNode | None, folder: Path, is_folder: bool, notes: ProblemLog
) -> tuple[Constraint, ...]:
    """What the pack lists, and what lies in its `constraints` folder; each once."""
    listed = read.entries(node, notes, "constraint files") if node is not None else []
    read_ones = [_from_entry(entry, folder, notes) for entry in _unbroken(listed, notes)]
    found = {constraint.path or constraint.name: constraint for constraint in read_ones if constraint}
    for path in sorted((folder / "constraints").glob("*.lp")) if is_folder else ():
        name = f"constraints/{path.name}"
        if not _is_inside(path, folder):
            notes.error("outside-pack", f"`{name}` leads out of the pack's folder", Place(str(path)))
        elif _is_readable(path, Place(str(path)), notes):
            found.setdefault(str(path.resolve()), Constraint(name, str(path.resolve()), Place(str(path))))
    return tuple(found.values())


def _unbroken(listed: list[YamlNode], notes: ProblemLog) -> Iterator[YamlNode]:
    """The entries, without those that are the pieces of one: in a `[…]` list YAML divides `asp:name(a, b)`."""
    pieces: list[YamlScalar] = []
    for entry in listed:
        text = entry.text if isinstance(entry, YamlScalar) else ""
        if pieces or (text.startswith(SHELF) and text.count("(") > text.count(")")):
            if not isinstance(entry, YamlScalar):
                break
            pieces.append(entry)
            if ")" in text:
                _divided(pieces, notes)
                pieces = []
        else:
            yield entry
    if pieces:
        _divided(pieces, notes)


def _divided(pieces: list[YamlScalar], notes: ProblemLog) -> None:
    whole = ", ".join(piece.text for piece in pieces)
    if not whole.endswith(")"):
        message, meant = f"the `(` of `{read.shortened(whole)}` is never closed", f"{pieces[0].text})"
    else:
        message, meant = "this list divides the constraint at its comma", whole
    notes.error("bad-reference", message, pieces[0].place, f'write "{read.shortened(meant, 80)}", in quotes')


def _from_entry(node: YamlNode, folder: Path, notes: ProblemLog) -> Constraint | None:
    if not isinstance(node, YamlScalar) or node.is_null:
        hint = None
        if isinstance(node, YamlMapping) and node.pairs and node.pairs[0][0].text == SHELF.rstrip(":"):
            called = node.pairs[0][1]
            hint = (
                f"write `{SHELF}{called.text}`, without a space" if isinstance(called, YamlScalar) else None
            )
        message = f"expected a file or `asp:name`, found {read.kind_of(node)}"
        notes.error("wrong-kind", message, node.place, hint)
        return None
    name = node.text
    if name.startswith(SHELF):
        return Constraint(name, None, node.place)
    path = folder / name
    if "\0" in name or not _is_inside(path, folder):
        message = f"`{read.shortened(name)}` leads out of the pack's folder; no file is read there"
        notes.error("outside-pack", message, node.place)
        return None
    if not path.exists():
        near = [f"constraints/{other.name}" for other in sorted((folder / "constraints").glob("*.lp"))]
        hint = did_you_mean(name, near)
        if hint is None and _CALL.fullmatch(name):
            hint = f"did you mean `{SHELF}{read.shortened(name, 80)}`?"
        notes.error("missing-file", f"there is no file `{read.shortened(name, 80)}`", node.place, hint)
        return None
    return (
        Constraint(name, str(path.resolve()), node.place) if _is_readable(path, node.place, notes) else None
    )


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a circle of links leads nowhere
        return False


def _is_readable(path: Path, place: Place, notes: ProblemLog) -> bool:
    try:
        read_bytes(path)
    except PackError as mistake:
        for problem in mistake.problems:
            notes.error(problem.code, problem.message, place, problem.hint)
        return False
    return True
