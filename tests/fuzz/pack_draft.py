"""A random pack while it is drawn: rules grow backwards from its goals, and some that are not needed are added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

NAMES = (
    "Axe", "Bag", "Cat", "Dew", "Egg", "Fig", "Gem", "Hat", "Ink", "Jar", "Kit", "Log", "Map", "Net", "Oar", "Pin",
    "Quill", "Rug", "Saw", "Tin", "Urn", "Vat", "Wax", "Yak", "Zip", "Ant", "Bun", "Cup", "Dog", "Elk", "Fan", "Gum",
)  # fmt: skip
ACTIONS = (
    "Bake", "Cut", "Dig", "Fold", "Grind", "Heat", "Join", "Knot", "Lift", "Melt", "Open", "Press", "Rub", "Sew",
)  # fmt: skip
FLAGS = ("wet", "lit", "open")
NUMBERS = ("level", "size")
WORDS = {"colour": ("red", "blue"), "mood": ("glad", "sad")}

Data = dict[str, Any]


@dataclass(frozen=True)
class Size:
    items: int
    decoys: int
    areas: int
    depth: int


@dataclass
class _Wanted:
    """Something that a rule is to make, or a goal asks for."""

    item: str
    properties: dict[str, Any] = field(default_factory=dict)
    contains: str | None = None

    def __str__(self) -> str:
        inside = [f"{name}: {value}" for name, value in self.properties.items()]
        inside += [] if self.contains is None else [f"contains: {self.contains}"]
        return self.item + (f"[{', '.join(inside)}]" if inside else "")


class PackDraft:
    def __init__(self, random: Random, size: Size, features: frozenset[str]) -> None:
        self.random, self.size, self.features = random, size, features
        self.items: dict[str, Data] = {}
        self.rules: list[str | Data] = []
        self.areas: dict[str, Data] = {}
        self.tools: list[str] = []
        """What some rule needs and keeps."""

    def has(self, feature: str, chance: float = 1.0) -> bool:
        return feature in self.features and self.random.random() < chance

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # --- the whole --------------------------------------------------------------------------------------

    def pack(self) -> Data:
        self._lay_out()
        for area in self.areas.values():
            if "goals" in area:
                wanted = [self._goal() for _ in range(2 if self.has("goals", 0.5) else 1)]
                area["goals"] = list(dict.fromkeys(map(str, wanted)))
        for _ in range(self.random.randint(0, self.size.decoys) if self.chance(0.6) else 0):
            self._decoy()
        if self.has("fail"):
            self.rules.append({"rule": self._decoy_line(), "fail": True})
        self._furnish()
        self._finish_items()
        self.random.shuffle(self.rules)
        return self._told()

    def _told(self) -> Data:
        lines = [rule for rule in self.rules if isinstance(rule, str)]
        one_text = len(lines) == len(self.rules) and not self.has("listed")
        data: Data = {"pack": "fuzz", "items": self.items}
        data["rules"] = "".join(f"{line}\n" for line in lines) if one_text else self.rules
        data["areas"] = self.areas
        promised = {}
        if self.has("shortcut_policies", 0.6):
            promised["shortcuts"] = self.random.choice(("forbid", "report", "allow"))
        if self.has("dead_end_policies", 0.6):
            promised["dead_ends"] = self.random.choice(("forbid", "report", "allow"))
        if promised:
            data["guarantees"] = promised
        if self.has("limits"):
            data["limits"] = {
                name: self.random.randint(1, 4) for name in ("stages", "copies") if self.chance(0.6)
            }
        return data

    # --- areas ------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """A chain, a star, a diamond or several starts, and what else leads where."""
        random = self.random
        names = [f"A{n}" for n in range(1, random.randint(1, self.size.areas) + 1)]
        if self.chance(0.3):
            random.shuffle(names)
        for n, name in enumerate(names):
            start = n == 0 or self.has("starts", 0.5)
            self.areas[name] = {"start": True, "goals": []} if start else {"goals": []}
            if not start:
                before = [random.choice(names[:n])] if self.has("branches", 0.6) else [names[n - 1]]
                if self.has("diamonds", 0.5):
                    before += random.sample(names[:n], 1)
                for other in dict.fromkeys(before):
                    self.areas[other].setdefault("connects", []).append(name)
            if self.has("depths", 0.5):
                least = random.choice((1, 1, 1, 2, 2, 3))
                self.areas[name]["depth"] = {"min": least} | (
                    {"max": least + random.choice((0, 0, 1, 2))} if self.chance(0.6) else {}
                )
            for key, feature in (("shortcuts", "shortcut_policies"), ("dead_ends", "dead_end_policies")):
                if self.has(feature, 0.3):
                    self.areas[name][key] = random.choice(("forbid", "report", "allow"))
            if self.has("herrings", 0.2):
                self.areas[name]["herrings"] = 1
        for name in names:
            others = [other for other in names if other != name]
            if others and self.has("links", 0.4):
                leads = self.areas[name].setdefault("connects", [])
                leads += [other for other in random.sample(others, 1) if other not in leads]
        self._add_side_areas(names)
        if self.chance(0.3):
            order = random.sample(list(self.areas), len(self.areas))
            self.areas = {name: self.areas[name] for name in order}

    def _add_side_areas(self, names: list[str]) -> None:
        """Areas behind doors and open ways; some of them have nothing to solve."""
        random = self.random
        if self.has("doors", 0.7):
            self.items["Key"] = {"carryable": True} if self.chance(0.8) else {}
            if self.chance(0.3):
                self.items["Key"]["notSpawnable"] = True
            for n in range(1 if self.chance(0.8) else 2):
                side, behind = random.choice(names), f"D{n + 1}"
                door: Any = behind if self.chance(0.6) else {"to": behind, "name": f"Gate{n + 1}"}
                if self.chance(0.2) and len(names) > 1:
                    behind = door = random.choice([name for name in names if name != side])
                self.areas[side].setdefault("doors", []).append(door)
                if behind not in self.areas:
                    idle = self.has("idle_areas", 0.7) or self.chance(0.3)
                    self.areas[behind] = {} if idle else {"goals": []}
        if self.has("adjoining", 0.7):
            side = random.choice(names)
            self.areas[side]["open"] = ["O1"]
            self.areas["O1"] = {} if self.has("idle_areas", 0.7) or self.chance(0.5) else {"goals": []}

    # --- goals and the rules under them ---------------------------------------------------------------------

    def _goal(self) -> _Wanted:
        wanted = self._something(new=self.chance(0.75))
        if self.has("goal_contents", 0.4):
            wanted = _Wanted(wanted.item, {}, self._item())
        elif self.has("goal_properties", 0.5):
            wanted.properties |= self._property()
        self._grow(wanted, self.size.depth)
        return wanted

    def _something(self, new: bool) -> _Wanted:
        return _Wanted(self._item(new))

    def _item(self, new: bool = False) -> str:
        known = [name for name in self.items if name != "Key" or self.chance(0.3)]
        if known and (not new or len(self.items) >= self.size.items):
            return self.random.choice(known)
        name = NAMES[len(self.items)]
        self.items[name] = {}
        return name

    def _input(self) -> str:
        return self._item(new=not self.has("reuse", 0.6) and self.chance(0.75))

    def _property(self) -> Data:
        kinds: list[Callable[[], Data]] = []
        if self.has("numbers"):
            kinds.append(lambda: {self.random.choice(NUMBERS): self.random.randint(0, 2)})
        if self.has("words"):
            name = self.random.choice(tuple(WORDS))
            kinds.append(lambda: {name: self.random.choice(WORDS[name])})
        if self.has("flags") or not kinds:
            kinds.append(lambda: {self.random.choice(FLAGS): self.chance(0.75)})
        return self.random.choice(kinds)()

    def _grow(self, wanted: _Wanted, depth: int) -> None:
        """A rule that makes what is wanted, and most often rules that make what it takes."""
        if wanted.contains is not None:
            taken = self._storing(wanted) if self.chance(0.7) else self._filling(wanted)
        elif wanted.properties:
            taken = self._changing(wanted)
        else:
            ways = [self._making, self._making]
            if self.has("releasing"):
                ways += [self._releasing] * 2
            if self.has("toggles"):
                ways.append(self._trading)
            taken = self.random.choice(ways)(wanted)
            if not self.has("spawnable_results", 0.4):
                self.items[wanted.item]["notSpawnable"] = True
        for term in taken:
            if depth > 1 and self.chance(0.45):
                self._grow(term, depth - 1)

    def _making(self, wanted: _Wanted) -> list[_Wanted]:
        inputs = [_Wanted(self._input()) for _ in range(self.random.choice((1, 1, 1, 2, 2, 3)))]
        if self.has("copies", 0.3):
            inputs.append(_Wanted(inputs[0].item))
            self.items[inputs[0].item]["copies"] = self.random.randint(2, 3)
        if self.has("flags", 0.3) or self.has("numbers", 0.3) or self.has("words", 0.3):
            inputs[0].properties |= self._property()
        if self.tools and self.has("spent", 0.5):
            inputs.append(_Wanted(self.random.choice(self.tools)))
        kept = [term.item for term in inputs if term.item not in self.tools and self.has("tools", 0.4)]
        self.tools += kept
        more = [self._input() for _ in range(self.has("byproducts", 0.4))]
        if self.has("byproducts", 0.2):
            more.append(f"{inputs[-1].item}[{_spelt(self._property())}]")
        self._add([str(wanted), *kept, *more], inputs)
        return [term for term in inputs if term.item != wanted.item]

    def _changing(self, wanted: _Wanted) -> list[_Wanted]:
        before = {name: self._other(value) for name, value in wanted.properties.items() if self.chance(0.7)}
        inputs = [_Wanted(wanted.item, before)]
        outputs = [str(wanted)]
        if self.chance(0.6):
            tool = self._input()
            inputs.append(_Wanted(tool))
            if self.has("tools", 0.6):
                outputs.append(tool)
                self.tools.append(tool)
        if self.has("copies", 0.3):
            self.items[wanted.item]["copies"] = 2
        if self.has("labels", 0.5) and self.items[wanted.item].get("copies", 1) > 1:
            return self._swapping(wanted, before)
        if self.has("toggles", 0.5):
            self._add([str(_Wanted(wanted.item, before))], [_Wanted(wanted.item, dict(wanted.properties))])
        self._settle_property(wanted, before)
        self._add(outputs, inputs)
        return [_Wanted(term.item, dict(term.properties)) for term in inputs[1:]]

    def _swapping(self, wanted: _Wanted, before: Data) -> list[_Wanted]:
        """Two of a kind that only labels tell apart."""
        inside, was = _bracketed(wanted.properties), _bracketed(before)
        line = f"{wanted.item}#a{inside} {wanted.item}#b ::= {self._action()} {wanted.item}#a{was} {wanted.item}#b"
        if self.chance(0.5):
            line = f"{wanted.item}#b {wanted.item}#a{inside} ::= {self._action()} {wanted.item}#a{was} {wanted.item}#b"
        if self.has("types", 0.5):
            line = self._retyped(line, wanted.item)
        self.rules.append(line)
        self._settle_property(wanted, before)
        return []

    def _retyped(self, line: str, item: str) -> str:
        """One of the two goes by a type on one side only: the label alone says that it is the same thing."""
        kind = self.random.choice(("Tool", "Food", "Item"))
        for name in (item, self._item()):
            if kind != "Item" and kind not in self.items[name].setdefault("isa", []):
                self.items[name]["isa"].append(kind)
        sides = line.split("::=")
        side, label = self.random.randrange(2), self.random.choice("ab")
        sides[side] = sides[side].replace(f"{item}#{label}", f"{kind}#{label}")
        return "::=".join(sides)

    def _settle_property(self, wanted: _Wanted, before: Data) -> None:
        """Numbers and words must start somewhere; booleans are false by default."""
        for name, value in wanted.properties.items():
            start = before.get(name, self._other(value))
            if start is not False:
                self.items[wanted.item].setdefault(name, start)

    def _other(self, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.random.choice((1, 2))
        return next(w for words in WORDS.values() if value in words for w in words if w != value)

    def _releasing(self, wanted: _Wanted) -> list[_Wanted]:
        box = self._input()
        if box == wanted.item:
            return self._making(wanted)
        if self.has("contents", 0.8):
            self.items[box]["contains"] = wanted.item
        outputs = [str(wanted)]
        if self.has("byproducts", 0.4):
            outputs.insert(0, self._input())  # what comes out is not what the rule is for
        if self.has("tools", 0.5):
            empty = "[contains: Nothing]" if self.has("emptying", 0.4) else ""
            outputs.append(box + empty)
        inputs = [_Wanted(box, {}, wanted.item)]
        if self.chance(0.4):
            inputs.append(_Wanted(self._input()))
        self._add(outputs, inputs)
        return inputs[1:] + ([] if "contains" in self.items[box] else [_Wanted(box, {}, wanted.item)])

    def _storing(self, wanted: _Wanted) -> list[_Wanted]:
        assert wanted.contains is not None
        if wanted.contains == wanted.item:
            return self._filling(wanted)
        room = "Nothing" if self.has("emptying", 0.5) else None
        inputs = [_Wanted(wanted.item, {}, room), _Wanted(wanted.contains)]
        if self.has("contents", 0.5):
            self._make_room(wanted.item)
        if self.has("labels", 0.3):
            inputs.reverse()
        self._add([str(wanted)], inputs)
        return [_Wanted(wanted.contains)]

    def _make_room(self, box: str) -> None:
        """The box is full at the start, and there is a way to empty it."""
        inside = self._input()
        if inside == box:
            return
        self.items[box]["contains"] = inside
        left = [f"{inside} {box}", f"{box}[contains: Nothing]", f"{box} {inside}"]
        self.rules.append(f"{self.random.choice(left)} ::= {self._action()} {box}[contains: {inside}]")

    def _filling(self, wanted: _Wanted) -> list[_Wanted]:
        """Something new appears inside."""
        if not self.has("filling", 0.7) and wanted.contains != wanted.item:
            return self._storing(wanted)
        tool = self._input()
        self._add([str(wanted)], [_Wanted(wanted.item, {}, "Nothing"), _Wanted(tool)])
        return [_Wanted(tool)]

    def _trading(self, wanted: _Wanted) -> list[_Wanted]:
        """Somebody gives it for something else, once."""
        who, price = self._input(), self._input()
        flag = self.random.choice(FLAGS)
        if who == wanted.item:
            return self._making(wanted)
        self._add([str(wanted), f"{who}[{flag}: True]"], [_Wanted(who, {flag: False}), _Wanted(price)])
        return [_Wanted(price)]

    def _add(self, outputs: list[str], inputs: list[_Wanted]) -> None:
        self.rules.append(self._abstracted(outputs, inputs))

    def _abstracted(self, outputs: list[str], inputs: list[_Wanted]) -> str:
        """The rule, some of its items replaced by a type that they belong to."""
        left, right = " ".join(outputs), " ".join(map(str, inputs))
        if self.has("types", 0.4):
            item = self.random.choice(inputs).item
            kind = self.random.choice(("Tool", "Food"))
            if kind not in self.items[item].setdefault("isa", []):
                self.items[item]["isa"].append(kind)
            other = self._item()
            if kind not in self.items[other].setdefault("isa", []) and self.chance(0.7):
                self.items[other]["isa"].append(kind)
            right = _renamed(right, item, kind)
            if not self.has("abstract", 0.3):
                left = left if not _mentions(left, item) else _renamed(left, item, kind)
        elif self.has("abstract", 0.3) and outputs:
            item = outputs[0].split("[")[0]
            kind = self.random.choice(("Tool", "Food"))
            if kind not in self.items.get(item, {}).setdefault("isa", []):
                self.items[item]["isa"].append(kind)
            left = _renamed(left, item, kind)
        return f"{left} ::= {self._action()} {right}"

    def _action(self) -> str:
        return f"{self.random.choice(ACTIONS)}{len(self.rules) if self.chance(0.9) else ''}"

    # --- what is not needed ---------------------------------------------------------------------------------

    def _decoy(self) -> None:
        self.rules.append(self._decoy_line())

    def _decoy_line(self) -> str:
        random = self.random
        inputs = [self._decoy_term() for _ in range(random.choice((1, 1, 2, 2, 3)))]
        outputs = [self._decoy_term() for _ in range(random.choice((1, 1, 1, 2)))]
        outputs += [_Wanted(term.item) for term in inputs if self.has("tools", 0.3)]
        return self._abstracted([str(term) for term in outputs], inputs)

    def _decoy_term(self) -> _Wanted:
        properties = self._property() if self.has("flags", 0.3) or self.has("numbers", 0.3) else {}
        contains = None
        if (self.has("storing", 0.2) or self.has("releasing", 0.2)) and len(self.items) > 1:
            contains = "Nothing" if self.has("emptying", 0.4) else self._item()
        return _Wanted(self._item(), properties, contains)

    # --- things ---------------------------------------------------------------------------------------------

    def _furnish(self) -> None:
        """What lies around whatever the puzzle is: also what cannot be carried, in areas that open late."""
        if not self.has("furniture"):
            return
        for name, area in self.areas.items():
            there = [item for item in self.items if self.chance(0.2)]
            if there:
                area["contains"] = there
                if self.has("copies", 0.2):
                    area["contains"] = [*there, there[0]]
                    self.items[there[0]]["copies"] = 3
            if self.chance(0.1) and name in self.areas:
                self.items[self.random.choice(list(self.items))].setdefault("area", []).append(name)

    def _finish_items(self) -> None:
        random = self.random
        for name, item in self.items.items():
            if not self.has("fixed", 0.5) and name != "Key":
                item["carryable"] = True
            if self.has("restricted", 0.35):
                item["area"] = random.sample(list(self.areas), random.randint(1, min(2, len(self.areas))))
            if self.has("copies", 0.2):
                item.setdefault("copies", random.randint(2, 3))
            if self.has("contents", 0.15) and "contains" not in item:
                item["contains"] = random.choice([other for other in self.items if other != name] or [name])
            if self.chance(0.06):
                item["notSpawnable"] = not item.get("notSpawnable", False)
            if self.has("flags", 0.1):
                item.setdefault(random.choice(FLAGS), True)
        self._break_circles()

    def _break_circles(self) -> None:
        """Nothing contains itself, however many boxes are in between."""
        for name in list(self.items):
            seen, at = {name}, self.items[name].get("contains")
            while at is not None and at not in seen:
                seen.add(at)
                at = self.items[at].get("contains")
            if at is not None:
                del self.items[name]["contains"]


def _spelt(properties: Data) -> str:
    return ", ".join(f"{name}: {value}" for name, value in properties.items())


def _bracketed(properties: Data) -> str:
    return f"[{_spelt(properties)}]" if properties else ""


def _mentions(terms: str, item: str) -> bool:
    return any(term.split("[")[0] == item for term in terms.split())


def _renamed(terms: str, item: str, kind: str) -> str:
    """Each term of an item as a term of its type, contents as they are."""
    return " ".join(
        kind + term[len(item) :] if term.split("[")[0].split("#")[0] == item else term
        for term in terms.split(" ")
    )
