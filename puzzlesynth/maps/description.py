"""A map in words, as the map editor told it: what shows up where, and what the player does with it."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.puzzle_map import ONLY_SOLVING, Block, PuzzleMap

SOMETHING, SOMEWHERE = "SOMETHING", "SOMEWHERE"


def describe(found: PuzzleMap) -> list[str]:
    """Sentences, what comes first first. What is not there yet is SOMETHING or SOMEWHERE."""
    return list(_Teller(found).sentences())


class _Teller:
    def __init__(self, found: PuzzleMap) -> None:
        self._map = found
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
        """Tells how a block's thing is come by, and gives the word for the thing."""
        if name is None or name not in self._map.blocks:
            return SOMETHING
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
        say = self._lines.append
        if block.kind == "spawn":
            area = self._reach(block.area)
            thing = self._new()
            say(f"{thing} shows up in {area}.")
            return thing
        if block.kind == "combine":
            thing = self._new()
            say(f"The player combines {words['ingredient1']} with {words['ingredient2']} to create {thing}.")
            return thing
        if block.kind == "request":
            thing = self._new()
            say(f"{words['requester']} asks for {words['requested']} and gives {thing} in return.")
            return thing
        if block.kind == "change":
            to = "" if block.value is None else f" to {block.value}"
            what = "a property" if block.property is None else f"the {block.property}"
            say(f"The player uses {words['changer']} to change {what} of {words['changee']}{to}.")
            return words["changee"]
        if block.kind == "insert":
            say(f"The player puts {words['boxee']} into {words['box']}.")
            self._inside[words["box"]] = words["boxee"]
            return words["box"]
        if block.kind == "unbox":
            thing = self._inside.pop(words["box"], "") or self._new()
            say(f"The player takes {thing} out of {words['box']}.")
            return thing
        if block.kind == "unlock":
            side, to = self._reach(block.area), block.to or SOMEWHERE
            say(f"The player uses {words['key']} to unlock the door from {side} to {to}.")
            return words["key"]
        if block.kind in ONLY_SOLVING:
            return self._general(block, words)
        return self._deciding(block, words)

    def _general(self, block: Block, words: dict[str, str]) -> str:
        thing = self._new()
        if block.kind == "left":
            self._lines.append(f"Whoever gets {words['of']} that way also gets {thing}.")
        else:
            given = " and ".join(", ".join(words.values()).rsplit(", ", 1))
            self._lines.append(f"The player does something with {given} and gets {thing}.")
        return thing

    def _deciding(self, block: Block, words: dict[str, str]) -> str:
        say = self._lines.append
        if block.kind == "filter":
            what = "is as it should be" if block.property is None else f"has {block.property}"
            what += "" if block.value is None else f" {block.value}"
            say(f"{words['input']} {what}.")
            return words["input"]
        if block.kind == "or":
            thing = self._new()
            say(f"Either {words['option1']} or {words['option2']} will do as {thing}.")
            return thing
        asked = "" if block.item is None else f", {block.item}"
        say(f"The player has {words['input']}{asked}: that is the end.")
        return words["input"]

    def _reach(self, area: str | None) -> str:
        """The word for an area; the first time it is needed, how it is come into."""
        if area is None:
            return SOMEWHERE
        if area not in self._told_areas:
            self._told_areas.add(area)
            known = self._map.areas.get(area)
            for door in known.locked if known and not known.start else ():
                self._tell(door)
        return area
