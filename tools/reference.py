"""Fill in the tables of `docs/reference/` and `asp/README.md` from the code: `python -m tools.reference`, or `make docs`.

The pages are written by hand. A table that follows from the code is between two comments,

    <!-- generated: pack keys -->
    …
    <!-- end -->

and this program replaces what is between them. With `--check` it changes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

ROOT = Path(__file__).resolve().parents[1]
PAGES = (*sorted((ROOT / "docs" / "reference").glob("*.md")), ROOT / "asp" / "README.md")
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


# --- JSON Schemas: the pack and the puzzle ------------------------------------------------------------------------


def pack_keys() -> str:
    """Every key of a pack, section by section."""
    from puzzlesynth.pack.json_schema import pack_schema

    schema = pack_schema()
    places = {
        "The pack": schema,
        "An item": schema["$defs"]["item"],
        "A rule": schema["$defs"]["rule"],
        "An area": schema["$defs"]["area"],
    }
    return "\n".join(f"## {title}\n\n{_keys_table(schema, part)}" for title, part in places.items())


def puzzle_keys() -> str:
    """Every key of a puzzle's JSON."""
    from puzzlesynth.puzzle.json_schema import puzzle_schema

    schema = puzzle_schema()
    return _keys_table(schema, schema, always=True)


def _keys_table(schema: Schema, part: Schema, *, always: bool = False) -> str:
    """Keys in their order, with the keys of what they hold below them."""
    head = ("key", "value", "always" if always else "default", "meaning")
    return _table(head, _key_rows(schema, part, "", always))


def _key_rows(schema: Schema, part: Schema, prefix: str, always: bool) -> Iterator[tuple[str, ...]]:
    required = part.get("required", ())
    for key, said in part["properties"].items():
        if key == "<<":
            continue
        value = {**_resolved(schema, said), **{k: v for k, v in said.items() if k != "$ref"}}
        shown = ("yes" if key in required else "") if always else _default(value, key in required)
        yield f"`{prefix}{key}`", _kind(schema, value), shown, value.get("description", "")
        inner = value if "properties" in value else _resolved(schema, value.get("items", {}))
        # Items, rules and areas have tables of their own; what areas share with the pack is explained there.
        if "$ref" in said and part is not schema:
            continue
        if "properties" in inner and not prefix and (always or "properties" in value):
            mark = "[]." if inner is not value else "."
            yield from _key_rows(schema, inner, f"{prefix}{key}{mark}", always)


def _resolved(schema: Schema, part: Schema) -> Schema:
    if (reference := part.get("$ref")) is None:
        return part
    found: Any = schema
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


def _default(value: Schema, required: bool) -> str:
    if required:
        return "required"
    if "default" not in value:
        return ""
    return f"`{value['default'] if isinstance(value['default'], str) else json.dumps(value['default'])}`"


def _kind(schema: Schema, value: Schema) -> str:
    """What a key's value looks like, in words."""
    value = {**_resolved(schema, value), **value}
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    if "anyOf" in value:
        kinds = [_kind(schema, one) for one in value["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    types = value.get("type", "any")
    types = [types] if isinstance(types, str) else [one for one in types if one != "null"]
    if set(types) >= {"string", "number", "boolean"}:
        return "text"
    return " or ".join(_KINDS.get(kind, kind) + _range(value, kind) for kind in types)


_KINDS = {
    "string": "text",
    "integer": "whole number",
    "boolean": "`true` or `false`",
    "object": "mapping",
    "array": "list",
    "any": "any",
}


def _range(value: Schema, kind: str) -> str:
    if kind != "integer" or "minimum" not in value:
        return ""
    most = value.get("maximum", 10**9)
    return f", {value['minimum']} to {most:,}" if most < 10**9 else f", {value['minimum']} or more"


def limits() -> str:
    """The largest files and numbers, from the modules that refuse what is larger."""
    from puzzlesynth.cli.level.sources import MAX_BYTES as LEVEL_BYTES
    from puzzlesynth.cli.play.transcripts import MOST_BYTES as TRANSCRIPT_BYTES
    from puzzlesynth.logic_text import DEEPEST
    from puzzlesynth.pack import bounds
    from puzzlesynth.pack.rules.notation import MAX_NUMBER
    from puzzlesynth.pack.yaml.source import MAX_BYTES as PACK_BYTES
    from puzzlesynth.puzzle.strict_json import MAX_DEPTH, MOST_BYTES
    from puzzlesynth.synth.constraints.constraint_file import LARGEST as CONSTRAINT_CHARACTERS

    rows = {
        "a file of a pack, an item table, a Puzzledice file": _mebibytes(PACK_BYTES),
        "a constraint file": f"{CONSTRAINT_CHARACTERS:,} characters, {DEEPEST} levels of nesting",
        "a puzzle, a state or a saved game": f"{_mebibytes(MOST_BYTES)}, {MAX_DEPTH} levels of nesting",
        "a transcript": _mebibytes(TRANSCRIPT_BYTES),
        "a PuzzleScript source": _mebibytes(LEVEL_BYTES),
        "areas of a pack": f"{bounds.MAX_AREAS:,}",
        "goals of an area": f"{bounds.MAX_GOALS:,}",
        "objects of one item at the start": f"{bounds.MAX_COPIES:,}",
        "objects in the world at the start": f"{bounds.MAX_OBJECTS:,}",
        "numbers": f"from -{MAX_NUMBER:,} to {MAX_NUMBER:,}",
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


GENERATORS: dict[str, Callable[[], str]] = {
    "pack keys": pack_keys,
    "puzzle keys": puzzle_keys,
    "limits": limits,
    "grammar": grammar,
    "words": words,
    "shelf": shelf,
    "commands": commands,
    "worked example": worked_example,
}

if __name__ == "__main__":
    sys.exit(main())
