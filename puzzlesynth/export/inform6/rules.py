"""The rules of a pack as Inform 6 routines: what fits, what is possible, what happens, what is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzlesynth.export.game_model import GameModel, PreparedRule, is_a, most_specific_first
from puzzlesynth.export.object_pool import ObjectPool
from puzzlesynth.export.rule_phrases import phrase_parts
from puzzlesynth.export.rule_writer import RuleWriter
from puzzlesynth.pack.model import NOTHING, Cruelty, Rule, Term
from puzzlesynth.pack.text.clauses import ObjectRef, SentenceParts, clause
from puzzlesynth.pack.text.phrases import sentence
from puzzlesynth.pack.text.wording import capital, listed, words

from .dictionary import cut, phrase
from .text import escaped

SYNTAX = {
    "content": "(chosen-->{i}).holds",
    "inner_content": "((chosen-->{i}).holds).holds",
    "full": "if ({held} ~= 0) rfalse;",
    "too_many": "if (way == {way} && Alive({item}) + {new}{lost} > {copies}) rfalse;",
    "lost_input": "CountIn((chosen-->{i}), {item})",
    "lost_alone": "SameItem((chosen-->{i}), {item})",
    "lost_content": "CountIn({held}, {item})",
    "both": " && ",
    "is_item": "(chosen-->{i}).item == {item}",
    "alive": "Alive({item}) {compared} {least}",
    "solved": "solved_areas->{area} == 1",
    "unsolved": "solved_areas->{area} == 0",
    "carried": "if ((chosen-->{i}) in player) carried = 1;",
    "bound": "outs-->{j} = (chosen-->{i});",
    "released": "outs-->{j} = (chosen-->{i}).holds; (chosen-->{i}).holds = 0; move outs-->{j} to location;",
    "revealed": "give outs-->{j} ~secret;",
    "emptied": "Kill((outs-->{j}).holds); (outs-->{j}).holds = 0;",
    "destroyed": "Kill((chosen-->{i}));",
    "made": "if (way == {way}) outs-->{j} = Make({item}, location);",
    "taken": "if (way == {way} && carried) move outs-->{j} to player;",
    "set": "PutValue(outs-->{j}, {property}, {value});",
    "stored": "(outs-->{j}).holds = (chosen-->{i}); move (chosen-->{i}) to Inside;",
    "inner_made": "if (way == {way}) (outs-->{j}).holds = Make({item}, Inside);",
    "hidden": "give (outs-->{j}).holds secret;",
}


class RuleRoutines:
    """The rules with everything that is shared between them: tests for terms, and the phrases of actions."""

    def __init__(self, pool: ObjectPool, items: Mapping[str, int], areas: Mapping[str, int]) -> None:
        self.pool = pool
        self.items = items
        self.writer = RuleWriter(SYNTAX, pool, items, areas)
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
    yield f'GameRule R{number} "rule"'
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
    yield from (f"         {line}" for line in routines.writer.conditions(prepared))
    yield "         way = way; rtrue; ],"
    yield "       r_do [ way carried;"
    yield from (f"         {line}" for line in routines.writer.effects(prepared))
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
    told = 2 if routines.pool.game.pack.cruelty is Cruelty.MERCIFUL else 1
    cases = list(routines.writer.dangers(prepared))
    if cases:
        yield "       r_ruins [ way;"
        yield from (f"         if ({case}) return {told};" for case in cases)
        yield "         way = way; rfalse; ],"


def _printed(parts: SentenceParts) -> str:
    """Prints a sentence with the names of the inputs and outputs."""
    found = []
    for part in parts:
        if isinstance(part, ObjectRef):
            what = f"outs-->{part.index}" if part.output else f"chosen-->{part.index}"
            found.append(f"print ({'BigName' if part.first else 'name'}) {what};")
        else:
            found.append(f'print "{escaped(part)}";')
    return " ".join(found)
