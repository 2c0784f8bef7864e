"""Sets of requirements: which have not been looked at yet, and what hits every one of some contradictions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import clingo

from .requirements import Requirement


class Unexplored:
    """Sets of requirements about which nothing is known yet."""

    def __init__(self, requirements: Collection[Requirement]) -> None:
        self._all = sorted(requirements, key=lambda r: str(r.id))
        # Large sets first: what is in none of the contradictions stays in.
        self._control = clingo.Control(["--heuristic=Domain", "1"])
        names = "".join(f"{{ in({n}) }}. #heuristic in({n}). [1,true] " for n in range(len(self._all)))
        self._control.add("base", [], names or "#true.")
        self._control.ground([("base", [])])
        atoms = self._control.symbolic_atoms.by_signature("in", 1)
        literals = {atom.symbol.arguments[0].number: atom.literal for atom in atoms}
        self._literals = {requirement: literals[n] for n, requirement in enumerate(self._all)}

    def largest(self) -> frozenset[Requirement] | None:
        found: list[frozenset[Requirement]] = []

        def read(model: clingo.Model) -> None:
            numbers = [atom.arguments[0].number for atom in model.symbols(atoms=True) if atom.name == "in"]
            found.append(frozenset(self._all[n] for n in numbers))

        self._control.solve(on_model=read)
        return found[0] if found else None

    def forbid(self, contradiction: Collection[Requirement]) -> None:
        """No set that contains all of these."""
        self._rule([self._literals[r] for r in contradiction])

    def need_more_than(self, known: Collection[Requirement]) -> None:
        """No set that is part of this one."""
        self._rule([-self._literals[r] for r in self._all if r not in known])

    def _rule(self, body: Sequence[int]) -> None:
        with self._control.backend() as backend:
            backend.add_rule([], body)


def cheapest_hit(contradictions: Iterable[Collection[Requirement]]) -> frozenset[Requirement]:
    """A cheapest set that has a member of every contradiction."""
    sets = [sorted(one, key=lambda r: str(r.id)) for one in contradictions]
    known = sorted({r for one in sets for r in one}, key=lambda r: str(r.id))
    number = {r: n for n, r in enumerate(known)}
    rules = [f"{{ out({n}) }}. :~ out({n}). [{r.cost},{n}]" for n, r in enumerate(known)]
    rules += [":- " + ", ".join(f"not out({number[r]})" for r in one) + "." for one in sets]
    control = clingo.Control(["0"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    best: list[frozenset[Requirement]] = []

    def read(model: clingo.Model) -> None:
        best.append(
            frozenset(known[a.arguments[0].number] for a in model.symbols(atoms=True) if a.name == "out")
        )

    control.solve(on_model=read)
    return best[-1]
