"""`puzzlesynth play`: scripts, transcripts, options, 80 columns, and a clean end whatever happens."""

from __future__ import annotations

import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.standard_streams import columns, wrapped
from puzzlesynth.cli.play.transcripts import TranscriptHeader, header, script_of
from puzzlesynth.deadline import time_left
from tests.support.commands import Run, RunProcess
from tests.support.limited_pack import LIMITED, NAMED
from tests.support.pack_files import pack_file
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"
UNLOCK = "Door[locked: False] ::= Unlock Door[locked: True] Key"
BAKERY = EXAMPLES / "bakery"
WIN = ["use glasses with moustache", "trigger alarm", "steal badge", "unlock safe", "open safe"]


def script(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "script.txt"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_script_wins_the_heist(run: Run, tmp_path: Path) -> None:
    done = run("play", HEIST, "--seed", "1", "--script", script(tmp_path, *WIN))
    assert done.returncode == 0
    assert "Security is at the window" in done.stdout
    assert "You have won." in done.stdout
    assert done.stderr == ""


def test_a_puzzle_that_is_not_ready_in_time_is_not_played(run: Run, tmp_path: Path) -> None:
    done = run("play", HEIST, "--seed", "1", "--time-limit", "0", "--script", script(tmp_path, *WIN))
    assert done.returncode == 3
    assert "out of time" in done.stderr
    assert done.stdout == ""


def test_the_time_limit_ends_with_the_making_of_the_puzzle(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlesynth.play.session import Session

    turn, left = Session.turn, []

    def watched_turn(self: Session, *words: Any) -> Any:
        left.append(time_left())
        return turn(self, *words)

    monkeypatch.setattr(Session, "turn", watched_turn)
    done = run("play", HEIST, "--seed", "1", "--time-limit", "60", stdin="\n".join(WIN) + "\n")
    assert "You have won." in done.stdout
    assert left == [None] * len(WIN)


def test_typed_lines_do_the_same_and_the_end_of_them_ends_the_game(run: Run) -> None:
    done = run("play", HEIST, "--seed", "1", stdin="\n".join(WIN) + "\n")
    assert done.returncode == 0
    assert "You have won." in done.stdout


@pytest.mark.seconds
def test_everything_fits_on_80_columns_and_a_pipe_gets_no_colours(run: Run, tmp_path: Path) -> None:
    lines = script(
        tmp_path, "look", "take all", "map", "goals", "i", "help", "hint", "hint", "solution", "yes"
    )
    done = run("play", EXAMPLES / "lighthouse", "--seed", "3", "--script", lines)
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_a_transcript_can_be_replayed_and_is_the_same_again(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    numbers = "1\n1\n3\n"
    done = run("play", EXAMPLES / "meadow", "--seed", "2", "--transcript", first, stdin=numbers)
    assert done.returncode == 0
    assert first.read_text("utf-8").count("\n> ") == 3
    again = run("play", EXAMPLES / "meadow", "--seed", "2", "--script", first, "--transcript", second)
    assert again.returncode == 0
    assert second.read_text("utf-8") == first.read_text("utf-8")


def test_the_same_seed_is_the_same_game(run: Run, tmp_path: Path) -> None:
    lines = script(tmp_path, "look", "solution", "yes")
    one, two = (run("play", EXAMPLES / "meadow", "--seed", "5", "--script", lines) for _ in range(2))
    assert one.stdout == two.stdout


def test_a_puzzle_that_was_made_ahead(run: Run, tmp_path: Path) -> None:
    made = tmp_path / "puzzle.json"
    made.write_text(run("synth", HEIST, "--seed", "1", "--json").stdout, "utf-8")
    done = run("play", HEIST, made, "--script", script(tmp_path, *WIN))
    assert "You have won." in done.stdout
    assert run("play", EXAMPLES / "meadow", made).returncode == 2
    assert run("play", HEIST, made, "--live").returncode == 2


@pytest.mark.seconds
def test_a_living_world_is_played_from_a_script(run: Run, tmp_path: Path) -> None:
    lines = script(tmp_path, "hint", "solution", "yes", "goals")
    done = run("play", EXAMPLES / "meadow", "--live", "--seed", "1", "--script", lines)
    assert done.returncode == 0
    assert "The Meadow" in done.stdout
    assert "not clear yet" not in done.stdout


def test_cruelty_is_an_option(run: Run, tmp_path: Path) -> None:
    items = "Door: {locked: true}, Key: {carryable: true}, Fire: , Ash: {notSpawnable: true}"
    rules = [UNLOCK, "Ash Fire ::= Melt Key Fire"]
    pack = pack_file(tmp_path, items, rules, "goals: ['Door[locked: False]'], contains: [Fire]")
    lines = script(tmp_path, "melt key")
    told = {
        cruelty: run("play", pack, "--cruelty", cruelty, "--seed", "0", "--script", lines).stdout
        for cruelty in ("merciful", "polite", "cruel")
    }
    assert "Better not" in told["merciful"]
    assert "cannot be won any more" in told["polite"]
    assert "cannot be won" not in told["cruel"]
    assert run("play", pack, "--cruelty", "vicious").returncode == 2


def test_saves_are_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("play", HEIST, "--seed", "1", "--script", script(tmp_path, WIN[0], "save", "save here.json"))
    assert json.loads((tmp_path / "heist.save.json").read_text("utf-8"))["format"] == "puzzlesynth.save/1"
    done = run("play", HEIST, "--seed", "1", "--script", script(tmp_path, "load here.json", *WIN[1:]))
    assert "Loaded from here.json." in done.stdout
    assert "You have won." in done.stdout
    done = run("play", HEIST, "--script", script(tmp_path, "load nowhere.json", "load .", "save /"))
    assert done.returncode == 0
    assert done.stdout.count("could not be") == 3


def test_saving_overwrites_nothing_but_saves_and_makes_no_folders(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.yaml"
    mine.write_text("precious: true\n", "utf-8")
    os.mkfifo(tmp_path / "pipe")
    lines = script(
        tmp_path, "save mine.yaml", "save new/folder/x.json", "save pipe", "save a.json", "save a.json"
    )
    done = run("play", HEIST, "--seed", "1", "--script", lines)
    assert done.returncode == 0
    told = " ".join(done.stdout.split())
    assert "mine.yaml already exists and is not a saved game" in told
    assert mine.read_text("utf-8") == "precious: true\n"
    assert "The game could not be saved: there is no folder new/folder." in told
    assert not (tmp_path / "new").exists()
    assert "The game could not be saved: it is not a file." in told
    assert told.count("Saved in a.json.") == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["nowhere"], 2),
        ([HEIST, "nowhere.json"], 2),
        ([HEIST, "--script", "nowhere.txt"], 2),
        ([HEIST, "--seed", "-1"], 2),
    ],
)
def test_bad_input_ends_with_a_message(run: Run, words: list[object], status: int) -> None:
    done = run("play", *words)
    assert done.returncode == status
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_a_pack_without_a_puzzle_says_so(run: Run, tmp_path: Path) -> None:
    items = "Door: {locked: true}, Key: {carryable: true}"
    pack = pack_file(tmp_path, items, [UNLOCK], "goals: ['Door[locked: False]'], depth: {min: 4}")
    done = run("play", pack)
    assert done.returncode == 1
    assert "no puzzle" in done.stderr


def test_a_closed_pipe_and_a_binary_script_are_no_traceback(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\x00\xfe")
    done = run("play", HEIST, "--script", path)
    assert done.returncode == 2
    assert "not a text file" in done.stderr


@pytest.mark.parametrize("handling", ["strict", "surrogateescape"])
def test_bytes_that_are_no_text_cost_neither_the_rest_nor_the_transcript(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, handling: str
) -> None:
    kept = tmp_path / "kept.txt"
    lines = io.TextIOWrapper(io.BytesIO(b"look\n\xff moon\nquit\n"), encoding="utf-8", errors=handling)
    done = run("play", HEIST, "--seed", "1", "--transcript", kept, stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Goodbye." in done.stdout
    assert "\n> \ufffd moon\n" in kept.read_text("utf-8")


def test_without_standard_input_the_game_ends_at_once(
    run: Run,
) -> None:
    done = run("play", HEIST, "--seed", "1", stdin=None)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The Bank Job" in done.stdout


@pytest.mark.seconds
def test_what_a_terminal_cannot_show_does_not_end_the_game(process: RunProcess) -> None:
    lines = "look\nquit\n"
    done = process("play", EXAMPLES / "meadow", "--seed", "2", stdin=lines, PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 ? tree" in done.stdout


def test_commands_of_a_transcript_and_of_a_plain_list() -> None:
    assert script_of("The Bank\n> look\nA safe.\n>take badge\n").commands == ("look", "take badge")
    assert script_of("look\r\n\n# a comment\n  take badge  \n").commands == ("look", "take badge")
    assert script_of("").commands == ()


PLAYED = TranscriptHeader("heist", "ab" * 32, 7, True, None, "polite", None)


def test_the_first_line_of_a_transcript_says_what_was_played() -> None:
    script = script_of(f"{header(PLAYED)}\nThe Bank\n> look\nA safe.\n > quit\nodd\u2028> quit\n")
    assert script.commands == ("look",)
    assert script.played == PLAYED
    assert script_of(f"{header(PLAYED)}\nThe Bank\n").commands == (), "nothing was typed"


@pytest.mark.parametrize(
    "first",
    [
        header(PLAYED).replace("/1", "/2", 1),
        header(PLAYED).replace("7", "-7", 1),
        header(PLAYED).replace("7", "true", 1),
        header(PLAYED).replace("polite", "vicious"),
        "# puzzlesynth.transcript/1",
        "# puzzlesynth.transcript/1 []",
        "# puzzlesynth.transcript/1 " + "[" * 100_000,
        "# puzzlesynth.transcript/1 " + "9" * 10_000,
    ],
)
def test_a_first_line_that_says_something_else_is_refused(first: str) -> None:
    with pytest.raises(BadInput):
        script_of(f"{first}\n> look\n")


@pytest.mark.seconds
def test_a_transcript_needs_no_options_to_be_played_again(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    meadow = EXAMPLES / "meadow"
    options = ("--live", "--cruelty", "merciful")
    run("play", meadow, *options, "--transcript", first, stdin="1\nhint\nsolution\nyes\n")
    again = run("play", meadow, "--script", first, "--transcript", second)
    assert (again.returncode, again.stderr) == (0, "")
    assert second.read_text("utf-8") == first.read_text("utf-8")
    run(
        "play",
        meadow,
        "--script",
        first,
        "--transcript",
        second,
        "--seed",
        5,
        "--no-live",
        "--cruelty",
        "cruel",
    )
    now = script_of(second.read_text("utf-8")).played
    assert now is not None
    assert (now.seed, now.live, now.cruelty) == (5, False, "cruel"), "the command line comes first"


def test_a_transcript_of_a_map_is_played_with_that_map(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    run("play", BAKERY, "--map", "cellar", "--transcript", first, stdin="1\n")
    again = run("play", BAKERY, "--script", first, "--transcript", second)
    assert (again.returncode, again.stderr) == (0, "")
    assert second.read_text("utf-8") == first.read_text("utf-8")


@pytest.mark.thorough
def test_a_transcripts_map_stays_unless_something_else_makes_the_puzzle(run: Run, tmp_path: Path) -> None:
    kept, again = tmp_path / "kept.txt", tmp_path / "again.txt"
    run("play", BAKERY, "--map", "cellar", "--transcript", kept, stdin="1\n")
    done = run("play", BAKERY, "--script", kept, "--no-live", "--transcript", again)
    assert (done.returncode, done.stderr) == (0, "")
    assert again.read_text("utf-8") == kept.read_text("utf-8")
    meadow = EXAMPLES / "meadow"
    run("play", meadow, "--live", "--seed", 1, "--transcript", again, stdin="look\n")
    for options, live in (((), True), (("--no-live",), False), (("--live",), True)):
        third = tmp_path / f"{len(options)}{live}.txt"
        assert run("play", meadow, "--script", again, *options, "--transcript", third).returncode == 0
        played = script_of(third.read_text("utf-8")).played
        assert played is not None
        assert played.live is live


def test_a_transcript_that_contradicts_itself_is_named(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text(f"{header(replace(PLAYED, map='cellar'))}\n> look\n", "utf-8")
    done = run("play", BAKERY, "--script", kept)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {kept}: ")
    assert "--map" not in done.stderr


def test_a_transcript_of_something_else_is_played_and_that_is_said(run: Run, tmp_path: Path) -> None:
    kept, made = tmp_path / "kept.txt", tmp_path / "made.json"
    run("play", HEIST, "--seed", "1", "--transcript", kept, stdin="look\n")
    done = run("play", EXAMPLES / "meadow", "--script", kept)
    assert done.returncode == 0
    assert "it was played with the pack heist, not with meadow" in done.stderr
    old = kept.read_text("utf-8").replace('"sha256": "', '"sha256": "0', 1)
    kept.write_text(old, "utf-8")
    assert "it was played with another version of heist" in run("play", HEIST, "--script", kept).stderr
    made.write_text(run("synth", HEIST, "--seed", "1", "--json").stdout, "utf-8")
    run("play", HEIST, made, "--transcript", kept, stdin="look\n")
    assert "so name that puzzle again" in run("play", HEIST, "--script", kept).stderr
    assert run("play", HEIST, made, "--script", kept).stderr == ""


def test_no_text_of_a_pack_is_ever_played_as_a_command(run: Run, tmp_path: Path) -> None:
    pack, kept = tmp_path / "bank.yaml", tmp_path / "kept.txt"
    pack.write_text(
        "pack: bank\ntitle: '> quit'\n"
        "items: {Gold: {carryable: true, notSpawnable: true}, Safe: {description: '> restart'}}\n"
        "rules: [{rule: 'Gold ::= Open Safe', text: '> solution'}]\n"
        "areas: {Bank: {start: true, goals: [Gold], depth: {min: 1, max: 2}}}\n",
        "utf-8",
    )
    done = run("play", pack, "--seed", "1", "--transcript", kept, stdin="look\nopen safe\n> look\n")
    assert "> solution\n" in done.stdout
    assert script_of(kept.read_text("utf-8")).commands == ("look", "open safe", "> look")
    run("play", pack, "--seed", "1", "--transcript", kept, stdin="")
    assert script_of(kept.read_text("utf-8")).commands == ()


def test_nothing_in_a_text_can_move_the_cursor() -> None:
    assert wrapped("\x1b[31mred\x07 \r\nnext\u202e", 80, 0) == ["[31mred   next"]
    assert wrapped("one\u2028two\u2029three\x85four\x0bfive\x0csix", 80, 0) == ["one two three four five six"]


@pytest.mark.parametrize(
    "text", ["x" * 200 + " end", "宝箱 " * 60, "金" * 100, "🗝️ " * 50, "a" * 79 + " b", " lead"]
)
def test_long_words_wide_characters_and_indents_still_fit(text: str) -> None:
    for indent in (0, 34):
        lines = wrapped(text, 80, indent)
        assert all(columns(line) <= 80 for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_on_a_narrow_terminal_half_of_it_is_left_for_the_text() -> None:
    assert wrapped("Use: one two three four five six seven", 30, 34) == [
        "Use: one two three four five",
        "               six seven",
    ]
    assert wrapped("abcdef", 1, 34) == ["a", "b", "c", "d", "e", "f"]


def test_lines_are_filled_and_later_ones_stand_in() -> None:
    assert wrapped("Do:   [1] one two three", 14, 6) == ["Do:   [1] one", "      two", "      three"]
    assert wrapped("", 80, 0) == [""]


def test_a_map_can_be_filled_and_played(run: Run) -> None:
    done = run("play", BAKERY, "--map", "cellar", "--seed", 1, stdin="look\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Lying around" in done.stdout
    for word in ("destroyoncombine", "capacity", "size 3", "abstract"):
        assert word not in done.stdout


def test_a_pack_of_maps_asks_for_one(run: Run) -> None:
    for more in ((), ("--live",)):
        done = run("play", BAKERY, *more, stdin="quit\n")
        assert done.returncode == 2
        assert "choose one with --map (mix, deliver, cellar)" in " ".join(done.stderr.split())
    done = run("play", BAKERY, "--map", "cellar", "--live")
    assert done.returncode == 2


def test_what_only_a_limit_keeps_out_is_not_said_to_be_proven(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(LIMITED)
    done = run("play", tmp_path)
    assert done.returncode == 1
    assert NAMED in done.stderr
    assert "proven" not in done.stderr
