"""When two puzzles are the same: hashes that do not depend on names, seeds or which of several copies is used.

`id` covers everything that makes a puzzle; `tree` leaves out the places: where objects are, where steps are
done, what opens an area, and the order that only follows from that. Which of several areas a step is counted for that
they all need is no part of either: the game is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from puzzlesynth.pack.model import IdentityCache, IdentityMap, Value
from puzzlesynth.quick_dataclasses import replace

from .model import Object, Puzzle, Step

DIGEST_BYTES = 12


def identity(puzzle: Puzzle) -> tuple[str, str]:
    """The puzzle's `id` and `tree`."""
    names = item_names(puzzle)
    if names is not None:
        tree, places = _quickly_described(puzzle, names) or _described(puzzle, names)
        return _hash(tree + places), _hash(tree)
    whole = min("".join(_described(puzzle, names)) for names in labellings(puzzle, places=True))
    tree = min(_described(puzzle, names)[0] for names in labellings(puzzle, places=False))
    return _hash(whole), _hash(tree)


def named(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the `id` and `tree` of its content."""
    name, tree = identity(puzzle)
    return replace(puzzle, id=name, tree=tree)


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).hexdigest()


class _Texts(dict[Any, str]):
    """Parts as `repr` writes them: puzzles of a stream have the same ones again and again."""

    def __missing__(self, part: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
        text = self[part] = repr(part)
        return text


MOST_TEXTS = 1 << 16

_TEXTS = _Texts()
"""No two parts are equal and written differently: they have names, and numbers and flags at places of their own."""


class _Lists(_Texts):
    """Tuples as `repr` writes lists."""

    def __missing__(self, part: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
        text = self[part] = repr(list(part))
        return text


_LISTS = _Lists()


def _quickly_described(puzzle: Puzzle, names: Labelling) -> tuple[str, str] | None:
    """What `_described` says, where no two objects have the same name and no two steps do the same; None: they do.

    Most puzzles of a stream are like that, and then there is an order before anything is compared as a whole."""
    said = [_step_said(step, names) for step in puzzle.steps]
    if len(set(names.values())) < len(names) or len({one.key for one in said}) < len(said):
        return None
    said.sort(key=attrgetter("key"))
    ranks: dict[str | None, int] = {one.step.id: rank for rank, one in enumerate(said)}
    rank_of, listed = ranks.__getitem__, _LISTS.__getitem__
    try:
        goals = sorted([(goal.name, goal.goal, ranks[goal.solved_by]) for goal in puzzle.areas])
        after = [listed(tuple(sorted(map(rank_of, one.step.after)))) for one in said]
        ranks[None] = -1
        sources = [listed(tuple(map(rank_of, one.step.sources))) for one in said]
        things = _things_said(puzzle, names)
    except KeyError:
        return None
    made = sorted([names[created.id] for created in puzzle.creates])
    text = _TEXTS.__getitem__
    links = [f"({n}, {one.text}, {sources[n]})" for n, one in enumerate(said)]
    waits = [f"({n}, {one.place}, {after[n]})" for n, one in enumerate(said)]
    tree = (
        text(puzzle.pack),
        text(puzzle.pack_sha256),
        repr(goals),
        f"[{', '.join([start for start, _ in things])}]",
        repr(made),
        f"[{', '.join(links)}]",
    )
    places = (
        f"[{', '.join([place for _, place in things])}]",
        f"[{', '.join(waits)}]",
        *_other_places(puzzle),
    )
    return f"({', '.join(tree)})", f"({', '.join(places)})"


class _SaidStep(NamedTuple):
    """What is said of a step whose objects have these names."""

    step: Step
    names: tuple[str | None, ...]
    key: StepKey
    text: str
    """The key, written."""
    place: str


_said_steps: IdentityMap[Step, _SaidStep] = IdentityMap()


def _step_said(step: Step, names: Labelling) -> _SaidStep:
    """Worked out once for the steps that puzzles of a stream share."""
    called = tuple(map(names.get, step.inputs + step.outputs))
    known = _said_steps.get(step)
    if known is not None and known.names == called:
        return known
    key = _step_key(step, names)
    return _said_steps.put(step, _SaidStep(step, called, key, repr(key), repr(step.place or "")))


def _things_said(puzzle: Puzzle, names: Labelling) -> list[tuple[str, str]]:
    """All objects by name, as they are in the tree and in the places."""
    things = sorted([(names[thing.id], thing) for thing in puzzle.objects], key=itemgetter(0))
    return [
        _thing_said(thing)
        if name == thing.item and thing.inside is None
        else _said(thing, name, names[thing.inside] if thing.inside is not None else "")
        for name, thing in things
    ]


def _said(thing: Object, name: str, holder: str = "") -> tuple[str, str]:
    """An object in the tree and in the places."""
    return repr((name, holder, _start_values(thing))), repr((name, thing.area or "", holder, thing.placed))


def _described(puzzle: Puzzle, names: Labelling) -> tuple[str, str]:
    """The tree and the places as texts in which objects have these names and steps are numbered.

    They are what `repr` makes of nested tuples and lists."""
    keys = _step_keys(puzzle, names)
    ranks = _step_ranks(puzzle, names, keys)
    call, text = names.get, _TEXTS.__getitem__
    steps = [
        (
            ranks[step.id],
            keys[step.id],
            [-1 if source is None else ranks.get(source, -2) for source in step.sources],
        )
        for step in puzzle.steps
    ]
    things = [
        (names[thing.id], call(thing.inside, "") if thing.inside is not None else "", _start_values(thing))
        for thing in puzzle.objects
    ]
    goals = [(goal.name, goal.goal, ranks.get(goal.solved_by, -2)) for goal in puzzle.areas]
    made = [names[created.id] for created in puzzle.creates]
    tree = (
        text(puzzle.pack),
        text(puzzle.pack_sha256),
        repr(sorted(goals)),
        f"[{', '.join([text(thing) for thing in sorted(things)])}]",
        repr(sorted(made)),
        f"[{', '.join([f'({rank}, {text(key)}, {sources})' for rank, key, sources in sorted(steps)])}]",
    )
    return f"({', '.join(tree)})", _places(puzzle, names, ranks)


def _places(puzzle: Puzzle, names: Labelling, ranks: Mapping[str, int]) -> str:
    text = _TEXTS.__getitem__
    objects = [(names[o.id], o.area or "", names.get(o.inside or "", ""), o.placed) for o in puzzle.objects]
    steps = [
        (ranks[step.id], step.place or "", sorted([ranks.get(name, -2) for name in step.after]))
        for step in puzzle.steps
    ]
    places = (
        f"[{', '.join([text(thing) for thing in sorted(objects)])}]",
        f"[{', '.join([f'({rank}, {text(place)}, {after})' for rank, place, after in sorted(steps)])}]",
        *_other_places(puzzle),
    )
    return f"({', '.join(places)})"


def _other_places(puzzle: Puzzle) -> list[str]:
    """What opens the areas, how far a game has come, and the rules that are off."""
    opened = sorted([(goal.name, goal.opened_by or "") for goal in puzzle.areas])
    progress = puzzle.progress and (sorted(puzzle.progress.open), sorted(puzzle.progress.solved))
    off = sorted(off.rule for off in puzzle.rules_off)
    return [repr(opened), repr(progress), *([repr(off)] if off else [])]


def _values(properties: Mapping[str, Value]) -> str:
    """`1` and `true` are different, `false` and nothing are not."""
    kept = sorted((k, type(v).__name__, v) for k, v in properties.items() if v is not False)
    return repr(kept) if kept else ""


def _values_of(thing: Object) -> str:
    return _values(thing.properties) if thing.properties else ""


_start_values: IdentityCache[Object, str] = IdentityCache(_values_of)
"""The properties of an object at the start, as text."""

_thing_said: IdentityCache[Object, tuple[str, str]] = IdentityCache(lambda thing: _said(thing, thing.item))
"""The same for what is not inside another object and is the only one of its item."""


StepKey = tuple[int, tuple[str, ...], tuple[str, ...]]


def _step_keys(puzzle: Puzzle, names: Labelling) -> dict[str, StepKey]:
    """For each step the rule and what it is done to."""
    return {step.id: _step_key(step, names) for step in puzzle.steps}


def _step_key(step: Step, names: Labelling) -> StepKey:
    call = names.get
    return (
        step.rule,
        tuple([call(name, "") for name in step.inputs]),
        tuple([call(name, "") for name in step.outputs]),
    )


def _step_ranks(puzzle: Puzzle, names: Labelling, keys: Mapping[str, StepKey]) -> dict[str, int]:
    """Numbers for the steps. Most often their keys tell them apart; else all that they rest on does."""
    if len(set(keys.values())) == len(keys):
        return {name: rank for rank, name in enumerate(sorted(keys, key=keys.__getitem__))}
    labels = _step_labels(puzzle, names)
    order = {label: rank for rank, label in enumerate(sorted(set(labels.values())))}
    return {name: order[label] for name, label in labels.items()}


def _step_labels(puzzle: Puzzle, names: Labelling) -> dict[str, str]:
    """A label for each step that says everything about it and the steps it rests on."""
    steps = {step.id: step for step in puzzle.steps}
    labels: dict[str, str] = {}
    for top in steps:
        todo = [top]
        entered: set[str] = set()
        while todo:
            step = steps[todo[-1]]
            missing = [
                name
                for name in step.sources
                if name is not None and name in steps and name not in labels and name not in entered
            ]
            if missing and step.id not in entered:
                entered.add(step.id)
                todo += missing
                continue
            todo.pop()
            if step.id not in labels:
                labels[step.id] = _label(step, names, labels)
    return labels


def _label(step: Step, names: Labelling, labels: Mapping[str, str]) -> str:
    """A step that rests on itself cannot be labelled; where it is met again it counts as unknown."""
    inputs = [names.get(name) for name in step.inputs]
    outputs = [names.get(name) for name in step.outputs]
    sources = [labels.get(source, "?") if source is not None else "" for source in step.sources]
    text = f"{step.rule} {inputs} {sources} {outputs}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).hexdigest()


MOST_NUMBERINGS = 720
"""Where more would have to be tried, objects that look alike share a name. That is the same for equal puzzles."""

NO_VALUES = "[]"
"""Names are ranked by such texts, and the ids of all puzzles depend on their order."""

Labelling = dict[str, str]
"""Names for the objects of a puzzle that do not depend on the names they were given (canonical labelling).

Objects of the same item are distinguished by what is done with them. Often one look is enough (`item_names`); if not,
what is known about an object is refined by what is known about its neighbours until nothing new comes out (colour
refinement), and where even that leaves objects alike, each of them is singled out in turn (`labellings`).
"""


def item_names(puzzle: Puzzle) -> Labelling | None:
    """Objects named by their item and, where there are several, by how steps use them, if that is enough."""
    items = puzzle.items
    if len(set(items.values())) == len(items):
        return items
    counts = Counter(items.values())
    uses: dict[str, list[tuple[Any, ...]]] = {name: [] for name, item in items.items() if counts[item] > 1}
    for step in puzzle.steps:
        for side, names in ((0, step.inputs), (1, step.outputs)):
            for position, name in enumerate(names):
                if name in uses:
                    uses[name].append((step.rule, side, position))
    held = {thing.inside for thing in puzzle.objects} | {t.id for t in puzzle.objects if t.inside is not None}
    start = {thing.id: _values(thing.properties) or NO_VALUES for thing in puzzle.objects}
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, found in uses.items():
        key = (items[name], name in start, start.get(name, ""), sorted(found))
        groups.setdefault((*key[:3], tuple(key[3])), []).append(name)
    for key, alike in groups.items():
        if len(alike) > 1 and (key[3] or any(name in held for name in alike)):
            return None
    for rank, key in enumerate(sorted(groups)):
        for name in groups[key]:
            items[name] = f"{key[0]}.{rank}"
    return items


def labellings(puzzle: Puzzle, places: bool) -> Iterator[Labelling]:
    """All namings that are worth comparing: the same set, but for the names given, for equal puzzles."""
    graph = _Graph(puzzle, places)
    found: list[list[int]] = []
    first = graph.refined(graph.start())
    if graph.leaves(first, found):
        for colours in found:
            yield graph.named(colours)
    else:
        yield graph.named(first)


class _Graph:
    """Objects and steps with what connects them. Objects come first, then steps; all are numbered."""

    def __init__(self, puzzle: Puzzle, places: bool) -> None:
        self.names = [thing.id for thing in puzzle.objects] + [made.id for made in puzzle.creates]
        self.items = [thing.item for thing in puzzle.objects] + [made.item for made in puzzle.creates]
        self.objects = len(self.names)
        index = {name: number for number, name in enumerate(self.names)}
        step_index = {step.id: self.objects + number for number, step in enumerate(puzzle.steps)}
        self.links: list[list[tuple[str, int]]] = [[] for _ in range(self.objects + len(puzzle.steps))]
        self.own: list[tuple[Any, ...]] = []
        for thing in puzzle.objects:
            where = (thing.area or "", thing.placed) if places else ()
            self.own.append((thing.item, "start", _values(thing.properties) or NO_VALUES, *where))
        self.own += [(made.item, "made") for made in puzzle.creates]
        solves: dict[str, list[str]] = {}
        for goal in puzzle.areas:
            solves.setdefault(goal.solved_by, []).append(goal.name)
        for step in puzzle.steps:
            me = step_index[step.id]
            at = (step.place or "",) if places else ()
            self.own.append((str(step.rule), repr(sorted(solves.get(step.id, ()))), *at))
            for label, names in (("i", step.inputs), ("o", step.outputs)):
                for position, name in enumerate(names):
                    self._link(f"{label}{position}", me, index.get(name))
            for position, source in enumerate(step.sources):
                self._link(f"f{position}", me, step_index.get(source or ""))
            for name in step.after if places else ():
                self._link("a", me, step_index.get(name))
        for number, thing in enumerate(puzzle.objects):
            if thing.inside is not None:
                self._link("in", number, index.get(thing.inside))

    def _link(self, label: str, one: int, other: int | None) -> None:
        if other is not None:
            self.links[one].append((f"{label}>", other))
            self.links[other].append((f"{label}<", one))

    def start(self) -> list[int]:
        kinds = [(number >= self.objects, *own) for number, own in enumerate(self.own)]
        return _ranks([tuple(map(str, kind)) for kind in kinds])

    def refined(self, colours: list[int]) -> list[int]:
        """Tells apart whatever differs in its neighbours, until nothing new comes out."""
        classes = len(set(colours))
        while True:
            keys = [
                (colours[number], tuple(sorted((label, colours[other]) for label, other in links)))
                for number, links in enumerate(self.links)
            ]
            colours = _ranks(keys)
            new = len(set(colours))
            if new == classes:
                return colours
            classes = new

    def leaves(self, colours: list[int], found: list[list[int]]) -> bool:
        """All ways to single out objects until none that matter are alike. False: too many.

        Without recursion: as many objects as one likes may be alike."""
        todo: list[tuple[list[int], int | None]] = [(colours, None)]
        """Colours, and which object is still to be singled out in them."""
        while todo:
            colours, number = todo.pop()
            if number is not None:
                singled = [2 * colour + 1 for colour in colours]
                singled[number] -= 1
                colours = self.refined(_ranks(singled))
            cell = self._alike(colours)
            if cell is None:
                found.append(colours)
                if len(found) > MOST_NUMBERINGS:
                    return False
            else:
                todo += [(colours, other) for other in reversed(cell)]
        return True

    def _alike(self, colours: list[int]) -> list[int] | None:
        """The first objects that matter and look alike."""
        cells: dict[int, list[int]] = {}
        for number in range(self.objects):
            if self.links[number]:
                cells.setdefault(colours[number], []).append(number)
        return next((cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1), None)

    def named(self, colours: list[int]) -> Labelling:
        pairs = zip(self.names, self.items, colours, strict=False)
        return {name: f"{item}.{colour}" for name, item, colour in pairs}


def _ranks(keys: list[Any]) -> list[int]:
    order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [order[key] for key in keys]
