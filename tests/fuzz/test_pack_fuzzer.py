"""A short run of the fuzzer, and what the fuzzer itself promises. `make fuzz` runs it for as long as you like."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from puzzlesynth.pack import Pack
from tests.fuzz.counted_packs import pack_of
from tests.fuzz.pack_fuzzer import drawn_for, main, tried
from tests.fuzz.pack_trial import Trial
from tests.fuzz.random_packs import FEATURES, draw, sound
from tests.fuzz.shrinker import shrunk


@pytest.mark.seconds
@pytest.mark.parametrize(
    "seeds",
    [
        range(10),
        pytest.param(range(10, 20), marks=pytest.mark.thorough),
        pytest.param(range(20, 40), marks=pytest.mark.thorough),
        pytest.param(range(40, 60), marks=pytest.mark.thorough),
    ],
)
def test_what_is_said_about_random_packs_is_right_and_all_there_is_to_say(seeds: range) -> None:
    for seed in seeds:
        failures = tried(seed).failures
        assert not failures, f"seed {seed}: {failures}"


def test_the_same_seed_draws_the_same_pack() -> None:
    assert draw(7).text == draw(7).text
    assert draw(7).text != draw(8).text


def test_a_pack_is_read_back_from_its_text() -> None:
    drawn = draw(11)
    assert pack_of(drawn.text).sha256 == drawn.pack.sha256


def test_every_feature_is_drawn() -> None:
    assert set().union(*(draw(seed).features for seed in range(25))) == set(FEATURES)


@pytest.mark.seconds
def test_shrinking_keeps_what_the_failure_needs_and_drops_the_rest() -> None:
    def has_a_container(pack: Pack) -> bool:
        return any(item.contains for item in pack.items.values())

    seed = next(seed for seed in range(100) if has_a_container(draw(seed).pack))
    small = shrunk(draw(seed).data, has_a_container, seconds=20)
    pack = sound(small)
    assert pack is not None
    assert has_a_container(pack)
    assert len(pack.areas) == 1
    assert len(pack.rules) <= len(draw(seed).pack.rules)


def test_a_failing_pack_is_written_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz import pack_fuzzer as fuzz_run
    from tests.fuzz import pack_trial as fuzz_trial

    def always(trial: fuzz_trial.Trial) -> fuzz_trial.Trial:
        trial.fail("made up", "because the test says so")
        return trial

    monkeypatch.setattr(fuzz_trial.Trial, "run", always)
    monkeypatch.setattr(fuzz_run, "small", lambda seed, kind, strictness: draw(seed).text)
    folder = tmp_path / "failures"
    assert main(["--packs", "2", "--seed", "5", "--jobs", "1", "--folder", str(folder)]) == 1
    written = sorted(path.name for path in folder.iterdir())
    names = ["failures.jsonl", *(f"made-up-{n}{end}" for n in (5, 6) for end in (".small.yaml", ".yaml"))]
    assert written == names
    text = (folder / "made-up-5.yaml").read_text(encoding="utf-8")
    assert "because the test says so" in text
    assert yaml.safe_load(text) == draw(5).data


def test_packs_with_maps_are_drawn_too() -> None:
    drawn = drawn_for(7)
    assert drawn.pack.maps
    assert drawn.text == drawn_for(7).text
    assert not tried(7).failures


def test_a_run_that_is_stopped_says_what_it_found_and_where_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.fuzz import pack_fuzzer as fuzz_run

    def stopped_at_the_third(seed: int, strictness: fuzz_run.Strictness) -> fuzz_run.Result:
        if seed == 12:
            raise KeyboardInterrupt
        return fuzz_run.Result(seed, [], Counter(packs=1))

    monkeypatch.setattr(fuzz_run, "tried", stopped_at_the_third)
    assert main(["--packs", "9", "--seed", "10", "--jobs", "1", "--folder", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "2  packs" in told
    assert "next seed: 12" in told


@pytest.mark.thorough
def test_no_seed_is_left_out_where_several_processes_share_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--packs", "23", "--seed", "0", "--jobs", "2", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "next seed: 23" in said


def test_what_is_asked_rarely_is_asked_of_one_pack_in_so_many() -> None:
    pack = draw(5).pack
    trials = [Trial(pack, seed, rarely=4) for seed in range(240)]
    assert sum(trial._one_in(3) for trial in trials) == 240 / 12
