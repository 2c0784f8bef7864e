"""From events to sentences, and from a state to the description of a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlesynth.pack.keys import RELATIONS
from puzzlesynth.pack.model import Item, Pack, Rule, per_pack
from puzzlesynth.pack.text.clauses import ObjectRef, in_words
from puzzlesynth.pack.text.phrases import goal_phrase, plain_action, text_parts
from puzzlesynth.pack.text.wording import a_or_some, area_title, capital, is_or_are, listed, the_area, words
from puzzlesynth.play.events import Appeared, Doomed, GameEvent, MoveRefused, Unprepared
from puzzlesynth.play.just_in_time.chapters import Chapter
from puzzlesynth.world import Drop, Move, State, Take, Thing, Use, Walk
from puzzlesynth.world.events import (
    Lost,
    ObjectChanged,
    ObjectCreated,
    ObjectDestroyed,
    ObjectReleased,
    Opened,
    Solved,
    Won,
)

from .phrases import ObjectNames, names_in, qualities, state_change


def tell(
    pack: Pack, chapter: Chapter, before: State, after: State, move: Move, events: Sequence[GameEvent]
) -> str:
    """The text for a move itself; its consequences for the game are `news`."""
    if isinstance(move, Walk):
        return ""
    names = names_in(before)
    if isinstance(move, Take):
        return f"You take the {names[move.object]}."
    if isinstance(move, Drop):
        return f"You put down the {names[move.object]}."
    rule = pack.rule(move.rule)
    if rule.text is not None:
        return _as_written(rule, chapter, before, move)
    return _in_plain_words(pack, rule, before, after, move, events)


def _in_plain_words(
    pack: Pack, rule: Rule, before: State, after: State, move: Use, events: Sequence[GameEvent]
) -> str:
    names, later = names_in(before), names_in(after)
    sentences = [f"You {plain_action(pack, rule, [names[name] for name in move.inputs])}."]
    made = [event.id for event in events if isinstance(event, ObjectCreated | ObjectReleased)]
    if made:
        things = [a_or_some(_plain(after, name)) for name in made if _comes_to_light(after, name, made)]
        if things:
            sentences.append(f"Now there {is_or_are(things[0])} {listed(things)}.")
    for event in events:
        if isinstance(event, ObjectChanged) and event.id in before.things:
            change = state_change(later[event.id], before.things[event.id].properties, event.properties)
            if change is not None:
                sentences.append(change)
    gone = [f"the {names[event.id]}" for event in events if isinstance(event, ObjectDestroyed)]
    if gone:
        verb = "are" if len(gone) > 1 else is_or_are(gone[0])
        sentences.append(f"{capital(listed(gone))} {verb} gone.")
    return " ".join(sentences)


def _comes_to_light(state: State, name: str, made: Sequence[str]) -> bool:
    """Whether something that is new can be seen: it did not come inside of something else that is new."""
    return name in state.things and state.things[name].inside not in made


def _as_written(rule: Rule, chapter: Chapter, before: State, move: Use) -> str:
    made = _outputs(chapter, before, move)

    def name(ref: ObjectRef) -> str:
        if ref.output:
            found = made.get(ref.index) or words(rule.outputs[ref.index].type)
        else:
            found = _plain(before, move.inputs[ref.index])
        return capital(found) if ref.first else found

    return in_words(text_parts(rule), name)


def _plain(state: State, name: str) -> str:
    """In a text that the designer wrote, a tree is a tree, the first or the second."""
    return words(state.things[name].item) if name in state.things else words(name)


def _outputs(chapter: Chapter, before: State, move: Use) -> Mapping[int, str]:
    """The names of what a rule makes or keeps, worked out as the world does it."""
    instance = chapter.world.instance
    meaning = instance.mechanics.semantics[move.rule - 1]
    found: dict[int, str] = {}
    for position, source in enumerate(meaning.bound):
        released, made = meaning.released[position], meaning.made[position]
        if source is not None:
            found[position] = _plain(before, move.inputs[source])
        elif released is not None:
            content = before.content(move.inputs[released])
            if content is not None:
                found[position] = _plain(before, content)
        elif made is not None:
            items: Sequence[Item | str] = move.items or instance.choices[move.rule - 1][0]
            item = items[made]
            found[position] = words(item if isinstance(item, str) else item.name)
    return found


def news(pack: Pack, events: Sequence[GameEvent]) -> tuple[str, ...]:
    """What events mean for the game as a whole."""
    return tuple(line for event in events if (line := _news(pack, event)) is not None)


def _news(pack: Pack, event: GameEvent) -> str | None:
    if isinstance(event, Solved):
        area = pack.areas[event.area]
        if area.is_end:
            return None  # The win says it.
        return f"{area_title(pack.areas[event.area])}: solved!"
    if isinstance(event, Opened):
        return f"The way to {the_area(pack.areas[event.area])} is open."
    if isinstance(event, Won):
        return "You have won."
    if isinstance(event, Lost):
        return "That was the end."
    if isinstance(event, Doomed):
        where = listed(the_area(pack.areas[area]) for area in event.areas)
        return f"The game cannot be won any more{f' (think of {where})' if where else ''}. You can undo it."
    if isinstance(event, MoveRefused):
        what = "would be the end" if event.defeat else "would make the game impossible to win"
        return f"Better not: that {what}."
    if isinstance(event, Unprepared):
        where = capital(listed(the_area(pack.areas[area]) for area in event.areas))
        stays = "stays" if len(event.areas) == 1 else "stay"
        return f"{where} {stays} without a puzzle: {event.reason.strip().rstrip('.')}."
    return None


def arrivals(pack: Pack, events: Sequence[GameEvent]) -> list[str]:
    """What appeared for new puzzles, by place."""
    places: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, Appeared) and event.area is not None:
            places.setdefault(event.area, []).append(a_or_some(words(event.item)))
    return [
        f"In {the_area(pack.areas[area])} you can now find {listed(things)}."
        for area, things in places.items()
    ]


@per_pack
def unsaid(pack: Pack) -> frozenset[str]:
    """Relations between items, which are for the designer; players only read those that a rule tests."""
    terms = [term for rule in pack.rules for term in (*rule.inputs, *rule.outputs)]
    terms += [goal for area in pack.areas.values() for goal in area.goals]
    return frozenset(RELATIONS) - {name for term in terms for name, _ in term.properties}


def thing_phrase(
    state: State,
    names: ObjectNames,
    thing: Thing,
    hidden: frozenset[str],
    silent: frozenset[str] = frozenset(),
) -> str:
    """`bucket (holding water)`, `axe (sharp)`. `hidden`: contents that the player has not seen."""
    seen = qualities({name: value for name, value in thing.properties.items() if name not in silent})
    content = state.content(thing.id)
    if content is not None and content not in hidden:
        seen.append(f"holding {words(state.things[content].item)}")
    return names[thing.id] + (f" ({', '.join(seen)})" if seen else "")


def goal_hint(chapter: Chapter, area: str) -> str | None:
    """What an area's goal sounds like."""
    goal = chapter.world.instance.goals.get(area)
    return None if goal is None else goal_phrase(goal)
