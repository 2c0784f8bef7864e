"""The referee: tries to refute a puzzle, with code of its own.

It plays the solution and every order that the puzzle's `after` leaves open, looks at every state of the world, and
checks each guarantee of section 4 of SEMANTICS.md and each claim that the puzzle's JSON makes. Depth and shortcuts are
counted by `step.area`, as `verify` does; the page does not say whose a step is that several areas need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, permutations, product
from math import factorial

from puzzlesynth.pack.model import Pack, Policy, Term
from puzzlesynth.puzzle.model import Created, Object, Puzzle, Step
from tests.fuzz.reference_world import (
    AT_HAND,
    Choices,
    Done,
    Move,
    Spot,
    State,
    Thing,
    World,
    meant,
    nested,
    properties_of,
)
from tests.fuzz.rule_effects import anatomy
from tests.fuzz.state_graph import Graph, Kind, TooLarge, everything_below

STATES = 4_000
ORDERS = 3_000
READINGS = 720
"""A puzzle does not say which step makes what appears inside something; as many ways to read it are tried
as six such things can be dealt out. A puzzle with more of them is not refuted by any of these."""


@dataclass(frozen=True)
class Refutation:
    guarantee: str
    message: str


def refute(pack: Pack, puzzle: Puzzle, states: int = STATES) -> list[Refutation]:
    """Everything that is wrong with a puzzle. Raises `TooLarge` where it is too much to look at."""
    case = Case(pack, puzzle)
    for check in (case.wrong_steps, case.wrong_objects):
        found = [Refutation("consistent", text) for text in check()]
        if found:
            return found
    found = list(case.misplayed())
    for order in islice(permutations(range(len(case.hidden))), 1, READINGS):
        if not found:
            break
        other = Case(pack, puzzle, order)
        found, case = list(other.misplayed()), other
    if found and factorial(len(case.hidden)) > READINGS:
        raise TooLarge
    found += [Refutation("depth", text) for text in case.wrong_depths()]
    if not found:
        found += [Refutation("from", text) for text in case.wrong_sources()]
        found += case.broken_promises(Graph(case.world, case.start, states))
    return found


class Case:
    def __init__(self, pack: Pack, puzzle: Puzzle, order: tuple[int, ...] = ()) -> None:
        """`order`: in which order things that appear inside others are dealt out to the steps that make them."""
        self.pack, self.puzzle, self.order = pack, puzzle, order
        self.items = {thing.id: thing.item for thing in puzzle.objects}
        self.items |= {made.id: made.item for made in puzzle.creates}
        self.steps = {step.id: step for step in puzzle.steps}

    @cached_property
    def goals(self) -> dict[str, Term]:
        found = {}
        for goal in self.puzzle.areas:
            found[goal.name] = next(t for t in self.pack.areas[goal.name].goals if str(t) == goal.goal)
        return found

    @cached_property
    def world(self) -> World:
        return World(self.pack, self.goals, self._choices())

    @cached_property
    def opened(self) -> frozenset[str]:
        if self.puzzle.progress is not None:
            return frozenset(self.puzzle.progress.open)
        return frozenset(name for name, area in self.pack.areas.items() if area.start)

    @cached_property
    def spots(self) -> list[Spot]:
        inner = {thing.inside: thing for thing in self.puzzle.objects if thing.inside is not None}

        def thing_of(given: Object) -> Thing:
            content = (thing_of(inner[given.id]),) if given.id in inner else ()
            return Thing(given.item, properties_of(given.properties), content, given.id)

        return [Spot(o.area or AT_HAND, thing_of(o)) for o in self.puzzle.objects if o.inside is None]

    @cached_property
    def start(self) -> State:
        solved = frozenset(self.puzzle.progress.solved if self.puzzle.progress else ())
        return self.world.settled(self.spots, self.opened, solved)

    # --- what rules make where they leave it open -------------------------------------------------------

    def _choices(self) -> Choices:
        """The puzzle says which item it is: whatever its steps make; a rule that it never uses makes nothing."""
        off = {one.rule for one in self.puzzle.rules_off}
        found: dict[int, tuple[tuple[str, ...], ...]] = {}
        for number, rule in enumerate(self.pack.rules):
            pools = []
            for slot, type_ in enumerate(anatomy(rule).slots):
                known = meant(self.pack, type_)
                if len(known) > 1:
                    said = {
                        self.made[step.id][slot][0] for step in self.puzzle.steps if step.rule == rule.number
                    }
                    known = tuple(item for item in known if item in said)
                pools.append(known)
            found[number] = () if rule.number in off else tuple(product(*pools))
        return found

    @cached_property
    def made(self) -> dict[str, list[tuple[str, str]]]:
        """For each step item and name of everything new, in the order of its rule's slots."""
        hidden = [self.hidden[n] for n in self.order or range(len(self.hidden))]
        found: dict[str, list[tuple[str, str]]] = {}
        for step in self.puzzle.steps:
            mine = found[step.id] = []
            for result, name in zip(anatomy(self.pack.rule(step.rule)).results, step.outputs, strict=True):
                if result.bound is None and result.released is None:
                    mine.append((self.items[name], name))
                if result.filled is not None:
                    inner = next(m for m in hidden if result.filled in self.pack.items[m.item].types)
                    hidden.remove(inner)
                    mine.append((inner.item, inner.id))
        return found

    @cached_property
    def hidden(self) -> list[Created]:
        """What is made and is no new output of any step: it appears inside something."""
        listed = set()
        for step in self.puzzle.steps:
            for result, name in zip(anatomy(self.pack.rule(step.rule)).results, step.outputs, strict=True):
                if result.bound is None and result.released is None:
                    listed.add(name)
        return [made for made in self.puzzle.creates if made.id not in listed]

    # --- consistent -------------------------------------------------------------------------------------

    def wrong_objects(self) -> Iterator[str]:
        alive = Counter(thing.item for thing in self.puzzle.objects)
        for name, count in alive.items():
            if count > self.pack.items[name].copies:
                yield f"{count} of {name} at the start, but copies say {self.pack.items[name].copies}"
        for thing in self.puzzle.objects:
            item = self.pack.items[thing.item]
            if thing.placed and thing.inside is None:
                if not item.spawnable:
                    yield f"{thing.id} is placed, and {item.name} is notSpawnable"
                if thing.area is None or (item.areas is not None and thing.area not in item.areas):
                    yield f"{thing.id} is placed in {thing.area}, where {item.name} may not be"
                elif not self.pack.areas[thing.area].is_place:
                    yield f"{thing.id} is placed in {thing.area}, which is no place"
        placed = {thing.id: thing.placed for thing in self.puzzle.objects}
        for thing in self.puzzle.objects:
            if thing.inside is not None and thing.placed != placed[thing.inside]:
                yield f"who placed {thing.id} is not who placed {thing.inside}, which it is in"
        if self.puzzle.progress is None:
            yield from self._wrong_start()
        yield from self._useless()

    def wrong_steps(self) -> Iterator[str]:
        if sorted(self.puzzle.solution) != sorted(self.steps):
            yield "the solution does not have every step once"
        for step in self.puzzle.steps:
            rule = self.pack.rule(step.rule)
            if rule.fail:
                yield f"{step.id} ends the game in defeat"
            if len(step.inputs) != len(rule.inputs) or len(step.outputs) != len(rule.outputs):
                yield f"{step.id} does not have the terms of its rule"
                return
            for name, source in zip(step.inputs, step.sources, strict=True):
                if source is None and name not in {thing.id for thing in self.puzzle.objects}:
                    yield f"{step.id} takes {name} from the start, where it is not"
                if source is not None and (
                    source not in self.steps or name not in self.steps[source].outputs
                ):
                    yield f"{step.id} takes {name} from {source}, which does not give it"
        filled = sum(
            r.filled is not None for s in self.puzzle.steps for r in anatomy(self.pack.rule(s.rule)).results
        )
        if filled != len(self.hidden):
            yield f"steps make {filled} things inside others, `creates` lists {len(self.hidden)} of them"
        wanted = {area.name for area in self.pack.to_solve}
        if self.puzzle.progress is None and {goal.name for goal in self.puzzle.areas} != wanted:
            yield "the areas are not those that the pack wants solved"

    def _wrong_start(self) -> Iterator[str]:
        inner = {thing.inside: thing.item for thing in self.puzzle.objects if thing.inside is not None}
        for thing in self.puzzle.objects:
            item = self.pack.items[thing.item]
            if properties_of(thing.properties) != properties_of(item.properties):
                yield f"{thing.id} does not start as the pack says"
            if inner.get(thing.id) != item.contains:
                yield f"{thing.id} contains {inner.get(thing.id)}, the pack says {item.contains}"
        there = Counter((o.area, o.item) for o in self.puzzle.objects if not o.placed and o.inside is None)
        said = Counter((a.name, item) for a in self.pack.areas.values() for item in a.contains)
        if there != said:
            yield "what areas contain is not there, or more than that"

    def _useless(self) -> Iterator[str]:
        """Every step serves a goal; what is placed serves a step, but for the red herrings that were asked for."""
        served: set[str] = set()
        for goal in self.puzzle.areas:
            served |= self._below(goal.solved_by)
        for step in self.puzzle.steps:
            if step.id not in served:
                yield f"no goal needs {step.id}"
            elif step.id not in self._below(
                next(g.solved_by for g in self.puzzle.areas if g.name == step.area)
            ):
                yield f"{step.id} is said to serve {step.area}, and does not"
        used = {name for step in self.puzzle.steps for name in (*step.inputs, *step.outputs)}
        idle = [o for o in self.puzzle.objects if o.placed and o.inside is None and o.id not in used]
        if self.puzzle.progress is None:
            asked = {name: area.herrings for name, area in self.pack.areas.items() if area.herrings}
            if dict(Counter(o.area for o in idle)) != asked:
                yield f"nothing uses {[o.id for o in idle]}; red herrings asked for: {asked}"

    def _below(self, top: str) -> set[str]:
        return everything_below(top, lambda step: self.steps[step].sources)

    # --- solvable, access, not solved already -------------------------------------------------------------

    def misplayed(self) -> Iterator[Refutation]:
        """The start, the solution, and every other order that `after` and `from` leave open."""
        for area, goal in self.goals.items():
            for spot in self.spots:
                if self.world.matches(spot.thing, goal):
                    yield Refutation("not solved already", f"{spot.thing.tag} meets the goal of {area}")
                    return
        before = {step.id: {*step.after, *(s for s in step.sources if s)} for step in self.puzzle.steps}
        state = self.start
        for number, name in enumerate(self.puzzle.solution):
            if before[name] - set(self.puzzle.solution[:number]):
                yield Refutation("order", f"the solution does {name} before what must come before it")
                return
            after = self.played(state, self.steps[name])
            if isinstance(after, Refutation):
                yield after
                return
            state = after
        if not self.world.won(state):
            yield Refutation("solvable", f"after the solution, only {sorted(state.solved)} are solved")
            return
        yield from self._other_orders(before)

    def _other_orders(self, before: Mapping[str, set[str]]) -> Iterator[Refutation]:
        first: tuple[frozenset[str], State] = (frozenset(), self.start)
        seen, todo = {first}, [(first, ())]
        while todo:
            (done, state), way = todo.pop()
            for name, step in self.steps.items():
                if name in done or before[name] - done:
                    continue
                after = self.played(state, step)
                if isinstance(after, Refutation):
                    text = f"after {', '.join(way) or 'nothing'}, {name} may come next: {after.message}"
                    yield Refutation(f"order ({after.guarantee})", text)
                    return
                node = (done | {name}, after)
                if node not in seen:
                    seen.add(node)
                    todo.append((node, (*way, name)))  # type: ignore[arg-type]
                    if len(seen) > ORDERS:
                        raise TooLarge

    def played(self, state: State, step: Step) -> State | Refutation:
        """The step done by name: what it makes is what the puzzle says, and it solves what it is said to solve."""
        where = {spot.thing.tag: n for n, spot in enumerate(state.spots)}
        rule = self.pack.rule(step.rule)
        for name, term in zip(step.inputs, rule.inputs, strict=True):
            if name not in where:
                return Refutation("solvable", f"{step.id}: {name} is not there")
            spot = state.spots[where[name]]
            if spot.where != AT_HAND and spot.where not in state.open:
                return Refutation(
                    "access", f"{step.id}: {name} is in {spot.where}, which is not open by then"
                )
            if not self.world.matches(spot.thing, term):
                return Refutation("solvable", f"{step.id}: {name} is not {term} then")
        inputs = tuple(where[name] for name in step.inputs)
        fixed = {state.spots[n].where for n in inputs} - {AT_HAND}
        if len(set(inputs)) < len(inputs):
            return Refutation("solvable", f"{step.id} takes one thing twice")
        if len(fixed) > 1:
            return Refutation("access", f"{step.id}: its inputs cannot be brought together")
        place = next(iter(fixed), step.place or "")
        if step.place is not None and step.place != place:
            return Refutation("access", f"{step.id} is done in {step.place}, and what it takes is in {place}")
        if not fixed and place and place not in state.open:
            return Refutation("access", f"{step.id} is done in {place}, which is not open by then")
        made = self.made[step.id]
        move = Move(step.rule - 1, inputs, place, tuple(item for item, _ in made))
        done = self.world.done(state, move, [name for _, name in made])
        if done is not None and not place and self._stays(done):
            return Refutation(
                "access", f"nothing says where {step.id} is done, and what it makes stays there"
            )
        if done is None:
            return Refutation("solvable", f"{step.id} is not applicable: something is full, or too many")
        if tuple(thing.tag for thing in done.results) != step.outputs:
            return Refutation("solvable", f"{step.id} does not make {step.outputs}")
        tags = Counter(t.tag for spot in done.state.spots for t in nested(spot.thing))
        if max(tags.values()) > 1:
            return Refutation("solvable", f"after {step.id} a name appears twice")
        solved = done.state.solved - state.solved
        said = {goal.name for goal in self.puzzle.areas if goal.solved_by == step.id}
        if solved != said:
            text = f"{step.id} solves {sorted(solved)}, and should solve {sorted(said)}"
            return Refutation("not solved already", text)
        return done.state

    def _stays(self, done: Done) -> bool:
        """Whether something appears that cannot be carried away."""
        appeared = [s.thing for s in done.state.spots if s.where == AT_HAND and s.thing in done.results]
        return any(not self.pack.items[thing.item].carryable for thing in appeared)

    # --- where things come from -----------------------------------------------------------------------------

    def true_sources(self) -> dict[str, list[tuple[str, str | None]]]:
        """For each step what it takes, and which step has really made it as it is then, in the order of the solution."""
        state = self.start
        makers: dict[str, str] = {}
        found: dict[str, list[tuple[str, str | None]]] = {}
        for name in self.puzzle.solution:
            step = self.steps[name]
            found[name] = [(thing, makers.get(thing)) for thing in step.inputs]
            before = {spot.thing.tag: spot.thing for spot in state.spots}
            after = self.played(state, step)
            if isinstance(after, Refutation):
                raise ValueError(after.message)
            now = {spot.thing.tag: spot.thing for spot in after.spots}
            makers |= {tag: name for tag in step.outputs if now.get(tag) != before.get(tag)}
            state = after
        return found

    def wrong_sources(self) -> Iterator[str]:
        """`from` names the step that made something as it is needed."""
        for name, taken in self.true_sources().items():
            for (thing, real), said in zip(taken, self.steps[name].sources, strict=True):
                if real != said:
                    yield f"{name} takes {thing} from {real or 'the start'}, not from {said or 'the start'}"

    # --- depth --------------------------------------------------------------------------------------------

    def wrong_depths(self) -> Iterator[str]:
        """Chains are counted within an area: what an earlier area made is no step of this one."""
        for goal in self.puzzle.areas:
            area = self.pack.areas[goal.name]
            depth = self._depth(goal.solved_by, goal.name)
            if depth < area.min_depth or depth > (area.max_depth or depth):
                yield f"{goal.name} has depth {depth}, not {area.min_depth} to {area.max_depth}"

    def _depth(self, name: str, area: str) -> int:
        step = self.steps[name]
        if step.area != area:
            return 0
        return 1 + max((self._depth(source, area) for source in step.sources if source), default=0)

    # --- what holds whatever a player does ------------------------------------------------------------------

    def kinds(self, area: str) -> set[Kind]:
        found = set()
        for step in self.puzzle.steps:
            main = anatomy(self.pack.rule(step.rule)).main
            if step.area == area and main is not None:
                found.add((step.rule, self.items[step.outputs[main]]))
        return found

    def broken_promises(self, graph: Graph) -> Iterator[Refutation]:
        for area in sorted(graph.solved_early() & self.goals.keys()):
            yield Refutation("no sequence break", f"{area} can be solved before it is open")
        cut = {}
        for area in self.goals:
            for kind in sorted(self.kinds(area)):
                if area in graph.solved_without(kind):
                    cut[area] = f"{area} can be solved without rule {kind[0]} making {kind[1]}"
        dead = graph.has_dead_end()
        for area in self.goals:
            promised = self.pack.areas[area].guarantees
            if promised.shortcuts is Policy.FORBID and area in cut:
                yield Refutation("no shortcut", cut[area])
            if promised.dead_ends is Policy.FORBID and dead and graph.can_lose(area):
                yield Refutation("no dead end", f"some play leaves no way to solve {area}")
        said = self.puzzle.guarantees
        metrics = {"steps": len(self.steps), "objects": len(self.puzzle.objects)}
        metrics["depth"] = max(self._depth(goal.solved_by, goal.name) for goal in self.puzzle.areas)
        for name, number in metrics.items():
            if self.puzzle.metrics.get(name, number) != number:
                yield Refutation("claims", f"metrics: {name} is {number}, not {self.puzzle.metrics[name]}")
        if said.get("solvable") != "verified":
            yield Refutation("claims", f"solvable is said to be {said.get('solvable')}")
        if said.get("shortcuts") == "none" and cut:
            yield Refutation("claims", f"shortcuts: none; but {next(iter(cut.values()))}")
        if "can be solved without" in said.get("shortcuts", "") and not cut:
            yield Refutation("claims", f"shortcuts: {said['shortcuts']}; there is none")
        if said.get("dead_ends") == "none" and dead:
            yield Refutation("claims", "dead ends: none; but there are")
        if said.get("dead_ends") == "found" and not dead:
            yield Refutation("claims", "dead ends: found; there is none")
