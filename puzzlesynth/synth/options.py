"""What is asked for beside the pack. Commands, pipeline and maps pass it on whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from .exhaustion import Exhaustion
    from .initial_state import InitialState
    from .steering import Steering
    from .targets import Targets


@dataclass(frozen=True)
class SynthesisOptions:
    start: InitialState | None = None
    """Where the game begins; None: a new game."""
    constraints: Sequence[str] = ()
    """Files, or programs of the shelf as `asp:name(arguments)`, beside those of the pack."""
    places: bool = False
    """Whether puzzles that differ only in where things are count as different."""
    targets: Targets | None = None
    time_limit: float | None = None
    """In seconds, from the moment when the synthesizer is made."""
    states: int | None = None
    """How many states of a candidate are played at most; None: as many as usual."""
    exhaustion: Exhaustion | None = None
    """Where to note what the end of the stream says."""
    steering: Steering | None = None
    """What to keep of another puzzle, and what never to use."""


DEFAULT = SynthesisOptions()
