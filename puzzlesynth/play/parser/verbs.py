"""Going, taking, putting down and examining, where the words alone do not name a possible move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from puzzlesynth.pack.text.wording import area_title, listed, the_area, words
from puzzlesynth.play.hints import walk_to
from puzzlesynth.play.text import room_description as see
from puzzlesynth.play.text.phrases import ObjectNames, action_phrase, distinct_moves, within_reach
from puzzlesynth.play.text.reply import SessionReply
from puzzlesynth.world import Drop, Move, Take

from .commands import Choice, closest, find_named, parts_of

if TYPE_CHECKING:
    from puzzlesynth.play.session import Session

ALL = ("all", "everything")


def go(session: Session, text: str, reply: SessionReply) -> None:
    game = session.game
    areas = game.pack.areas
    found = find_named(text, [(name, f"{area_title(area)} {name}") for name, area in areas.items()])
    opened = [name for name in found if name in game.state.open]
    if len(opened) == 1:
        _walk(session, opened[0], reply)
    elif opened:
        session.ask([Choice(the_area(areas[n]), partial(_walk, session, n)) for n in opened], reply)
    elif found:
        reply.note(f"The way to {the_area(areas[found[0]])} is not open.")
    else:
        _nothing_like(text, [area_title(areas[n]) for n in areas if n in game.state.open], reply)


def _walk(session: Session, area: str, reply: SessionReply) -> None:
    path = walk_to(session.game.chapter.world, session.game.state, area)
    if path:
        session.do(path, reply)
    else:
        reply.note("You are there already.")


Kind = type[Take] | type[Drop]
Excuse = Callable[["Session", str, SessionReply], None]


def take(session: Session, text: str, reply: SessionReply) -> None:
    _take_or_drop(session, Take, text, "take", _not_taken, reply)


def drop(session: Session, text: str, reply: SessionReply) -> None:
    _take_or_drop(session, Drop, text, "put down", _not_dropped, reply)


def _take_or_drop(
    session: Session, kind: Kind, text: str, verb: str, excuse: Excuse, reply: SessionReply
) -> None:
    if text.lower() not in ALL:
        _one_by_one(session, kind, parts_of(text), excuse, reply)
    elif moves := [move for move in session.game.moves() if isinstance(move, kind)]:
        session.do(moves, reply)
    else:
        reply.note(f"There is nothing to {verb}.")


def _one_by_one(
    session: Session, kind: Kind, parts: Sequence[str], excuse: Excuse, reply: SessionReply
) -> None:
    """Each thing in turn. Where it is not clear which one is meant, the rest waits for the answer."""
    moves: list[Move] = []
    for position, part in enumerate(parts, 1):
        found = _meant(session, kind, part, moves)
        if len(found) == 1:
            moves += found
        elif not found:
            excuse(session, part, reply)
        else:
            if moves:
                session.do(moves, reply)
            names = ObjectNames(session.game.state)

            def do(move: Move, reply: SessionReply, rest: Sequence[str] = parts[position:]) -> None:
                session.do([move], reply)
                _one_by_one(session, kind, rest, excuse, reply)

            phrases = ((action_phrase(session.game.pack, names, move), move) for move in found)
            session.ask([Choice(phrase, partial(do, move)) for phrase, move in phrases], reply)
            return
    if moves:
        session.do(moves, reply)


def _meant(session: Session, kind: Kind, part: str, besides: Sequence[Move]) -> list[Move]:
    """The moves with the things that a text means; of things that are just alike, one."""
    state = session.game.state
    names = ObjectNames(state)
    possible = {
        move.object: move for move in session.game.moves() if isinstance(move, kind) and move not in besides
    }
    found = [possible[id_] for id_ in find_named(part, [(id_, names[id_]) for id_ in possible])]
    return distinct_moves(session.game.pack, state, found)


def _not_taken(session: Session, text: str, reply: SessionReply) -> None:
    state = session.game.state
    names = ObjectNames(state)
    here = [(t.id, names[t.id]) for t in state.things.values() if t.area == state.player]
    carried = [(t.id, names[t.id]) for t in state.things.values() if t.carried]
    if found := find_named(text, here):
        reply.note(f"You cannot carry {_either(session, found)}.")
    elif found := find_named(text, carried):
        reply.note(f"You carry {_either(session, found)} already.")
    else:
        _nothing_like(text, [name for _, name in here], reply)


def _either(session: Session, ids: Sequence[str]) -> str:
    """`the tree`, for two trees too."""
    things = session.game.state.things
    return listed(dict.fromkeys(f"the {words(things[id_].item)}" for id_ in ids), "or")


def _not_dropped(session: Session, text: str, reply: SessionReply) -> None:
    state = session.game.state
    names = ObjectNames(state)
    likely = closest(text, [names[thing.id] for thing in state.things.values() if thing.carried])
    reply.note(f"You carry no “{text}”.{f' Did you mean: {likely}?' if likely else ''}")


def examine(session: Session, text: str, reply: SessionReply) -> None:
    game = session.game
    names = ObjectNames(game.state)
    seen = [(thing.id, names[thing.id]) for thing in within_reach(game.state)]
    alike = see.looking_alike(game, find_named(text, seen))
    if len(alike) == 1:
        reply.lines.append(see.examined(game, alike[0]))
    elif alike:
        session.ask([Choice(names.the(ids[0]), partial(_examined, session, ids)) for ids in alike], reply)
    else:
        _nothing_like(text, [name for _, name in seen], reply)


def _examined(session: Session, ids: Sequence[str], reply: SessionReply) -> None:
    reply.lines.append(see.examined(session.game, ids))


def _nothing_like(text: str, known: Sequence[str], reply: SessionReply) -> None:
    likely = closest(text, known)
    reply.note(f"There is no “{text}” here.{f' Did you mean: {likely}?' if likely else ''}")
