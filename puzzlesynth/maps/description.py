"""A map in words: what shows up where, and what the player does with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puzzlesynth.pack.puzzle_map import Block, PuzzleMap

SOMETHING, SOMEWHERE = "SOMETHING", "SOMEWHERE"

SENTENCES = {
    "spawn": "{thing} shows up in {area}.",
    "combine": "The player combines {ingredient1} with {ingredient2} to create {thing}.",
    "request": "{requester} asks for {requested} and gives {thing} in return.",
    "change": "The player uses {changer} to change {what} of {changee}{value}.",
    "insert": "The player puts {boxee} into {box}.",
    "unbox": "The player takes {thing} out of {box}.",
    "unlock": "The player uses {key} to unlock the door from {area} to {to}.",
    "left": "Getting {of} that way also gives {thing}.",
    "step": "The player does something with {given} and gets {thing}.",
    "filter": "{input} {what}.",
    "or": "Either {option1} or {option2} will do as {thing}.",
    "output": "The player has {input}{asked}: that is the end.",
}
RESULTS = {"change": "changee", "insert": "box", "unlock": "key", "filter": "input", "output": "input"}
"""The thing that comes out of a block, where it is one that went in."""


def describe(found: PuzzleMap, handed_in: Collection[str] = ()) -> list[str]:
    """Sentences, what comes first first. What is not there yet is SOMETHING or SOMEWHERE; what is handed in, as to a
    custom block, has the name that it has there."""
    return list(_Teller(found, frozenset(handed_in)).sentences())


class _Teller:
    def __init__(self, found: PuzzleMap, handed_in: frozenset[str] = frozenset()) -> None:
        self._map, self._handed_in = found, handed_in
        self._count = 0
        self._told_areas: set[str] = set()
        self._inside: dict[str, str] = {}
        self._lines: list[str] = []
        self._words: dict[str, str] = {}
        """For each block of a map with `solves` the word for its thing: it is the same for every block that takes it."""

    def sentences(self) -> Iterator[str]:
        if self._map.solves:
            for area, solving in self._map.solves.items():
                self._tell(solving)
                self._lines.append(f"That solves {area}.")
            yield from self._lines
            return
        used = {name for block in self._map.blocks.values() for name in block.inputs.values()}
        entries = {name for area in self._map.areas.values() for name in area.locked}
        tops = [b for b in self._map.blocks.values() if b.name not in used]
        last = [b for b in tops if b.name == self._map.output]
        others = [b for b in tops if b.name != self._map.output and b.name not in entries]
        if self._map.output is not None:
            others = []  # what leads nowhere is not part of the story
        for block in (*others, *last):
            self._tell(block.name)
        yield from self._lines

    def _new(self) -> str:
        self._count += 1
        return f"ITEM-{self._count}"

    def _tell(self, name: str | None) -> str:
        """Tells how to get a block's thing, and returns the word for it."""
        if name is None or name not in self._map.blocks:
            return name.upper() if name is not None and name in self._handed_in else SOMETHING
        if name in self._words:
            return self._words[name]
        block = self._map.blocks[name]
        words = {role: self._tell(below) for role, below in block.inputs.items()}
        for role, needs in block.needs.items():
            wishes = " and ".join(f"{n} {v}" if v is not None else f"some {n}" for n, v in needs)
            words[role] += f" ({wishes})"
        word = self._by_kind(block, words)
        if self._map.solves:
            self._words[name] = word
        return word

    def _by_kind(self, block: Block, words: dict[str, str]) -> str:
        """Tells what a block does, and gives the word for its thing: one of those it takes, or a new one."""
        kind, thing = block.kind, words.get(RESULTS.get(block.kind, ""), "")
        said: dict[str, str] = {"area": self._reach(block.area) if kind in ("spawn", "unlock") else ""}
        if kind == "unbox":
            thing = self._inside.pop(words["box"], "")
        elif kind == "insert":
            self._inside[words["box"]] = words["boxee"]
        thing = thing or self._new()
        match kind:
            case "change":
                said["what"] = "a property" if block.property is None else f"the {block.property}"
                said["value"] = "" if block.value is None else f" to {block.value}"
            case "unlock":
                said["to"] = block.to or SOMEWHERE
            case "step":
                said["given"] = " and ".join(", ".join(words.values()).rsplit(", ", 1))
            case "filter":
                what = "is as it should be" if block.property is None else f"has {block.property}"
                said["what"] = what + ("" if block.value is None else f" {block.value}")
            case "output":
                said["asked"] = "" if block.item is None else f", {block.item}"
        self._lines.append(SENTENCES[kind].format(thing=thing, **words, **said))
        return thing

    def _reach(self, area: str | None) -> str:
        """The word for an area; before its first use, tells how it is entered."""
        if area is None:
            return SOMEWHERE
        if area not in self._told_areas:
            self._told_areas.add(area)
            known = self._map.areas.get(area)
            for door in known.locked if known and not known.start else ():
                self._tell(door)
        return area
