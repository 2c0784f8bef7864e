"""`count`: how many puzzles a pack has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import NONE_EXISTS
from puzzlesynth.cli.common.run import Progress, TimeLimit, early_end
from puzzlesynth.pack.text.wording import counted

from .synth import ending

if TYPE_CHECKING:
    from puzzlesynth.pipeline.counting import PuzzleCount

LIMIT = 100_000


def count(
    pack: inputs.PackArgument,
    constraint: inputs.Constraints = None,
    places: inputs.Places = False,
    time_limit: TimeLimit = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help=f"Stop counting here. By default at {LIMIT:,}.")
    ] = None,
    estimate: Annotated[
        bool | None,
        typer.Option(
            help="Estimate the number if it is too large to count. By default unless --limit is given."
        ),
    ] = None,
    as_json: inputs.JsonOption = False,
) -> None:
    """Count the different puzzles of a pack, exactly or with an estimate.

    puzzlesynth lists puzzles first, for up to two fifths of the time limit. If it lists all of them, the number is exact.
    Otherwise the number is a lower bound, and the rest of the time goes into an estimate: a range that contains the true
    number in about nine of ten cases. Only recipe books have a proven upper bound.

    Example: puzzlesynth count examples/heist
    """
    from puzzlesynth.pipeline.counting import PuzzleCount
    from puzzlesynth.synth.options import SynthesisOptions

    loaded = inputs.open_pack(pack)
    inputs.require_areas(loaded, "`puzzlesynth map count` counts fillings")
    options = SynthesisOptions(constraints=constraint or [], places=places, time_limit=time_limit)
    progress = Progress("counting")
    counting = PuzzleCount(loaded, options, progress.say)
    with early_end() as end, progress:
        counting.work_out(limit or LIMIT, estimated=limit is None if estimate is None else estimate)
    if as_json:
        print(json.dumps(_as_json(counting), ensure_ascii=False))
    else:
        print("\n".join(_lines(counting)))
    end.exit()
    if counting.is_complete and not counting.found:
        raise typer.Exit(NONE_EXISTS)


def _as_json(counting: PuzzleCount) -> dict[str, Any]:
    said: dict[str, Any] = {"count": counting.found, "exact": counting.is_exact}
    limits = list(counting.exhaustion.caveats()) if counting.is_complete else []
    said |= {"limits": limits} if limits else {}
    if counting.most is not None:
        said["at_most"] = counting.most
    if counting.estimate is not None:
        from puzzlesynth.synth.counting.estimate import CONFIDENCE

        found = counting.estimate
        said["estimate"] = {"count": found.number, "low": found.low, "high": found.high}
        said["estimate"] |= {"confidence": CONFIDENCE, "guesses": found.guesses}
        said["estimate"] |= {"left_out": counting.left_out} if counting.left_out else {}
    return said


def _lines(counting: PuzzleCount) -> Iterator[str]:
    found = counted(counting.found, "puzzle")
    if counting.is_complete:
        yield from ending(counting.exhaustion, found, "puzzles")
        return
    yield f"at least {found}"
    if counting.estimate is not None:
        low, number, high = map(
            _rounded, (counting.estimate.low, counting.estimate.number, counting.estimate.high)
        )
        yield f"about {number}; probably from {low} to {high} (not proven)"
        yield from (f"  without {what}" for what in counting.left_out)
        yield (
            "no upper bound is proven"
            if counting.most is None
            else f"at most {_rounded(counting.most, up=True)}"
        )
    elif counting.most is not None:
        yield f"at most {_rounded(counting.most, up=True)}"


def _rounded(number: int, *, up: bool = False) -> str:
    """The first three digits. `up`: no less than the number."""
    digits = max(0, len(str(number)) - 3)
    unit = 10**digits
    first = -(-number // unit) if up else round(number / unit) if digits < 300 else number // unit
    return f"{first * unit:,}" if digits < 10 else f"{first / 100:g}e{digits + 2}"
