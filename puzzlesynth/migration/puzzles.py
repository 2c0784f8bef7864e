"""One puzzle, brought up to date with a changed pack and proven again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.transform.map_world import map_world
from puzzlesynth.pipeline.request import SAFE, SAFE_SECONDS
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.identity import named
from puzzlesynth.puzzle.json_shapes import PuzzleError
from puzzlesynth.puzzle.model import DisabledRule, Puzzle, StatedConstraint, metrics_of
from puzzlesynth.quick_dataclasses import dataclass, field, replace
from puzzlesynth.suggestions import did_you_mean
from puzzlesynth.synth.constraints.designer_constraints import DesignerConstraint
from puzzlesynth.synth.constraints.satisfaction import constraints_met, preference_costs
from puzzlesynth.world import STATE_LIMIT, Outcome, Report, Verdict, verify
from puzzlesynth.world.difficulty import measured
from puzzlesynth.world.verification.safe_rules import SafeRules, only_the_tree, safe_rules

from .initial_state import fitted
from .rule_correspondence import StepMismatch, matching_rules, with_new_rules


@dataclass(frozen=True)
class Migration:
    """The result for a puzzle."""

    puzzle: Puzzle | None
    """As it is now; None: the pack no longer allows it, or that is not known."""
    faults: tuple[str, ...] = ()
    """What broke."""
    notes: tuple[str, ...] = ()
    """What else is not as it was."""
    undecided: bool = False
    """The faults are only that something could not be decided."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """The present numbers of the former pack's rules, where they are known."""


class _Broken(Exception):
    """The pack no longer allows the puzzle."""


def migrate_puzzle(
    pack: Pack, puzzle: Puzzle, former: Pack | None = None, states: int = STATE_LIMIT
) -> Migration:
    """The puzzle with the rules of this pack, if every guarantee holds. `former`: the pack that it was made from."""
    notes: list[str] = []
    if puzzle.pack != pack.name:
        notes.append(f"the pack is named `{pack.name}` now, not `{puzzle.pack}`")
    try:
        known = _known(pack, puzzle, former)
        moved = _with_relations(puzzle, known, former)
        world = pack_for(pack, moved)
        beginning = fitted(world, replace(moved, pack=pack.name, pack_sha256=pack.sha256))
        notes += dict.fromkeys(beginning.notes)
        if beginning.faults:
            return Migration(None, tuple(beginning.faults), tuple(notes))
        found = with_new_rules(world, beginning.puzzle, former, known)
        if isinstance(found, StepMismatch):
            return Migration(None, (str(found),), tuple(notes))
        numbers = known or _numbers(puzzle, found)
        found = replace(found, rules_off=_off(pack, puzzle, found, numbers, former))
        if not pack.is_named_by(puzzle.pack_sha256):
            found = _chosen_again(world, found)
    except (PuzzleError, _Broken) as problem:
        return Migration(None, (str(problem),), tuple(notes))
    notes += _changes(puzzle, found)
    return _proven(world, found, bool(puzzle.difficulty), tuple(notes), numbers, states)


def _known(pack: Pack, puzzle: Puzzle, former: Pack | None) -> dict[int, int]:
    """The numbers now of the rules of the former pack; without it, of a pack that says the same."""
    if pack.is_named_by(puzzle.pack_sha256):
        former = pack
    return {} if former is None else matching_rules(_with_map(former, puzzle), _with_map(pack, puzzle))


def _with_map(pack: Pack, puzzle: Puzzle) -> Pack:
    """The pack with everything that the puzzle's map adds to it."""
    if puzzle.map is None or not puzzle.map.areas:
        return pack
    if puzzle.map.name not in pack.maps:
        hint = did_you_mean(puzzle.map.name, pack.maps)
        raise _Broken(f"the map `{puzzle.map.name}` no longer exists" + (f"; {hint}" if hint else ""))
    return map_world(pack, pack.maps[puzzle.map.name]).pack


def _with_relations(puzzle: Puzzle, known: Mapping[int, int], former: Pack | None) -> Puzzle:
    """A game of a map has some of the rules that follow from relations, by their numbers."""
    filling = puzzle.map
    if filling is None or not filling.relations or not known:
        return puzzle
    gone = [number for number in filling.relations if number not in known]
    if gone:
        rules = _with_map(former, puzzle).rules if former is not None else ()
        said = f"`{rules[gone[0] - 1]}`" if 1 <= gone[0] <= len(rules) else f"rule {gone[0]}"
        raise _Broken(f"the puzzle's game has {said}, which is gone")
    relations = tuple(sorted(known[number] for number in filling.relations))
    return replace(puzzle, map=replace(filling, relations=relations))


def _numbers(before: Puzzle, after: Puzzle) -> dict[int, int]:
    return {old.rule: new.rule for old, new in zip(before.steps, after.steps, strict=True)}


def _off(
    pack: Pack, puzzle: Puzzle, found: Puzzle, numbers: Mapping[int, int], former: Pack | None
) -> tuple[DisabledRule, ...]:
    """The rules that players cannot use, without those that no longer exist."""
    if not puzzle.rules_off or puzzle.rules in ("tree", *SAFE):
        return puzzle.rules_off
    if former is None and not pack.is_named_by(puzzle.pack_sha256):
        if any(old != new for old, new in numbers.items()) or any(
            off.rule > len(pack.rules) for off in puzzle.rules_off
        ):
            raise _Broken(
                "the puzzle switches rules off by their numbers, which have changed; name its old pack with --from"
            )
        return puzzle.rules_off
    return tuple(replace(off, rule=numbers[off.rule]) for off in puzzle.rules_off if off.rule in numbers)


def _chosen_again(world: Pack, puzzle: Puzzle) -> Puzzle:
    """What had been chosen as the best of the pack as it was: of the changed one there may be better."""
    if puzzle.rules == "tree":
        puzzle = replace(puzzle, rules_off=only_the_tree(world, puzzle))
    elif puzzle.rules in SAFE:
        found = safe_rules(world, replace(puzzle, rules_off=()), seconds=SAFE_SECONDS)
        if not isinstance(found, SafeRules):
            raise _Broken(
                "no set of rules that players could use is safe" + (" within the limits" if found else "")
            )
        puzzle = replace(puzzle, rules=SAFE[0] if found.proven else SAFE[1], rules_off=found.off)
    return replace(puzzle, optimum=puzzle.optimum and "best so far")


def _changes(before: Puzzle, after: Puzzle) -> list[str]:
    found = []
    for old, new in zip(before.steps, after.steps, strict=True):
        if old.action != new.action:
            found.append(f"step {new.id}: the action `{old.action}` is `{new.action}` now")
        elif old.rule != new.rule:
            found.append(f"step {new.id}: rule {old.rule} is rule {new.rule} now")
    for goal, now in zip(before.areas, after.areas, strict=True):
        if goal.opened_by != now.opened_by:
            found.append(f"the area `{goal.name}` is opened by {now.opened_by or 'nothing'} now")
    return found


# --- proven again -----------------------------------------------------------------------------------------


def _proven(
    world: Pack,
    puzzle: Puzzle,
    measure: bool,
    notes: tuple[str, ...],
    numbers: Mapping[int, int],
    states: int,
) -> Migration:
    # What it said about itself and the pack as it was is found out again.
    report = verify(world, replace(puzzle, id="", tree="", metrics={}, guarantees={}), states)
    if report.faults:
        return Migration(None, tuple(map(_fault, report.faults)), notes)
    forbidden = any(area.guarantees.dead_ends is Policy.FORBID for area in world.areas.values())
    open_questions = [
        verdict
        for verdict in report.verdicts
        if verdict.outcome is Outcome.UNDECIDED and (forbidden or verdict.guarantee != "no_dead_end")
    ]
    if open_questions:
        return Migration(None, tuple(map(_fault, open_questions)), notes, undecided=True)
    met = constraints_met(world, puzzle) if _has_own_world(puzzle) else ()
    if not all(ok for _, ok in met):
        faults = (f"the constraint `{one.name}` does not hold: {one}" for one, ok in met if not ok)
        return Migration(None, tuple(faults), notes)
    if world.constraints and not _has_own_world(puzzle):
        notes = (*notes, "the constraints of the pack are not checked for puzzles that fill a map")
    wishes = preference_costs(world, puzzle) if _has_own_world(puzzle) else ()
    done = replace(
        puzzle,
        constraints=_stated(puzzle, [one for one, _ in met], wishes),
        optimum=puzzle.optimum or ("best so far" if wishes else None),
        metrics=metrics_of(puzzle),
        guarantees={**puzzle.guarantees, **_found(report)},
    )
    done = named(done)
    return Migration(measured(world, done) if measure else done, (), notes, numbers=numbers)


def _has_own_world(puzzle: Puzzle) -> bool:
    """Whether the puzzle's world is that of the pack, and not that of a map."""
    return puzzle.map is None or not puzzle.map.areas


def _stated(
    puzzle: Puzzle, met: list[DesignerConstraint], wishes: Sequence[StatedConstraint]
) -> tuple[StatedConstraint, ...]:
    """The constraints and preferences as the pack has them now, and others that the puzzle was made under."""
    hard = [StatedConstraint(one.name, one.kind, one.sentence) for one in met]
    now = {one.name: one for one in (*hard, *wishes)}
    before = {one.name: now.get(one.name, one) for one in puzzle.constraints}
    return tuple({**before, **now}.values())


def _fault(verdict: Verdict) -> str:
    said = f"{verdict.guarantee.replace('_', ' ')}: {verdict.message}"
    way = "; ".join(map(str, verdict.trace))
    return f"{said} (by: {way})" if way else said


def _found(report: Report) -> dict[str, str]:
    """The guarantees as a puzzle states them."""
    shortcut, dead_end = report.of("no_shortcut"), report.of("no_dead_end")
    ends = {Outcome.PROVEN: "none", Outcome.FOUND: "found"}
    return {
        "solvable": "verified",
        "shortcuts": "none" if shortcut.outcome is Outcome.PROVEN else shortcut.message,
        "dead_ends": ends.get(dead_end.outcome, dead_end.message),
    }
