"""An ink story: variables for what is where and how it is, a knot for every area, a knot for every rule.

Objects are numbers. `p_3` is where object 3 is (0 nowhere, -1 carried, -2 inside something, else an area),
`h_3` is what it holds, `v_3_1` is its property 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from puzzlesynth.pack.model import NOTHING, Term
from puzzlesynth.pack.outcomes import Filling, Origin

from ..exporting import ExportError
from ..game import Game, Working, is_a
from ..naming import Ref, area_title, capital, choice_label, item_label, pack_title, readable, sentence
from ..seats import Seat, Seating, seating_of
from .texts import escaped, lines

MOST_CHOICES = 20_000


class Story:
    """The numbers of everything, and the functions that are needed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seating: Seating = seating_of(game)
        self.areas = {name: number for number, name in enumerate(game.pack.areas, 1)}
        self.items = {name: number for number, name in enumerate(game.items, 1)}
        self.tests: dict[Term, int] = {}

    def name(self, seat: Seat) -> str:
        label = item_label(self.game.items[seat.item])
        return f"{label} {seat.copy}" if self.game.most[seat.item] > 1 else label

    def test(self, term: Term) -> str:
        """The function that tells whether an object of the right type matches a term."""
        key = Term(term.type, term.properties, term.contains)
        return f"is_{self.tests.setdefault(key, len(self.tests) + 1)}"

    @cached_property
    def kept(self) -> dict[tuple[int, int], int]:
        """The properties that an object has a variable for, by seat and number, with their value at the start."""
        terms = [t for w in self.game.workings for t in (*w.rule.inputs, *w.rule.outputs)]
        terms += self.game.goals.values()
        found: dict[tuple[int, int], int] = {}
        for number, name in enumerate(self.seating.properties):
            types = {term.type for term in terms if any(name == own for own, _ in term.properties)}
            for seat in self.seating.seats:
                item = self.game.items[seat.item]
                if any(is_a(item, type_) for type_ in types):
                    properties = seat.thing.properties if seat.thing else item.properties
                    found[seat.number, number] = self.seating.codes(properties)[number]
        return found


def story_of(game: Game) -> str:
    story = Story(game)
    parts = [_head(story), _areas(story), _uses(story), _deeds(story), _settling(story), _functions(story)]
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(story: Story) -> Iterator[str]:
    game = story.game
    yield f"# title: {escaped(pack_title(game.pack))}"
    yield f"VAR here = {story.areas[game.player]}"
    yield 'VAR status = "playing"'
    for name, number in story.areas.items():
        yield f"VAR open_{number} = {str(name in game.open).lower()}"
        yield f"VAR solved_{number} = {str(name in game.solved).lower()}"
    inside = {s.thing.inside: s.number for s in story.seating.seats if s.thing and s.thing.inside is not None}
    for seat in story.seating.seats:
        yield f"VAR p_{seat.number} = {_place(story, seat)}"
        yield f"VAR h_{seat.number} = {inside.get(seat.name, 0)}"
    for (seat_number, number), value in story.kept.items():
        yield f"VAR v_{seat_number}_{number} = {value}"
    yield from lines(game.pack.description or "")
    yield "-> settle"


def _place(story: Story, seat: Seat) -> int:
    if seat.thing is None:
        return 0
    if seat.thing.inside is not None:
        return -2
    return -1 if seat.thing.area is None else story.areas[seat.thing.area]


def _areas(story: Story) -> Iterator[str]:
    game = story.game
    for name, number in story.areas.items():
        area = game.pack.areas[name]
        yield f"\n=== area_{number} ==="
        yield f"# area: {escaped(name)}"
        yield escaped(area_title(area))
        yield from lines(area.description or "")
        yield "-> menu\n= menu"
        for seat in story.seating.seats:
            yield f"{{p_{seat.number} == {number}:"
            yield f"  {escaped('You see the ' + story.name(seat))}{{marks_{seat.number}()}}."
            yield "}"
        for other in game.paths[name]:
            there = story.areas[other]
            title = escaped("Go to " + area_title(game.pack.areas[other]))
            then = f"~ here = {there}\n  -> area_{there}"
            yield _offered(f"open_{there}", f"{title} # walk {escaped(other)}", then)
        yield _offered("true", "\\Inventory # inventory", "\\You carry:\n  -> inventory")
        yield "<- carrying\n<- uses\n-> DONE"
    yield "\n=== inventory ==="
    for seat in story.seating.seats:
        yield f"{{p_{seat.number} == -1:\n  {escaped('The ' + story.name(seat))}{{marks_{seat.number}()}}.\n}}"
    yield "-> back"
    yield "\n=== carrying ==="
    for seat in story.seating.seats:
        name, tag = escaped(story.name(seat)), escaped(seat.name)
        where = f"p_{seat.number}"
        if game.items[seat.item].carryable:
            then = f"~ {where} = -1\n  \\You pick up the {name}.\n  -> back"
            yield _offered(f"{where} == here", f"\\Pick up the {name} # take {tag}", then)
        then = f"~ {where} = here\n  \\You put down the {name}.\n  -> back"
        yield _offered(f"{where} == -1", f"\\Put down the {name} # drop {tag}", then)
    yield "-> DONE"
    yield "\n=== back ==="
    yield from _switch("here", [(n, f"-> area_{n}.menu") for n in story.areas.values()])
    yield "-> DONE"


def _offered(condition: str, words: str, then: str) -> str:
    """A choice that is there when it is possible, and again and again."""
    return f"{{ {condition}:\n+ [{words}]\n  {then}\n}}"


def _switch(what: str, cases: list[tuple[int, str]]) -> Iterator[str]:
    if cases:
        yield f"{{ {what}:"
        yield from (f"- {value}: {then}" for value, then in cases)
        yield "}"


def _uses(story: Story) -> Iterator[str]:
    """The choices that rules offer, each where all of its inputs are at hand."""
    yield "\n=== uses ==="
    total = 0
    for working in story.game.workings:
        for chosen in _tuples(story, working):
            total += len(working.ways)
            if total > MOST_CHOICES:
                raise ExportError(f"more than {MOST_CHOICES} different choices are too many for ink")
            yield from _choice(story, working, chosen)
    yield "-> DONE"


def _tuples(story: Story, working: Working) -> Iterator[tuple[Seat, ...]]:
    pools = [story.seating.candidates(term) for term in working.rule.inputs]

    def extend(chosen: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
        if len(chosen) == len(pools):
            yield chosen
            return
        for seat in pools[len(chosen)]:
            if seat not in chosen:
                yield from extend((*chosen, seat))

    return extend(())


def _choice(story: Story, working: Working, chosen: tuple[Seat, ...]) -> Iterator[str]:
    rule = working.rule
    names = [story.name(seat) for seat in chosen]
    steps = _steps(story, rule.number, chosen)
    for seat, term in zip(chosen, rule.inputs, strict=True):
        yield f"{{ hand(p_{seat.number}):\n{{ {story.test(term)}({seat.number}):"
    for way, items in enumerate(working.ways):
        numbers = ", ".join([*(str(seat.number) for seat in chosen), str(way)])
        made = [item_label(story.game.items[item]) for item in items] if len(working.ways) > 1 else []
        tag = escaped(" ".join([str(rule.number), *(seat.name for seat in chosen)]))
        tags = "".join(f" # step {escaped(step)}" for step in steps)
        yield f"{{ can_{rule.number}({numbers}):"
        yield f"+ [{escaped(choice_label(rule, names, made))} # use {tag} # way {way}{tags}]"
        yield f"  -> do_{rule.number}({numbers})"
        yield "}"
    for _ in chosen:
        yield "}\n}"


def _steps(story: Story, rule: int, chosen: tuple[Seat, ...]) -> list[str]:
    """The steps of the puzzle that apply this rule to such things."""
    items = {thing.id: thing.item for thing in story.game.puzzle.objects}
    items |= {made.id: made.item for made in story.game.puzzle.creates}
    wanted = [seat.item for seat in chosen]
    return [
        step.id
        for step in story.game.puzzle.steps
        if step.rule == rule and [items.get(name) for name in step.inputs] == wanted
    ]


def _deeds(story: Story) -> Iterator[str]:
    for working in story.game.workings:
        number = working.rule.number
        names = [f"i{k}" for k in range(len(working.rule.inputs))]
        yield f"\n=== function can_{number}({', '.join([*names, 'way'])}) ==="
        yield from _conditions(story, working)
        yield "~ return true"
        yield f"\n=== do_{number}({', '.join([*names, 'way'])}) ==="
        yield from _effects(story, working)
        yield _said(working)
        yield "-> defeat" if working.rule.fail else "-> settle"


def _held(working: Working, origin: Origin, source: int | None) -> str:
    """What is inside an output's object before it is filled; empty where there can be nothing."""
    if origin is Origin.CREATED or source is None:
        return ""
    if origin is Origin.RELEASED:
        return f"holds(holds(i{source}))"
    return "" if working.released(source) else f"holds(i{source})"


def _conditions(story: Story, working: Working) -> Iterator[str]:
    for outcome in working.outcomes:
        if outcome.filling in (Filling.STORED, Filling.CREATED):
            held = _held(working, outcome.origin, outcome.origin_input)
            if held:
                yield f"{{ {held} != 0:\n  ~ return false\n}}"
    for index, way in enumerate(working.ways):
        for item in dict.fromkeys(way):
            number = story.items[item]
            lost = [
                f"count_in(i{i}, {number}, {'0' if working.released(i) else '1'})" for i in working.destroyed
            ]
            for outcome in working.outcomes:
                held = _held(working, outcome.origin, outcome.origin_input)
                if outcome.filling is Filling.EMPTIED and held:
                    lost.append(f"count_in({held}, {number}, 1)")
            total = " - ".join([f"alive_{number}() + {way.count(item)}", *lost])
            yield f"{{ way == {index} and {total} > {story.game.items[item].copies}:\n  ~ return false\n}}"


def _effects(story: Story, working: Working) -> Iterator[str]:
    """Release, empty, destroy, make, set, fill: in the order that the meaning of rules gives."""
    yield "~ temp carried = false"
    for i in working.destroyed:
        yield f"{{ place(i{i}) == -1:\n  ~ carried = true\n}}"
    for j, outcome in enumerate(working.outcomes):
        source = outcome.origin_input
        if outcome.origin is Origin.BOUND:
            yield f"~ temp o{j} = i{source}"
        elif outcome.origin is Origin.RELEASED:
            yield f"~ temp o{j} = holds(i{source})\n~ set_holds(i{source}, 0)\n~ put(o{j}, here)"
        else:
            yield f"~ temp o{j} = 0"
    for j, outcome in enumerate(working.outcomes):
        if outcome.filling is Filling.EMPTIED and outcome.origin is not Origin.CREATED:
            yield f"~ kill(holds(o{j}))\n~ set_holds(o{j}, 0)"
    yield from (f"~ kill(i{i})" for i in working.destroyed)
    for j in range(len(working.outcomes)):
        slot = working.slot(j, False)
        if slot is not None:
            yield from _made(story, working, slot, f"o{j}")
    for j, outcome in enumerate(working.outcomes):
        for name, value in outcome.term.properties:
            if name != "carryable":
                number = story.seating.properties.index(name)
                yield f"~ set_{number}(o{j}, {story.seating.code(name, value)})"
    for j, outcome in enumerate(working.outcomes):
        if outcome.filling is Filling.STORED:
            yield f"~ set_holds(o{j}, i{outcome.stored_input})\n~ put(i{outcome.stored_input}, -2)"
        slot = working.slot(j, True)
        if slot is not None:
            yield f"~ temp c{j} = 0"
            for index, way in enumerate(working.ways):
                yield f"{{ way == {index}:\n  ~ c{j} = make_{story.items[way[slot]]}(-2)\n}}"
            yield f"~ set_holds(o{j}, c{j})"


def _made(story: Story, working: Working, slot: int, target: str) -> Iterator[str]:
    for index, way in enumerate(working.ways):
        item = story.game.items[way[slot]]
        yield f"{{ way == {index}:\n  ~ {target} = make_{story.items[item.name]}(here)\n}}"
        if item.carryable:
            yield f"{{ way == {index} and carried:\n  ~ put({target}, -1)\n}}"


def _said(working: Working) -> str:
    """The rule's text on lines of its own; the names of objects stand in it as calls."""
    pieces = []
    for part in sentence(working.rule):
        if isinstance(part, Ref):
            pieces.append(
                f"{{{'big_' if part.first else ''}name({'o' if part.output else 'i'}{part.index})}}"
            )
        else:
            kept = part.replace("\r", "").split("\n")
            pieces.append("\n".join(_piece(line) for line in kept))
    return "".join(pieces).strip()


def _piece(text: str) -> str:
    """A part of a line; blanks at its ends stay."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{escaped(text)}{after}"


def _settling(story: Story) -> Iterator[str]:
    game = story.game
    yield "\n=== settle ==="
    for name in game.goals:
        number = story.areas[name]
        yield f"{{ not solved_{number} and goal_{number}():"
        yield f"  ~ solved_{number} = true"
        yield f"  {escaped(area_title(game.pack.areas[name]))} is solved. # solved {escaped(name)}"
        for other in game.opens(name):
            there = story.areas[other]
            yield f"  {{ not open_{there}:\n    ~ open_{there} = true"
            title = escaped(area_title(game.pack.areas[other]))
            yield f"    \\The way to {title} is open. # opened {escaped(other)}\n  }}"
        yield "  -> settle\n}"
    every = " and ".join(f"solved_{story.areas[name]}" for name in game.goals)
    yield f'{{ {every}:\n  ~ status = "won"\n  \\Everything is solved. You have won. # won\n  -> END\n}}'
    yield f"{{ seen_{story.areas[game.player]}():\n  -> back\n}}"
    yield f"-> area_{story.areas[game.player]}"
    yield '\n=== defeat ===\n~ status = "lost"\n\\This is the end. # lost\n-> END'
    yield f"\n=== function seen_{story.areas[game.player]}() ===\n~ return area_{story.areas[game.player]} > 0"
    for name, goal in game.goals.items():
        yield f"\n=== function goal_{story.areas[name]}() ==="
        for seat in story.seating.candidates(goal):
            yield f"{{ reach(p_{seat.number}) and {story.test(goal)}({seat.number}):\n  ~ return true\n}}"
        yield "~ return false"


def _functions(story: Story) -> Iterator[str]:
    seats = [seat.number for seat in story.seating.seats]
    yield "\n=== function hand(where) ===\n~ return where == here or where == -1"
    yield "\n=== function reach(where) ===\n{ where == -1:\n  ~ return true\n}"
    yield from _switch("where", [(n, f"\n  ~ return open_{n}") for n in story.areas.values()])
    yield "~ return false"
    for name, prefix in (("place", "p"), ("holds", "h")):
        yield f"\n=== function {name}(o) ==="
        yield from _switch("o", [(n, f"\n  ~ return {prefix}_{n}") for n in seats])
        yield "~ return 0"
    for name, prefix in (("put", "p"), ("set_holds", "h")):
        yield f"\n=== function {name}(o, value) ==="
        yield from _switch("o", [(n, f"\n  ~ {prefix}_{n} = value") for n in seats])
        yield "~ return"
    yield "\n=== function item(o) ==="
    yield from _switch("o", [(s.number, f"\n  ~ return {story.items[s.item]}") for s in story.seating.seats])
    yield "~ return 0"
    yield "\n=== function count_in(o, kind, deep) ===\n{ o == 0:\n  ~ return 0\n}\n~ temp n = 0"
    yield "{ deep:\n  ~ n = count_in(holds(o), kind, 1)\n}\n{ item(o) == kind:\n  ~ n = n + 1\n}\n~ return n"
    yield "\n=== function kill(o) ===\n{ o != 0:\n  ~ kill(holds(o))\n  ~ set_holds(o, 0)\n  ~ put(o, 0)\n}\n~ return"
    for number, _ in enumerate(story.seating.properties):
        own = [seat for seat in seats if (seat, number) in story.kept]
        yield f"\n=== function get_{number}(o) ==="
        yield from _switch("o", [(n, f"\n  ~ return v_{n}_{number}") for n in own])
        yield "~ return 0"
        yield f"\n=== function set_{number}(o, value) ==="
        yield from _switch("o", [(n, f"\n  ~ v_{n}_{number} = value") for n in own])
        yield "~ return"
    yield from _names(story)
    yield from _items(story)
    yield from _tests(story)


def _names(story: Story) -> Iterator[str]:
    for prefix, shape in (("", str), ("big_", capital)):
        yield f"\n=== function {prefix}name(o) ==="
        cases = [(s.number, f"\n  ~ return {_literal(shape(story.name(s)))}") for s in story.seating.seats]
        yield from _switch("o", cases)
        yield '~ return ""'
    for seat in story.seating.seats:
        yield f"\n=== function marks_{seat.number}() ==="
        yield '~ temp said = ""'
        for number, (name, values) in enumerate(story.seating.values.items()):
            if (seat.number, number) not in story.kept:
                continue
            shown = [(1, readable(name))]
            shown += [
                (k + 2, f"{readable(name)} {v}") for k, v in enumerate(values) if not isinstance(v, bool)
            ]
            for code, text in shown:
                yield f"{{ v_{seat.number}_{number} == {code}:\n  ~ said = said + {_literal(', ' + text)}\n}}"
        yield f'{{ h_{seat.number} != 0:\n  ~ said = said + ", with the " + name(h_{seat.number})\n}}'
        yield "~ return said"


def _literal(text: str) -> str:
    """A string in an expression: only letters, digits and blanks go in as they are."""
    return (
        '"' + escaped(text).replace("\\", "", 1 if text[:1].isalnum() else 0) + '"' if text.strip() else '""'
    )


def _items(story: Story) -> Iterator[str]:
    for item, number in story.items.items():
        own = story.seating.by_item[item]
        yield f"\n=== function alive_{number}() ===\n~ temp n = 0"
        yield from (f"{{ p_{seat.number} != 0:\n  ~ n = n + 1\n}}" for seat in own)
        yield "~ return n"
        yield f"\n=== function make_{number}(where) ==="
        codes = story.seating.codes(story.game.items[item].properties)
        for seat in own:
            yield f"{{ p_{seat.number} == 0:\n  ~ p_{seat.number} = where\n  ~ h_{seat.number} = 0"
            for k, code in enumerate(codes):
                if (seat.number, k) in story.kept:
                    yield f"  ~ v_{seat.number}_{k} = {code}"
            yield f"  ~ return {seat.number}\n}}"
        yield "~ return 0"


def _tests(story: Story) -> Iterator[str]:
    for term, number in story.tests.items():
        yield f"\n=== function is_{number}(o) ==="
        for name, value in term.properties:
            if name == "carryable":
                able = [s.number for s in story.seating.seats if story.game.items[s.item].carryable is value]
                either = " or ".join(f"o == {n}" for n in able) or "1 == 0"
                yield f"{{ not ({either}):\n  ~ return false\n}}"
            else:
                k = story.seating.properties.index(name)
                yield f"{{ get_{k}(o) != {story.seating.code(name, value)}:\n  ~ return false\n}}"
        if term.contains == NOTHING:
            yield "{ holds(o) != 0:\n  ~ return false\n}"
        elif term.contains is not None:
            kinds = [n for item, n in story.items.items() if is_a(story.game.items[item], term.contains)]
            either = " or ".join(f"item(holds(o)) == {n}" for n in kinds) or "1 == 0"
            yield f"{{ not ({either}):\n  ~ return false\n}}"
        yield "~ return true"
