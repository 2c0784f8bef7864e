"""Runs every benchmark of this folder, one after the other, each in a process of its own.

    python -m benchmarks [--full] [NAME ...]

The quick sizes take minutes; `--full` is for the night.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def names() -> list[str]:
    """The modules that have a `main()`."""
    found = [path for path in sorted(HERE.glob("*.py")) if not path.stem.startswith("__")]
    return [path.stem for path in found if "def main(" in path.read_text(encoding="utf-8")]


def run(name: str, full: bool) -> int:
    print(f"\n=== {name} ===", flush=True)
    knows = '"--full"' in (HERE / f"{name}.py").read_text(encoding="utf-8")
    command = [sys.executable, "-m", f"benchmarks.{name}", *(["--full"] if full and knows else [])]
    return subprocess.run(command, cwd=HERE.parent, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--full", action="store_true", help="the sizes for the night")
    options = parser.parse_args()
    known = names()
    for name in options.names:
        if name not in known:
            parser.error(f"no benchmark is called {name!r}; there are {', '.join(known)}")
    failed = [name for name in options.names or known if run(name, options.full)]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
