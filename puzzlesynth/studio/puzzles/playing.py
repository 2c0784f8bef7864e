"""Playing a puzzle, from the start or from any moment of a solution, and all paths that are worth looking at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.pack.text.wording import capital
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import MEASURED_STATES
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.packs.pack_source import PackSnapshot, load
from puzzlesynth.studio.protocol import Json

from .kept_puzzle import kept_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzlesynth.pack.model import Pack
    from puzzlesynth.play.game import Game
    from puzzlesynth.play.session import Session
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.world.trace import TraceStep

WARNING_SECONDS = 0.4
"""For finding out which of the possible moves lead into a dead end."""

MOST_PATHS = 30


@dataclass(frozen=True)
class PlayedTurn:
    source: PackSnapshot
    puzzle: Any
    commands: tuple[str, ...]
    """All of them, from the start: a page that was reloaded, or another process, goes on from there."""
    fresh: bool
    warn: bool
    path: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """What was done before the first command: rules, each with its objects."""


class NoFiles:
    """The studio keeps games itself."""

    def read(self, name: str) -> str | bytes:
        raise OSError(f"{name}: the studio keeps your game by itself")

    def write(self, name: str, text: str) -> None:
        raise OSError("the studio keeps your game by itself")


@dataclass(frozen=True)
class _Table:
    """A game in progress."""

    key: tuple[object, ...]
    session: Session
    commands: list[str]
    puzzle: Puzzle


_tables: list[_Table] = []


def turn(given: PlayedTurn, _emit: Emit) -> Json:
    """Plays the commands that are new, and says what a player sees."""
    key = (given.source, given.puzzle.get("id"), given.path)
    table = next((one for one in _tables if one.key == key), None)
    lines: list[Json] = []
    if table is None or given.fresh or list(given.commands[: len(table.commands)]) != table.commands:
        table = _begun(key, given, lines)
        _tables[:] = [table]
    for command in given.commands[len(table.commands) :]:
        reply = table.session.turn(command, 1.0)
        table.commands.append(command)
        lines.append({"style": "command", "text": reply.command or command})
        lines += _shown(reply.lines)
    return {"lines": lines, **_moment(table, given.warn)}


def _begun(key: tuple[object, ...], given: PlayedTurn, lines: list[Json]) -> _Table:
    from puzzlesynth.play.game import Game
    from puzzlesynth.play.session import Session

    pack = load(given.source)
    game_pack, puzzle = kept_puzzle(pack, given.puzzle)
    # The page shows dead ends itself, or does not, as the designer likes.
    game = Game(game_pack, puzzle, cruelty="cruel")
    session = Session(game, NoFiles(), pack=pack)
    opening = session.opening()
    lines += _shown(line for line in opening.lines if not line.text.startswith("Type a number"))
    if given.path:
        _walk(game, given.path)
        lines += _shown(session.respond("look").lines)
    return _Table(key, session, [], puzzle)


def _walk(game: Game, path: Iterable[tuple[int, tuple[str, ...]]]) -> None:
    """Does steps without telling, with all the walking and picking up between them."""
    from puzzlesynth.play.hints import moves_for
    from puzzlesynth.world import IllegalMove

    for rule, inputs in path:
        step = _trace_step(game, rule, inputs)
        try:
            for move in moves_for(game.chapter.world, game.state, step):
                game.apply(move)
        except (IllegalMove, KeyError):
            raise BadInput("this path does not lead on in the pack as it is now") from None


def _trace_step(game: Game, rule: int, inputs: tuple[str, ...]) -> TraceStep:
    from puzzlesynth.world import Use
    from puzzlesynth.world.trace import TraceStep

    if not 1 <= rule <= len(game.pack.rules):
        raise BadInput(f"the pack has no rule {rule}")
    puzzle = game.puzzle
    made: dict[str, str] = {} if puzzle is None else {new.id: new.item for new in puzzle.creates}
    own = None
    if puzzle is not None:
        own = next((step for step in puzzle.steps if (step.rule, step.inputs) == (rule, inputs)), None)
    items = tuple(made[name] for name in own.outputs if name in made) if own else ()
    action = game.pack.rule(rule).action
    place = (own.place or own.area) if own else game.state.player
    legal = [
        move for move in game.moves() if isinstance(move, Use) and (move.rule, move.inputs) == (rule, inputs)
    ]
    if legal and items not in {move.items for move in legal}:
        items = legal[0].items
    return TraceStep(rule, action, inputs, own.outputs if own else (), place, items)


def _shown(lines: Iterable[Any]) -> list[Json]:
    """The page has the menu as buttons."""
    return [{"style": line.style.value, "text": line.text} for line in lines if line.style.value != "menu"]


def _moment(table: _Table, warn: bool) -> dict[str, Json]:
    from puzzlesynth.play.text.phrases import ObjectNames, action_phrase
    from puzzlesynth.play.text.room_description import menu

    game = table.session.game
    moves = menu(game).moves
    names = ObjectNames(game.state)
    return {
        "menu": [
            {"number": number, "text": capital(action_phrase(game.pack, names, move)), "safe": safe}
            for number, (move, safe) in enumerate(zip(moves, _safety(game, moves, warn), strict=True), 1)
        ],
        "status": game.status.value,
        "chance": game.chance().value if warn else "unknown",
        "done": _done(table),
        "moves": len(game.history),
    }


def _safety(game: Game, moves: Iterable[Any], warn: bool) -> list[bool | None]:
    """For each move whether the game can be won after it; None: not known, or of no interest."""
    from puzzlesynth.play.winnability import Chance
    from puzzlesynth.world import Use

    found: list[bool | None] = []
    limit = Deadline(WARNING_SECONDS)
    for move in moves:
        safe: bool | None = None
        if warn and isinstance(move, Use):
            try:
                with limit.applied():
                    limit.check()
                    safe = game.warning(move) is not Chance.DEAD
            except OutOfTime:
                safe = None
        found.append(safe)
    return found


def _done(table: _Table) -> list[str]:
    """The steps of the puzzle that the player has done: the same rule on the same things."""
    from puzzlesynth.world import Use

    used = {(move.rule, move.inputs) for move in table.session.game.history if isinstance(move, Use)}
    return [step.id for step in table.puzzle.steps if (step.rule, step.inputs) in used]


# --- paths ------------------------------------------------------------------------------------------------


def paths(given: PlayedTurn, emit: Emit) -> Json:
    """The intended solution, other solutions, and the nearest way into each kind of dead end. `complete`: whether there
    are no more of a kind."""
    from puzzlesynth.api import solve
    from puzzlesynth.world.ground_task import ground_task
    from puzzlesynth.world.search.state_space import search
    from puzzlesynth.world.verification.dead_ends import dead_end_classes

    pack = load(given.source)
    game, puzzle = kept_puzzle(pack, given.puzzle)
    intended = [puzzle.step(name) for name in puzzle.solution]
    emit({"path": _path(game, "solution", "The intended solution", intended, puzzle)})
    emit({"progress": "looking for dead ends"})
    explored = search(ground_task(game, puzzle), MEASURED_STATES)
    ends = dead_end_classes(explored)
    for one in ends[:MOST_PATHS]:
        emit({"path": _path(game, "dead_end", capital(str(one)), one.trace, puzzle)})
    emit({"progress": "looking for other solutions"})
    found = solve(pack, puzzle, most=MOST_PATHS)
    others = [one for one in found.found if not one.intended]
    for number, other in enumerate(others, 1):
        title = f"Another solution ({number})"
        if other.skips:
            title += f", without {', '.join(other.skips)}"
        emit({"path": _path(game, "other", title, other.trace, puzzle)})
    return {
        "complete": {
            "dead_end": explored.complete and len(ends) < MOST_PATHS,
            "other": found.complete,
        }
    }


def _path(pack: Pack, kind: str, title: str, steps: Iterable[Any], puzzle: Puzzle) -> Json:
    from puzzlesynth.pack.text.phrases import use_phrase
    from puzzlesynth.pack.text.wording import words

    items = {thing.id: thing.item for thing in puzzle.objects} | {new.id: new.item for new in puzzle.creates}
    own = {(step.rule, step.inputs): step.id for step in puzzle.steps}
    return {
        "kind": kind,
        "title": title,
        "steps": [
            {
                "rule": step.rule,
                "inputs": list(step.inputs),
                "step": own.get((step.rule, step.inputs)),
                "text": capital(
                    use_phrase(
                        pack, pack.rule(step.rule), [words(items.get(name, name)) for name in step.inputs]
                    )
                ),
            }
            for step in steps
        ],
    }
