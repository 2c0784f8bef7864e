"""What is wrong with a pack, said so that a designer can act on it: what, where, and how to put it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .model import Place


class Severity(Enum):
    """An error stops the synthesis, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """One mistake. `code` never changes its meaning, so programs and searches can rely on it."""

    severity: Severity
    code: str
    message: str
    place: Place
    hint: str | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.place}: {self.severity.value}: {self.message}{hint} [{self.code}]"


class PackError(Exception):
    """A pack that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[PackError], tuple[tuple[Problem, ...]]]:
        return (PackError, (self.problems,))


def error(code: str, message: str, place: Place, hint: str | None = None) -> Problem:
    return Problem(Severity.ERROR, code, message, place, hint)


def warning(code: str, message: str, place: Place, hint: str | None = None) -> Problem:
    return Problem(Severity.WARNING, code, message, place, hint)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Each problem once, in the order in which a designer reads the files."""
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: (problem.place, problem.code)))


def closest(name: str, known: Iterable[str]) -> str | None:
    """The existing name that someone who wrote `name` most likely meant."""
    from difflib import get_close_matches

    names = list(known)
    by_lower = {other.lower(): other for other in reversed(names)}
    if name.lower() in by_lower:
        return by_lower[name.lower()]
    # difflib compares with every name: a length that differs too much can never come close enough.
    near = [other for other in by_lower if abs(len(other) - len(name)) <= max(2, len(name) // 2)]
    found = get_close_matches(name.lower(), near, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """`did you mean …?`, or None where nothing comes close."""
    match = closest(name, known)
    return f"did you mean `{match}`?" if match else None
