"""Writes `puzzlesynth/asp/predicates.pyi`: what editors and type checkers know of classes that are made at run time.

Run `python -m tests.support.predicate_stub` after a change of the schema or of `encodings/README.md`.
"""

from __future__ import annotations

import re
from textwrap import fill

from puzzlesynth.asp.clorm_classes import INTERNAL, TERMS, class_name
from puzzlesynth.synth.program.predicates import ANSWER, FACTS, PredicateSchema
from tests.support.paths import ROOT

STUB = ROOT / "puzzlesynth" / "asp" / "predicates.pyi"
WIDTH = 110
HEAD = '''\
"""The predicates of the logic program as clorm classes. `python -m tests.support.predicate_stub` writes this file."""

from clorm import Predicate

__all__ = [
NAMES
]

Value = bool | int | str
NodeTerm = tuple[str, int, int]

class Node(Predicate):
    """An object at one stage of its life. A step goes by the node that it is there to make."""

    item: str
    copy: int
    stage: int
    def __init__(self, item: str, copy: int, stage: int) -> None: ...
'''


def meanings(heading: str) -> dict[str, str]:
    """What the last column of the README's tables under a heading says about each predicate."""
    text = (ROOT / "encodings" / "README.md").read_text("utf-8")
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = (line.strip("|").split("|") for line in part.splitlines() if line.startswith("| `"))
    return {match[1]: cells[-1].strip() for cells in rows if (match := re.search(r"`(\w+)", cells[0]))}


def stub() -> str:
    """The text of the stub."""
    facts, atoms = meanings("Facts"), meanings("Answer atoms")
    classes = [_class(kind, facts[kind.name]) for kind in FACTS]
    answers = [kind for kind in ANSWER if kind.name not in INTERNAL]
    classes += [_class(kind, atoms[kind.name]) for kind in answers]
    names = sorted(["Node", *(class_name(kind) for kind in (*FACTS, *answers))])
    exported = "".join(f'    "{name}",\n' for name in names)
    return "\n".join([HEAD.replace("NAMES\n", exported), *classes])


def _class(kind: PredicateSchema, meaning: str) -> str:
    sentence = fill(
        f"{meaning[:1].upper()}{meaning[1:]}.", WIDTH, initial_indent="    ", subsequent_indent="    "
    )
    fields = [f"    {name}: {_type(name)}" for name in kind.arguments]
    given = "".join(f", {name}: {_type(name, given=True)}" for name in kind.arguments)
    lines = [
        f"class {class_name(kind)}(Predicate):",
        f'    """`{kind.name}({", ".join(kind.arguments)})`',
        "",
        sentence,
        '    """',
        *([""] if fields else []),
        *fields,
        f"    def __init__(self{given}) -> None: ...",
    ]
    return "\n".join(lines) + "\n"


def _type(argument: str, given: bool = False) -> str:
    if argument == "value":
        return "Value"
    name = TERMS[argument].__name__
    return "Node | NodeTerm" if given and name == "Node" else name


if __name__ == "__main__":
    STUB.write_text(stub(), "utf-8")
