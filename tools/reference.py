"""Fill in the generated tables of `docs/` and `asp/README.md` from the code: `python -m tools.reference`, or `make docs`.

The pages are written by hand. A table that follows from the code is between two comments,

    <!-- generated: pack keys -->
    …
    <!-- end -->

and this program replaces what is between them. With `--check` it changes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from puzzlesynth.pack.keys import Key

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    *sorted((ROOT / "docs" / "reference").glob("*.md")),
    ROOT / "asp" / "README.md",
    ROOT / "docs" / "architecture.md",
)
BLOCK = re.compile(r"(<!-- generated: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Schema = Mapping[str, Any]


def filled_in(text: str) -> str:
    """A page with its generated blocks as the code has them now."""
    return BLOCK.sub(lambda found: f"{found[1]}{GENERATORS[found[2]]().strip()}\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Fill in the generated tables from the code.")
    parser.add_argument("--check", action="store_true", help="Change nothing; fail if a page is out of date.")
    check = parser.parse_args().check
    stale = False
    for page in PAGES:
        before = page.read_text("utf-8")
        after = filled_in(before)
        if after != before:
            stale = True
            print(f"{page.relative_to(ROOT)}: {'out of date' if check else 'updated'}")
            if not check:
                page.write_text(after, "utf-8")
    return 1 if check and stale else 0


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(re.sub(r"(?<!\\)\|", r"\\|", text).split())


# --- Keys of packs and puzzles ------------------------------------------------------------------------


PACK_TITLES = {
    "pack": "The pack",
    "item": "An item",
    "rule": "A rule",
    "area": "An area",
    "depth": "Depth",
    "door": "A door",
    "guarantees": "Guarantees",
    "limits": "Limits of the search",
    "map": "A map",
    "map area": "An area of a map",
    "block": "A block",
    "output": "The output of a map",
    "composed": "A block of your own",
}
"""The heading of each section of the table of keys."""


def pack_keys() -> str:
    """Every key of a pack, section by section."""
    from puzzlesynth.pack.keys import SECTIONS

    head = ("key", "value", "default", "meaning")
    return "\n".join(
        f"## {PACK_TITLES[name]}\n\n{section.meaning}\n\n"
        + _table(head, (_pack_key(word, key) for word, key in section.keys.items()))
        for name, section in SECTIONS.items()
    )


def _pack_key(word: str, key: Key) -> tuple[str, ...]:
    """A row: the key, what can be written there, its default, its meaning."""
    shape = key.shape.value
    if key.choices is not None:
        shape = ", ".join(f"`{choice.value}`" for choice in key.choices)
    elif key.of in PACK_TITLES:
        title = PACK_TITLES[key.of]
        link = f"[{title[0].lower()}{title[1:]}](#{title.lower().replace(' ', '-')})"
        shape = f"mapping: {link}" if key.shape.name == "SECTION" else f"{shape}: {link}"
    elif key.shape.name == "NUMBER":
        shape += f", {key.least} to {key.most:,}" if key.most < 10**9 else f", {key.least} or more"
    default = "required" if key.required else "" if key.default is None else f"`{_written(key.default)}`"
    return f"`{word}`", shape, default, key.meaning


def _written(value: bool | int | str) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def puzzle_keys() -> str:
    """Every key of a puzzle's JSON."""
    from puzzlesynth.puzzle.json_io import puzzle_schema

    schema = puzzle_schema()
    return _table(("key", "value", "always", "meaning"), _key_rows(schema, ""))


def save_keys() -> str:
    """Every key of a saved game."""
    from puzzlesynth.play.saves import save_schema

    return _table(("key", "value", "always", "meaning"), _key_rows(save_schema(), ""))


def manifest_keys() -> str:
    """Every key of a corpus's manifest."""
    from puzzlesynth.corpus.manifest import manifest_schema

    return _table(("key", "value", "always", "meaning"), _key_rows(manifest_schema(), ""))


def receipt_keys() -> str:
    """Every key of a shard's receipt."""
    from puzzlesynth.corpus.storage import receipt_schema

    return _table(("key", "value", "always", "meaning"), _key_rows(receipt_schema(), ""))


def _key_rows(part: Schema, prefix: str) -> Iterator[tuple[str, ...]]:
    """Keys in their order, each with the keys of what it holds below it."""
    for key, value in part["properties"].items():
        always = "yes" if key in part.get("required", ()) else ""
        yield f"`{prefix}{key}`", _kind(value), always, value.get("description", "")
        if "properties" in value:
            yield from _key_rows(value, f"{prefix}{key}.")
        elif "properties" in value.get("items", {}):
            yield from _key_rows(value["items"], f"{prefix}{key}[].")


def _kind(value: Schema) -> str:
    """What a key's value looks like, in words."""
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    types = [value["type"]] if isinstance(value["type"], str) else value["type"]
    return " or ".join(_KINDS[kind] for kind in types)


_KINDS = {
    "string": "text",
    "integer": "whole number",
    "boolean": "`true` or `false`",
    "object": "mapping",
    "array": "list",
    "null": "`null`",
}


def limits() -> str:
    """The largest files and numbers, from the modules that refuse what is larger."""
    from puzzlesynth.cli.common.standard_streams import MOST_BYTES as TEXT_BYTES
    from puzzlesynth.logic_text import DEEPEST
    from puzzlesynth.pack import bounds
    from puzzlesynth.puzzle.strict_json import MAX_DEPTH, MOST_BYTES
    from puzzlesynth.synth.constraints.constraint_file import LARGEST as CONSTRAINT_CHARACTERS

    rows = {
        "a file of a pack, an item table or a Puzzledice file": (
            f"{_mebibytes(bounds.MAX_BYTES)}, {bounds.MAX_DEPTH} levels of nesting"
        ),
        "a constraint file": f"{CONSTRAINT_CHARACTERS:,} characters, {DEEPEST} levels of nesting",
        "a puzzle, a state or a saved game": f"{_mebibytes(MOST_BYTES)}, {MAX_DEPTH} levels of nesting",
        "a transcript": _mebibytes(TEXT_BYTES),
        "a PuzzleScript source": _mebibytes(TEXT_BYTES),
        "items of a pack": f"{bounds.MAX_ITEMS:,}",
        "rules of a pack": f"{bounds.MAX_RULES:,}, with those from relations {bounds.MAX_RELATIONS:,}",
        "a rule or a goal": f"{bounds.MAX_RULE_LENGTH:,} characters",
        "blocks of a map": f"{bounds.MAX_BLOCKS:,}, with blocks of your own expanded {bounds.MAX_EXPANDED_BLOCKS:,}",
        "areas of a pack": f"{bounds.MAX_AREAS:,}",
        "goals of an area": f"{bounds.MAX_GOALS:,}",
        "objects of one item at the start": f"{bounds.MAX_COPIES:,}",
        "objects in the world at the start": f"{bounds.MAX_OBJECTS:,}",
        "numbers": f"from -{bounds.MAX_NUMBER:,} to {bounds.MAX_NUMBER:,}",
    }
    return _table(("what", "at most"), iter(rows.items()))


def _mebibytes(number: int) -> str:
    return f"{number // 2**20} MiB"


# --- The rule notation --------------------------------------------------------------------------------------------


def grammar() -> str:
    """The grammar, from the module that reads it."""
    from puzzlesynth.pack.rules import grammar as module

    text = inspect.cleandoc(module.__doc__ or "")
    block = re.search(r"(?:^    .*\n)+", text + "\n", re.MULTILINE)
    if block is None:
        raise ValueError("the docstring of pack/rules/grammar.py has no indented grammar")
    return f"```text\n{textwrap.dedent(block[0])}```\n"


# --- Constraints ---------------------------------------------------------------------------------------------------


def words() -> str:
    """The vocabulary of constraint files, from its blocks of documentation."""
    from puzzlesynth.synth.constraints.vocabulary import reference_table

    return reference_table()


def shelf() -> str:
    """The ready-made constraints, from theirs."""
    from puzzlesynth.synth.constraints.shelf import shelf_table

    return shelf_table()


# --- Commands -----------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its help, arguments and options."""
    return "\n".join(f"## {name}\n\n{_command(name, command)}" for name, command in all_commands())


def all_commands() -> Iterator[tuple[str, Any]]:
    """Every command that can be run, with its full name."""
    from puzzlesynth.cli.commands import COMMANDS, load_command

    for name, entry in COMMANDS.items():
        yield from _below(name, load_command(name, entry))


def _below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for word, inner in command.commands.items():
            yield from _below(f"{name} {word}", inner)
    else:
        yield name, command


def examples_of(command: Any) -> list[str]:
    """The command lines that a command's help gives as examples."""
    return re.findall(r"^Example: (.*)$", inspect.cleandoc(command.help or ""), re.MULTILINE)


def _command(name: str, command: Any) -> str:
    context = typer.Context(command, info_name=f"puzzlesynth {name}")
    paragraphs = inspect.cleandoc(command.help or "").replace("\b\n", "").split("\n\n")
    text = [one for one in paragraphs if not one.startswith("Example: ")]
    examples = "".join(f"{line}\n" for line in examples_of(command))
    parts = [
        f"```text\n{_usage(name, command, context)}\n```\n",
        "\n\n".join(text) + "\n",
        f"For example:\n\n```sh\n{examples}```\n" if examples else "",
        _parameters(command, context),
    ]
    return "\n".join(part for part in parts if part)


def _usage(name: str, command: Any, context: Any) -> str:
    """Options and arguments in the usual notation, whatever brackets the help has."""
    words = [f"puzzlesynth {name}", "[OPTIONS]"]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            label = re.sub(r"[\[\]{}]", "", str(parameter.make_metavar(context)))
            words.append(label if parameter.required else f"[{label}]")
    return " ".join(words)


def _parameters(command: Any, context: Any) -> str:
    rows = []
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None:
            left, text = record
            rows.append((f"`{_plain_types(left)}`", _plain_ranges(text.strip())))
    return _table(("argument or option", "meaning"), iter(rows))


def _plain_types(left: str) -> str:
    for shown, plain in (
        ("<int range>", "N"),
        ("<float range>", "NUMBER"),
        ("<str>", "TEXT"),
        ("<int>", "N"),
    ):
        left = left.replace(shown, plain)
    return left.strip("{}")


def _plain_ranges(text: str) -> str:
    """The help with `[default: 1; x>=1]` in words."""
    text = re.sub(r"\s+\[([^\[\]]*)\]$", r" (\1)", text)
    text = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", text)
    return re.sub(r"x>=([\d.]+)", r"\1 or more", text)


# --- Measures -----------------------------------------------------------------------------------------------------


def worked_example() -> str:
    """The difficulty of one puzzle, part by part."""
    from puzzlesynth.pack import load_pack
    from puzzlesynth.pipeline.generate import make_puzzles
    from puzzlesynth.world.difficulty import WEIGHTS, difficulty_of

    pack = load_pack(ROOT / "examples" / "meadow")
    found = difficulty_of(pack, next(iter(make_puzzles(pack, seed=7))))
    rows = (
        (name, f"{v:.3f}", str(WEIGHTS[name]), f"{v * WEIGHTS[name]:.1f}") for name, v in found.parts.items()
    )
    measured = ", ".join(f"{name} {value:g}" for name, value in found.measured.items())
    return (
        f"Measured: {measured}.\n\n{_table(('part', 'value', 'weight', 'points'), rows)}\n"
        f"Together that is {found.score:g} of 100: *{found.level}*.\n"
    )


# --- Architecture -------------------------------------------------------------------------------------------------


def shared_modules() -> str:
    """The modules beside the packages, with the first sentence of each."""
    files = sorted((ROOT / "puzzlesynth").glob("[a-z]*.py"))
    rows = ((f"`{file.stem}`", _first_sentence(file)) for file in files)
    return _table(("module", "concern"), rows)


def _first_sentence(file: Path) -> str:
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


GENERATORS: dict[str, Callable[[], str]] = {
    "pack keys": pack_keys,
    "puzzle keys": puzzle_keys,
    "save keys": save_keys,
    "manifest keys": manifest_keys,
    "receipt keys": receipt_keys,
    "limits": limits,
    "grammar": grammar,
    "words": words,
    "shelf": shelf,
    "commands": commands,
    "worked example": worked_example,
    "shared modules": shared_modules,
}

if __name__ == "__main__":
    sys.exit(main())
