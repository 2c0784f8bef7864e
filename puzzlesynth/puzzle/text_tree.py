"""A puzzle as text that a designer can read: the tree of each area, from its goal down to what is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import fill

from puzzlesynth.pack.model import Pack, Rule, Value
from puzzlesynth.pack.text.wording import counted

from .model import Goal, Puzzle, Step

WIDTH = 80
_KEPT_SPACE = "\u00a0"
"""A space at which a note is not broken."""


def tree_text(pack: Pack, puzzle: Puzzle) -> str:
    return "\n".join(_Tree(pack, puzzle).lines())


def difficulty_text(difficulty: Mapping[str, Value]) -> str:
    """The score, the grade and the parts; each part stays on one line when the text is wrapped."""
    parts = dict(difficulty)
    score, grade = parts.pop("score", "?"), parts.pop("grade", "?")
    said = [f"{name} {value}%".replace("_", " ").replace(" ", _KEPT_SPACE) for name, value in parts.items()]
    return f"Difficulty: {score} of 100, {grade} ({', '.join(said)})"


class _Tree:
    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self._pack, self._puzzle = pack, puzzle
        self._steps = {step.id: step for step in puzzle.steps}
        self._items = puzzle.items
        self._objects = {thing.id: thing for thing in puzzle.objects}
        self._drawn: set[str] = set()

    def lines(self) -> Iterator[str]:
        puzzle = self._puzzle
        numbers = puzzle.metrics
        seed = f", seed {puzzle.seed}" if puzzle.seed is not None else ""
        yield (
            f"{self._pack.title or puzzle.pack}: {counted(numbers.get('steps', len(puzzle.steps)), 'step')}, "
            f"depth {numbers.get('depth', '?')}, {counted(len(puzzle.objects), 'object')}{seed}"
        )
        for area in puzzle.areas:
            yield ""
            yield self._heading(area)
            yield from self._branch(self._steps[area.solved_by], area.name)
        notes = [*self._guarantees(), *self._wishes(), *self._rules(), *self._difficulty()]
        for note in ["", *notes] if notes else []:
            text = fill(note, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
            yield text.replace(_KEPT_SPACE, " ")

    def _guarantees(self) -> Iterator[str]:
        said = [f"{name.replace('_', ' ')} {v}" for name, v in self._puzzle.guarantees.items()]
        if said:
            yield f"Guarantees: {', '.join(said)}"

    def _wishes(self) -> Iterator[str]:
        """What the designer would rather have, and whether there is no better puzzle in that respect."""
        wishes = [one for one in self._puzzle.constraints if one.kind == "prefer"]
        if wishes:
            yield f"Preferences ({self._puzzle.optimum or 'not looked at'}):"
            for one in wishes:
                met = "met" if not one.cost else f"not met, cost {one.cost}"
                yield f"  {one.name}: {met}{f' ({one.sentence})' if one.sentence else ''}"

    def _rules(self) -> Iterator[str]:
        """Which rules players cannot use, and why."""
        off, rules = self._puzzle.rules_off, self._puzzle.rules
        if rules is not None or off:
            number = f"{counted(len(off), 'rule')} off" if off else "every rule is on"
            yield f"Rules ({rules}): {number}"
        for one in off:
            rule = self._pack.rule(one.rule)
            yield f"  {rule.name or rule.action}: {one.why}"

    def _difficulty(self) -> Iterator[str]:
        if self._puzzle.difficulty:
            yield difficulty_text(self._puzzle.difficulty)

    def _heading(self, area: Goal) -> str:
        if area.opened_by is not None:
            how = f"opens when {area.opened_by} is solved"
        else:
            how = "open from the start" if area.start else "open already"
        return f"{area.name}: {area.goal} ({how})"

    def _branch(self, top: Step, area: str) -> Iterator[str]:
        """A step and everything below it. Without recursion, so that a chain of any length is fine."""
        todo: list[tuple[Step | str, str, bool]] = [(top, "", True)]
        while todo:
            what, indent, last = todo.pop()
            corner = f"{indent}{'└── ' if last else '├── '}"
            if isinstance(what, str):
                yield f"{corner}{self._leaf(what)}"
                continue
            drawn = f"{corner}{what.id} {self._application(what)}"
            if what.id in self._drawn:
                yield f"{drawn} (see above)"
            elif what.area != area:
                yield f"{drawn} (from {what.area})"
            else:
                self._drawn.add(what.id)
                yield drawn
                inputs = zip(what.inputs, what.sources, strict=True)
                found = [name if source is None else self._steps[source] for name, source in inputs]
                below = indent + ("    " if last else "│   ")
                todo += [(one, below, n == 0) for n, one in enumerate(reversed(found))]

    def _application(self, step: Step) -> str:
        rule = self._pack.rule(step.rule)
        things = ", ".join(self._items[name] for name in step.inputs)
        return f"{step.action} {things} → {self._result(rule, step)}"

    def _result(self, rule: Rule, step: Step) -> str:
        """The outputs, without those that are merely kept."""
        kept = set(step.inputs)
        shown = []
        for term, name in zip(rule.outputs, step.outputs, strict=True):
            details = [f"{key}: {value}" for key, value in term.properties]
            if term.contains:
                details.append(f"contains: {term.contains}")
            if name not in kept or details:
                shown.append(self._items[name] + (f"[{', '.join(details)}]" if details else ""))
        return ", ".join(shown) or ", ".join(self._items[name] for name in step.outputs)

    def _leaf(self, name: str) -> str:
        thing = self._objects[name]
        if thing.inside is not None:
            where = f"inside {self._items[thing.inside]}"
        else:
            where = f"in {thing.area}" if thing.area is not None else "carried"
        return f"{thing.item} ({where}{'' if thing.placed else ', already there'})"
