"""Everything that is numbered or named once for a whole Inform source."""

from __future__ import annotations

from puzzlesynth.export.game_model import Game
from puzzlesynth.export.object_pool import Seat, Seating, seating_of
from puzzlesynth.pack.text.wording import area_title, words

from .dictionary import Naming, namings, ordinal, quoted
from .rules import Deeds


class Story:
    """The puzzle as Inform numbers and names it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seating: Seating = seating_of(game)
        self.items = {name: number for number, name in enumerate(game.items)}
        self.areas = {name: number for number, name in enumerate(game.pack.areas)}
        self.item_names = namings({name: words(item.name) for name, item in game.items.items()})
        titles = {name: area_title(area) for name, area in game.pack.areas.items()}
        self.area_names = namings(titles, "place")
        self.deeds = Deeds(self.seating, self.items)

    def seat_key(self, seat: Seat) -> str:
        return f"T{seat.number}"

    def typed(self, seat: Seat) -> str:
        """What a player types for an object, whatever else is there."""
        name = self.item_names[seat.item].shown
        return f"{ordinal(seat.copy)} {name}" if self.game.most[seat.item] > 1 else name

    def command(self, rule: int, seats: list[Seat]) -> str:
        """What a player types to apply a rule to objects."""
        words = " ".join(self.deeds.phrases[rule])
        return " ".join([words, " with ".join(self.typed(seat) for seat in seats)]).strip()


def word_lists(naming: Naming) -> str:
    found = [f"w_full {' '.join(map(quoted, naming.full))}"]
    if naming.enough:
        found.append(f"w_enough {' '.join(map(quoted, naming.enough))}")
    if naming.late:
        found.append(f"w_late {' '.join(map(quoted, naming.late))}")
    if naming.fillers:
        found.append(f"w_fillers {' '.join(map(quoted, naming.fillers))}")
    return ",\n       ".join(found)
