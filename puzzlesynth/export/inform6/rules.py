"""The rules of a pack as Inform 6 routines: what fits, what is possible, what happens, what is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzlesynth.export.game_model import GameModel, PreparedRule, is_a, most_specific_first
from puzzlesynth.export.object_pool import ObjectPool
from puzzlesynth.export.rule_phrases import phrase_parts
from puzzlesynth.pack.model import NOTHING, Cruelty, Rule, Term
from puzzlesynth.pack.rules.effects import ContentChange, Origin
from puzzlesynth.pack.text.clauses import ObjectRef, SentenceParts, clause
from puzzlesynth.pack.text.phrases import sentence
from puzzlesynth.pack.text.wording import capital, listed, words
from puzzlesynth.puzzle.dead_end_conditions import StateCondition

from .dictionary import cut, phrase
from .text import escaped


class RuleRoutines:
    """The rules with everything that is shared between them: tests for terms, and the phrases of actions."""

    def __init__(self, seating: ObjectPool, items: Mapping[str, int]) -> None:
        self.seating = seating
        self.items = items
        self.workings = seating.game.workings
        self._tests: dict[Term, str] = {}
        whole = {w.rule.number: phrase(words(w.rule.action), w.rule.number) for w in self.workings}
        self.phrases = {number: tuple(map(cut, spoken)) for number, spoken in whole.items()}
        self.spoken = {self.phrases[number]: spoken for number, spoken in reversed(whole.items())}
        """The whole words, for whoever reads them; the dictionary keeps only their beginnings."""
        self.phrase_numbers = {words: n for n, words in enumerate(dict.fromkeys(self.phrases.values()))}

    def test(self, term: Term) -> str:
        """The routine that tells whether an object matches a term."""
        key = Term(term.type, tuple(sorted(term.properties, key=repr)), term.contains)
        return self._tests.setdefault(key, f"Is{len(self._tests)}")

    def tests(self) -> Iterator[str]:
        for term, name in self._tests.items():
            yield f"! {str(term)!a}\n[ {name} o;\n  o = o;"
            yield from self._test(term) if self._can_be(term) else ("  rfalse;",)
            yield "];"

    def _test(self, term: Term) -> Iterator[str]:
        yield self._refusal("o", term.type)
        for prop, value in term.properties:
            if prop == "carryable":
                yield f"  if (o {'has' if value else 'hasnt'} static) rfalse;"
            else:
                number = self.seating.properties.index(prop)
                yield f"  if (Value(o, {number}) ~= {self.seating.code(prop, value)}) rfalse;"
        if term.contains == NOTHING:
            yield "  if (o.holds ~= 0) rfalse;"
        elif term.contains is not None:
            yield "  if (o.holds == 0) rfalse;"
            yield self._refusal("(o.holds)", term.contains)
        yield "  rtrue;"

    def _can_be(self, term: Term) -> bool:
        """Whether anything that can exist is of the term's type, and, if it must, can hold what it must."""
        inside = term.contains in (None, NOTHING) or self.seating.game.fitting(term.contains or "")
        return bool(self.seating.game.fitting(term.type) and inside)

    def _refusal(self, thing: str, type_: str) -> str:
        """The line that refuses what is not of a type."""
        numbers = [n for name, n in self.items.items() if is_a(self.seating.game.items[name], type_)]
        if len(numbers) == len(self.items):
            return "  ! anything"
        return f"  if ({thing}.item ~= {' or '.join(map(str, numbers))}) rfalse;"


def rule_lines(deeds: RuleRoutines) -> Iterator[str]:
    for working in deeds.workings:
        yield from _deed(deeds, working)


def _deed(deeds: RuleRoutines, working: PreparedRule) -> Iterator[str]:
    rule = working.rule
    number = rule.number
    tests = " ".join(deeds.test(term) for term in rule.inputs)
    yield f"! {str(rule)!a}"
    yield f'Deed R{number} "deed"'
    yield f"  with r_arity {len(rule.inputs)}, r_phrase {deeds.phrase_numbers[deeds.phrases[number]]},"
    # A merciful game refuses what would end it.
    fails = int(rule.fail) * (2 if deeds.seating.game.pack.cruelty is Cruelty.MERCIFUL else 1)
    if len(working.ways) != 1:
        yield f"       r_ways {len(working.ways)},"
    if fails:
        yield f"       r_fails {fails},"
    if tests:
        yield f"       r_fits {tests},"
    order = most_specific_first(deeds.seating.game, rule)
    if order != tuple(range(len(rule.inputs))):
        yield f"       r_order {' '.join(map(str, order))},"
    yield from _ruins(deeds, working)
    yield f"       r_label [ k; {_nouns(deeds, working)}{_printed(label_parts(deeds.seating.game, rule))} ],"
    yield "       r_makes [ way;"
    for index, way in enumerate(working.ways):
        made = listed(words(deeds.seating.game.items[name].name) for name in way)
        yield f'         if (way == {index}) print "{escaped(made)}";'
    yield "         way = way; ],"
    yield "       r_check [ way;"
    yield from (f"         {line}" for line in _check(deeds, working))
    yield "         way = way; rtrue; ],"
    yield "       r_do [ way carried;"
    yield from (f"         {line}" for line in _do(deeds, working))
    yield "         way = way; carried = carried; ],"
    yield f"       r_say [; {_printed(sentence(deeds.seating.game.pack, rule))} ];\n"


def label_parts(game: GameModel, rule: Rule) -> SentenceParts:
    """What a rule is called in a list of what can be done."""
    first, *others = phrase_parts(game, rule)
    leads_to = listed(game.distinction(rule))
    named = capital(first) if isinstance(first, str) else first
    return (named, *others, *([f", for {leads_to}"] if leads_to else []))


def _nouns(deeds: RuleRoutines, working: PreparedRule) -> str:
    """The things in the order in which one would say them, each with the word before it, as they can be typed."""
    found = []
    for number, (word, index) in enumerate(clause(deeds.seating.game.pack, working.rule).nouns(), 1):
        joint = "with" if number > 1 and word in ("", "and") else word
        before = f"{joint} " if joint else ""
        found.append(f'if (k == {number}) {{ print " {before}", (name) chosen-->{index}; rtrue; }} ')
    return "".join(found) or "k = k; "


def _ruins(deeds: RuleRoutines, working: PreparedRule) -> Iterator[str]:
    """Whether what is about to be done makes the game impossible to win: 2 if it is refused then, 1 if it is told."""
    game = deeds.seating.game
    told = 2 if game.pack.cruelty is Cruelty.MERCIFUL else 1
    mine = [(deed, cases) for deed, cases in game.dangers.cases.items() if deed.rule == working.rule.number]
    if mine:
        yield "       r_ruins [ way;"
        for deed, cases in mine:
            which = [f"{_input(k)}.item == {deeds.items[item]}" for k, item in enumerate(deed.inputs)]
            which = [f"way == {working.ways.index(deed.made)}", *which]
            for case in cases:
                yield f"         if ({' && '.join([*which, *(_given(deeds, one) for one in case)])}) return {told};"
        yield "         way = way; rfalse; ],"


def _given(deeds: RuleRoutines, one: StateCondition) -> str:
    if one.least:
        return f"Alive({deeds.items[one.name]}) {'>=' if one.holds else '<'} {one.least}"
    number = list(deeds.seating.game.pack.areas).index(one.name)
    return f"solved_areas->{number} == {int(one.holds)}"


def _input(index: int) -> str:
    return f"(chosen-->{index})"


def _check(deeds: RuleRoutines, working: PreparedRule) -> Iterator[str]:
    """Not applicable where something is full, or where there would be too many of an item."""
    for outcome in working.outcomes:
        if outcome.filling in (ContentChange.STORED, ContentChange.CREATED):
            held = _held(working, outcome.origin, outcome.origin_input)
            if held:
                yield f"if ({held} ~= 0) rfalse;"
    for index, way in enumerate(working.ways):
        for item in dict.fromkeys(way):
            number = deeds.items[item]
            lost = "".join(f" - {part}" for part in _lost(working, number))
            copies = deeds.seating.game.items[item].copies
            yield f"if (way == {index} && Alive({number}) + {way.count(item)}{lost} > {copies}) rfalse;"


def _held(working: PreparedRule, origin: Origin, source: int | None) -> str:
    """What is inside an output's object before it is filled; empty where there can be nothing."""
    if origin is Origin.CREATED or source is None:
        return ""
    if origin is Origin.RELEASED:
        return f"({_input(source)}.holds).holds"
    return "" if working.released(source) else f"{_input(source)}.holds"


def _lost(working: PreparedRule, item: int) -> Iterator[str]:
    for i in working.destroyed:
        yield f"SameItem({_input(i)}, {item})" if working.released(i) else f"CountIn({_input(i)}, {item})"
    for outcome in working.outcomes:
        if outcome.filling is ContentChange.EMPTIED:
            held = _held(working, outcome.origin, outcome.origin_input)
            if held:
                yield f"CountIn({held}, {item})"


def _do(deeds: RuleRoutines, working: PreparedRule) -> Iterator[str]:
    """What happens, in the order that the meaning of rules gives: release, empty, destroy, make, set, fill."""
    for i in working.destroyed:
        yield f"if ({_input(i)} in player) carried = 1;"
    for j, outcome in enumerate(working.outcomes):
        source = outcome.origin_input
        if source is None:
            continue
        thing = _input(source)
        if outcome.origin is Origin.BOUND:
            yield f"outs-->{j} = {thing};"
        else:
            yield f"outs-->{j} = {thing}.holds; {thing}.holds = 0; move outs-->{j} to location;"
            yield f"give outs-->{j} ~secret;"
    for j, outcome in enumerate(working.outcomes):
        if outcome.filling is ContentChange.EMPTIED and outcome.origin is not Origin.CREATED:
            yield f"Kill((outs-->{j}).holds); (outs-->{j}).holds = 0;"
    for i in working.destroyed:
        yield f"Kill({_input(i)});"
    for j in range(len(working.outcomes)):
        slot = working.slot(j, False)
        if slot is not None:
            yield from _made(deeds, working, slot, f"outs-->{j}", "location", carry=True)
    for j, outcome in enumerate(working.outcomes):
        for name, value in outcome.term.properties:
            if name != "carryable":
                number = deeds.seating.properties.index(name)
                yield f"PutValue(outs-->{j}, {number}, {deeds.seating.code(name, value)});"
    for j, outcome in enumerate(working.outcomes):
        if outcome.filling is ContentChange.STORED and outcome.stored_input is not None:
            stored = _input(outcome.stored_input)
            yield f"(outs-->{j}).holds = {stored}; move {stored} to Inside;"
        slot = working.slot(j, True)
        if slot is not None:
            yield from _made(deeds, working, slot, f"(outs-->{j}).holds", "Inside", carry=False)
            if outcome.origin is Origin.CREATED:
                yield f"give (outs-->{j}).holds secret;"


def _made(
    deeds: RuleRoutines, working: PreparedRule, slot: int, target: str, where: str, carry: bool
) -> Iterator[str]:
    for index, way in enumerate(working.ways):
        item = deeds.seating.game.items[way[slot]]
        yield f"if (way == {index}) {target} = Make({deeds.items[item.name]}, {where});"
        if carry and item.carryable:
            yield f"if (way == {index} && carried) move {target} to player;"


def _printed(parts: SentenceParts) -> str:
    """Prints a sentence with the names of what was chosen, or came of it."""
    found = []
    for part in parts:
        if isinstance(part, ObjectRef):
            what = f"outs-->{part.index}" if part.output else f"chosen-->{part.index}"
            found.append(f"print ({'BigName' if part.first else 'name'}) {what};")
        else:
            found.append(f'print "{escaped(part)}";')
    return " ".join(found)
