"""The logic programs that belong to a pack: files in its folder, and references to the shelf."""

from __future__ import annotations

from pathlib import Path

from . import fields as read
from .fields import Notes
from .model import Constraint, Place
from .problems import PackError, did_you_mean
from .source import read_bytes
from .yaml_nodes import Node, Scalar

SHELF = "asp:"
"""`asp:name(arguments)` names a program of the designers' shelf; whoever solves looks it up."""


def read_constraints(
    node: Node | None, folder: Path, is_folder: bool, notes: Notes
) -> tuple[Constraint, ...]:
    """What the pack lists, and what lies in its `constraints` folder; each once."""
    listed = read.entries(node, notes, "constraint files") if node is not None else []
    read_ones = [_from_entry(entry, folder, notes) for entry in listed]
    found = {constraint.path or constraint.name: constraint for constraint in read_ones if constraint}
    for path in sorted((folder / "constraints").glob("*.lp")) if is_folder else ():
        name = f"constraints/{path.name}"
        if not _is_inside(path, folder):
            notes.error("outside-pack", f"`{name}` leads out of the pack's folder", Place(str(path)))
        elif _is_readable(path, Place(str(path)), notes):
            found.setdefault(str(path.resolve()), Constraint(name, str(path.resolve()), Place(str(path))))
    return tuple(found.values())


def _from_entry(node: Node, folder: Path, notes: Notes) -> Constraint | None:
    if not isinstance(node, Scalar) or node.is_null:
        notes.error("wrong-kind", f"expected a file or `asp:name`, found {read.kind_of(node)}", node.place)
        return None
    name = node.text
    if name.startswith(SHELF):
        return Constraint(name, None, node.place)
    path = folder / name
    if "\0" in name or not _is_inside(path, folder):
        message = f"`{read.shortened(name)}` leads out of the pack's folder; nothing is read there"
        notes.error("outside-pack", message, node.place)
        return None
    if not path.exists():
        near = [f"constraints/{other.name}" for other in (folder / "constraints").glob("*.lp")]
        notes.error("missing-file", f"there is no file `{name}`", node.place, did_you_mean(name, near))
        return None
    return (
        Constraint(name, str(path.resolve()), node.place) if _is_readable(path, node.place, notes) else None
    )


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a circle of links leads nowhere
        return False


def _is_readable(path: Path, place: Place, notes: Notes) -> bool:
    try:
        read_bytes(path)
    except PackError as mistake:
        for problem in mistake.problems:
            notes.error(problem.code, problem.message, place, problem.hint)
        return False
    return True
