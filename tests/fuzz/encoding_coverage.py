"""How much of the encodings and of `puzzlesynth/world` random packs reach.

    python tests/fuzz/encoding_coverage.py --packs 200

Of each statement of the encodings it says in how many packs it *fires*: its body holds in an answer set. A constraint
cannot fire; it *bites* in a pack where something keeps every other constraint and breaks this one. Of `world` it counts
the lines that ran while puzzles were made, judged and verified.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import clingo
from clingo import ast

import puzzlesynth.world
from puzzlesynth.pack import Pack
from puzzlesynth.resources import ENCODINGS
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.program.facts import facts_of
from puzzlesynth.synth.relevance import PackAnalysis
from tests.fuzz.pack_trial import Trial
from tests.fuzz.random_packs import draw

FILES = ("steps", "properties", "contents", "trees", "places", "order", "copy_symmetry", "herrings")
SECONDS = 3.0


@dataclass(frozen=True)
class Statement:
    number: int
    file: str
    line: int
    text: str
    is_constraint: bool


def statements() -> tuple[list[Statement], str]:
    """Every statement with a body, and the program in which each says that it fires or is broken."""
    found: list[Statement] = []
    program: list[str] = []

    def read(file: str, node: ast.AST) -> None:
        body = [str(literal) for literal in getattr(node, "body", ())]
        is_edge = node.ast_type is ast.ASTType.Edge
        if not body or not (is_edge or node.ast_type is ast.ASTType.Rule):
            if node.ast_type is not ast.ASTType.Program:
                program.append(str(node))
            return
        number = len(found)
        is_constraint = not is_edge and str(node.head) == "#false"
        found.append(Statement(number, file, node.location.begin.line, str(node), is_constraint))
        program.append(f"fires({number}) :- {'; '.join(body)}.")
        if is_constraint:
            program.append(f":- {'; '.join(body)}; not let_go({number}). may_let_go({number}).")
        else:
            program.append(str(node))

    for name in FILES:
        path = ENCODINGS / f"{name}.lp"
        ast.parse_files([str(path)], lambda node, name=name: read(name, node))  # type: ignore[misc]
    program.append((ENCODINGS / "defined.lp").read_text(encoding="utf-8"))
    program.append("{ let_go(N) : may_let_go(N) } 1. #show fires/1.")
    return found, "\n".join(program)


def fired(pack: Pack, program: str) -> set[int]:
    """The statements that fire in some answer set; of a constraint: that is broken where it is let go."""
    control = clingo.Control(["--enum-mode=brave"], logger=lambda *_: None)
    control.add("base", [], program)
    with control.backend() as backend:
        for fact in facts_of(PackAnalysis(pack, fresh_start(pack))):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.ground([("base", [])])
    seen: set[int] = set()
    with control.solve(
        on_model=lambda model: seen.update(s.arguments[0].number for s in model.symbols(shown=True)),
        async_=True,
    ) as search:
        if not search.wait(SECONDS):
            search.cancel()
    return seen


class Lines:
    """The lines of a package that run."""

    def __init__(self, package: Any) -> None:
        self.folder = str(Path(package.__file__).parent)
        self.ran: set[tuple[str, int]] = set()

    def __enter__(self) -> Lines:
        sys.settrace(self._entered)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _entered(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(self.folder) else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.ran.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def all(self) -> Iterator[tuple[str, int]]:
        for path in sorted(Path(self.folder).glob("*.py")):
            module = compile(path.read_text(encoding="utf-8"), str(path), "exec")
            for function in _functions(module):
                for _, _, line in list(function.co_lines())[1:]:
                    if line is not None and line != function.co_firstlineno:
                        yield str(path), line


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The bodies of functions; what only defines them runs on import."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & 2:  # a function, not a class
                yield constant
            yield from _functions(constant)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--world", type=int, default=None, help="measure the world for this many packs only: it is slow"
    )
    options = parser.parse_args()
    traced = options.packs if options.world is None else options.world
    known, program = statements()
    packs: Counter[int] = Counter()
    lines = Lines(puzzlesynth.world)
    for seed in range(options.seed, options.seed + options.packs):
        drawn = draw(seed)
        packs.update(fired(drawn.pack, program))
        if seed < options.seed + traced:
            with lines:
                Trial(drawn.pack, seed).run()
    print(
        f"{sum(1 for one in known if packs[one.number])} of {len(known)} statements of the encodings fire or bite"
    )
    for one in known:
        what = "bites" if one.is_constraint else "fires"
        print(f"{packs[one.number]:>6} {what} {one.file}.lp:{one.line} {one.text[:90]}")
    every = set(lines.all())
    print(f"{len(every & lines.ran)} of {len(every)} lines in functions of world ran")
    for path in sorted({path for path, _ in every}):
        missed = sorted(line for file, line in every - lines.ran if file == path)
        print(f"{Path(path).name:>24} missed {len(missed):>4}: {', '.join(map(str, missed))[:120]}")


if __name__ == "__main__":
    main()
