"""What clingo prints is read; what it does not print is refused with its place."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from puzzlesynth import asp
from puzzlesynth.pack import load_pack
from tests.support.clingo_program import clingo_output
from tests.support.paths import ROOT

MEADOW = load_pack(ROOT / "examples" / "meadow")


def read(text: str | bytes) -> list[asp.AnswerSet]:
    return list(asp.read_answers(io.BytesIO(text.encode() if isinstance(text, str) else text)))


def printed(program: str, folder: Path, *options: str) -> str:
    """What clingo prints for a few lines."""
    path = folder / "program.lp"
    path.write_text(program, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "clingo", str(path), "0", *options],
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout


@pytest.mark.parametrize("options", [(), ("--outf=2",), ("--quiet=1",)])
def test_names_keep_their_letters(options: tuple[str, ...], tmp_path: Path) -> None:
    r"""Spaces, brackets, quotes, backslashes and line breaks in texts, and letters beyond ASCII."""
    names = ["Old Map", 'a "b" c', "b\\n", "x\ny", "Käse (alt)", "ξ", "Answer: 2"]
    spelt = [json.dumps(name, ensure_ascii=False) for name in names]
    program = "".join(f"placed({name},{number}).\n" for number, name in enumerate(spelt))
    (found,) = read(printed(program, tmp_path, *options))
    placed = [fact for fact in found.facts if isinstance(fact, asp.Placed)]
    assert sorted((fact.copy, fact.item) for fact in placed) == list(enumerate(names))


@pytest.mark.parametrize("options", [(), ("--outf=2",)])
def test_other_atoms_may_be_shown_beside(options: tuple[str, ...], tmp_path: Path) -> None:
    program = 'placed("Key",1). mine(f(g("a b"),(1,2))). -bait("Key",1). step(1). x. #show. #show placed/2. #show mine/1.'
    (found,) = read(printed(program + " #show step/1. #show -bait/2. #show 7 : x.", tmp_path, *options))
    assert [str(fact) for fact in found.facts] == ['placed("Key",1)']


@pytest.mark.parametrize("options", [(), ("--outf=2",)])
def test_an_answer_set_without_atoms_and_none_at_all(options: tuple[str, ...], tmp_path: Path) -> None:
    assert [len(one.facts) for one in read(printed("{a}. #show.", tmp_path, *options))] == [0, 0]
    assert read(printed(":- not a. #defined a/0.", tmp_path, *options)) == []


def test_optimisation_is_no_atom(tmp_path: Path) -> None:
    program = 'placed("Key",1..2). {a}. :~ not a. [3]'
    found = read(printed(program, tmp_path))
    assert {len(one.facts) for one in found} == {2}


def test_answer_sets_come_while_clingo_is_still_looking() -> None:
    """Nothing after an answer set has been read when it is given out."""

    class Endless(io.RawIOBase):
        lines = iter([b"clingo version 5.8.0\n", b"Answer: 1 (Time: 0.001s)\n", b'placed("Key",1)\n'])

        def readline(self, size: int | None = -1, /) -> bytes:
            return next(self.lines)

    first = next(iter(asp.read_answers(Endless())))  # type: ignore[arg-type]
    assert (first.number, first.place, len(first.facts)) == (1, "line 2", 1)


START = "clingo version 5.8.0\nSolving...\nAnswer: 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is empty"),
        ("\n \n", "this is empty"),
        ("hello\n", "this is not what clingo prints"),
        ("pack: heist\nitems: {}\n", "this is not what clingo prints"),
        (START, "line 3: the output ends before the atoms"),
        (START + 'placed("Key",1) placed("Ke', r"line 4, column 24: this text has no closing `\"`"),
        (START + "step(1,2)\n", r"^line 4: `step\(1,2\)` does not fit `step\(node, rule\)`"),
        (START + "placed(a,1)\n", r"`placed\(a,1\)` does not fit `placed\(item, copy\)`"),
        (START + "x placed(1\n", r"line 4, column 3: 'placed\(1' is not an atom"),
        (START + "placed(X,1)\n", "line 4, column 1: .* is not an atom"),
        (START + 'placed("Key",1+1)\n', "is not an atom"),
        (START + 'placed("Key",99999999999)\n', "is not an atom"),
        (START + "placed(@f(),1)\n", "is not an atom"),
        (START + 'placed("Key",007)\n', "is not an atom"),
        (START + "placed(kÄse,1)\n", "is not an atom"),
        (
            r'{"Result":"SATISFIABLE","Call":[{"Witnesses":[{"Value":["placed(\"a\nb\",1)"]}]}]}',
            "is not an atom",
        ),
        (
            r'{"Result":"SATISFIABLE","Call":[{"Witnesses":[{"Value":["placed(\"\ud800\",1)"]}]}]}',
            "is not an atom",
        ),
        (START + "step(" + "(" * 100_000 + "\n", "is not an atom"),
        (START.encode() + b"\xff\n", "line 4, column 1: this is not UTF-8"),
        ("{", "line 1, column 2: not JSON"),
        ("{}", "there is no `Result`"),
        ('{"format":"puzzlesynth.puzzle/1"}', "there is no `Result`"),
        ('{"Result":"SATISFIABLE","Call":3}', "Call: expected a list, found 3"),
        ('{"Result":"SATISFIABLE","Call":[3]}', r"Call\[0\]: expected an object, found 3"),
        (
            '{"Result":"SATISFIABLE","Call":[{"Witnesses":[{"Value":["placed(1"]}]}]}',
            r"Call\[0\]\.Witnesses\[0\]\.Value\[0\]: 'placed\(1' is not an atom",
        ),
        (
            '{"Result":"SATISFIABLE","Call":[{"Witnesses":[{"Value":[7]}]}]}',
            r"Value\[0\]: expected an atom, found 7",
        ),
        ("[" * 60, "."),
    ],
)
def test_what_clingo_does_not_print_is_refused_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(asp.AnswerError, match=message):
        read(text)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("outputs")
    return [
        clingo_output(MEADOW, folder, "-n", "2", "--project", *options).encode()
        for options in ((), ("--outf=2",))
    ]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_output_is_read_or_refused(outputs: list[bytes], seed: int) -> None:
    random = Random(seed)
    decoder = asp.AnswerDecoder(MEADOW)
    for output in outputs:
        damaged = bytearray(output)
        for _ in range(random.randrange(1, 6)):
            at = random.randrange(len(damaged))
            damaged[at : at + random.randrange(20)] = random.randbytes(random.randrange(3))
        if random.random() < 0.3:
            del damaged[random.randrange(len(damaged)) :]
        with suppress(asp.AnswerError):
            for one in read(bytes(damaged)):
                decoder.decode(one.facts)
