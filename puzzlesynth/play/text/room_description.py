"""What a player sees: the room, the inventory, the map and the menu, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.pack.text.wording import area_title, capital, listed, the_area, words
from puzzlesynth.play.game import Game
from puzzlesynth.play.undo_history import Moment
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import Drop, Move, Status, Take, Thing, Use, Walk

from .narration import goal_hint, thing_phrase, unsaid
from .phrases import ObjectNames, action_phrase, distinct_moves
from .reply import ReplyLine, Style


def seen_as(game: Game, names: ObjectNames, things: Sequence[Thing]) -> list[str]:
    """What things look like to a player."""
    hidden, silent = hidden_contents(game), unsaid(game.pack)
    return [thing_phrase(game.state, names, thing, hidden, silent) for thing in things]


def room(game: Game, full: bool) -> list[ReplyLine]:
    """The current area: its text, its fixed and its loose things, its goal, its exits."""
    state, pack = game.state, game.pack
    area = pack.areas[state.player]
    solved = " (solved)" if area.name in state.solved else ""
    lines = [ReplyLine(Style.TITLE, area_title(area) + solved)]
    if area.description and full:
        lines.append(ReplyLine(Style.TEXT, area.description))
    names = ObjectNames(state)
    here = [thing for thing in state.things.values() if thing.area == area.name]
    fixed = [thing for thing in here if not thing.carryable]
    loose = [thing for thing in here if thing.carryable]
    if full:
        for alike in looking_alike(game, [thing.id for thing in fixed]):
            lines.append(_standing(game, names, [state.things[id_] for id_ in alike]))
    elif fixed:
        lines.append(ReplyLine(Style.TEXT, f"Here: {listed(seen_as(game, names, fixed))}."))
    if loose:
        lines.append(ReplyLine(Style.TEXT, f"Lying around: {listed(seen_as(game, names, loose))}."))
    lines += _wanted(game, area.name)
    return lines


def _wanted(game: Game, area: str) -> list[ReplyLine]:
    """What is wanted in a place, at its doors, and in the end."""
    gates = [
        one.name
        for one in game.pack.areas.values()
        if not one.is_place and one.name in game.state.open and (area in one.adjoins or one.is_end)
    ]
    return [line for name in (area, *gates) for line in _wanted_of(game, name)]


def _wanted_of(game: Game, area: str) -> list[ReplyLine]:
    if area in game.state.solved:
        return []
    if area in game.pending:
        return [ReplyLine(Style.GOAL, "What is wanted here is not clear yet.")]
    goal = goal_hint(game.chapter, area)
    return [ReplyLine(Style.GOAL, goal)] if goal else []


def _standing(game: Game, names: ObjectNames, alike: list[Thing]) -> ReplyLine:
    text = alike[0].form.item.description
    phrase = _counted(game, names, alike)
    return ReplyLine(Style.THING, f"{phrase}. {text}" if text else f"{phrase}.", 4)


def _counted(game: Game, names: ObjectNames, alike: Sequence[Thing]) -> str:
    """`2 × tree (old)`."""
    thing = alike[0]
    (phrase,) = seen_as(game, names, [thing])
    if len(alike) > 1:
        phrase = phrase.replace(names[thing.id], f"{len(alike)} × {words(thing.item)}", 1)
    return capital(phrase)


def looking_alike(game: Game, ids: Sequence[str]) -> list[list[str]]:
    """Things grouped by how they look."""
    names = ObjectNames(game.state)
    things = [game.state.things[id_] for id_ in ids]
    found: dict[object, list[str]] = {}
    for thing, phrase in zip(things, seen_as(game, names, things), strict=True):
        found.setdefault((thing.item, phrase.removeprefix(names[thing.id])), []).append(thing.id)
    return list(found.values())


def examined(game: Game, alike: Sequence[str]) -> ReplyLine:
    """The description of one thing, or of several that look alike."""
    things = [game.state.things[id_] for id_ in alike]
    text = things[0].form.item.description or "There is nothing special about it."
    return ReplyLine(Style.TEXT, f"{_counted(game, ObjectNames(game.state), things)}. {text}")


def inventory(game: Game) -> list[ReplyLine]:
    state = game.state
    carried = [thing for thing in state.things.values() if thing.carried]
    if not carried:
        return [ReplyLine(Style.TEXT, "You carry nothing.")]
    lines = [ReplyLine(Style.TEXT, "You carry:")]
    for thing, phrase in zip(carried, seen_as(game, ObjectNames(state), carried), strict=True):
        text = thing.form.item.description
        lines.append(ReplyLine(Style.THING, f"{capital(phrase)}.{f' {text}' if text else ''}", 4))
    return lines


def map_lines(game: Game) -> list[ReplyLine]:
    """The open areas, where they lead, and what is still to be done."""
    state, pack = game.state, game.pack
    lines = [ReplyLine(Style.TEXT, "Open areas:")]
    places = {name: area for name, area in pack.areas.items() if area.is_place}
    width = max(len(area_title(pack.areas[name])) for name in state.open)
    for name, area in places.items():
        if name not in state.open:
            continue
        mark = "*" if name == state.player else " "
        done = "solved" if name in state.solved else "open"
        near = [area_title(pack.areas[other]) for other in _near(game, name)]
        ways = f"-> {', '.join(near)}" if near else ""
        text = f"{mark} {area_title(area):<{width}}  {done:<6}  {ways}".rstrip()
        lines.append(ReplyLine(Style.THING, text, width + 15))
    closed = len(places.keys() - state.open)
    if closed:
        lines.append(ReplyLine(Style.TEXT, f"{closed} more {'is' if closed == 1 else 'are'} still closed."))
    lines.append(ReplyLine(Style.NOTE, "* you are here"))
    return lines


def _near(game: Game, area: str) -> list[str]:
    return game.chapter.world.neighbours(replace(game.state, player=area))


def goals(game: Game) -> list[ReplyLine]:
    """What is wanted in every open area."""
    lines = []
    for name in (area.name for area in game.pack.to_solve):
        if name in game.state.open:
            area = game.pack.areas[name]
            title = "In the end" if area.is_end else capital(the_area(area))
            told = (
                "Solved." if name in game.state.solved else goal_hint(game.chapter, name) or "Not clear yet."
            )
            lines.append(ReplyLine(Style.GOAL, f"{title}: {told}", 4))
    return lines


@dataclass(frozen=True)
class Menu:
    moves: tuple[Move, ...]
    """The move of each number, from 1."""
    lines: tuple[ReplyLine, ...]


def menu(game: Game) -> Menu:
    """The possible moves, numbered and grouped; of moves that are just alike, one."""
    if game.status is not Status.PLAYING:
        return Menu((), ())
    state = game.state
    names = ObjectNames(state)
    moves = distinct_moves(game.pack, state, game.moves())
    kinds: tuple[tuple[str, type[Move]], ...] = (("Do", Use), ("Take", Take), ("Drop", Drop), ("Go", Walk))
    numbered: list[Move] = []
    lines: list[ReplyLine] = []
    for title, kind in kinds:
        entries = []
        for move in moves:
            if isinstance(move, kind):
                numbered.append(move)
                entries.append(f"[{len(numbered)}] {_short(game, names, move)}")
        if kind is Use:
            lines += [
                ReplyLine(Style.MENU, f"{title + ':' if not i else '':<6}{e}", 10)
                for i, e in enumerate(entries)
            ]
        elif entries:
            kept = "  ".join(entry.replace(" ", "\u00a0") for entry in entries)
            lines.append(ReplyLine(Style.MENU, f"{title + ':':<6}{kept}", 6))
    return Menu(tuple(numbered), tuple(lines))


def _short(game: Game, names: ObjectNames, move: Move) -> str:
    """In its group a move needs no verb."""
    if isinstance(move, Walk):
        return area_title(game.pack.areas[move.area])
    if isinstance(move, Take | Drop):
        return names[move.object]
    return action_phrase(game.pack, names, move)


def hidden_contents(game: Game) -> frozenset[str]:
    """The objects inside others that the player cannot know about yet.

    What is in a container from the beginning, or appeared together with it, is secret until it has been out once. What
    the player put or made inside something is not. Every export keeps the same secrets.
    """
    moments = game.undo_history.moments[: game.undo_history.now + 1]
    inside = (thing for thing in game.state.things.values() if thing.inside is not None)
    return frozenset(thing.id for thing in inside if _never_seen(moments, thing.id, thing.inside))


def _never_seen(moments: Sequence[Moment], content: str, holder: str | None) -> bool:
    """Back through time to the moment at which it was first there."""
    first = 0
    for position in range(len(moments) - 1, -1, -1):
        thing = moments[position].state.things.get(content)
        if thing is None:
            first = position + 1
            break
        if thing.inside != holder:
            return False
    if first == 0 or holder not in moments[first - 1].state.things:
        return True
    # What a new chapter puts into something that was there before is as unknown as what was there at the beginning.
    return any(made.id == content and made.placed for made in moments[first].chapter.puzzle.objects)
