"""Changes made in tables, forms and graphs: each is one change of the documents, and can be undone."""

from __future__ import annotations

from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of

from .pack_source import read, source_of


def edit(context: Context, params: Params) -> Json:
    """`edits`: a list of changes, made together. Each is one of

    `{"path": ["items", "Key", "copies"], "value": 2}` (null takes the key away),
    `{"rename": ["items", "Key"], "to": "Old"}`,
    `{"rule": 3, "notation": "…"}` (null takes the rule away), `{"add_rule": "…"}`.
    """
    from puzzlesynth.pack.pack_editor import PackEditor

    edits = params.get("edits")
    if not isinstance(edits, list) or not edits:
        raise RequestError("`edits` is a list")
    source = source_of(context, params)
    editor = PackEditor(dict(source.texts))
    rules = {rule.number: rule for rule in read(source).pack.rules}
    if not all(isinstance(one, dict) for one in edits):
        raise RequestError("an edit is an object")
    # A rule that goes, or changes its place, moves those below it: the last comes first.
    for one in sorted(edits, key=lambda one: -number_of(one, "rule", 0) if "rule" in one else 0):
        _apply(editor, rules, one)
    texts = {source.relative(file): text for file, text in editor.texts.items()}
    context.project.documents.replace(texts, text_of(params, "label", "change"))
    return None


def _apply(editor: Any, rules: dict[int, Any], one: Params) -> None:
    if "path" in one:
        editor.put(_words(one["path"]), one.get("value"))
    elif "rename" in one:
        editor.rename(_words(one["rename"]), text_of(one, "to"))
    elif "add_rule" in one:
        editor.add_rule(_rule(text_of(one, "add_rule")))
    elif "rule" in one:
        rule = rules.get(one["rule"])
        if rule is None:
            raise BadInput(f"there is no rule {one['rule']}")
        notation = one.get("notation")
        editor.put_rule(rule, None if notation is None else _rule(str(notation)))
    else:
        raise RequestError("an edit has a `path`, `rename`, `rule` or `add_rule`")


def _words(path: Any) -> list[str]:
    if not isinstance(path, list) or not path or not all(isinstance(word, str) and word for word in path):
        raise RequestError("a path is a list of names")
    return path


def _rule(notation: str) -> str:
    """One rule on one line: nothing else may come into the file with it."""
    if "\n" in notation or "\r" in notation or "::=" not in notation:
        raise BadInput("a rule is one line, as in `Door[open: True] ::= Unlock Door[open: False] Key`")
    return notation.strip()
