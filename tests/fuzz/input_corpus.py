"""Real files of the project, by format, and the commands that read such a file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.command_runner import run
from tests.support.paths import ROOT

SHARED = ROOT.parent / "shared"
EXAMPLES = ROOT / "examples"
COMMANDS = b"look\nhint\ntake all\ninventory\nsolution\nsave s.json\nundo\nredo\nload s.json\nhint\nquit\n"


@dataclass(frozen=True)
class Sample:
    """A file that is going to be damaged, and what lies beside it."""

    form: str
    name: str
    """Its path in the folder of the case."""
    data: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """What words in capitals stand for in commands."""


@dataclass(frozen=True)
class Command:
    """Words of a command line; those in capitals are replaced."""

    words: tuple[str, ...]
    seconds: float = 20.0
    """Of a processor, at most: for commands with a time limit that and a second."""
    stdin: bytes = b""


def _c(line: str, seconds: float = 20.0, stdin: bytes = b"") -> Command:
    return Command(tuple(line.split()), seconds, stdin)


LIMITED = 1.0 + 1.0
"""Commands that are given a second: that, and another one to stop."""

_OF_PACKS = (
    _c("check PACK"),
    _c("check PACK --json"),
    _c("synth PACK --seed 1 --time-limit 1", LIMITED),
    _c("synth PACK --seed 1 --time-limit 1 --json -n 3", LIMITED),
    _c("synth PACK --seed 1 --time-limit 1 -o OUT", LIMITED),
    _c("count PACK --limit 20 --time-limit 1", LIMITED),
    _c("why PACK --time-limit 1", LIMITED),
    _c("play PACK --seed 1 --time-limit 1 --script commands.txt"),
    _c("play PACK --seed 1 --time-limit 1 --live --transcript OUT", stdin=COMMANDS),
    _c("facts PACK --program"),
    _c("items PACK"),
    _c("items PACK --csv"),
    _c("qa PACK -n 2 -o OUT"),
    _c("verify PACK FITTING"),
    _c("migrate PACK fitting.json --states 2000 -o OUT"),
    _c("show PACK FITTING"),
    _c("solve PACK FITTING"),
    _c("alternatives PACK FITTING s1 -n 2 --time-limit 1", LIMITED),
    _c("synth PACK --base FITTING --keep s1 --never Key --time-limit 1", LIMITED),
    _c("export PACK FITTING --to html -o OUT"),
    _c("export PACK FITTING --to inform6"),
    _c("map suggest PACK --time-limit 1", LIMITED),
    _c("map describe PACK MAP"),
    _c("map count PACK MAP --limit 20 --time-limit 1", LIMITED),
    _c("map why PACK MAP --time-limit 1", LIMITED),
    _c("map show PACK MAP"),
    _c("map show PACK MAP --view areas --to dot"),
    _c("synth PACK --map MAP --time-limit 1", LIMITED),
    _c("show PACK --map MAP"),
    _c("play PACK --map MAP --time-limit 1 --script commands.txt"),
)
_OF_PUZZLES = (
    _c("verify PACK puzzle.json --states 2000"),
    _c("verify PACK puzzle.json --json --states 2000"),
    _c("solve PACK puzzle.json --states 2000 --most 20"),
    _c("alternatives PACK puzzle.json s1 -n 2 --time-limit 1", LIMITED),
    _c("synth PACK --base puzzle.json --keep s1 --time-limit 1", LIMITED),
    _c("solve PACK puzzle.json --all-orders --states 2000 --most 20"),
    _c("show PACK puzzle.json"),
    _c("show PACK puzzle.json --to mermaid -o OUT"),
    _c("show PACK puzzle.json --to dot"),
    _c("play PACK puzzle.json --script commands.txt"),
    _c("map from PACK puzzle.json"),
    _c("migrate PACK puzzle.json --states 2000 -o OUT"),
    *(
        _c(f"export PACK puzzle.json --to {to} -o OUT")
        for to in ("html", "inform6", "ink", "twee", "godot", "pddl", "dot", "mermaid")
    ),
)
_OF_GAMES = (
    _c("level check game.txt"),
    _c("level check game.txt --json"),
    _c("level info game.txt --all-rules"),
    _c("level show game.txt"),
    _c("level show game.txt -l 1 -o OUT.svg"),
    _c("level show game.txt -o OUT.png"),
    _c("level solve game.txt -l 1 --time-limit 0.3 --states 300", 12),
    _c("level play game.txt -l 1 --script urdlxurdl"),
    _c("level play game.txt", stdin=b"uuddlrlr undo restart"),
    _c("level analyse game.txt --json"),
    _c("level generate game.txt --layout 5x5 --seed 1 --time-limit 1 -o OUT.txt", LIMITED),
    _c("level suggest game.txt -l 1 --seed 1 --time-limit 1 --count 20 -o OUT.txt", LIMITED),
    _c("level repair game.txt -l 1 --time-limit 1 --changes 1 -o OUT.txt", LIMITED),
    _c("level simplify game.txt -l 1 --time-limit 1 --states 1000 -o OUT.txt", LIMITED),
    _c("level swap game.txt --rules game.txt --time-limit 0.3 --states 300 -o OUT.txt"),
    _c("level progression game.txt --time-limit 0.2 --states 300 -o OUT.txt"),
)
COMMANDS_OF: Mapping[str, tuple[Command, ...]] = {
    "pack": _OF_PACKS,
    "constraint": (
        _c("check PACK"),
        _c("synth PACK --seed 1 --time-limit 1", LIMITED),
        _c("synth PACK --seed 1 --constraint pack/constraints/mine.lp --time-limit 1 --json", LIMITED),
        _c("count PACK --time-limit 1 --limit 20", LIMITED),
        _c("why PACK --time-limit 1", LIMITED),
        _c("play PACK --seed 1 --time-limit 1 --script commands.txt"),
        _c("play PACK --seed 1 --time-limit 1 --live", stdin=COMMANDS),
        _c("qa PACK -n 2 -o OUT"),
        _c("map suggest PACK --time-limit 1", LIMITED),
    ),
    "puzzle": _OF_PUZZLES,
    "state": (
        _c("synth PACK --area AREA --state state.json --time-limit 1", LIMITED),
        _c("synth PACK --area AREA --state state.json --time-limit 1 --json", LIMITED),
        _c("why PACK --area AREA --state state.json --time-limit 1", LIMITED),
    ),
    "save": (
        _c("play PACK --seed 1 --time-limit 1", stdin=b"load game.json\nlook\nhint\nundo\nredo\nquit\n"),
        _c("migrate PACK game.json --states 2000 -o OUT"),
        _c("synth PACK --area AREA --state game.json --time-limit 1", LIMITED),
    ),
    "answers": (_c("decode PACK answers.txt --states 2000"),),
    "script": (
        _c("play PACK --seed 1 --time-limit 1 --script game.txt"),
        _c("play PACK --seed 1 --time-limit 1 --script game.txt --transcript OUT"),
        _c("play PACK puzzle.json --script game.txt"),
    ),
    "table": (_c("items PACK --from table.csv"),),
    "puzzledice": (
        _c("import puzzledice DATABASE MAPFILE -o OUT"),
        _c("import puzzledice DATABASE MAPFILE --ask sandwich -o OUT"),
    ),
    "game": _OF_GAMES,
    "level constraint": (
        _c("level generate game.txt --layout 5x5 --seed 1 --constraint mine.lp --time-limit 1", LIMITED),
    ),
    "layout": (
        _c("level generate game.txt --layout layout.txt --seed 1 --time-limit 1", LIMITED),
        _c("level suggest game.txt -l 1 --freeze layout.txt --seed 1 --count 10 --time-limit 1", LIMITED),
        _c("level repair game.txt -l 1 --freeze layout.txt --time-limit 1 --changes 1", LIMITED),
    ),
    "rules": (
        _c("level swap game.txt --rules rules.txt --time-limit 0.3 --states 300"),
        _c("level suggest game.txt -l 1 --transform rules.txt --seed 1 --count 10 --time-limit 1", LIMITED),
    ),
    "moves": (_c("level play game.txt -l 1 --script MOVES"), _c("level play game.txt", stdin=b"MOVES")),
}
ONLY_MAPS = {"describe", "count", "why", "show"}


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
    return {f"pack/{name}": data for name, data in files.items()} | {"commands.txt": COMMANDS}


def _of_pack(files: Mapping[str, bytes], folder: Path) -> Iterator[Sample]:
    """The files of a pack, and what is made from it."""
    place = folder / f"made-{len(list(folder.iterdir()))}"
    (place / "pack").mkdir(parents=True)
    for name, data in files.items():
        (place / "pack" / name).write_bytes(data)
    pack = _in_pack(files)
    words = {"MAP": "deliver" if b"deliver:" in b"".join(files.values()) else ""}
    puzzle = _output(["synth", "pack", "--seed", "1", "--time-limit", "20", "--json"], place)
    for name in files:
        beside = {other: data for other, data in pack.items() if other != f"pack/{name}"}
        yield Sample("pack", f"pack/{name}", files[name], {**beside, "fitting.json": puzzle}, words)
    yield Sample("table", "table.csv", _output(["items", "pack", "--csv"], place), pack)
    if words["MAP"]:
        filled = _output(["synth", "pack", "--map", words["MAP"], "--seed", "1", "--json"], place)
        yield Sample("puzzle", "puzzle.json", filled, pack, words)
    if puzzle:
        yield Sample("puzzle", "puzzle.json", puzzle, pack, words)
        yield from _of_puzzle(puzzle, pack, place)
        for options in ((), ("--outf=2",)):
            yield Sample("answers", "answers.txt", _clingo_output(place, *options), pack)


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
    yield Sample("script", "game.txt", COMMANDS, {**pack, "puzzle.json": puzzle})


def _output(words: list[str], place: Path) -> bytes:
    return run(words, place).stdout.encode()


def _constraints(small: bool) -> Iterator[Sample]:
    pack = _in_pack({"pack.yaml": (EXAMPLES / "heist" / "pack.yaml").read_bytes()})
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
        yield Sample("game", "game.txt", source)
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
