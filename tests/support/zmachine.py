"""Plays story files with a real interpreter."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.inform6 import compiled
from puzzlesynth.export.inform6.dictionary import ordinal
from puzzlesynth.export.inform6.rules import label_parts
from puzzlesynth.export.inform6.story_model import InformStory
from puzzlesynth.export.object_pool import PoolObject
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.clauses import ObjectRef, in_words
from puzzlesynth.pack.text.wording import listed, words
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Use, Walk, World
from puzzlesynth.world.verification.dead_ends import dangers_of
from tests.support.export_puzzles import needs
from tests.support.solution_moves import Seats, Turn


class Telling:
    """A puzzle as its story file has it: what to type, and what the game should say."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.pack, self.puzzle = pack, puzzle
        self.world = World(pack, puzzle)
        self.story = InformStory(game_of(pack, puzzle, dangers_of))
        by_item = self.story.pool.by_item
        self.ways = {prepared.rule.number: prepared.ways for prepared in self.story.game.prepared_rules}
        self.seats = Seats(puzzle, {item: [seat.name for seat in seats] for item, seats in by_item.items()})

    def command(self, turn: Turn) -> str:
        """What to type for a turn; turns have to come in order."""
        move = turn.move
        if isinstance(move, Walk):
            typed = f"go to {self.story.area_names[move.area].shown}"
        elif isinstance(move, Use):
            action = " ".join(self.story.routines.phrases[move.rule])
            typed = f"{action} {' with '.join(map(self.typed, move.inputs))}".strip()
        else:
            typed = f"{'take' if type(move).__name__ == 'Take' else 'drop'} {self.typed(move.object)}"
        self.seats.follow(turn)
        return typed

    def options(self, state: State) -> Counter[str]:
        """What `actions` has to list."""
        found: Counter[str] = Counter()
        for use in self.world.uses(state):
            rule = self.pack.rule(use.rule)
            names = [self._shown(state, name) for name in use.inputs]

            def name_of(ref: ObjectRef, names: list[str] = names) -> str:
                return names[ref.index]

            label = in_words(label_parts(self.story.game, rule), name_of)
            ways = self.ways[use.rule]
            made = f", for {listed(words(item) for item in use.items)}" if len(ways) > 1 else ""
            found[label + made] += 1
        return found

    def _shown(self, state: State, name: str) -> str:
        seat = self._seat(name)
        label = self.story.item_names[seat.item].shown
        outside = sum(thing.item == seat.item and thing.inside is None for thing in state.things.values())
        return f"{ordinal(seat.copy)} {label}" if outside > 1 else label

    def _seat(self, name: str) -> PoolObject:
        return next(seat for seat in self.story.pool.seats if seat.name == self.seats.of[name])

    def typed(self, name: str) -> str:
        """What a player types for an object, whatever else is there."""
        seat = self._seat(name)
        label = self.story.item_names[seat.item].shown
        return f"{ordinal(seat.copy)} {label}" if self.story.game.most[seat.item] > 1 else label


def story_file(pack: Pack, puzzle: Puzzle, folder: Path) -> Path:
    needs("inform6")
    source = exporter("inform6").export(pack, puzzle, Options(foresee=dangers_of))
    assert isinstance(source, str)
    content, said = compiled(source)
    assert "Warning" not in said, said
    assert content[0] in (5, 8)
    path = folder / f"story.z{content[0]}"
    path.write_bytes(content)
    return path


def played(story: Path, commands: Sequence[str]) -> list[str]:
    """What the game says at the start and after each command."""
    done = subprocess.run(
        [needs("dfrotz"), "-m", "-q", "-w", "2000", "-h", "2000", str(story)],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        encoding="latin-1",
        timeout=120,
        check=False,
    )
    assert "Programming error" not in done.stdout, done.stdout
    assert "Fatal" not in done.stdout + done.stderr, done.stdout[-500:]
    return re.split(r"^>", done.stdout, flags=re.M)


def listed_options(said: str) -> Counter[str]:
    return Counter(re.findall(r"^\d+\. (.*)$", said, re.M))
