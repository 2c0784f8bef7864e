"""Puzzles of every example pack, of its maps where it has them, and of an imported pack: what benchmarks play."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.importers.puzzledice.converter import convert_puzzledice
from puzzlesynth.maps.filler import MapFiller
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play.just_in_time.chapter_generator import make_whole_game
from puzzlesynth.puzzle.game_pack import complete_map, pack_for
from puzzlesynth.puzzle.model import Puzzle

ROOT = Path(__file__).resolve().parent.parent
PUZZLEDICE = ROOT.parent / "shared" / "data" / "puzzledice"
PACKS = ("tiny.yaml", "heist", "meadow", "lighthouse", "bakery", "puzzledice")

Made = tuple[Pack, Puzzle]


def pack_called(name: str, folder: Path) -> Pack | None:
    """An example pack, or the one that an import makes; None: there is nothing to import."""
    if name != "puzzledice":
        return load_pack(ROOT / "examples" / name)
    if not PUZZLEDICE.is_dir():
        return None
    maps = sorted(path for path in PUZZLEDICE.glob("*.xml") if path.name != "database.xml")
    for file, text in convert_puzzledice(PUZZLEDICE / "database.xml", maps, "sandwich").items():
        (folder / file).write_text(text, "utf-8")
    return load_pack(folder)


def puzzles_of(pack: Pack, seeds: int) -> list[Made]:
    """Each with the pack that it is played with: a map has doors and areas of its own."""
    if not pack.maps:
        return [(pack, make_whole_game(pack, seed)) for seed in range(seeds)]
    streams = [MapFiller(pack, complete_map(pack, name)).puzzles(0) for name in pack.maps]
    found: list[Made] = []
    while len(found) < seeds and streams:
        for stream in list(streams):
            puzzle = next(stream, None)
            if puzzle is None:
                streams.remove(stream)
            elif len(found) < seeds:
                found.append((pack_for(pack, puzzle), puzzle))
    return found
