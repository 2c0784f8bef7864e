"""Puzzles and saved games of a pack that has changed since: brought up to date where everything still holds."""

from .puzzles import Migration, migrate_puzzle
from .saves import SaveMigration, migrate_save

__all__ = ["Migration", "SaveMigration", "migrate_puzzle", "migrate_save"]
