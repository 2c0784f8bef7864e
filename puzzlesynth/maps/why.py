"""Why a map cannot be filled: the smallest set of blocks and items that cannot hold together.

A block can be let go: then anything at all may come out of it, from nowhere. An item's limit can be let go: then there
are as many of it as anybody wants. A conflict is a set of blocks and limits such that the map cannot be filled as long as
these hold, whatever becomes of the others; no other conflict has fewer members. The program is ground once, with
everything that can be let go in it, and asked again and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzlesynth.pack.map_model import PuzzleMap
from puzzlesynth.pack.model import Pack, Place, Policy

if TYPE_CHECKING:
    from puzzlesynth.synth.answer import Answer

EFFORT = 500
"""A question that takes more conflicts than this is left open; what is found is then perhaps not the smallest."""

QUESTIONS = 400
"""So many questions are asked for a conflict that no other is smaller than. After that, one that cannot be made smaller
by taking something out of it does."""


@dataclass(frozen=True)
class Part:
    """Something that holds: a block, or how many there are of an item."""

    kind: str
    """`block` or `item`."""
    name: str
    text: str
    place: Place


@dataclass(frozen=True)
class Conflict:
    parts: tuple[Part, ...]
    because_of_shortcuts: bool
    """It could be filled if players were allowed to leave steps out."""
    is_smallest: bool = True
    """Whether no other conflict has fewer members."""


def why(pack: Pack, found: PuzzleMap, time_limit: float | None = None) -> Conflict | None:
    """A smallest conflict; None: the map can be filled."""
    from puzzlesynth.synth.deadline import Deadline

    clock = Deadline(time_limit)
    if can_be_filled(pack, found, clock.left()):
        return None
    lenient = replace(pack, guarantees=replace(pack.guarantees, shortcuts=Policy.ALLOW))
    only_shortcuts = pack.guarantees.shortcuts is Policy.FORBID and can_be_filled(
        lenient, found, clock.left()
    )
    # Where shortcuts are not to blame, looking for them would only take time.
    asking = _Asking(pack if only_shortcuts else lenient, found, clock.left())
    parts, is_smallest = asking.smallest()
    return Conflict(tuple(parts), only_shortcuts, is_smallest)


def can_be_filled(pack: Pack, found: PuzzleMap, time_limit: float | None = None) -> bool:
    from .filling import MapMaker

    maker = MapMaker(pack, found, time_limit=time_limit)
    program = maker.synthesizer.program
    program.search_randomly(None)
    if next(program.answers(limit=1, deadline=maker.deadline), None) is not None:
        return True
    return pack.guarantees.shortcuts is Policy.FORBID and next(maker.puzzles(), None) is not None


class _Asking:
    """The map with everything in it that can be let go."""

    def __init__(self, pack: Pack, found: PuzzleMap, time_limit: float | None) -> None:
        from puzzlesynth.synth.shape import leading_to_output

        from .filling import MapMaker

        self._maker = MapMaker(pack, found, loose=True, time_limit=time_limit)
        self._program = self._maker.synthesizer.program
        self._program.search_randomly(None)
        shape = self._program.possible.shape
        assert shape is not None
        self._escapes = shape.escapes
        self._copies = {name: item.copies for name, item in pack.items.items()}
        always = set(leading_to_output(found)) - {found.output}
        self._always = [_block_part(found, name) for name in found.blocks if name in always]
        self._parts = self._sorted_parts(pack, found)
        self._literals = {part: self._program.literal_of(*self._atom(part)) for part in self._parts}
        self._asked = 0
        self._open = False
        """Whether the last question was left open."""
        self._costs = [self._cost(found, part) for part in self._parts]

    def _sorted_parts(self, pack: Pack, found: PuzzleMap) -> list[Part]:
        """The blocks that lead to the output, and the items that a filling might want more of than there are."""
        blocks = set(self._escapes.values())
        parts = [_block_part(found, name) for name in found.blocks if name in blocks]
        for name in self._program.names_in("may_be_plenty"):
            item = pack.items.get(name)
            if item is not None:
                parts.append(Part("item", name, f"there {_are(item.copies)} {name} at most", item.place))
        return parts

    def _cost(self, found: PuzzleMap, part: Part) -> int:
        """Blocks near the output say more than those that feed them, and blocks say more than numbers."""
        steps, names = 0, {part.name}
        while (
            part.kind == "block"
            and not names & {one.name for one in self._always}
            and steps < len(found.blocks)
        ):
            names = {b.name for b in found.blocks.values() if names & set(b.inputs.values())}
            steps += 1
        return steps if part.kind == "block" else len(found.blocks)

    def _atom(self, part: Part) -> tuple[str, str]:
        return ("let_go" if part.kind == "block" else "plenty"), part.name

    # --- asking ---------------------------------------------------------------------------------------

    def _let_go(self, held: Collection[Part]) -> frozenset[Part] | None:
        """What is let go in a filling where all these hold; None: there is no such filling, or nobody knows."""
        self._asked += 1
        assumptions = [-literal for part in held if (literal := self._literals[part]) is not None]
        with self._program.at_most(EFFORT):
            answers = self._program.answers(assumptions, 1, self._maker.deadline)
            answer = next(answers, None)
            answers.close()  # type: ignore[attr-defined]
        self._open = answer is None and self._program.gave_up
        return None if answer is None else self._loose_in(answer)

    def _loose_in(self, answer: Answer) -> frozenset[Part]:
        blocks = {block for spot, block in self._escapes.items() if spot in answer.fills}
        nodes = {
            node[:2] for links in (answer.takes, answer.makes) for made in links.values() for _, node in made
        }
        things = nodes | {step[:2] for step in answer.rules}
        counts = Counter(item for item, _ in things)
        items = {item for item, count in counts.items() if count > self._copies.get(item, count)}
        return frozenset(
            part for part in self._parts if part.name in (blocks if part.kind == "block" else items)
        )

    # --- the smallest conflict ------------------------------------------------------------------------

    def smallest(self) -> tuple[list[Part], bool]:
        """A conflict with as few members as possible, and whether that is certain.

        Every filling of the loosened map lets go at least one part of every conflict. So whatever has a part of all that
        fillings were seen to let go is either a conflict, and then as small as any, or shows another filling.
        """
        seen: list[frozenset[int]] = []
        number = {part: n for n, part in enumerate(self._parts)}
        while self._asked < QUESTIONS:
            chosen = _fewest(seen, self._costs, self._parts)
            loose = self._let_go(chosen)
            if loose is None and self._open:
                break
            if loose is None:
                return [*self._always, *chosen], True
            seen.append(frozenset(number[part] for part in self._least(chosen, loose)))
        return [*self._always, *_irreducible(self._parts, self._is_impossible)], False

    def _is_impossible(self, held: Collection[Part]) -> bool:
        return self._let_go(held) is None and not self._open

    def _least(self, held: Sequence[Part], loose: frozenset[Part]) -> frozenset[Part]:
        """As little as possible of what is let go: the rest can hold as well."""
        kept = [part for part in self._parts if part not in loose]
        for part in sorted(loose, key=self._parts.index):
            if part in loose and len(loose) > 1:
                less = self._let_go([*kept, part])
                if less is not None:
                    loose = less
                    kept = [one for one in self._parts if one not in loose]
        return loose


def _fewest(sets: Sequence[frozenset[int]], costs: Sequence[int], parts: Sequence[Part]) -> list[Part]:
    """A smallest choice of parts that has one of each set; the cheapest of those."""
    import clingo

    if not sets:
        return []
    control = clingo.Control(["0"])
    known = sorted(frozenset().union(*sets))
    rules = [f"{{ in({n}) }}. :~ in({n}). [1@2,{n}] :~ in({n}). [{costs[n]}@1,{n}]" for n in known]
    rules += [":- " + ", ".join(f"not in({n})" for n in sorted(one)) + "." for one in sets]
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    best: list[Part] = []

    def read(model: clingo.Model) -> None:
        best[:] = [parts[n] for n in sorted(atom.arguments[0].number for atom in model.symbols(atoms=True))]

    control.solve(on_model=read)
    return best


def _irreducible(parts: Sequence[Part], impossible: object) -> list[Part]:
    """Parts that are impossible together, and no longer if any one is taken out."""
    assert callable(impossible)
    left = list(parts)
    for part in parts:
        rest = [one for one in left if one is not part]
        if impossible(rest):
            left = rest
    return left


def _block_part(found: PuzzleMap, name: str) -> Part:
    block = found.blocks[name]
    return Part("block", name, f"the block {name} ({_worded(block.kind)})", block.place)


def _are(copies: int) -> str:
    return "is 1" if copies == 1 else f"are {copies}"


def _worded(kind: str) -> str:
    return {"request": "item request", "change": "property change", "insert": "insertion"}.get(kind, kind)
