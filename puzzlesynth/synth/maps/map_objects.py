"""The objects that a filled map can have, and which of them each block can give.

Every block that gives something new has objects of its own, one for each item that it can be: a copy of an item
stands for the block that it comes from. So the solver need not choose between copies; where an object goes, how often it
has changed by then, and where it lies at the start all follow from the map.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlesynth.synth.answers.answer_set import Node, ObjectKey

    from .block_tree import BlockTree, TreeBlock
    from .domains import RuleFit

MOVED = {"change": "changee", "insert": "box", "take": "input"}
"""For a block that changes something, which of its inputs comes out of it."""


class MapObjects:
    def __init__(self, shape: BlockTree) -> None:
        self._shape = shape
        self._items = shape.world.pack.items
        self.copies: dict[str, int] = defaultdict(int)
        """How many objects of each item there are to choose from."""
        self.gives: dict[str, list[Node]] = {}
        """For each block what it can give."""
        self._inside: dict[str, list[Node]] = {}
        """For each block what can be inside of what it gives."""
        self.places: dict[ObjectKey, tuple[str, ...]] = {}
        """For each object that can be placed where it then lies."""
        self.contents: list[tuple[ObjectKey, ObjectKey]] = []
        """What comes inside of what: holder, inner."""
        self.by_products: list[tuple[str, int, int, ObjectKey]] = []
        """What else a block makes with a rule: block, rule, output, object."""
        self.fillings: list[tuple[str, ObjectKey]] = []
        """New things that appear inside of what a block gives: block, object."""
        self.last_stage: dict[ObjectKey, int] = {}
        for name in shape.world.gates.values():
            self.last_stage[name, self._new(name)[1]] = 1
        for spot in shape.spots:
            self.gives[spot.name], self._inside[spot.name] = [], []
            self._follow(spot)
            self._reach(self.gives[spot.name])
        for spot in shape.spots:
            for fit in shape.fits.get(spot.name, ()):
                self._reach_besides(spot, fit)

    def _new(self, item: str) -> ObjectKey:
        self.copies[item] += 1
        return item, self.copies[item]

    def _reach(self, nodes: Iterable[Node]) -> None:
        for item, copy, stage in nodes:
            self.last_stage[item, copy] = max(self.last_stage.get((item, copy), 0), stage)

    # --- up from the leaves ---------------------------------------------------------------------------

    def _follow(self, spot: TreeBlock) -> None:
        gives, inside = self.gives[spot.name], self._inside[spot.name]
        can_be = self._shape.can_be[spot.name]
        if spot.bears:
            for item in sorted(can_be):
                thing = self._new(item)
                gives.append((*thing, 0))
                if not spot.is_step:
                    self._lay(spot, thing, inside)
            if spot.is_step:
                self._make_besides(spot)
        elif spot.kind == "unlock":
            gives.append((self._shape.world.gates[spot.block.name], 1, 1))
        elif spot.kind in MOVED:
            below = spot.inputs[MOVED[spot.kind]]
            gives += [
                (item, copy, stage + 1) for item, copy, stage in self.gives[below.name] if item in can_be
            ]
            inside += self._inside[below.name]
            if spot.kind == "insert":
                inside += self.gives[spot.inputs["boxee"].name]
            self._make_besides(spot)
        elif spot.kind == "unbox":
            below = spot.inputs["box"]
            gives += [
                (item, copy, stage + 1) for item, copy, stage in self._inside[below.name] if item in can_be
            ]
            self._make_besides(spot)
        else:
            for below in spot.inputs.values():
                gives += [node for node in self.gives[below.name] if node[0] in can_be]
                inside += self._inside[below.name]

    def _lay(self, spot: TreeBlock, thing: ObjectKey, inside: list[Node]) -> None:
        """Puts a thing where its block says, with what comes inside of it."""
        self.places[thing] = self._shape.places(spot, self._items[thing[0]])
        holder, seen = thing, {thing[0]}
        while (name := self._items[holder[0]].contains) is not None and name not in seen:
            inner = self._new(name)
            self.contents.append((holder, inner))
            inside.append((*inner, 0))
            self._reach([(*inner, 0)])
            seen.add(name)
            holder = inner

    def _make_besides(self, spot: TreeBlock) -> None:
        """By-products. Only one rule is the block's, so its rules share them."""
        pool: dict[tuple[str, int], ObjectKey] = {}
        filled: set[ObjectKey] = set()

        def own(item: str, count: dict[str, int]) -> ObjectKey:
            count[item] += 1
            if (item, count[item]) not in pool:
                pool[item, count[item]] = self._new(item)
            self._reach([(*pool[item, count[item]], 0)])
            return pool[item, count[item]]

        rules = {fit.rule.number: fit.rule for fit in self._shape.fits[spot.name]}
        for number, rule in rules.items():
            effects = self._shape.effects[number]
            count: dict[str, int] = defaultdict(int)
            for output in effects.created:
                if output != effects.principal:
                    for item in self._shape.creatable(rule.outputs[output].type):
                        self.by_products.append((spot.name, number, output, own(item, count)))
            for kind in effects.filled.values():
                filled |= {own(item, count) for item in self._shape.creatable(kind)}
        self.fillings += [(spot.name, thing) for thing in sorted(filled)]
        self._inside[spot.name] += [(*thing, 0) for thing in sorted(filled)]

    def _reach_besides(self, spot: TreeBlock, fit: RuleFit) -> None:
        """What is left over from a step is one stage further as well."""
        effects = self._shape.effects[fit.rule.number]
        changed = {effects.kept[output] for output in effects.changed}
        for role, below in spot.inputs.items():
            if fit.roles[role] in changed:
                self._reach((i, k, s + 1) for i, k, s in self.gives[below.name])
            if fit.roles[role] in effects.released.values():
                self._reach((i, k, s + 1) for i, k, s in self._inside[below.name])
