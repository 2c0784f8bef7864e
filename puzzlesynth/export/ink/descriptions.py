"""Looking at things in ink: one choice leads to a list of what is at hand and has a description, and back again."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.object_pool import PoolObject

from .story_model import InkStory, offered
from .text import escaped, lines


def look_choice(story: InkStory) -> Iterator[str]:
    """The choice that stands among all others, as long as there is something to look at."""
    if _told(story):
        yield offered("worth_a_look()", "\\Look at … # look", "-> looking")


def description_lines(story: InkStory) -> Iterator[str]:
    told = _told(story)
    if not told:
        return
    yield "\n=== looking ==="
    for seat, said in told:
        words = f"\\Look at the {escaped(story.name(seat))} # look {escaped(seat.name)}"
        yield offered(f"hand(p_{seat.number})", words, "\n  ".join([*said, "-> looking"]))
    yield offered("true", "\\Back # back", "-> back")
    yield "-> DONE"
    yield "\n=== function worth_a_look() ==="
    yield f"~ return {' or '.join(f'hand(p_{seat.number})' for seat, _ in told)}"


def _told(story: InkStory) -> list[tuple[PoolObject, list[str]]]:
    """Everything that has a description, with the lines of it."""
    found = [(seat, lines(story.game.items[seat.item].description or "")) for seat in story.seating.seats]
    return [(seat, said) for seat, said in found if said]
