"""Packs as files, out of a few words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def pack_file(folder: Path, items: str, rules: Sequence[str], area: str, name: str = "pack") -> Path:
    """A pack of one area. `items` and `area`: what is between the braces."""
    lines = "".join(f"  {rule}\n" for rule in rules)
    path = folder / f"{name}.yaml"
    path.write_text(
        f"pack: {name}\nitems: {{{items}}}\nrules: |\n{lines}areas: {{Hall: {{start: true, {area}}}}}\n",
        "utf-8",
    )
    return path
