"""What an answer set says about a puzzle, read straight from the solver's assignment.

A stream of puzzles has the same few thousand atoms again and again, and a first puzzle waits until all are read. So each
atom is taken apart once, after grounding, into plain values; the solver's library is called without detours where the
Python package lets us. An answer set is read by walking down its trees and asking only for the
atoms that can matter there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import clingo

from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.program import predicates as p

if TYPE_CHECKING:
    from .area_trees import AreaTree

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


Node = tuple[str, int, int]
"""(item, copy, stage)"""

ObjectKey = tuple[str, int]
"""(item, copy)"""

IsTrue = Callable[[int], bool]


@dataclass
class Answer:
    """One answer set, sorted by what its atoms say. The names are those of `encodings/show.lp`."""

    chosen: dict[str, int] = field(default_factory=dict)
    solved_by: dict[str, Node] = field(default_factory=dict)
    rules: dict[Node, int] = field(default_factory=dict)
    """The rule of each step."""
    takes: dict[Node, list[tuple[int, Node]]] = field(default_factory=dict)
    makes: dict[Node, list[tuple[int, Node]]] = field(default_factory=dict)
    """By-products: everything but the node that a step goes by."""
    filled: dict[Node, list[tuple[int, Node]]] = field(default_factory=dict)
    belongs: dict[Node, str] = field(default_factory=dict)
    happens: dict[Node, str] = field(default_factory=dict)
    lies: dict[ObjectKey, str] = field(default_factory=dict)
    """Where the synthesizer placed things."""
    packed: dict[ObjectKey, ObjectKey] = field(default_factory=dict)
    """What is inside of what at the start: inner → holder."""
    opened_by: dict[str, str] = field(default_factory=dict)
    fills: dict[str, Node] = field(default_factory=dict)
    """With a map: what each of its blocks gives."""
    waits: list[tuple[Node, str]] = field(default_factory=list)
    follows: list[tuple[Node, Node]] = field(default_factory=list)
    """Steps that make something in the place of what another step ends."""
    unchanged: set[Node] = field(default_factory=set)
    """Nodes that are as the object was one stage earlier: the step that makes them does nothing new to it."""
    decided: list[int] = field(default_factory=list)
    """Where rules leave open what they make: the literals of what the steps decide, and of what they do not."""
    undecided: list[int] = field(default_factory=list)
    trees: list[AreaTree] = field(default_factory=list)
    """The trees of its areas, the last one first, where each was read by itself."""


Options = dict[Any, list[tuple[int, Any]]]
"""For a subject the literals that may hold of it, each with what it then says."""


class AnswerReader:
    """The atoms of one ground program, by subject."""

    def __init__(self, atoms: clingo.SymbolicAtoms, solver_literal: Callable[[int], int]) -> None:
        self.literals: dict[tuple[Any, ...], int] = {}
        """Solver literals by predicate name and plain arguments."""
        self._program_literal: dict[int, int] = {}
        self._options: dict[str, Options] = {}
        said = reader_of(atoms)
        for kind in p.ANSWER:
            name, arity = kind.name, len(kind.arguments)
            options: Options = defaultdict(list)
            self._options[name] = options
            for program_literal, values in said(name, arity):
                literal = solver_literal(program_literal)
                self.literals[name, *values] = literal
                self._program_literal[literal] = program_literal
                subject, rest = _split(name, values)
                options[subject].append((literal, rest))
        self._open_choices = _open_choices(self._options["allowed"])
        self._takers: Options = defaultdict(list)
        for step, taken in self._options["takes"].items():
            for literal, (n, node) in taken:
                self._takers[node].append((literal, (step, n, node)))
        self._steps: dict[tuple[int, str], list[tuple[Node, int]]] = defaultdict(list)
        for node, rules in self._options["step"].items():
            for literal, rule in rules:
                self._steps[rule, node[0]].append((node, literal))
        self._maker: Options = defaultdict(list)
        for step, made in self._options["makes"].items():
            for literal, (_, node) in made:
                if node != step:
                    self._maker[node].append((literal, step))
        self._prepare_reading()

    def _prepare_reading(self) -> None:
        """What is asked for in every answer set, sorted so that as little as possible has to be asked."""
        self.placed = [(options[0][0], thing) for thing, options in self._options["placed"].items()]
        self._made = {*self._options["step"], *self._maker}
        self._others_made = {
            step: others
            for step, made in self._options["makes"].items()
            if (others := [(literal, value) for literal, value in made if value[1] != step])
        }
        self._inputs: dict[Node, list[list[tuple[int, Any]]]] = {}
        for step, taken in self._options["takes"].items():
            groups: dict[int, list[tuple[int, Any]]] = defaultdict(list)
            for literal, value in taken:
                groups[value[0]].append((literal, value))
            self._inputs[step] = [groups[n] for n in sorted(groups)]

    def steps_of(self, rule: int, item: str, area: str) -> Iterator[tuple[int, int]]:
        """The literals of the steps that apply a rule to make an item, and of their being part of an area's tree."""
        for node, literal in self._steps.get((rule, item), ()):
            belongs = self.literals.get(("belongs", node, area))
            if belongs is not None:
                yield literal, belongs

    def steps_of_kind(self, kind: tuple[int, str]) -> list[Node]:
        """All steps that may apply a rule to make an item."""
        return [node for node, _ in self._steps.get(kind, ())]

    def other_steps(self, step: Node, rule: int, item: str) -> Iterator[int]:
        """The literals of all other steps that apply a rule to make an item."""
        return (literal for node, literal in self._steps.get((rule, item), ()) if node != step)

    def solving(self, step: Node) -> Iterator[int]:
        """The literals of the step's being the one that solves an area."""
        for options in self._options["solved_by"].values():
            yield from (literal for literal, solver in options if solver == step)

    def takers_of(self, nodes: Iterable[Node]) -> Iterator[tuple[tuple[Node, int, Node], int]]:
        """Every way to take one of these nodes, with its literal."""
        for node in nodes:
            for literal, taker in self._takers.get(node, ()):
                yield taker, literal

    def tree_literals(self, answer: Answer, places: bool = False) -> list[int]:
        """What makes the answer the puzzle it is: goals, steps and objects, and the places if they count."""
        literals, atoms = self._chain_literals(answer), list[tuple[Any, ...]]()
        atoms += [("packed", *holder, *inner) for inner, holder in answer.packed.items()]
        atoms += [("placed", *thing) for thing in answer.lies]
        if places:
            atoms += [("lies", *thing, area) for thing, area in answer.lies.items()]
            atoms += [("happens", *pair) for pair in answer.happens.items()]
            atoms += [("opened_by", *pair) for pair in answer.opened_by.items()]
        return [*literals, *map(self.literals.__getitem__, atoms)]

    def _chain_literals(self, answer: Answer) -> list[int]:
        """The goals, and the steps with what they are linked to."""
        atoms: list[tuple[Any, ...]] = [("chosen", *pair) for pair in answer.chosen.items()]
        atoms += [("solved_by", *pair) for pair in answer.solved_by.items()]
        if answer.trees:
            found = (
                getattr(tree, kind) for kind in ("steps", "takes", "makes", "filled") for tree in answer.trees
            )
            chained = [literal for literals in found for literal in literals]
            return [*(self.literals[atom] for atom in atoms), *dict.fromkeys(chained)]
        atoms += [("step", *pair) for pair in answer.rules.items()]
        for name in ("takes", "makes", "filled"):
            for step, links in getattr(answer, name).items():
                atoms += [(name, step, *link) for link in links]
        return [self.literals[atom] for atom in atoms]

    def world_literals(self, answer: Answer) -> list[int]:
        """The goals and the world at the start: everything that a player's possibilities depend on."""
        literals = [self.literals["chosen", area, goal] for area, goal in answer.chosen.items()]
        literals += [self.literals["lies", *thing, area] for thing, area in answer.lies.items()]
        literals += [self.literals["packed", *o, *i] for i, o in answer.packed.items()]
        literals += self.not_placed(thing for thing in self._options["placed"] if thing not in answer.lies)
        return literals

    def deciding_literals(self, answer: Answer, exactly: bool = True) -> list[int]:
        """What the steps decide about rules that leave open what they make; exactly: and nothing else."""
        active = self._active_literals(answer)
        return (
            [*active, *answer.decided, *(-lit for lit in answer.undecided)]
            if exactly
            else [*active, *answer.decided]
        )

    def _active_literals(self, answer: Answer) -> list[int]:
        """With a map: which relations the game has and which it has not."""
        used = set(answer.rules.values())
        return [
            literal if rule in used else -literal
            for (rule,), options in self._options["active"].items()
            for literal, _ in options
        ]

    def program_literals(self, literals: Iterable[int]) -> list[int]:
        """The same literals as assumptions are written; what always holds is left out."""
        return [self._program_literal[literal] for literal in literals if literal != 1]

    def placeable(self) -> Iterable[ObjectKey]:
        return self._options["placed"]

    def not_placed(self, things: Iterable[ObjectKey]) -> list[int]:
        return [-self.literals["placed", *thing] for thing in things if ("placed", *thing) in self.literals]

    def read(self, true: IsTrue) -> Answer:
        self.read_goals(answer := Answer(), true)
        self.read_trees(answer, list(answer.solved_by.values()), true)
        self.read_rest(answer, [thing for literal, thing in self.placed if true(literal)], true)
        return answer

    def read_goals(self, answer: Answer, true: IsTrue) -> None:
        for name in ("chosen", "solved_by", "opened_by", "fills"):
            found = getattr(answer, name)
            for subject, options in self._options[name].items():
                value = _first(options, true)
                if value is not None:
                    found[subject] = value

    def read_trees(self, answer: Answer, stack: list[Node], true: IsTrue) -> None:
        """All steps that some steps rest on, and these."""
        rules, takes = answer.rules, answer.takes
        while stack:
            step = stack.pop()
            if step not in rules:
                self._read_step(answer, step, true)
                for _, node in takes[step]:
                    if node in self._made:
                        stack.extend(self._makers(node, true))

    def read_rest(self, answer: Answer, placed: Iterable[ObjectKey], true: IsTrue) -> None:
        """Where these things are, what is inside them, and what the steps decide."""
        self._read_start(answer, placed, true)
        self._read_decisions(answer, true)
        if self._options["replaces"]:
            self._read_successions(answer, true)

    def _makers(self, node: Node, true: IsTrue) -> Iterator[Node]:
        if _first(self._options["step"].get(node, ()), true) is not None:
            yield node
        for literal, step in self._maker.get(node, ()):
            if true(literal):
                yield step

    def _read_step(self, answer: Answer, step: Node, true: IsTrue) -> None:
        options = self._options
        answer.rules[step] = _first(options["step"][step], true)
        answer.belongs[step] = _first(options["belongs"][step], true)
        taken = [_first(group, true) for group in self._inputs[step]]
        answer.takes[step] = [value for value in taken if value is not None]
        made = [value for literal, value in self._others_made.get(step, ()) if true(literal)]
        if made:
            answer.makes[step] = made
        filled = [value for literal, value in options["filled"].get(step, ()) if true(literal)]
        if filled:
            answer.filled[step] = filled
        if step in options["happens"]:
            area = _first(options["happens"][step], true)
            if area is not None:
                answer.happens[step] = area
        meets, idle = options["meets"], options["unchanged"]
        for node in (step, *(node for _, node in made)):
            if node in idle and true(idle[node][0][0]):
                answer.unchanged.add(node)
            for literal, area in meets.get(node, ()):
                if answer.solved_by.get(area) != step and true(literal):
                    answer.waits.append((step, area))

    def _read_successions(self, answer: Answer, true: IsTrue) -> None:
        """Which step makes something only after which other one has made room for it."""
        maker = {step[:2]: step for step in answer.rules if step[2] == 0}
        for links in (answer.makes, answer.filled):
            maker.update((node[:2], step) for step, made in links.items() for _, node in made if node[2] == 0)
        ender = {
            node[:2]: step
            for step, options in self._options["ends"].items()
            if step in answer.rules
            for literal, node in options
            if true(literal)
        }
        for thing, formers in self._options["replaces"].items():
            former = _first(formers, true)
            if former is not None and maker[thing] != ender[thing[0], former]:
                answer.follows.append((maker[thing], ender[thing[0], former]))

    def _read_decisions(self, answer: Answer, true: IsTrue) -> None:
        for literal in self._open_choices:
            (answer.decided if true(literal) else answer.undecided).append(literal)

    def _read_start(self, answer: Answer, placed: Iterable[ObjectKey], true: IsTrue) -> None:
        lies = self._options["lies"]
        for thing in placed:
            answer.lies[thing] = _first(lies[thing], true)
        for holder, options in self._options["packed"].items():
            for literal, inner in options:
                if true(literal):
                    answer.packed[inner] = holder


def _first(options: Sequence[tuple[int, Any]], true: IsTrue) -> Any:
    """What the one option says that holds; None: none does. It is put first: it is likely to hold the next time."""
    for place, option in enumerate(options):
        if true(option[0]):
            if place and isinstance(options, list):
                del options[place]
                options.insert(0, option)
            return option[1]
    return None


def truth(assignment: clingo.Assignment) -> IsTrue:
    """Whether literals are true. Reading asks hundreds of times, so the library is called without detours."""
    if _lib is None or not hasattr(assignment, "_rep"):
        return assignment.is_true
    ask, rep, answer = _lib.clingo_assignment_is_true, assignment._rep, _ffi.new("bool*")

    def is_true(literal: int) -> bool:
        ask(rep, literal, answer)
        return bool(answer[0])

    return is_true


def _open_choices(allowed: Options) -> list[int]:
    """The literals of what a rule may make, where it may make one of several things."""
    items: dict[tuple[int, int], list[int]] = defaultdict(list)
    for rule, options in allowed.items():
        for literal, (output, _) in options:
            items[rule, output].append(literal)
    return [literal for literals in items.values() if len(literals) > 1 for literal in literals]


def _split(name: str, values: tuple[Any, ...]) -> tuple[Any, Any]:
    """An atom's subject and what it says of it."""
    if name in ("lies", "packed", "replaces"):
        rest = values[2:]
        return values[:2], rest if name == "packed" else rest[0]
    if name in ("placed", "active", "bait"):
        return values, True
    if name == "unchanged":
        return values[0], True
    rest = values[1:]
    return values[0], rest if len(rest) > 1 else rest[0]


def sort_key(answer: Answer) -> list[str]:
    """An order of answers that does not depend on the order in which they were found."""
    parts = ("chosen", "solved_by", "rules", "takes", "makes", "filled")
    return [repr(sorted(getattr(answer, part).items())) for part in parts]
