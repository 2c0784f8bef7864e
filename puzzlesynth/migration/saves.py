"""A saved game, brought up to date with a changed pack: its puzzles proven again, its moves played again."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.saves import SaveError, checked_save, rewritten_save
from puzzlesynth.puzzle.identity import named
from puzzlesynth.puzzle.json_io import PackReference
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import STATE_LIMIT, Use

from .puzzles import migrate_puzzle
from .rule_correspondence import matching_rules


@dataclass(frozen=True)
class SaveMigration:
    """The result for a saved game."""

    text: str | None
    """The save for the changed pack; None: it cannot be continued."""
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    undecided: bool = False


def migrate_save(
    pack: Pack, text: str | bytes, former: Pack | None = None, states: int = STATE_LIMIT
) -> SaveMigration:
    """The save with the rules of this pack, if its puzzle is still good and its moves are still possible."""
    save = checked_save(text)
    if former is None and pack.is_named_by(save.pack.sha256):
        former = pack
    known = {} if former is None else matching_rules(former, pack)
    puzzle = save.puzzle
    notes: tuple[str, ...] = ()
    if puzzle is not None:
        done = migrate_puzzle(pack, puzzle, former, states)
        if done.puzzle is None:
            return SaveMigration(None, done.faults, done.notes, done.undecided)
        puzzle, known, notes = done.puzzle, dict(done.numbers), done.notes
    try:
        numbers = _Numbers(known, former)
        new = replace(
            save,
            pack=PackReference(pack.name, pack.sha256),
            puzzle=puzzle,
            chapters=tuple(
                chapter._replace(puzzle=_renumbered(pack, chapter.puzzle, numbers))
                for chapter in save.chapters
            ),
            moves=tuple(
                replace(move, rule=numbers.now(move.rule)) if isinstance(move, Use) else move
                for move in save.moves
            ),
        )
        return SaveMigration(rewritten_save(new, pack), (), notes)
    except SaveError as problem:
        return SaveMigration(None, (str(problem),), notes)


class _Numbers:
    """The numbers now of the rules that a game has used."""

    def __init__(self, known: Mapping[int, int], former: Pack | None) -> None:
        self._known, self._former = known, former
        # Without the former pack, rules that no step of the puzzle uses are unknown; if no known number has changed, none
        # has.
        self._same = former is None and all(old == new for old, new in known.items())

    def now(self, rule: int) -> int:
        if rule in self._known or self._same:
            return self._known.get(rule, rule)
        if self._former is None:
            raise SaveError(f"a move uses rule {rule} of the pack as it was; name that pack with --from")
        gone = f"`{self._former.rule(rule)}`" if 1 <= rule <= len(self._former.rules) else f"{rule}"
        raise SaveError(f"a move uses the rule {gone}, which is gone")


def _renumbered(pack: Pack, puzzle: Puzzle, numbers: _Numbers) -> Puzzle:
    """A chapter of a living world: the game goes on, so it is not proven on its own, and claims nothing more."""
    now = {step.id: numbers.now(step.rule) for step in puzzle.steps}
    for number in now.values():
        if not 1 <= number <= len(pack.rules):
            raise SaveError(f"a chapter uses rule {number} of the pack as it was, which is gone")
    steps = tuple(replace(s, rule=now[s.id], action=pack.rule(now[s.id]).action) for s in puzzle.steps)
    done = replace(puzzle, pack=pack.name, pack_sha256=pack.sha256, steps=steps, guarantees={}, difficulty={})
    return named(done)
