"""Puzzles and saved games of a pack that has changed since: brought up to date where everything still holds."""

from puzzlesynth.migration.puzzles import Migration, migrate_puzzle
from puzzlesynth.migration.saves import SaveMigration, migrate_save

__all__ = ["Migration", "SaveMigration", "migrate_puzzle", "migrate_save"]
