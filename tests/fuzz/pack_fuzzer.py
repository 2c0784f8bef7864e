"""`make fuzz`: random packs by the thousand, each on trial before `verify`, the referee and brute force.

    python tests/fuzz/pack_fuzzer.py --packs 100000 --seed 0 --jobs 2 --folder fuzz-failures

Seeds are counted upwards from `--seed`, so a run can go on where another one ended: the last line says where. Each
failing pack is written to the folder, with the reason and as small as it can be made. Exit status 1: something failed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic, process_time
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from puzzlesynth import deadline
from puzzlesynth.pack import Pack
from puzzlesynth.synth import relevance
from puzzlesynth.synth.program import near_uniform_sampler
from tests.fuzz.pack_trial import SECONDS, Failure, Trial
from tests.fuzz.random_maps import draw_map
from tests.fuzz.random_packs import Drawn, draw, draw_refused, yaml_of
from tests.fuzz.shrinker import shrunk

PATIENCE = 120
"""A pack that takes longer than this many seconds is given up, and counts as hanging."""

CHUNK = 10
SHRUNK_PER_KIND = 2
"""The first few of a kind are made small; the rest are only written down."""


class Hanging(BaseException):
    """It takes too long. No `Exception`, so that it is not taken for a crash of whatever was running."""


@dataclass
class Result:
    seed: int
    failures: list[Failure] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)


@contextmanager
def patience(seconds: int) -> Iterator[None]:
    """Whatever takes longer is `Hanging`."""

    def give_up(*_: Any) -> None:
        raise Hanging

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def drawn_for(seed: int) -> Drawn:
    """One pack in eight has a map to fill; one in sixteen is one that `check` refuses."""
    if seed % 8 == 7:
        return draw_map(seed)
    return draw_refused(seed) if seed % 16 == 3 else draw(seed)


@dataclass(frozen=True)
class Strictness:
    """How much each pack is asked."""

    seconds: float = SECONDS
    rarely: int = 1


def put_on_trial(pack: Pack, seed: int, strictness: Strictness = Strictness()) -> Trial:
    trial = Trial(pack, seed, strictness.seconds, strictness.rarely)
    with ExitStack() as forced:
        if seed % 5 == 2:
            # As games with very many areas are searched: no random pack has that many.
            forced.enter_context(patch.object(relevance, "FEW_AREAS", 0))
        if seed % 5 == 4:
            # As large packs are: hardly any random pack is.
            forced.enter_context(patch.object(near_uniform_sampler, "WORTH_A_PART", -1))
        if pack.maps:
            return trial.run_map()
        return trial.run_refused() if seed % 16 == 3 else trial.run()


def tried(seed: int, strictness: Strictness = Strictness()) -> Result:
    """The trial of one seed's pack, however it ends."""
    try:
        with patience(PATIENCE):
            drawn = drawn_for(seed)
            trial = put_on_trial(drawn.pack, seed, strictness)
            trial.figures.update(f"with {name}" for name in drawn.features)
    except Hanging:
        return Result(seed, [Failure("hangs", f"more than {PATIENCE} seconds")], Counter(packs=1))
    except Exception as error:
        kind = f"the fuzzer crashes: {type(error).__name__}"
        return Result(seed, [Failure(kind, repr(error)[:300])], Counter(packs=1))
    return Result(seed, trial.failures, trial.figures)


def count_processor_time() -> None:
    """Time limits in this process are seconds of processor time: a busy machine decides no less."""
    vars(deadline)["time"] = SimpleNamespace(monotonic=process_time)


def tried_all(seeds: list[int], strictness: Strictness) -> list[Result]:
    return [tried(seed, strictness) for seed in seeds]


def small(seed: int, kind: str, strictness: Strictness) -> str:
    """The pack of a seed as small as it can be made while it fails in this way."""

    def fails(pack: Pack) -> bool:
        return any(failure.kind == kind for failure in put_on_trial(pack, seed, strictness).failures)

    try:
        with patience(PATIENCE):
            return yaml_of(shrunk(drawn_for(seed).data, fails))
    except Hanging:
        return drawn_for(seed).text


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    folder = Path(options.folder)
    begin = monotonic()
    total: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    reached = options.seed
    ahead: set[int] = set()
    # A long run that is stopped still reports what it has found.
    with suppress(KeyboardInterrupt):
        for result in _results(options, begin):
            total += result.figures
            ahead.add(result.seed)
            while reached in ahead:  # with several jobs, some seeds are ready before earlier ones
                ahead.remove(reached)
                reached += 1
            for kind in dict.fromkeys(failure.kind for failure in result.failures):
                kinds[kind] += 1
                _write(folder, result, kind)
                if kinds[kind] <= SHRUNK_PER_KIND:
                    _write_small(folder, result, kind, options.strictness)
            _progress(total, kinds, begin)
    print(file=sys.stderr)
    _table(total, kinds, monotonic() - begin)
    print(f"next seed: {reached}")
    return 1 if kinds else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random packs on trial.")
    parser.add_argument("--packs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=None, help="begin no pack after so long")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", default="fuzz-failures")
    parser.add_argument(
        "--seconds-each",
        type=float,
        default=SECONDS,
        help="how long the synthesizer may take for a pack; with several jobs, of processor time",
    )
    parser.add_argument(
        "--rarely",
        type=int,
        default=1,
        help="count, other seeds, why, running games, maps, broken puzzles, the planner: asked of one pack in N",
    )
    options = parser.parse_args(arguments)
    options.strictness = Strictness(options.seconds_each, options.rarely)
    return options


def _results(options: argparse.Namespace, begin: float) -> Iterator[Result]:
    seeds = iter(range(options.seed, options.seed + options.packs))
    if options.jobs == 1:
        for seed in seeds:
            if options.seconds is not None and monotonic() - begin > options.seconds:
                return
            yield tried(seed, options.strictness)
        return
    with ProcessPoolExecutor(options.jobs, initializer=count_processor_time) as pool:
        waiting: set[Future[list[Result]]] = set()
        more = True
        while more or waiting:
            while more and len(waiting) < 2 * options.jobs:
                chunk = list(islice(seeds, CHUNK))
                late = options.seconds is not None and monotonic() - begin > options.seconds
                more = bool(chunk) and not late
                if more:
                    waiting.add(pool.submit(tried_all, chunk, options.strictness))
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()


def _written_to(folder: Path, result: Result, kind: str) -> Path:
    name = "".join(letter if letter.isalnum() else "-" for letter in kind)[:60].strip("-")
    return folder / f"{name}-{result.seed}.yaml"


def _head(result: Result, kind: str) -> str:
    told = [kind, *[failure.message for failure in result.failures if failure.kind == kind][:3]]
    return "".join(f"# {line}\n" for line in "\n".join(told).splitlines())


def _write_small(folder: Path, result: Result, kind: str, strictness: Strictness) -> None:
    path = _written_to(folder, result, kind).with_suffix(".small.yaml")
    text = small(result.seed, kind, strictness)
    path.write_text(_head(result, kind) + text, encoding="utf-8")


def _write(folder: Path, result: Result, kind: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = _head(result, kind) + drawn_for(result.seed).text
    _written_to(folder, result, kind).write_text(text, encoding="utf-8")
    reasons = [failure for failure in result.failures if failure.kind == kind]
    with (folder / "failures.jsonl").open("a", encoding="utf-8") as log:
        for reason in reasons:
            log.write(
                json.dumps({"seed": result.seed, "kind": reason.kind, "message": reason.message}) + "\n"
            )


def _progress(total: Counter[str], kinds: Counter[str], begin: float) -> None:
    rate = total["packs"] / max(monotonic() - begin, 0.001)
    line = f"{total['packs']} packs, {total['puzzles']} puzzles, {sum(kinds.values())} failures, {rate:.1f} packs/s"
    if sys.stderr.isatty() or total["packs"] % 100 == 0:
        print(f"\r{line}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def _table(total: Counter[str], kinds: Counter[str], seconds: float) -> None:
    print(f"{seconds:.0f} seconds")
    for name, count in total.items():
        if not name.startswith("with "):
            print(f"{count:>9}  {name}")
    features = ", ".join(
        f"{name.removeprefix('with ')} {n}" for name, n in sorted(total.items()) if name[:5] == "with "
    )
    print(f"packs with each feature: {features}")
    for kind, count in kinds.most_common():
        print(f"{count:>9}  FAILED: {kind}")
    if not kinds:
        print("        0  failures")


if __name__ == "__main__":
    sys.exit(main())
