"""A complete Inform 6 source for a puzzle: what the game is made of; how it runs is in `engine.inf`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

from puzzlesynth.puzzle.model import Step

from ..game import Game
from ..naming import TAKE_CARE, area_title, item_label, one_line, pack_title
from ..seats import Seat, Seating, seating_of
from .deeds import Deeds, deed_lines
from .grammar import grammar_lines
from .texts import string
from .words import MOST_LETTERS, Naming, cut, namings, ordinal, quoted

AREA_SCORE = 5
_DIRECTIONS = (
    ("n_to", "s_to"), ("e_to", "w_to"), ("ne_to", "sw_to"), ("nw_to", "se_to"), ("u_to", "d_to"), ("in_to", "out_to"),
)  # fmt: skip
_SPOKEN = {
    "n_to": "north", "s_to": "south", "e_to": "east", "w_to": "west", "ne_to": "northeast", "sw_to": "southwest",
    "nw_to": "northwest", "se_to": "southeast", "u_to": "up", "d_to": "down", "in_to": "in", "out_to": "out",
}  # fmt: skip


class Story:
    """Everything that is numbered or named once for the whole source."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seating: Seating = seating_of(game)
        self.items = {name: number for number, name in enumerate(game.items)}
        self.areas = {name: number for number, name in enumerate(game.pack.areas)}
        self.item_names = namings({name: item_label(item) for name, item in game.items.items()})
        titles = {name: area_title(area) for name, area in game.pack.areas.items()}
        self.area_names = namings(titles, "place")
        self.deeds = Deeds(self.seating, self.items)

    def seat_key(self, seat: Seat) -> str:
        return f"T{seat.number}"

    def typed(self, seat: Seat) -> str:
        """What a player types for an object, whatever else is there."""
        name = self.item_names[seat.item].shown
        return f"{ordinal(seat.copy)} {name}" if self.game.most[seat.item] > 1 else name

    def command(self, rule: int, seats: list[Seat]) -> str:
        """What a player types to apply a rule to objects."""
        words = " ".join(self.deeds.phrases[rule])
        return " ".join([words, " with ".join(self.typed(seat) for seat in seats)]).strip()


def source_of(game: Game) -> str:
    story = Story(game)
    parts = [
        _head(story),
        [(files(__package__) / "engine.inf").read_text("utf-8")],
        _rooms(story),
        _things(story),
        deed_lines(story.deeds),
        _plans(story),
        _goals(story),
        story.deeds.tests(),
        _marks(story.seating),
        grammar_lines(story.deeds),
    ]
    return _needed("\n".join(line for part in parts for line in part) + "\n")


_QUESTION = """Object LibraryMessages
  with before [ i;
    Miscellany:
      if (lm_n ~= 48 or 49 || num_words ~= verb_wordnum) rfalse;
      ! Where only a verb was typed, nobody meant the first phrase that begins with it.
      print "What do you want to ";
      for (i = 0 : i < WordLength(verb_wordnum) : i++) print (char) WordAddress(verb_wordnum)->i;
      "?";
    ];
"""


_ROUTINE = re.compile(r"^\[ (\w+)\b.*?^\];\n|^Array (\w+) --?>[^;]*;\n", re.M | re.S)
_SAID = re.compile(r'"[^"]*"|^\s*!.*$', re.M)
_CALLED_BY_THE_LIBRARY = {"initialise", "lookroutine", "deathmessage", "beforeparsing", "chooseobjects"}


def _needed(source: str) -> str:
    """The source without the routines and tables that this game never uses; Inform would warn of them."""
    while True:
        used = Counter(re.findall(r"\w+", _SAID.sub("", source).lower()))

        def keep(found: re.Match[str], used: Counter[str] = used) -> str:
            name = (found[1] or found[2]).lower()
            called = used[name] > 1 or name.endswith("sub") or name in _CALLED_BY_THE_LIBRARY
            return found[0] if called else ""

        smaller = _ROUTINE.sub(keep, source)
        if smaller == source:
            return source
        source = smaller


def _head(story: Story) -> Iterator[str]:
    game, seating = story.game, story.seating
    classes = _step_classes(story)
    count = max(len(seating.properties), 1)
    initial = [seating.codes(item.properties) or (0,) for item in game.items.values()]
    state = [(seating.codes(s.thing.properties) if s.thing else ()) or (0,) * count for s in seating.seats]
    widest = max(
        [len(w.rule.inputs) for w in game.workings] + [len(w.rule.outputs) for w in game.workings] + [1]
    )
    yield "! Written by puzzlesynth. Compile with: inform6 -v5 +/usr/share/inform6/library FILE.inf"
    yield f"Constant Story {string(pack_title(game.pack))};"
    about = one_line(game.pack.description or "A puzzle.")
    yield f"Constant Headline {string(chr(10) + about + chr(10))};"
    yield 'Serial "000000";\nRelease 1;'
    yield f"Constant MAX_SCORE = {len(classes) + AREA_SCORE * len(game.goals)};"
    yield "Constant MAX_CARRIED = 1000;\nConstant NO_PLACES;"
    yield f'Include "Parser";\n{_QUESTION}Include "VerbLib";\n'
    yield f"Constant PROPERTIES = {count};"
    yield f"Constant AREAS = {len(game.pack.areas)};"
    yield f"Constant STEPS = {len(game.puzzle.steps)};"
    yield f"Constant MOST_INPUTS = {widest};"
    yield "Constant MOST_OPTIONS = 60;"
    for name, size in (("chosen", widest), ("typed", widest), ("outs", widest)):
        yield f"Array {name} --> {size + 1};"
    yield "Array opt_rule --> MOST_OPTIONS;\nArray opt_way --> MOST_OPTIONS;"
    yield f"Array opt_in --> {60 * widest + 1};"
    yield "Array name_buffer -> 202;"
    yield f"Array credited -> {len(classes) + 1};"
    yield "Array solved_areas -> AREAS + 1;"
    yield _table("first_values", [code for codes in initial for code in codes])
    yield _table("state", [0] * count + [code for codes in state for code in codes])


def _table(name: str, values: list[int]) -> str:
    """Two entries more than needed: with a single one Inform would take it for a size."""
    rows = [values[i : i + 30] for i in range(0, len(values), 30)]
    body = "\n".join("  " + " ".join(map(str, row)) for row in rows)
    return f"Array {name} -->\n{body}\n  0 0;"


def _words(naming: Naming) -> str:
    found = [f"w_full {' '.join(map(quoted, naming.full))}"]
    if naming.enough:
        found.append(f"w_enough {' '.join(map(quoted, naming.enough))}")
    if naming.fillers:
        found.append(f"w_fillers {' '.join(map(quoted, naming.fillers))}")
    return ",\n       ".join(found)


def _rooms(story: Story) -> Iterator[str]:
    game = story.game
    doors, exits = _doors(game)
    for name, number in story.areas.items():
        area = game.pack.areas[name]
        yield f"Room A{number} {string(story.area_names[name].shown)}"
        yield f"  with number_of_area {number}, opened {int(name in game.open)},"
        title = area_title(area)
        yield f"       short_name {string(title)}," if _typable(story, name, title) else f"       ! {name!a}"
        looks = area.description or "There is nothing special about this place."
        yield f"       description {string(looks)},"
        for way, door in exits[name].items():
            yield f"       {way} D{door},"
        yield f"       {_words(story.area_names[name])};\n"
    for door, (one, other, way, back) in enumerate(doors):
        first, second = f"A{story.areas[one]}", f"A{story.areas[other]}"
        yield f'Object D{door} "way"'
        yield f"  with door_one {first}, door_two {second}, found_in {first} {second},"
        yield "       parse_name [; return 0; ], door_to [; return ThroughDoor(self); ],"
        yield f"       door_dir [; if (location == {first}) return {way}; return {back}; ],"
        yield '       description "A way to somewhere else.",'
        yield "  has door open static scenery;\n"
    yield "Array area_rooms --> " + " ".join(f"A{n}" for n in story.areas.values()) + " 0 0;"
    yield "[ Joined one other;"
    for name, number in story.areas.items():
        near = " or ".join(f"A{story.areas[other]}" for other in game.paths[name])
        if near:
            yield f"  if (one == A{number} && other == {near}) rtrue;"
    yield "  one = other;\n  rfalse;\n];\n"
    yield "[ LookRoutine;"
    for name, number in story.areas.items():
        yield f"  if (location == A{number}) {{"
        for other in game.paths[name]:
            spoken = next((_SPOKEN[w] for w, d in exits[name].items() if other in doors[d][:2]), "")
            where = f"{spoken}: " if spoken else ""
            room = f"A{story.areas[other]}"
            yield f'    print "^Way {where}", (name) {room}; if (~~{room}.opened) print " (closed)"; print ".^";'
        yield "  }"
    yield "];\n"


def _typable(story: Story, name: str, title: str) -> bool:
    """Whether typing the title as it stands would be understood, so that it can be shown."""
    from ..asciitext import plain_words

    known = story.area_names[name]
    words = [cut(word) for word in plain_words(title)]
    typed = tuple(word for word in words if word in known.full)
    return bool(words) and typed == known.full and len(title) <= MOST_LETTERS


def _doors(game: Game) -> tuple[list[tuple[str, str, str, str]], dict[str, dict[str, int]]]:
    """A door for every connection that finds a free direction on both sides."""
    exits: dict[str, dict[str, int]] = {name: {} for name in game.pack.areas}
    doors: list[tuple[str, str, str, str]] = []
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


def _things(story: Story) -> Iterator[str]:
    game, seating = story.game, story.seating
    inside = {s.thing.inside: s for s in seating.seats if s.thing is not None and s.thing.inside is not None}
    for seat in seating.seats:
        item = game.items[seat.item]
        many = game.most[seat.item] > 1
        naming = story.item_names[seat.item]
        yield f"Thing {story.seat_key(seat)} {string(naming.shown)} {_place(story, seat)}"
        yield f"  with item {story.items[seat.item]}, copy {seat.copy}, seat {seat.number},"
        yield f"       label {string(naming.shown)},"
        if many:
            yield f"       many 1, ordinal {quoted(cut(ordinal(seat.copy)))},"
            if naming.plurals:
                yield f"       w_plural {' '.join(map(quoted, naming.plurals))},"
        if item.description:
            yield f"       looks {string(item.description)},"
        if seat.name in inside:
            yield f"       holds {story.seat_key(inside[seat.name])},"
        yield f"       {_words(naming)}" + ("\n  has  static;\n" if not item.carryable else ";\n")


def _place(story: Story, seat: Seat) -> str:
    thing = seat.thing
    if thing is None:
        return "Nowhere"
    if thing.inside is not None:
        return "Inside"
    return f"A{story.areas[thing.area]}" if thing.area is not None else "selfobj"


def _step_classes(story: Story) -> list[tuple[int, int, int]]:
    """For the score: rule, position of what it is for, and which item that is."""
    items = {thing.id: thing.item for thing in story.game.puzzle.objects}
    items |= {made.id: made.item for made in story.game.puzzle.creates}
    found: dict[tuple[int, int, int], None] = {}
    workings = {w.rule.number: w for w in story.game.workings}
    for step in story.game.puzzle.steps:
        working = workings.get(step.rule)
        changes = [j for j, o in enumerate(working.outcomes) if o.changes(working.rule)] if working else []
        item = items.get(step.outputs[changes[0]]) if changes and changes[0] < len(step.outputs) else None
        if item in story.items:
            found[step.rule, changes[0], story.items[item]] = None
    return list(found)


def _plans(story: Story) -> Iterator[str]:
    """The puzzle's steps, for hints and for the score."""
    known = {w.rule.number for w in story.game.workings}
    steps = [step for step in story.game.puzzle.steps if step.rule in known]
    keys = {step.id: f"S{number}" for number, step in enumerate(steps, 1)}
    for step in steps:
        yield f'Object {keys[step.id]} "step" with s_rule R{step.rule}{_sources(step, keys)};'
    goals = {goal.name: keys.get(goal.solved_by, "0") for goal in story.game.puzzle.areas}
    yield "Array goal_plan --> " + " ".join(goals.get(name, "0") for name in story.areas) + " 0 0;"
    yield "[ Credit r;"
    for number, (rule, position, item) in enumerate(_step_classes(story)):
        yield f"  if (r == R{rule} && (outs-->{position}).item == {item} && credited->{number} == 0) {{"
        yield f"    credited->{number} = 1; score++; }}"
    yield "  r = r;\n];\n"


def _sources(step: Step, keys: dict[str, str]) -> str:
    found = [keys.get(source or "", "0") for source in step.sources]
    return f", s_from {' '.join(found)}" if found else ""


def _goals(story: Story) -> Iterator[str]:
    game = story.game
    for name, goal in game.goals.items():
        yield f"[ Met{story.areas[name]} o;"
        test = story.deeds.test(goal)
        yield f"  objectloop (o ofclass Thing) if (InReach(o) && {test}(o)) rtrue;\n  rfalse;\n];"
    yield "[ Settle again;\n  do {\n    again = 0;"
    for name in game.goals:
        number = story.areas[name]
        yield f"    if (solved_areas->{number} == 0 && Met{number}()) {{"
        yield f"      solved_areas->{number} = 1; again = 1; score = score + {AREA_SCORE};"
        yield f'      print "^", (name) A{number}, " is solved.^";'
        for other in game.opens(name):
            room = f"A{story.areas[other]}"
            yield f'      if (~~{room}.opened) {{ {room}.opened = 1; print "The way to ", (name) {room}, " is open.^"; }}'
        yield "    }"
    yield "  } until (again == 0);"
    every = " && ".join(f"solved_areas->{story.areas[name]}" for name in game.goals)
    yield f'  if ({every}) {{ print "^Everything is solved.^"; deadflag = 2; }}\n];\n'
    yield f"[ Initialise;\n  location = A{story.areas[game.player]};"
    yield from (f"  solved_areas->{story.areas[name]} = 1;" for name in game.solved)
    care = "" if game.dangers.foreseen else f"  print {string(TAKE_CARE + chr(10))};\n"
    yield f'  print "^^";\n{care}  Settle();\n];\n'


def _marks(seating: Seating) -> Iterator[str]:
    """How the state of a thing is told."""
    from ..naming import readable

    lines: list[str] = []
    shown: list[str] = []
    for number, (name, values) in enumerate(seating.values.items()):
        lines.append(f"  if (k == {number} && v == 1) print {string(readable(name))};")
        shown.append(f"  if (k == {number} && v == 1) rtrue;")
        for index, value in enumerate(values):
            if not isinstance(value, bool):
                text = string(f"{readable(name)}: {value}")
                lines.append(f"  if (k == {number} && v == {index + 2}) print {text};")
                shown.append(f"  if (k == {number} && v == {index + 2}) rtrue;")
    yield "\n".join(
        ["[ PrintMark k v;", *lines, "  k = v;", "];", "[ IsMark k v;", *shown, "  k = v;", "  rfalse;", "];"]
    )
