"""The atoms of a ground program as plain values.

There are thousands of them, and a first puzzle waits until all are read. So the solver's library is called without
detours where the Python package lets us, and each term, of which there are few, is taken apart once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import clingo

try:
    from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]
except ImportError:
    _ffi = _lib = None

Said = tuple[int, tuple[Any, ...]]
"""An atom's program literal and its arguments."""


def reader_of(atoms: clingo.SymbolicAtoms) -> Callable[[str, int], Iterator[Said]]:
    """A function that gives all atoms of a name and a number of arguments."""
    quick = _lib is not None and hasattr(atoms, "_rep")
    return _Quick(atoms).said if quick else _Plain(atoms).said


class PlainTerms:
    """Arguments as plain values; each term is taken apart once."""

    def __init__(self) -> None:
        self._known: dict[clingo.Symbol, Any] = {}

    def arguments(self, symbol: clingo.Symbol) -> tuple[Any, ...]:
        known = self._known
        return tuple([known[term] if term in known else self._learn(term) for term in symbol.arguments])

    def _learn(self, symbol: clingo.Symbol) -> Any:
        value = self._known[symbol] = plain_value(symbol, self.arguments)
        return value


class _Plain:
    """As the package offers it."""

    def __init__(self, atoms: clingo.SymbolicAtoms) -> None:
        self._atoms, self._terms = atoms, PlainTerms()

    def said(self, name: str, arity: int) -> Iterator[Said]:
        for atom in self._atoms.by_signature(name, arity):
            yield atom.literal, self._terms.arguments(atom.symbol)


class _Quick:
    """The same with terms known by the number that the library has for them."""

    def __init__(self, atoms: clingo.SymbolicAtoms) -> None:
        self._rep: Any = atoms._rep
        self._known: dict[int, Any] = {}
        self._terms, self._size = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")

    def said(self, name: str, arity: int) -> Iterator[Said]:
        signature, where = _ffi.new("clingo_signature_t*"), _ffi.new("clingo_symbolic_atom_iterator_t*")
        valid, symbol, literal = (
            _ffi.new(kind) for kind in ("bool*", "clingo_symbol_t*", "clingo_literal_t*")
        )
        rep = self._rep
        is_valid, to_next = _lib.clingo_symbolic_atoms_is_valid, _lib.clingo_symbolic_atoms_next
        of_symbol, of_literal = _lib.clingo_symbolic_atoms_symbol, _lib.clingo_symbolic_atoms_literal
        _lib.clingo_signature_create(name.encode(), arity, True, signature)
        _lib.clingo_symbolic_atoms_begin(rep, signature, where)
        is_valid(rep, where[0], valid)
        while valid[0]:
            of_symbol(rep, where[0], symbol)
            of_literal(rep, where[0], literal)
            yield literal[0], self._arguments(symbol[0])
            to_next(rep, where[0], where)
            is_valid(rep, where[0], valid)

    def _arguments(self, symbol: int) -> tuple[Any, ...]:
        _lib.clingo_symbol_arguments(symbol, self._terms, self._size)
        known = self._known
        terms = list(self._terms[0][0 : self._size[0]])
        return tuple([known[term] if term in known else self._learn(term) for term in terms])

    def _learn(self, term: int) -> Any:
        def arguments(symbol: clingo.Symbol) -> tuple[Any, ...]:
            return self._arguments(term)

        value = self._known[term] = plain_value(clingo.Symbol(term), arguments)  # type: ignore[no-untyped-call]
        return value


def plain_value(
    symbol: clingo.Symbol, arguments: Callable[[clingo.Symbol], tuple[Any, ...]]
) -> int | str | tuple[Any, ...]:
    """A number, a text, a tuple; of everything else its name."""
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    return arguments(symbol) if symbol.name == "" else str(symbol)
