"""Objects on a layout, placed by clingo: drawn at random, checked, forbidden for good, and explained.

A draw fixes how many of each object there are, and then lets clingo decide cells in an order of chance: a random
placement, one object after the other, of which propagation rules out the impossible as it goes. That is uniform
where constraints are loose, and near it where they are not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.analysis.level_style import sharing_pairs
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.resources import ENCODINGS
from puzzlesynth.solver_threads import BackgroundWork, next_model, solving

from .layout import LevelLayout
from .placement_facts import level_facts, object_symbol
from .start_requirements import ObjectCounts, StartRequirements, recipe
from .user_program import BadUserProgram, UserProgram, read_program

if TYPE_CHECKING:
    from clingo import Control, SolveHandle, Symbol

_TRIES_FOR_NUMBERS = 40
_FEW_CONFLICTS = 100
"""Dead ends after which a draw begins again, in another order. Most orders lead to a level at once, and some to hardly
anything but dead ends."""
_CONFLICTS = 5000
"""How many dead ends clingo may run into for one draw; counted, not timed, so that draws stay the same."""


class NoPlacement(Exception):
    """Nothing satisfies all constraints together. `reasons` are those that conflict, in plain words; none of them
    can be left out of the conflict. Not `proven`: the search for a start was given up."""

    def __init__(self, reasons: tuple[str, ...], *, after_levels: bool = False, proven: bool = True) -> None:
        self.reasons = reasons
        self.after_levels = after_levels
        self.proven = proven
        super().__init__("; ".join(reasons))


PartialPlacement = Iterable[tuple[int, int, bool]]
"""Objects in cells: (object, index of the cell, whether it lies there)."""


class PlacementSolver:
    """All starting positions on one layout that satisfy the demands."""

    def __init__(
        self, game: PuzzleScriptGame, analysis: GameAnalysis, layout: LevelLayout, demands: StartRequirements
    ) -> None:
        self.game, self.layout, self.demands = game, layout, demands
        self.recipe: ObjectCounts = recipe(game, analysis, layout, demands)
        self._programs = [read_program(name, text) for name, text in demands.files]
        self._order = _order()
        self.forbidden = 0
        self._control = self._ground(level_facts(game, analysis, layout, demands, self.recipe))
        self._read_atoms()
        self._bad_numbers: set[tuple[tuple[int, int], ...]] = set()
        self._gave_up = False
        self._given = [sum(1 for cell in layout.cells if cell >> thing.id & 1) for thing in game.objects]
        sharing = {one for one, _ in sharing_pairs(demands.style)} if demands.style is not None else set()
        self._lying_alone = [
            facts.id
            for facts in analysis.objects
            if facts.types != ("winning",) and not _is_player(game, facts.id) and facts.id not in sharing
        ]

    def _ground(self, facts: Iterator[str]) -> Control:
        from clingo import Control
        from clingo.ast import ProgramBuilder

        complaints: list[str] = []
        control = Control(["--warn=all"], logger=lambda code, text: complaints.append(f"{code.name}: {text}"))
        control.load(str(ENCODINGS / "levels" / "level.lp"))
        control.add("base", [], "\n".join(facts))
        with ProgramBuilder(control) as builder:
            for program in self._programs:
                for statement in program.statements:
                    builder.add(statement)
        control.add("base", [], "guard(learnt)." + "\n".join(_guard_facts(self._programs)))
        names = ", ".join(name for name, _ in self.demands.files)
        try:
            with BackgroundWork(lambda: control.ground([("base", [])])):
                pass
        except RuntimeError:
            text = " ".join(complaints).replace("<string>", names).replace("\n", " ")
            raise BadUserProgram(f"{names}: {text}") from None
        bad = [text for text in complaints if "OperationUndefined" in text or "AtomUndefined" in text]
        if bad:
            raise BadUserProgram(_short(bad[0], names))
        control.register_propagator(self._order)
        return control

    def _read_atoms(self) -> None:
        """The program's literals for what lies where, for numbers, and for guards."""
        from clingo import Function, Number

        atoms = self._control.symbolic_atoms
        symbols = [object_symbol(self.game, thing.id) for thing in self.game.objects]
        self.placed: dict[tuple[int, int], int] = {}
        for index in self.layout.free:
            x, y = self.layout.place(index)
            for thing, symbol in enumerate(symbols):
                atom = atoms[Function("at", [symbol, Number(x), Number(y)])]
                if atom is not None and not atom.is_fact:
                    self.placed[thing, index] = atom.literal
        self._numbers: dict[tuple[int, int], int] = {}
        for thing, (least, most) in self.recipe.numbers.items():
            for number in range(least, most + 1):
                atom = atoms[Function("count", [symbols[thing], Number(number)])]
                if atom is not None:
                    self._numbers[thing, number] = atom.literal
        self._guards: dict[int, Symbol] = {
            atom.literal: atom.symbol.arguments[0] for atom in atoms.by_signature("on", 1)
        }
        learnt = atoms[Function("on", [Function("learnt")])]
        assert learnt is not None
        # What was learnt from playing keeps levels from being drawn; it is no demand on a level.
        self._learnt: int = learnt.literal

    # drawing

    def draw(self, rng: random.Random, numbers: Mapping[int, int] | None = None) -> Level:
        """A level drawn at random. `numbers` says how many of some objects there shall be, if that is possible.
        Raises `NoPlacement` if there is none (any more)."""
        self._refuse_crowds()
        self._shuffle(rng)
        for _ in range(_TRIES_FOR_NUMBERS):
            chosen = self._draw_numbers(rng, numbers or {})
            key = tuple(sorted(chosen.items()))
            if key in self._bad_numbers or self._is_crowd(chosen):
                numbers = None
                continue
            level = self._solve_in_some_order(
                rng, [self._numbers[item] for item in key if item in self._numbers]
            )
            if level is not None:
                return level
            self._bad_numbers.add(key)
            numbers = None
        level = self._solve_in_some_order(rng, [])
        if level is None and self._gave_up:
            raise NoPlacement((f"no start was found within {_CONFLICTS} dead ends",), proven=False)
        if level is None:
            raise NoPlacement(self.explain(), after_levels=self.forbidden > 0)
        return level

    def _is_crowd(self, numbers: Mapping[int, int]) -> bool:
        """Whether that many things that lie alone, or that collide with each other, cannot have a free cell each. clingo
        could tell, but it would have to count its pigeons one way after the other."""
        crowds = [self._lying_alone, *(layer.object_ids for layer in self.game.layers)]
        return any(
            sum(max(0, numbers.get(thing, 0) - self._given[thing]) for thing in crowd) > len(self.layout.free)
            for crowd in crowds
        )

    def _refuse_crowds(self) -> None:
        least = {thing: least for thing, (least, _) in self.recipe.numbers.items()}
        if self._is_crowd(least):
            words = [
                f"at least {number} {self.game.objects[thing].name}"
                for thing, number in least.items()
                if number > self._given[thing]
            ]
            raise NoPlacement(
                (f"the level has {', '.join(words)}", f"the layout has {len(self.layout.free)} free cells")
            )

    def _draw_numbers(self, rng: random.Random, wanted: Mapping[int, int]) -> dict[int, int]:
        chosen: dict[int, int] = {}
        partner = dict(self.recipe.equal) | {other: one for one, other in self.recipe.equal}
        for thing, (least, most) in sorted(self.recipe.numbers.items()):
            number = wanted.get(thing, rng.randint(least, max(least, most)))
            mate = partner.get(thing)
            if mate is not None and mate in chosen and thing not in wanted:
                number = chosen[mate]
            chosen[thing] = number
        return chosen

    def _solve_in_some_order(self, rng: random.Random, extra: list[int]) -> Level | None:
        """A level that is placed in the order of chance there is, and in another one when that leads to too many dead
        ends."""
        conflicts = _FEW_CONFLICTS
        while True:
            level = self._solve(extra, conflicts)
            if level is not None or not self._gave_up or conflicts >= _CONFLICTS:
                return level
            conflicts = min(2 * conflicts, _CONFLICTS)
            self._shuffle(rng)

    def _shuffle(self, rng: random.Random) -> None:
        order = list(self.placed.values())
        rng.shuffle(order)
        self._order.literals = order

    def _solve(self, extra: list[int], conflicts: int) -> Level | None:
        self._limit(conflicts)
        with self._search([*self._guards, *extra]) as handle:
            model = handle.model()
            if model is not None:
                cells = list(self.layout.cells)
                for (thing, index), literal in self.placed.items():
                    if model.is_true(literal):
                        cells[index] |= 1 << thing
                return self.layout.level(tuple(cells))
            self._gave_up = bool(handle.get().unknown)
        return None

    def _limit(self, conflicts: int) -> None:
        self._control.configuration.solve.solve_limit = f"{conflicts},umax"  # type: ignore[union-attr]

    @contextmanager
    def _search(self, assumptions: list[int]) -> Iterator[SolveHandle]:
        """Look for a first answer. clingo works in a thread of its own, so that a deadline and Ctrl-C are kept."""
        with solving(self._control, assumptions) as handle:
            next_model(handle)
            yield handle

    # checking and forbidding

    def accepts(self, level: Level) -> bool:
        """Whether a level satisfies everything that is asked of its starting position."""
        if (level.width, level.height) != (self.layout.width, self.layout.height):
            return False
        if not self._has_usual_numbers(level):
            return False
        expected = list(self.layout.cells)
        assumptions = [-guard if guard == self._learnt else guard for guard in self._guards]
        for (thing, index), literal in self.placed.items():
            if level.cells[index] >> thing & 1:
                expected[index] |= 1 << thing
                assumptions.append(literal)
            else:
                assumptions.append(-literal)
        if tuple(expected) != level.cells:
            return False
        self._order.literals = []
        self._limit(_CONFLICTS)
        with self._search(assumptions) as handle:
            return bool(handle.get().satisfiable)

    def _has_usual_numbers(self, level: Level) -> bool:
        """A look that spares clingo much: whether there are as many of each object as there may be."""
        for thing, (least, most) in self.recipe.numbers.items():
            mask = 1 << thing
            if not least <= sum([1 for cell in level.cells if cell & mask]) <= max(least, most):
                return False
        return True

    def forbid(self, part: PartialPlacement) -> None:
        """From now on, no level that is drawn has all of this."""
        body = [self._learnt]
        for thing, index, lies_there in part:
            literal = self.placed.get((thing, index))
            if literal is not None:
                body.append(literal if lies_there else -literal)
        with self._control.backend() as backend:
            backend.add_rule([], body)
        self.forbidden += 1

    def part_of(self, level: Level, cells: Iterable[int]) -> list[tuple[int, int, bool]]:
        """What lies, and what does not lie, in some cells of a level."""
        wanted = set(cells)
        return [
            (thing, index, bool(level.cells[index] >> thing & 1))
            for thing, index in self.placed
            if index in wanted
        ]

    # explaining

    def explain(self) -> tuple[str, ...]:
        """The constraints that cannot hold together: a smallest such set, in plain words."""
        self._order.literals = []
        self._limit(_CONFLICTS)
        core = self._core(list(self._guards))
        for literal in list(core):
            rest = [other for other in core if other != literal]
            with self._search(rest) as handle:
                if handle.get().unsatisfiable:
                    core = rest
        if not core:
            return ("the layout has no room for what has to be in it",)
        from .placement_facts import constraint_text

        texts = {name: text for program in self._programs for name, text in program.guards.items()}
        return tuple(
            constraint_text(self._guards[literal], self.recipe, self.game, self.layout, texts)
            for literal in core
        )

    def _core(self, assumptions: list[int]) -> list[int]:
        with self._search(assumptions) as handle:
            if not handle.get().unsatisfiable:
                return assumptions
            core = set(handle.core())
        return [literal for literal in assumptions if literal in core]


def _is_player(game: PuzzleScriptGame, thing: int) -> bool:
    return bool(game.player_mask >> thing & 1)


def _guard_facts(programs: Iterable[UserProgram]) -> Iterator[str]:
    from clingo import String

    for program in programs:
        for name in program.guards:
            yield f"guard({String(name)})."


def _short(text: str, names: str) -> str:
    return text.partition(": ")[2].strip().replace("<string>", names).replace("\n", " ")


def _order() -> Any:
    """A propagator that only says which cell comes next. Made here, so that clingo is loaded when it is used."""
    from clingo import Assignment, PropagateInit, Propagator

    class Order(Propagator):
        """Literals of the program in the order in which they are tried."""

        def __init__(self) -> None:
            self.literals: list[int] = []
            self._solver: list[int] = []

        def init(self, init: PropagateInit) -> None:
            self._solver = [init.solver_literal(literal) for literal in self.literals]

        def decide(self, thread_id: int, assignment: Assignment, fallback: int) -> int:
            for literal in self._solver:
                if assignment.value(literal) is None:
                    return literal
            return fallback

    return Order()
