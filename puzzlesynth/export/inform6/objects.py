"""Objects as Inform objects: where they are, their names and the text for their state."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.object_pool import ObjectPool, PoolObject
from puzzlesynth.pack.text.wording import words

from .dictionary import cut, ordinal, quoted
from .story_model import InformStory, word_lists
from .text import string


def object_lines(story: InformStory) -> Iterator[str]:
    game, pool = story.game, story.pool
    inside = {s.thing.inside: s for s in pool.seats if s.thing is not None and s.thing.inside is not None}
    for seat in pool.seats:
        item = game.items[seat.item]
        many = game.most[seat.item] > 1
        naming = story.item_names[seat.item]
        # Its label is its name; another one would lie where a story file has the least room.
        yield f'Thing {story.seat_key(seat)} "" {_place(story, seat)}'
        yield f"  with item {story.items[seat.item]}, seat {seat.number},"
        yield f"       label {string(naming.shown)},"
        if many:
            yield f"       many 1, ordinal {quoted(cut(ordinal(seat.copy)))},"
            if naming.plurals:
                yield f"       w_plural {' '.join(map(quoted, naming.plurals))},"
        if item.description:
            yield f"       looks {string(item.description)},"
        if seat.name in inside:
            yield f"       holds {story.seat_key(inside[seat.name])},"
        has = [] if item.carryable else ["static"]
        has += ["secret"] if seat.thing is not None and seat.thing.inside is not None else []
        yield f"       {word_lists(naming)}" + (f"\n  has  {' '.join(has)};\n" if has else ";\n")


def _place(story: InformStory, seat: PoolObject) -> str:
    thing = seat.thing
    if thing is None:
        return "Nowhere"
    if thing.inside is not None:
        return "Inside"
    return f"A{story.areas[thing.area]}" if thing.area is not None else "selfobj"


def state_text_lines(pool: ObjectPool) -> Iterator[str]:
    """The text for the state of a thing."""
    lines: list[str] = []
    shown: list[str] = []
    for number, (name, values) in enumerate(pool.values.items()):
        lines.append(f"  if (k == {number} && v == 1) print {string(words(name))};")
        shown.append(f"  if (k == {number} && v == 1) rtrue;")
        for index, value in enumerate(values):
            if not isinstance(value, bool):
                text = string(f"{words(name)}: {value}")
                lines.append(f"  if (k == {number} && v == {index + 2}) print {text};")
                shown.append(f"  if (k == {number} && v == {index + 2}) rtrue;")
    yield "\n".join(
        ["[ PrintMark k v;", *lines, "  k = v;", "];", "[ IsMark k v;", *shown, "  k = v;", "  rfalse;", "];"]
    )
