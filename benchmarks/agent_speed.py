"""Steps per second that agents get, on one core: narrative puzzles with admissible commands, and PuzzleScript levels.

    python -m benchmarks.agent_speed [--full]

Random agents, in processor time. *new* forgets every situation at once, so that each one is worked out; *known* plays the
same puzzle again and again. Where TextWorld is installed, a game of its own is played in the same way in the same run,
and `ratio` is to that; otherwise to the 282 steps per second that were measured on this kind of machine. For levels,
`ratio` is to one game at a time with the engine of players.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import puzzlesynth.gym  # noqa: F401 - registers the environments
from benchmarks.example_puzzles import ROOT
from benchmarks.report import Row, report, wants_full

PACKS = ("heist", "meadow", "lighthouse")
TEXTWORLD = 282.0
LANES = (1, 256, 1_024, 4_096, 16_384)


def narrative_rate(pack: str, steps: int, fresh: bool, **options: Any) -> float:
    env = gymnasium.make(
        "puzzlesynth/Narrative-v0", pack=str(ROOT / "examples" / pack), max_episode_steps=200, **options
    )
    choose = random.Random(0).choice
    _, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(steps):
        begin = time.process_time()
        _, _, over, cut, info = env.step(choose(info["admissible_actions"]))
        spent += time.process_time() - begin
        if fresh:
            env.unwrapped.episode.memory.clear()  # type: ignore[attr-defined]
        if over or cut:
            # Making puzzles has benchmarks of its own.
            _, info = env.reset(options={"again": True})
    return steps / spent


def textworld_rate(steps: int) -> float | None:
    """A game of five rooms with ten objects and a quest of five commands; None: TextWorld is not installed."""
    try:
        import textworld
        import textworld.gym
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        options = textworld.GameOptions()
        options.path, options.seeds = str(Path(folder) / "game.z8"), 1
        options.nb_rooms, options.nb_objects, options.quest_length = 5, 10, 5
        file, _ = textworld.make(options)
        infos = textworld.EnvInfos(admissible_commands=True, description=True, inventory=True)
        env = textworld.gym.make(textworld.gym.register_game(file, infos, max_episode_steps=200))
        choose = random.Random(0).choice
        _, info = env.reset()
        spent = 0.0
        for _ in range(steps):
            begin = time.process_time()
            _, _, done, info = env.step(choose(info["admissible_commands"]))
            spent += time.process_time() - begin
            if done:
                _, info = env.reset()
        env.close()
    return steps / spent


def level_rate(lanes: int, steps: int) -> float:
    game = str(ROOT / "examples" / "levels" / "sokoban.txt")
    draw = np.random.default_rng(0)
    if lanes == 1:
        env = gymnasium.make("puzzlesynth/Level-v0", game=game).unwrapped
        env.reset(seed=1)
        actions = draw.integers(0, 4, steps).tolist()
        begin = time.process_time()
        for action in actions:
            if env.step(action)[2]:
                env.reset()
        return steps / (time.process_time() - begin)
    many = gymnasium.make_vec("puzzlesynth/Level-v0", lanes, game=game, size=(8, 7))
    many.reset(seed=1)
    rows = draw.integers(0, 4, (max(20, steps // lanes), lanes))
    begin = time.process_time()
    for row in rows:
        many.step(row)
    return rows.size / (time.process_time() - begin)


def main() -> None:
    full = wants_full(__doc__)
    steps = 20_000 if full else 3_000
    textworld = textworld_rate(steps // 10)
    rows: list[Row] = []
    for pack in PACKS:
        for observation in ("both", "text"):
            new = narrative_rate(pack, steps, True, observation=observation)
            known = narrative_rate(pack, steps, False, observation=observation)
            ratio = new / (textworld or TEXTWORLD)
            rows.append(
                {
                    "pack": pack,
                    "observation": observation,
                    "new": round(new),
                    "known": round(known),
                    "ratio": round(ratio, 1),
                }
            )
    against = f"{textworld:.0f} steps per second, measured now" if textworld else "282, measured earlier"
    report("agent_speed", f"Narrative puzzles, steps per second; TextWorld: {against}", rows)
    rates = {lanes: level_rate(lanes, 2_000_000 if full and lanes > 1 else 4_000) for lanes in LANES}
    levels = [
        {"games at once": lanes, "steps per second": round(rate), "ratio": round(rate / rates[1])}
        for lanes, rate in rates.items()
    ]
    report("agent_speed_levels", "\nSokoban levels of 8 by 7 cells with planes as observations", levels)


if __name__ == "__main__":
    main()
