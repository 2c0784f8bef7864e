"""What a designer asks for beside the pack: dials, switches, and what to keep or never to use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.protocol import Params, RequestError, number_of, text_of, texts_of

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.synth.options import SynthesisOptions
    from puzzlesynth.synth.steering import Steering

KINDS = ("steps", "depth", "width", "herrings")
GRADES = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Wishes:
    """As the command line has them: `steps` is a list of `6..9` and `Tower:6..9`."""

    bounds: tuple[tuple[str, tuple[str, ...]], ...]
    difficulty: tuple[str, ...]
    """`hard`, `Tower:easy`."""
    constraints: tuple[str, ...]
    rules: str
    time_limit: float | None = None

    def options(self, pack: Pack) -> SynthesisOptions:
        """Raises `TargetError` for bounds that make no sense."""
        from puzzlesynth.synth.options import SynthesisOptions, read_targets

        targets = read_targets(pack, dict(self.bounds), self.difficulty)
        return SynthesisOptions(constraints=self.constraints, targets=targets, time_limit=self.time_limit)


def wishes_of(context: Context, params: Params) -> Wishes:
    """The wishes of a request. Raises `RequestError`, and `FolderError` for a constraint file outside the folder."""
    said = params.get("wishes") or {}
    if not isinstance(said, Mapping):
        raise RequestError("`wishes` is an object")
    grades = tuple(texts_of(said, "difficulty"))
    if any(grade.rpartition(":")[2] not in GRADES for grade in grades):
        raise RequestError("`difficulty` is a list of easy, medium or hard, for all or as in `Tower:hard`")
    rules = said.get("rules") or "all"
    if rules not in ("all", "tree", "safe"):
        raise RequestError("`rules` is all, tree or safe")
    bounds = tuple((kind, tuple(texts_of(said, kind))) for kind in KINDS)
    constraints = tuple(_constraint(context, name) for name in texts_of(said, "constraints"))
    return Wishes(bounds, grades, constraints, rules)


def _constraint(context: Context, name: str) -> str:
    """A program of the shelf, or a file of the opened folder."""
    return name if name.startswith("asp:") else str(context.project.folder.resolve(name))


@dataclass(frozen=True)
class Novelty:
    """Puzzles that a new one has to differ from. The pack may have changed since they were made, so their steps go by
    what their rules say; one whose rule is gone cannot come back."""

    known: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = ()
    """Each by its name, with its steps: the notation of the rule, and the items that it is applied to."""
    returning: int = 50

    def steering(self, pack: Pack) -> Steering:
        from puzzlesynth.synth.steering import KnownPuzzle, Steering

        numbers = {str(rule): rule.number for rule in pack.rules}
        found = (
            KnownPuzzle(name, tuple(sorted({(numbers.get(rule, 0), items) for rule, items in steps})))
            for name, steps in self.known
        )
        return Steering(unlike=frozenset(found), returning=self.returning)


def novelty_of(params: Params) -> Novelty:
    """Raises `RequestError`."""
    said = params.get("unlike") or {}
    if not isinstance(said, Mapping):
        raise RequestError("`unlike` is an object")
    puzzles = said.get("puzzles") or []
    if not isinstance(puzzles, list):
        raise RequestError("`puzzles` is a list")
    known = tuple(
        (text_of(one, "name"), tuple(_step_of(step) for step in one.get("steps", ()))) for one in puzzles
    )
    return Novelty(known, max(0, min(number_of(said, "returning", 50), 99)))


def _step_of(said: Any) -> tuple[str, tuple[str, ...]]:
    return text_of(said, "rule"), tuple(texts_of(said, "items"))


@dataclass(frozen=True)
class Choices:
    """What is kept of a puzzle, and what is never used; plain data for the way to a worker."""

    puzzle: Any
    steps: tuple[str, ...]
    objects: tuple[str, ...]
    goals: tuple[str, ...]
    never_rules: tuple[int, ...]
    never_items: tuple[str, ...]

    def steering(self) -> Steering:
        from puzzlesynth.puzzle.json_io import puzzle_from_dict
        from puzzlesynth.synth.steering import Steering

        return Steering(
            puzzle_from_dict(self.puzzle) if self.puzzle else None,
            frozenset(self.steps),
            frozenset(self.objects),
            frozenset(self.goals),
            frozenset(self.never_rules),
            frozenset(self.never_items),
        )


def choices_of(params: Params) -> Choices:
    """Raises `RequestError`."""
    said = params.get("choices") or {}
    if not isinstance(said, Mapping):
        raise RequestError("`choices` is an object")
    rules = said.get("never_rules") or []
    if not isinstance(rules, list) or not all(isinstance(one, int) for one in rules):
        raise RequestError("`never_rules` is a list of numbers")
    steps, objects, goals, items = (
        tuple(texts_of(said, name)) for name in ("steps", "objects", "goals", "never_items")
    )
    return Choices(params.get("puzzle"), steps, objects, goals, tuple(rules), items)


@dataclass(frozen=True)
class Count:
    """How many, and from which seed."""

    number: int
    seed: int


def count_of(params: Params) -> Count:
    return Count(max(1, min(number_of(params, "n", 12), 1000)), max(0, number_of(params, "seed", 0)))
