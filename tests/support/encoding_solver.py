"""Asking one encoding, on a few facts written by hand, what is and what is not an answer set.

What a file takes from other files is given as facts too, so each file is tested by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import clingo

from puzzlesynth.resources import ENCODINGS

FILES = sorted(str(path.relative_to(ENCODINGS)) for path in ENCODINGS.glob("**/*.lp"))
LEVEL_FILES = [name for name in FILES if name.startswith("levels/")]
PUZZLE_FILES = [name for name in FILES if name not in LEVEL_FILES]


def control(files: str, facts: str = "", options: Iterable[str] = ()) -> clingo.Control:
    """A ground program of some files (`steps properties`) and facts. What is not given does not hold."""
    made = clingo.Control(["0", *options], logger=lambda code, message: None)
    for name in files.split():
        made.load(str(ENCODINGS / f"{name}.lp"))
    made.add("base", [], facts)
    made.ground([("base", [])])
    return made


def possible(files: str, facts: str, *wanted: str) -> bool:
    """Whether an answer set has all these atoms, and none of those with a `-` before them."""
    tests = "".join(f":- {atom[1:]}.\n" if atom.startswith("-") else f":- not {atom}.\n" for atom in wanted)
    return bool(control(files, facts + tests).solve().satisfiable)


def answers(files: str, facts: str, *names: str) -> list[set[str]]:
    """The answer sets, as far as these predicates go, without double ones."""
    found: list[set[str]] = []
    program = control(files, facts)
    with program.solve(yield_=True) as handle:
        for model in handle:
            atoms = {str(atom) for atom in model.symbols(atoms=True) if atom.name in names}
            if atoms not in found:
                found.append(atoms)
    return found


def node(text: str) -> str:
    """`Key` is the first copy as it was made; `Key2` the second, `Key'` one stage later."""
    item, copy, marks = re.fullmatch(r"([A-Za-z]+)(\d*)('*)", text).groups()  # type: ignore[union-attr]
    return f'("{item}",{copy or 1},{len(marks)})'


def atoms(text: str) -> str:
    """Atoms with every name that stands in `<…>` spelt out as a node, and every capitalised word in quotes."""
    text = re.sub(r"<([^>]+)>", lambda found: node(found[1]), text)
    return re.sub(r'(?<![\w"])([A-Z]\w*)(?!["\w(])', r'"\1"', text)
