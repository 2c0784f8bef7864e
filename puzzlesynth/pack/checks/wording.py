"""What players cannot tell apart by its name: two items, or two areas, that read the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, warning
from puzzlesynth.pack.model import Area, Item, Pack
from puzzlesynth.pack.text.wording import area_title, words


def check_wording(pack: Pack) -> Iterator[Problem]:
    items = (item for item in pack.items.values() if not item.relations.abstract)
    yield from _alike([(words(item.name), item) for item in items], "give one of them another name")
    places = [(area_title(area).lower(), area) for area in pack.areas.values() if area.is_place]
    yield from _alike(places, "give one of them another `title`")


def _alike(named: Iterable[tuple[str, Item | Area]], hint: str) -> Iterator[Problem]:
    first: dict[str, Item | Area] = {}
    for name, thing in named:
        other = first.setdefault(name, thing)
        if other is not thing:
            message = f"`{thing.name}` and `{other.name}` are both called “{name}” where people play"
            yield warning("reads-the-same", message, thing.place, hint)
