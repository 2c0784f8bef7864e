"""The last steps of reading a pack: extensions, the rules that follow from relations, doors."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import PackError, Problem, error
from puzzlesynth.pack.model import Extension, Pack
from puzzlesynth.pack.readers import fields as read
from puzzlesynth.pack.readers.fields import ProblemLog
from puzzlesynth.pack.yaml.nodes import YamlNode, YamlScalar

from .doors import door_problems, with_doors
from .extensions import with_extensions, with_relation_defaults
from .relations import with_relation_rules


def read_extensions(node: YamlNode, notes: ProblemLog) -> tuple[Extension, ...]:
    """`[inherit, container_sizes, mypackage.weather:extend]`."""
    found = []
    for entry in read.entries(node, notes, "extensions"):
        if isinstance(entry, YamlScalar) and not entry.is_null:
            found.append(Extension(entry.text, entry.place))
        else:
            notes.error("wrong-kind", f"an extension is a name; this is {read.kind_of(entry)}", entry.place)
    return tuple(found)


def run_passes(pack: Pack, allow_extensions: bool, notes: ProblemLog) -> Pack:
    """The pack as everything after it sees it; what stands in the way is noted."""
    notes.problems.extend(_without_goals(pack))
    try:
        pack = with_relation_rules(with_relation_defaults(with_extensions(pack, allow_extensions)))
    except PackError as mistake:
        notes.problems.extend(mistake.problems)
        return pack
    problems = list(door_problems(pack))
    notes.problems.extend(problems)
    return pack if problems else with_doors(pack)


def _without_goals(pack: Pack) -> Iterator[Problem]:
    """Only an area that doors or open ways lead to can do without a goal."""
    joined = {name for area in pack.areas.values() for name in area.adjoins}
    joined |= {door.to for area in pack.areas.values() for door in area.doors}
    for area in pack.areas.values():
        if (
            not area.goals
            and "goals" not in area.places
            and not (area.doors or area.adjoins or area.name in joined)
        ):
            message = f"the area `{area.name}` needs `goals`: what must be there to solve it"
            yield error("missing-key", message, area.place, about=("goals", "doors", "open"))
