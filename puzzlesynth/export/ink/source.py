"""An ink story: variables for what is where and how it is, a knot for every area, a knot for every rule.

Objects are numbers. `p_3` is where object 3 is (0 nowhere, -1 carried, -2 inside something, else an area),
`h_3` is what it holds, `v_3_1` is its property 1. `secret_3`: the player has not seen it yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import TAKE_CARE, GameModel, PreparedRule
from puzzlesynth.export.interface import ExportError
from puzzlesynth.export.object_pool import PoolObject
from puzzlesynth.pack.rules.participants import distinct_choices
from puzzlesynth.pack.text.phrases import use_phrase
from puzzlesynth.pack.text.wording import area_title, capital, pack_title, words

from .functions import function_lines, settling_lines
from .hints import hint_lines
from .rules import rule_lines
from .story_model import InkStory, offered, switch
from .text import escaped, lines

MOST_CHOICES = 20_000


def story_of(game: GameModel) -> str:
    story = InkStory(game)
    parts = [
        _head(story),
        _areas(story),
        description_lines(story),
        _uses(story),
        rule_lines(story),
        hint_lines(story),
        settling_lines(story),
        function_lines(story),
    ]
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(story: InkStory) -> Iterator[str]:
    game = story.game
    yield f"# title: {escaped(pack_title(game.pack))}"
    yield f"VAR here = {story.areas[game.player]}"
    yield 'VAR status = "playing"'
    yield "VAR hinted = 0\nVAR hint_level = 0\nVAR ruined = false"
    for name, number in story.areas.items():
        yield f"VAR open_{number} = {str(name in game.open).lower()}"
        yield f"VAR solved_{number} = {str(name in game.solved).lower()}"
    inside = {s.thing.inside: s.number for s in story.pool.seats if s.thing and s.thing.inside is not None}
    for seat in story.pool.seats:
        yield f"VAR p_{seat.number} = {_place(story, seat)}"
        yield f"VAR h_{seat.number} = {inside.get(seat.name, 0)}"
        if seat.number in story.secret:
            held = seat.thing is not None and seat.thing.inside is not None
            yield f"VAR secret_{seat.number} = {str(held).lower()}"
    for (seat_number, number), value in story.kept.items():
        yield f"VAR v_{seat_number}_{number} = {value}"
    yield from lines(game.pack.description or "")
    if not game.dangers.foreseen:
        yield from lines(TAKE_CARE)
    yield "-> settle"


def _place(story: InkStory, seat: PoolObject) -> int:
    if seat.thing is None:
        return 0
    if seat.thing.inside is not None:
        return -2
    return -1 if seat.thing.area is None else story.areas[seat.thing.area]


def _areas(story: InkStory) -> Iterator[str]:
    game = story.game
    for name, number in story.areas.items():
        area = game.pack.areas[name]
        yield f"\n=== area_{number} ==="
        yield f"# area: {escaped(name)}"
        yield escaped(area_title(area))
        yield from lines(area.description or "")
        yield "-> menu\n= menu"
        for one, said in game.wishes(name).items():
            there = story.areas[one]
            yield f"{{ open_{there} and not solved_{there}:\n  {escaped(said)}\n}}"
        for seat in story.pool.seats:
            yield f"{{p_{seat.number} == {number}:"
            yield f"  {escaped('You see the ' + story.name(seat))}{{marks_{seat.number}()}}."
            yield "}"
        for other in game.paths[name]:
            there = story.areas[other]
            title = escaped("Go to " + area_title(game.pack.areas[other]))
            then = f"~ here = {there}\n  -> area_{there}"
            yield offered(f"open_{there}", f"{title} # walk {escaped(other)}", then)
        yield offered("true", "\\Inventory # inventory", "\\You carry:\n  -> inventory")
        yield offered("true", "\\Hint # hint", "-> hints")
        yield from look_choice(story)
        yield "<- carrying\n<- uses\n-> DONE"
    yield "\n=== inventory ==="
    for seat in story.pool.seats:
        yield f"{{p_{seat.number} == -1:\n  {escaped('The ' + story.name(seat))}{{marks_{seat.number}()}}.\n}}"
    yield "-> back"
    yield "\n=== carrying ==="
    for seat in story.pool.seats:
        name, tag = escaped(story.name(seat)), escaped(seat.name)
        where = f"p_{seat.number}"
        if game.items[seat.item].carryable:
            then = f"~ {where} = -1\n  \\You pick up the {name}.\n  -> back"
            yield offered(f"{where} == here", f"\\Pick up the {name} # take {tag}", then)
        then = f"~ {where} = here\n  \\You put down the {name}.\n  -> back"
        yield offered(f"{where} == -1", f"\\Put down the {name} # drop {tag}", then)
    yield "-> DONE"
    yield "\n=== back ==="
    yield from switch("here", [(n, f"-> area_{n}.menu") for n in story.areas.values()])
    yield "-> DONE"


def _uses(story: InkStory) -> Iterator[str]:
    """The choices that rules offer, each where all of its inputs are available."""
    yield "\n=== uses ==="
    total = 0
    for prepared in story.game.prepared_rules:
        pools = [story.pool.candidates(term) for term in prepared.rule.inputs]
        for chosen in distinct_choices(pools):
            total += len(prepared.ways)
            if total > MOST_CHOICES:
                raise ExportError(f"more than {MOST_CHOICES} different choices are too many for ink")
            yield from _choice(story, prepared, chosen)
    yield "-> DONE"


def _choice(story: InkStory, prepared: PreparedRule, chosen: tuple[PoolObject, ...]) -> Iterator[str]:
    game, rule = story.game, prepared.rule
    names = [story.name(seat) for seat in chosen]
    steps = _steps(story, rule.number, chosen)
    for seat, term in zip(chosen, rule.inputs, strict=True):
        yield f"{{ hand(p_{seat.number}):\n{{ {story.test(term)}({seat.number}):"
    for way, items in enumerate(prepared.ways):
        numbers = ", ".join([*(str(seat.number) for seat in chosen), str(way)])
        made = [words(item) for item in items] if len(prepared.ways) > 1 else game.distinction(rule)
        tag = escaped(" ".join([str(rule.number), *(seat.name for seat in chosen)]))
        tags = "".join(f" # step {escaped(step)}" for step in steps)
        yield f"{{ can_{rule.number}({numbers}):"
        yield f"+ [{escaped(capital(use_phrase(game.pack, rule, names, made)))} # use {tag} # way {way}{tags}]"
        yield f"  -> do_{rule.number}({numbers})"
        yield "}"
    for _ in chosen:
        yield "}\n}"


def _steps(story: InkStory, rule: int, chosen: tuple[PoolObject, ...]) -> list[str]:
    """The steps of the puzzle that apply this rule to such things."""
    items = story.game.puzzle.items
    wanted = [seat.item for seat in chosen]
    return [
        step.id
        for step in story.game.puzzle.steps
        if step.rule == rule and [items.get(name) for name in step.inputs] == wanted
    ]


def look_choice(story: InkStory) -> Iterator[str]:
    """The choice among all others, as long as there is something to look at."""
    if _told(story):
        yield offered("worth_a_look()", "\\Look at … # look", "-> looking")


def description_lines(story: InkStory) -> Iterator[str]:
    told = _told(story)
    if not told:
        return
    yield "\n=== looking ==="
    for seat, said in told:
        words = f"\\Look at the {escaped(story.name(seat))} # look {escaped(seat.name)}"
        yield offered(f"hand(p_{seat.number})", words, "\n  ".join([*said, "-> looking"]))
    yield offered("true", "\\Back # back", "-> back")
    yield "-> DONE"
    yield "\n=== function worth_a_look() ==="
    yield f"~ return {' or '.join(f'hand(p_{seat.number})' for seat, _ in told)}"


def _told(story: InkStory) -> list[tuple[PoolObject, list[str]]]:
    """Everything that has a description, with the lines of it."""
    found = [(seat, lines(story.game.items[seat.item].description or "")) for seat in story.pool.seats]
    return [(seat, said) for seat, said in found if said]
