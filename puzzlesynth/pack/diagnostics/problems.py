"""What is wrong with a pack, said so that a designer can act on it: what, where, and how to put it right."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from puzzlesynth.pack.model import Place
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.suggestions import NameIndex


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
    about: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Names without which there would be no problem: of what is missing, and of where it should have been."""

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.place}: {self.severity.value}: {self.message}{hint} [{self.code}]"


class PackError(ValueError):
    """A pack that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_file_order(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[PackError], tuple[tuple[Problem, ...]]]:
        return (type(self), (self.problems,))


def error(
    code: str, message: str, place: Place, hint: str | None = None, about: tuple[str, ...] = ()
) -> Problem:
    return Problem(Severity.ERROR, code, message, place, hint, about)


def warning(code: str, message: str, place: Place, hint: str | None = None) -> Problem:
    return Problem(Severity.WARNING, code, message, place, hint)


def unknown(what: str, name: str, place: Place, known: NameIndex, said: str = "") -> Problem:
    """A name that nothing has, with the closest that exists. `said`: where it was found, for the message."""
    message = f"{said}`{name}`: no {what} has this name"
    return error(f"unknown-{what}", message, place, known.did_you_mean(name), (name, f"{what}s"))


def in_file_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Each problem once, in the order in which a designer reads the files."""
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: (problem.place, problem.code)))
