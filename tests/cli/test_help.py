"""Help pages: every one reads well at 80 columns, in groups, and ends with an example."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest

from puzzlesynth import __version__
from puzzlesynth.cli.commands import COMMANDS, load_command
from puzzlesynth.cli.help import _command_lines, _plain_range
from tests.support.commands import Run, RunProcess

GROUPS = ("corpus", "import", "level", "map")


def pages() -> Iterator[tuple[str, ...]]:
    """Every command with its group."""
    for name, entry in COMMANDS.items():
        command = load_command(name, entry)
        yield from [(name, sub) for sub in command.commands] if name in GROUPS else [(name,)]


@pytest.mark.parametrize("words", [(), *((name,) for name in GROUPS), *pages()], ids=" ".join)
def test_a_page_fits_80_columns_and_has_an_example(run: Run, words: tuple[str, ...]) -> None:
    page = run(*words, "--help").stdout
    assert all(len(line) <= 80 for line in page.splitlines()), page
    assert "x>=" not in page
    if words and words not in [(name,) for name in GROUPS]:
        example = page.partition("\nExample:\n")[2]
        assert "puzzlesynth " + " ".join(words) in example.replace("\\\n", "")


def test_commands_are_listed_in_groups(run: Run) -> None:
    headings = re.findall(r"^(\w[\w ]+):$", run("--help").stdout, re.MULTILINE)
    assert headings == ["Options", "Packs", "Puzzles", "Playing", "Maps", "Logic program", "Studio", "Levels"]


def test_options_are_listed_in_groups(run: Run) -> None:
    headings = re.findall(r"^(\w[\w ]+):$", run("level", "generate", "--help").stdout, re.MULTILINE)
    assert headings[:2] == ["Arguments", "Options"]
    assert {"Objects", "Demands on the start", "Demands on playing", "Search"} < set(headings)


def test_a_long_example_can_be_copied() -> None:
    command = "puzzlesynth synth examples/heist --json | puzzlesynth verify examples/heist - -n 3 --seed 1"
    lines = list(_command_lines(command, 40))
    assert len(lines) > 1
    assert all(line.endswith(" \\") for line in lines[:-1])
    assert shlex.split("\n".join(lines).replace("\\\n", "")) == shlex.split(command)


@pytest.mark.parametrize(
    ("range_", "said"),
    [
        ("How many.  [default: 3; 1<=x<=100]", "How many.  [default: 3; 1 to 100]"),
        ("How many.  [default: 3; x>=1]", "How many.  [default: 3]"),
        ("How many.  [x>=0]", "How many."),
        ("How many.  [default: 3]", "How many.  [default: 3]"),
    ],
)
def test_a_range_is_said_in_words(range_: str, said: str) -> None:
    assert _plain_range(range_) == said


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").stdout == f"puzzlesynth {__version__}\n"


@pytest.mark.seconds
def test_a_shell_can_complete_commands_and_options(process: RunProcess) -> None:
    script = process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "complete" in script.stdout

    def completed(words: str) -> list[str]:
        code = "import sys; sys.argv = ['puzzlesynth']; from puzzlesynth.cli.main import main; main()"
        environment = {"_PUZZLESYNTH_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "1"}
        environment["COMP_CWORD"] = str(len(words.split(" ")) - 1)
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60
        )
        return done.stdout.split()

    assert completed("puzzlesynth syn") == ["synth"]
    assert "--seed" in completed("puzzlesynth synth --se")
    assert "suggest" in completed("puzzlesynth level sug")


def test_help_does_not_import_rich() -> None:
    code = "import sys; sys.argv = ['puzzlesynth', '--help']\nfrom puzzlesynth.cli.main import main\n"
    code += (
        "try: main()\nexcept SystemExit: sys.exit(any(name.split('.')[0] == 'rich' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0
