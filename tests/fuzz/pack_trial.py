"""One pack on trial: everything that the synthesizer says about it is asked again from those who know better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from traceback import extract_tb

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.maps.filler import filler_for
from puzzlesynth.maps.map_extraction import NoMapError, map_of
from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import counting_synthesizer, make_puzzles
from puzzlesynth.puzzle import GameProgress, Object, Puzzle, puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.synth.initial_state import running_start
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.world import Outcome, verify
from tests.fuzz.brute_force import Bounds, Found, brute_force, key_of
from tests.fuzz.option_filters import draw_filters
from tests.fuzz.planner_oracle import NotPlanned, planner_disagrees
from tests.fuzz.puzzle_mutants import disagreement, mutants
from tests.fuzz.referee import Case, refute
from tests.fuzz.reference_world import AT_HAND, State, Thing
from tests.fuzz.state_graph import TooLarge

SECONDS = 5.0
"""How long the synthesizer may take for a pack, by default."""

MANY = 40
"""No more puzzles of one pack are looked at."""


@dataclass(frozen=True)
class Failure:
    kind: str
    """The class of fault: shrinking keeps it."""
    message: str


@dataclass
class Trial:
    pack: Pack
    seed: int
    seconds: float = SECONDS
    """How long the synthesizer may take each time that it is asked."""
    rarely: int = 1
    """What is asked of some packs only is asked of one in this many of these."""
    bounds: Bounds = field(default_factory=Bounds)
    failures: list[Failure] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)

    def run(self) -> Trial:
        self.figures["packs"] += 1
        puzzles, complete = self._made(self.seed)
        self.figures["packs with puzzles" if puzzles else "packs without puzzles"] += 1
        for puzzle in puzzles:
            self._judge(self.pack, puzzle)
        if len({puzzle.tree for puzzle in puzzles}) < len(puzzles):
            self.fail("the same puzzle twice", f"{len(puzzles)} puzzles")
        if complete:
            self._compare(puzzles)
            if self._one_in(2, 1):
                self._count(puzzles)
            elif self._one_in(3):
                self._other_seed(puzzles)
            if puzzles and self._one_in(3, 1):
                self._narrow(puzzles)
            if self._one_in(6 if puzzles else 2):
                self._ask_why(puzzles)
        if puzzles and self._one_in(4):
            self._play_on(puzzles[0])
        if puzzles and self._one_in(2):
            self._break(puzzles[-1])
        if puzzles and self._one_in(5):
            self._fill_its_map(puzzles[-1])
        if puzzles and self._one_in(10):
            self._plan(puzzles[0])
        return self

    def _one_in(self, number: int, remainder: int = 0) -> bool:
        """Whether it is this pack's turn."""
        turn, other = divmod(self.seed, self.rarely)
        return other == turn % self.rarely and turn % number == remainder

    def fail(self, kind: str, message: str) -> None:
        self.failures.append(Failure(kind, message))

    # --- making -----------------------------------------------------------------------------------------

    def _made(self, seed: int) -> tuple[list[Puzzle], bool]:
        """The puzzles, and whether these are all there are."""
        found: list[Puzzle] = []
        try:
            for puzzle in islice(make_puzzles(self.pack, seed=seed, time_limit=self.seconds), MANY):
                found.append(puzzle)
        except OutOfTime:
            self.figures["out of time"] += 1
            return found, False
        except Exception as error:
            self._crash("synth", error)
            return found, False
        return found, len(found) < MANY

    def _crash(self, command: str, error: Exception) -> None:
        where = extract_tb(error.__traceback__)[-1]
        name = where.filename.rsplit("/", 1)[-1]
        self.fail(
            f"{command} crashes: {type(error).__name__} in {name}", f"{type(error).__name__}: {error}"[:400]
        )

    # --- each puzzle --------------------------------------------------------------------------------------

    def _judge(self, pack: Pack, puzzle: Puzzle, where: str = "") -> None:
        self.figures[f"puzzles{where}"] += 1
        if puzzle_from_json(puzzle_to_json(puzzle)) != puzzle:
            self.fail(f"JSON{where}", "a puzzle that is written and read is another one")
        try:
            report = verify(pack, puzzle)
        except Exception as error:
            self._crash(f"verify{where}", error)
        else:
            for verdict in report.verdicts:
                if verdict.outcome is Outcome.VIOLATED:
                    self.fail(
                        f"verify{where} refuses: {verdict.guarantee}", f"{puzzle.id}: {verdict.message}"
                    )
        try:
            for refutation in refute(pack, puzzle):
                self.fail(f"refuted{where}: {refutation.guarantee}", f"{puzzle.id}: {refutation.message}")
            self.figures[f"puzzles refereed{where}"] += 1
        except TooLarge:
            self.figures[f"puzzles too large for the referee{where}"] += 1

    # --- all of them ----------------------------------------------------------------------------------------

    def _compare(self, puzzles: list[Puzzle]) -> None:
        if any(area.herrings for area in self.pack.areas.values()):
            return
        try:
            brute = brute_force(self.pack, self.bounds)
        except TooLarge:
            self.figures["packs too large for brute force"] += 1
            return
        self.figures["packs compared with brute force"] += 1
        self.figures["puzzles found by brute force"] += len(brute.puzzles)
        try:
            made = {key_of(self.pack, puzzle): puzzle for puzzle in puzzles}
        except ValueError:
            return  # a solution that does not work was a failure already
        missing = brute.puzzles.keys() - made.keys()
        if missing:
            kind = "says none, brute force has one" if not made else "brute force has more"
            self.fail(kind, "; ".join(sorted(brute.puzzles[key] for key in missing)[:2]))
        for key in made.keys() - brute.puzzles.keys() - brute.limited.keys():
            if len(made[key].steps) <= self.bounds.steps:
                self.fail("brute force does not have it", puzzle_to_json(made[key]))

    def _count(self, puzzles: list[Puzzle]) -> None:
        try:
            count = sum(
                1
                for _ in islice(
                    counting_synthesizer(self.pack, time_limit=self.seconds).different(), MANY + 1
                )
            )
        except OutOfTime:
            return
        except Exception as error:
            self._crash("count", error)
            return
        if count != len(puzzles):
            self.fail("count differs", f"count says {count}, synth makes {len(puzzles)}")

    def _other_seed(self, puzzles: list[Puzzle]) -> None:
        others, complete = self._made(self.seed + 1)
        if complete and {p.tree for p in puzzles} != {p.tree for p in others}:
            self.fail(
                "seeds differ", f"seed {self.seed}: {len(puzzles)}, seed {self.seed + 1}: {len(others)}"
            )

    def _ask_why(self, puzzles: list[Puzzle]) -> None:
        """There is a reason exactly where there is no puzzle."""
        try:
            reason = explanation_for(self.pack, time_limit=self.seconds).reason()
        except OutOfTime:
            return
        except Exception as error:
            self._crash("why", error)
            return
        self.figures["packs asked why"] += 1
        if reason is None and not puzzles:
            self.fail("why says that there are puzzles", "synth says that there are none")
        if reason is not None and puzzles and reason.proven:
            self.fail("why says that there are none", "; ".join(one.text for one in reason.requirements))

    def _narrow(self, puzzles: list[Puzzle]) -> None:
        """With an option, there are just those of the puzzles that fit."""
        for asked in draw_filters(self.pack, puzzles, Random(self.seed)):
            options = replace(asked.options, time_limit=self.seconds)
            try:
                found = list(make_puzzles(self.pack, seed=self.seed, options=options))
            except OutOfTime:
                continue
            except Exception as error:
                self._crash(f"synth {asked.name.split()[0]}", error)
                continue
            self.figures["options compared"] += 1
            wanted = {puzzle.tree for puzzle in puzzles if asked.keeps(puzzle)}
            if {puzzle.tree for puzzle in found} != wanted:
                message = f"{asked.name}: {len(found)} puzzles, but {len(wanted)} of {len(puzzles)} fit"
                self.fail(f"{asked.name.split()[0]} differs", message)

    # --- running games ----------------------------------------------------------------------------------------

    def _play_on(self, puzzle: Puzzle) -> None:
        """Plays at random for a while, then asks for a puzzle for each area that is still open."""
        random = Random(self.seed)
        case = Case(self.pack, puzzle)
        state = case.start
        for number in range(random.randint(0, 4)):
            ways = [
                done
                for move in case.world.moves(state)
                if (done := case.world.done(state, move, [f"n{number}_{n}" for n in range(len(move.made))]))
            ]
            if not ways:
                break
            after = random.choice(ways).state
            if case.world.won(after):
                break
            state = after
        self._continue(state)

    def _continue(self, state: State) -> None:
        objects = list(_objects(self.pack, state))
        names = self.pack.areas
        progress = GameProgress(
            tuple(n for n in names if n in state.open), tuple(n for n in names if n in state.solved)
        )
        for area in self.pack.to_solve:
            if area.name not in state.open or area.name in state.solved:
                continue
            try:
                start = running_start(self.pack, objects, progress, area.name)
                found = list(
                    islice(make_puzzles(self.pack, seed=self.seed, start=start, time_limit=self.seconds), 4)
                )
            except OutOfTime:
                continue
            except Exception as error:
                self._crash("synth --state", error)
                continue
            for puzzle in found:
                self._judge(self.pack, puzzle, " of running games")

    # --- maps and planners ------------------------------------------------------------------------------------

    def _fill_its_map(self, puzzle: Puzzle) -> None:
        """The shape of a puzzle as a map: it can be filled, at least by the puzzle itself."""
        try:
            shape = map_of(self.pack, puzzle)
            pack = replace(self.pack, maps={shape.name: shape})
            found = list(
                islice(
                    filler_for(pack, shape, options=SynthesisOptions(time_limit=self.seconds)).puzzles(
                        self.seed
                    ),
                    4,
                )
            )
        except (OutOfTime, NoMapError):
            return
        except Exception as error:
            self._crash("synth --map", error)
            return
        if not found:
            self.fail("the map of a puzzle cannot be filled", puzzle.id)
        for filling in found:
            self._judge(pack, filling, " that fill maps")

    def run_refused(self) -> Trial:
        """`check` says that there can be no puzzle."""
        self.figures["packs"] += 1
        try:
            brute = brute_force(self.pack, self.bounds, first=True)
        except TooLarge:
            self.figures["packs too large for brute force"] += 1
            return self
        self.figures["packs refused by check and by brute force"] += 1
        if brute.puzzles:
            self.fail("check refuses, brute force has one", next(iter(brute.puzzles.values())))
        return self

    def run_map(self) -> Trial:
        """Fills the map of a pack that has one; each filling is a game of its own."""
        self.figures["packs"] += 1
        relations = ("needed", "safe", "all")[self.seed % 3]
        try:
            maker = filler_for(
                self.pack,
                self.pack.maps["shape"],
                options=SynthesisOptions(time_limit=self.seconds),
                relations=relations,
            )
            found = list(islice(maker.puzzles(self.seed), 6))
        except OutOfTime:
            self.figures["out of time"] += 1
            return self
        except Exception as error:
            self._crash("synth --map", error)
            return self
        for puzzle in found:
            self._judge(pack_for(self.pack, puzzle), puzzle, " that fill maps")
        return self

    def _break(self, puzzle: Puzzle) -> None:
        for change, mutant in mutants(self.pack, puzzle, Random(self.seed)):
            try:
                found = disagreement(self.pack, mutant)
            except TooLarge:
                continue
            except Exception as error:
                self._crash("verify of a broken puzzle", error)
                continue
            self.figures["broken puzzles"] += 1
            if found is not None:
                self.fail(found[0], f"{puzzle.id}, {change}: {found[1]}"[:400])

    def _plan(self, puzzle: Puzzle) -> None:
        try:
            disagrees = planner_disagrees(self.pack, puzzle)
        except NotPlanned:
            return
        except Exception as error:
            self._crash("export --to pddl", error)
            return
        self.figures["puzzles planned"] += 1
        if disagrees is not None:
            self.fail("the planner disagrees", f"{puzzle.id}: {disagrees}")


def _objects(pack: Pack, state: State) -> Iterator[Object]:
    """The things of a state as a saved game has them."""

    def told(thing: Thing, area: str | None, inside: str | None) -> Iterator[Object]:
        off = {name: False for name, value in pack.items[thing.item].properties.items() if value is True}
        properties = {**off, **{name: value for name, _, value in thing.properties}}
        yield Object(thing.tag, thing.item, area, inside, False, properties)
        for inner in thing.inside:
            yield from told(inner, None, thing.tag)

    here = next(name for name in pack.areas if name in state.open and pack.areas[name].is_place)
    for spot in state.spots:
        yield from told(spot.thing, here if spot.where == AT_HAND else spot.where, None)


__all__ = ["Failure", "Found", "Trial"]
