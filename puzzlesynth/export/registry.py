"""Which exporters there are. The built-in ones come through the same door as everybody else's."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from puzzlesynth.suggestions import hint_for

from .interface import Exporter, ExportError
from .plugin import exporter_label, load_plugin, plugin_errors

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
    """What is wrong inside it is our own mistake, and shows itself as one."""
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
