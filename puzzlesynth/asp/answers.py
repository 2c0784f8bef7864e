"""Answer sets: as typed facts that can be queried, and as puzzles.

What is decoded here is only what the atoms say. Whether it is a puzzle, which nothing skips and which can be won, is for
the world to prove (`puzzlesynth.verify`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from puzzlesynth.pack.model import Pack
from puzzlesynth.synth.answers.answer_set import Answer, AnswerReader
from puzzlesynth.synth.answers.decoder import CyclicOrder, Decoder

from .answer_check import AnswerCheck
from .errors import AnswerError
from .logic_program import facts, pack_analysis

if TYPE_CHECKING:
    from clingo import Model, Symbol, SymbolicAtoms
    from clorm import FactBase

    from puzzlesynth.puzzle.model import Puzzle


def answer(model: Model | Iterable[Symbol]) -> FactBase:
    """An answer set as typed facts in a clorm `FactBase`: the predicates of `puzzlesynth.asp`, and nothing else.

    `model`: what clingo hands to `on_model`, or the symbols of an answer set. Raises `AnswerError` for an atom that has
    the name of a predicate and arguments of other types.
    """
    from clingo import Model
    from clorm import FactBase

    from .clorm_classes import answer_classes, typed

    symbols = model.symbols(atoms=True) if isinstance(model, Model) else model
    return FactBase(typed(answer_classes(), symbols))


def decode(pack: Pack, answer: FactBase) -> Puzzle:
    """The puzzle that an answer set of the pack's program describes, not proven by anything.

    Raises `AnswerError` if the facts are not those of one puzzle of this pack, `PackError` if the pack has no areas.
    """
    return AnswerDecoder(pack).decode(answer)


class AnswerDecoder:
    """Decodes many answer sets of one pack. Raises `PackError` if the pack has no areas."""

    def __init__(self, pack: Pack) -> None:
        possible = pack_analysis(pack)
        self._check = AnswerCheck(possible, facts(pack))
        self._decoder = Decoder(possible)

    def decode(self, answer: FactBase) -> Puzzle:
        """The puzzle, not proven by anything. Raises `AnswerError`."""
        self._check.check(answer)
        try:
            return self._decoder.decode(self._read(answer))
        except CyclicOrder:
            raise AnswerError("the steps wait for each other in a circle") from None

    def _read(self, answer: FactBase) -> Answer:
        atoms = cast("SymbolicAtoms", _TrueAtoms([*self._check.placed(answer), *(f.symbol for f in answer)]))
        return AnswerReader(atoms, int).read(lambda literal: True)


class _TrueAtom(NamedTuple):
    literal: int
    symbol: Symbol


class _TrueAtoms:
    """The atoms of one answer set, for a reader of ground programs: a program in which all of them are facts."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self._by_signature: dict[tuple[str, int], dict[Symbol, _TrueAtom]] = {}
        for literal, symbol in enumerate(symbols, 1):
            found = self._by_signature.setdefault((symbol.name, len(symbol.arguments)), {})
            found.setdefault(symbol, _TrueAtom(literal, symbol))

    def by_signature(self, name: str, arity: int) -> Iterator[_TrueAtom]:
        return iter(self._by_signature.get((name, arity), {}).values())
