"""What players cannot know yet: what has been inside something for as long as anybody could look.

What is in a thing from the beginning, or came into the world together with it, is a secret until it has been out once.
What a player put or made inside something is no secret. Every export keeps the same secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.play.undo_history import Moment

if TYPE_CHECKING:
    from puzzlesynth.play.game import Game


def hidden_contents(game: Game) -> frozenset[str]:
    """The objects inside others that nobody has seen."""
    moments = game.timeline.moments[: game.timeline.now + 1]
    inside = (thing for thing in game.state.things.values() if thing.inside is not None)
    return frozenset(thing.id for thing in inside if _never_seen(moments, thing.id, thing.inside))


def _never_seen(moments: Sequence[Moment], content: str, holder: str | None) -> bool:
    """Back through time to the moment at which it was first there."""
    first = 0
    for position in range(len(moments) - 1, -1, -1):
        thing = moments[position].state.things.get(content)
        if thing is None:
            first = position + 1
            break
        if thing.inside != holder:
            return False
    if first == 0 or holder not in moments[first - 1].state.things:
        return True
    # What a new chapter puts into something that was there before is as unknown as what was there at the beginning.
    return any(made.id == content and made.placed for made in moments[first].chapter.puzzle.objects)
