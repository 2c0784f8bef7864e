"""The interface that TextWorld users know: commands in, text, score and the infos that were asked for out.

Only the interface: games, texts and scores are those of narrative puzzles (docs/agents.md compares both).
"""

from __future__ import annotations

from typing import Any

from puzzlesynth.pack.text.wording import area_title, words
from puzzlesynth.quick_dataclasses import dataclass

from .episode import Episode, Memory
from .puzzle_source import PackLike, PackSource

MOST_STEPS = 100
"""Steps of an episode, unless said otherwise."""


@dataclass(frozen=True, kw_only=True)
class InfoRequest:
    """Which infos are wanted, by the names that TextWorld has for them; the last three are our own."""

    feedback: bool = False
    description: bool = False
    inventory: bool = False
    location: bool = False
    objective: bool = False
    entities: bool = False
    admissible_commands: bool = False
    policy_commands: bool = False
    """Commands that win from here."""
    last_command: bool = False
    won: bool = False
    lost: bool = False
    score: bool = False
    max_score: bool = False
    moves: bool = False
    intermediate_reward: bool = False
    """What the last command changed: 1 if it solved an area, −1 if the game cannot be won any more since, else 0."""
    winnable: bool = False
    hints: bool = False
    difficulty: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in self.__dataclass_fields__ if getattr(self, name))


class TextGame:
    """Narrative puzzles, one after the other: `reset()` begins the next one."""

    def __init__(
        self,
        source: PackSource | PackLike,
        request_infos: InfoRequest | None = None,
        max_episode_steps: int = MOST_STEPS,
    ) -> None:
        """`source`: where puzzles come from, or just a pack."""
        self.source = source if isinstance(source, PackSource) else PackSource(source)
        self.request_infos = request_infos or InfoRequest()
        self.max_episode_steps = max_episode_steps
        self.episode: Episode | None = None
        self._command: str | None = None
        self._feedback = ""
        self._progress = 0

    def seed(self, seed: int) -> None:
        """Begin the puzzles of a seed with the next reset."""
        self.source.restart(seed)

    def reset(self) -> tuple[str, dict[str, Any]]:
        puzzle = self.source.draw()
        memory: Memory | None = None
        if self.episode is not None and self.episode.puzzle == puzzle:
            memory = self.episode.memory
        self.episode = Episode(self.source.game_pack(puzzle), puzzle, memory)
        self._command, self._progress = None, 0
        self._feedback = f"{self.episode.opening}\n\n{self.episode.situation.text}"
        return self._feedback, self._infos(self.episode)

    def step(self, command: str) -> tuple[str, int, bool, dict[str, Any]]:
        """What the player reads, the score (areas solved), whether the episode is over, and the infos."""
        episode = self.episode
        if episode is None:
            raise RuntimeError("call reset() before step()")
        before = episode.situation
        winnable = self._winnable(episode)
        turn = episode.play(episode.move_for(command))
        self._command = command
        self._feedback = turn.text
        if episode.situation is not before and episode.state.player != before.state.player:
            self._feedback = f"{turn.text}\n{episode.situation.description}".strip()
        self._progress = 1 if turn.solved else -1 if winnable and not self._winnable(episode) else 0
        over = episode.over or episode.turns >= self.max_episode_steps
        return self._feedback, len(episode.state.solved), over, self._infos(episode)

    def _winnable(self, episode: Episode) -> bool:
        """Only looked up on request."""
        return self.request_infos.intermediate_reward and episode.chance().value != "dead"

    def _infos(self, episode: Episode) -> dict[str, Any]:
        return {name: self._info(episode, name) for name in self.request_infos.names}

    def _info(self, episode: Episode, name: str) -> Any:
        situation = episode.situation
        match name:
            case "feedback":
                return self._feedback
            case "description" | "inventory":
                return getattr(situation, name)
            case "location":
                return area_title(episode.pack.areas[situation.state.player])
            case "entities":
                return sorted({words(thing.item) for thing in situation.state.visible()})
            case "admissible_commands":
                return sorted(situation.by_command)
            case "policy_commands":
                return list(episode.walkthrough())
            case "last_command":
                return self._command
            case "score":
                return len(situation.state.solved)
            case "max_score":
                return len(episode.area_names)
            case "moves":
                return episode.turns
            case "intermediate_reward":
                return self._progress
            case "winnable":
                return episode.chance().value
            case "hints":
                return list(episode.hints())
            case "difficulty":
                return dict(episode.puzzle.difficulty)
            case _:  # objective, won, lost
                return getattr(episode, name)

    def close(self) -> None:
        self.episode = None
