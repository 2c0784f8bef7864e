"""Which rule of a changed pack is which rule of the pack as it was.

Puzzles name rules by their number alone. Where the former pack is given, a rule is the one that says the same; where it
is not, the one that does with a step's objects what the step does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from puzzlesynth.pack.model import Pack, Rule, Term
from puzzlesynth.puzzle.model import Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import did_you_mean
from puzzlesynth.world.rule_semantics import RuleSemantics, is_a, mechanics_of
from puzzlesynth.world.verification.replay import Replay, replay

MOST_TRIES = 2000
"""How many rules are tried for the steps of one puzzle, where several fit."""


@dataclass(frozen=True)
class StepMismatch:
    """A step that the pack no longer allows, and why."""

    step: Step
    reason: str

    def __str__(self) -> str:
        done = " ".join((self.step.action, ", ".join(self.step.inputs)))
        return f"step {self.step.id} ({done}): {self.reason}"


def matching_rules(former: Pack, pack: Pack) -> dict[int, int]:
    """For rules of the former pack their numbers now. Of several that say the same, each is one."""
    waiting: dict[object, list[Rule]] = defaultdict(list)
    for rule in pack.rules:
        waiting[_content(rule)].append(rule)
    found: dict[int, int] = {}
    for rule in former.rules:
        alike = waiting[_content(rule)]
        if alike:
            chosen = next((other for other in alike if other.name == rule.name), alike[0])
            alike.remove(chosen)
            found[rule.number] = chosen.number
    return found


def same_term(one: Term, other: Term) -> bool:
    return _term(one) == _term(other)


def _content(rule: Rule) -> object:
    sides = (tuple(map(_term, side)) for side in (rule.outputs, rule.inputs))
    return (rule.action, *sides, rule.fail, rule.from_relation)


def _term(term: Term) -> object:
    properties = sorted((name, type(value).__name__, value) for name, value in term.properties)
    return term.type, tuple(properties), term.contains, term.label


def with_new_rules(
    pack: Pack, puzzle: Puzzle, former: Pack | None, known: Mapping[int, int]
) -> Puzzle | StepMismatch:
    """The puzzle with the rules of this pack, or the step that none of them fits.

    `known`: the numbers now of the former pack's rules, as far as they are known."""
    options: dict[str, list[int]] = {}
    for step in puzzle.steps:
        options[step.id] = list(_options(pack, puzzle, step, known))
        if not options[step.id]:
            return StepMismatch(step, _gone(pack, step, former))
    return _Search(pack, puzzle, options).run()


def _options(pack: Pack, puzzle: Puzzle, step: Step, known: Mapping[int, int]) -> Iterator[int]:
    """The rules that a step may be, the likeliest first."""
    items = puzzle.items
    fitting = [plan.rule for plan in mechanics_of(pack).semantics if _fits(pack, plan, step, items)]
    wanted = known.get(step.rule)
    alike = [rule for rule in fitting if rule.action == step.action]
    # An action with another name is the same rule where nothing else is left.
    others = [] if alike else [rule for rule in fitting if rule.number == step.rule or len(fitting) == 1]
    ranked = sorted(alike or others, key=lambda rule: (rule.number != wanted, rule.number != step.rule))
    return (rule.number for rule in ranked)


def _fits(pack: Pack, plan: RuleSemantics, step: Step, items: Mapping[str, str]) -> bool:
    """Whether a rule can be done to the objects of a step, and leaves those that the step leaves."""
    rule = plan.rule
    if rule.fail or (len(rule.inputs), len(rule.outputs)) != (len(step.inputs), len(step.outputs)):
        return False
    if not all(_is(pack, items.get(name), term) for name, term in zip(step.inputs, rule.inputs, strict=True)):
        return False
    return all(
        _is(pack, items.get(name), term) if bound is None else step.inputs[bound] == name
        for name, term, bound in zip(step.outputs, rule.outputs, plan.bound, strict=True)
    )


def _is(pack: Pack, item: str | None, term: Term) -> bool:
    return item is not None and item in pack.items and is_a(pack.items[item], term.type)


def _gone(pack: Pack, step: Step, former: Pack | None) -> str:
    if former is not None and 1 <= step.rule <= len(former.rules):
        said = f"its rule `{former.rule(step.rule)}` is gone"
    else:
        said = "no rule of the pack does this any more"
    now = [str(rule) for rule in pack.rules if rule.action == step.action]
    if now:
        return f"{said}; `{step.action}` is now " + " and ".join(f"`{text}`" for text in now[:3])
    hint = did_you_mean(step.action, {rule.action for rule in pack.rules})
    return f"{said}; {hint}" if hint else said


class _Search:
    """Does the solution step by step, with the next rule that fits where one does not work."""

    def __init__(self, pack: Pack, puzzle: Puzzle, options: Mapping[str, list[int]]) -> None:
        self._pack, self._puzzle, self._options = pack, puzzle, options
        self._steps = {step.id: step for step in puzzle.steps}
        self._order = [name for name in puzzle.solution if name in self._steps]
        self._chosen = {name: numbers[0] for name, numbers in options.items()}
        self._tries = 0
        self._deepest: tuple[int, StepMismatch] | None = None

    def run(self) -> Puzzle | StepMismatch:
        order = self._order
        positions = [0] * len(order)
        depth = self._steps_done()
        while depth < len(order):
            numbers = self._options[order[depth]]
            if positions[depth] >= len(numbers) or self._tries > MOST_TRIES:
                positions[depth] = 0
                self._chosen[order[depth]] = numbers[0]
                depth -= 1
                if depth < 0 or self._tries > MOST_TRIES:
                    assert self._deepest is not None
                    return self._deepest[1]
                positions[depth] += 1
                continue
            self._chosen[order[depth]] = numbers[positions[depth]]
            if self._works(order[: depth + 1]):
                depth = max(depth + 1, self._steps_done())
            else:
                positions[depth] += 1
        return self._with_chosen()

    def _with_chosen(self) -> Puzzle:
        steps = tuple(
            replace(step, rule=self._chosen[step.id], action=self._pack.rule(self._chosen[step.id]).action)
            for step in self._puzzle.steps
        )
        return replace(self._puzzle, steps=steps)

    def _steps_done(self) -> int:
        """How many steps can be done with what is chosen: so many at least, and most often all.

        Of the last one before the solution stops, it is not known here whether it was done as the puzzle says."""
        done = replay(self._pack, replace(self._with_chosen(), solution=tuple(self._order)))
        return len(done.trace) if _is_played(done) else max(0, len(done.trace) - 1)

    def _works(self, beginning: list[str]) -> bool:
        self._tries += 1
        done = replay(self._pack, replace(self._with_chosen(), solution=tuple(beginning)))
        if len(done.trace) == len(beginning) and _is_played(done):
            return True
        if self._deepest is None or self._deepest[0] < len(beginning):
            reason = (done.problem or "").partition(": ")
            self._deepest = len(beginning), StepMismatch(self._steps[beginning[-1]], reason[2] or reason[0])
        return False


def _is_played(done: Replay) -> bool:
    """The beginning of a solution alone need not solve anything."""
    return done.problem is None or done.problem.startswith("solution:")
