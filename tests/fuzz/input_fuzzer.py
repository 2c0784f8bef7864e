"""Damages real files and gives them to every command that reads such a file.

Required of each: it ends by itself, in time and with bounded memory, with one of the exit statuses that mean something
about the input; no traceback; bad input is refused with a place; nothing is half written, and no input is changed.

    FUZZ_SECONDS=60 make fuzz-inputs
    make fuzz-inputs FUZZ_INPUTS=10000

Case number n of a seed is always the same. What fails is kept in a folder, with the command that shows it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.command_runner import MOST_RESIDENT, Done, prepare, run
from tests.fuzz.corpus_samples import RECEIPT, packed, receipt_for
from tests.fuzz.input_commands import COMMANDS_OF, Command
from tests.fuzz.input_corpus import corpus
from tests.fuzz.input_mutations import mutated
from tests.fuzz.input_sample import Sample
from tests.support.paths import ROOT

STATUSES = (0, 1, 2, 3)
SUBPROCESS_EVERY = 100
"""One in this many cases runs as a new process, from the very beginning."""
_LINE = re.compile(r':\d+(:\d+)?\b|\b(line|byte|move|level) \d+|"line": \d+|the first line')
_KEY = re.compile(
    r"(\.(jsonl?|txt)|standard input)(:\d+)?: (answer set \d+ \()?\w+(\[\d+\])?(\.\w+(\[\d+\])?)*\)?: "
)
_WHOLE = re.compile(
    r"larger than|was made from|appears twice|is not a number in JSON|more than [\d,]+ values|inside itself|holds both"
    r"|this is not what|this is empty|the file is damaged|the file is gone or cut short"
    r"|is not what its receipt says|for another plan|another game than|this is the receipt of|there is no shard"
    r"|there are no puzzles (yet|in)"
    r"|Parquet file|another pack than|this is not a corpus"
    r"|planned with|made by another manifest|row \d+|more than once|standard input: line"
    r"|expected an object|the mask has|didn't find any object|No collision layers|there is no rule in|has at most"
    r"|there is no (file|map|puzzle|section)|a transcript of version|do not come out of the source"
)
"""Of the whole file, or of something that JSON's reader has no line for."""
_OPTION = re.compile(
    r"--[a-z]+|there is no level \d+|the game |No levels found|no areas of its own|no area to start in|File name too long"
)
"""Not a line of the file is wrong, but what the command line asks of it."""


@dataclass(frozen=True)
class Case:
    """A damaged file and a command that reads it."""

    number: int
    sample: Sample
    data: bytes
    command: Command

    @property
    def words(self) -> list[str]:
        given = {
            "PACK": "pack",
            "OUT": "out",
            "FITTING": "fitting.json",
            **dict.fromkeys(("MOVES", "VALUE"), self._as_word),
            **self.sample.words,
        }
        return [
            re.sub(r"(?:^|(?<==))[A-Z]{3,}", lambda word: given.get(word[0], word[0]), word)
            for word in self.command.words
        ]

    @property
    def _as_word(self) -> str:
        return self.data.decode(errors="replace").replace("\0", " ")[:100_000]

    @property
    def stdin(self) -> bytes:
        given = {b"MOVES": self.data, b"DAMAGED": self.data, b"SAMPLE": self.sample.name.encode()}
        return given.get(self.command.stdin, self.command.stdin)


def case(seed: int, number: int, files: Mapping[str, list[Sample]]) -> Case:
    """All commands take turns, and in every other case all formats; the rest is drawn."""
    random = Random(f"{seed}/{number}")
    pairs = [(form, command) for form in files for command in COMMANDS_OF[form]]
    form, command = pairs[number // 2 % len(pairs)]
    if number % 2:
        form = sorted(files)[number // 2 % len(files)]
        command = random.choice(COMMANDS_OF[form])
    samples = [one for one in files[form] if "MAP" not in command.words or one.words.get("MAP")]
    sample = random.choice(samples)
    other = random.choice(files[form])
    data = mutated(random, sample.data, form, other.data)
    return Case(number, sample, _sealed(data) if form == "save" and random.random() < 0.7 else data, command)


def _sealed(save: bytes) -> bytes:
    """A damaged save with a digest that fits, so that not only its digest is looked at."""
    from puzzlesynth.play import saves as saving

    try:
        data = json.loads(save)
        data["sha256"] = saving._digest(data)
        return json.dumps(data).encode()
    except (ValueError, TypeError, AttributeError, RecursionError):
        return save


def lay_out(one: Case, folder: Path) -> dict[str, str]:
    """Writes the files of a case; the digests of those that must stay as they are."""
    digests = {}
    for name, data in _files(one, folder).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        digests[name] = hashlib.sha256(data).hexdigest()
    if "FITTING" in one.command.words:
        digests["fitting.json"] = _fit(folder)
    return digests


def _files(one: Case, folder: Path) -> dict[str, bytes]:
    files = {**one.sample.beside, one.sample.name: one.data}
    if one.sample.form == "shard lines":
        # Compressed again, with a receipt that fits, so that not only its digest is looked at.
        files |= {one.sample.name: packed(one.data), RECEIPT: receipt_for(files[RECEIPT], one.data)}
        files["corpus/shards/00000.jsonl"] = one.data
    elif one.sample.form == "studio note":
        root = hashlib.sha256(os.path.realpath(folder / "pack").encode()).hexdigest()[:24]
        files[f"state/puzzlesynth/studio/{root}.json"] = files.pop(one.sample.name)
    elif one.sample.form == "value":
        del files[one.sample.name]
    return files


def _fit(folder: Path) -> str:
    """Makes the puzzle name the damaged pack as its own, so that not only its hash is looked at."""
    from puzzlesynth.pack import PackError, load_pack

    path = folder / "fitting.json"
    try:
        fingerprint = load_pack(folder / "pack").sha256
        path.write_text(
            re.sub(r'"sha256":"[0-9a-f]{64}"', f'"sha256":"{fingerprint}"', path.read_text("utf-8")), "utf-8"
        )
    except PackError:
        pass
    return hashlib.sha256(path.read_bytes()).hexdigest()


def faults(one: Case, folder: Path, timed: bool = True) -> list[str]:
    """Runs a case; everything that is wrong with how it went. `timed`: it must not take longer than it may."""
    before = lay_out(one, folder)
    alone = one.number % SUBPROCESS_EVERY == 0
    done = _subprocess(one, folder) if alone else run(one.words, folder, one.stdin)
    found = list(_faults_of_ending(one, done, timed))
    changed = [name for name, digest in before.items() if not _is_as_before(folder / name, digest)]
    # The studio saves what is edited, and a run of a corpus adds to it; a card is written where the old one is.
    may_change = one.sample.form == "table" and done.status == 0
    may_change |= one.command.words[0] == "studio"
    changed = [name for name in changed if not name.endswith("README.md") and "/receipts/" not in name]
    if changed and not may_change:
        found.append(f"changed its input: {', '.join(changed)}")
    if left := [path.name for path in folder.rglob(".puzzlesynth-*")]:
        found.append(f"left a temporary file: {left[0]}")
    if done.status == 2 and any(folder.glob("out*")):
        found.append("wrote something although the input was refused")
    return found


def _faults_of_ending(one: Case, done: Done, timed: bool) -> Iterator[str]:
    if done.killed:
        yield "did not end"
        return
    if done.status < 0:
        yield f"ended by signal {-done.status}"
        return
    said = done.stdout + done.stderr
    if "Traceback (most recent call last)" in said or "internal error" in said:
        lines = done.stderr.strip().splitlines() or [""]
        yield next((line for line in lines if line.startswith("internal error")), f"traceback: {lines[-1]}")
    if done.status not in STATUSES:
        yield f"exit status {done.status}"
    if done.status == 2:
        yield from _faults_of_refusal(one, said)
    if re.search("[\0\x07\x1b\x9b]", done.stderr):
        yield "control characters on standard error"
    if timed and done.seconds > one.command.seconds:
        yield f"took {done.seconds:.1f} s, more than {one.command.seconds:.0f}"
    if done.resident > MOST_RESIDENT:
        yield f"took {done.resident // 2**20} MiB"


def _faults_of_refusal(one: Case, said: str) -> Iterator[str]:
    if not said.strip():
        yield "refused without a word"
    elif not (_names_file(one, said) and _names_place(one, said)) and not _OPTION.search(said):
        yield f"refused without a place: {said.strip()[:200]}"


def _names_file(one: Case, said: str) -> bool:
    names = {
        "out.txt",
        "standard input",
        "corpus: ",
        "dataset: ",
        "packs/",
        Path(one.sample.name).name,
        *(Path(name).name for name in one.sample.beside),
    }
    return one.sample.form in ("moves", "value") or any(name in said for name in names)


def _names_place(one: Case, said: str) -> bool:
    return any(place.search(said) for place in (_LINE, _KEY, _WHOLE))


def _is_as_before(path: Path, digest: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _subprocess(one: Case, folder: Path) -> Done:
    words = [word.replace("\0", "") for word in one.words]
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.command_runner", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            input=one.stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Done(-9, "", "", 120, 0, True)
    return Done(
        ended.returncode, ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace"), 0, 0
    )


@contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fuzz(
    files: Mapping[str, list[Sample]],
    seed: int,
    numbers: Iterable[int],
    keep: Path | None = None,
    timed: bool = True,
) -> list[tuple[Case, str]]:
    """Runs cases; what failed, with the first fault of each."""
    found: list[tuple[Case, str]] = []
    for number in numbers:
        one = case(seed, number, files)
        with scratch() as folder:
            wrong = faults(one, folder, timed)
            if wrong:
                found.append((one, "; ".join(wrong)))
                if keep is not None:
                    _keep(one, wrong, folder, keep)
    return found


def _keep(one: Case, wrong: list[str], folder: Path, keep: Path) -> None:
    place = keep / f"case-{one.number}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    for name, data in _files(one, folder).items():
        (place / name).write_bytes(data)
    (place / "STDIN").write_bytes(one.stdin)
    (place / "FAULTS").write_text("\n".join([f"puzzlesynth {shlex.join(one.words)} < STDIN", *wrong]) + "\n")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cases", type=int, default=10_000, help="how many, at most")
    options.add_argument("--seconds", type=float, default=1e9, help="for how long, at most")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--first", type=int, default=0, help="the number of the first case")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    given = options.parse_args()
    prepare()
    begin = time.monotonic()
    with scratch() as folder:
        files = corpus(folder)
        workers = [_worker(files, given, number, begin) for number in range(given.jobs)]
        done = [os.fdopen(pipe).read() for pipe in workers]
    totals: Counter[str] = Counter()
    for report in done:
        for line in report.splitlines():
            count, _, what = line.partition(" ")
            totals[what] += int(count)
    cases, failed = totals.pop("cases", 0), totals.pop("failed", 0)
    for form in sorted(totals):
        print(f"{totals[form]:>7} {form}")
    print(f"{cases} inputs in {time.monotonic() - begin:.0f} s (seed {given.seed}): {failed} failed")
    sys.exit(bool(failed))


def _worker(files: Mapping[str, list[Sample]], given: argparse.Namespace, job: int, begin: float) -> int:
    """Every n-th case in a process of its own; the end of a pipe that will say how it went."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        return reading
    os.close(reading)
    counts: Counter[str] = Counter()
    number = given.first + job
    while number < given.first + given.cases and time.monotonic() - begin < given.seconds:
        for one, wrong in fuzz(files, given.seed, range(number, number + 1), given.keep):
            print(
                f"case {one.number} ({one.sample.form}): {shlex.join(one.words)[:200]}\n    {wrong[:400]}",
                flush=True,
            )
            counts["failed"] += 1
        counts["cases"] += 1
        counts[case(given.seed, number, files).sample.form] += 1
        number += given.jobs
    os.write(writing, "".join(f"{count} {what}\n" for what, count in counts.items()).encode())
    os._exit(0)


if __name__ == "__main__":
    main()
