"""The commands around packs and puzzles keep the promises of their formats: output, exit status, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from tests.support.commands import Run, RunProcess
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"


def test_the_heist_has_exactly_the_tree_of_the_paper(run: Run) -> None:
    done = run("synth", HEIST, "-n", 5, "--seed", 1, "--json")
    assert done.returncode == 0
    (line,) = done.stdout.splitlines()
    puzzle = json.loads(line)
    actions = {step["action"] for step in puzzle["steps"]}
    assert actions == {"Open", "Unlock", "Steal", "Trigger", "CreateDisguise"}
    assert puzzle["metrics"] == {"steps": 5, "depth": 4, "objects": 5}
    assert "exactly 1 puzzle" in done.stderr


@pytest.mark.seconds
def test_the_same_seed_gives_the_same_bytes(run: Run, process: RunProcess) -> None:
    once = process("synth", EXAMPLES / "meadow", "-n", 3, "--seed", 5, "--json").stdout
    again = run("synth", EXAMPLES / "meadow", "-n", 3, "--seed", 5, "--json").stdout
    other = run("synth", EXAMPLES / "meadow", "-n", 3, "--seed", 6, "--json").stdout
    assert once == again
    assert once != other


@pytest.mark.seconds
def test_a_shorter_run_is_the_beginning_of_a_longer_one(run: Run) -> None:
    short = run("synth", EXAMPLES / "meadow", "-n", 1, "--seed", 9, "--json").stdout
    longer = run("synth", EXAMPLES / "meadow", "-n", 3, "--seed", 9, "--json").stdout
    assert longer.startswith(short)


@pytest.mark.thorough
def test_several_processes_give_different_puzzles(process: RunProcess) -> None:
    # More than are drawn one by one; measured ones are not played elsewhere.
    words = ("-n", 40, "--seed", 5, "--json", "--no-measure")
    done = process("synth", EXAMPLES / "lighthouse", *words, "--jobs", 2)
    trees = [json.loads(line)["tree"] for line in done.stdout.splitlines()]
    assert len(set(trees)) == 40
    assert done.stdout == process("synth", EXAMPLES / "lighthouse", *words, "--jobs", 1).stdout


@pytest.mark.seconds
def test_what_synth_prints_passes_verify_and_fits_the_schema(run: Run) -> None:
    made = run("synth", EXAMPLES / "lighthouse", "--seed", 4, "--json").stdout
    schema = json.loads(run("schema", "puzzle").stdout)
    jsonschema.validate(json.loads(made), schema)
    done = run("verify", EXAMPLES / "lighthouse", "-", "--json", stdin=made)
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["ok"] is True


def test_verify_shows_a_violated_guarantee_and_ends_with_1(run: Run) -> None:
    puzzle = json.loads(run("synth", HEIST, "--seed", 1, "--json").stdout)
    puzzle["objects"].append(
        {"id": "badge2", "item": "Gold", "area": "Bank", "inside": None, "placed": True, "properties": {}}
    )
    done = run("verify", HEIST, "-", stdin=json.dumps(puzzle))
    assert done.returncode == 1
    assert "violated" in done.stdout


TRAP = """\
pack: trap
items:
  HeavyOakenDoor: {locked: true}
  RustyIronKey: {carryable: true}
  BlacksmithsFire:
  Ash: {notSpawnable: true}
rules: |
  HeavyOakenDoor[locked: False] ::= Unlock HeavyOakenDoor[locked: True] RustyIronKey
  Ash BlacksmithsFire ::= Melt RustyIronKey BlacksmithsFire
areas: {Hall: {start: true, goals: ["HeavyOakenDoor[locked: False]"], contains: [BlacksmithsFire]}}
"""


def test_verify_fits_on_80_columns(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "trap.yaml"
    pack.write_text(TRAP)
    puzzle = run("synth", pack, "--seed", 1, "--json").stdout
    done = run("verify", pack, "-", stdin=puzzle)
    lines = done.stdout.splitlines()
    assert any(line.startswith("! dead end 1           ") for line in lines)
    assert max(map(len, lines)) <= 80
    found = json.loads(run("verify", pack, "-", "--json", stdin=puzzle).stdout)["dead_ends"]
    assert found
    for end in found:
        assert end["text"] in " ".join(done.stdout.split()), "nothing is left out"


def test_output_files_are_written_whole(run: Run, tmp_path: Path) -> None:
    done = run("synth", EXAMPLES / "meadow", "-n", 2, "--seed", 1, "-o", tmp_path / "out")
    assert done.returncode == 0
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == ["meadow-1-1.json", "meadow-1-2.json"]
    assert all(json.loads((tmp_path / "out" / name).read_text()) for name in files)


def test_count_says_how_many(run: Run) -> None:
    assert run("count", EXAMPLES / "tiny.yaml").stdout == "2 puzzles\n"
    bound = json.loads(run("count", EXAMPLES / "meadow", "--limit", 10, "--json").stdout)
    assert bound == {"count": 10, "exact": False}


def test_a_pack_without_a_puzzle_ends_with_1_and_says_that_it_is_proven(run: Run, tmp_path: Path) -> None:
    text = (HEIST / "pack.yaml").read_text().replace("min: 4", "min: 5")
    (tmp_path / "pack.yaml").write_text(text)
    done = run("synth", tmp_path)
    assert done.returncode == 1
    assert "no puzzle" in done.stderr


@pytest.mark.seconds
def test_the_time_limit_is_kept_and_ends_with_3(run: Run) -> None:
    done = run("synth", EXAMPLES / "lighthouse", "-n", 100000, "--time-limit", 0.8, "--seed", 1, "--json")
    assert done.returncode == 3
    assert all(json.loads(line) for line in done.stdout.splitlines())


def test_new_writes_a_pack_that_works(run: Run, tmp_path: Path) -> None:
    assert run("new", tmp_path / "mine").returncode == 0
    assert run("check", tmp_path / "mine").returncode == 0
    made = run("synth", tmp_path / "mine", "--json", "--seed", 1)
    assert made.returncode == 0
    assert run("verify", tmp_path / "mine", "-", stdin=made.stdout).returncode == 0
    again = run("new", tmp_path / "mine")
    assert again.returncode == 2
    assert "Traceback" not in again.stderr


STATE = {
    "format": "puzzlesynth.state/1",
    "open": ["Quay", "Cottage", "Cove", "Tower"],
    "solved": ["Quay", "Cottage"],
    "objects": [
        {"id": "key", "item": "TowerKey", "area": None},
        {"id": "hatch", "item": "Trapdoor", "area": "Tower"},
        {"id": "pan", "item": "Saucepan", "area": None},
    ],
}


def test_a_running_game_gets_a_puzzle_that_uses_what_is_there(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps(STATE))
    made = run("synth", EXAMPLES / "lighthouse", "--area", "Tower", "--state", state, "--seed", 1, "--json")
    assert made.returncode == 0, made.stderr
    puzzle = json.loads(made.stdout)
    assert [area["name"] for area in puzzle["areas"]] == ["Tower"]
    assert {"key", "hatch", "pan"} <= {thing["id"] for thing in puzzle["objects"]}
    assert run("verify", EXAMPLES / "lighthouse", "-", stdin=made.stdout).returncode == 0


BAD = {
    "broken yaml": "pack: [unclosed\nitems: {",
    "an unknown key": "pack: x\nitmes: {}\n",
    "a cyclic isa": "pack: x\nitems: {A: {isa: [B]}, B: {isa: [A]}}\nrules: []\n"
    "areas: {Z: {start: true, goals: [A]}}\n",
    "a rule with no input": "pack: x\nitems: {A: {}}\nrules: ['A ::= Make']\nareas: {Z: {start: true, goals: [A]}}\n",
    "not a mapping": "- 1\n- 2\n",
    "nothing": "",
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("command", ["synth", "check", "count"])
def test_bad_packs_end_with_2_and_a_place(run: Run, tmp_path: Path, what: str, command: str) -> None:
    pack = tmp_path / "bad.yaml"
    pack.write_text(BAD[what])
    done = run(command, pack)
    # A pack that can be read and makes no sense is a finding of `check`, not bad input to it.
    finding = command == "check" and what == "a cyclic isa"
    assert done.returncode == (1 if finding else 2), done.stdout + done.stderr
    assert "bad.yaml:" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_where_a_file_is_expected_and_other_hostile_inputs(run: Run, tmp_path: Path) -> None:
    puzzle = run("synth", HEIST, "--seed", 1, "--json").stdout
    (tmp_path / "big.yaml").write_bytes(b"#" * 10_000_000)
    (tmp_path / "bad.lp").write_text(":- step(X\n")
    (tmp_path / "state.json").write_text(json.dumps({**STATE, "objects": [{"id": "x", "item": "Tower Key"}]}))
    (tmp_path / "noise.json").write_bytes(bytes(range(256)))
    state = ["synth", EXAMPLES / "lighthouse", "--area", "Tower", "--state"]
    for words in (
        ["synth", tmp_path],
        ["synth", tmp_path / "missing"],
        ["synth", tmp_path / "big.yaml"],
        ["synth", HEIST, "--constraint", tmp_path / "bad.lp"],
        ["synth", HEIST, "--constraint", tmp_path / "missing.lp"],
        [*state, tmp_path / "state.json"],
        [*state, tmp_path],
        [*state, tmp_path / "missing.json"],
        [*state, tmp_path / "noise.json"],
        ["verify", HEIST, tmp_path],
        ["verify", HEIST, tmp_path / "noise.json"],
        ["verify", EXAMPLES / "meadow", "-"],
        ["synth", HEIST, "--no-such-option"],
    ):
        done = run(*words, stdin=puzzle)
        assert done.returncode == 2, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr, words
        assert done.stderr.strip(), words
    wrong = run("synth", HEIST, "--constraint", tmp_path / "bad.lp")
    assert "bad.lp:2:1" in wrong.stderr


def test_nothing_that_is_refused_moves_the_cursor(run: Run, tmp_path: Path) -> None:
    text = (HEIST / "pack.yaml").read_text()
    (tmp_path / "pack.yaml").write_text(text + 'x-mine: "\\e[31m"\n"\\e[2J": 1\n')
    puzzle = json.loads(run("synth", HEIST, "--seed", 1, "--json").stdout)
    puzzle["objects"][0]["properties"]["\x1b[31m"] = None
    state = {**STATE, "objects": [{"id": "\x1b", "item": "TowerKey", "area": None}]}
    (tmp_path / "state.json").write_text(json.dumps(state))
    for words, said in (
        (["check", tmp_path], "U+001B"),
        (["synth", tmp_path], "U+001B"),
        (["verify", HEIST, "-"], "does not belong"),
        (["verify", HEIST, tmp_path / "\x1b.json"], "No such file"),
        (["synth", EXAMPLES / "lighthouse", "--area", "Tower", "--state", tmp_path / "state.json"], "U+001B"),
    ):
        done = run(*words, stdin=json.dumps(puzzle))
        assert done.returncode == 2
        told = done.stdout + done.stderr
        assert said in told
        assert told.replace("\n", "").isprintable()


def test_show_draws_the_tree(run: Run) -> None:
    puzzle = run("synth", HEIST, "--seed", 1, "--json").stdout
    text = run("show", HEIST, "-", stdin=puzzle).stdout
    assert "└── s5 Open Safe → Gold" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert run("show", HEIST, "-", "--to", "dot", stdin=puzzle).stdout.startswith("digraph")
    assert run("show", HEIST, "-", "--to", "mermaid", stdin=puzzle).stdout.startswith(
        ("flowchart", "graph", "---")
    )


def test_the_list_of_commands_says_what_each_one_says_of_itself(run: Run) -> None:
    from puzzlesynth.cli.commands import COMMANDS, load_command

    for name, entry in COMMANDS.items():
        said = " ".join((load_command(name, entry).help or "").partition("\n\n")[0].split())
        assert said == entry.help


def test_a_mistyped_command_gets_the_nearest_one(run: Run) -> None:
    done = run("synht", "examples/heist")
    assert done.returncode == 2
    assert "Did you mean 'synth'?" in done.stderr


@pytest.mark.seconds
def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    command = [
        sys.executable,
        "-m",
        "puzzlesynth",
        "synth",
        str(EXAMPLES / "lighthouse"),
        "-n",
        "60",
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b'{"format"')
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()
        assert running.wait() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_found_and_leaves_nobody_at_work(jobs: int) -> None:
    words = ("-n", 100_000, "--seed", 1, "--json", "--no-measure", "--jobs", jobs)
    with subprocess.Popen(
        [sys.executable, "-m", "puzzlesynth", "synth", EXAMPLES / "lighthouse", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Who asks for no buffer gets half a line when the reader is slow.
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        # More than are drawn one by one, so that those who play have begun.
        lines = [running.stdout.readline() for _ in range(40)]
        # As a terminal does: to everybody.
        os.killpg(running.pid, signal.SIGINT)
        rest, said = running.stdout.read(), running.stderr.read()
    assert running.returncode == 130
    trees = {json.loads(line)["tree"] for line in [*lines, *rest.splitlines()]}
    assert int(said.split("stopped after ")[1].split()[0]) == len(trees)
    for _ in range(100):
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("somebody is still at work")


def test_what_was_written_when_ctrl_c_came_is_counted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from puzzlesynth.cli.common.files import write_atomically
    from puzzlesynth.cli.puzzles import synth

    def interrupted(path: Path, text: str) -> None:
        write_atomically(path, text)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(synth, "write_atomically", interrupted)
    done = run("synth", EXAMPLES / "meadow", "-n", 3, "--seed", 1, "--json", "-o", tmp_path)
    assert (done.returncode, done.stderr) == (130, "stopped after 1 of 3\n")
    assert (len(list(tmp_path.iterdir())), len(done.stdout.splitlines())) == (1, 1)


@pytest.mark.seconds
def test_who_closes_an_output_hears_nothing_and_nothing_fails(tmp_path: Path) -> None:
    script = f"{sys.executable} -m puzzlesynth synth {EXAMPLES / 'tiny.yaml'} --seed 1"
    for closed in (">&-", ">&- 2>&-"):
        done = subprocess.run(["sh", "-c", f"{script} {closed}"], capture_output=True, text=True)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), closed
