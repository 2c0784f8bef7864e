"""The atoms of an answer set as clorm predicates, for those who want to unify models instead of reading puzzles.

    from clorm import unify
    from puzzlesynth.synth.answer_predicates import answer_predicates

    facts = unify(answer_predicates().values(), model.symbols(shown=True))

Reading a stream of puzzles does without them: unifying costs ten times more than looking symbols up (`answer`).
"""

from __future__ import annotations

from functools import cache
from types import new_class
from typing import Any

from clorm import Predicate

from .predicates import ANSWER

NodeTerm = tuple[str, int, int]
"""(item, copy, stage)"""

KINDS: dict[str, Any] = {
    **dict.fromkeys(("area", "earlier", "other", "item", "inner", "block"), str),
    **dict.fromkeys(("goal", "rule", "input", "output", "copy", "inner_copy"), int),
    **dict.fromkeys(("step", "node"), NodeTerm),
}
"""What kind of term each argument is."""


@cache
def answer_predicates() -> dict[str, type[Predicate]]:
    """A clorm predicate for each kind of atom, by name."""
    return {atom.name: _predicate(atom.name, atom.arguments) for atom in ANSWER}


def _predicate(name: str, arguments: tuple[str, ...]) -> type[Predicate]:
    title = "".join(word.capitalize() for word in name.split("_"))
    fields: dict[str, Any] = {argument: KINDS[argument] for argument in arguments}
    body = {"__module__": __name__, "__annotations__": fields}
    return new_class(title, (Predicate,), {"name": name}, lambda namespace: namespace.update(body))
