"""The puzzle dependency chart: one node per step, grouped by area, goals and locks marked."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.charts.chart import Chart, ChartEdge, ChartGroup, ChartNode, NodeShape, NodeStyle
from puzzlesynth.export.interface import ExportError, check_pack_matches
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.phrases import command_label
from puzzlesynth.pack.text.wording import area_title, capital, listed, pack_title, words
from puzzlesynth.puzzle.model import Puzzle, Step

STEP = NodeStyle("step")
SOLVES = NodeStyle("solves", fill="#eef7f0", border="#2c6e3f")
GOAL = NodeStyle("goal", NodeShape.DOUBLE, "#dcefe0", "#2c6e3f")
LOCK = NodeStyle("lock", NodeShape.DIAMOND, "#f6d9d5", "#a33a2c")


def goal_key(area: str) -> str:
    return f"goal_{area}"


def lock_key(area: str) -> str:
    return f"lock_{area}"


def chart_of(pack: Pack, puzzle: Puzzle) -> Chart:
    """The chart of a puzzle. Keys are `a1`, `s1`, `goal_a1`, `lock_a1`: safe in every notation."""
    check_pack_matches(pack, puzzle)
    items = puzzle.items
    names = {step.id: f"s{number}" for number, step in enumerate(puzzle.steps, 1)}
    areas = {goal.name: f"a{number}" for number, goal in enumerate(puzzle.areas, 1)}
    for index, step in enumerate(puzzle.steps):
        if not 1 <= step.rule <= len(pack.rules):
            raise ExportError(f"steps[{index}].rule: the pack has no rule {step.rule}")

    def label(thing: str) -> str:
        item = pack.items.get(items.get(thing, thing))
        return words(item.name) if item else words(items.get(thing, thing))

    groups = []
    for goal in puzzle.areas:
        key = areas[goal.name]
        nodes = [] if goal.start else [ChartNode(lock_key(key), ("locked",), LOCK)]
        for step in puzzle.steps:
            if step.area == goal.name:
                title = capital(command_label(pack.rule(step.rule)))
                said = (title, *_details(puzzle, step, label))
                nodes.append(ChartNode(names[step.id], said, SOLVES if step.id == goal.solved_by else STEP))
        nodes.append(ChartNode(goal_key(key), (f"Goal: {_goal_text(goal.goal)}",), GOAL))
        area = pack.areas.get(goal.name)
        title = area_title(area) if area else capital(words(goal.name))
        groups.append(ChartGroup(key, title, tuple(nodes)))
    edges = [edge for step in puzzle.steps for edge in _step_edges(puzzle, step, names, label)]
    for goal in puzzle.areas:
        if goal.solved_by in names:
            edges.append(ChartEdge(names[goal.solved_by], goal_key(areas[goal.name])))
        if goal.opened_by in areas:
            edges.append(ChartEdge(goal_key(areas[goal.opened_by]), lock_key(areas[goal.name])))
        elif goal.opened_by in names:
            edges.append(ChartEdge(names[goal.opened_by], lock_key(areas[goal.name])))
    edges += _unlocked(puzzle, names, areas)
    return Chart("puzzle", (), tuple(dict.fromkeys(edges)), tuple(groups), pack_title(pack))


def _details(puzzle: Puzzle, step: Step, label: Callable[[str], str]) -> tuple[str, ...]:
    """What has to be found in the world for this step."""
    places = {thing.id: thing for thing in puzzle.objects}
    found = []
    for thing, source in zip(step.inputs, step.sources, strict=False):
        if source is None:
            at = places.get(thing)
            where = f" ({words(at.area)})" if at is not None and at.area not in (None, step.area) else ""
            found.append(f"{label(thing)}{where}")
    return (f"needs {listed(found)}",) if found else ()


def _step_edges(
    puzzle: Puzzle, step: Step, names: dict[str, str], label: Callable[[str], str]
) -> list[ChartEdge]:
    found: dict[str, list[str]] = {}
    for thing, source in zip(step.inputs, step.sources, strict=False):
        if source in names:
            found.setdefault(source, []).append(label(thing))
    edges = [ChartEdge(names[source], names[step.id], listed(things)) for source, things in found.items()]
    others = [other for other in step.after if other in names and other not in found]
    if not others:
        return edges
    before = _earlier(puzzle, set(found))
    if _behind(puzzle, step) or any(_behind(puzzle, puzzle.step(other)) for other in before | found.keys()):
        # The lock says already that what opens it comes first.
        before |= {goal.solved_by for goal in puzzle.areas}
    edges += [ChartEdge(names[other], names[step.id], weak=True) for other in others if other not in before]
    return edges


def _earlier(puzzle: Puzzle, steps: set[str]) -> set[str]:
    """Every step that comes before one of these anyway."""
    known = {step.id: step for step in puzzle.steps}
    found: set[str] = set()
    waiting = [name for name in steps if name in known]
    while waiting:
        step = known[waiting.pop()]
        for other in (*step.after, *(source for source in step.sources if source)):
            if other in known and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _unlocked(puzzle: Puzzle, names: dict[str, str], areas: dict[str, str]) -> list[ChartEdge]:
    """From a lock to the first steps that need something from behind it; what follows on them needs no arrow."""
    behind = {step.id: _behind(puzzle, step) for step in puzzle.steps}
    edges = []
    for step in (one for one in puzzle.steps if behind[one.id]):
        before = _earlier(puzzle, {step.id})
        known = {area for other in before for area in behind[other]}
        edges += [
            ChartEdge(lock_key(areas[area]), names[step.id], weak=True)
            for area in behind[step.id]
            if area not in known
        ]
    return edges


def _behind(puzzle: Puzzle, step: Step) -> list[str]:
    """The locked areas from which a step needs something that lies there."""
    places = {thing.id: thing.area for thing in puzzle.objects}
    locked = [goal.name for goal in puzzle.areas if not goal.start]
    leaves = [thing for thing, source in zip(step.inputs, step.sources, strict=False) if source is None]
    return [area for area in locked if any(places.get(thing) == area for thing in leaves)]


def _goal_text(goal: str) -> str:
    """`Safe[locked: False]` as *safe: not locked*."""
    name, _, rest = goal.partition("[")
    wishes = []
    for part in filter(None, (p.strip() for p in rest.rstrip("]").split(","))):
        key, _, value = (p.strip() for p in part.partition(":"))
        shown = {"True": words(key), "False": f"not {words(key)}"}.get(value)
        wishes.append(shown or f"{words(key)} {words(value)}")
    return words(name.partition("#")[0]) + (f": {', '.join(wishes)}" if wishes else "")
