"""The command count: how many different puzzles a pack has."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from puzzlesynth.cli.common.inputs import (
    Constraints,
    JsonOption,
    PackArgument,
    Places,
    open_pack,
    require_areas,
)
from puzzlesynth.cli.common.run import Progress, TimeLimit, early_end
from puzzlesynth.pack.text.wording import counted

from .synth import ending


def count(
    pack: PackArgument,
    constraint: Constraints = None,
    places: Places = False,
    time_limit: TimeLimit = None,
    limit: Annotated[int, typer.Option(min=1, help="Stop counting here.")] = 100_000,
    as_json: JsonOption = False,
) -> None:
    """Count the different puzzles of a pack, or give a bound.

    Example: puzzlesynth count examples/heist
    """
    from puzzlesynth.pipeline.generate import counting_synthesizer
    from puzzlesynth.synth.exhaustion import Exhaustion

    loaded = open_pack(pack)
    require_areas(loaded, "`puzzlesynth map count` counts fillings")
    exhaustion = Exhaustion()
    found, complete = 0, False
    with early_end() as end, Progress("counting") as progress:
        counting = counting_synthesizer(
            loaded, constraints=constraint or [], places=places, time_limit=time_limit
        )
        exhaustion = counting.exhaustion
        for _ in counting.different():
            found += 1
            progress.say(str(found))
            if found >= limit:
                break
        else:
            complete = True
    caveats = list(exhaustion.caveats()) if complete else []
    exact = complete and not caveats
    if as_json:
        said = {"count": found, "exact": exact} | ({"limits": caveats} if caveats else {})
        print(json.dumps(said, ensure_ascii=False))
    elif caveats:
        print("\n".join(ending(exhaustion, counted(found, "puzzle"), "puzzles")))
    else:
        print(counted(found, "puzzle") if exact else f"at least {counted(found, 'puzzle')}")
    end.exit()
