"""The commands that read each format, with all options that take a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PLAYED = b"look\nhint\ntake all\ninventory\nsolution\nsave s.json\nundo\nredo\nload s.json\nhint\nquit\n"
"""What is typed while a game is played."""


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

STUDIO_SECONDS = 40.0
"""A dozen requests, each of which is cancelled after a while."""


def _studio(place: str, *files: str) -> tuple[Command, ...]:
    """Requests of these files, one after the other, as the studio's page would send them."""
    return tuple(_c(f"studio {place} --no-browser", STUDIO_SECONDS, name.encode()) for name in files)


_OF_PACKS = (
    _c("check PACK"),
    _c("check PACK --json"),
    _c("synth PACK --seed 1 --time-limit 1", LIMITED),
    _c("synth PACK --seed 1 --time-limit 1 --json -n 3", LIMITED),
    _c("synth PACK --seed 1 --time-limit 1 -o OUT", LIMITED),
    _c("count PACK --limit 20 --time-limit 1", LIMITED),
    _c("why PACK --time-limit 1", LIMITED),
    _c("play PACK --seed 1 --time-limit 1 --script commands.txt"),
    _c("play PACK --seed 1 --time-limit 1 --live --transcript OUT", stdin=PLAYED),
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
    _c("facts PACK -o OUT"),
    _c("synth PACK --jobs 2 --no-measure --json -n 4 --time-limit 1", LIMITED),
    _c("synth PACK --diverse --places --rules safe --time-limit 1 -n 2", LIMITED),
    _c("synth PACK --map MAP --relations all --time-limit 1 --json", LIMITED),
    _c("verify PACK FITTING --jobs 2 --json"),
    _c("migrate PACK fitting.json --from pack --states 2000"),
    _c("corpus plan PACK --size 3 --shard-size 2 --workers 1 --time-limit 2 -o OUT"),
    _c("gym PACK fitting.json"),
    *_studio("pack", "documents.jsonl", "maps.jsonl", "puzzles.jsonl", "steering.jsonl", "play.jsonl"),
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
    _c("play PACK puzzle.json --cruelty cruel --transcript OUT", stdin=PLAYED),
    _c("synth PACK --base puzzle.json --keep s2 --never Gold --seed 3 --json --time-limit 1", LIMITED),
    _c("gym PACK puzzle.json"),
    _c("synth PACK --unlike puzzle.json --returning 50 --time-limit 1", LIMITED),
    _c("migrate PACK puzzle.json --states 2000 -o OUT"),
    *(
        _c(f"export PACK puzzle.json --to {to} -o OUT")
        for to in ("html", "inform6", "ink", "twee", "godot", "pddl", "dot", "mermaid", "svg")
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
    _c("level combine game.txt -l 1 --with 2 --time-limit 1 --states 300 -o OUT.txt", LIMITED),
    _c("level generate game.txt --layout 4x4 --method genetic --time-limit 1", LIMITED),
    _c("level solve game.txt -l 1 --solver astar --time-limit 0.3 --states 300 --gif OUT.gif", 12),
    _c("level analyse game.txt -o OUT.svg"),
    _c("corpus plan-levels game.txt --layout 5x5 --size 2 -o OUT"),
    _c("gym game.txt"),
    *_studio(".", "levels.jsonl", "design.jsonl"),
)

_SYNTH = "synth PACK --time-limit 1"
_GENERATE = "level generate game.txt --layout 5x5 --seed 1 --time-limit 1 --tries 50"
_SUGGEST = "level suggest game.txt -l 1 --seed 1 --count 5 --time-limit 1"
_PLAN = "corpus plan PACK --size 2 --workers 1 --time-limit 2 -o OUT"
_OBJECTS = ("--wall", "--floor", "--player")
_FROZEN = ("--freeze-cells", "--freeze-object")
_RANDOM = ("--chance", "--course")


def _values(line: str, *options: str, seconds: float = 20.0) -> list[Command]:
    """A command line with each of these options and a damaged value; an option in it gets another value."""
    return [_c(f"{line} {option}=VALUE", seconds) for option in options]


OF_VALUES = (
    *_values(_SYNTH, "-n", "--seed", "--constraint", "--jobs", "--rules", "--area", seconds=LIMITED),
    *_values(_SYNTH, "--map", "--steps", "--depth", "--width", "--herrings", "--difficulty", seconds=LIMITED),
    *_values(f"{_SYNTH} --base puzzle.json", "--keep", "--never", seconds=LIMITED),
    *_values(f"{_SYNTH} --map deliver", "--relations", seconds=LIMITED),
    *_values(f"{_SYNTH} --unlike puzzle.json", "--unlike", "--returning", seconds=LIMITED),
    *_values("synth PACK", "--time-limit", seconds=60),
    *_values("count PACK --time-limit 1", "--constraint", "--limit", seconds=LIMITED),
    _c("alternatives PACK puzzle.json VALUE --time-limit 1", LIMITED),
    *_values("alternatives PACK puzzle.json s1 --time-limit 1", "-n", "--puzzle", seconds=LIMITED),
    *_values("why PACK --time-limit 1", "--constraint", "--steps", "--area", "--depth", seconds=LIMITED),
    *_values("why PACK --time-limit 1", "--width", "--herrings", "--map", seconds=LIMITED),
    *_values("show PACK --map deliver", "--view"),
    *_values("verify PACK puzzle.json", "--puzzle", "--states", "--jobs"),
    *_values("solve PACK puzzle.json --states 2000", "--puzzle", "--states", "--most"),
    *_values("show PACK puzzle.json", "--to", "--puzzle", "--map"),
    *_values("qa PACK -n 2 -o OUT", "--seed", "--jobs"),
    *_values("export PACK puzzle.json", "--to", "--puzzle"),
    *_values("migrate PACK puzzle.json", "--states"),
    *_values("decode PACK answers.txt", "--states"),
    *_values("play PACK --time-limit 1 --script commands.txt", "--seed", "--cruelty", "--map", "--puzzle"),
    *_values(_PLAN, "--size", "--seed", "--constraint", "--shard-size", "--steps", "--depth", "--width"),
    *_values(_PLAN, "--herrings", "--workers"),
    *_values(
        "corpus plan-levels game.txt --layout 5x5 --size 2 -o OUT",
        *("--layout", "--size", "--length", "--seed", "--shard-size"),
    ),
    *_values("corpus run corpus --workers 1", "--shard", "--workers"),
    *_values("corpus merge corpus -o OUT", "--split", "--license"),
    *_values("corpus card dataset", "--license", "--title"),
    _c("map describe PACK VALUE"),
    *_values("map count PACK deliver --time-limit 1", "--limit", "--play", "--relations", seconds=LIMITED),
    _c("map why PACK VALUE --time-limit 1", LIMITED),
    *_values("map from PACK puzzle.json", "--puzzle", "--name", "--area"),
    *_values("map suggest PACK --time-limit 1", "--blocks", "-n", "--asks", "--seed", seconds=LIMITED),
    *_values("map show PACK deliver", "--view", "--to"),
    *_values("level show game.txt", "-l"),
    *_values("level play game.txt --script urdl", "-l", "--seed", "--script"),
    *_values("level solve game.txt --time-limit 0.3 --states 300", "-l", "--solver", "--states", "--memory"),
    *_values("level solve game.txt --time-limit 0.3 --states 300 -l 1", "--jobs", "--seed", "--time-limit"),
    *_values("level analyse game.txt", *_OBJECTS),
    *_values(_GENERATE, "--layout", "--like", "-n", "--differ", "--number", "--apart", seconds=LIMITED),
    *_values(_GENERATE, "--within", "--symmetry", "--length", "--difficulty", "--uses", seconds=LIMITED),
    *_values(_GENERATE, "--needs", "--specific-solution", "--method", "--population", seconds=LIMITED),
    *_values(_GENERATE, "--rank", "--jobs", "--effort", "--tries", "--states", *_OBJECTS, seconds=LIMITED),
    *_values(_SUGGEST, "-l", "--preset", "--rank", "--cost", "-n", "--differ", "--count", seconds=LIMITED),
    *_values(_SUGGEST, "--candidate-limit", *_FROZEN, *_OBJECTS, seconds=LIMITED),
    *_values(
        "level repair game.txt --time-limit 1", "-l", "-n", "--states", *_FROZEN, *_OBJECTS, seconds=LIMITED
    ),
    *_values("level repair game.txt -l 1 --time-limit 1", "--changes", seconds=LIMITED),
    *_values("level simplify game.txt -l 1 --time-limit 1", "--keep-difficulty", "--states", seconds=LIMITED),
    *_values("level simplify game.txt --time-limit 1", "-l", *_FROZEN, *_OBJECTS, seconds=LIMITED),
    *_values("level combine game.txt -l 1 --with 2 --time-limit 1", "-n", "--states", seconds=LIMITED),
    *_values("level combine game.txt -l 1 --time-limit 1", "--with", *_OBJECTS, seconds=LIMITED),
    *_values("level swap game.txt --rules game.txt --time-limit 0.2", "--states"),
    *_values("level progression game.txt --time-limit 0.2 --states 300", "--states", "--before", "--place"),
    *[
        tried
        for line in (
            *(
                _GENERATE,
                _SUGGEST,
                "level repair game.txt --time-limit 1",
                "level simplify game.txt --time-limit 1",
            ),
            "level combine game.txt -l 1 --with 2 --time-limit 1",
            "level swap game.txt --rules game.txt --time-limit 0.2",
            "level progression game.txt --time-limit 0.2 --states 300",
        )
        for tried in _values(line, *_RANDOM, seconds=LIMITED)
    ],
    *_values("import puzzledice database.xml -o OUT", "--ask"),
    _c("schema VALUE"),
    *_values("studio pack --no-browser", "--port", seconds=STUDIO_SECONDS),
)
_CORPUS_MAKERS = (
    _c("corpus run corpus --workers 1"),
    _c("corpus merge corpus --license mit -o OUT"),
    _c("corpus merge corpus --partial --split 50/25/25 --json -o OUT"),
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
        _c("play PACK --seed 1 --time-limit 1 --live", stdin=PLAYED),
        _c("qa PACK -n 2 -o OUT"),
        _c("map suggest PACK --time-limit 1", LIMITED),
        _c("facts PACK --program"),
        _c(
            "corpus plan PACK --constraint pack/constraints/mine.lp --size 2 --workers 1 --time-limit 2 -o OUT"
        ),
        *_studio("pack", "puzzles.jsonl"),
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
        _c("level simplify game.txt -l 1 --freeze layout.txt --time-limit 1", LIMITED),
        _c("corpus plan-levels game.txt --layout layout.txt --size 1 -o OUT"),
    ),
    "rules": (
        _c("level swap game.txt --rules rules.txt --time-limit 0.3 --states 300"),
        _c("level suggest game.txt -l 1 --transform rules.txt --seed 1 --count 10 --time-limit 1", LIMITED),
    ),
    "moves": (_c("level play game.txt -l 1 --script MOVES"), _c("level play game.txt", stdin=b"MOVES")),
    "stream": (
        _c("verify PACK puzzles.jsonl --states 2000"),
        _c("verify PACK puzzles.jsonl --states 2000 --jobs 2 --json"),
        _c("verify PACK - --states 2000", stdin=b"DAMAGED"),
        _c("migrate PACK puzzles.jsonl --states 2000"),
        _c("show PACK puzzles.jsonl --puzzle 2"),
        _c("gym PACK puzzles.jsonl"),
    ),
    # Corpora: plans, receipts, shards, datasets.
    "manifest": (*_CORPUS_MAKERS, _c("corpus card corpus")),
    "receipt": _CORPUS_MAKERS,
    "shard": _CORPUS_MAKERS[1:],
    "shard lines": (*_CORPUS_MAKERS[1:], _c("gym PACK corpus/shards/00000.jsonl")),
    "corpus pack": _CORPUS_MAKERS,
    "dataset": (_c("corpus card dataset"), _c("gym PACK dataset")),
    "card text": (_c("corpus card dataset --text text.md --title Title --license mit"),),
    # The studio: messages of the page, and files of its own folder.
    "requests": (_c("studio pack --no-browser", STUDIO_SECONDS, b"SAMPLE"),),
    "game requests": (_c("studio game.txt --no-browser", STUDIO_SECONDS, b"SAMPLE"),),
    "studio memory": _studio("pack", "documents.jsonl"),
    "studio history": _studio("pack", "documents.jsonl"),
    "studio note": _studio("pack", "documents.jsonl"),
    "value": tuple(OF_VALUES),
}
WITHOUT_INPUT = {"new"}
"""Commands with nothing to damage. A damaged name could be a folder outside of the case's."""
