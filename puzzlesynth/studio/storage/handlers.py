"""Requests about files: the project, its documents, undo, history, and what the page remembers."""

from __future__ import annotations

from dataclasses import asdict

from puzzlesynth.studio.handlers import Context, DirectAnswer, Handlers
from puzzlesynth.studio.project import document_json, undo_json
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of

from .splice import index_of


def _project(context: Context, _params: Params) -> Json:
    return context.project.summary()


def _open(context: Context, params: Params) -> Json:
    document = context.project.documents.open(text_of(params, "path"))
    context.project.history.keep(document.path, document.text, "opened")
    return document_json(context.project, document)


def _create(context: Context, params: Params) -> Json:
    document = context.project.documents.create(text_of(params, "path"), text_of(params, "text", ""))
    context.project.show_entries()
    return document_json(context.project, document)


def _edit(context: Context, params: Params) -> Json:
    """Either the whole `text`, or `from`, `to` and `insert` in UTF-16 units of the text of `version`."""
    documents = context.project.documents
    path, version = text_of(params, "path"), number_of(params, "version")
    document = documents.open(path)
    if "text" in params:
        after = text_of(params, "text")
    else:
        base = document.at(version)
        if base is None:
            raise RequestError("the document has changed too much; send the whole text")
        start, end = (index_of(base, number_of(params, name)) for name in ("from", "to"))
        after = base[:start] + text_of(params, "insert") + base[end:]
    merged = version != document.version
    lost = documents.edit(path, version, after, typing=bool(params.get("typing")), by=context.tab)
    said: dict[str, Json] = {
        "version": document.version,
        "unsaved": document.unsaved,
        **undo_json(context.project),
    }
    if merged:
        said |= {"text": document.text, "lost": lost}
    return said


def _rejoin(context: Context, params: Params) -> Json:
    """After a lost connection, maybe to another server: the `text` of a tab, the `base` that it was made from, and what
    was `sent` without an answer."""
    documents = context.project.documents
    path, base, text, sent = (text_of(params, name) for name in ("path", "base", "text", "sent"))
    return document_json(context.project, documents.rejoin(path, base, text, sent))


def _settle(context: Context, params: Params) -> Json:
    context.project.documents.settle(text_of(params, "path"), text_of(params, "keep"))
    return None


def _undo(context: Context, _params: Params) -> Json:
    return {"label": context.project.documents.undo(), **undo_json(context.project)}


def _redo(context: Context, _params: Params) -> Json:
    return {"label": context.project.documents.redo(), **undo_json(context.project)}


def _versions(context: Context, params: Params) -> Json:
    path = context.project.documents.open(text_of(params, "path")).path
    return [asdict(version) for version in context.project.history.versions(path)]


def _version_text(context: Context, params: Params) -> Json:
    path = context.project.documents.open(text_of(params, "path")).path
    return context.project.history.text(path, text_of(params, "name"))


def _restore(context: Context, params: Params) -> Json:
    text = _version_text(context, params)
    context.project.documents.replace({text_of(params, "path"): text}, "go back to an earlier version")
    return None


def _remember(context: Context, params: Params) -> Json:
    name, value = text_of(params, "name"), params.get("value")
    context.project.memory.remember(name, value)
    context.project.notify("memory", {"name": name, "value": value}, context.tab)
    return None


def _keep(context: Context, params: Params) -> Json:
    context.project.memory.keep(text_of(params, "name"), params.get("value"))
    return None


def _kept(context: Context, params: Params) -> Json:
    return context.project.memory.kept(text_of(params, "name"))


HANDLERS: Handlers = {
    "project": DirectAnswer(_project),
    "document.open": DirectAnswer(_open),
    "document.create": DirectAnswer(_create),
    "document.edit": DirectAnswer(_edit),
    "document.rejoin": DirectAnswer(_rejoin),
    "document.settle": DirectAnswer(_settle),
    "document.undo": DirectAnswer(_undo),
    "document.redo": DirectAnswer(_redo),
    "document.versions": DirectAnswer(_versions),
    "document.version": DirectAnswer(_version_text),
    "document.restore": DirectAnswer(_restore),
    "remember": DirectAnswer(_remember),
    "keep": DirectAnswer(_keep),
    "kept": DirectAnswer(_kept),
}
