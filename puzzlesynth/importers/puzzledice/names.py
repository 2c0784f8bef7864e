"""Names as packs write them: `powdered key` becomes `powdered_key`, `grass-1` becomes `grass_1`."""

from __future__ import annotations

import re

from puzzlesynth.pack.readers.fields import RESERVED
from puzzlesynth.pack.yaml.location import Place

from .xml_tree import refuse


class NameTable:
    """Names given so far; two that would become the same are told apart by a number."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.found: dict[str, str] = {}

    def give(self, written: str, place: Place) -> str:
        if written in self.found:
            refuse(f"the {self.what} `{written}` is there twice", place, code="defined-twice")
        plain = re.sub(r"\W+", "_", written).strip("_")
        if not plain:
            refuse(f"`{written}` cannot be the name of {self.what}", place, code="bad-name")
        if plain[0].isdigit() or plain in RESERVED:
            plain = f"{self.what[0]}_{plain}"
        name, number = plain, 1
        while name in self.found.values():
            number += 1
            name = f"{plain}_{number}"
        self.found[written] = name
        return name

    def of(self, written: str, place: Place) -> str:
        """The name of something that must exist."""
        if written not in self.found:
            from puzzlesynth.suggestions import did_you_mean

            hint = did_you_mean(written, self.found)
            refuse(f"there is no {self.what} `{written}`", place, hint, f"unknown-{self.what}")
        return self.found[written]
