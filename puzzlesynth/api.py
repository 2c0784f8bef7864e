"""The functions behind `import puzzlesynth`: what the commands do, for Python programs.

Whatever is slow to import is imported where it is used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.quick_dataclasses import dataclass

from .state_limits import STATE_LIMIT

if TYPE_CHECKING:
    from puzzlesynth.pack.diagnostics.problems import Problem
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.explain.explanation import PackRepair, Reason
    from puzzlesynth.synth.options import Targets
    from puzzlesynth.world.search.solutions import Solutions
    from puzzlesynth.world.verification.guarantees import Report

TEXT = Path("<pack>")
"""The name of a pack that is not in a file, for messages."""

Bound = int | str | Iterable[str] | None
"""`6`, `"6..9"`, `"Tower:6..9"`, or several of these for different areas."""


# --- packs ---------------------------------------------------------------------------------------------------------


def parse_pack(source: str | Mapping[str, Any]) -> Pack:
    """A pack from a text of YAML, or from a dictionary with the same keys (docs/reference/pack.md).

    Constraint files that it names are looked for in the current folder. Raises `PackError` with all problems, each with
    its line in the text, and `TypeError` for a dictionary that could not be written as JSON.
    """
    from puzzlesynth.pack.load import load_pack

    # JSON is YAML, and leaves no doubt about what is a text and what is a number.
    text = source if isinstance(source, str) else json.dumps(source, ensure_ascii=False, indent=2)
    return load_pack(TEXT, texts={TEXT: text})


def check(pack: Pack) -> tuple[Problem, ...]:
    """What is wrong or suspicious about a pack and its constraints: `problem.is_error` says which is the case.

    A pack with errors has no puzzles, and those who would make or explain some raise `PackError`.
    """
    from puzzlesynth.pack.checks.checker import check_pack

    return (*check_pack(pack), *_constraint_problems(pack))


def _constraint_problems(pack: Pack) -> tuple[Problem, ...]:
    if not pack.constraints:
        return ()
    from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
    from puzzlesynth.synth.constraints.rewriter import constraint_set

    try:
        constraint_set(pack)
    except ConstraintError as error:
        return error.problems
    return ()


# --- puzzles -------------------------------------------------------------------------------------------------------


def make_puzzles(
    pack: Pack,
    *,
    seed: int = 0,
    constraints: Sequence[str] = (),
    steps: Bound = None,
    depth: Bound = None,
    width: Bound = None,
    herrings: Bound = None,
    difficulty: str | Iterable[str] | None = None,
    rules: str = "all",
    map: str | None = None,
    time_limit: float | None = None,
) -> Iterator[Puzzle]:
    """Different puzzles of a pack, each proven, in an order that the seed decides. Ends when there are no more.

    `constraints`: constraint files, or programs of the shelf as `"asp:at_most_steps(8)"`. `steps`, `depth`, `width`,
    `herrings`: bounds on each area, as on the command line. `difficulty`: only `"easy"`, `"medium"` or `"hard"` ones, or
    `["Tower:hard", …]` for areas.
    `rules`: which rules players can use, `"all"`, `"tree"` or `"safe"`. `map`: fill this map of the pack; then only
    `constraints` and `time_limit` count beside it. `time_limit`: in seconds, for all puzzles together.

    Raises `PackError` for a pack with errors and for wrong constraints or maps, and `ValueError` for wrong bounds, at
    once; `OutOfTime` when the time is over.
    """
    from puzzlesynth.pack.checks.checker import require_sound
    from puzzlesynth.pipeline.request import RULES, Request
    from puzzlesynth.synth.options import SynthesisOptions

    _require_list(constraints)
    if rules not in RULES:
        raise ValueError(f"rules: expected one of {', '.join(RULES)}, found {rules!r}")
    targets = _targets(pack, difficulty, steps=steps, depth=depth, width=width, herrings=herrings)
    require_sound(pack)
    if map is not None:
        from puzzlesynth.maps.filler import filler_for
        from puzzlesynth.puzzle.game_pack import complete_map

        options = SynthesisOptions(constraints=constraints, time_limit=time_limit)
        return filler_for(pack, complete_map(pack, map), options=options).puzzles(seed)
    _check_constraints(pack, constraints)
    options = SynthesisOptions(constraints=constraints, targets=targets, time_limit=time_limit)
    return Request(pack, seed, rules, options).puzzles()


def _require_list(constraints: Sequence[str]) -> None:
    """A text is a sequence of texts too, and each of its letters would be taken for a file."""
    if isinstance(constraints, str):
        raise TypeError(f"constraints: expected a list of texts, found a text; write [{constraints!r}]")


def _check_constraints(pack: Pack, constraints: Sequence[str]) -> None:
    """Raises `PackError`. Puzzles are only made on demand; mistakes are reported at once."""
    _require_list(constraints)
    if not pack.areas:
        from puzzlesynth.pack.diagnostics.problems import PackError, error

        message = f"{pack.name} has maps but no areas"
        raise PackError([error("no-areas", message, pack.place, f"choose a map: {', '.join(pack.maps)}")])
    if pack.constraints or constraints:
        from puzzlesynth.synth.constraints.rewriter import constraint_set

        constraint_set(pack, constraints)


def _targets(pack: Pack, difficulty: str | Iterable[str] | None, **given: Bound) -> Targets:
    from puzzlesynth.synth.options import TargetError, read_targets

    said = {kind: _bounds(bound) for kind, bound in given.items()}
    try:
        return read_targets(pack, said, difficulty)
    except TargetError as error:
        raise TargetError(str(error).removeprefix("--")) from None


def _bounds(bound: Bound) -> list[str]:
    if bound is None:
        return []
    return [str(bound)] if isinstance(bound, int | str) else [str(one) for one in bound]


def read_puzzle(source: str | bytes | Mapping[str, Any] | os.PathLike[str]) -> Puzzle:
    """A puzzle from a text of JSON, from the data of such a text, or from a file, given as a `Path`.

    Raises `PuzzleError`, with the place, for what is not a puzzle, and `OSError` for a file that cannot be read.
    """
    from puzzlesynth.puzzle.json_io import puzzle_from_dict, puzzle_from_json
    from puzzlesynth.puzzle.strict_json import read_bytes

    if isinstance(source, Mapping):
        return puzzle_from_dict(dict(source))
    return puzzle_from_json(read_bytes(Path(source)) if isinstance(source, os.PathLike) else source)


def verify(pack: Pack, puzzle: Puzzle, *, states: int = STATE_LIMIT) -> Report:
    """Every guarantee of a puzzle, proven again or refuted by playing: `report.ok`, `report.faults`, `report.undecided`.

    `states`: each search looks at no more than this many states. Raises `PuzzleError` for a puzzle of another pack.
    """
    from puzzlesynth.world import verify

    return verify(_game_pack(pack, puzzle), puzzle, states)


def solve(pack: Pack, puzzle: Puzzle, *, states: int = STATE_LIMIT, most: int = 1000) -> Solutions:
    """Every solution of a puzzle, up to the order of independent steps; `solutions.complete` says whether these are all.

    `states`: each search looks at no more than this many states. `most`: stop after this many solutions. Raises
    `PuzzleError` for a puzzle of another pack, a broken one, and one whose world is too large.
    """
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.world.search.solutions import Solutions, solve

    found = solve(_playable_pack(pack, puzzle), puzzle, states, most)
    if isinstance(found, Solutions):
        return found
    raise PuzzleError(found.reason)


def export_puzzle(pack: Pack, puzzle: Puzzle, to: str, *, compile: bool = False) -> str | bytes:
    """A puzzle for another tool: the content of a file in one of the formats that `puzzlesynth export --formats` lists.

    `compile`: run the format's own compiler and return what it writes. Raises `ExportError` for an unknown format or a
    puzzle that it cannot express, `PuzzleError` for a puzzle of another pack or a broken one.
    """
    from puzzlesynth.export import Options, exporter
    from puzzlesynth.world.verification.dead_ends import dangers_of

    return exporter(to).export(_playable_pack(pack, puzzle), puzzle, Options(compile, dangers_of))


def _game_pack(pack: Pack, puzzle: Puzzle) -> Pack:
    """The pack that a puzzle is played with. Raises `PuzzleError` if it belongs to another one."""
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.puzzle.model import pack_mismatch

    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        raise PuzzleError(wrong)
    return pack_for(pack, puzzle)


def _playable_pack(pack: Pack, puzzle: Puzzle) -> Pack:
    """The same for a puzzle that is in one piece. Raises `PuzzleError` otherwise."""
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.world.verification.consistency import problems_of

    game = _game_pack(pack, puzzle)
    for problem in problems_of(game, puzzle):
        raise PuzzleError(problem)
    return game


# --- why there is none ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explanation:
    """Why a pack has no puzzle, and what would help."""

    reason: Reason
    """A smallest set of requirements that cannot hold together; each one has a `text` and a `place`."""
    repairs: tuple[PackRepair, ...]
    """Changes that make a puzzle possible, the cheapest first, each tried by solving; `ways` says what to do."""

    def __str__(self) -> str:
        wanted = "\n".join(f"- {requirement.text}" for requirement in self.reason.requirements)
        helps = "".join(f"\nthis would help: {'; '.join(repair.ways)}" for repair in self.repairs)
        return f"these cannot hold together:\n{wanted}{helps}"


def explain(
    pack: Pack,
    *,
    constraints: Sequence[str] = (),
    steps: Bound = None,
    depth: Bound = None,
    width: Bound = None,
    herrings: Bound = None,
    time_limit: float | None = 60.0,
) -> Explanation | None:
    """Why a pack has no puzzle under these constraints and bounds; None: it has one.

    Arguments and errors are those of `make_puzzles`.
    """
    from puzzlesynth.pack.checks.checker import require_sound
    from puzzlesynth.pipeline.explain import explanation_for

    require_sound(pack)
    _check_constraints(pack, constraints)
    targets = _targets(pack, None, steps=steps, depth=depth, width=width, herrings=herrings)
    asked = explanation_for(pack, constraints, targets, time_limit)
    reason = asked.reason()
    return None if reason is None else Explanation(reason, tuple(asked.changes(reason)))
