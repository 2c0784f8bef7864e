"""Everything that is numbered or named once for a whole Inform source."""

from __future__ import annotations

from puzzlesynth.export.game_model import GameModel
from puzzlesynth.export.object_pool import ObjectPool, PoolObject, object_pool_of
from puzzlesynth.pack.text.wording import area_title, words

from .dictionary import ParserName, parser_names, quoted
from .rules import RuleRoutines


class InformStory:
    """The puzzle as Inform numbers and names it."""

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.pool: ObjectPool = object_pool_of(game)
        self.items = {name: number for number, name in enumerate(game.items)}
        self.areas = {name: number for number, name in enumerate(game.pack.areas)}
        self.item_names = parser_names({name: words(item.name) for name, item in game.items.items()})
        titles = {name: area_title(area) for name, area in game.pack.areas.items()}
        self.area_names = parser_names(titles, "place")
        self.routines = RuleRoutines(self.pool, self.items, self.areas)

    def seat_key(self, seat: PoolObject) -> str:
        return f"T{seat.number}"


def word_lists(naming: ParserName) -> str:
    found = [f"w_full {' '.join(map(quoted, naming.full))}"]
    if naming.enough:
        found.append(f"w_enough {' '.join(map(quoted, naming.enough))}")
    if naming.late:
        found.append(f"w_late {' '.join(map(quoted, naming.late))}")
    if naming.fillers:
        found.append(f"w_fillers {' '.join(map(quoted, naming.fillers))}")
    return ",\n       ".join(found)
