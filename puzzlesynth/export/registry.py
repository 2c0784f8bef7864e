"""Which exporters there are. The built-in ones are entry points as any plug-in is.

Anything that goes wrong in a plug-in is an `ExportError` that names it, never an internal error.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath
from typing import Any

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import one_line
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import hint_for

from .interface import Exporter, ExportError, Options

GROUP = "puzzlesynth.exporters"


def exporter_names() -> list[str]:
    """The names that `--to` understands."""
    return sorted(_doors())


def exporter(name: str) -> Exporter:
    """The exporter with a name. A plug-in that cannot be used is an `ExportError` that says why."""
    doors = _doors()
    door = doors.get(name)
    if door is None:
        raise ExportError(f"there is no format {name!r}; {hint_for(name, sorted(doors))}")
    return _built_in(door) if _is_built_in(door) else load_plugin(door)


def _built_in(door: EntryPoint) -> Exporter:
    """A fault inside it is our own, and is reported as one."""
    with plugin_errors(exporter_label(door), "cannot be loaded"):
        made: Exporter = door.load()()
    return made


def _is_built_in(door: EntryPoint) -> bool:
    return door.value.startswith("puzzlesynth.")


def exporters() -> dict[str, Exporter]:
    """Every exporter by its name."""
    return {name: exporter(name) for name in exporter_names()}


def _doors() -> dict[str, EntryPoint]:
    """An entry point for each name; a name that is taken twice belongs to the built-in exporter."""
    found: dict[str, EntryPoint] = {}
    for door in sorted(entry_points(group=GROUP), key=lambda door: (not _is_built_in(door), door.value)):
        found.setdefault(door.name, door)
    return found


_TEXTS = ("name", "description", "suffix")


@dataclass(frozen=True)
class PluginExporter:
    """An exporter that is not trusted: its texts have been checked, and so is everything that it returns."""

    name: str
    description: str
    suffix: str
    whose: str
    """What messages call it."""
    inner: Any
    """The exporter itself."""

    def export(self, pack: Pack, puzzle: Puzzle, options: Options) -> str | bytes:
        with plugin_errors(self.whose, "failed"):
            content = self.inner.export(pack, puzzle, options)
            if isinstance(content, str):
                content.encode("utf-8")
        if not isinstance(content, str | bytes):
            raise ExportError(
                f"{self.whose} returned {type(content).__name__} where text or bytes are wanted"
            )
        return content

    def suffix_of(self, content: str | bytes) -> str:
        with plugin_errors(self.whose, "failed"):
            named = getattr(self.inner, "suffix_of", None)
            suffix = named(content) if named is not None else self.suffix
        return _checked_suffix(self.whose, suffix)


def load_plugin(door: EntryPoint) -> PluginExporter:
    """The exporter behind an entry point, once it is known to be one."""
    whose = exporter_label(door)
    with plugin_errors(whose, "cannot be loaded"):
        found = door.load()
        inner = found() if isinstance(found, type) else found
        lacking = [name for name in (*_TEXTS, "export") if not hasattr(inner, name)]
        name, description, suffix = (getattr(inner, name, None) for name in _TEXTS)
    if lacking:
        raise ExportError(f"{whose} is no exporter: it has no {', no '.join(lacking)}")
    if not callable(inner.export):
        raise ExportError(f"{whose} is no exporter: its export is not callable")
    return PluginExporter(
        _checked_text(whose, "name", name),
        one_line(_checked_text(whose, "description", description)),
        _checked_suffix(whose, suffix),
        whose,
        inner,
    )


def exporter_label(door: EntryPoint) -> str:
    """The exporter with its module and its distribution."""
    origin = f", from {door.dist.name} {door.dist.version}" if door.dist is not None else ""
    return f"the exporter {door.name!r} ({door.value}{origin})"


@contextmanager
def plugin_errors(whose: str, what: str) -> Iterator[None]:
    """Anything raised inside is the exporter's fault, even an attempt to exit the program."""
    try:
        yield
    except ExportError:
        raise
    except (Exception, SystemExit) as problem:
        raise ExportError(f"{whose} {what}: {_told(problem)}") from problem


def _told(problem: BaseException) -> str:
    """What was raised, and where in the exporter's code."""
    words = one_line("".join(traceback.format_exception_only(problem)))
    theirs = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename != __file__]
    if not theirs or "importlib" in theirs[-1].filename:
        return words
    return f"{words} ({PurePath(theirs[-1].filename).name}, line {theirs[-1].lineno})"


def _checked_text(whose: str, name: str, text: object) -> str:
    if not isinstance(text, str):
        raise ExportError(f"{whose} is no exporter: its {name} is {text!r} and no text")
    return text


def _checked_suffix(whose: str, suffix: object) -> str:
    """It ends the names of files in the user's folder, so it must not lead into another."""
    if not isinstance(suffix, str) or not suffix.startswith(".") or "/" in suffix or "\\" in suffix:
        raise ExportError(f"{whose} is no exporter: its suffix is {suffix!r} and not like '.txt'")
    return suffix
