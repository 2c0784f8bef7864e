"""The logic program of a pack from Python: its facts and answer sets as typed clorm predicates.

from puzzlesynth import asp, load_pack

pack = load_pack("examples/heist")
for fact in asp.facts(pack).query(asp.Accepts).where(asp.Accepts.item == "Key").all(): …
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import AnswerDecoder as AnswerDecoder
    from .answers import answer as answer
    from .answers import decode as decode
    from .clingo_output import AnswerSet as AnswerSet
    from .clingo_output import read_answers as read_answers
    from .errors import AnswerError as AnswerError
    from .logic_program import facts as facts
    from .logic_program import program as program
    from .predicates import *  # noqa: F403
    from .satisfaction import satisfies as satisfies

_HOME = {
    "AnswerDecoder": "answers",
    "AnswerError": "errors",
    "AnswerSet": "clingo_output",
    "answer": "answers",
    "decode": "answers",
    "facts": "logic_program",
    "program": "logic_program",
    "read_answers": "clingo_output",
    "satisfies": "satisfaction",
}


if not TYPE_CHECKING:  # which would take every name for one that exists

    def __getattr__(name: str) -> Any:
        """clingo and clorm are only imported once something is used."""
        if name.startswith("__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_HOME.get(name, 'predicates')}", __name__), name)


def __dir__() -> list[str]:
    from .predicates import __all__ as predicates

    return sorted([*globals(), *_HOME, *predicates])
