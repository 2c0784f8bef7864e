"""Minimal unsatisfiable sets (MUS) of requirements and minimal corrections, by implicit hitting sets.

An oracle says of a set of requirements whether they hold together. Where they do, the requirements that the answer does
not meet are a *correction*: every contradiction has one of them. Where they do not, the answer is a *core*: every way
out gives up one of them. A smallest hitting set of the corrections is therefore either a smallest contradiction, or
leads to a new correction. In the same way a cheapest hitting set of the cores is either a cheapest way out, or leads to
a new core (Ignatiev et al., Smallest MUS Extraction with Minimal Hitting Set Dualization, 2015).

How much is asked is counted, not timed: the result does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import clingo

from puzzlesynth.quick_dataclasses import dataclass

from .requirements import AssumptionResult, Requirement, RequirementSet, by_id


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


Oracle = Callable[[RequirementSet, bool], AssumptionResult]
"""Says what is known of some requirements; whether to try hard."""

FEW_QUESTIONS = 150
"""Questions for a set that no other is smaller than; after that, one that needs all its members does."""


@dataclass(frozen=True)
class Mus:
    """A contradiction that needs every one of its members."""

    requirements: RequirementSet
    fewest: bool
    """Whether it is known that no other one that has not been named has fewer members."""


class MusEnumerator:
    """Those among some requirements."""

    def __init__(
        self, everything: Iterable[Requirement], ask: Oracle, most_undecided: int | None = None
    ) -> None:
        """`most_undecided`: how many questions may stay open before a set that needs all its members does."""
        self.everything = frozenset(everything)
        self.cores: list[RequirementSet] = []
        """Known contradictions that need every one of their members, as far as is known."""
        self._ask_someone = ask
        self._most_undecided = most_undecided
        self._corrections: list[RequirementSet] = []
        self._found: list[RequirementSet] = []
        self._undecided: list[RequirementSet] = []
        self._questions = 0
        self._all_hold = False

    def begin_with(self, known: MusEnumerator | RequirementSet) -> None:
        """What is contradictory among fewer requirements is so here as well."""
        cores = known.cores if isinstance(known, MusEnumerator) else [known]
        self.cores += [core for core in cores if core not in self.cores]

    def leave_out(self, found: Iterable[RequirementSet]) -> None:
        """Sets that have been reported already."""
        self._found += [one for one in found if one not in self._found]

    # --- smallest sets --------------------------------------------------------------------------------

    def smallest(self) -> Iterator[Mus]:
        """All contradictions, those with the fewest members first."""
        while not self._all_hold:
            hit = smallest_hitting_set(self._corrections, [*self._found, *self._undecided])
            known = self._best_known()
            if known is not None and hit is not None and len(known) <= len(hit):
                yield self._told(known, not self._undecided)
            elif known is not None and (hit is None or self._is_tired()):
                # Sets that contain one which could not be decided are not looked at, but a known one stays known.
                yield self._told(self.made_small(known, hard=True), False)
            elif hit is None:
                return
            elif self._is_contradictory(hit):
                yield self._told(hit, not self._undecided)

    def _is_tired(self) -> bool:
        too_hard = self._most_undecided is not None and len(self._undecided) > self._most_undecided
        return too_hard or self._questions >= FEW_QUESTIONS

    def _told(self, contradiction: RequirementSet, fewest: bool) -> Mus:
        self._found.append(contradiction)
        self._questions = 0
        return Mus(contradiction, fewest)

    def _best_known(self) -> RequirementSet | None:
        new = [core for core in self.cores if not any(core >= found for found in self._found)]
        return min(new, key=_preference, default=None)

    def _is_contradictory(self, hit: RequirementSet) -> bool:
        """Whether these cannot hold; otherwise there is a correction more, without any of them."""
        finding = self._ask(hit)
        if finding.undecided:
            finding = self._ask(hit, hard=True)
        if finding.undecided:
            self._undecided.append(hit)
        return finding.core is not None

    # --- ways out -------------------------------------------------------------------------------------

    def ways_out(
        self, cost: Callable[[Requirement], int], attempt: Callable[[RequirementSet], AssumptionResult]
    ) -> Iterator[tuple[RequirementSet, bool]]:
        """Requirements to give up so that all others hold together, the cheapest first, and whether that is known."""
        named: list[RequirementSet] = []
        while (given_up := cheapest_hitting_set(self.cores, cost, named)) is not None:
            finding = attempt(given_up)
            if finding.core is not None:
                self._learn(finding.core)
            else:
                named.append(given_up)
                yield given_up, finding.met is not None

    # --- asking ---------------------------------------------------------------------------------------

    def holds(self) -> bool | None:
        """Whether everything can hold together; None: not known."""
        finding = self._ask(self.everything, hard=True)
        if finding.core is not None:
            self._learn(finding.core)
            return False
        return None if finding.met is None else True

    def _ask(self, held: RequirementSet, hard: bool = False) -> AssumptionResult:
        self._questions += 1
        finding = self._ask_someone(held, hard)
        if finding.met is not None:
            correction = self.everything - finding.met
            self._all_hold = not correction
            self._corrections = [c for c in self._corrections if not c >= correction]
            if not any(correction >= c for c in self._corrections):
                self._corrections.append(correction)
        return finding

    def _learn(self, core: RequirementSet) -> None:
        small = self.made_small(core)
        if small not in self.cores:
            self.cores.append(small)

    def made_small(self, core: RequirementSet, hard: bool = False) -> RequirementSet:
        """A part of a core that needs every one of its members: first whole groups are left out, then one by one."""
        left = core
        singles = [[one] for one in sorted(core, key=_left_out_first)]
        for group in (*_groups(core), *singles):
            part = left & frozenset(group)
            if part and part != left:
                finding = self._ask(left - part, hard)
                if finding.core is not None:
                    left = finding.core
        return left


def _groups(core: RequirementSet) -> Iterator[list[Requirement]]:
    """What is rather left out together: all about items, then guarantees, then everything about one area."""
    yield [one for one in core if one.is_about_items]
    yield [one for one in core if one.is_guarantee]
    for area in sorted({one.area for one in core if one.area}):
        yield [one for one in core if one.area == area]


def _left_out_first(requirement: Requirement) -> tuple[int, str]:
    return requirement.rank, str(requirement.id)


def _preference(contradiction: RequirementSet) -> tuple[int, list[tuple[int, str]]]:
    """The fewest first; among those, what a designer would rather hear about."""
    ranks = sorted((-one.rank, str(one.id)) for one in contradiction)
    return len(contradiction), ranks
