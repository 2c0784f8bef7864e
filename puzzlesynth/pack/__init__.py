"""What a designer writes: items, rules and areas, read from YAML with places, and checked.

`load_pack` reads, `check_pack` looks for what makes no sense. Both say what is wrong in a designer's words.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .check import check_pack as check_pack
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
    from .notation import parse_rule as parse_rule
    from .notation import parse_term as parse_term
    from .problems import PackError as PackError
    from .problems import Problem as Problem
    from .problems import Severity as Severity
    from .render import problems_json as problems_json
    from .render import render_problems as render_problems
    from .schema import pack_schema as pack_schema
    from .template import write_template as write_template

_HOME = {
    "check_pack": "check",
    "load_pack": "load",
    "parse_rule": "notation",
    "parse_term": "notation",
    "PackError": "problems",
    "Problem": "problems",
    "Severity": "problems",
    "problems_json": "render",
    "render_problems": "render",
    "pack_schema": "schema",
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
