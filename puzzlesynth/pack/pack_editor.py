"""Single changes of a pack's files, made where the value is: comments, order and layout of the rest stay.

A change is a path and a value, as in `("areas", "Cellar", "depth", "min")` and 2. None takes the key away. Rules are
changed by their number. After each change the files are read again: they must say what they said, but for the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.yaml.edits import Edit, Editor, edited, newline_of
from puzzlesynth.pack.yaml.location import block_lines
from puzzlesynth.pack.yaml.nodes import Source, YamlMapping, YamlNode, YamlScalar, YamlSequence, parse_yaml
from puzzlesynth.pack.yaml.writer import yaml_key, yaml_text
from puzzlesynth.quick_dataclasses import dataclass

SECTIONS = ("items", "rules", "areas", "maps")

KeyPath = Sequence[str]


class UneditablePack(BadInput):
    """A change that cannot be made in place."""


@dataclass(frozen=True)
class _Place:
    """Where a section is: in a file, under a key, or the file itself."""

    file: str
    key: YamlScalar | None
    node: YamlNode | None


class PackEditor:
    """`texts`: what the files of a pack say, the main one first. Raises `UneditablePack` for what cannot be done."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)
        self._main = next(iter(self.texts))

    # --- values ---------------------------------------------------------------------------------------

    def put(self, path: KeyPath, value: Any) -> None:
        """Sets a value, makes the keys on the way where they are missing, or (None) takes the key away."""
        place = self._home(path)
        keys = list(path) if place.key is None and place.file == self._main else list(path[1:])
        if place.node is None and value is None:
            return
        if place.node is None:
            self._append_section(path[0], _nested(path[1:], value))
            return
        self._change(place, keys, value)

    def rename(self, path: KeyPath, name: str) -> None:
        """Gives an entry another name. What refers to it is not changed."""
        place = self._home(path)
        node, editor = place.node, self._editor(place.file)
        for word in path[1:-1]:
            node = node.get(word) if isinstance(node, YamlMapping) else None
        if not isinstance(node, YamlMapping) or node.get(path[-1]) is None:
            raise UneditablePack(f"there is no {path[-1]}")
        if node.get(name) is not None:
            raise UneditablePack(f"{name} already exists")
        key = next(key for key, _ in node.pairs if key.text == path[-1])
        self._apply(place.file, [editor.renamed(key, name)])

    def _change(self, place: _Place, keys: list[str], value: Any) -> None:
        editor = self._editor(place.file)
        node, key = place.node, place.key
        for depth, word in enumerate(keys):
            found = _pair(node, word)
            if found is None:
                if value is not None:
                    self._insert(place.file, editor, key, node, {word: _nested(keys[depth + 1 :], value)})
                return
            if depth == len(keys) - 1:
                self._finish(place.file, editor, node, found, value)
                return
            key, node = found
        raise UneditablePack("a path needs a key")

    def _finish(
        self,
        file: str,
        editor: Editor,
        around: YamlNode | None,
        found: tuple[YamlScalar, YamlNode],
        value: Any,
    ) -> None:
        key, node = found
        if value is None:
            assert isinstance(around, YamlMapping)
            if len(around.pairs) == 1 and not editor.is_flow(around):
                # A block without keys would be nothing; braces say that it is empty.
                self._apply(file, [Edit(around.start, editor.end(around), "{}")])
            else:
                self._apply(file, editor.resized(around, {key.text}, {}))
            return
        self._apply(file, [editor.replaced(key, node, value)])

    def _insert(
        self, file: str, editor: Editor, key: YamlScalar | None, node: YamlNode | None, new: dict[str, Any]
    ) -> None:
        if isinstance(node, YamlMapping) and node.pairs:
            self._apply(file, editor.resized(node, (), new))
        elif isinstance(node, YamlMapping) and key is not None:
            self._apply(file, self._first_entries(editor, key, node, new))
        elif key is not None and (node is None or (isinstance(node, YamlScalar) and node.is_null)):
            indent = self._indent(file, key)
            top = indent == ""
            self._apply(file, [editor.filled(key, new, "  " if top else None)])
        elif key is None and node is None:
            self._apply(file, [Edit(len(self.texts[file]), len(self.texts[file]), _lines(new, ""))])
        else:
            raise UneditablePack("the file has something else in this place; edit it by hand")

    def _first_entries(
        self, editor: Editor, key: YamlScalar, node: YamlMapping, new: dict[str, Any]
    ) -> list[Edit]:
        """Entries of a section that was empty braces: one per line, as designers write them."""
        file = node.source.file
        if self._indent(file, key) != "":
            return editor.resized(node, (), new)
        newline = newline_of(self.texts[file])
        rows = "".join(f"{newline}  {yaml_key(name)}: {yaml_text(value)}" for name, value in new.items())
        start = node.start
        while self.texts[file][start - 1] == " ":
            start -= 1
        return [Edit(start, node.end, rows)]

    def _indent(self, file: str, key: YamlScalar) -> str:
        start = self.texts[file].rfind("\n", 0, key.start) + 1
        return self.texts[file][start : key.start]

    def _append_section(self, section: str, value: Any) -> None:
        text = self.texts[self._main]
        newline = newline_of(text)
        lead = "" if text.endswith("\n") or not text else newline
        rows = (
            _lines(value, "  ", newline)
            if isinstance(value, dict) and value
            else f" {yaml_text(value)}{newline}"
        )
        head = f"{section}:{newline}" if isinstance(value, dict) and value else f"{section}:"
        self._apply(self._main, [Edit(len(text), len(text), f"{lead}{newline}{head}{rows}")])

    # --- rules ----------------------------------------------------------------------------------------

    def put_rule(self, rule: Rule, text: str | None) -> None:
        """Another text for a rule, or (None) takes it away."""
        file = rule.place.file
        section = self._section(file, "rules")
        if isinstance(section, YamlScalar):
            if section.style != "|":
                raise UneditablePack("the rules are written in quotes; write `rules: |` to change them here")
            self._put_line(file, section, rule.place.line, text)
            return
        entry = _entry_at(section, rule.place.line, rule.place.column)
        editor = self._editor(file)
        if text is None:
            self._apply(file, [self._without_entry(section, entry)])
        elif isinstance(entry, YamlMapping):
            found = _pair(entry, "rule")
            if found is None:
                raise UneditablePack("this rule follows from what an item says; change the item")
            self._apply(file, [editor.replaced(*found, text)])
        else:
            assert isinstance(entry, YamlNode)
            self._apply(file, [Edit(entry.start, editor.end(entry), yaml_text(text))])

    def add_rule(self, text: str) -> None:
        """A new rule after the last one."""
        for place in reversed([self._home(("rules",))]):
            node = place.node
            if isinstance(node, YamlScalar) and node.style == "|":
                self._add_line(place.file, node, text)
            elif isinstance(node, YamlSequence) and node.entries:
                self._add_entry(place.file, node, text)
            elif (
                node is None
                or isinstance(node, YamlSequence)
                or (isinstance(node, YamlScalar) and node.is_null)
            ):
                self._begin_rules(place, text)
            else:
                raise UneditablePack(
                    "no rule can be added to rules that are written this way; edit them by hand"
                )

    def _put_line(self, file: str, block: YamlScalar, line: int, text: str | None) -> None:
        source = Source(file, self.texts[file])
        row = source.line(line)
        start = _line_start(self.texts[file], line)
        indent = len(row) - len(row.lstrip())
        if text is None:
            end = _line_start(self.texts[file], line + 1)
            if sum(bool(one.partition("#")[0].strip()) for one, _ in block_lines(block)) == 1:
                raise UneditablePack("this is the only rule of its block; edit the text by hand")
            self._apply(file, [Edit(start, end, "")])
            return
        comment = row.find(" #", indent)
        tail = row[len(row[:comment].rstrip()) :] if comment >= 0 else ""
        self._apply(file, [Edit(start + indent, start + len(row), text + tail)])

    def _add_line(self, file: str, block: YamlScalar, text: str) -> None:
        whole = self.texts[file]
        newline = newline_of(whole)
        rows = [
            (number, row) for number, (row, _) in enumerate(block_lines(block), block.line + 1) if row.strip()
        ]
        last = rows[-1][0] if rows else block.line
        source = Source(file, whole)
        indent = (
            source.line(last)[: len(source.line(last)) - len(source.line(last).lstrip())] if rows else "  "
        )
        at = _line_start(whole, last) + len(source.line(last))
        self._apply(file, [Edit(at, at, f"{newline}{indent}{text}")])

    def _add_entry(self, file: str, node: YamlSequence, text: str) -> None:
        editor, last = self._editor(file), node.entries[-1]
        end = editor.end(last)
        if editor.is_flow(node):
            self._apply(file, [Edit(end, end, f", {yaml_text(text)}")])
            return
        whole = self.texts[file]
        start = whole.rfind("\n", 0, last.start) + 1
        lead = whole[start : last.start]
        line_end = whole.find("\n", end)
        at = len(whole) if line_end < 0 else line_end
        self._apply(file, [Edit(at, at, f"{newline_of(whole)}{lead}{yaml_text(text)}")])

    def _begin_rules(self, place: _Place, text: str) -> None:
        whole = self.texts[place.file]
        newline = newline_of(whole)
        if place.key is None:
            self._append_section("rules", [text])
            return
        node = place.node
        end = node.end if node is not None and node.start > place.key.start else place.key.end
        colon = whole.index(":", place.key.end) + 1
        self._apply(place.file, [Edit(colon, max(colon, end), f" |{newline}  {text}")])

    def _without_entry(self, section: YamlNode | None, entry: YamlNode | None) -> Edit:
        if not isinstance(section, YamlSequence) or entry is None:
            raise UneditablePack("this rule cannot be removed here; edit the text")
        editor, whole = self._editor(entry.source.file), self.texts[entry.source.file]
        index = section.entries.index(entry)
        if editor.is_flow(section):
            if index + 1 < len(section.entries):
                return Edit(entry.start, section.entries[index + 1].start, "")
            start = editor.end(section.entries[index - 1]) if index else entry.start
            return Edit(start, editor.end(entry), "")
        if len(section.entries) == 1:
            start = whole.rfind("\n", 0, entry.start) + 1
            return Edit(start, editor.end(entry), whole[start : whole.index("-", start)] + "[]")
        start = whole.rfind("\n", 0, entry.start) + 1
        end = whole.find("\n", editor.end(entry))
        return Edit(start, len(whole) if end < 0 else end + 1, "")

    # --- files ----------------------------------------------------------------------------------------

    def _home(self, path: KeyPath) -> _Place:
        """Where a section is, or should be: in the file that has the entry, else in the section's own file."""
        found = [place for file in self.texts if (place := self._place(file, path[0])) is not None]
        for place in found:
            if len(path) > 1 and _pair(place.node, path[1]) is not None:
                return place
        if path[0] not in SECTIONS:
            return self._top()
        if found:
            return found[-1]
        return _Place(self._main, None, None)

    def _top(self) -> _Place:
        tree = self._tree(self._main)
        return _Place(self._main, None, tree)

    def _place(self, file: str, section: str) -> _Place | None:
        tree = self._tree(file)
        if not isinstance(tree, YamlMapping):
            own = Path(file).stem == section and file != self._main
            return _Place(file, None, tree) if own else None
        pair = _pair(tree, section)
        if pair is not None:
            return _Place(file, *pair)
        return _Place(file, None, tree) if Path(file).stem == section and file != self._main else None

    def _section(self, file: str, section: str) -> YamlNode | None:
        place = self._place(file, section)
        return place.node if place else None

    def _tree(self, file: str) -> YamlNode | None:
        try:
            return parse_yaml(Source(file, self.texts[file]))[0]
        except PackError as problem:
            raise UneditablePack(
                f"{Path(file).name}: fix the text first ({problem.problems[0].message})"
            ) from None

    def _editor(self, file: str) -> Editor:
        return Editor(Source(file, self.texts[file]))

    def _apply(self, file: str, edits: list[Edit]) -> None:
        before = self.texts[file]
        after = edited(before, edits)
        try:
            parse_yaml(Source(file, after))
        except PackError:
            raise UneditablePack(
                "the file is written in a way that cannot be changed here; edit the text"
            ) from None
        self.texts[file] = after


def _pair(node: YamlNode | None, word: str) -> tuple[YamlScalar, YamlNode] | None:
    pairs = node.pairs if isinstance(node, YamlMapping) else []
    return next(((key, value) for key, value in pairs if key.text == word), None)


def _entry_at(section: YamlNode | None, line: int, column: int) -> YamlNode | None:
    """The last entry of a list that begins at this place or before it."""
    entries = section.entries if isinstance(section, YamlSequence) else []
    found = [entry for entry in entries if (entry.line, entry.column) <= (line, column)]
    return found[-1] if found else None


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _lines(entries: Mapping[str, Any], indent: str, newline: str = "\n") -> str:
    return "".join(
        f"{indent}{yaml_key(name)}: {yaml_text(value)}{newline}" for name, value in entries.items()
    )


def _line_start(text: str, line: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if not at:
            return len(text)
    return at
