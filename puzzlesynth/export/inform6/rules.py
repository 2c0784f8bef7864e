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

    def __init__(self, pool: ObjectPool, items: Mapping[str, int]) -> None:
        self.pool = pool
        self.items = items
        self.prepared_rules = pool.game.prepared_rules
        self._tests: dict[Term, str] = {}
        whole = {w.rule.number: phrase(words(w.rule.action), w.rule.number) for w in self.prepared_rules}
        self.phrases = {number: tuple(map(cut, spoken)) for number, spoken in whole.items()}
        self.spoken = {self.phrases[number]: spoken for number, spoken in reversed(whole.items())}
        """The whole words, for readers; the dictionary keeps only their beginnings."""
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
                number = self.pool.properties.index(prop)
                yield f"  if (Value(o, {number}) ~= {self.pool.code(prop, value)}) rfalse;"
        if term.contains == NOTHING:
            yield "  if (o.holds ~= 0) rfalse;"
        elif term.contains is not None:
            yield "  if (o.holds == 0) rfalse;"
            yield self._refusal("(o.holds)", term.contains)
        yield "  rtrue;"

    def _can_be(self, term: Term) -> bool:
        """Whether anything that can exist is of the term's type, and, if it must, can hold what it must."""
        inside = term.contains in (None, NOTHING) or self.pool.game.fitting(term.contains or "")
        return bool(self.pool.game.fitting(term.type) and inside)

    def _refusal(self, thing: str, type_: str) -> str:
        """The line that refuses what is not of a type."""
        numbers = [n for name, n in self.items.items() if is_a(self.pool.game.items[name], type_)]
        if len(numbers) == len(self.items):
            return "  ! anything"
        return f"  if ({thing}.item ~= {' or '.join(map(str, numbers))}) rfalse;"


def rule_lines(routines: RuleRoutines) -> Iterator[str]:
    for prepared in routines.prepared_rules:
        yield from _routine(routines, prepared)


def _routine(routines: RuleRoutines, prepared: PreparedRule) -> Iterator[str]:
    rule = prepared.rule
    number = rule.number
    tests = " ".join(routines.test(term) for term in rule.inputs)
    yield f"! {str(rule)!a}"
    yield f'Deed R{number} "deed"'
    yield f"  with r_arity {len(rule.inputs)}, r_phrase {routines.phrase_numbers[routines.phrases[number]]},"
    # A merciful game refuses what would end it.
    fails = int(rule.fail) * (2 if routines.pool.game.pack.cruelty is Cruelty.MERCIFUL else 1)
    if len(prepared.ways) != 1:
        yield f"       r_ways {len(prepared.ways)},"
    if fails:
        yield f"       r_fails {fails},"
    if tests:
        yield f"       r_fits {tests},"
    order = most_specific_first(routines.pool.game, rule)
    if order != tuple(range(len(rule.inputs))):
        yield f"       r_order {' '.join(map(str, order))},"
    yield from _ruins(routines, prepared)
    yield f"       r_label [ k; {_nouns(routines, prepared)}{_printed(label_parts(routines.pool.game, rule))} ],"
    yield "       r_makes [ way;"
    for index, way in enumerate(prepared.ways):
        made = listed(words(routines.pool.game.items[name].name) for name in way)
        yield f'         if (way == {index}) print "{escaped(made)}";'
    yield "         way = way; ],"
    yield "       r_check [ way;"
    yield from (f"         {line}" for line in _check(routines, prepared))
    yield "         way = way; rtrue; ],"
    yield "       r_do [ way carried;"
    yield from (f"         {line}" for line in _do(routines, prepared))
    yield "         way = way; carried = carried; ],"
    yield f"       r_say [; {_printed(sentence(routines.pool.game.pack, rule))} ];\n"


def label_parts(game: GameModel, rule: Rule) -> SentenceParts:
    """The name of a rule in a list of actions."""
    first, *others = phrase_parts(game, rule)
    leads_to = listed(game.distinction(rule))
    named = capital(first) if isinstance(first, str) else first
    return (named, *others, *([f", for {leads_to}"] if leads_to else []))


def _nouns(routines: RuleRoutines, prepared: PreparedRule) -> str:
    """The things in the order in which one would say them, each with the word before it, as they can be typed."""
    found = []
    for number, (word, index) in enumerate(clause(routines.pool.game.pack, prepared.rule).nouns(), 1):
        joint = "with" if number > 1 and word in ("", "and") else word
        before = f"{joint} " if joint else ""
        found.append(f'if (k == {number}) {{ print " {before}", (name) chosen-->{index}; rtrue; }} ')
    return "".join(found) or "k = k; "


def _ruins(routines: RuleRoutines, prepared: PreparedRule) -> Iterator[str]:
    """Whether the action makes the game impossible to win: 2 if it is refused then, 1 if the player is warned."""
    game = routines.pool.game
    told = 2 if game.pack.cruelty is Cruelty.MERCIFUL else 1
    mine = [(deed, cases) for deed, cases in game.dangers.cases.items() if deed.rule == prepared.rule.number]
    if mine:
        yield "       r_ruins [ way;"
        for deed, cases in mine:
            which = [f"{_input(k)}.item == {routines.items[item]}" for k, item in enumerate(deed.inputs)]
            which = [f"way == {prepared.ways.index(deed.made)}", *which]
            for case in cases:
                yield f"         if ({' && '.join([*which, *(_given(routines, one) for one in case)])}) return {told};"
        yield "         way = way; rfalse; ],"


def _given(routines: RuleRoutines, one: StateCondition) -> str:
    if one.least:
        return f"Alive({routines.items[one.name]}) {'>=' if one.holds else '<'} {one.least}"
    number = list(routines.pool.game.pack.areas).index(one.name)
    return f"solved_areas->{number} == {int(one.holds)}"


def _input(index: int) -> str:
    return f"(chosen-->{index})"


def _check(routines: RuleRoutines, prepared: PreparedRule) -> Iterator[str]:
    """Not applicable where something is full, or where there would be too many of an item."""
    for outcome in prepared.outcomes:
        if outcome.filling in (ContentChange.STORED, ContentChange.CREATED):
            held = _held(prepared, outcome.origin, outcome.origin_input)
            if held:
                yield f"if ({held} ~= 0) rfalse;"
    for index, way in enumerate(prepared.ways):
        for item in dict.fromkeys(way):
            number = routines.items[item]
            lost = "".join(f" - {part}" for part in _lost(prepared, number))
            copies = routines.pool.game.items[item].copies
            yield f"if (way == {index} && Alive({number}) + {way.count(item)}{lost} > {copies}) rfalse;"


def _held(prepared: PreparedRule, origin: Origin, source: int | None) -> str:
    """What is inside an output's object before it is filled; empty where there can be nothing."""
    if origin is Origin.CREATED or source is None:
        return ""
    if origin is Origin.RELEASED:
        return f"({_input(source)}.holds).holds"
    return "" if prepared.released(source) else f"{_input(source)}.holds"


def _lost(prepared: PreparedRule, item: int) -> Iterator[str]:
    for i in prepared.destroyed:
        yield f"SameItem({_input(i)}, {item})" if prepared.released(i) else f"CountIn({_input(i)}, {item})"
    for outcome in prepared.outcomes:
        if outcome.filling is ContentChange.EMPTIED:
            held = _held(prepared, outcome.origin, outcome.origin_input)
            if held:
                yield f"CountIn({held}, {item})"


def _do(routines: RuleRoutines, prepared: PreparedRule) -> Iterator[str]:
    """What happens, in the order that the meaning of rules gives: release, empty, destroy, make, set, fill."""
    for i in prepared.destroyed:
        yield f"if ({_input(i)} in player) carried = 1;"
    for j, outcome in enumerate(prepared.outcomes):
        source = outcome.origin_input
        if source is None:
            continue
        thing = _input(source)
        if outcome.origin is Origin.BOUND:
            yield f"outs-->{j} = {thing};"
        else:
            yield f"outs-->{j} = {thing}.holds; {thing}.holds = 0; move outs-->{j} to location;"
            yield f"give outs-->{j} ~secret;"
    for j, outcome in enumerate(prepared.outcomes):
        if outcome.filling is ContentChange.EMPTIED and outcome.origin is not Origin.CREATED:
            yield f"Kill((outs-->{j}).holds); (outs-->{j}).holds = 0;"
    for i in prepared.destroyed:
        yield f"Kill({_input(i)});"
    for j in range(len(prepared.outcomes)):
        slot = prepared.slot(j, False)
        if slot is not None:
            yield from _made(routines, prepared, slot, f"outs-->{j}", "location", carry=True)
    for j, outcome in enumerate(prepared.outcomes):
        for name, value in outcome.term.properties:
            if name != "carryable":
                number = routines.pool.properties.index(name)
                yield f"PutValue(outs-->{j}, {number}, {routines.pool.code(name, value)});"
    for j, outcome in enumerate(prepared.outcomes):
        if outcome.filling is ContentChange.STORED and outcome.stored_input is not None:
            stored = _input(outcome.stored_input)
            yield f"(outs-->{j}).holds = {stored}; move {stored} to Inside;"
        slot = prepared.slot(j, True)
        if slot is not None:
            yield from _made(routines, prepared, slot, f"(outs-->{j}).holds", "Inside", carry=False)
            if outcome.origin is Origin.CREATED:
                yield f"give (outs-->{j}).holds secret;"


def _made(
    routines: RuleRoutines, prepared: PreparedRule, slot: int, target: str, where: str, carry: bool
) -> Iterator[str]:
    for index, way in enumerate(prepared.ways):
        item = routines.pool.game.items[way[slot]]
        yield f"if (way == {index}) {target} = Make({routines.items[item.name]}, {where});"
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
