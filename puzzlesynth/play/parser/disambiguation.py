"""Which one did you mean? Answered by a number or by a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzlesynth.play.text.reply import SessionReply

from .commands import NUMBERS, content_words, find_named, number_in

YES = ("y", "yes", "yeah", "yep", "sure", "ok", "okay")
NO = ("n", "no", "nope")


@dataclass(frozen=True)
class Choice:
    """One of the things that a player may have meant."""

    phrase: str
    do: Callable[[SessionReply], None]


def chosen(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that an answer fits: `2`, `the blue one`, `second`."""
    number = number_in(text)
    if number is not None:
        return list(choices[number - 1 : number]) if number else []
    words = [word for word in content_words(text) if word != "one"]
    found = find_named(" ".join(words), [(str(n), choice.phrase) for n, choice in enumerate(choices)])
    if found:
        return [choices[int(n)] for n in found]
    place = NUMBERS.get(words[0]) if len(words) == 1 else None
    return list(choices[place - 1 : place]) if place is not None else []
