"""Whether there is enough of everything to solve an area, by prices instead of search.

Every thing gets a price so that no action makes the whole world worth more: what comes out of one costs no more than
what goes in (a *potential function*, Pommerening et al. 2015). Then an area whose goal costs more than the world is worth
is out of reach, and so it is from every state that is worth less than the goal. Whatever the prices are, that is a proof:
it needs nothing but these inequalities.

Areas that must be solved before, with a thing that the goal has no use for, add what that thing costs: actions that make
it lose so much.

Good prices are those of what is scarce. They are found as a linear program is solved by *multiplicative weights*: work
out the cheapest way to the goal, raise the prices of what it takes, most of what there is least of, and begin again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from puzzlesynth.world.ground_task import Fact, GroundTask

from .delete_relaxation import DeleteRelaxation

WORTH = 1 << 40
"""What all that is there at the start is worth together, before the cheapest ways are known."""

ROUNDS = 24
"""How often prices are raised."""

MOST_BEFORE = 8
"""Areas that are looked at because they may have to be solved before."""

Amounts = tuple[tuple[int, int], ...]
"""Things by their facts, and how many of each."""


class Prices(NamedTuple):
    """What things cost, by their facts; what is not among them costs nothing."""

    costs: dict[int, int]
    goal: int
    """What the cheapest thing costs that meets the goal."""
    before: dict[str, int]
    """What is lost at least when these areas are solved, which must be before."""

    @property
    def asked(self) -> int:
        """What everything must be worth at least at the start."""
        return self.goal + sum(self.before.values())

    def worth(self, amounts: Iterable[tuple[int, int]]) -> int:
        return sum(self.costs.get(fact, 0) * count for fact, count in amounts)


class Allowance:
    """How much more may be lost in a state, at some prices, before an area is out of reach."""

    def __init__(self, task: GroundTask, area: str, prices: Prices) -> None:
        self._prices, self._area = prices, task.solved_bit[area]
        self._fields = [
            (*task.layout.fields["object", fact], cost) for fact, cost in prices.costs.items() if cost
        ]
        self._before = [(task.solved_bit[area], lost) for area, lost in prices.before.items()]
        # Once the area is solved, other actions become possible: they may give what is dear, and it may be used up again.
        self._most = sum(cost * ((1 << width) - 1) for _, width, cost in self._fields)
        """No state is worth more, so no more than this is ever lost."""
        self.losses = [self._loss(change) for change in task.changes]
        """For each action what it loses."""

    def _loss(self, change: dict[Fact, int]) -> int:
        costs = self._prices.costs
        return -sum(
            costs.get(int(what), 0) * count for (kind, what), count in change.items() if kind == "object"
        )

    def left(self, state: int) -> int:
        """Below 0: the area cannot be solved from there."""
        if state & self._area:
            return self._most
        worth = sum(cost * (state >> shift & ((1 << width) - 1)) for shift, width, cost in self._fields)
        return worth - self._prices.goal - sum(lost for bit, lost in self._before if not state & bit)


class _Exchange(NamedTuple):
    """What an action takes and gives; or a thing that comes into reach where it lies."""

    takes: Amounts
    gives: Amounts
    total: int
    """How many things it gives."""


class ResourceBound:
    """The things of a task, without some of its actions, and one of its areas."""

    def __init__(self, relaxation: DeleteRelaxation, area: str, without: Collection[int] = ()) -> None:
        task = relaxation.task
        self._goals = task.goal_facts[area]
        possible = relaxation.reachable_things(area, without)
        self.before = [
            other
            for other in _leading_to(task, area)
            if not task.start & task.solved_bit[other]
            and area not in relaxation.solvable_areas(without, never=("solved", other))
        ]
        """Other areas that are not solved yet and will be whenever this one is."""
        fields, start = task.layout.fields, task.start
        self.start: list[tuple[int, int]] = []
        """What is there at the start."""
        for fact in task.reached.facts:
            shift, width = fields["object", fact]
            count = start >> shift & ((1 << width) - 1)
            if count:
                self.start.append((fact, count))
        everything = [
            exchange
            for exchange in _exchanges(task, frozenset(without))
            if all(fact in possible for fact, _ in (*exchange.takes, *exchange.gives))
        ]
        self._spent = self._spent_before(task, everything)
        self._useless = {fact for facts in self._spent.values() for fact in facts}
        self._exchanges = _relevant(everything, self._goals | self._useless)
        self._users: dict[int, list[int]] = {}
        for number, exchange in enumerate(self._exchanges):
            for fact, _ in exchange.takes:
                self._users.setdefault(fact, []).append(number)

    def _spent_before(self, task: GroundTask, exchanges: list[_Exchange]) -> dict[str, set[int]]:
        """For the areas that are solved before by making something the goal has no use for: these things."""
        useful = {fact for exchange in _relevant(exchanges, self._goals) for fact, _ in exchange.takes}
        reveals = dict(task.reached.revealed)
        there = {fact for fact, _ in self.start}
        there |= {reveals[fact] for fact in there if fact in reveals}
        found: dict[str, set[int]] = {}
        taken: set[int] = set()
        for area in self.before:
            facts = task.goal_facts[area]
            makers = {n for n, one in enumerate(exchanges) if any(fact in facts for fact, _ in one.gives)}
            if facts.isdisjoint(useful | there | self._goals) and makers.isdisjoint(taken):
                found[area] = facts
                taken |= makers
        return found

    def exceeds(self, prices: Prices) -> bool:
        """Whether the area is out of reach at these prices."""
        return prices.asked > prices.worth(self.start)

    def best_prices(self) -> Prices:
        """Prices by which the goal costs as large a part of what the world is worth as could be found."""
        asked = {fact for exchange in self._exchanges for fact, _ in exchange.takes} | self._goals
        weights = {fact: 1.0 for fact, _ in self.start if fact in asked}
        have = dict(self.start)
        best = Prices({}, 0, {})
        most = -1.0
        for _ in range(ROUNDS):
            total = sum(weight * have[fact] for fact, weight in weights.items())
            prices, used = self._cheapest({f: int(weight / total * WORTH) for f, weight in weights.items()})
            worth = prices.worth(self.start)
            if prices.asked > worth:
                return prices
            if worth and prices.asked / worth > most:
                best, most = prices, prices.asked / worth
            if all(count <= have[fact] for fact, count in used.items()):
                break  # that way is affordable, at any price
            for fact, count in used.items():
                weights[fact] *= 1 + count / have[fact]
        return best

    def _cheapest(self, given: dict[int, int]) -> tuple[Prices, dict[int, float]]:
        """The costs of everything if what is there at the start has such prices, and what the cheapest way to the goal
        takes of that (Knuth 1977)."""
        costs: dict[int, int] = {}
        way: dict[int, int] = {}
        best = dict(given)
        order: list[int] = []
        missing = [len(exchange.takes) for exchange in self._exchanges]
        queue = [(cost, fact) for fact, cost in given.items()]
        queue.sort()
        ready = [number for number, count in enumerate(missing) if not count]
        while queue or ready:
            for number in ready:
                exchange = self._exchanges[number]
                paid = sum(costs[fact] * count for fact, count in exchange.takes) // exchange.total
                for fact, _ in exchange.gives:
                    cost = 0 if fact in self._useless else paid
                    if fact not in costs and cost < best.get(fact, cost + 1):
                        best[fact], way[fact] = cost, number
                        heappush(queue, (cost, fact))
            ready = []
            if not queue:
                break
            cost, fact = heappop(queue)
            if fact in costs or cost != best[fact]:
                continue
            costs[fact] = cost
            order.append(fact)
            for number in self._users.get(fact, ()):
                missing[number] -= 1
                if not missing[number]:
                    ready.append(number)
        self._lower(costs)
        there = [fact for fact in self._goals if fact in costs]
        if not there:
            return Prices(costs, 2 * WORTH, {}), {}
        goal = min(there, key=lambda fact: (costs[fact], fact))
        lost: dict[str, int] = {}
        wanted = {goal: 1.0}
        for area, facts in self._spent.items():
            cheapest = self._cheapest_maker(facts, costs)
            if cheapest is None:
                return Prices(costs, 2 * WORTH, {}), {}
            lost[area], exchange = cheapest
            for fact, count in exchange.takes:
                wanted[fact] = wanted.get(fact, 0.0) + count
        return Prices(costs, costs[goal], lost), self._taken(wanted, order, way)

    def _cheapest_maker(self, facts: set[int], costs: dict[int, int]) -> tuple[int, _Exchange] | None:
        """The action that makes one of some things and loses least, and what it loses."""
        found: tuple[int, _Exchange] | None = None
        for exchange in self._exchanges:
            if any(fact in facts for fact, _ in exchange.gives) and all(
                f in costs for f, _ in exchange.takes
            ):
                paid = sum(costs[fact] * count for fact, count in exchange.takes)
                lost = paid - sum(costs[fact] * count for fact, count in exchange.gives)
                if found is None or lost < found[0]:
                    found = lost, exchange
        return found

    def _lower(self, costs: dict[int, int]) -> None:
        """Until nothing that comes out of an action costs more than what goes in."""
        changed = True
        while changed:
            changed = False
            for takes, gives, total in self._exchanges:
                if any(fact not in costs for fact, _ in takes):
                    continue
                paid = sum(costs[fact] * count for fact, count in takes)
                if sum(costs[fact] * count for fact, count in gives) > paid:
                    changed = True
                    for fact, _ in gives:
                        costs[fact] = min(costs[fact], paid // total)

    def _taken(self, wanted: dict[int, float], order: list[int], way: dict[int, int]) -> dict[int, float]:
        """What the cheapest ways to some things take of what is there at the start."""
        found: dict[int, float] = {}
        for fact in reversed(order):
            count = wanted.get(fact, 0.0)
            if not count:
                continue
            if fact not in way:
                found[fact] = count
                continue
            exchange = self._exchanges[way[fact]]
            for taken, times in exchange.takes:
                wanted[taken] = wanted.get(taken, 0.0) + count * times / exchange.total
        return found


def _leading_to(task: GroundTask, area: str) -> list[str]:
    """The areas with a goal that this one may be behind of, the nearest first; not all of very many."""
    found = [area]
    for behind in found:
        for name in task.goal_facts:
            if behind in task.axioms.areas[name].connects and name not in found:
                found.append(name)
    return found[1 : MOST_BEFORE + 1]


def _exchanges(task: GroundTask, without: frozenset[int]) -> list[_Exchange]:
    found = []
    for number, change in enumerate(task.changes):
        if number not in without:
            things = [(int(what), count) for (kind, what), count in change.items() if kind == "object"]
            takes = tuple((fact, -count) for fact, count in things if count < 0)
            gives = tuple((fact, count) for fact, count in things if count > 0)
            found.append(_Exchange(takes, gives, sum(count for _, count in gives)))
    for before, after in task.reached.revealed:
        found.append(_Exchange(((before, 1),), ((after, 1),), 1))
    return [exchange for exchange in found if exchange.gives]


def _relevant(exchanges: list[_Exchange], goals: Collection[int]) -> list[_Exchange]:
    """Those that bring about what the goal or another one of them takes, without what else they give: nobody asks for
    that, so it costs nothing."""
    giving: dict[int, list[int]] = {}
    for number, exchange in enumerate(exchanges):
        for fact, _ in exchange.gives:
            giving.setdefault(fact, []).append(number)
    wanted = set(goals)
    todo = list(goals)
    kept: set[int] = set()
    while todo:
        for number in giving.get(todo.pop(), ()):
            if number not in kept:
                kept.add(number)
                more = {fact for fact, _ in exchanges[number].takes} - wanted
                wanted |= more
                todo += more
    return [_exchange(exchanges[number], wanted) for number in sorted(kept)]


def _exchange(exchange: _Exchange, wanted: set[int]) -> _Exchange:
    gives = tuple((fact, count) for fact, count in exchange.gives if fact in wanted)
    return _Exchange(exchange.takes, gives, sum(count for _, count in gives))
