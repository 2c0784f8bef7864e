"""What a designer writes: items, rules and areas, read from YAML with places, and checked.

`load_pack` reads, `check_pack` looks for what makes no sense. Both say what is wrong in a designer's words.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlesynth.pack.checks.checker import check_pack as check_pack
    from puzzlesynth.pack.diagnostics.problems import PackError as PackError
    from puzzlesynth.pack.diagnostics.problems import Problem as Problem
    from puzzlesynth.pack.diagnostics.problems import Severity as Severity
    from puzzlesynth.pack.diagnostics.renderer import problems_json as problems_json
    from puzzlesynth.pack.diagnostics.renderer import render_problems as render_problems
    from puzzlesynth.pack.rules.notation import parse_rule as parse_rule
    from puzzlesynth.pack.rules.notation import parse_term as parse_term

    from .json_schema import pack_schema as pack_schema
    from .load import load_pack as load_pack
    from .model import Area as Area
    from .model import Constraint as Constraint
    from .model import Guarantees as Guarantees
    from .model import Item as Item
    from .model import Limits as Limits
    from .model import Pack as Pack
    from .model import Place as Place
    from .model import Policy as Policy
    from .model import Rule as Rule
    from .model import Term as Term
    from .template import write_template as write_template

_HOME = {
    "check_pack": "checks.checker",
    "load_pack": "load",
    "parse_rule": "rules.notation",
    "parse_term": "rules.notation",
    "PackError": "diagnostics.problems",
    "Problem": "diagnostics.problems",
    "Severity": "diagnostics.problems",
    "problems_json": "diagnostics.renderer",
    "render_problems": "diagnostics.renderer",
    "pack_schema": "json_schema",
    "write_template": "template",
    **dict.fromkeys(
        ("Area", "Constraint", "Guarantees", "Item", "Limits", "Pack", "Place", "Policy", "Rule", "Term"),
        "model",
    ),
}


def __getattr__(name: str) -> Any:
    """Modules are only imported once something of them is used: the command line must start at once."""
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
