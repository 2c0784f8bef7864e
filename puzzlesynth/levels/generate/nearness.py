"""How near a state is to being won, and how near rules are to apply: what the paper's automated player goes by.

*To win*: for `X on Y`, the average distance of an X to its nearest Y (for `some`, the least), as a share of the
level's width and height; for the other conditions, the share of X that are in the way. *To rules*: the average
distance of the objects that stand together on a rule's left side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzlesynth.levels.analysis import GameAnalysis
from puzzlesynth.levels.engine.compiled.engine import holding
from puzzlesynth.levels.engine.compiled.facts import bits
from puzzlesynth.levels.engine.compiled.fused import LevelCode
from puzzlesynth.levels.model import WinCondition

Planes = tuple[int, ...]


class Nearness:
    """Distances in the states of one level, from 0 (there) to 1 (as far as can be)."""

    def __init__(self, code: LevelCode, analysis: GameAnalysis) -> None:
        self._code = code
        board = code.board
        places = [divmod(index, board.height) for index in range(board.count)]
        self._steps = [[abs(x - a) + abs(y - b) for a, b in places] for x, y in places]
        self._far = board.width + board.height
        self._conditions = [self._condition(condition) for condition in code.code.game.win_conditions]
        self._pairs = _rule_pairs(analysis)

    def to_win(self, state: int) -> float:
        """0 if all conditions are met, as far as distances can tell."""
        return self._to_win(self._code.unpack(state))

    def fitness(self, state: int) -> float:
        """What the automated player wants to be small."""
        planes = self._code.unpack(state)
        return self._to_win(planes) + self._to_rules(planes)

    def _to_win(self, planes: Planes) -> float:
        parts = self._conditions
        return sum(part(planes) for part in parts) / len(parts) if parts else 1.0

    def _to_rules(self, planes: Planes) -> float:
        pairs = self._pairs
        if not pairs:
            return 0.0
        cells = [bits(plane) for plane in planes]
        total = 0.0
        for one, other in pairs:
            total += self._average(cells[one], cells[other], same=one == other)
        return total / len(pairs)

    def _average(self, ones: Sequence[int], others: Sequence[int], *, same: bool = False) -> float:
        """The average way from one to the nearest other, as a share of the farthest."""
        if not ones or not others or (same and len(ones) < 2):
            return 1.0
        total = 0
        for one in ones:
            row = self._steps[one]
            total += min(row[other] for other in others if not (same and other == one))
        return total / len(ones) / self._far

    def _condition(self, condition: WinCondition) -> Callable[[Planes], float]:
        full, area = self._code.board.full, self._code.board.count

        def sides(planes: Planes) -> tuple[int, int]:
            here = holding(planes, condition.subject_mask, condition.subject_is_aggregate, full)
            return here, holding(planes, condition.target_mask, condition.target_is_aggregate, full)

        def no(planes: Planes) -> float:
            here, there = sides(planes)
            wrong = (here & there).bit_count()
            return wrong / area if not condition.has_target else wrong / max(1, here.bit_count())

        def some(planes: Planes) -> float:
            here, there = sides(planes)
            if here & there:
                return 0.0
            ways = [self._average([one], bits(there)) for one in bits(here)]
            return min(ways, default=1.0)

        def every(planes: Planes) -> float:
            here, there = sides(planes)
            return self._average(bits(here), bits(there)) if here & ~there else 0.0

        return {"no": no, "some": some, "all": every}[condition.quantifier]


def _rule_pairs(analysis: GameAnalysis) -> list[tuple[int, int]]:
    """Objects that some rule wants next to each other or in one cell."""
    pairs: dict[tuple[int, int], None] = {}
    for rule in analysis.rules:
        left = [(thing, presence.left) for thing, presence in rule.presences.items() if presence.left]
        for place, (thing, count) in enumerate(left):
            if count > 1:
                pairs[thing, thing] = None
            for other, _ in left[place + 1 :]:
                pairs[thing, other] = None
    return list(pairs)
