"""A universe as arithmetic (see `compiled`): where the field of each fact is, what each action needs and changes, and
which actions can get in each other's way. Worked out once, it serves every puzzle of the universe."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack, Term

from .ground_task import Condition, Fact, condition_of, net_effect_of
from .grounder import Grounder

Mask = int
"""A set of actions: the bits at their numbers."""


class BitLayout:
    """Grows with its universe; what it said before stays true."""

    def __init__(self, pack: Pack, universe: Grounder) -> None:
        self.fields: dict[Fact, tuple[int, int]] = {}
        """For each fact where its field begins and how wide it is (without the spare bit)."""
        self._end = 0
        self.open_bit = {name: 1 << self._new_field(("open", name), 1) for name in pack.areas}
        self.solved_bit = {name: 1 << self._new_field(("solved", name), 1) for name in pack.areas}
        self.room_for: dict[str, int] = {}
        """What one more of an item that can be made takes from the room for it."""
        self.empty = 0
        """The state in which there is nothing, and room for everything."""
        for name in universe.makeable:
            limit = universe.limit(name)
            shift = self._new_field(("room", name), limit)
            self.room_for[name] = 1 << shift
            self.empty += limit << shift
        self.spots: list[int] = []
        """One object of each fact, as a state has it."""
        self.conditions: list[Condition] = []
        self.needs: list[list[tuple[Fact, int, int]]] = []
        """For each action the things that it needs, each with its own test."""
        self.names = universe.names
        """For each action what it is, in words that do not depend on when it was found."""
        self._texts = universe.texts
        self.deltas: list[int] = []
        self.changes: list[dict[Fact, int]] = []
        self.by_inputs: dict[tuple[int, tuple[int | None, ...]], list[int]] = {}
        """The actions of each rule by the facts of its inputs."""
        self._giving: dict[Fact, Mask] = {}
        self._solving: dict[int, Mask] = {}

    def _new_field(self, fact: Fact, most: int) -> int:
        width = max(1, most.bit_length())
        self.fields[fact] = shift, _ = self._end, width
        self._end += width + 1
        return shift

    def grow(self, universe: Grounder) -> None:
        """Take in what the universe has learnt."""
        if len(self.spots) == len(universe.spots) and len(self.conditions) == len(universe.actions):
            return
        self._solving.clear()
        for number in range(len(self.spots), len(universe.spots)):
            spot = universe.spots[number]
            limit = universe.limit(spot.node.form.item.name)
            self.spots.append(1 << self._new_field(("spot", number), limit))
        for number in range(len(self.conditions), len(universe.actions)):
            check_time()
            self._add_action(universe, number)

    def _add_action(self, universe: Grounder, number: int) -> None:
        action = universe.actions[number]
        condition, change = condition_of(self.fields, action), net_effect_of(self.fields, action)
        self.conditions.append(condition)
        needs = zip(condition.needs, condition.each, strict=True)
        self.needs.append(
            sorted(((fact, *test) for fact, test in needs), key=lambda need: self._text(need[0]))
        )
        self.deltas.append(sum(count << self.fields[fact][0] for fact, count in change.items()))
        self.changes.append(change)
        if action.fails:
            return
        self.by_inputs.setdefault((action.rule, action.inputs), []).append(number)
        for fact, count in change.items():
            if count > 0:
                self._giving[fact] = self._giving.get(fact, 0) | 1 << number

    def _text(self, fact: Fact) -> str:
        kind, what = fact
        return self._texts[what] if isinstance(what, int) else f"{kind} {what}"

    def solving(self, universe: Grounder, goal: Term) -> Mask:
        """The actions after which something is there that meets a goal of the pack."""
        found = self._solving.get(id(goal))
        if found is None:
            found = 0
            for fact in universe.meeting(goal):
                found |= self._giving.get(("spot", fact), 0)
            self._solving[id(goal)] = found
        return found


_layouts: WeakKeyDictionary[Grounder, BitLayout] = WeakKeyDictionary()


def bit_layout_of(pack: Pack, universe: Grounder) -> BitLayout:
    """The layout of a universe, up to date."""
    found = _layouts.get(universe)
    if found is None:
        found = _layouts[universe] = BitLayout(pack, universe)
    try:
        found.grow(universe)
    except BaseException:
        # Interrupted, it would lack something from now on.
        del _layouts[universe]
        raise
    return found
