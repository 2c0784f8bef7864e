"""Sets that have a member of each of some other sets: with as few members as possible, or as cheap as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import clingo

from .requirements import Requirement, RequirementSet, by_id


def smallest_hitting_set(
    sets: Sequence[RequirementSet], not_within: Sequence[RequirementSet] = ()
) -> RequirementSet | None:
    """A set with as few members as possible, of those that contain none of `not_within`; None: there is none.

    Among several, the one that a designer would rather hear about."""
    return _best_hit(sets, not_within, lambda r: (1, 20 - r.rank))


def cheapest_hitting_set(
    sets: Sequence[RequirementSet],
    cost: Callable[[Requirement], int] = lambda r: r.cost,
    not_within: Sequence[RequirementSet] = (),
) -> RequirementSet | None:
    """A set that costs as little as possible, of those that contain none of `not_within`; None: there is none."""
    return _best_hit(sets, not_within, lambda r: (cost(r), 0))


def _best_hit(
    sets: Sequence[RequirementSet],
    not_within: Sequence[RequirementSet],
    price: Callable[[Requirement], tuple[int, int]],
) -> RequirementSet | None:
    if not sets:
        return None if any(not one for one in not_within) else frozenset()
    known = by_id({r for one in sets for r in one})
    number = {r: n for n, r in enumerate(known)}
    rules = []
    for n, requirement in enumerate(known):
        first, second = price(requirement)
        rules.append(f"{{ in({n}) }}. :~ in({n}). [{first}@2,{n}] :~ in({n}). [{second}@1,{n}]")
    forbidden = [[f"not in({number[r]})" for r in by_id(one)] for one in sets]
    forbidden += [[f"in({number[r]})" for r in by_id(one)] for one in not_within if one <= number.keys()]
    rules += [f":- {', '.join(body)}." for body in forbidden]
    best: list[RequirementSet] = []

    def read(model: clingo.Model) -> None:
        numbers = [atom.arguments[0].number for atom in model.symbols(atoms=True)]
        best.append(frozenset(known[n] for n in numbers))

    control = clingo.Control(["0"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    control.solve(on_model=read)
    return best[-1] if best else None
