"""Real files of the project, by format."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.fuzz.command_runner import run
from tests.fuzz.corpus_samples import corpus_files, corpus_samples
from tests.fuzz.input_commands import COMMANDS_OF, PLAYED
from tests.fuzz.input_sample import Sample
from tests.fuzz.studio_requests import lines, of_game, of_pack
from tests.support.paths import ROOT

SHARED = ROOT.parent / "shared"
EXAMPLES = ROOT / "examples"
VALUES = (
    *("3", "1..4", "Bank:2..3", "s1", "Gold", "asp:at_most_steps(3)", "deliver", "5x5", "Crate=1..3", "all"),
    *("difficulty + 20*length", "Player,Crate=2", "1-2,2-3", "90/5/5", "urdl", "12=4", "0..1", "horizontal"),
    *("easy", "html", "bfs", "move", "2s", "crate", "genetic", "pack", "mit", "8000", "tree", "0.5"),
)
"""What options are given."""


def corpus(folder: Path, small: bool = False) -> dict[str, list[Sample]]:
    """Every format with its files. Puzzles, saves and the like are made first; `small`: from the quick packs alone."""
    found: dict[str, list[Sample]] = {form: [] for form in COMMANDS_OF}
    for sample in _samples(folder, small):
        found[sample.form].append(sample)
    return {form: samples for form, samples in found.items() if samples}


def _samples(folder: Path, small: bool) -> Iterator[Sample]:
    for pack in _packs(small):
        yield from _of_pack(pack, folder)
    yield from _constraints(small)
    yield from _puzzledice()
    yield from _games(small)
    yield from corpus_samples(folder, small)
    yield from _values(folder)


def _packs(small: bool) -> list[dict[str, bytes]]:
    names = ("heist", "bakery") if small else ("heist", "bakery", "meadow", "lighthouse")
    found = [
        {path.name: path.read_bytes() for path in sorted((EXAMPLES / name).glob("*.yaml"))} for name in names
    ]
    found.append({"pack.yaml": (EXAMPLES / "tiny.yaml").read_bytes()})
    if not small:
        found += [{"pack.yaml": path.read_bytes()} for path in sorted((SHARED / "cases").glob("*.yaml"))]
    return found


def _in_pack(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"pack/{name}": data for name, data in files.items()} | {"commands.txt": PLAYED}


def _of_pack(files: Mapping[str, bytes], folder: Path) -> Iterator[Sample]:
    """The files of a pack, and what is made from it."""
    place = folder / f"made-{len(list(folder.iterdir()))}"
    (place / "pack").mkdir(parents=True)
    for name, data in files.items():
        (place / "pack" / name).write_bytes(data)
    pack = _in_pack(files)
    words = {"MAP": "deliver" if b"deliver:" in b"".join(files.values()) else ""}
    puzzle = _output(["synth", "pack", "--seed", "1", "--time-limit", "20", "--json"], place)
    asked = {
        name: lines(said)
        for name, said in of_pack(json.loads(puzzle) if puzzle else None, words["MAP"]).items()
    }
    for name in files:
        beside = {other: data for other, data in pack.items() if other != f"pack/{name}"}
        yield Sample("pack", f"pack/{name}", files[name], {**beside, **asked, "fitting.json": puzzle}, words)
    yield from _of_studio(pack, asked)
    yield Sample("table", "table.csv", _output(["items", "pack", "--csv"], place), pack)
    if words["MAP"]:
        filled = _output(["synth", "pack", "--map", words["MAP"], "--seed", "1", "--json"], place)
        yield Sample("puzzle", "puzzle.json", filled, pack, words)
    if puzzle:
        yield Sample("puzzle", "puzzle.json", puzzle, pack, words)
        yield from _of_puzzle(puzzle, pack, place)
        several = _output(["synth", "pack", "-n", "3", "--seed", "2", "--time-limit", "20", "--json"], place)
        yield Sample("stream", "puzzles.jsonl", several, pack, words)
        for options in ((), ("--outf=2",)):
            yield Sample("answers", "answers.txt", _clingo_output(place, *options), pack)


def _of_studio(pack: Mapping[str, bytes], asked: Mapping[str, bytes]) -> Iterator[Sample]:
    """Messages of the page, and what the studio keeps for itself."""
    for name, data in asked.items():
        yield Sample("requests", name, data, pack)
    own = "pack/.puzzlesynth"
    version = f"{own}/history/pack%2Eyaml/000001700000000000-opened"
    memory = json.dumps({"shell.subject": ".", "tray": [{"id": "x"}]}).encode()
    beside = {**pack, "documents.jsonl": asked["documents.jsonl"]}
    yield Sample("studio memory", f"{own}/studio.json", memory, {**beside, version: b"pack: x\n"})
    yield Sample("studio history", version, b"pack: x\n", {**beside, f"{own}/studio.json": memory})
    note = json.dumps({"pid": 1, "port": 8000, "token": "abc"}).encode()
    yield Sample("studio note", "state/note.json", note, beside)


def _clingo_output(place: Path, *options: str) -> bytes:
    """What plain clingo prints for the program of a pack."""
    program = _output(["facts", "pack", "--program"], place)
    command = [sys.executable, "-m", "clingo", "-n", "2", "--project", *options]
    return subprocess.run(command, input=program, stdout=subprocess.PIPE, check=False).stdout


def _of_puzzle(puzzle: bytes, pack: Mapping[str, bytes], place: Path) -> Iterator[Sample]:
    told = json.loads(puzzle)
    start = [area["name"] for area in told["areas"] if area["start"]]
    things = [
        {key: thing[key] for key in ("id", "item", "area", "inside", "properties")}
        for thing in told["objects"]
    ]
    state = {
        "format": "puzzlesynth.state/1",
        "objects": things,
        "open": start,
        "solved": [],
        "player": start[0],
    }
    yield Sample("state", "state.json", json.dumps(state, indent=1).encode(), pack, {"AREA": start[0]})
    (place / "puzzle.json").write_bytes(puzzle)
    for more in (["puzzle.json"], ["--live"]):
        script = b"look\nhint\nhint\ntake all\nsave game.json\nquit\n"
        run(["play", "pack", *more, "--seed", "1", "--transcript", "game.txt"], place, script)
        if (place / "game.json").exists():
            yield Sample("save", "game.json", (place / "game.json").read_bytes(), pack, {"AREA": start[0]})
            (place / "game.json").unlink()
        yield Sample("script", "game.txt", (place / "game.txt").read_bytes(), {**pack, "puzzle.json": puzzle})
    yield Sample("script", "game.txt", PLAYED, {**pack, "puzzle.json": puzzle})


def _output(words: list[str], place: Path) -> bytes:
    return run(words, place).stdout.encode()


def _constraints(small: bool) -> Iterator[Sample]:
    pack = _in_pack({"pack.yaml": (EXAMPLES / "heist" / "pack.yaml").read_bytes()})
    pack["puzzles.jsonl"] = lines(of_pack(None, "")["puzzles.jsonl"])
    paths = [path for path in sorted((ROOT / "asp").glob("*.lp")) if path.stem != "vocabulary"]
    for path in paths[:3] if small else paths:
        yield Sample("constraint", "pack/constraints/mine.lp", path.read_bytes(), pack)
    text = (
        b'% @forbid(no_badge) No badge.\n:- used("Badge").\n% @prefer(few, 2) Few things.\n:~ used(I). [1,I]\n'
        b"n(1..3).\nn(X+3) :- n(X), X < 9.\n:- used(I), used(J), I != J, not n(4).\n"
    )
    yield Sample("constraint", "pack/constraints/mine.lp", text, pack)


def _puzzledice() -> Iterator[Sample]:
    paths = {path.name: path.read_bytes() for path in sorted((SHARED / "data" / "puzzledice").glob("*.xml"))}
    for name in paths:
        maps = name if name != "database.xml" else "full-combine-1.xml"
        yield Sample(
            "puzzledice",
            name,
            paths[name],
            {"database.xml": paths["database.xml"], maps: paths[maps]}
            if name != "database.xml"
            else {maps: paths[maps]},
            {"DATABASE": "database.xml", "MAPFILE": maps},
        )


def _games(small: bool) -> Iterator[Sample]:
    paths = sorted((EXAMPLES / "levels").glob("*.txt"))
    sources = [path.read_bytes() for path in (paths[-1:] if small else paths)]
    recorded = SHARED / "data" / "puzzlescript"
    for name, every in (("play.json", 24), ("errors.json", 12)):
        if recorded.exists():
            records = json.loads((recorded / name).read_text("utf-8"))[:: every * (8 if small else 1)]
            sources += [record["source"].encode() for record in records]
    for source in sources:
        asked = _game_requests(source)
        yield Sample("game", "game.txt", source, asked)
    for name, data in asked.items():
        yield Sample("game requests", name, data, {"game.txt": source})
    sokoban = {"game.txt": (EXAMPLES / "levels" / "sokoban.txt").read_bytes()}
    yield Sample(
        "level constraint",
        "mine.lp",
        b":- { at(target,X,Y) : cell(X,Y), width(W), 2*X >= W } < 2.\n",
        sokoban,
    )
    yield Sample("layout", "layout.txt", b"######\n#....#\n#.P*.#\n#..O.#\n######\n", sokoban)
    yield Sample(
        "rules",
        "rules.txt",
        b"RULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\noption [ Crate ] -> [ ]\n",
        sokoban,
    )
    yield Sample("moves", "moves.txt", b"u d l r x undo restart up down \xe2\x86\x91\n", sokoban)


def _game_requests(source: bytes) -> dict[str, bytes]:
    """Requests about the first level of a game."""
    from puzzlesynth.levels import compile_source
    from puzzlesynth.studio.levels.wire import level_json

    game = compile_source(source.decode()).game
    level = level_json(game.maps[0]) if game is not None and game.maps else None
    return {name: lines(said) for name, said in of_game(level, len(game.levels) if game else 0).items()}


def _values(folder: Path) -> Iterator[Sample]:
    """Values of options, beside one file of every format."""
    made = folder / "made-1"  # the pack with a map
    filled = _output(["synth", "pack", "--map", "deliver", "--seed", "1", "--json"], made)
    shared = SHARED / "data" / "puzzledice" / "database.xml"
    beside = {
        path.relative_to(made).as_posix(): path.read_bytes() for path in made.rglob("*.*") if path.is_file()
    }
    beside |= corpus_files(folder)
    beside |= {
        "puzzle.json": filled,
        "commands.txt": PLAYED,
        "game.txt": (EXAMPLES / "levels" / "sokoban.txt").read_bytes(),
        "answers.txt": _clingo_output(made),
        "database.xml": shared.read_bytes() if shared.exists() else b"<database/>",
    }
    for value in VALUES:
        yield Sample("value", "value", value.encode(), beside, {"MAP": "deliver"})
