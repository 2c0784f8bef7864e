"""Whether some requirements can hold together: first by logic alone, then with the guarantees, last by playing.

Logic alone is fast, so guarantees are looked at only where everything else can hold. The landmark test that stands for
*no shortcut* is stricter than the truth; what rests on it can be checked by playing. Everything is counted, not timed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.answers.decoder import Decoder

from .assumption_program import AssumptionProgram
from .budgeted_program import HARD, LITTLE, SolveBudget
from .requirements import GUARANTEES, AssumptionResult, Requirement, RequirementSet, by_id


class NotDecided(str):
    """Says why a puzzle could not be played to the end of the question."""

    __slots__ = ()


FaultFinder = Callable[[Pack, Puzzle, Collection[str]], str | None]
"""Plays a puzzle and tells in a sentence what is wrong with it in some areas; None: nothing."""

PLAYED = 60
"""Candidates that are played before a question counts as not decided."""

Numbers = Mapping[Requirement, int]


@dataclass(frozen=True)
class Playtests:
    """Those who know the world, which this side does not."""

    shortcut: FaultFinder = lambda pack, puzzle, areas: None
    sequence_break: FaultFinder = lambda pack, puzzle, areas: None
    dead_end: FaultFinder = lambda pack, puzzle, areas: None


class SatisfiabilityOracle:
    """Asks one program."""

    def __init__(self, program: AssumptionProgram, players: Playtests, deadline: Deadline) -> None:
        self.program, self._players, self._deadline = program, players, deadline
        self.all = frozenset(program.requirements)
        self._decoder = Decoder(program.possible)
        self._goals = frozenset(r for r in self.all if r.kind == "goal")
        self._about_items = frozenset(r for r in self.all if r.is_about_items)
        self._sound: list[RequirementSet] = []
        """What puzzles meet that have been played, though the landmark test turns them down."""
        self.left_open = False
        """Whether a candidate was passed over that could not be played to the end."""

    def finding(self, held: RequirementSet, hard: bool = True) -> AssumptionResult:
        return self.reply(held, effort=HARD if hard else LITTLE)

    def by_logic(self, held: RequirementSet, hard: bool = True) -> AssumptionResult:
        """The same without the guarantees among them."""
        bare = frozenset(r for r in held if not r.is_guarantee)
        return self._by_logic(bare, None, HARD if hard else LITTLE)

    def reply(
        self, held: RequirementSet, numbers: Numbers | None = None, effort: SolveBudget = HARD
    ) -> AssumptionResult:
        """Whether they can hold together, with the landmark test for shortcuts."""
        if not numbers and (sound := next((one for one in self._sound if held <= one), None)):
            return AssumptionResult(sound)
        bare = frozenset(r for r in held if not r.is_guarantee)
        reply = self._by_logic(bare, numbers, effort)
        if reply.met is None or bare == held:
            return reply
        return self._without_dead_ends(held, numbers, effort)

    def _by_logic(
        self, held: RequirementSet, numbers: Numbers | None, effort: SolveBudget
    ) -> AssumptionResult:
        # As long as things stay where they belong, the search is small.
        furnished = held | self._about_items
        reply = self.program.ask(furnished, self._deadline, numbers, effort)
        if reply.met is not None or (reply.core is not None and reply.core <= held):
            return reply
        return self.program.ask(held, self._deadline, numbers, effort) if furnished != held else reply

    def _without_dead_ends(
        self, held: RequirementSet, numbers: Numbers | None, effort: SolveBudget
    ) -> AssumptionResult:
        """With guarantees. What has a dead end where there must be none is played, and does not come again."""
        safe = frozenset(r for r in held if r.kind == "dead_ends")
        areas = sorted(str(r.id[1]) for r in safe)
        for played in range(PLAYED):
            reply = self._tested(held, numbers, effort)
            if reply.core is not None and played:
                return AssumptionResult(core=reply.core | safe)
            if reply.answer is None or not safe or not self._goals <= held:
                return reply
            if self._played("dead_ends", held, self.puzzle(reply), areas) is None:
                return reply
            self._forbid(reply, safe)
        return AssumptionResult()

    def _tested(self, held: RequirementSet, numbers: Numbers | None, effort: SolveBudget) -> AssumptionResult:
        """With the landmark test. A search that goes astray is begun again another way."""
        reply = AssumptionResult()
        for seed in (None, 1, 2) if effort == HARD else (None,):
            self.program.search_randomly(seed)
            reply = self._by_logic(held, numbers, effort)
            if not reply.undecided:
                break
        self.program.search_randomly(None)
        return reply

    # --- playing --------------------------------------------------------------------------------------

    def by_playing(self, held: RequirementSet) -> AssumptionResult:
        """Whether they can hold together in a whole game, with all guarantees looked at by playing."""
        strict = frozenset(r for r in held if r.is_guarantee)
        areas = {kind: sorted(str(r.id[1]) for r in strict if r.kind == kind) for kind in GUARANTEES}
        whole = held | self._goals
        for _ in range(PLAYED):
            reply = self.program.ask(whole, self._deadline, tested=False)
            if reply.core is not None:
                return AssumptionResult(core=held)
            if reply.answer is None:
                break
            puzzle = self.puzzle(reply)
            if all(self._played(kind, held, puzzle, named) is None for kind, named in areas.items() if named):
                self._sound.append((reply.met or whole) | strict)
                return AssumptionResult(self._sound[-1])
            self._forbid(reply, strict)
        return AssumptionResult()

    def _played(self, kind: str, held: RequirementSet, puzzle: Puzzle, areas: Collection[str]) -> str | None:
        """What is wrong with a puzzle by a guarantee of this kind."""
        players = {
            "shortcuts": self._players.shortcut,
            "sequence": self._players.sequence_break,
            "dead_ends": self._players.dead_end,
        }
        found = players[kind](self.world(held), puzzle, areas)
        self.left_open = self.left_open or isinstance(found, NotDecided)
        return found

    def spoilt(self, contradiction: RequirementSet) -> Iterable[str]:
        """Where a guarantee is in the way: what is wrong with a puzzle that meets everything else."""
        strict = by_id(r for r in contradiction if r.is_guarantee)
        others = self.all - frozenset(strict)
        for held in (others, (contradiction | self._goals) - frozenset(strict)) if strict else ():
            reply = self._nearest_candidate(held)
            if reply.answer is None:
                continue
            puzzle = self.puzzle(reply)
            for requirement in strict:
                found = self._played(requirement.kind, held, puzzle, [str(requirement.id[1])])
                if found is not None:
                    yield f"without it there would be a puzzle of {counted(len(puzzle.steps), 'step')}, but {found}"
            return

    def _nearest_candidate(self, held: RequirementSet) -> AssumptionResult:
        reply = self.reply(held)
        if reply.answer is not None and any(r.is_guarantee for r in held):
            return reply
        return self.program.ask(held, self._deadline, tested=False)

    def _forbid(self, reply: AssumptionResult, under: Iterable[Requirement]) -> None:
        """The same puzzle in the same places will not come again while these requirements count."""
        assert reply.answer is not None
        guard = self.program.guard
        literals = guard.reader.tree_literals(reply.answer, places=True)
        guard.forbid([*literals, *sorted(self.program.solver_literal(r) for r in under)])

    def puzzle(self, reply: AssumptionResult) -> Puzzle:
        assert reply.answer is not None
        return self._decoder.decode(reply.answer)

    def world(self, held: RequirementSet) -> Pack:
        """The pack in which a candidate is played: an item has as many copies as counts."""
        free = {str(r.id[1]) for r in self.all - held if r.kind == "copies"}
        lift = self.program.possible.pack.items
        items = {name: lift[name] if name in free else item for name, item in self.program.pack.items.items()}
        return replace(self.program.pack, items=items)
