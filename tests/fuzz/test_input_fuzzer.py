"""Some hundred damaged files, the same ones in every run; `make fuzz-inputs` tries as many as there is time for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fuzz.command_runner import Done, prepare, run
from tests.fuzz.input_commands import COMMANDS_OF
from tests.fuzz.input_corpus import corpus
from tests.fuzz.input_fuzzer import Case, case, faults, fuzz
from tests.fuzz.input_mutations import mutated
from tests.fuzz.input_sample import Sample

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="cases are run in forked processes")

CASES = 200
SHARE = 8
"""Tests that share the cases, so that several processes can run them."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Sample]]:
    prepare()
    return corpus(tmp_path_factory.mktemp("corpus"), small=True)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(SHARE))
def test_whatever_is_in_a_file_commands_end_well(files: dict[str, list[Sample]], part: int) -> None:
    # Case 0 of every hundred starts a process of its own: `make fuzz-inputs` has time for that.
    numbers = [number for number in range(part, CASES, SHARE) if number % 100]
    found = fuzz(files, 1, numbers, timed=False)
    assert not found, "\n".join(
        f"case {one.number}, {' '.join(one.words)[:200]}: {wrong}" for one, wrong in found
    )


@pytest.mark.thorough
def test_every_format_is_damaged_and_every_command_reads_it(files: dict[str, list[Sample]]) -> None:
    needs_data = {"puzzledice"}
    assert set(files) | needs_data == set(COMMANDS_OF)
    pairs = sum(len(COMMANDS_OF[form]) for form in files)
    drawn = {
        (one.sample.form, one.command) for one in (case(1, number, files) for number in range(2 * pairs))
    }
    assert len(drawn) == pairs


@pytest.mark.thorough
def test_a_case_is_always_the_same(files: dict[str, list[Sample]]) -> None:
    assert case(3, 17, files) == case(3, 17, files)
    assert case(3, 17, files).data != case(4, 17, files).data


@pytest.mark.thorough
def test_no_damage_depends_on_anything_but_the_random_numbers(files: dict[str, list[Sample]]) -> None:
    from random import Random

    for form, samples in files.items():
        once = [mutated(Random(n), samples[0].data, form) for n in range(30)]
        assert once == [mutated(Random(n), samples[0].data, form) for n in range(30)]


# --- the fuzzer finds what it looks for ----------------------------------------------------------------------


PACK = Sample("pack", "pack/pack.yaml", b"pack: x")


def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, done: Done) -> list[str]:
    """What is said of a command that ends like this."""
    monkeypatch.setattr("tests.fuzz.input_fuzzer.run", lambda *_, **__: done)
    return faults(Case(1, PACK, b"pack: [", COMMANDS_OF["pack"][0]), tmp_path)


@pytest.mark.parametrize(
    ("done", "message"),
    [
        (Done(4, "", "internal error: KeyError\n", 0, 0), "internal error: KeyError"),
        (Done(1, "", "Traceback (most recent call last):\nKeyError: 7\n", 0, 0), "traceback: KeyError: 7"),
        (Done(-11, "", "", 0, 0), "ended by signal 11"),
        (Done(-9, "", "", 0, 0, True), "did not end"),
        (Done(130, "", "", 0, 0), "exit status 130"),
        (Done(2, "", "", 0, 0), "refused without a word"),
        (Done(2, "", "error: something is wrong\n", 0, 0), "refused without a place"),
        (Done(2, "", "pack.yaml: something is wrong\n", 0, 0), "refused without a place"),
        (Done(0, "", "\x1b[31mred", 0, 0), "control characters"),
        (Done(0, "", "", 1000.0, 0), "took 1000.0 s"),
        (Done(0, "", "", 0, 2**33), "took 8192 MiB"),
    ],
)
def test_a_bad_end_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, done: Done, message: str
) -> None:
    assert any(message in fault for fault in broken(monkeypatch, tmp_path, done))


def test_a_good_end_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not broken(monkeypatch, tmp_path, Done(2, "", " --> pack/pack.yaml:1:7\n", 0, 0))


def _at_work_for(seconds: float) -> None:
    import time

    while time.process_time() < seconds:
        pass


def test_processes_that_crash_hang_or_take_memory_are_seen_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import ctypes
    import time

    monkeypatch.setattr("puzzlesynth.cli.main.main", lambda: ctypes.string_at(0))
    assert run(["x"], tmp_path).status == -11
    monkeypatch.setattr("puzzlesynth.cli.main.main", lambda: time.sleep(60))
    assert run(["x"], tmp_path, patience=0.2).killed
    monkeypatch.setattr("puzzlesynth.cli.main.main", lambda: _at_work_for(0.1))
    assert not run(["x"], tmp_path, patience=5).killed
    monkeypatch.setattr("puzzlesynth.cli.main.main", lambda: _at_work_for(600))
    assert run(["x"], tmp_path, patience=0.2).killed
    monkeypatch.setattr("puzzlesynth.cli.main.main", lambda: bytearray(2**33))
    assert "MemoryError" in run(["x"], tmp_path).stderr


def test_input_that_is_changed_and_output_that_is_half_written_are_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def spoil(words: list[str], folder: Path, stdin: bytes = b"") -> Done:
        (folder / "pack" / "pack.yaml").write_text("other")
        (folder / "out").write_text("half")
        (folder / ".puzzlesynth-1234").write_text("half")
        return Done(2, "", "pack.yaml:1:1", 0, 0)

    monkeypatch.setattr("tests.fuzz.input_fuzzer.run", spoil)
    found = " ".join(faults(Case(1, PACK, b"x", COMMANDS_OF["pack"][0]), tmp_path))
    assert "changed its input: pack/pack.yaml" in found
    assert "left a temporary file" in found
    assert "wrote something although" in found
