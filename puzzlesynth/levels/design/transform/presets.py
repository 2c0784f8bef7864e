"""Ready-made transformations, written for any game from what its rules say about its objects."""

from __future__ import annotations

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.design.object_roles import (
    DeliveryGoal,
    ObjectRoles,
    delivery_goals,
    removed_to_win,
    roles,
)
from puzzlesynth.levels.model import CellPattern, Level, PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.movements import DIRECTION_WORDS
from puzzlesynth.suggestions import hint_for

PRESETS = {
    "move": "move the player and what can be moved",
    "walls": "add or remove walls",
    "pair": "add or remove a crate with its target, or whatever this game has in their place",
    "everything": "a bit of everything",
    "backwards": "from the solved state, undoing moves (Taylor and Parberry 2011)",
    "forwards": "play from where things are, and put the targets where they end up (Kartal et al. 2016)",
}


class NoPreset(BadInput):
    """There is no such preset, or it makes no sense for this game; the message says why."""


def preset_text(game: PuzzleScriptGame, name: str, level: Level | None = None) -> str:
    """A preset as the text of a transformation for this game."""
    if name not in PRESETS:
        raise NoPreset(f"--preset {name}: {hint_for(name, PRESETS)}")
    return _Writer(game, analyse(game), level).write(name)


class _Writer:
    def __init__(self, game: PuzzleScriptGame, analysis: GameAnalysis, level: Level | None) -> None:
        self.game, self.analysis = game, analysis
        self.roles: ObjectRoles = roles(game, analysis, level)
        self.pairs: list[DeliveryGoal] = delivery_goals(game, self.roles)
        self._cells = len(level.cells) if level is not None else None
        self._taken = set(game.names)
        self._obstacle = self._fresh("Obstacle")
        self._blocking = self._fresh("Blocking")
        if not self.roles.players:
            raise NoPreset("the game has no player")

    def write(self, name: str) -> str:
        body = {
            "move": lambda: self._move(self._draws(4)),
            "walls": lambda: self._walls(self._draws(6)),
            "pair": lambda: self._pair(0.5, 0.7),
            "everything": self._everything,
            "backwards": self._backwards,
            "forwards": self._forwards,
        }[name]()
        words = " ".join(body).replace("|", " ").split()
        head = [f"({PRESETS[name]})"]
        if self._obstacle in words:
            head.append(f"{self._obstacle} = {self._any(self._obstacles())}")
        if self._blocking in words:
            head.append(f"{self._blocking} = {self._any(self._blockers())}")
        return "\n".join([*head, *body]) + "\n"

    def _draws(self, share: int) -> int:
        """How many draws a level of this size is worth; 20, as in the thesis, for large ones."""
        return 20 if self._cells is None else max(4, min(20, self._cells // share))

    # names

    def _fresh(self, name: str) -> str:
        while name.lower() in self._taken:
            name += "_"
        self._taken.add(name.lower())
        return name

    def _name(self, thing: int) -> str:
        return self.game.objects[thing].display_name

    def _any(self, things: list[int]) -> str:
        return " or ".join(self._name(thing) for thing in things)

    def _blockers(self) -> list[int]:
        """What shares a layer with the player or with what is moved."""
        layers = {self.game.objects[thing].layer for thing in (*self.roles.players, *self.roles.movable)}
        return [thing.id for thing in self.game.objects if thing.layer in layers]

    def _obstacles(self) -> list[int]:
        """The same, and whatever else rules or win conditions name."""
        ground = self.game.ground_mask
        more = {
            facts.id
            for facts in self.analysis.objects
            if {"rule", "winning"} & set(facts.types) and not ground >> facts.id & 1
        }
        return sorted({*self._blockers(), *more})

    def _player(self) -> list[str]:
        """The ways in which the player is written: all its objects together, or one of them."""
        names = [self._name(thing) for thing in self.roles.players]
        return [" ".join(names)] if self.game.player_is_aggregate else names

    # presets

    def _ways(self, ways: list[str], first: str) -> list[str]:
        return [f"{first} {ways[0]}", *(f"or {way}" for way in ways[1:])] if ways else []

    def _move(self, draws: int) -> list[str]:
        things = [*self._player(), *(self._name(thing) for thing in self.roles.movable)]
        free = f"no {self._blocking}"
        return self._ways([f"[ {one} | {free} ] -> [ | {one} ]" for one in things], f"choose {draws}")

    def _walls(self, draws: int) -> list[str]:
        if self.roles.wall is None:
            raise NoPreset("walls: this game has no walls")
        wall = self._name(self.roles.wall)
        return [
            f"choose {draws} option 0.4 [ {wall} ] -> [ ]",
            f"or option 0.6 [ no {self._obstacle} ] -> [ {wall} ]",
        ]

    def _pieces(self) -> list[tuple[str, ...]]:
        """What is added and removed together: two names, or one where nothing belongs together."""
        made = {facts.id for facts in self.analysis.objects if "create" in facts.behaviours}
        pairs: list[tuple[str, ...]] = [
            (self._name(pair.what), self._name(pair.where))
            for pair in self.pairs
            if pair.what not in self.roles.players and pair.what not in made
        ]
        if pairs:
            return pairs
        gone = removed_to_win(self.game, self.roles)
        return [(self._name(thing),) for thing in dict.fromkeys((*self.roles.movable, *gone))]

    def _pair(self, removing: float, adding: float) -> list[str]:
        pieces = self._pieces()
        if not pieces:
            raise NoPreset("pair: this game has nothing to add or to remove but the player and walls")
        free = f"[ no {self._obstacle} ]"
        less = [
            f"option {removing} {' '.join(f'[ {name} ]' for name in names)} -> {' '.join('[ ]' for _ in names)}"
            for names in pieces
        ]
        more = [
            f"option {adding} {' '.join(free for _ in names)} -> {' '.join(f'[ {name} ]' for name in names)}"
            for names in pieces
        ]
        return [*self._ways(less, "choose 1"), *self._ways(more, "choose 1")]

    def _everything(self) -> list[str]:
        lines = self._walls(self._draws(12)) if self.roles.wall is not None else []
        if self._pieces():
            lines += self._pair(0.3, 0.4)
        return [*lines, *self._move(self._draws(6))]

    def _walking(self, pushed: bool) -> list[str]:
        """The player walks, and pushes (or pulls) what can be moved."""
        free = f"no {self._blocking}"
        ways = [f"[ {one} | {free} ] -> [ | {one} ]" for one in self._player()]
        for one in self._player():
            for thing in self.roles.movable:
                name = self._name(thing)
                if pushed:
                    ways.append(f"[ {one} | {name} | {free} ] -> [ | {one} | {name} ]")
                else:
                    ways.append(f"[ {free} | {one} | {name} ] -> [ {one} | {name} | ]")
        return ways

    def _backwards(self) -> list[str]:
        gone = removed_to_win(self.game, self.roles)
        if not self.pairs and not gone:
            raise NoPreset("backwards: the win conditions do not say what a solved level looks like")
        lines: list[str] = []
        undoing: list[str] = []
        for pair in self.pairs:
            what, where = self._name(pair.what), self._name(pair.where)
            if pair.what in self.roles.players:
                one = self._player()[0]
                lines.append(f"choose 1 [ {one} ] [ {where} ] -> [ ] [ {where} {one} ]")
                continue
            made, used = inverse_rules(self.game, self.analysis, pair.what, "create")
            undoing += made
            lines += [f"[ {self._name(thing)} ] -> [ ]" for thing in dict.fromkeys((pair.what, *used))]
            rule = f"[ {where} ] -> [ {where} {what} ]"
            lines.append(rule if pair.every else f"choose 1 {rule}")
        for thing in gone:
            lines.append(f"[ {self._name(thing)} ] -> [ ]")
            undoing += inverse_rules(self.game, self.analysis, thing, "destroy")[0]
        return [*lines, *self._ways([*self._walking(False), *dict.fromkeys(undoing)], "choose 50")]

    def _forwards(self) -> list[str]:
        if not self.pairs:
            raise NoPreset("forwards: this game is not won by bringing something somewhere")
        kept = [*self.roles.players, *self.roles.movable]
        marks = {thing: self._fresh(f"Start_{self.game.objects[thing].name}") for thing in kept}
        lines = [f"helper {mark}" for mark in marks.values()]
        lines += [f"[ {self._name(pair.where)} ] -> [ ]" for pair in self.pairs]
        lines += [
            f"[ {self._name(thing)} ] -> [ {self._name(thing)} {mark} ]" for thing, mark in marks.items()
        ]
        lines += self._ways(self._walking(True), "choose 50")
        for pair in self.pairs:
            where = self._name(pair.where)
            # What rules must make first is where its ingredients are.
            whats = [pair.what] if pair.what in self.roles.placed else list(self.roles.movable)
            layer = self.game.objects[pair.where].layer
            whats = [what for what in whats if self.game.objects[what].layer != layer]
            ways = [f"[ {self._name(what)} ] -> [ {self._name(what)} {where} ]" for what in whats]
            lines += ways if pair.every and pair.what in self.roles.placed else self._ways(ways, "choose 1")
        lines += [f"[ {self._name(thing)} ] -> [ ]" for thing in kept]
        lines += [f"[ {mark} ] -> [ {self._name(thing)} ]" for thing, mark in marks.items()]
        return lines


_WORDS = {direction: word for word, direction in DIRECTION_WORDS.items()}


def inverse_rules(
    game: PuzzleScriptGame, analysis: GameAnalysis, thing: int, behaviour: str
) -> tuple[list[str], list[int]]:
    """The rules that create (or destroy) a thing, turned round, and what else they bring back."""
    texts: list[str] = []
    back: list[int] = []
    for written in analysis.rules:
        presence = written.presences.get(thing)
        if presence is None or behaviour not in presence.behaviours:
            continue
        for rule in written.rules:
            turned = _turned(game, rule)
            if turned is not None:
                texts.append(turned)
                back += [other for other in _taken(rule) if other != thing]
    return list(dict.fromkeys(texts)), list(dict.fromkeys(back))


def _taken(rule: PuzzleScriptRule) -> list[int]:
    """What a rule takes away."""
    return bits(
        union(
            cell.objects_present & after.objects_clear & ~after.objects_set
            for cell, after in rule.replaced_cells
        )
    )


def _turned(game: PuzzleScriptGame, rule: PuzzleScriptRule) -> str | None:
    if rule.has_ellipses or rule.random or rule.rigid or not rule.has_replacements:
        return None
    lefts, rights = [], []
    for row in rule.rows:
        cells = [_turned_cell(game, cell) for cell in row.cells if cell is not None]
        if any(cell is None for cell in cells):
            return None
        lefts.append("[ " + " | ".join(cell[0] for cell in cells if cell is not None) + " ]")
        rights.append("[ " + " | ".join(cell[1] for cell in cells if cell is not None) + " ]")
    long = any(len(row.cells) > 1 for row in rule.rows)
    prefix = f"{_WORDS[rule.direction]} " if long else ""
    return f"{prefix}{' '.join(lefts)} -> {' '.join(rights)}"


def _turned_cell(game: PuzzleScriptGame, cell: CellPattern) -> tuple[str, str] | None:
    """A cell as it is after the rule, and as it was before."""
    if cell.movements_present or cell.any_objects_present:
        return None
    before, after = cell.objects_present, cell.objects_present
    replacement = cell.replacement
    if replacement is not None:
        if replacement.movements_set or replacement.draws:
            return None
        after = before & ~replacement.objects_clear | replacement.objects_set
    names = {thing.id: thing.display_name for thing in game.objects}
    # There must be room in its layer for what comes back.
    missing = 0
    for thing in bits(before & ~after):
        layer = game.layer_mask(thing)
        if not layer & after:  # otherwise the cell is taken by what the rule made, which goes
            missing |= layer
    left = [names[thing] for thing in bits(after)] + [f"no {names[thing]}" for thing in bits(missing)]
    return " ".join(left), " ".join(names[thing] for thing in bits(before))
