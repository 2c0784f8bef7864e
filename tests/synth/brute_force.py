"""Finds every puzzle of a tiny pack by trying everything: all goals, all worlds, all plans.

It knows what a puzzle means and nothing of how the synthesizer works. Worlds are the pack's furniture plus any
choice of things that may be placed; plans are played forwards, move by move, with named objects; a plan in which
every step serves a goal is written down as a puzzle, and `verify` says whether it is one.

Stated limits, the same as the synthesizer's: `copies` bounds the objects of an item in one puzzle, start and made
together; a step that is there to change something does change it; everything that is placed is used. And one of its
own: plans have no more than `longest` steps.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from puzzlesynth.pack import Item, Pack
from puzzlesynth.puzzle import Created, Goal, Object, Puzzle, Step, identity
from puzzlesynth.world import explore, verify
from puzzlesynth.world.applying import applied
from puzzlesynth.world.events import Opened, Solved
from puzzlesynth.world.plan import Filling, Plan, can_change
from puzzlesynth.world.setting import Setting, setting_of
from puzzlesynth.world.state import State, Status, start_state


def all_puzzles(pack: Pack, longest: int = 4, worlds: int = 3000) -> Iterator[Puzzle]:
    """Every puzzle with at most so many steps, in as many worlds; the same tree may come several times."""
    ranks = _ranks(pack)
    for count, bare in enumerate(_bare_puzzles(pack)):
        if count == worlds:
            raise TooMany
        found = explore(pack, bare, 5000)
        if found.winning and found.winning[0] != 0:
            for told in _Search(pack, bare, ranks, longest).puzzles():
                if verify(pack, told).ok:
                    yield told


class TooMany(Exception):
    """The pack is not tiny."""


# --- worlds -----------------------------------------------------------------------------------------------


def _bare_puzzles(pack: Pack) -> Iterator[Puzzle]:
    """Every choice of goals and every world, without steps."""
    areas = list(pack.areas.values())
    for choice in product(*(area.goals for area in areas)):
        goals = tuple(
            Goal(area.name, str(goal), area.start, None, "") for area, goal in zip(areas, choice, strict=True)
        )
        for objects in _worlds(pack):
            yield Puzzle(pack.name, pack.sha256, goals, objects, (), (), ())


def _worlds(pack: Pack) -> Iterator[tuple[Object, ...]]:
    fixed = [(item, area.name, False) for area in pack.areas.values() for item in area.contains]
    options = []
    for item in pack.items.values():
        areas = [a for a in pack.areas if item.areas is None or a in item.areas] if item.spawnable else []
        options.append(
            [
                tuple((item.name, area, True) for area in places)
                for count in range(item.copies + 1)
                for places in combinations_with_replacement(areas, count)
            ]
        )
    for choice in product(*options):
        objects = _with_contents(pack, [*fixed, *(one for group in choice for one in group)])
        alive = Counter(thing.item for thing in objects)
        if all(count <= pack.items[name].copies for name, count in alive.items()):
            yield tuple(objects)


def _with_contents(pack: Pack, tops: list[tuple[str, str, bool]]) -> list[Object]:
    found: list[Object] = []
    counts: Counter[str] = Counter()

    def add(item: Item, area: str | None, inside: str | None, placed: bool) -> None:
        counts[item.name] += 1
        name = f"{item.name.lower()}-{counts[item.name]}"
        found.append(Object(name, item.name, area, inside, placed, dict(item.properties)))
        if item.contains:
            add(pack.items[item.contains], None, name, placed)

    for name, area, placed in tops:
        add(pack.items[name], area, None, placed)
    return found


def _ranks(pack: Pack) -> dict[str, int]:
    """The areas in the order in which solving leads to them."""
    queue = deque(name for name, area in pack.areas.items() if area.start)
    found: dict[str, int] = {}
    while queue:
        name = queue.popleft()
        if name not in found:
            found[name] = len(found)
            queue.extend(pack.areas[name].connects)
    return found


# --- plans ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    rule: int
    """From 0, as the world counts."""
    inputs: tuple[str, ...]
    area: str
    outputs: tuple[str, ...]
    solved: tuple[str, ...]
    opened: tuple[str, ...]
    made: tuple[tuple[str, str], ...]
    """New objects with their items, in the order of the rule's slots."""


class _Search:
    def __init__(self, pack: Pack, bare: Puzzle, ranks: dict[str, int], longest: int) -> None:
        self.pack, self.bare, self.ranks, self.longest = pack, bare, ranks, longest
        self.setting: Setting = setting_of(pack, bare)
        self.plans: tuple[Plan, ...] = self.setting.mechanics.plans
        self.made_before = Counter(thing.item for thing in bare.objects)

    def puzzles(self) -> Iterator[Puzzle]:
        seen: set[str] = set()
        state, _ = start_state(self.setting)
        for plan in self._plans(state, (), self.made_before):
            told = self._told(plan)
            if told is not None and told.id not in seen:
                seen.add(told.id)
                yield told

    def _plans(
        self, state: State, done: tuple[tuple[State, Move], ...], made: Counter[str]
    ) -> Iterator[list[Move]]:
        if state.status is Status.WON:
            yield [move for _, move in done]
            return
        if len(done) == self.longest:
            return
        for move, after in self._moves(state, made):
            if done and self._could_swap(done[-1], move):
                continue
            yield from self._plans(
                after, (*done, (state, move)), made + Counter(item for _, item in move.made)
            )

    def _could_swap(self, last: tuple[State, Move], move: Move) -> bool:
        """Whether the same plan comes up with these two the other way round."""
        before, earlier = last
        if earlier.solved or move.solved or earlier.made or move.made:
            return False
        if {*earlier.inputs, *earlier.outputs} & {*move.inputs, *move.outputs}:
            return False
        key, other = (move.rule, move.inputs, move.area), (earlier.rule, earlier.inputs, earlier.area)
        return key < other and not isinstance(self._do(before, move.rule, move.inputs, move.area, ()), str)

    def _do(self, state: State, rule: int, inputs: tuple[str, ...], area: str, names: tuple[str, ...]):  # type: ignore[no-untyped-def]
        items = self.setting.choices[rule][0]
        return applied(self.setting, state, rule, inputs, area, items, names)

    def _moves(self, state: State, made: Counter[str]) -> Iterator[tuple[Move, State]]:
        for number, plan in enumerate(self.plans):
            if plan.rule.fail or plan.principal is None or not self.setting.choices[number]:
                continue
            items = self.setting.choices[number][0]
            total = made + Counter(item.name for item in items)
            if any(total[item.name] > item.copies for item in items):
                continue
            names: list[str] = []
            counts = Counter(made)
            for item in items:
                counts[item.name] += 1
                names.append(f"{item.name.lower()}-{counts[item.name]}")
            for inputs in self._inputs(state, number):
                for area in self._places(state, plan, inputs, items):
                    done = self._do(state, number, inputs, area, tuple(names))
                    if isinstance(done, str) or not self._changes(state, done.state, plan, inputs):
                        continue
                    solved = tuple(e.area for e in done.events if isinstance(e, Solved))
                    opened = tuple(e.area for e in done.events if isinstance(e, Opened))
                    new = tuple(zip(names, (item.name for item in items), strict=True))
                    yield Move(number, inputs, area, done.outputs, solved, opened, new), done.state

    def _inputs(self, state: State, rule: int) -> Iterator[tuple[str, ...]]:
        mechanics = self.setting.mechanics
        pools = [
            [thing.id for thing in state.visible() if mechanics.fits(state.node(thing.id), rule, role)]
            for role in range(len(self.plans[rule].rule.inputs))
        ]
        yield from (inputs for inputs in product(*pools) if len(set(inputs)) == len(inputs))

    def _places(
        self, state: State, plan: Plan, inputs: tuple[str, ...], items: tuple[Item, ...]
    ) -> list[str]:
        """Where the inputs can be together. It only matters where something that cannot be carried appears."""
        fixed = {state.things[name].area for name in inputs if not state.things[name].carryable}
        if fixed:
            return [area for area in fixed if area] if len(fixed) == 1 else []
        new = [item for item, slot in zip(items, plan.slots, strict=True) if not slot.inside]
        released = [state.content(inputs[i]) for i in plan.released if i is not None]
        still = any(not item.carryable for item in new)
        still |= any(name and not state.things[name].carryable for name in released)
        areas = sorted(state.open)
        return areas if still else areas[:1]

    def _changes(self, before: State, after: State, plan: Plan, inputs: tuple[str, ...]) -> bool:
        """A step whose principal result is an object of before is there to change it."""
        assert plan.principal is not None
        source = plan.bound[plan.principal]
        if source is None or plan.filling[plan.principal] is not Filling.UNTOUCHED or source in plan.released:
            return True
        name = inputs[source]
        return before.things[name].form is not after.things[name].form

    # --- from a plan to a puzzle --------------------------------------------------------------------------

    def _told(self, plan: list[Move]) -> Puzzle | None:
        makers: dict[str, str] = {}
        steps: list[Step] = []
        solved_by: dict[str, str] = {}
        opened_by: dict[str, str] = {}
        for number, move in enumerate(plan):
            name = f"s{number + 1}"
            rule = self.pack.rules[move.rule]
            sources = tuple(makers.get(thing) for thing in move.inputs)
            after = tuple(step.id for step in steps)
            steps.append(
                Step(name, "", rule.number, rule.action, move.inputs, sources, move.outputs, after, move.area)
            )
            for position, thing in enumerate(move.outputs):
                if self._is_new(self.plans[move.rule], position):
                    makers[thing] = name
            for area in move.solved:
                solved_by[area] = name
            for area in move.opened:
                opened_by[area] = next(a for a in move.solved if area in self.pack.areas[a].connects)
        owners = self._owners(steps, solved_by)
        if len(solved_by) < len(self.bare.areas) or len(owners) < len(steps) or not self._all_used(steps):
            return None
        goals = tuple(
            replace(goal, solved_by=solved_by[goal.name], opened_by=opened_by.get(goal.name))
            for goal in self.bare.areas
        )
        told = replace(
            self.bare,
            areas=goals,
            steps=tuple(replace(step, area=owners[step.id]) for step in steps),
            creates=tuple(Created(*new) for move in plan for new in move.made),
            solution=tuple(step.id for step in steps),
        )
        name, tree = identity(told)
        return replace(told, id=name, tree=tree)

    def _is_new(self, plan: Plan, output: int) -> bool:
        source = plan.bound[output]
        if source is None or source in plan.released:
            return True
        return can_change(plan.rule.inputs[source], plan.rule.outputs[output], plan.filling[output])

    def _owners(self, steps: list[Step], solved_by: dict[str, str]) -> dict[str, str]:
        """Each step that some goal needs, with the first area whose goal needs it."""
        by_name = {step.id: step for step in steps}
        owners: dict[str, str] = {}
        for area in sorted(solved_by, key=self.ranks.__getitem__):
            todo = [solved_by[area]]
            seen: set[str] = set()
            while todo:
                name = todo.pop()
                if name not in seen:
                    seen.add(name)
                    owners.setdefault(name, area)
                    todo += [source for source in by_name[name].sources if source is not None]
        return owners

    def _all_used(self, steps: list[Step]) -> bool:
        """Whether every placed thing is a leaf."""
        leaves = {n for step in steps for n, s in zip(step.inputs, step.sources, strict=True) if s is None}
        return all(thing.id in leaves for thing in self.bare.objects if thing.placed and thing.inside is None)
