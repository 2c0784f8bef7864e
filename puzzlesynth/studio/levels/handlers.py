"""The table of requests about levels. Each request names the document of its game (`path`), or brings the `text` that the
page has now."""

from __future__ import annotations

from puzzlesynth.studio.handlers import Context, DirectAnswer, Handlers, Job
from puzzlesynth.studio.project import undo_json
from puzzlesynth.studio.protocol import Json, Params, text_of

from .starter_game import starter_game

_HERE = "puzzlesynth.studio.levels"


def _with_source(context: Context, params: Params) -> tuple[str, Params]:
    if "text" in params:
        return text_of(params, "text"), params
    return context.project.documents.open(text_of(params, "path")).text, params


def _commit(context: Context, params: Params) -> Json:
    """Puts a text that a worker has made into the document, as one change with a name. `false`: the document has changed
    since, and nothing was done."""
    path = text_of(params, "path")
    documents = context.project.documents
    if documents.open(path).text != text_of(params, "before"):
        return False
    documents.replace({path: text_of(params, "text")}, text_of(params, "label"))
    # The notice about the document was sent before there was something to undo.
    context.project.notify("undo", undo_json(context.project), None)
    return True


def _create(context: Context, params: Params) -> Json:
    """A new game in a file of its own; returns the file."""
    name = text_of(params, "name")
    path = f"{name}.txt"
    context.project.documents.create(path, starter_game(name))
    context.project.show_entries()
    return path


HANDLERS: Handlers = {
    "levels.create": DirectAnswer(_create),
    "levels.compile": Job("levels.compile", f"{_HERE}.edit_tasks:compile_game", _with_source),
    "levels.write": Job("levels.edit", f"{_HERE}.edit_tasks:write", _with_source),
    "levels.reshape": Job("levels.edit", f"{_HERE}.edit_tasks:reshape", _with_source),
    "levels.commit": DirectAnswer(_commit),
    "levels.play": Job("levels.play", f"{_HERE}.edit_tasks:play", _with_source),
    "levels.judge": Job("levels.judge", f"{_HERE}.judge_tasks:judge", _with_source),
    "levels.here": Job("levels.judge", f"{_HERE}.judge_tasks:judge_position", _with_source),
    "levels.preset": Job("levels.edit", f"{_HERE}.suggest_tasks:preset", _with_source),
    "levels.suggest": Job("levels.suggest", f"{_HERE}.suggest_tasks:suggest", _with_source),
    "levels.repair": Job("levels.work", f"{_HERE}.workshop_tasks:repair_level", _with_source),
    "levels.simplify": Job("levels.work", f"{_HERE}.workshop_tasks:simplify_level", _with_source),
    "levels.generate": Job("levels.work", f"{_HERE}.workshop_tasks:generate", _with_source),
    "levels.combine": Job("levels.work", f"{_HERE}.workshop_tasks:combine_levels", _with_source),
    "levels.swap": Job("levels.work", f"{_HERE}.order_tasks:swap_rules", _with_source),
    "levels.study": Job("levels.work", f"{_HERE}.order_tasks:study_levels", _with_source),
    "levels.order": Job("levels.edit", f"{_HERE}.order_tasks:check_order"),
}
