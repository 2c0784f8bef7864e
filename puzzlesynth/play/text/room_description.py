"""What a player sees: the room, the inventory, the map and the menu, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.pack.text.wording import area_title, capital, listed, the_area, words
from puzzlesynth.play.game import Game
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import Drop, Move, Status, Take, Thing, Use, Walk

from .narration import goal_hint, thing_phrase, unsaid
from .phrases import ObjectNames, action_phrase, distinct_moves, names_in
from .reply import ReplyLine, Style


def seen_as(game: Game, names: ObjectNames, things: Sequence[Thing]) -> list[str]:
    """What things look like to a player."""
    hidden, silent = game.undo_history.hidden(), unsaid(game.pack)
    return [thing_phrase(game.state, names, thing, hidden, silent) for thing in things]


def room(game: Game, full: bool) -> list[ReplyLine]:
    """The current area: its text, its fixed and its loose things, its goal, its exits."""
    state, pack = game.state, game.pack
    area = pack.areas[state.player]
    solved = " (solved)" if area.name in state.solved else ""
    lines = [ReplyLine(Style.TITLE, area_title(area) + solved)]
    if area.description and full:
        lines.append(ReplyLine(Style.TEXT, area.description))
    names = names_in(state)
    here = [thing for thing in state.things.values() if thing.area == area.name]
    fixed = [thing for thing in here if not thing.carryable]
    loose = [thing for thing in here if thing.carryable]
    if full:
        lines += [_standing(phrase, alike) for phrase, alike in _grouped(game, names, fixed)]
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


def _standing(phrase: str, alike: Sequence[Thing]) -> ReplyLine:
    text = alike[0].form.item.description
    return ReplyLine(Style.THING, f"{phrase}. {text}" if text else f"{phrase}.", 4)


def _grouped(game: Game, names: ObjectNames, things: Sequence[Thing]) -> list[tuple[str, list[Thing]]]:
    """Things grouped by how they look, each group with its phrase: `2 × tree (old)`."""
    found: dict[tuple[str, str], list[Thing]] = {}
    phrases = {thing.id: phrase for thing, phrase in zip(things, seen_as(game, names, things), strict=True)}
    for thing in things:
        look = phrases[thing.id].removeprefix(names[thing.id])
        found.setdefault((thing.item, look), []).append(thing)
    return [(_counted(phrases[alike[0].id], names, alike), alike) for alike in found.values()]


def _counted(phrase: str, names: ObjectNames, alike: Sequence[Thing]) -> str:
    if len(alike) > 1:
        phrase = phrase.replace(names[alike[0].id], f"{len(alike)} × {words(alike[0].item)}", 1)
    return capital(phrase)


def looking_alike(game: Game, ids: Sequence[str]) -> list[list[str]]:
    """Things grouped by how they look."""
    groups = _grouped(game, names_in(game.state), [game.state.things[id_] for id_ in ids])
    return [[thing.id for thing in alike] for _, alike in groups]


def examined(game: Game, alike: Sequence[str]) -> ReplyLine:
    """The description of one thing, or of several that look alike."""
    names, things = names_in(game.state), [game.state.things[id_] for id_ in alike]
    text = things[0].form.item.description or "There is nothing special about it."
    (phrase,) = seen_as(game, names, things[:1])
    return ReplyLine(Style.TEXT, f"{_counted(phrase, names, things)}. {text}")


def inventory(game: Game) -> list[ReplyLine]:
    state = game.state
    carried = [thing for thing in state.things.values() if thing.carried]
    if not carried:
        return [ReplyLine(Style.TEXT, "You carry nothing.")]
    lines = [ReplyLine(Style.TEXT, "You carry:")]
    for thing, phrase in zip(carried, seen_as(game, names_in(state), carried), strict=True):
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
    names = names_in(state)
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
