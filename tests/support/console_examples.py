"""The examples of a Markdown page, run as a reader would: files are saved, commands typed, outputs compared.

<!-- file: garden.yaml -->
```yaml
…                                   the block below such a comment is saved under this name
```

```console
$ puzzlesynth check garden.yaml     typed; it has to succeed …
The Walled Garden: …                … and to print this, where `…` stands for anything
$ puzzlesynth check wrong.yaml
…
$ echo $?                           … or to end with the status that is shown
1
```
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import CommandResult, run_in_folder
from tests.support.paths import ROOT

_PART = re.compile(
    r"^<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)^```$|^```console\n(?P<console>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


_PLAIN = re.compile(r"puzzlesynth (?P<words>[\w ./:,=-]+?)(?: > (?P<file>[\w./-]+))?")


class Typed(NamedTuple):
    """A command of a page, what the page shows under it, and the status that it has to end with."""

    command: str
    shown: str
    status: int


def typed(block: str) -> Iterator[Typed]:
    """The commands of a `console` block."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    for number, part in enumerate(parts):
        command, _, shown = part.partition("\n")
        follows = parts[number + 1] if number + 1 < len(parts) else ""
        status = int(follows.split()[2]) if follows.startswith("echo $?") else 0
        if command != "echo $?":
            yield Typed(command, shown, status)


def run_page(page: str, folder: Path) -> int:
    """Follows a page from top to bottom in a folder; gives the number of commands that were compared."""
    (folder / "examples").symlink_to(ROOT / "examples")
    compared = 0
    for part in _PART.finditer(page):
        if part["file"]:
            (folder / part["file"]).write_text(part["text"], "utf-8")
            continue
        for one in typed(part["console"]):
            assert_printed(one, folder)
            compared += 1
    return compared


def assert_printed(one: Typed, folder: Path) -> None:
    done = run_line(one.command, folder)
    assert done.returncode == one.status, f"$ {one.command}\n{done.stdout}"
    assert "Traceback" not in done.stdout
    lines = [re.escape(line.rstrip()).replace("…", ".*") for line in one.shown.strip("\n").split("\n")]
    printed = "\n".join(line.rstrip() for line in done.stdout.strip("\n").split("\n"))
    assert re.fullmatch("\n".join(lines), printed, re.DOTALL), f"$ {one.command}\n{done.stdout}"


def run_line(command: str, folder: Path) -> CommandResult:
    """A command line in a shell that has this Python's `puzzlesynth`, 80 columns wide. What needs no shell runs in this
    process, which is quicker."""
    if plain := _PLAIN.fullmatch(command):
        said = run_in_folder(folder, *plain["words"].split(), redirected=bool(plain["file"]))
        if not plain["file"]:
            return said
        (folder / plain["file"]).write_text(said.stdout, "utf-8")
        return CommandResult(said.returncode, said.stderr, "")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PATH": path},
        timeout=120,
    )
    return CommandResult(done.returncode, done.stdout, "")
