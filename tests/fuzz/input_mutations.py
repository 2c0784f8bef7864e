"""Ways to damage a file: those for any file, and what each format has of its own to be hostile with."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tests.fuzz.byte_mutations import ANYWHERE, NUMBERS, WORDS, Mutation, change_token, splice


def mutated(random: Random, data: bytes, form: str, other: bytes = b"") -> bytes:
    """The file with one to three kinds of damage; some of it from another file of its format."""
    own = OF_FORMAT.get(form, ())
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if random.random() < 0.1:
            data = splice(random, data, other)
            continue
        mutation = random.choice(own) if own and random.random() < 0.4 else random.choice(ANYWHERE)
        data = mutation(random, data)
    return data


# --- YAML ----------------------------------------------------------------------------------------------------


def _with(texts: Sequence[bytes]) -> Mutation:
    """Puts one of these at the beginning, at the end, or at the beginning of a line."""

    def mutate(random: Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        lines.insert(random.choice((0, len(lines), random.randrange(len(lines) + 1))), random.choice(texts))
        return b"\n".join(lines)

    return mutate


_BOMB = "\n".join(
    ["x-0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    + [f"x-{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
)
YAML = (
    _BOMB.encode(),
    b"x-a: &a {<<: *a}",
    b"x-a: &a [*a]",
    b"? [a, b]\n: c",
    b"? {a: b}\n: c",
    b"7: 8",
    b"~: 1",
    b"true: 1",
    b"2001-12-14: a",
    b"1.5: a",
    b"x-b: !!python/object/apply:os.system [id]",
    b"items: !!set {A, B}",
    b"<<: {pack: other}",
    b"<<: [{limits: {stages: 9}}, 7]",
    b"limits: {stages: 100000, copies: 1000000}",
    b"limits: {stages: 100, copies: 100}",
    b"%YAML 9.9\n---",
    b"...",
    b"--- x",
    b"items: {A: {copies: 1000000}}",
    b"x-d: " + b"[" * 5_000,
    b"constraints: ['asp:at_most_steps(99999999999)']",
    b"constraints: [/etc/passwd, 'asp:', 'asp:nothing', 'asp:at_most_steps(((']",
    b"extensions: [os.py, ../x.py]",
    b"cruelty: 7",
    b"guarantees: {shortcuts: maybe, dead_ends: forbid}",
    b"  contains: [" + b"Key, " * 20_000 + b"]",
    b"pack: 'p\\0'",
    b'title: "\\ud800"',
)


# --- JSON ----------------------------------------------------------------------------------------------------

_JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2**31,
    2**63,
    10**400,
    "",
    "s1",
    "Bank",
    "\ud800",
    "\0",
    "\x1b[2J",
    "a" * 5_000,
    [],
    {},
    [[]],
    [None],
    {"a": {}},
    "Nothing",
    "Item",
    1e308,
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = (
            list(holder)
            if isinstance(holder, dict)
            else range(len(holder))
            if isinstance(holder, list)
            else ()
        )
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found


def change_json(random: Random, data: bytes) -> bytes:
    """Puts something else in the place of a value, or exchanges two, or takes one away."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return change_token(random, data)
    for _ in range(random.choice((1, 1, 2, 5))):
        places = _places(value)
        if not places:
            break
        (holder, key), (other, there) = random.choice(places), random.choice(places)
        kind = random.choice(("junk", "junk", "copy", "delete", "double"))
        if kind == "junk":
            holder[key] = deepcopy(random.choice(_JUNK))  # later changes may go into it
        elif kind == "copy":
            holder[key] = deepcopy(other[there])
        elif kind == "double" and isinstance(holder, list):
            holder.append(deepcopy(holder[key]))
        else:
            del holder[key]
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def change_json_line(random: Random, data: bytes) -> bytes:
    """Changes some lines of JSON."""
    lines = data.split(b"\n")
    for _ in range(random.choice((1, 2, 4))):
        at = random.randrange(len(lines))
        lines[at] = change_json(random, lines[at])
    return b"\n".join(lines)


def change_value(random: Random, data: bytes) -> bytes:
    """Another value, or a part of one exchanged."""
    kind = random.choice(("whole", "part", "part", "list"))
    junk = random.choice((*NUMBERS, *WORDS)).encode()
    if kind == "whole":
        return junk
    if kind == "list":
        return data + random.choice((b",", b"..", b":", b"=", b" ", b"+")) + junk
    parts = re.split(rb"(\W+)", data)
    parts[random.randrange(len(parts))] = junk
    return b"".join(parts)


def spoil_json(random: Random, data: bytes) -> bytes:
    """What a JSON writer would not write."""
    found = list(re.finditer(rb"[:\[,]\s*", data))
    if not found:
        return data
    at = random.choice(found).end()
    return data[:at] + random.choice(SPOILT) + data[at:]


SPOILT = (
    b"NaN,",
    b"-Infinity,",
    b"9" * 5_000 + b",",
    b"[" * 500 + b"]" * 500 + b",",
    b"[" * 100_000,
    b'"\\ud800",',
    b'"\\u0000",',
    b"1e999,",
    b"{" * 60,
    b'{"a":1,"a":2},',
    b"'x',",
    b"// c\n",
    b"[" + b"0," * 10_000 + b"0],",
    b"-,",
    b"01,",
)


# --- others --------------------------------------------------------------------------------------------------

LP = (
    b":- used(Schl\xc3\xbcssel).",
    b":~ used(I). [I,I]",
    b":~ used(I). [-2147483648,I]",
    b":~ used(I). [1@I,I]",
    b':- used("Schl\xc3\xbcssel").',
    b":- used(" + b"f(" * 2_000 + b"1" + b")" * 2_000 + b").",
    b":- used(" + b"-" * 200_000 + b"1).",
    b":- used(X), X = " + b"1+" * 3_000 + b"1.",
    b'#include "/etc/passwd".',
    b"#script (python)\nimport os\n#end.",
    b"#external used(X).",
    b"#show.",
    b"#program other.",
    b"#const n = n.",
    b"#const n = 99999999999.",
    b"#minimize { 1 }.",
    b"#theory t { }.",
    b"&t { }.",
    b"p(1..3). :- p(X), used(Y).",
    b"{ used(I) }.",
    b"a ; b.",
    b":- X < Y.",
    b"a(X).",
    b"p(X) :- used(X), not p(X).",
    b":- used(@f(1)).",
    b"-used(1).",
    b":- #sum { W : used(W) } > 3.",
    b"%* %* *%",
    b"% @forbid(x",
    b"% @prefer(x, 99999999) y",
    b"% @require() y\n:- used(I).",
    b":- not not not used(I).",
    b":- used(I;J).",
    b":- used(1/0).",
    b":- used(_).",
    b"#true.",
    b":~ used(I). [2147483647,I]",
    b"w(2147483647). :~ w(X). [X+1]",
    b":- 1 { used(I) } 2.",
    b"used(I) :- item(I).",
    b"#defined p/1.",
    b"#edge (a,b).",
)
CSV = (
    b'"',
    b'"a\nb",c',
    b",,,,,,,,,,,,,,,,",
    b'"Safe",""""""',
    b"Safe,Safe,Safe",
    b"=1+1,@x",
    b"item",
    b"item,item,item",
    b"New,1,2,3",
    b"New,{a: b},[c",
    b"Gold\t;x",
    b'"' + b"x" * 200_000 + b'"',
    b'Gold,"true\n  Evil: {}"',
    b"Bad Name,1",
    b"Gold,*a",
    b"Gold,&a b",
    b"Gold,!!python/x y",
)
XML = (
    b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>',
    b'<!DOCTYPE a SYSTEM "file:///etc/passwd">',
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    b"&lt;&x;",
    b"<a>" * 5_000,
    b"<a/>",
    b"<![CDATA[x]]>",
    b"<?php x ?>",
    b'<?xml version="1.0" encoding="utf-7"?>',
    b'<?xml version="1.0" encoding="klingon"?>',
    b"<!-- -- -->",
    b'<a b="1" b="2"/>',
    b"]]>",
    b"&#0;",
    b"&#x110000;",
)
SCRIPT = (
    b"save /etc/passwd",
    b"load /dev/zero",
    b"load .",
    b"save ..",
    b"undo 99999999999999999999",
    b"take all",
    b"hint " * 1_000,
    b"> look",
    b"# puzzlesynth.transcript/1 {}",
    b"# puzzlesynth.transcript/2 {}",
    b"# puzzlesynth.transcript/1 " + b"[" * 5_000,
    b"take the the the",
    b"use with on to in",
    b"\x1b]0;x\x07",
    b"quit",
    b"wait 10",
    b"verbose",
    b"script",
    b"restart",
    b"load game.json",
    b"inventory",
    b"examine everything",
    b"undo " + b"9" * 5_000,
)
PUZZLESCRIPT = (
    b"[ > Player | Crate ] -> [ > Player | > Crate ]",
    b"[ Player | ... | Crate ] -> [ | ... | ]",
    b"[ Player ] -> [ Player Crate ] again",
    b"random [ ] -> [ random Player ]",
    b"startloop",
    b"endloop",
    b"late [ Player ] -> cancel",
    b"rigid [ > Player | Crate ] -> [ > Player | > Crate ]",
    b"+ [ Player ] -> [ ]",
    b"X = Player and X",
    b"Y = Player or Y",
    b"Z = Z",
    b"message " + b"m" * 10_000,
    b"LEVELS",
    b"RULES",
    b"OBJECTS",
    b"=====",
    b"(unclosed",
    b")",
    b"#" * 5_000,
    b"all Target on Crate",
    b"no Nothing",
    b"some Player on Player on Player",
    b"flickscreen 0x0",
    b"zoomscreen 99999999x99999999",
    b"run_rules_on_level_start",
    b"throttle_movement",
    b"again_interval 1e999",
    b"background_color nocolor",
    b"Player\nblack\n00000000000000",
    b"[ stationary Player | perpendicular Crate | parallel Wall ] -> [ action Player | randomdir Crate | ]",
    b"[ Player ] -> [ ] restart win checkpoint sfx99",
    b"debug",
    b"color_palette 99",
    b"[ Player ][ Player ][ Player ][ Player ][ Player ][ Player ] -> [ ][ ][ ][ ][ ][ ]",
    b"[ Crate ] -> [ Crate | Crate ]",
    b"norepeat_action",
    b"title \x1b[31m",
)

OF_FORMAT: Mapping[str, tuple[Mutation, ...]] = {
    "pack": (_with(YAML),),
    "constraint": (_with(LP),),
    "puzzle": (change_json, change_json, spoil_json),
    "state": (change_json, change_json, spoil_json),
    "save": (change_json, change_json, spoil_json),
    "script": (_with(SCRIPT),),
    "table": (_with(CSV),),
    "puzzledice": (_with(XML),),
    "game": (_with(PUZZLESCRIPT),),
    "level constraint": (_with(LP),),
    "layout": (_with((b"#" * 500, b"", b"P" * 50, b"\xc3\xa9", b"???")),),
    "rules": (_with(PUZZLESCRIPT),),
    **dict.fromkeys(
        ("manifest", "receipt", "studio memory", "studio note"), (change_json, change_json, spoil_json)
    ),
    **dict.fromkeys(("requests", "game requests", "stream", "shard lines"), (change_json_line, spoil_json)),
    "corpus pack": (_with(YAML),),
    "value": (change_value,),
    "moves": (_with((b"u" * 20_000, b"undo " * 300, b"restart", b"\xe2\x86\x91", b"x" * 200)),),
}
