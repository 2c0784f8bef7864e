"""What the knots of an ink story call: where things are, how they are, their names, what is solved."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import is_a
from puzzlesynth.pack.model import NOTHING
from puzzlesynth.pack.text.wording import area_title, capital, words

from .story_model import InkStory, case_function, switch
from .text import escaped, literal


def settling_lines(story: InkStory) -> Iterator[str]:
    game = story.game
    yield "\n=== settle ==="
    for name in game.goals:
        number = story.areas[name]
        yield f"{{ not solved_{number} and goal_{number}():"
        yield f"  ~ solved_{number} = true"
        area = game.pack.areas[name]
        if not area.is_end:
            yield f"  {escaped(area_title(area))} is solved. # solved {escaped(name)}"
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
        for seat in story.pool.candidates(goal):
            yield f"{{ reach(p_{seat.number}) and {story.test(goal)}({seat.number}):\n  ~ return true\n}}"
        yield "~ return false"


def function_lines(story: InkStory) -> Iterator[str]:
    seats = [seat.number for seat in story.pool.seats]
    yield "\n=== function hand(where) ===\n~ return where == here or where == -1"
    yield "\n=== function reach(where) ===\n{ where == -1:\n  ~ return true\n}"
    yield from switch("where", [(n, f"\n  ~ return open_{n}") for n in story.areas.values()])
    yield "~ return false"
    for name, prefix in (("place", "p"), ("holds", "h")):
        yield from case_function(f"{name}(o)", [(n, f"return {prefix}_{n}") for n in seats], "0")
    for name, prefix in (("put", "p"), ("set_holds", "h")):
        yield from case_function(f"{name}(o, value)", [(n, f"{prefix}_{n} = value") for n in seats], "")
    items = [(seat.number, f"return {story.items[seat.item]}") for seat in story.pool.seats]
    yield from case_function("item(o)", items, "0")
    yield "\n=== function count_in(o, kind, deep) ===\n{ o == 0:\n  ~ return 0\n}\n~ temp n = 0"
    yield "{ deep:\n  ~ n = count_in(holds(o), kind, 1)\n}\n{ item(o) == kind:\n  ~ n = n + 1\n}\n~ return n"
    yield "\n=== function kill(o) ===\n{ o != 0:\n  ~ kill(holds(o))\n  ~ set_holds(o, 0)\n  ~ put(o, 0)\n}\n~ return"
    for number, _ in enumerate(story.pool.properties):
        own = [seat for seat in seats if (seat, number) in story.kept]
        yield from case_function(f"get_{number}(o)", [(n, f"return v_{n}_{number}") for n in own], "0")
        yield from case_function(f"set_{number}(o, value)", [(n, f"v_{n}_{number} = value") for n in own], "")
    yield from _names(story)
    yield from _secrets(story)
    yield from _items(story)
    yield from _tests(story)


def _names(story: InkStory) -> Iterator[str]:
    for prefix, shape in (("", str), ("big_", capital)):
        cases = [(s.number, f"return {literal(shape(story.name(s)))}") for s in story.pool.seats]
        yield from case_function(f"{prefix}name(o)", cases, '""')
    for seat in story.pool.seats:
        yield f"\n=== function marks_{seat.number}() ==="
        yield '~ temp said = ""'
        for number, (name, values) in enumerate(story.pool.values.items()):
            if (seat.number, number) not in story.kept:
                continue
            shown = [(1, words(name))]
            shown += [(k + 2, f"{words(name)} {v}") for k, v in enumerate(values) if not isinstance(v, bool)]
            for code, text in shown:
                yield f"{{ v_{seat.number}_{number} == {code}:\n  ~ said = said + {literal(', ' + text)}\n}}"
        told = f"h_{seat.number} != 0" + (f" and not is_secret(h_{seat.number})" if story.secret else "")
        yield f'{{ {told}:\n  ~ said = said + ", with the " + name(h_{seat.number})\n}}'
        yield "~ return said"


def _secrets(story: InkStory) -> Iterator[str]:
    if story.secret:
        own = sorted(story.secret)
        yield from case_function("is_secret(o)", [(n, f"return secret_{n}") for n in own], "false")
        yield from case_function("set_secret(o, value)", [(n, f"secret_{n} = value") for n in own], "")


def _items(story: InkStory) -> Iterator[str]:
    for item, number in story.items.items():
        own = story.pool.by_item[item]
        yield f"\n=== function alive_{number}() ===\n~ temp n = 0"
        yield from (f"{{ p_{seat.number} != 0:\n  ~ n = n + 1\n}}" for seat in own)
        yield "~ return n"
        yield f"\n=== function make_{number}(where) ==="
        codes = story.pool.codes(story.game.items[item].properties)
        for seat in own:
            yield f"{{ p_{seat.number} == 0:\n  ~ p_{seat.number} = where\n  ~ h_{seat.number} = 0"
            if seat.number in story.secret:
                yield f"  ~ secret_{seat.number} = false"
            for k, code in enumerate(codes):
                if (seat.number, k) in story.kept:
                    yield f"  ~ v_{seat.number}_{k} = {code}"
            yield f"  ~ return {seat.number}\n}}"
        yield "~ return 0"


def _tests(story: InkStory) -> Iterator[str]:
    for term, number in story.tests.items():
        yield f"\n=== function is_{number}(o) ==="
        for name, value in term.properties:
            if name == "carryable":
                able = [s.number for s in story.pool.seats if story.game.items[s.item].carryable is value]
                either = " or ".join(f"o == {n}" for n in able) or "1 == 0"
                yield f"{{ not ({either}):\n  ~ return false\n}}"
            else:
                k = story.pool.properties.index(name)
                yield f"{{ get_{k}(o) != {story.pool.code(name, value)}:\n  ~ return false\n}}"
        if term.contains == NOTHING:
            yield "{ holds(o) != 0:\n  ~ return false\n}"
        elif term.contains is not None:
            kinds = [n for item, n in story.items.items() if is_a(story.game.items[item], term.contains)]
            either = " or ".join(f"item(holds(o)) == {n}" for n in kinds) or "1 == 0"
            yield f"{{ not ({either}):\n  ~ return false\n}}"
        yield "~ return true"
