"""Which exporters there are. The built-in ones come through the same door as everybody else's."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

from .exporting import Exporter, ExportError

GROUP = "puzzlesynth.exporters"


def exporter_names() -> list[str]:
    """The names that `--to` understands."""
    return sorted(_doors())


def exporter(name: str) -> Exporter:
    """The exporter with a name. One that cannot be loaded is an `ExportError` that says why."""
    doors = _doors()
    door = doors.get(name)
    if door is None:
        close = get_close_matches(name, doors, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(sorted(doors))}"
        raise ExportError(f"there is no format {name!r}{hint}")
    try:
        found = door.load()
    except Exception as problem:
        raise ExportError(f"the exporter {name!r} ({door.value}) cannot be loaded: {problem}") from problem
    made = found() if isinstance(found, type) else found
    if not isinstance(made, Exporter):
        raise ExportError(
            f"the exporter {name!r} ({door.value}) lacks a name, a description, a suffix or export()"
        )
    return made


def exporters() -> dict[str, Exporter]:
    """Every exporter by its name."""
    return {name: exporter(name) for name in exporter_names()}


def _doors() -> dict[str, EntryPoint]:
    """An entry point for each name; a name that is taken twice belongs to the built-in exporter."""
    found: dict[str, EntryPoint] = {}
    for door in sorted(
        entry_points(group=GROUP), key=lambda d: (not d.value.startswith("puzzlesynth."), d.value)
    ):
        found.setdefault(door.name, door)
    return found
