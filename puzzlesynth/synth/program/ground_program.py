"""The logic program of one pack: grounding it, adding to it, and asking it for answer sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import clingo

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime, check_time, process_is_ours
from puzzlesynth.pack.diagnostics.problems import error
from puzzlesynth.pack.model import Pack, Place, Policy
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.resources import ENCODINGS
from puzzlesynth.solver_threads import BackgroundWork, Listing, OutOfMemory, next_model, solving
from puzzlesynth.synth.answers.answer_set import Answer, reader_of
from puzzlesynth.synth.constraints.designer_constraints import (
    WISH,
    ConstraintError,
    ConstraintSet,
    weight_problems,
)
from puzzlesynth.synth.landmarks.propagator import ShortcutPropagator
from puzzlesynth.synth.relevance import PackAnalysis

from .facts import DEFINED_FOR_WORDS, encoding_files, facts_of, vocabulary_facts
from .predicates import Fact

if TYPE_CHECKING:
    from puzzlesynth.synth.steering import Steering

SOLVER_OPTIONS = ["--sat-prepro=0", "--eq=0", "--project=project", "--heuristic=Vsids"]

PATIENT_CONFLICTS = 5000
"""If enumeration takes more conflicts than this, the space is treated as large: a first puzzle should not wait for it."""


@dataclass(frozen=True)
class BestAnswer:
    """An answer and what each preference costs in it."""

    answer: Answer
    costs: tuple[int, ...]
    proven: bool = False
    """Whether no better one exists."""


class GroundProgram:
    """A ground program that can be solved repeatedly, under different assumptions."""

    guard_type: type[ShortcutPropagator] = ShortcutPropagator
    switchable = False
    """Whether constraints apply only under their switch `counts(…)`."""
    relaxes_inside = True
    """Whether the program itself computes what players can have without a step, if many steps are possible."""
    by_rank = True
    """Whether a step that several areas need belongs to the first of them; otherwise to any that works."""
    straight = True
    """With many areas: whether only an area's own steps may keep it locked."""
    open_limits: tuple[str, ...] = ()
    """The limits of `encodings/limits.lp` that each answer may lift or not."""

    def __init__(
        self,
        possible: PackAnalysis,
        constraints: Sequence[str] = (),
        places: bool = False,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """`meanwhile`: a function to run while clingo grounds, since grounding does not hold Python's lock."""
        self.possible = possible
        self.gave_up = False
        """Whether the last search ended before it knew that there is nothing more."""
        self.core: list[int] = []
        """If the last search found nothing: assumptions that cannot hold together."""
        self.lifted: tuple[str, ...] = ()
        """The limits of `encodings/limits.lp` that are switched off."""
        self._steered: list[int] = []
        """What a designer keeps or rules out: every answer set must fit."""
        self._cube: list[int] = []
        """The part of the space that every answer set must be in."""
        self.messages: list[str] = []
        """clingo's messages from reading and grounding the program."""
        self._control = clingo.Control(SOLVER_OPTIONS, logger=_log_to(self.messages))
        names = [*encoding_files(possible), *(["landmarks.lp"] if self.has_landmarks else [])]
        names += ["substitutes.lp"] if self.has_substitutes else []
        files = [str(ENCODINGS / name) for name in names]
        for file in files:
            self._control.load(file)
        if places:
            self._control.add("base", [], "#project lies/3. #project happens/2.")
        self.constraints = self._constraints(constraints, self.switchable)
        self._add_constraints()
        test_literal = self._add_facts()
        try:
            if not process_is_ours() and _has_files(possible.pack, constraints):
                self._rehearse(files, self._constraints(constraints, switchable=False))
            with BackgroundWork(self._ground):
                self.guard = self._new_guard()
                self.guard.test_literal = test_literal
                self.guard.get_ready()
                meanwhile()
        except OutOfMemory as problem:
            raise _ungroundable(str(problem)) from None
        self._control.register_propagator(self.guard)

    def _rehearse(self, files: Sequence[str], constraints: ConstraintSet) -> None:
        """A constraint of a user may ground without end, and must not take this process down with it."""
        from .grounding_trial import try_grounding

        facts = (f"{fact.symbol}." for fact in (*self._facts(), *self._map_facts()))
        rules = map(str, constraints.statements)
        try_grounding(files, "\n".join((DEFINED_FOR_WORDS, *facts, *rules)))

    def _constraints(self, extra: Sequence[str], switchable: bool) -> ConstraintSet:
        """The pack's constraints and additional ones."""
        if not self.possible.pack.constraints and not extra:
            # Most packs have none, and parsing logic programs takes a while to import.
            return ConstraintSet()
        from puzzlesynth.synth.constraints.rewriter import constraint_set

        return constraint_set(self.possible.pack, extra, switchable)

    def _add_constraints(self) -> None:
        if self.constraints.statements:
            from puzzlesynth.synth.constraints.rewriter import add_statements

            add_statements(self._control, self.constraints)
        self._control.add("base", [], DEFINED_FOR_WORDS)

    def _ground(self) -> None:
        self.messages.clear()
        try:
            self._control.ground([("base", [])])
        except MemoryError:
            raise _ungroundable(str(OutOfMemory())) from None
        except RuntimeError as problem:
            raise _ungroundable("\n".join(self.messages) or str(problem)) from None
        if self.constraints.preferences:
            problems = weight_problems(self._control, self.constraints.preferences)
            if problems:
                raise ConstraintError(problems)

    def _add_facts(self) -> int:
        """Writes the facts. Returns the literal that guards every nogood of the landmark test."""
        with self._control.backend() as backend:
            for fact in (*self._facts(), *self._map_facts()):
                check_time()
                backend.add_rule([backend.add_atom(fact.symbol)])
            test_literal: int = backend.add_atom()
            backend.add_rule([test_literal], choice=True)
        return test_literal

    @property
    def _sees_shortcuts(self) -> bool:
        return self.relaxes_inside and self.possible.is_dense and self.possible.has_few_uses

    @property
    def has_landmarks(self) -> bool:
        """Whether `encodings/landmarks.lp` is part of the program. Where things are made again, playing decides."""
        return self._sees_shortcuts and not self.possible.widened

    @property
    def has_substitutes(self) -> bool:
        """Whether `encodings/substitutes.lp` is part of the program."""
        return self._sees_shortcuts and self.possible.uses_up_all and not self.possible.herrings

    def _facts(self) -> Iterator[Fact]:
        yield from facts_of(self.possible)
        if self._sees_shortcuts:
            from puzzlesynth.synth.landmarks.relaxed_facts import (
                relaxed_facts,
                strict_facts,
                substitute_facts,
            )

            yield from strict_facts(self.possible)
            yield from relaxed_facts(self.possible) if self.has_landmarks else ()
            yield from substitute_facts(self.possible) if self.has_substitutes else ()
        yield from vocabulary_facts(self.possible, self.constraints.words)

    def _map_facts(self) -> Iterator[Fact]:
        if self.possible.shape is not None:
            from puzzlesynth.synth.maps.map_facts import map_facts

            yield from map_facts(self.possible.shape)
        if self.possible.pattern is not None:
            yield from self.possible.pattern.facts(self.possible.relevant[1])

    def _new_guard(self) -> ShortcutPropagator:
        areas = self.possible.start.areas
        strict = {area.name for area in areas if area.guarantees.shortcuts is Policy.FORBID}
        return self.guard_type(self.possible, strict)

    @cached_property
    def _free(self) -> list[int]:
        """The atoms that distinguish puzzles."""
        atoms = self._control.symbolic_atoms
        kinds = (("step", 2), ("takes", 3), ("chosen", 2))
        return [a.literal for kind in kinds for a in atoms.by_signature(*kind) if not a.is_fact]

    def add_parities(self, randoms: Sequence[Random], size: int) -> list[int]:
        """For each source of chance a literal that holds when an odd number of some random steps, up to this many, is in
        the puzzle."""
        if not randoms or not self._free:
            return []
        size = max(1, min(len(self._free) // 2, size))
        # Opening and closing the backend takes longer than all that happens in between.
        with self._control.backend() as backend:
            return [_odd(backend, random.sample(self._free, size)) for random in randoms]

    def steer(self, steering: Steering) -> None:
        """From now on, only answer sets that fit these choices."""
        from puzzlesynth.synth.steering import steering_literals

        said = reader_of(self._control.symbolic_atoms)
        with self._control.backend() as backend:
            self._steered = steering_literals(steering, self.possible.pack, backend, said)

    def restrict(self, cube: Sequence[str]) -> None:
        """From now on, only answer sets in this cube."""
        self._cube = self.cube_literals(cube)

    def cube_literals(self, cube: Sequence[str]) -> list[int]:
        """A literal that is true exactly in this cube."""
        from puzzlesynth.synth.cubes import cube_literals

        said = reader_of(self._control.symbolic_atoms)
        with self._control.backend() as backend:
            return cube_literals(tuple(cube), self.possible.pack, backend, said)

    def without_some(self, random: Random, share: float) -> list[int]:
        """Assumptions that leave out a random share of the possible steps."""
        steps = [a.literal for a in self._control.symbolic_atoms.by_signature("step", 2) if not a.is_fact]
        return [-literal for literal in random.sample(steps, int(len(steps) * share))]

    # --- asking ---------------------------------------------------------------------------------------

    def literal_of(self, name: str, *said: str) -> int | None:
        """The literal of an atom; None: there is no such atom."""
        atom = self._control.symbolic_atoms[clingo.Function(name, [clingo.String(one) for one in said])]
        return None if atom is None else atom.literal

    def names_in(self, name: str) -> list[str]:
        """All arguments that this predicate holds for."""
        return [
            atom.symbol.arguments[0].string for atom in self._control.symbolic_atoms.by_signature(name, 1)
        ]

    def search_randomly(self, seed: int | None, frequency: float = 0.1) -> None:
        """Randomise the search by a seed; None: clingo's default search."""
        solver = self._control.configuration.solver
        solver.rand_freq = str(frequency) if seed is not None else "0.0"  # type: ignore[union-attr]
        solver.sign_def = "rnd" if seed is not None else "asp"  # type: ignore[union-attr]
        solver.seed = str((seed or 0) % 2**31)  # type: ignore[union-attr]

    def follow_heuristics(self) -> None:
        """Use the decision order of the encodings (`#heuristic`)."""
        self._control.configuration.solver.heuristic = "Domain"  # type: ignore[union-attr]

    def ground_size(self) -> dict[str, int]:
        """The size of the ground program. Known after the first solve."""
        found = self._control.statistics["problem"]["lp"]
        return {name: int(found[name]) for name in ("atoms", "rules")}

    @property
    def atoms(self) -> clingo.SymbolicAtoms:
        return self._control.symbolic_atoms

    @cached_property
    def shares_steps(self) -> bool:
        """Whether there is a step that two areas may need."""
        seen = set()
        for atom in self._control.symbolic_atoms.by_signature("serves", 2):
            step = atom.symbol.arguments[0]
            if step in seen:
                return True
            seen.add(step)
        return False

    def assume_nothing(self) -> bool:
        """Drop the assumptions of the quick search that can exclude puzzles. Returns whether there are any."""
        detours = any(True for _ in self.atoms.by_signature("straight", 0))
        self.straight, self.by_rank = False, not (self.possible.widened or self.shares_steps)
        return detours or not self.by_rank

    @cached_property
    def possible_steps(self) -> int:
        return sum(1 for _ in self._control.symbolic_atoms.by_signature("step", 2))

    def has_more_candidates_than(self, few: int, deadline: Deadline = FOREVER) -> bool:
        """Whether there are more candidates than this before the shortcut test, or they are hard to enumerate."""
        self.guard.asleep = True
        try:
            with self.at_most(PATIENT_CONFLICTS):
                found = sum(1 for _ in self.many_answers(few + 1, deadline))
        finally:
            self.guard.asleep = False
        return found > few or self.gave_up

    @contextmanager
    def at_most(self, conflicts: int | None) -> Iterator[None]:
        """Within this block, a search gives up after this many conflicts; `gave_up` says whether it did. Conflicts do not
        depend on the speed of the machine."""
        solving = self._control.configuration.solve
        solving.solve_limit = f"{conflicts or 'umax'},umax"  # type: ignore[union-attr]
        try:
            yield
        finally:
            solving.solve_limit = "umax,umax"  # type: ignore[union-attr]

    def answers(
        self, assumptions: Sequence[int] = (), limit: int = 0, deadline: Deadline = FOREVER
    ) -> Iterator[Answer]:
        """Answer sets one by one, different in the atoms that distinguish puzzles."""
        for _ in self.models(assumptions, limit, deadline):
            if self.guard.has_ended:
                # clingo may go on for a while if an assumption is contradicted.
                return
            yield self.guard.answer

    def many_answers(self, limit: int, deadline: Deadline = FOREVER) -> Iterator[Answer]:
        """The same, for callers that want all of them: the search runs some answers ahead of its reader."""
        guard = self.guard
        # clingo may go on for a while if an assumption is contradicted.
        found = Listing(lambda: None if guard.has_ended else guard.answer)
        self._ask_for(limit)
        with found.begun(self._control, self._tested()) as handle:
            yield from found.taken(deadline)
            self._note_end(handle)

    def models(
        self, assumptions: Sequence[int] = (), limit: int = 0, deadline: Deadline = FOREVER
    ) -> Iterator[clingo.Model]:
        """The same as clingo gives them."""
        self._ask_for(limit)
        with solving(self._control, [*assumptions, *self._tested()]) as handle:
            while (model := next_model(handle, deadline)) is not None:
                yield model
            self._note_end(handle)

    def _ask_for(self, models: int) -> None:
        self._control.configuration.solve.models = models  # type: ignore[union-attr]
        self._control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]

    def _note_end(self, handle: clingo.SolveHandle) -> None:
        result = handle.get()
        self.gave_up = not result.exhausted
        self.core = handle.core() if result.unsatisfiable else []

    def best(self, deadline: Deadline = FOREVER) -> BestAnswer | None:
        """The answer set with the lowest cost of preferences; None: there is none."""
        self._control.configuration.solve.models = 0  # type: ignore[union-attr]
        self._control.configuration.solve.opt_mode = "opt"  # type: ignore[union-attr]
        found: BestAnswer | None = None
        wishes = [
            (atom.literal, atom.symbol.arguments)
            for atom in self._control.symbolic_atoms.by_signature(WISH, 4)
        ]
        with solving(self._control, self._tested()) as handle:
            while True:
                try:
                    model = next_model(handle, deadline)
                except OutOfTime:
                    if found is None:
                        raise
                    return found
                if model is None:
                    return None if found is None else replace(found, proven=True)
                costs = [0] * len(self.constraints.preferences)
                for literal, (number, weight, _, _) in wishes:
                    if model.is_true(literal):
                        costs[number.number] += weight.number
                found = BestAnswer(self.guard.answer, tuple(costs))

    def _tested(self) -> list[int]:
        """Whether the landmark test decides. If so, the program itself excludes what the test would refuse."""
        atoms = self._control.symbolic_atoms
        literals = [atom.literal for atom in atoms.by_signature("by_landmarks", 0)]
        literals.append(self.guard.test_literal)
        tested = literals if self.guard.enabled else [-literal for literal in literals]
        return [*self._held(), *tested]

    def _held(self) -> Iterator[int]:
        """Assumptions: the designer's choices, the restrictions of the quick search, and the limits."""
        yield from self._steered
        yield from self._cube
        atoms = self._control.symbolic_atoms
        if self.by_rank:
            yield from (atom.literal for atom in atoms.by_signature("by_rank", 0))
        for atom in atoms.by_signature("straight", 0):
            yield atom.literal if self.straight else -atom.literal
        for atom in atoms.by_signature("lifted", 1):
            limit = atom.symbol.arguments[0].name
            if limit not in self.open_limits:
                yield atom.literal if limit in self.lifted else -atom.literal

    def answers_with(self, literals: Sequence[int], deadline: Deadline = FOREVER) -> Iterator[Answer]:
        """The answer sets in which all these solver literals hold."""
        return self.answers(self.guard.reader.program_literals(literals), deadline=deadline)


def _has_files(pack: Pack, constraints: Sequence[str]) -> bool:
    """Whether there are constraints that are not from the shelf."""
    from puzzlesynth.synth.constraints.shelf import SHELF

    listed = [one.path for one in pack.constraints]
    return any(path is not None and not path.startswith(SHELF) for path in (*listed, *constraints))


def _log_to(messages: list[str]) -> Callable[[clingo.MessageCode, str], None]:
    # A bound method would keep this large object alive until the garbage collector runs.
    return lambda _, message: messages.append(message)


def _ungroundable(text: str) -> ConstraintError:
    if "Integer overflow" in text:  # clasp says this in terms of its own source
        text, hint = "a `#sum` can become larger than 2,147,483,647", "use smaller numbers in it"
        return ConstraintError([error("ungroundable", text, Place("constraints"), hint)])
    return ConstraintError([error("ungroundable", text.strip(), Place("constraints"))])


def _odd(backend: clingo.Backend, literals: Sequence[int]) -> int:
    """A literal that is true if an odd number of these are."""
    odd, *rest = literals
    for literal in rest:
        either = backend.add_atom()
        backend.add_rule([either], [odd, -literal])
        backend.add_rule([either], [-odd, literal])
        odd = either
    return odd
