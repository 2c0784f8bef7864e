"""What an exporter is: a name, a few words about it, and a function from pack and puzzle to a file's content."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import DeadEndFinder, Puzzle, pack_mismatch
from puzzlesynth.quick_dataclasses import dataclass


class ExportError(BadInput):
    """This puzzle cannot be written in that format; the message says why."""


@dataclass(frozen=True)
class Options:
    """What a user may ask for beyond the format."""

    compile: bool = False
    """Run the format's own compiler and return what it makes."""
    foresee: DeadEndFinder | None = None
    """Finds dead ends, for formats that cannot search while they are played."""


@runtime_checkable
class Exporter(Protocol):
    """The object of an entry point of the group `puzzlesynth.exporters`."""

    @property
    def name(self) -> str:
        """What `--to` calls it."""

    @property
    def description(self) -> str:
        """One line for the help."""

    @property
    def suffix(self) -> str:
        """How a file of this format ends, with the dot."""

    def export(self, pack: Pack, puzzle: Puzzle, options: Options) -> str | bytes:
        """The content of the file. `ExportError` if the puzzle cannot be written in this format."""


class TextExporter(ABC):
    """An exporter without a compiler. Name and suffix come with the class, `class Outline(TextExporter, name="outline",
    suffix=".md")`; its docstring is the description."""

    name: str
    description: str
    suffix: str

    def __init_subclass__(cls, **given: str) -> None:
        super().__init_subclass__()
        cls.description = cls.__doc__ or ""
        for key, text in given.items():
            setattr(cls, key, text)

    def export(self, pack: Pack, puzzle: Puzzle, options: Options) -> str | bytes:
        if options.compile:
            raise ExportError(f"{self.name} has nothing to compile")
        return self.written(pack, puzzle, options)

    @abstractmethod
    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str | bytes:
        """The content of the file."""


def check_pack_matches(pack: Pack, puzzle: Puzzle) -> None:
    """Refuses a puzzle that was made from another pack, or before the pack's logic changed."""
    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        raise ExportError(wrong)
