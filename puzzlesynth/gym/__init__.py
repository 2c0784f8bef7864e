"""Puzzles as environments for agents: Gymnasium, reasoning-gym, OpenEnv, and what TextWorld users know (docs/agents.md).

import gymnasium, puzzlesynth.gym
env = gymnasium.make("puzzlesynth/Narrative-v0", pack="examples/heist")

Importing this package registers the environments. Their code is read once one of them is made.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

TYPE_CHECKING = False

if TYPE_CHECKING:
    from .episode import Episode as Episode
    from .puzzle_source import CorpusSource as CorpusSource
    from .puzzle_source import PackSource as PackSource
    from .text_game import InfoRequest as InfoRequest
    from .text_game import TextGame as TextGame

_HOME = {
    "CorpusSource": "puzzle_source",
    "Episode": "episode",
    "InfoRequest": "text_game",
    "PackSource": "puzzle_source",
    "TextGame": "text_game",
}
__all__ = [*_HOME]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _HOME:
            return getattr(import_module(f".{_HOME[name]}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    from gymnasium.envs.registration import register, registry

    for name, entry, vector, steps in (
        ("puzzlesynth/Narrative-v0", "narrative:NarrativeEnv", None, 500),
        (
            "puzzlesynth/Level-v0",
            "levels.environment:LevelEnv",
            "levels.vector_environment:LevelVectorEnv",
            500,
        ),
    ):
        if name not in registry:
            register(
                name,
                entry_point=f"{__name__}.{entry}",
                vector_entry_point=vector and f"{__name__}.{vector}",
                max_episode_steps=steps,
            )


# What needs no Gymnasium, such as the reasoning-gym dataset, works without it.
if find_spec("gymnasium") is not None:
    _register()
