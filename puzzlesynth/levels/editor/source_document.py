"""A game's source as a document: one level is replaced, added, taken out or put elsewhere, and every other byte stays.

Comments, rulers, blank lines, ends of lines, the spelling of letters and rows that did not change are kept, so that the
original editor opens the file and a designer finds it as it was. What is written has been compiled again and has the
levels that it is meant to have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesynth.levels.compiler import Compilation, compile_source
from puzzlesynth.levels.model import Level, LevelEntry, LevelMessage, PuzzleScriptGame
from puzzlesynth.levels.source_editor import CannotWrite, sections

from .map_rows import ExactLetters, KnownLetters, Letters, rewritten_rows
from .source_lines import Lines, is_blank, row_lines

Write = Callable[[Letters], Lines]
"""The lines of a source with something else in it, written in these letters."""


@dataclass(frozen=True)
class SourceDocument:
    """A source. Entries are levels and messages, counted from 0 as in the game's list of levels."""

    text: str

    @cached_property
    def compilation(self) -> Compilation:
        return compile_source(self.text)

    @property
    def game(self) -> PuzzleScriptGame:
        """Raises `CannotWrite` for a source with errors: the places of its levels are unknown then."""
        game = self.compilation.game
        if game is None:
            raise CannotWrite("the game has errors; its levels can be changed when it compiles")
        return game

    @property
    def entries(self) -> tuple[LevelEntry, ...]:
        return self.game.levels

    def with_level(self, entry: int, level: Level) -> SourceDocument:
        """Another map in the place of a level's."""
        old = self._entry(entry)
        if not isinstance(old, Level):
            raise CannotWrite("that is a message, not a level")
        wanted = [*self.entries[:entry], level, *self.entries[entry + 1 :]]
        return self._first_good(wanted, lambda letters: self._replaced(old, level, letters))

    def with_new_level(self, level: Level, at: int | None = None) -> SourceDocument:
        """A level more, before the entry `at`; after the last without one."""
        place = len(self.entries) if at is None else at
        wanted = [*self.entries[:place], level, *self.entries[place:]]
        return self._first_good(
            wanted,
            lambda letters: self._inserted([letters.row(level, y) for y in range(level.height)], place),
        )

    def with_new_message(self, text: str, at: int | None = None) -> SourceDocument:
        """A message more, before the entry `at`."""
        words = " ".join(text.split())
        place = len(self.entries) if at is None else at
        wanted = [*self.entries[:place], LevelMessage(words, 0), *self.entries[place:]]
        return self._checked(self._inserted([f"message {words}"], place), wanted)

    def with_message(self, entry: int, text: str) -> SourceDocument:
        """Other words in the place of a message's."""
        old = self._entry(entry)
        if not isinstance(old, LevelMessage):
            raise CannotWrite("that is a level, not a message")
        words = " ".join(text.split())
        lines = Lines.of(self.text)
        word = lines.texts[old.line - 1].lstrip()[: len("message")]
        lines.replace(old.line - 1, old.line, [f"{word} {words}"])
        wanted = [*self.entries[:entry], LevelMessage(words, 0), *self.entries[entry + 1 :]]
        return self._checked(lines, wanted)

    def without_entry(self, entry: int) -> SourceDocument:
        """A level or a message less, with the comment right above it and the blank line after it."""
        self._entry(entry)
        lines = Lines.of(self.text)
        first, last = _span(self.entries[entry])
        above = first
        floor = self._end_before(entry)
        while above > floor and lines.is_comment(above - 1):
            above -= 1
        if last < len(lines) and is_blank(lines.texts[last]):
            last += 1
        lines.replace(above, last, [])
        return self._checked(lines, [*self.entries[:entry], *self.entries[entry + 1 :]])

    def reordered(self, order: Sequence[int]) -> SourceDocument:
        """The same entries in another order. What is between an entry and the one before it moves with it."""
        if sorted(order) != list(range(len(self.entries))):
            raise ValueError("an order names every entry once")
        lines = Lines.of(self.text)
        begin, end = self._section_begin(lines), 0
        blocks: list[list[str]] = []
        for entry in self.entries:
            end = _span(entry)[1]
            blocks.append(lines.texts[begin:end])
            begin = end
        written: list[str] = []
        for place, number in enumerate(order):
            block = blocks[number]
            written += ["", *block] if place and not is_blank(block[0]) else block
        lines.replace(self._section_begin(lines), end, written)
        return self._checked(lines, [self.entries[number] for number in order])

    # how it is written

    def _entry(self, number: int) -> LevelEntry:
        if not 0 <= number < len(self.entries):
            raise CannotWrite(f"there is no entry {number}: the game has {len(self.entries)}")
        return self.entries[number]

    def _end_before(self, entry: int) -> int:
        """The line (from 0) after the entry before this one."""
        if entry:
            return _span(self.entries[entry - 1])[1]
        return self._section_begin(Lines.of(self.text))

    def _section_begin(self, lines: Lines) -> int:
        found = sections(lines.texts)
        if "levels" not in found:
            raise CannotWrite("the source has no section LEVELS")
        return found["levels"].begin

    def _replaced(self, old: Level, level: Level, letters: Letters) -> Lines:
        lines = Lines.of(self.text)
        first, last = old.line - 1, old.last_line
        places = [first + number for number in row_lines(lines.texts[first:last])]
        rows = rewritten_rows([lines.texts[place] for place in places], old, level, letters)
        if len(places) == level.height == old.height:
            for place, row in zip(places, rows, strict=True):
                lines.replace(place, place + 1, [row])
        else:
            # Rows come or go: what is between the old ones stays above the new ones.
            between = [number for number in range(first, last) if number not in places]
            lines.replace(first, last, [*(lines.texts[number] for number in between), *rows])
        return lines

    def _inserted(self, rows: Sequence[str], place: int) -> Lines:
        lines = Lines.of(self.text)
        if place:
            at = _span(self.entries[place - 1])[1]
            more = ["", *rows]
            if at < len(lines) and not is_blank(lines.texts[at]):
                more.append("")
        else:
            at = self._section_begin(lines)
            while at < len(lines) and is_blank(lines.texts[at]):
                at += 1
            more = [*rows, ""]
        lines.replace(at, at, more)
        return lines

    def _explained(self, lines: Lines, letters: Letters) -> Lines:
        """New letters are explained at the beginning of the legend."""
        if letters.added:
            found = sections(lines.texts)
            if "legend" not in found:
                raise CannotWrite("the source has no section LEGEND")
            begin = found["legend"].begin
            while begin < len(lines) and is_blank(lines.texts[begin]):
                begin += 1
            lines.replace(begin, begin, letters.explanations())
        return lines

    def _first_good(self, wanted: Sequence[LevelEntry], write: Write) -> SourceDocument:
        """Written with the legend's letters; if the level does not come out of them as it is meant (a game can have
        several backgrounds), with letters that say everything."""
        try:
            letters: Letters = KnownLetters(self.game)
            return self._checked(self._explained(write(letters), letters), wanted)
        except CannotWrite:
            letters = ExactLetters(self.game)
            return self._checked(self._explained(write(letters), letters), wanted)

    def _checked(self, lines: Lines, wanted: Sequence[LevelEntry]) -> SourceDocument:
        made = SourceDocument(lines.written())
        game = made.compilation.game
        if game is None or _contents(game.levels) != _contents(wanted):
            raise CannotWrite("the levels do not come out of the source as they were put in")
        before = Counter(message.text for message in self.compilation.errors)
        if Counter(message.text for message in made.compilation.errors) - before:
            raise CannotWrite("the source would have an error that it did not have")
        return made


def _span(entry: LevelEntry) -> tuple[int, int]:
    """The lines of an entry, from 0: the first, and the one after the last."""
    return entry.line - 1, entry.last_line if isinstance(entry, Level) else entry.line


def _contents(entries: Iterable[LevelEntry]) -> list[object]:
    """What entries are, wherever they stand."""
    return [
        (entry.width, entry.cells) if isinstance(entry, Level) else entry.text.split() for entry in entries
    ]
