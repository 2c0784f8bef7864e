"""When two puzzles are the same: hashes that do not depend on names, seeds or which of several copies is used.

`id` covers everything that makes a puzzle; `tree` leaves out the places: where objects are, where steps are
done, what opens an area, and the order that only follows from that. Which of several areas a step is counted for that
they all need is no part of either: the game is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from puzzlesynth.pack.model import Value

from .canonical_labelling import Labelling, item_names, labellings
from .model import Puzzle, Step

DIGEST_BYTES = 12


def identity(puzzle: Puzzle) -> tuple[str, str]:
    """The puzzle's `id` and `tree`."""
    names = item_names(puzzle)
    if names is not None:
        tree, places = _described(puzzle, names)
        return _hash(tree + places), _hash(tree)
    whole = min("".join(_described(puzzle, names)) for names in labellings(puzzle, places=True))
    tree = min(_described(puzzle, names)[0] for names in labellings(puzzle, places=False))
    return _hash(whole), _hash(tree)


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).hexdigest()


def _described(puzzle: Puzzle, names: Labelling) -> tuple[str, str]:
    """The tree and the places as texts in which objects have these names and steps are numbered."""
    deeds = _deeds(puzzle, names)
    ranks = _step_ranks(puzzle, names, deeds)
    call = names.get
    steps = [
        (
            ranks[step.id],
            deeds[step.id],
            [-1 if source is None else ranks.get(source, -2) for source in step.sources],
        )
        for step in puzzle.steps
    ]
    things = [
        (
            names[thing.id],
            call(thing.inside, "") if thing.inside is not None else "",
            _values(thing.properties) if thing.properties else "",
        )
        for thing in puzzle.objects
    ]
    goals = [(goal.name, goal.goal, ranks.get(goal.solved_by, -2)) for goal in puzzle.areas]
    made = [names[created.id] for created in puzzle.creates]
    tree = (puzzle.pack, puzzle.pack_sha256, sorted(goals), sorted(things), sorted(made), sorted(steps))
    return repr(tree), repr(_places(puzzle, names, ranks))


def _places(puzzle: Puzzle, names: Labelling, ranks: Mapping[str, int]) -> tuple[object, ...]:
    objects = [(names[o.id], o.area or "", names.get(o.inside or "", ""), o.placed) for o in puzzle.objects]
    steps = [
        (ranks[step.id], step.place or "", sorted([ranks.get(name, -2) for name in step.after]))
        for step in puzzle.steps
    ]
    opened = sorted([(goal.name, goal.opened_by or "") for goal in puzzle.areas])
    progress = puzzle.progress and (sorted(puzzle.progress.open), sorted(puzzle.progress.solved))
    off = sorted(off.rule for off in puzzle.rules_off)
    return sorted(objects), sorted(steps), opened, progress, *([off] if off else [])


def _values(properties: Mapping[str, Value]) -> str:
    """`1` and `true` are different, `false` and nothing are not."""
    kept = sorted((k, type(v).__name__, v) for k, v in properties.items() if v is not False)
    return repr(kept) if kept else ""


StepKey = tuple[int, tuple[str, ...], tuple[str, ...]]


def _deeds(puzzle: Puzzle, names: Labelling) -> dict[str, StepKey]:
    """For each step the rule and what it is done to."""
    call = names.get
    return {
        step.id: (
            step.rule,
            tuple([call(name, "") for name in step.inputs]),
            tuple([call(name, "") for name in step.outputs]),
        )
        for step in puzzle.steps
    }


def _step_ranks(puzzle: Puzzle, names: Labelling, deeds: Mapping[str, StepKey]) -> dict[str, int]:
    """Numbers for the steps. Most often their deeds tell them apart; else all that they rest on does."""
    if len(set(deeds.values())) == len(deeds):
        return {name: rank for rank, name in enumerate(sorted(deeds, key=deeds.__getitem__))}
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
