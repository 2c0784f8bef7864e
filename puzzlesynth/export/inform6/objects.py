"""Areas as rooms with doors in the directions of the compass, and a puzzle's objects with their names and states."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import GameModel
from puzzlesynth.export.object_pool import ObjectPool, PoolObject
from puzzlesynth.pack.text.wording import area_title, the_area, words

from .dictionary import MOST_LETTERS, cut, ordinal, quoted
from .story_model import InformStory, word_lists
from .text import plain_words, string

_DIRECTIONS = (
    ("n_to", "s_to"), ("e_to", "w_to"), ("ne_to", "sw_to"), ("nw_to", "se_to"), ("u_to", "d_to"), ("in_to", "out_to"),
)  # fmt: skip
_SPOKEN = {
    "n_to": "north", "s_to": "south", "e_to": "east", "w_to": "west", "ne_to": "northeast", "sw_to": "southwest",
    "nw_to": "northwest", "se_to": "southeast", "u_to": "up", "d_to": "down", "in_to": "in", "out_to": "out",
}  # fmt: skip

Doors = list[tuple[str, str, str, str]]
"""Two areas, the direction from the first to the second, and the one back."""
Exits = dict[str, dict[str, int]]
"""For each area the numbers of its doors by their directions."""


def room_lines(story: InformStory) -> Iterator[str]:
    doors, exits = _doors(story.game)
    yield from _rooms(story, exits)
    yield from _door_lines(story, doors)
    yield "Array area_rooms --> " + " ".join(f"A{n}" for n in story.areas.values()) + " 0 0;"
    yield from _who_adjoins(story)
    yield from _in_mid_sentence(story)
    yield from _ways_told(story, doors, exits)


def _in_mid_sentence(story: InformStory) -> Iterator[str]:
    """The Quay is the Quay where a sentence goes on."""
    yield "[ InMidSentence r;"
    for name, number in story.areas.items():
        title = area_title(story.game.pack.areas[name])
        if title.startswith("The ") and _typable(story, name, title):
            yield f"  if (r == A{number}) {{ print {string(the_area(story.game.pack.areas[name]))}; rtrue; }}"
    yield "  print (name) r;\n];"


def _rooms(story: InformStory, exits: Exits) -> Iterator[str]:
    game = story.game
    for name, number in story.areas.items():
        area = game.pack.areas[name]
        yield f"Room A{number} {string(story.area_names[name].shown)}"
        yield f"  with opened {int(name in game.open)},"
        title = area_title(area)
        yield f"       short_name {string(title)}," if _typable(story, name, title) else f"       ! {name!a}"
        looks = area.description or "There is nothing special about this place."
        yield f"       description {string(looks)},"
        for way, door in exits[name].items():
            yield f"       {way} D{door},"
        yield f"       {word_lists(story.area_names[name])};\n"


def _door_lines(story: InformStory, doors: Doors) -> Iterator[str]:
    for door, (one, other, way, back) in enumerate(doors):
        first, second = f"A{story.areas[one]}", f"A{story.areas[other]}"
        yield f'Object D{door} "way"'
        yield f"  with door_one {first}, door_two {second}, found_in {first} {second},"
        yield "       parse_name [; return 0; ], door_to [; return ThroughDoor(self); ],"
        yield f"       door_dir [; if (location == {first}) return {way}; return {back}; ],"
        yield '       description "A way to somewhere else.",'
        yield "  has door open static scenery;\n"


def _who_adjoins(story: InformStory) -> Iterator[str]:
    yield "[ Joined one other;"
    for name, number in story.areas.items():
        near = " or ".join(f"A{story.areas[other]}" for other in story.game.paths[name])
        if near:
            yield f"  if (one == A{number} && other == {near}) rtrue;"
    yield "  one = other;\n  rfalse;\n];\n"


def _ways_told(story: InformStory, doors: Doors, exits: Exits) -> Iterator[str]:
    """The text below the description of a room: its exits."""
    yield "[ TellWays;"
    for name, number in story.areas.items():
        yield f"  if (location == A{number}) {{"
        for other in story.game.paths[name]:
            spoken = next((_SPOKEN[w] for w, d in exits[name].items() if other in doors[d][:2]), "")
            where = f"{spoken}: " if spoken else ""
            room = f"A{story.areas[other]}"
            yield f'    print "^Way {where}", (name) {room}; if (~~{room}.opened) print " (closed)"; print ".^";'
        yield "  }"
    yield "];\n"


def _typable(story: InformStory, name: str, title: str) -> bool:
    """Whether the parser would understand the title as it is written, so that it can be shown."""
    known = story.area_names[name]
    words = [cut(word) for word in plain_words(title)]
    typed = tuple(word for word in words if word in known.full)
    return bool(words) and typed == known.full and len(title) <= MOST_LETTERS


def _doors(game: GameModel) -> tuple[Doors, Exits]:
    """A door for every connection that finds a free direction on both sides."""
    exits: Exits = {name: {} for name in game.pack.areas}
    doors: Doors = []
    pairs = [*_DIRECTIONS, *((back, way) for way, back in _DIRECTIONS)]
    for one in game.pack.areas:
        for other in game.paths[one]:
            if list(game.pack.areas).index(other) < list(game.pack.areas).index(one):
                continue
            for way, back in pairs:
                if way not in exits[one] and back not in exits[other]:
                    exits[one][way] = exits[other][back] = len(doors)
                    doors.append((one, other, way, back))
                    break
    return doors, exits


def object_lines(story: InformStory) -> Iterator[str]:
    game, pool = story.game, story.pool
    inside = {s.thing.inside: s for s in pool.seats if s.thing is not None and s.thing.inside is not None}
    for seat in pool.seats:
        item = game.items[seat.item]
        many = game.most[seat.item] > 1
        naming = story.item_names[seat.item]
        # Its label is its name; another one would lie where a story file has the least room.
        yield f'Thing {story.seat_key(seat)} "" {_place(story, seat)}'
        yield f"  with item {story.items[seat.item]}, seat {seat.number},"
        yield f"       label {string(naming.shown)},"
        if many:
            yield f"       many 1, ordinal {quoted(cut(ordinal(seat.copy)))},"
            if naming.plurals:
                yield f"       w_plural {' '.join(map(quoted, naming.plurals))},"
        if item.description:
            yield f"       looks {string(item.description)},"
        if seat.name in inside:
            yield f"       holds {story.seat_key(inside[seat.name])},"
        has = [] if item.carryable else ["static"]
        has += ["secret"] if seat.thing is not None and seat.thing.inside is not None else []
        yield f"       {word_lists(naming)}" + (f"\n  has  {' '.join(has)};\n" if has else ";\n")


def _place(story: InformStory, seat: PoolObject) -> str:
    thing = seat.thing
    if thing is None:
        return "Nowhere"
    if thing.inside is not None:
        return "Inside"
    return f"A{story.areas[thing.area]}" if thing.area is not None else "selfobj"


def state_text_lines(pool: ObjectPool) -> Iterator[str]:
    """The text for the state of a thing."""
    lines: list[str] = []
    shown: list[str] = []
    for number, (name, values) in enumerate(pool.values.items()):
        lines.append(f"  if (k == {number} && v == 1) print {string(words(name))};")
        shown.append(f"  if (k == {number} && v == 1) rtrue;")
        for index, value in enumerate(values):
            if not isinstance(value, bool):
                text = string(f"{words(name)}: {value}")
                lines.append(f"  if (k == {number} && v == {index + 2}) print {text};")
                shown.append(f"  if (k == {number} && v == {index + 2}) rtrue;")
    yield "\n".join(
        ["[ PrintMark k v;", *lines, "  k = v;", "];", "[ IsMark k v;", *shown, "  k = v;", "  rfalse;", "];"]
    )
