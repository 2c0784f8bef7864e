"""What a source says, section by section, before anyone asks what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class ObjectDraft:
    """An object as written. `layer` and `id` stay None until a collision layer lists the object."""

    name: str
    line: int
    colors: list[str] = field(default_factory=list)
    sprite: list[str] = field(default_factory=list)
    layer: int | None = None
    id: int | None = None


@dataclass(slots=True)
class LegendEntry:
    """`name = member [and|or member ...]`."""

    name: str
    members: list[str]
    line: int


class LegendTable:
    """Legend entries of one kind in the order of the source, found by the name that they define."""

    def __init__(self) -> None:
        self._entries: list[LegendEntry] = []
        self._first: dict[str, LegendEntry] = {}

    def add(self, entry: LegendEntry) -> None:
        self._entries.append(entry)
        self._first.setdefault(entry.name, entry)

    def find(self, name: str) -> LegendEntry | None:
        """The first entry that defines a name."""
        return self._first.get(name)

    def __iter__(self) -> Iterator[LegendEntry]:
        return iter(self._entries)


@dataclass(frozen=True, slots=True)
class SoundWord:
    """A word of the sounds section; `kind` is event, name, verb, direction or seed."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class SoundLine:
    words: tuple[SoundWord, ...]
    line: int


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of the rules: `text` in lower case up to the first comment, `original` as it was typed."""

    text: str
    original: str
    line: int


@dataclass(frozen=True, slots=True)
class WinLine:
    words: tuple[str, ...]
    line: int


@dataclass(slots=True)
class MapDraft:
    """The rows of a level; without rows it is a gap between levels."""

    line: int = 0
    rows: list[str] = field(default_factory=list)
    last_line: int = 0


@dataclass(frozen=True, slots=True)
class MessageDraft:
    text: str
    line: int


@dataclass(slots=True)
class SourceDraft:
    """Everything that was read, in the order of the source."""

    settings: list[tuple[str, str]] = field(default_factory=list)
    setting_lines: dict[str, int] = field(default_factory=dict)
    objects: dict[str, ObjectDraft] = field(default_factory=dict)
    synonyms: LegendTable = field(default_factory=LegendTable)
    aggregates: LegendTable = field(default_factory=LegendTable)
    properties: LegendTable = field(default_factory=LegendTable)
    sounds: list[SoundLine] = field(default_factory=list)
    layers: list[list[str]] = field(default_factory=list)
    rules: list[RuleLine] = field(default_factory=list)
    win_lines: list[WinLine] = field(default_factory=list)
    levels: list[MapDraft | MessageDraft] = field(default_factory=lambda: [MapDraft()])
    display_names: dict[str, str] = field(default_factory=dict)
    map_letters: Counter[str] = field(default_factory=Counter)
    """The letters of all maps as they were typed, capitals apart from small letters."""
    definition_lines: dict[str, int] = field(default_factory=dict)
    rule_names: set[str] = field(default_factory=set)
    """The names that rules and win conditions may use: those known when the sounds section begins."""
    map_names: set[str] = field(default_factory=set)
    """The one-letter names that maps may use: those known when the levels section begins."""

    def definition_line(self, name: str) -> int | None:
        """The line on which a name was first given a meaning; None if it has none."""
        if name in self.objects:
            return self.objects[name].line
        entry = self.aggregates.find(name) or self.properties.find(name) or self.synonyms.find(name)
        return entry.line if entry else None

    def is_declared(self, name: str) -> bool:
        return self.definition_line(name) is not None
