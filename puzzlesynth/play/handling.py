"""Going, taking, putting down and examining, where the words alone do not name a possible move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.play import room as see
from puzzlesynth.play.commands import closest, find_named
from puzzlesynth.play.hints import walk_to
from puzzlesynth.play.names import Names, area_name, listed, the_area
from puzzlesynth.play.reply import Reply
from puzzlesynth.world import Drop, Move, Take

if TYPE_CHECKING:
    from puzzlesynth.play.session import Session


def go(session: Session, text: str, reply: Reply) -> None:
    game = session.game
    known = [(name, f"{area_name(area)} {name}") for name, area in game.pack.areas.items()]
    found = find_named(text, known)
    opened = [name for name in found if name in game.state.open]
    if len(opened) == 1:
        path = walk_to(game.chapter.world, game.state, opened[0])
        if not path:
            reply.note("You are there already.")
        else:
            session.do(path, reply)
    elif opened:
        reply.note(f"Which one: {listed((area_name(game.pack.areas[n]) for n in opened), 'or')}?")
    elif found:
        reply.note(f"The way to {the_area(game.pack.areas[found[0]])} is not open.")
    else:
        _nothing_like(text, [area_name(game.pack.areas[n]) for n in game.state.open], reply)


def take(session: Session, text: str, reply: Reply) -> None:
    state = session.game.state
    here = [t for t in state.things.values() if t.area == state.player]
    if text in ("all", "everything"):
        _all(session, [Take(thing.id) for thing in here if thing.carryable], "take", reply)
        return
    found = _thing(session, text, [thing.id for thing in here], reply)
    if found is not None:
        reply.note(f"You cannot carry the {Names(state)[found]}.")


def drop(session: Session, text: str, reply: Reply) -> None:
    carried = [thing for thing in session.game.state.things.values() if thing.carried]
    if text in ("all", "everything"):
        _all(session, [Drop(thing.id) for thing in carried], "put down", reply)
    else:
        names = Names(session.game.state)
        _nothing_like(text, [names[thing.id] for thing in carried], reply)


def _all(session: Session, moves: Sequence[Move], verb: str, reply: Reply) -> None:
    if session.is_over(reply):
        return
    if moves:
        session.do(moves, reply)
    else:
        reply.note(f"There is nothing to {verb}.")


def examine(session: Session, text: str, reply: Reply) -> None:
    state = session.game.state
    seen = [t.id for t in state.things.values() if t.inside is None and t.area in (None, state.player)]
    found = _thing(session, text, seen, reply)
    if found is not None:
        reply.lines.append(see.examined(session.game, found))


def _thing(session: Session, text: str, ids: Sequence[str], reply: Reply) -> str | None:
    """The one thing that a text means."""
    names = Names(session.game.state)
    found = find_named(text, [(id_, names[id_]) for id_ in ids])
    if len(found) == 1:
        return found[0]
    if found:
        reply.note(f"Which one: {listed((names.the(id_) for id_ in found), 'or')}?")
    else:
        _nothing_like(text, [names[id_] for id_ in ids], reply)
    return None


def _nothing_like(text: str, known: Sequence[str], reply: Reply) -> None:
    likely = closest(text, known)
    reply.note(f"There is no “{text}” here.{f' Did you mean: {likely}?' if likely else ''}")
