"""The verbs that every player expects, with Inform's grammar for them."""

from __future__ import annotations

META = {
    "score": ["* -> Score"],
    "quit": ["* -> Quit"],
    "q": ["* -> Quit"],
    "restart": ["* -> Restart"],
    "restore": ["* -> Restore"],
    "save": ["* -> Save"],
    "script": ["* -> ScriptOn", "* 'off' -> ScriptOff"],
    "verify": ["* -> Verify"],
    "version": ["* -> Version"],
    "brief": ["* -> LMode1"],
    "verbose": ["* -> LMode2"],
    "superbrie": ["* -> LMode3"],
    "notify": ["* -> NotifyOn", "* 'on' -> NotifyOn", "* 'off' -> NotifyOff"],
    "hint": ["* -> HintMe"],
    "hints": ["* -> HintMe"],
    "help": ["* -> HintMe"],
    "actions": ["* -> Actions"],
    "goals": ["* -> Goals"],
    "goal": ["* -> Goals"],
}
_ROOM = "* scope=RoomScope -> GoTo"
_WALK = ["* noun=ADirection -> Go", "* 'to' scope=RoomScope -> GoTo", _ROOM]
_TAKE = ["* multi -> Take"]
_DROP = ["* multiheld -> Drop"]
PLAIN = {
    "look": ["* -> Look", "* 'at' noun -> Examine"],
    "l": ["* -> Look", "* 'at' noun -> Examine"],
    "examine": ["* noun -> Examine"],
    "x": ["* noun -> Examine"],
    "read": ["* noun -> Examine"],
    "inventory": ["* -> Inv"],
    "inv": ["* -> Inv"],
    "i": ["* -> Inv"],
    "take": _TAKE,
    "get": _TAKE,
    "carry": _TAKE,
    "pick": ["* 'up' multi -> Take", "* multi 'up' -> Take"],
    "drop": _DROP,
    "put": ["* 'down' multiheld -> Drop", "* multiheld 'down' -> Drop"],
    "wait": ["* -> Wait"],
    "z": ["* -> Wait"],
    "go": _WALK,
    "walk": _WALK,
    "enter": [_ROOM],
    "exits": ["* -> Exits"],
    "do": ["* number -> DoNumber"],
}

USUAL = {
    **dict.fromkeys(("take", "get", "carry"), "##Take"),
    **dict.fromkeys(("look", "l", "examine", "x", "read"), "##Examine"),
    **dict.fromkeys(("go", "walk"), "##Go"),
    "drop": "##Drop",
}
"""What everybody expects of a verb with one noun where the pack's own meaning does not apply."""
