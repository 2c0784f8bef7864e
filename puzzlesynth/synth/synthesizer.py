"""The generation loop: draw an answer set, decode it, have it judged, and yield the puzzle if it passes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from math import inf
from random import Random
from typing import TYPE_CHECKING

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.constraints.designer_constraints import with_preference_costs
from puzzlesynth.synth.landmarks.refusal_nogoods import RefusalNogoods
from puzzlesynth.synth.maps.block_tree import BlockTree
from puzzlesynth.synth.maps.map_facts import PuzzlePattern
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.program.near_uniform_sampler import NearUniformSampler, a_part_will_do

from .acceptance import AcceptanceTest
from .answers.answer_set import Answer, sort_key
from .answers.decoder import Decoder
from .exhaustion import Exhaustion, SynthesisCounts, note_limits, pack_limits
from .initial_state import fresh_start
from .options import DEFAULT, NO_TARGETS, SynthesisOptions
from .relevance import PackAnalysis

if TYPE_CHECKING:
    from puzzlesynth.puzzle.model import StatedConstraint

    from .cube_stream import BlockEnd, Blocks
    from .recipes.proposal import BookSynthesis
    from .steering import Steering

DRAWS = 16
"""Puzzles that are drawn one by one, before any are listed."""

ROUNDS = (16, 64)
"""After that, growing batches of neighbouring puzzles are listed, each batch in another part of the space."""

LONG_ROUNDS = (256, 1024)
"""If the stream is not continued in cubes: more such batches, then all remaining puzzles, for little more than a list."""

REDRAWS = 4
"""Draws for a puzzle that differs from known ones. If all draws are known puzzles, the others are listed."""

PATIENCE = 2000
"""Conflict limit of a search that a wider one follows anyway, if many steps are possible."""


class Synthesizer:
    """All puzzles of a pack and a start."""

    def __init__(
        self,
        pack: Pack,
        options: SynthesisOptions = DEFAULT,
        *,
        judge: AcceptanceTest,
        shape: BlockTree | None = None,
        pattern: PuzzlePattern | None = None,
        meanwhile: Callable[[], object] = lambda: None,
        program: GroundProgram | None = None,
    ) -> None:
        """`meanwhile`: run while clingo grounds, without Python's lock. `program`: if it is ground already."""
        self._ground_before = program
        self.tally, self.exhaustion = SynthesisCounts(), options.exhaustion or Exhaustion()
        self.deadline = Deadline(options.time_limit)
        self._options, self._judge = options, judge
        self._seen: set[str] = set()
        self._wanted = inf
        self._refused_before = 0
        """Refusals by the landmark test in programs that are no longer in use."""
        with self.deadline.applied():
            start, targets = options.start or fresh_start(pack), options.targets or NO_TARGETS
            self._possible = PackAnalysis(pack, start, shape, targets, pattern)
            self.book = self._recipe_book()
            if self.book is None:
                self._ask(self._possible, meanwhile)
            else:
                meanwhile()

    def _recipe_book(self) -> BookSynthesis | None:
        possible, options = self._possible, self._options
        if possible.is_recipe_book:
            # Most puzzles of a recipe book are found without a program.
            from .recipes.recipe_synthesis import recipe_synthesis

            return recipe_synthesis(possible, options)
        if a_part_will_do(possible, options):
            from .quick.first_puzzle import FirstPuzzle

            return FirstPuzzle(possible, self.deadline)
        return None

    def _ask(self, possible: PackAnalysis, meanwhile: Callable[[], object] = lambda: None) -> None:
        options, ready, self._ground_before = self._options, self._ground_before, None
        self.program = ready or GroundProgram(possible, options.constraints, options.places, meanwhile)
        if self._options.steering:
            self.program.steer(self._options.steering)
        if self._options.cube:
            self.program.restrict(self._options.cube)
        for name in ("_decoder", "_drawing"):
            vars(self).pop(name, None)

    @cached_property
    def program(self) -> GroundProgram:
        with self.deadline.applied():
            self._ask(self._possible)
        return self.program

    @cached_property
    def stated(self) -> tuple[StatedConstraint, ...]:
        return self.program.constraints.stated

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.program.possible)

    @cached_property
    def _drawing(self) -> NearUniformSampler:
        drawing = NearUniformSampler(self.program, self.deadline)
        drawing.patience = self._patience
        return drawing

    @property
    def _patience(self) -> int | None:
        """The conflict limit of every search but the last; None: there is only one search."""
        possible = self.program.possible
        return PATIENCE if possible.is_dense and not possible.keeps_all else None

    # --- puzzles --------------------------------------------------------------------------------------

    def puzzles(self, seed: int, blocks: Callable[[], Blocks] | None = None) -> Iterator[Puzzle]:
        """Different puzzles, in an order that depends on the seed, until there are no more.

        `blocks`: makes the puzzles of a long stream, cube by cube; None: this object makes all of them.
        """
        # Blocks that this process makes contain puzzles, not lines.
        yield from self._made(seed, blocks)  # type: ignore[misc]

    def lines(
        self,
        seed: int,
        blocks: Callable[[], Blocks],
        before_drawing: Callable[[], object],
        number: float = inf,
    ) -> Iterator[str]:
        """The same puzzles as lines of JSON. `before_drawing`: called if there are many. `number`: how many will
        be read; no more than that are made ahead."""
        self._wanted = number
        for one in self._made(seed, blocks, before_drawing):
            yield puzzle_to_json(one) if isinstance(one, Puzzle) else str(one)

    def _made(
        self,
        seed: int,
        blocks: Callable[[], Blocks] | None,
        before_drawing: Callable[[], object] = lambda: None,
    ) -> Iterator[object]:
        if self.book is not None:
            yield from self._from_book(self.book, seed)
            if self.book.complete:
                return
        if self.program.constraints.preferences:
            yield from self._best_first(seed)
            return
        random = Random(seed)
        few = self._drawing.all_if_few(random)
        if few is not None:
            yield from self._shuffled(few, random, seed)
        else:
            before_drawing()
            yield from self._many(Random(seed), seed, blocks)
        yield from self.remaining(seed)

    def _from_book(self, book: BookSynthesis, seed: int) -> Iterator[Puzzle]:
        for puzzle, is_proven, limit in book.puzzles(seed):
            self.tally.candidates += 1
            if puzzle.tree in self._seen or limit in self.exhaustion.limits:
                continue
            with self.deadline.applied():
                verdict = self._judge(puzzle, not is_proven)
            if limit and (verdict.accepted or verdict.undecided):
                self.exhaustion.note(limit)
            elif verdict.accepted:
                self._seen.add(puzzle.tree)
                yield replace(puzzle, guarantees=verdict.guarantees)
            else:
                self.tally.rejected += 1
                self.exhaustion.undecided += verdict.undecided
        book.complete &= not (self.tally.rejected and self._possible.start.places_decide)
        if book.complete:
            self.exhaustion.note(*pack_limits(self._possible))

    def scattered(self, seed: int, random: Random, neighbours: int) -> Iterator[Puzzle]:
        """Different puzzles in no particular order, `neighbours` at a time, each batch in another part of the space.
        They end when the quick search has no more; `remaining` yields those that only wider searches find."""
        few = self._drawing.all_if_few(random)
        if few is not None:
            yield from self._shuffled(few, random, seed)
            return
        while True:
            before = self.tally.candidates
            with self.program.at_most(self._patience):
                yield from self._listed(seed, self._drawing.some(random, neighbours), again=True)
            if self.tally.candidates == before:
                return

    def remaining(self, seed: int) -> Iterator[Puzzle]:
        """Whatever is left when the quick search has no more."""
        for _ in self._wider_searches():
            yield from self._left(Random(seed), seed)

    def sampled(self, random: Random, number: int) -> list[Puzzle]:
        """Some candidates of the quick search, drawn near-uniformly, perhaps some of them twice, and not judged."""
        drawn = islice(iter(partial(self._drawing.draw, random), None), number)
        return [self.puzzle_of(answer) for answer in drawn]

    def listed_if_few(self) -> list[Puzzle] | None:
        """All candidates of the quick search, not judged; None: there are many."""
        few = self._drawing.all_if_few(Random(0))
        return None if few is None else [self.puzzle_of(answer) for answer in sorted(few, key=sort_key)]

    def different(self) -> Iterator[Puzzle]:
        """The same puzzles in no particular order and without random places, for counting."""
        if self.book is not None:
            yield from self._from_book(self.book, 0)
            if self.book.complete:
                return
        self.program.search_randomly(None)
        for _ in chain((None,), self._wider_searches()):
            yield from self._left(Random(0), 0)

    def redraw(self, steering: Steering, seed: int, avoid: Collection[str] = ()) -> Puzzle | None:
        """A puzzle that fits these choices and whose tree is not one of `avoid`; None: none was found quickly.

        Unlike `puzzles`, it can be called repeatedly with other choices, and can return the same puzzle again.
        """
        random = Random(seed)
        self.program.steer(steering)
        drawn = islice(iter(partial(self._drawing.draw, random), None), REDRAWS)
        for answer in chain(drawn, self.program.answers(deadline=self.deadline)):
            puzzle = self._decoder.decode(answer, seed)
            if puzzle.tree in avoid:
                continue
            with self.deadline.applied():
                verdict = self._judge(puzzle, False)
            if verdict.accepted:
                return replace(puzzle, guarantees=verdict.guarantees, constraints=self.stated)
            self._refusals.learn(answer, puzzle, verdict.counterexample)
        return None

    # --- to the end -----------------------------------------------------------------------------------

    def _wider_searches(self) -> Iterator[None]:
        """Widening searches, until the program leaves nothing out.

        Drawing and listing assume what makes the search quick but slightly too strict: a shared step belongs to the
        first of its areas, many areas are locked in plain ways, nothing used up is made again, and the landmark test
        decides.
        """
        if self._patience is not None:
            # If nearly everything has a shortcut in the delete relaxation, playing finds puzzles sooner.
            self.tally.exact = True
            self.program.guard.enabled = False
            yield
            self.program.guard.enabled = True
        if self.widen() and self._patience is None:
            yield
        if self._can_look_closer():
            self.tally.exact = True
            self.program.guard.enabled = False
            self._drawing.patience = None
            yield
        note_limits(self.exhaustion, self.program, self.deadline, partial(self._judged, seed=0))

    def widen(self) -> bool:
        """Drop the assumptions of the quick search, and let things be made again after they are used up. Returns whether
        this can admit more puzzles."""
        possible = self.program.possible
        if possible.shape is None and possible.supplies.any_recurs:
            self._refused_before = self.program.guard.refused
            with self.deadline.applied():
                self._ask(replace(possible, widened=True))
        return self.program.assume_nothing()

    def _left(self, random: Random, seed: int) -> Iterator[Puzzle]:
        """All remaining puzzles of the program. If playing decides, its nogoods apply from the next solve on."""
        if not self.program.guard.enabled:
            yield from iter(partial(self._next, random, seed), None)
            return
        while True:
            rejected = self.tally.rejected
            with self.program.at_most(self._patience):
                yield from self._listed(seed, self.program.many_answers(0, self.deadline), again=True)
            if self.tally.rejected == rejected:
                return

    def _best_first(self, seed: int) -> Iterator[Puzzle]:
        """The puzzle with the lowest cost of preferences, then the best of the rest, and so on."""
        random = Random(seed)
        for _ in chain((None,), self._wider_searches()):
            yield from self._best_left(random, seed)

    def _best_left(self, random: Random, seed: int) -> Iterator[Puzzle]:
        while True:
            self.program.search_randomly(random.randrange(2**31))
            best = self.program.best(self.deadline.half())
            if best is None:
                return
            puzzle = self._judged(best.answer, seed)
            if puzzle is not None:
                yield with_preference_costs(puzzle, best)

    def _can_look_closer(self) -> bool:
        """Whether the landmark test may have refused puzzles that have no real shortcut."""
        if self.program.possible.keeps_all:
            return False
        # A search that gave up, or a program with landmarks of its own, may have excluded puzzles without refusing them.
        unseen = self.program.possible.shape is not None or self._patience is not None
        refused = self._refused_before + self.program.guard.refused
        return self.program.guard.enabled and (unseen or refused > 0)

    def _shuffled(self, few: list[Answer], random: Random, seed: int) -> Iterator[Puzzle]:
        few.sort(key=sort_key)
        random.shuffle(few)
        for answer in few:
            rejected = self.tally.rejected
            puzzle = self._judged(answer, seed)
            if self.tally.rejected > rejected:
                puzzle = self._in_other_places(answer, random, seed)
            if puzzle is not None:
                yield puzzle

    def _in_other_places(self, answer: Answer, random: Random, seed: int) -> Puzzle | None:
        """The puzzle of an answer set whose objects the judge refused in their first places."""
        literals = self.program.guard.reader.tree_literals(answer, self._options.places)
        while True:
            self.program.search_randomly(random.randrange(2**31))
            found = next(self.program.answers_with(literals, self.deadline), None)
            if found is None:
                return None
            puzzle = self._judged(found, seed)
            if puzzle is not None or self._name(self._decoder.decode(found)) in self._seen:
                return puzzle

    def _many(self, random: Random, seed: int, blocks: Callable[[], Blocks] | None) -> Iterator[object]:
        """First drawn one by one, then listed."""
        drawn: list[Puzzle] = []
        while len(self._seen) < DRAWS:
            puzzle = self._next(random, seed)
            if puzzle is None:
                return
            drawn.append(puzzle)
            yield puzzle
        in_cubes = blocks is not None and self._can_be_cut and self._in_cubes(drawn, blocks())
        for size in ROUNDS:
            yield from self._listed(seed, self._drawing.some(random, size), again=True)
        if in_cubes:
            for name, found in in_cubes:
                if name not in self._seen:
                    self._seen.add(name)
                    yield found
            return
        for size in LONG_ROUNDS:
            yield from self._listed(seed, self._drawing.some(random, size), again=True)
        while True:
            self.program.search_randomly(random.randrange(2**31))
            before = self.tally.candidates
            answers = self.program.many_answers(0, self.deadline)
            yield from self._listed(seed, answers, again=self.tally.rejected > 0)
            if self.tally.candidates == before or not self.tally.rejected:
                return

    @property
    def _can_be_cut(self) -> bool:
        """Whether grounding one program per cube pays."""
        possible = self.program.possible
        return possible.shape is None and possible.pattern is None and not possible.is_dense

    def _in_cubes(self, drawn: Sequence[Puzzle], blocks: Blocks) -> Iterator[tuple[str, object]]:
        from .cube_stream import first_blocks, stream_in_cubes

        first = first_blocks(self._options.cube, drawn, self.program.possible.pack)
        return stream_in_cubes(first, blocks, lambda: self._wanted - len(self._seen), self._end_of_block)

    def _end_of_block(self, end: BlockEnd) -> None:
        end.add_to(self.tally, self.exhaustion)
        self._refused_before += end.refused

    def _listed(self, seed: int, answers: Iterator[Answer], again: bool) -> Iterator[Puzzle]:
        """The puzzles of some answer sets. `again`: more will be asked for, so these must be excluded then."""
        yield from filter(None, (self._judged(answer, seed, again) for answer in answers))

    def _next(self, random: Random, seed: int) -> Puzzle | None:
        return next(self._listed(seed, iter(partial(self._drawing.draw, random), None), again=True), None)

    # --- judging --------------------------------------------------------------------------------------

    def _judged(self, answer: Answer, seed: int, again: bool = True) -> Puzzle | None:
        """The answer set's puzzle if it is new and accepted. A refused one is excluded for good."""
        self.tally.candidates += 1
        puzzle = self._decoder.decode(answer, seed)
        name = self._name(puzzle)
        if name in self._seen:
            self._forbid_tree(answer)
            return None
        with self.deadline.applied():
            verdict = self._judge(puzzle, not self.program.guard.enabled)
        if verdict.accepted:
            self._seen.add(name)
            # Enumeration never repeats an answer set, so a nogood is needed only if another search follows.
            if again or self.tally.rejected:
                self._forbid_tree(answer)
            return replace(puzzle, guarantees=verdict.guarantees, constraints=self.stated)
        self.tally.rejected += 1
        self.exhaustion.undecided += verdict.undecided
        self._refusals.learn(answer, puzzle, verdict.counterexample)
        return None

    def _forbid_tree(self, answer: Answer) -> None:
        """Exclude the puzzle for good."""
        guard = self.program.guard
        guard.forbid(guard.reader.tree_literals(answer, self._options.places))

    @property
    def _refusals(self) -> RefusalNogoods:
        return RefusalNogoods(self.program.guard, self._decoder)

    def puzzle_of(self, answer: Answer) -> Puzzle:
        """The puzzle of an answer set, not yet judged."""
        return self._decoder.decode(answer)

    def passes(self, judge: AcceptanceTest, look_for_shortcuts: bool) -> bool:
        """Whether the puzzle of the last answer set is accepted when it is played. If not, it is excluded for good."""
        answer = self.program.guard.answer
        puzzle = self.puzzle_of(answer)
        with self.deadline.applied():
            verdict = judge(puzzle, look_for_shortcuts)
        if not verdict.accepted:
            self._refusals.learn(answer, puzzle, verdict.counterexample)
        return verdict.accepted

    def _name(self, puzzle: Puzzle) -> str:
        return puzzle.id if self._options.places else puzzle.tree
