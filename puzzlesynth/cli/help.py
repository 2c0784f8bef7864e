"""Help pages: options and commands in groups, then an example to copy.

They are plain text: to import rich takes as long as everything else that `--help` does.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import typer
import typer.core

_EXAMPLE = "Example:"
Rows = Mapping[str, list[tuple[str, str]]]
"""What a page lists, by heading."""


class _HelpPage(typer.core.TyperCommand if TYPE_CHECKING else object):  # type: ignore[misc]
    """How a command or a group of commands writes its help."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        text, _ = _text_and_example(self.help)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_lists(formatter, self._options(ctx))

    def _options(self, ctx: Any) -> Rows:
        """Arguments first, then options without a panel, then the panels."""
        found: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
                panel = getattr(parameter, "rich_help_panel", None) or usual
                found.setdefault(panel, []).append((_plain_type(record[0]), _plain_range(record[1])))
        return found

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _, example = _text_and_example(self.help)
        if example:
            with formatter.section("Example"):
                for line in _command_lines(example, formatter.width - 4):
                    formatter.write(f"  {line}\n")
        super().format_epilog(ctx, formatter)


class HelpfulCommand(_HelpPage, typer.core.TyperCommand):
    """A command with a help page in groups."""


class HelpfulGroup(_HelpPage, typer.core.TyperGroup):
    """A group of commands with a help page in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        _write_lists(formatter, self.listed_commands(ctx))

    def listed_commands(self, ctx: Any) -> Rows:
        """Every command with the first sentence of its help, by panel."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            panel = getattr(command, "rich_help_panel", None) or "Commands"
            found.setdefault(panel, []).append((name, first_sentence(getattr(command, "help", None))))
        return found


class Application(typer.Typer):
    """A group of commands, set up as all of them are."""

    def __init__(self, **settings: Any) -> None:
        usual: dict[str, Any] = {
            "cls": HelpfulGroup,
            "no_args_is_help": True,
            "add_completion": False,
            "rich_markup_mode": None,
            "pretty_exceptions_enable": False,
        }
        super().__init__(**usual | settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        return super().command(name, **{"cls": HelpfulCommand} | settings)


def first_sentence(text: str | None) -> str:
    """The first paragraph of a command's help."""
    return " ".join((text or "").partition("\n\n")[0].split())


def _write_lists(formatter: Any, lists: Rows) -> None:
    for heading, rows in lists.items():
        if rows:
            with formatter.section(heading):
                formatter.write_dl(rows)


def _plain_type(option: str) -> str:
    """`--limit <int range>` as `--limit N`; values of an enumeration are listed as they are."""
    return re.sub(r"<(int|float)( range)?>", "N", option).replace("<str>", "TEXT")


def _plain_range(text: str) -> str:
    """`[default: 3; 1<=x<=100]` as `[default: 3; 1 to 100]`; a lower bound alone is left out."""
    text = re.sub(r"(-?[\d.]+)<=x<=([\d.]+)\]$", r"\1 to \2]", text)
    text = re.sub(r"\[x>=?[\d.]+; required\]$", "[required]", text)
    return re.sub(r"(; |  \[)x>=?[\d.]+\]$", lambda found: "]" if found[1] == "; " else "", text)


def _text_and_example(text: str | None) -> tuple[str, str]:
    """A command's help without its example, and the example."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    examples = [one for one in paragraphs if one.startswith(_EXAMPLE)]
    others = "\n\n".join(one for one in paragraphs if one not in examples)
    return others, " ".join(" ".join(examples).removeprefix(_EXAMPLE).split())


def _command_lines(command: str, width: int) -> Iterable[str]:
    """A command that fits the page; a backslash goes on in the next line, so that it can be copied."""
    line = ""
    for word in re.split(r" (?=[-|>])", command):
        if line and len(line) + len(word) > width:
            yield f"{line} \\"
            line = f"  {word}"
        else:
            line = f"{line} {word}".lstrip() if not line.startswith("  ") else f"{line} {word}"
    yield line
