"""Every command with something small to do, for the test that the same input gives the same bytes.

A case is a line for the command line. `{examples}` is the folder of examples, `{inputs}` the folder of the files that
`prepare` writes, `{jobs}` a number of processes; what a command writes goes to the current folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

CONTRARY = """
pack: contrary
items:
  Door: {locked: true}
  Gate: {locked: true}
  Key: {carryable: true}
  Wax: {carryable: true}
rules: |
  Door[locked: False] Key ::= Unlock Door[locked: True] Key
  Gate[locked: False] Key ::= Open Gate[locked: True] Key
  Key ::= Cast Wax
areas:
  Attic: {start: true, goals: ["Door[locked: False]"], depth: {min: 3, max: 4}, connects: [Loft, Cellar]}
  Loft: {goals: ["Gate[locked: False]"], depth: {min: 3}}
  Cellar: {goals: [Key]}
"""

FAULTY = """
pack: faulty
items:
  Door: {locked: true}
  Key: {carryable: true}
  Kay: {carryable: true}
rules: |
  Door[locked: False] Kee ::= Unlock Dor[locked: True] Key
areas:
  Attic: {start: true, goals: ["Door[locked: False]"], connects: [Cellar, Loft]}
"""

BREAD = """<Database><Items><Item name="bread"/><Item name="flour"/><Item name="water"/></Items></Database>"""

TRAPS = """
pack: traps
items:
  Door: {locked: true}
  Key: {carryable: true}
  Ice: {carryable: true, contains: Key}
  Lamp: {lit: false}
  Matches: {carryable: true, copies: 2}
  Curtain: {}
  Rug: {}
  Ashes: {notSpawnable: true, copies: 2}
rules: |
  Door[locked: False] Key ::= Unlock Door[locked: True] Key
  Key Lamp ::= Melt Ice[contains: Key] Lamp[lit: True]
  Lamp[lit: True] ::= Light Lamp[lit: False] Matches
  Ashes ::= Burn Curtain Matches
  Ashes ::= Scorch Rug Matches
areas:
  Attic: {start: true, goals: ["Door[locked: False]"], depth: {min: 2}, contains: [Curtain, Rug]}
"""


def prepare(inputs: Path, run: Callable[..., Any]) -> None:
    """The files that commands are handed."""
    for name, text in (("contrary", CONTRARY), ("faulty", FAULTY), ("traps", TRAPS)):
        (inputs / f"{name}.yaml").write_text(text, encoding="utf-8")
    changed = TRAPS.replace("rules: |\n", "rules: |\n  Ashes ::= Singe Ice Matches\n")
    (inputs / "changed.yaml").write_text(changed, encoding="utf-8")
    (inputs / "bread.xml").write_text(BREAD, encoding="utf-8")
    (inputs / "moves.txt").write_text(
        "look\nhint\nhint\ngo nowhere\ntake evrything\nwhere\n", encoding="utf-8"
    )
    (inputs / "rules.txt").write_text("[ > Player | Crate ] -> [ > Player | > Crate ]\n", encoding="utf-8")
    for pack in ("heist", "lighthouse", "meadow"):
        _keep(run("synth", EXAMPLES / pack, "--json", "-n", 4, "--seed", 5), inputs / f"{pack}.jsonl")
    _keep(run("synth", inputs / "traps.yaml", "--json", "--seed", 5), inputs / "traps.jsonl")
    for name in ("mix", "deliver", "cellar"):
        done = run("synth", EXAMPLES / "bakery", "--map", name, "--relations", "safe", "--json", "--seed", 5)
        _keep(done, inputs / f"bakery_{name}.jsonl")
    program = run("facts", EXAMPLES / "heist", "--program").stdout
    (inputs / "heist.lp").write_text(program, encoding="utf-8")
    clingo = [sys.executable, "-m", "clingo", str(inputs / "heist.lp"), "3"]
    answers = subprocess.run(clingo, capture_output=True, text=True, check=False).stdout
    (inputs / "answers.txt").write_text(answers, encoding="utf-8")
    first = json.loads((inputs / "lighthouse.json").read_text(encoding="utf-8"))
    del first["areas"][1:]
    first["steps"][-1]["after"] = [step["id"] for step in first["steps"]]
    (inputs / "broken.json").write_text(json.dumps(first), encoding="utf-8")


def _keep(done: Any, file: Path) -> None:
    assert done.returncode == 0, done.stderr
    file.write_text(done.stdout, encoding="utf-8")
    file.with_suffix(".json").write_text(done.stdout.splitlines()[0] + "\n", encoding="utf-8")


LINES = """
new castle
check {examples}/lighthouse
check {inputs}/faulty.yaml
check {inputs}/faulty.yaml --json
synth {examples}/heist --seed 3
synth {examples}/lighthouse --seed 3 -n 3 --json
synth {examples}/meadow --seed 3 -n 2 -o puzzles
synth {examples}/meadow --seed 3 -n 3 --diverse --json
synth {examples}/meadow --seed 3 -n 2 --rules safe --json
synth {examples}/meadow --seed 3 -n 2 --steps 3..6 --difficulty easy --json
synth {examples}/bakery --map deliver --relations safe --seed 3 -n 3 --json
synth {examples}/bakery --map cellar --relations all --seed 3 --json
synth {examples}/meadow --seed 3 -n 30 --no-measure --jobs {jobs} --json
synth {inputs}/contrary.yaml
count {examples}/meadow
why {inputs}/contrary.yaml
why {inputs}/contrary.yaml --all --json
verify {examples}/lighthouse {inputs}/lighthouse.json
verify {examples}/meadow {inputs}/meadow.json --json
verify {examples}/lighthouse {inputs}/lighthouse.jsonl --jobs {jobs}
verify {examples}/meadow {inputs}/meadow.jsonl --jobs {jobs} --json
verify {inputs}/traps.yaml {inputs}/traps.json
verify {examples}/lighthouse {inputs}/broken.json
solve {examples}/meadow {inputs}/meadow.json --all-orders
alternatives {examples}/meadow {inputs}/meadow.json s1 -n 3
synth {examples}/meadow --base {inputs}/meadow.json --keep s1 --never Whetstone -n 3 --seed 2 --json
solve {examples}/heist {inputs}/heist.json --json
qa {examples}/meadow -n 12 --seed 2 -o report --jobs {jobs}
show {examples}/lighthouse {inputs}/lighthouse.jsonl --puzzle 2
show {examples}/meadow {inputs}/meadow.json --to svg
show {examples}/meadow {inputs}/meadow.json --to dot
show {examples}/meadow {inputs}/meadow.json --to mermaid
show {examples}/bakery --map deliver
play {examples}/heist {inputs}/heist.json --script {inputs}/moves.txt
play {examples}/meadow --seed 3 --script {inputs}/moves.txt
play {examples}/meadow --live --seed 3 --script {inputs}/moves.txt --transcript transcript.txt
play {examples}/bakery --map deliver --seed 3 --script {inputs}/moves.txt
migrate {inputs}/changed.yaml {inputs}/traps.json --from {inputs}/traps.yaml -o migrated.json
migrate {inputs}/changed.yaml {inputs}/traps.json
items {examples}/lighthouse
items {examples}/lighthouse --csv
schema pack
schema puzzle
facts {examples}/meadow
facts {examples}/lighthouse --program
decode {examples}/heist {inputs}/answers.txt
map describe {examples}/bakery deliver
map count {examples}/bakery deliver
map count {examples}/bakery cellar --relations all --json
map why {examples}/bakery deliver
map from {examples}/bakery {inputs}/bakery_deliver.json
map from {examples}/meadow {inputs}/meadow.json --area RiverBank
map suggest {examples}/bakery --blocks 5 -n 2 --seed 1
map show {examples}/bakery deliver --to dot
map show {examples}/bakery cellar --view areas --to svg
import puzzledice {inputs}/bread.xml -o bread
level check {examples}/levels/lava.txt --json
level info {examples}/levels/lava.txt
level show {examples}/levels/gem.txt -l 1
level show {examples}/levels/gem.txt -l 1 -o gem.svg
level solve {examples}/levels/lava.txt -l 1 --json --gif lava.gif
level solve {examples}/levels/gem.txt -l 1
level play {examples}/levels/sokoban.txt -l 1 --script rrdd
level analyse {examples}/levels/lava.txt --json
level analyse {examples}/levels/lava.txt -o lava.dot
level generate {examples}/levels/sokoban.txt --layout 6x6 --seed 1 --effort 5 --json
level suggest {examples}/levels/sokoban.txt -l 1 --count 30 --seed 1 --candidate-limit 2000
level repair {examples}/levels/sokoban.txt -l 2 --changes 1 --json
level simplify {examples}/levels/gem.txt -l 1
level swap {examples}/levels/sokoban.txt --rules {inputs}/rules.txt --states 5000
level progression {examples}/levels/lava.txt --states 5000 -o ordered.txt
level combine {examples}/levels/sokoban.txt -l 1 --with 2 -n 2 --json
corpus plan {examples}/meadow --size 40 --seed 3 -o corpus
corpus plan-levels {examples}/levels/sokoban.txt --layout 6x6 --size 4 --seed 3 -o corpus
""".strip().splitlines()


def cases(inputs: Path, jobs: int) -> Iterator[list[str]]:
    from puzzlesynth.export.registry import exporter_names

    lines = [*LINES]
    for name in exporter_names():
        lines.append(f"export {{examples}}/meadow {{inputs}}/meadow.json --to {name} -o meadow.{name}")
        lines.append(f"export {{examples}}/bakery {{inputs}}/bakery_cellar.json --to {name} -o bakery.{name}")
    for line in lines:
        yield line.format(examples=EXAMPLES, inputs=inputs, jobs=jobs).split()
