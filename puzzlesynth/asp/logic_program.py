"""A pack as a logic program: its facts, and the whole program as one text that plain clingo runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from puzzlesynth import __version__
from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Pack
from puzzlesynth.resources import ENCODINGS
from puzzlesynth.synth.constraints.designer_constraints import ConstraintSet
from puzzlesynth.synth.constraints.rewriter import constraint_set
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.program.facts import DEFINED_FOR_WORDS, encoding_files, facts_of, vocabulary_facts
from puzzlesynth.synth.relevance import PackAnalysis

if TYPE_CHECKING:
    from clingo import Symbol
    from clorm import FactBase

_INCLUDE = re.compile(r'^#include "(\w+\.lp)"\.\n', re.MULTILINE)

HEADER = """\
% The complete logic program of the pack `{name}`, for plain clingo: the encodings of puzzlesynth {version}, the pack as
% facts, and its constraints. Five candidates with different trees, decoded and proven:
%
%     clingo {name}.lp -n 5 --project > answers.txt
%     puzzlesynth decode PACK answers.txt
%
% (`python -m clingo` is the clingo that puzzlesynth uses.)
%
% An answer set is a candidate for a puzzle. While `puzzlesynth synth` solves, it also tests that no step can be skipped;
% that test is not part of this program, so `puzzlesynth decode` proves every candidate and says which ones fail.
"""

ASSUMPTIONS = """\
% `puzzlesynth synth` assumes these first. Remove the first line and a step that several areas need can belong to any of
% them. Without the second one, what keeps one of many areas locked may be a detour (say `:- straight.` then, or answers
% come twice). Without the third, puzzles may break the limits of `limits.lp`.
:- not by_rank.
:- not straight, not few_areas.
:- lifted(_).

% The order of steps depends on these too: nothing meets an area's goal before the step that solves it.
#show meets/2.
"""

PREFERENCES = """\
%
% The pack has preferences: clingo prints ever better candidates until it has a best one. Add `--opt-mode=ignore` for
% any candidates.
"""


def facts(pack: Pack) -> FactBase:
    """A pack's facts, as the encodings take them, in a clorm `FactBase` that can be queried.

    They are those that `puzzlesynth synth` hands to clingo for a new game, with the facts that the pack's constraints
    ask about. Raises `PackError` if the pack has no areas or its constraints are wrong.
    """
    from clorm import FactBase

    from .clorm_classes import fact_classes, typed

    return FactBase(typed(fact_classes(), fact_symbols(pack)))


def fact_symbols(pack: Pack) -> Iterator[Symbol]:
    """The same facts as clingo symbols, without clorm. Raises `PackError`."""
    return _symbols(pack_analysis(pack), constraint_set(pack))


def program(pack: Pack) -> str:
    """The encodings, the pack's facts and its constraints as one text that clingo runs.

    Raises `PackError` if the pack has no areas or its constraints are wrong.
    """
    possible, constraints = pack_analysis(pack), constraint_set(pack)
    header = HEADER.format(name=pack.name, version=__version__)
    parts = {
        "": header + (PREFERENCES if constraints.preferences else ""),
        "encodings": "\n".join(map(_with_includes, encoding_files(possible))),
        "the pack": "".join(f"{symbol}.\n" for symbol in _symbols(possible, constraints)),
        "the pack's constraints": "".join(_constraints(constraints)),
        "what puzzlesynth assumes and reads": ASSUMPTIONS,
    }
    return "\n".join(f"{_ruler(title)}{text}" for title, text in parts.items() if text)


def pack_analysis(pack: Pack) -> PackAnalysis:
    """What is known about a new game of the pack. Raises `PackError` if it has only maps."""
    if not pack.areas:
        message = f"{pack.name} has maps but no areas, so there is no program for it"
        raise PackError([error("no-areas", message, pack.place)])
    return PackAnalysis(pack, fresh_start(pack))


def _symbols(possible: PackAnalysis, constraints: ConstraintSet) -> Iterator[Symbol]:
    for fact in (*facts_of(possible), *vocabulary_facts(possible, constraints.words)):
        yield fact.symbol


def _with_includes(name: str) -> str:
    """An encoding with the files that it includes in their places."""
    text = (ENCODINGS / name).read_text("utf-8")
    return _INCLUDE.sub(lambda found: (ENCODINGS / found[1]).read_text("utf-8") + "\n", text)


def _constraints(constraints: ConstraintSet) -> Iterator[str]:
    if not constraints.statements:
        return
    from puzzlesynth.synth.constraints.constraint_file import is_integrity

    yield DEFINED_FOR_WORDS.replace(".#", ".\n#") + "\n"
    named = iter(constraints.named)
    for statement in constraints.statements:
        if statement.ast_type.name == "Rule" and is_integrity(statement):
            one = next(named)
            yield from _comment((one.name, one.sentence))
        yield f"{statement}\n"


def _comment(words: Iterable[str]) -> Iterator[str]:
    said = " ".join(": ".join(word for word in words if word).split())
    yield f"% {said}\n"


def _ruler(title: str) -> str:
    return f"% --- {title} {'-' * (100 - len(title))}\n\n" if title else ""
