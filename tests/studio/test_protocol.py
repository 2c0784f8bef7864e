"""Messages between page and server."""

from __future__ import annotations

import json
import re

import pytest

from puzzlesynth.studio import protocol
from puzzlesynth.studio.protocol import Failure, RequestError
from tests.support import paths


def test_a_request_has_an_id_a_kind_and_params() -> None:
    request = protocol.read_request('{"id": 7, "kind": "pack.check", "params": {"path": "."}}')
    assert (request.id, request.kind, request.params) == (7, "pack.check", {"path": "."})
    assert protocol.read_request('{"id": 7, "kind": "project"}').params == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        '{"id": "7", "kind": "x"}',
        '{"id": 7}',
        '{"id": 7, "kind": "x", "params": []}',
        "[" * 9999,
        '{"id": 7, "kind": "x", "params": {"a": %s}}' % ("[" * 500 + "]" * 500),
        '{"id": 7, "kind": "x", "params": {"a": NaN}}',
        '{"id": 7, "kind": "x", "params": {"a": 1e999}}',
        '{"id": 7, "kind": "\\ud800"}',
        '{"id": %s, "kind": "x"}' % ("9" * 5000),
    ],
)
def test_what_is_no_request_is_refused(text: str) -> None:
    with pytest.raises(RequestError):
        protocol.read_request(text)


def test_answers_carry_the_id_of_their_request() -> None:
    assert json.loads(protocol.reply(3, [1])) == {"type": "reply", "id": 3, "result": [1]}
    said = json.loads(protocol.error(3, Failure("input", "no", {"place": "x"})))
    assert said == {"type": "error", "id": 3, "error": {"code": "input", "message": "no", "place": "x"}}
    assert json.loads(protocol.event(3, {"progress": "1"}))["event"] == {"progress": "1"}
    assert json.loads(protocol.notice("hello", {"protocol": 1})) == {
        "type": "notice",
        "notice": "hello",
        "protocol": 1,
    }


def test_params_have_the_types_that_are_asked_for() -> None:
    assert protocol.text_of({"path": "a"}, "path") == "a"
    assert protocol.number_of({}, "seed", 4) == 4
    assert protocol.texts_of({}, "keep") == []
    for wrong in (
        lambda: protocol.text_of({"path": 3}, "path"),
        lambda: protocol.number_of({"seed": True}, "seed"),
        lambda: protocol.texts_of({"keep": [3]}, "keep"),
    ):
        with pytest.raises(RequestError):
            wrong()


def test_both_sides_speak_the_same_version() -> None:
    text = (paths.ROOT / "studio" / "web" / "src" / "protocol.ts").read_text("utf-8")
    assert re.search(r"VERSION = (\d+)", text)[1] == str(protocol.VERSION)  # type: ignore[index]


def test_whole_characters_in_two_halves_are_read() -> None:
    assert protocol.read_request('{"id": 7, "kind": "\\ud83d\\ude00"}').kind == "😀"
