"""What `import puzzlesynth` offers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import puzzlesynth
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = puzzlesynth.load_pack(EXAMPLES / "heist")
PUZZLE = next(puzzlesynth.make_puzzles(HEIST, seed=1))
PROGRAM = ROOT / "tests" / "support" / "user_program.py"


def python(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, cwd=ROOT, timeout=240, check=False
    )


# --- the names ------------------------------------------------------------------------------------------------------


def test_every_public_name_is_there_and_says_what_it_is_for() -> None:
    for name in puzzlesynth.__all__:
        assert name in dir(puzzlesynth)
        assert getattr(puzzlesynth, name).__doc__
    with pytest.raises(AttributeError, match="lod_pack"):
        getattr(puzzlesynth, "lod_pack")  # noqa: B009


def test_no_public_name_is_that_of_a_module() -> None:
    """Importing the module would put it in the place of the function."""
    modules = {path.stem for path in (ROOT / "puzzlesynth").iterdir() if path.suffix in ("", ".py")}
    assert not modules & set(puzzlesynth.__all__)


def test_type_checkers_know_the_same_names() -> None:
    """The names that are imported for type checkers are those that are found at run time."""
    source = (ROOT / "puzzlesynth" / "__init__.py").read_text("utf-8")
    block = source.partition("if TYPE_CHECKING:\n")[2].partition("\n\n")[0]
    known = {line.rpartition(" as ")[2]: line.split()[1].lstrip(".") for line in block.splitlines()}
    assert known == puzzlesynth._HOME
    assert set(puzzlesynth.__all__) == {*known, "__version__"}


def test_importing_puzzlesynth_imports_nothing_heavy() -> None:
    heavy = ("clingo", "clorm", "yaml", "typer", "rich", "numpy", "puzzlesynth.synth", "puzzlesynth.world")
    done = python(
        "-c",
        "import sys, puzzlesynth, puzzlesynth.api, puzzlesynth.asp; dir(puzzlesynth)\n"
        f"print(sorted(name for name in sys.modules if name.startswith({heavy})))",
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_reading_a_pack_imports_no_solver() -> None:
    done = python(
        "-c",
        "import sys, puzzlesynth as p; p.check(p.load_pack('examples/heist')); print('clingo' in sys.modules)",
    )
    assert done.stdout == "False\n", done.stderr


# --- a user's program -----------------------------------------------------------------------------------------------


@pytest.mark.seconds
def test_a_users_program_runs_and_uses_every_name() -> None:
    text = PROGRAM.read_text("utf-8")
    assert not [name for name in puzzlesynth.__all__ if name not in text]
    done = python(PROGRAM, EXAMPLES)
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert said[:7] == ["<pack>:6:28", "Badge", "Disguise", "FakeMoustache", "Glasses", "Gold", "Gold 2"]
    assert said[7] == "True"
    assert said[10:13] == ["True []", "1 True", "True"]
    assert said[13].startswith("there is no format 'htlm'")
    assert said[14:] == ["won", puzzlesynth.__version__]


@pytest.mark.seconds
def test_a_strict_type_checker_accepts_a_users_program_and_finds_its_mistakes(tmp_path: Path) -> None:
    """So it does know the types, and not just anything."""
    pytest.importorskip("mypy")
    path = tmp_path / "wrong.py"
    path.write_text(
        "import puzzlesynth\nfrom puzzlesynth import asp\n"
        "puzzlesynth.load_pack(3)\npuzzlesynth.lod_pack\nasp.Step('Gold', 1)\nasp.Stpe\n",
        "utf-8",
    )
    done = python("-m", "mypy", "--strict", "--cache-dir", tmp_path, "--follow-imports=silent", PROGRAM, path)
    found = [
        (Path(line.partition(":")[0]).name, line.rpartition("[")[2]) for line in done.stdout.splitlines()[:-1]
    ]
    mistakes = ("arg-type]", "attr-defined]", "arg-type]", "attr-defined]")
    assert found == [("wrong.py", mistake) for mistake in mistakes], done.stdout


# --- packs and puzzles ----------------------------------------------------------------------------------------------


def test_problems_of_a_text_have_their_lines() -> None:
    with pytest.raises(puzzlesynth.PackError) as caught:
        puzzlesynth.parse_pack("pack: a\nitems:\n  Key: {carryabel: true}\nrules: Key Key\n")
    assert {str(problem.place).partition(":")[0] for problem in caught.value.problems} == {"<pack>"}
    with pytest.raises(TypeError):
        puzzlesynth.parse_pack({"pack": {1, 2}})


@pytest.mark.parametrize("name", ["PackError", "PuzzleError", "ExportError"])
def test_bad_input_is_a_value_error(name: str) -> None:
    assert issubclass(getattr(puzzlesynth, name), ValueError)


def test_check_looks_at_constraints_too(tmp_path: Path) -> None:
    pack = puzzlesynth.parse_pack(
        (EXAMPLES / "tiny.yaml").read_text("utf-8") + "\nconstraints: ['asp:nothing']\n"
    )
    assert [problem.code for problem in puzzlesynth.check(pack) if problem.is_error] == ["unknown-constraint"]


@pytest.mark.parametrize(
    "use",
    [
        lambda pack: puzzlesynth.make_puzzles(pack),
        lambda pack: puzzlesynth.explain(pack),
        lambda pack: puzzlesynth.Regenerator(pack),
        lambda pack: puzzlesynth.Game(pack),
    ],
    ids=["make_puzzles", "explain", "Regenerator", "Game"],
)
def test_a_pack_with_errors_is_refused(use: Callable[[puzzlesynth.Pack], object]) -> None:
    attic = puzzlesynth.parse_pack(
        {
            "pack": "attic",
            "items": {"Chest": {"locked": True}},
            "rules": ["Chest[locked: False] ::= Open Chest[locked: True]"],
            "areas": {"Attic": {"start": True, "goals": ["Chest[locked: False]"], "contains": ["Chets"]}},
        }
    )
    with pytest.raises(puzzlesynth.PackError, match="Chets"):
        use(attic)


def test_a_puzzle_is_read_from_wherever_it_is(tmp_path: Path) -> None:
    text = puzzlesynth.puzzle_to_json(PUZZLE)
    path = tmp_path / "puzzle.json"
    path.write_text(text, "utf-8")
    for source in (text, text.encode(), json.loads(text), path):
        assert puzzlesynth.read_puzzle(source) == puzzlesynth.read_puzzle(text)
    with pytest.raises(puzzlesynth.PuzzleError):
        puzzlesynth.read_puzzle("heist.json")
    with pytest.raises(FileNotFoundError):
        puzzlesynth.read_puzzle(tmp_path / "none.json")


@pytest.mark.parametrize("ask", [puzzlesynth.verify, puzzlesynth.solve])
def test_a_puzzle_of_another_pack_is_refused(
    ask: Callable[[puzzlesynth.Pack, puzzlesynth.Puzzle], object],
) -> None:
    with pytest.raises(puzzlesynth.PuzzleError, match="another pack: `attic`, not `heist`"):
        ask(HEIST, replace(PUZZLE, pack="attic"))
    with pytest.raises(puzzlesynth.PuzzleError, match="another pack"):
        puzzlesynth.export_puzzle(HEIST, replace(PUZZLE, pack="attic"), "html")


def test_a_broken_puzzle_is_reported_and_not_exported() -> None:
    broken = replace(PUZZLE, steps=PUZZLE.steps[1:])
    assert not puzzlesynth.verify(HEIST, broken).ok
    with pytest.raises(puzzlesynth.PuzzleError):
        puzzlesynth.solve(HEIST, broken)
    with pytest.raises(puzzlesynth.PuzzleError):
        puzzlesynth.export_puzzle(HEIST, broken, "html")


# --- making and explaining ------------------------------------------------------------------------------------------


@pytest.mark.seconds
def test_puzzles_are_those_of_the_command() -> None:
    meadow = puzzlesynth.load_pack(EXAMPLES / "meadow")
    done = python(
        "-m",
        "puzzlesynth",
        "synth",
        "examples/meadow",
        "-n",
        "3",
        "--seed",
        "5",
        "--steps",
        "3..4",
        "--no-measure",
        "--json",
    )
    made = islice(puzzlesynth.make_puzzles(meadow, seed=5, steps="3..4"), 3)
    assert [puzzlesynth.puzzle_to_json(puzzle) for puzzle in made] == done.stdout.splitlines() != []


def test_maps_are_filled_and_their_puzzles_verified_and_solved() -> None:
    bakery = puzzlesynth.load_pack(EXAMPLES / "bakery")
    puzzle = next(puzzlesynth.make_puzzles(bakery, map="mix"))
    assert puzzlesynth.verify(bakery, puzzle).ok
    assert puzzlesynth.solve(bakery, puzzle).intended_works
    assert "<html" in str(puzzlesynth.export_puzzle(bakery, puzzle, "html"))
    for ask in (puzzlesynth.make_puzzles, puzzlesynth.explain):
        with pytest.raises(puzzlesynth.PackError, match="has maps but no areas"):
            ask(bakery)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"steps": "9..2"}, "^steps 9..2: 2 is less than 9"),
        ({"depth": "Vault:2"}, "^depth Vault:2: "),
        ({"herrings": ["1..2"]}, "^herrings 1..2: "),
        ({"difficulty": "brutal"}, "^difficulty brutal: expected easy, medium or hard"),
        ({"rules": "some"}, "^rules: expected one of all, tree, safe"),
    ],
)
def test_wrong_bounds_are_refused_at_once(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        puzzlesynth.make_puzzles(HEIST, **wrong)


def test_wrong_constraints_and_maps_are_refused_at_once() -> None:
    with pytest.raises(puzzlesynth.PackError, match="the shelf has no"):
        puzzlesynth.make_puzzles(HEIST, constraints=["asp:nothing"])
    with pytest.raises(puzzlesynth.PackError, match="the pack has no map `mix`"):
        puzzlesynth.make_puzzles(HEIST, map="mix")


def test_numbers_and_several_bounds_are_taken() -> None:
    assert len(next(puzzlesynth.make_puzzles(HEIST, steps=5)).steps) == 5
    assert not list(puzzlesynth.make_puzzles(HEIST, steps=4))
    assert next(puzzlesynth.make_puzzles(HEIST, steps=["Bank:5", "1..9"]))


def test_an_explanation_says_what_is_in_the_way_and_what_helps() -> None:
    assert puzzlesynth.explain(HEIST) is None
    found = puzzlesynth.explain(HEIST, steps=4)
    assert found is not None
    assert any("4" in requirement.text for requirement in found.reason.requirements)
    assert found.repairs
    assert str(found).startswith("these cannot hold together:\n- ")


def test_time_runs_out() -> None:
    with pytest.raises(puzzlesynth.OutOfTime):
        list(puzzlesynth.make_puzzles(puzzlesynth.load_pack(EXAMPLES / "lighthouse"), time_limit=0.01))


@pytest.mark.parametrize("ask", [puzzlesynth.make_puzzles, puzzlesynth.explain])
def test_a_single_constraint_is_not_taken_for_a_list_of_letters(ask: Callable[..., object]) -> None:
    pack = puzzlesynth.load_pack(ROOT / "examples" / "heist")
    with pytest.raises(TypeError, match="expected a list of texts"):
        ask(pack, constraints="asp:at_most_steps(8)")
