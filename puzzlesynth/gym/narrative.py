"""Narrative puzzles as a Gymnasium environment (docs/agents.md)."""

from __future__ import annotations

import string
from collections.abc import Collection
from typing import Any, SupportsFloat, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.suggestions import hint_for
from puzzlesynth.world import Move

from .corpus_rows import row_number
from .episode import Episode, EpisodeTurn, Memory, Situation
from .pack_tables import AREA_COLUMNS, ActionTable, PackTables
from .puzzle_source import CorpusSource, PackLike, PackSource, PuzzleOptions

ACTIONS = ("fixed", "listed", "text")
OBSERVATIONS = ("both", "text", "structured")
INFOS = ("winnable", "hints", "walkthrough", "puzzle")
"""What `info` has only if it is asked for."""

LONGEST_TEXT = 16_384
LONGEST_COMMAND = 512
MOST_LISTED = 1_024
"""Actions that can be possible at the same time where they are listed."""

Observation = dict[str, Any]


class NarrativeEnv(gymnasium.Env[Any, Any]):
    """A narrative puzzle: look around, take things, use them, solve every area.

    `reset(seed=…)` begins a new puzzle of the pack, proven before it is played; `reset()` goes on to the next one of the
    same seed. `options={"puzzle": …}` plays a puzzle of your own (an object or its JSON), `options={"row": 3}` a row of
    the corpus, `options={"again": True}` the last puzzle once more.
    """

    metadata = {  # noqa: RUF012 - as the base class declares it
        "render_modes": ["ansi", "human"],
        "render_fps": 4,
    }

    def __init__(
        self,
        pack: PackLike,
        *,
        corpus: str | None = None,
        split: str = "train",
        actions: str = "fixed",
        observation: str = "both",
        step_penalty: float = 0.0,
        infos: Collection[str] = (),
        render_mode: str | None = None,
        **puzzles: Unpack[PuzzleOptions],
    ) -> None:
        """The other options are those of `puzzlesynth.make_puzzles`; with a `corpus` they must be left out.

        `actions`: `fixed` numbers every action of the pack once and for all, `listed` numbers those that are possible
        now, `text` takes what a player would type. `observation`: `text`, `structured` or `both`. `step_penalty`:
        subtracted from every reward. `infos`: more for `info`: `winnable`, `hints`, `walkthrough`, `puzzle`.
        """
        _check_choice("actions", actions, ACTIONS)
        _check_choice("observation", observation, OBSERVATIONS)
        for name in infos:
            _check_choice("infos", name, INFOS)
        if corpus is None:
            self.source = PackSource(pack, **puzzles)
        elif any(value and value != "all" for name, value in puzzles.items() if name != "time_limit"):
            raise BadInput(
                "corpus: options that puzzles are made by do not apply to puzzles that are there already"
            )
        else:
            self.source = CorpusSource(pack, corpus, split)
        self.render_mode, self.step_penalty, self.infos = render_mode, step_penalty, frozenset(infos)
        self.actions, self.observation = actions, observation
        self.tables = PackTables(self.source.spaces_pack)
        self._numbers = ActionTable(self.tables) if actions == "fixed" else None
        self._begun = False
        self._episode: Episode | None = None
        self._turn = EpisodeTurn("")
        self._charset = _characters(self.tables.pack)
        self.action_space = self._action_space()
        self.observation_space = self._observation_space()

    # --- spaces --------------------------------------------------------------------------------------

    def _action_space(self) -> spaces.Space[Any]:
        if self.actions == "text":
            return spaces.Text(LONGEST_COMMAND, charset=self._charset)
        return spaces.Discrete(MOST_LISTED if self._numbers is None else len(self._numbers))

    def _observation_space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {}
        if self.observation != "structured":
            parts["text"] = spaces.Text(LONGEST_TEXT, min_length=0, charset=self._charset)
        if self.observation != "text":
            tables = self.tables
            high = np.broadcast_to(tables.object_limits, tables.object_shape)
            parts["objects"] = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
            high = np.broadcast_to(tables.area_limits, (len(tables.areas), len(AREA_COLUMNS)))
            parts["areas"] = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        return spaces.Dict(parts)

    # --- episodes ------------------------------------------------------------------------------------

    @property
    def episode(self) -> Episode:
        """The game that is being played."""
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self.source.restart(seed if seed is not None else int(self.np_random.integers(2**31)))
            self._begun = True
        puzzle = self._chosen(options or {})
        memory: Memory | None = None
        if self._episode is not None and self._episode.puzzle == puzzle:
            memory = self._episode.memory
        self._episode = Episode(self.source.game_pack(puzzle), puzzle, memory)
        self._turn = EpisodeTurn(self._episode.opening)
        return self._observed(), self._info()

    def _chosen(self, options: dict[str, Any]) -> Puzzle:
        for name in options:
            _check_choice("options", name, ("puzzle", "row", "again"))
        if "puzzle" in options:
            return self.source.own_puzzle(options["puzzle"])
        if "row" in options:
            if not isinstance(self.source, CorpusSource):
                raise BadInput("options: there is no corpus to take a row from")
            return self.source.row(row_number(options["row"]))
        if options.get("again") and self._episode is not None:
            return self._episode.puzzle
        return self.source.draw()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        episode = self.episode
        before = episode.solved_share
        self._turn = episode.play(self._move(action))
        reward = episode.solved_share - before - self.step_penalty
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, episode.over, False, self._info()

    def _move(self, action: Any) -> Move | None:
        if isinstance(action, str):
            return self.episode.move_for(action)
        if not self.action_space.contains(action):
            raise BadInput(f"{action!r} is not in {self.action_space}")
        return self._by_number(self.episode.situation).get(int(action))

    def _by_number(self, situation: Situation) -> dict[int, Move]:
        """The possible moves by number."""
        known = situation.notes.get("moves")
        if isinstance(known, dict):
            return known
        if self._numbers is None:
            moves = dict(enumerate(situation.moves[:MOST_LISTED]))
        else:
            ids = self._ids(situation)
            moves = {self._numbers.number(move, ids): move for move in situation.moves}
        situation.notes["moves"] = moves
        return moves

    def _ids(self, situation: Situation) -> dict[str, int]:
        known = situation.notes.get("ids")
        if not isinstance(known, dict):
            known = situation.notes["ids"] = self.tables.numbered(situation.state)
        return known

    # --- what an agent gets --------------------------------------------------------------------------

    def _observed(self) -> Observation:
        situation = self.episode.situation
        seen: Observation = {}
        if self.observation != "structured":
            seen["text"] = self._safe_text(f"{self._turn.text}\n\n{situation.text}".lstrip())
        if self.observation != "text":
            objects, areas = self._arrays(situation)
            # The caller may keep and change them.
            seen["objects"], seen["areas"] = objects.copy(), areas.copy()
        return seen

    def _arrays(self, situation: Situation) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        known = situation.notes.get("arrays")
        if isinstance(known, tuple):
            return known
        tables, state = self.tables, situation.state
        objects = tables.object_rows(state, situation.hidden, self._ids(situation))
        arrays = objects, tables.area_rows(state, self.episode.game.goals)
        situation.notes["arrays"] = arrays
        return arrays

    def _safe_text(self, text: str) -> str:
        if not self._charset.issuperset(text):
            text = "".join(one if one in self._charset else "?" for one in text)
        return text[:LONGEST_TEXT]

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are possible now, as a vector of 0 and 1."""
        situation = self.episode.situation
        known = situation.notes.get("mask")
        if not isinstance(known, np.ndarray):
            assert isinstance(self.action_space, spaces.Discrete)
            known = np.zeros(int(self.action_space.n), dtype=np.int8)
            known[list(self._by_number(situation))] = 1
            situation.notes["mask"] = known
        return known.copy()

    def _info(self) -> dict[str, Any]:
        episode = self.episode
        situation = episode.situation
        info: dict[str, Any] = {
            "admissible_commands": list(situation.commands),
            "won": episode.won,
            "lost": episode.lost,
            "areas_solved": len(situation.state.solved),
            "areas": len(episode.area_names),
            "solution_length": len(episode.puzzle.solution),
            "turns": episode.turns,
            "refused": self._turn.refused,
        }
        if self.actions != "text":
            info["action_mask"] = self.action_masks()
            info["admissible_actions"] = list(self._by_number(situation))
        if episode.puzzle.difficulty:
            info["difficulty"] = dict(episode.puzzle.difficulty)
        if "winnable" in self.infos:
            info["winnable"] = episode.chance().value
        if "hints" in self.infos:
            info["hints"] = list(episode.hints())
        if "walkthrough" in self.infos:
            info["walkthrough"] = list(episode.walkthrough())
        if "puzzle" in self.infos:
            info["puzzle"] = puzzle_to_json(episode.puzzle)
        return info

    def render(self) -> Any:
        text = f"{self._turn.text}\n\n{self.episode.situation.text}".strip()
        if self.render_mode == "human":
            print(text)
            return None
        return text


def _check_choice(what: str, given: object, known: Collection[str]) -> None:
    if given not in known:
        raise BadInput(f"{what}: {given!r} is not possible; {hint_for(str(given), known)}")


def _characters(pack: Pack) -> frozenset[str]:
    """Every character that a game's text can have; others are shown as question marks."""
    used: set[str] = {*string.printable, *"×…’‘“”–—"}
    for item in pack.items.values():
        used.update(item.name, item.description or "", *map(str, item.properties.values()), *item.properties)
    for area in pack.areas.values():
        used.update(area.name, area.title or "", area.description or "")
    for rule in pack.rules:
        used.update(str(rule), rule.name or "", rule.text or "")
    used.update(pack.title or "", pack.description or "")
    return frozenset("".join(used))
