"""What plain clingo prints, read back: its usual text, or the JSON of `--outf=2`.

The text is read as it comes, so answer sets can be decoded while clingo still looks for more. Nothing is trusted: a file
may be cut off, damaged, or not clingo's at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from puzzlesynth.puzzle.strict_json import MOST_BYTES, JsonError, read_json, shown

from .answers import answer
from .errors import AnswerError

if TYPE_CHECKING:
    from clingo import Symbol
    from clorm import FactBase

RESULTS = {"SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "OPTIMUM FOUND"}
"""How a run of clingo ends."""

_ANSWER = re.compile(r"Answer: \d+\b.*")
_ATOM = re.compile(r'\s+|(?P<atom>(?:[^\s"]|"(?:[^"\\]|\\.)*")+)')
_TERM = r'(?:-?(?:0|[1-9]\d{0,8})|"(?:[^"\\]|\\["\\n])*"|_*[a-z][A-Za-z0-9_\']*)'
_TUPLE = rf"\({_TERM}(?:,{_TERM})*\)"
_READABLE = re.compile(rf"_*[a-z]\w*(?:\((?:{_TERM}|{_TUPLE})(?:,(?:{_TERM}|{_TUPLE}))*\))?", re.ASCII)
"""The form of a puzzle's atoms. clingo's parser gets nothing else."""


class AnswerSet(NamedTuple):
    """One answer set, and where it is in clingo's output."""

    number: int
    """From 1, in the order of the output."""
    place: str
    """`line 7`, or `Call[0].Witnesses[2]` in JSON."""
    facts: FactBase


def read_answers(output: BinaryIO) -> Iterator[AnswerSet]:
    """The answer sets in clingo's output, one by one. None: clingo found none.

    Raises `AnswerError`, with the place, for an atom that cannot be read and for what is not clingo's output.
    """
    lines = _lines(output)
    start = next(((number, line) for number, line in lines if line.strip()), None)
    if start is None:
        raise AnswerError("this is empty; expected what clingo prints")
    everything = chain([start], lines)
    return _from_json(everything) if start[1].lstrip().startswith("{") else _from_text(everything)


def _lines(output: BinaryIO) -> Iterator[tuple[int, str]]:
    number = 0
    while raw := output.readline(MOST_BYTES + 1):
        number += 1
        if len(raw) > MOST_BYTES:
            raise AnswerError(f"line {number}: longer than {MOST_BYTES // 2**20} MiB, the most that is read")
        try:
            yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as problem:
            raise AnswerError(f"line {number}, column {problem.start + 1}: this is not UTF-8") from None


# --- text ----------------------------------------------------------------------------------------------------------


def _from_text(lines: Iterator[tuple[int, str]]) -> Iterator[AnswerSet]:
    answers, ended = 0, False
    for number, line in lines:
        if _ANSWER.fullmatch(line.strip()):
            answers += 1
            at, atoms = next(lines, (number, None))
            if atoms is None:
                raise AnswerError(f"line {number}: the output ends before the atoms of this answer set")
            yield AnswerSet(answers, f"line {number}", _facts(f"line {at}", _atoms(atoms, at)))
        ended = ended or line.strip() in RESULTS
    if not answers and not ended:
        raise AnswerError("this is not what clingo prints: there is neither an answer set nor a result")


def _atoms(line: str, number: int) -> Iterator[tuple[str, str]]:
    """Each atom of a line, with its place."""
    at = 0
    while at < len(line):
        found = _ATOM.match(line, at)
        end = at if found is None else found.end()
        if found is None or line[end : end + 1] == '"':
            raise AnswerError(f'line {number}, column {end + 1}: this text has no closing `"`')
        if found["atom"]:
            yield f"line {number}, column {at + 1}", found["atom"]
        at = end


# --- JSON ----------------------------------------------------------------------------------------------------------


def _from_json(lines: Iterator[tuple[int, str]]) -> Iterator[AnswerSet]:
    data = _parsed(lines)
    if not isinstance(data, dict) or data.get("Result") not in RESULTS:
        raise AnswerError("this is not what `clingo --outf=2` prints: there is no `Result`")
    answers = 0
    for call, part in enumerate(_list(data, "Call", "")):
        for witness, found in enumerate(_list(part, "Witnesses", f"Call[{call}]")):
            place = f"Call[{call}].Witnesses[{witness}]"
            values = _list(found, "Value", place)
            answers += 1
            atoms = ((f"{place}.Value[{n}]", atom) for n, atom in enumerate(values))
            yield AnswerSet(answers, place, _facts(place, atoms))


def _parsed(lines: Iterator[tuple[int, str]]) -> Any:
    text, before = "", 0
    for number, line in lines:
        text += "\n" * (number - before - 1) + line
        before = number
        if len(text) > MOST_BYTES:
            break
    try:
        return read_json(text)
    except JsonError as problem:
        raise AnswerError(str(problem)) from None


def _list(data: Any, key: str, place: str) -> list[Any]:
    """A list of JSON data; one that is not there is empty."""
    where = f"{place}.{key}" if place else key
    if not isinstance(data, dict):
        raise AnswerError(f"{place}: expected an object, found {shown(data)}")
    found = data.get(key, [])
    if not isinstance(found, list):
        raise AnswerError(f"{where}: expected a list, found {shown(found)}")
    return found


# --- atoms ---------------------------------------------------------------------------------------------------------


def _facts(place: str, atoms: Iterator[tuple[str, Any]]) -> FactBase:
    symbols = [symbol for where, text in atoms for symbol in _symbol(where, text)]
    try:
        return answer(symbols)
    except AnswerError as problem:
        raise AnswerError(f"{place}: {problem}") from None


def _symbol(place: str, text: Any) -> Iterator[Symbol]:
    """The atom, if it is one of those that say something about a puzzle. Others may be shown as well."""
    from clingo import parse_term

    from .clorm_classes import answer_classes

    if not isinstance(text, str):
        raise AnswerError(f"{place}: expected an atom, found {shown(text)}")
    if text.partition("(")[0] in answer_classes():
        try:
            if _READABLE.fullmatch(text) is None:
                raise ValueError(text)
            yield parse_term(text, logger=lambda *_: None)
        except (RuntimeError, ValueError):  # texts with line breaks, or with halves of characters
            raise AnswerError(f"{place}: {shown(text)} is not an atom of a puzzle") from None
