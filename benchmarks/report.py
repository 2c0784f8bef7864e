"""Tables for people and JSON for programs: what every benchmark gives."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"

Row = dict[str, Any]


def wants_full(about: str | None) -> bool:
    """What the command line of a benchmark says."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--full", action="store_true", help="the sizes for the night")
    return bool(parser.parse_args().full)


def table(rows: Sequence[Row]) -> str:
    keys = list(rows[0])
    cells = [keys, *([_cell(row.get(key)) for key in keys] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(keys))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)) for line in cells)


def _cell(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) and abs(value) < 100 else str(value)


def report(name: str, title: str, rows: Sequence[Row]) -> None:
    """Prints the table and writes `results/NAME.json`."""
    print(title, table(rows), sep="\n")
    RESULTS.mkdir(exist_ok=True)
    data = {"benchmark": name, "python": platform.python_version(), "rows": list(rows)}
    (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
