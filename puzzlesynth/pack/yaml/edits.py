"""Changes of single keys and values in the text of a YAML file; everything around them stays as it is.

An edit is a piece of the text and its replacement. Callers read the result again, because YAML has more ways to write
things (anchors, `? key`) than this module knows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from .nodes import Source, YamlMapping, YamlNode, YamlScalar
from .writer import yaml_block, yaml_key, yaml_text

_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*\s*")
"""An anchor or a tag before a value."""


class Edit(NamedTuple):
    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def newline_of(text: str) -> str:
    """How lines end in this file."""
    return "\r\n" if "\r\n" in text else "\n"


class Editor:
    """Makes the edits of one file."""

    def __init__(self, source: Source) -> None:
        self._text = source.text
        self._newline = newline_of(source.text)

    def renamed(self, key: YamlScalar, name: str) -> Edit:
        return Edit(key.start, key.end, yaml_key(name))

    def replaced(self, key: YamlScalar, value: YamlNode, new: Any) -> Edit:
        """Another value for a key."""
        start, end = self._content(value), self.end(value)
        said = self._value(key, value, new)
        if value.start < key.start or start >= end:
            # An alias stands for something elsewhere; `key:` is followed by nothing.
            return self._after(key, said)
        return Edit(start, end, said)

    def resized(self, mapping: YamlMapping, gone: Collection[str], new: Mapping[str, Any]) -> list[Edit]:
        """Takes keys out with their values, and adds others after the last one."""
        words = [f"{yaml_key(key)}: {yaml_text(value)}" for key, value in new.items()]
        stays = [key.text not in gone for key, _ in mapping.pairs]
        return (
            self._in_braces(mapping, stays, words)
            if self.is_flow(mapping)
            else self._on_lines(mapping, stays, words)
        )

    def _in_braces(self, mapping: YamlMapping, stays: list[bool], words: list[str]) -> list[Edit]:
        pairs = mapping.pairs
        edits = [
            Edit(key.start, pairs[number + 1][0].start, "")
            for number, (key, _) in enumerate(pairs)
            if not stays[number] and any(stays[number:])
        ]
        # What goes at the end goes with the comma before it, and what is new comes in its place.
        last = max((number for number, kept in enumerate(stays) if kept), default=None)
        if last is None:
            start = pairs[0][0].start if pairs else self._content(mapping) + 1
            said = ", ".join(words)
        else:
            start = self._pair_end(*pairs[last])
            said = "".join(f", {word}" for word in words)
        end = self._pair_end(*pairs[-1]) if pairs else start
        return [*edits, Edit(start, end, said)] if said or end > start else edits

    def _on_lines(self, mapping: YamlMapping, stays: list[bool], words: list[str]) -> list[Edit]:
        edits = []
        first, (last, value) = mapping.pairs[0][0], mapping.pairs[-1]
        indent = self._text[self._line_start(first.start) : first.start]
        for (key, node), kept in zip(mapping.pairs, stays, strict=True):
            if not kept and key is not last:
                edits.append(
                    Edit(self._line_start(key.start), self._next_line(self._pair_end(key, node)), "")
                )
        if stays[-1]:
            at = self._line_end(self._pair_end(last, value))
            said = "".join(f"{self._newline}{indent}{word}" for word in words)
            return [*edits, Edit(at, at, said)] if words else edits
        said = "".join(f"{indent}{word}{self._newline}" for word in words)
        return [
            *edits,
            Edit(self._line_start(last.start), self._next_line(self._pair_end(last, value)), said),
        ]

    def filled(self, key: YamlScalar, new: Mapping[str, Any], indent: str | None = None) -> Edit:
        """A mapping for a key that has no value yet: in braces, or below it with such an indent."""
        if indent is None:
            return self._after(key, yaml_text(dict(new)))
        at = self._line_end(self._after(key, "").start)
        lines = (
            f"{self._newline}{indent}{yaml_key(name)}: {yaml_text(value)}" for name, value in new.items()
        )
        return Edit(at, at, "".join(lines))

    # --- where things are ----------------------------------------------------------------------------

    def is_flow(self, node: YamlNode) -> bool:
        """Whether a list or a mapping is written in brackets."""
        at = self._content(node)
        return self._text[at : at + 1] in ("{", "[")

    def end(self, node: YamlNode) -> int:
        """Where a value ends; a block's end includes the line break and what is below it, which must stay."""
        if isinstance(node, YamlMapping) and node.pairs and not self.is_flow(node):
            return self._pair_end(*node.pairs[-1])
        end = node.end
        while end > node.start and self._text[end - 1] in " \t\r\n":
            end -= 1
        return end

    def _content(self, node: YamlNode) -> int:
        """Where a value begins, after its anchor and its tag."""
        at = node.start
        while found := _PROPERTY.match(self._text, at, node.end):
            at = found.end()
        return at

    def _pair_end(self, key: YamlScalar, value: YamlNode) -> int:
        if value.start < key.start:
            return self._after(key, "").end
        return max(self.end(value), self._colon(key))

    def _colon(self, key: YamlScalar) -> int:
        """After the colon of a key; after the key where it has none."""
        found = re.compile(r"\s*:").match(self._text, key.end)
        return found.end() if found else key.end

    def _after(self, key: YamlScalar, said: str) -> Edit:
        """The place for the value of a key that has none, or of the alias that is there."""
        colon = self._colon(key)
        alias = re.compile(r"\s*(?:\*[^\s,\[\]{}]+|~|null\b)").match(self._text, colon)
        lead = " " if colon > key.end else ": "
        return Edit(colon, alias.end() if alias else colon, f"{lead}{said}")

    def _value(self, key: YamlScalar, value: YamlNode, new: Any) -> str:
        """A literal block stays one, as far as it goes."""
        if isinstance(value, YamlScalar) and value.style == "|" and isinstance(new, str):
            indent = self._text[self._line_start(key.start) : key.start]
            if not indent.strip():
                block = yaml_block(new, f"{indent}  ", self._newline)
                return yaml_text(new) if block is None else block
        return yaml_text(new)

    def _line_start(self, index: int) -> int:
        return self._text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        end = self._text.find("\n", index)
        if end < 0:
            return len(self._text)
        return end - 1 if self._text[end - 1 : end] == "\r" and end > index else end

    def _next_line(self, index: int) -> int:
        end = self._text.find("\n", index)
        return len(self._text) if end < 0 else end + 1
