"""Commands whose options are the fields of a dataclass."""

from __future__ import annotations

from typer.testing import CliRunner

from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.help import Application
from puzzlesynth.quick_dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ShoutOptions:
    """Shout a word."""

    word: str = option("The word.", "hey", metavar="WORD")
    times: int = option("How often.", 1, "-n", min=1, panel="Style")
    very_loud: bool = option("In capitals.", False)


def shouted(*words: str) -> tuple[int, str]:
    app = Application()
    app.command()(command_of(ShoutOptions, run))
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


def run(options: ShoutOptions) -> int:
    word = options.word.upper() if options.very_loud else options.word
    print(" ".join([word] * options.times))
    return options.times - 1


def test_fields_are_read_by_their_names_and_the_status_is_what_run_returns() -> None:
    assert shouted() == (0, "hey\n")
    assert shouted("--word", "ho", "-n", "2", "--very-loud") == (1, "HO HO\n")


def test_help_comes_from_the_class_and_its_fields() -> None:
    text = shouted("--help")[1]
    assert "Shout a word." in text
    assert "--word WORD" in text
    assert text.index("Style:") < text.index("How often.")


def test_a_flag_that_is_off_cannot_be_switched_off() -> None:
    assert "--no-very-loud" not in shouted("--help")[1]
    assert shouted("--no-very-loud")[0] == 2


def test_defaults_are_those_of_the_dataclass() -> None:
    assert (ShoutOptions().word, ShoutOptions().times, ShoutOptions().very_loud) == ("hey", 1, False)
