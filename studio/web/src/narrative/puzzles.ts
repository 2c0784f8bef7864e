// The puzzles of the opened pack: making them, steering the open one, other ways, and why there is none.

import { computed, signal } from "@preact/signals";
import { ask, noteBusy, RequestFailure, type Asked } from "../connection";
import { rememberHere } from "../project";
import { complain, say } from "../ui/messages";
import { plural } from "../ui/parts";
import { current, show } from "../views";
import { bench, NO_CHOICES, update } from "./bench";
import { packPath } from "./pack";
import type { Card, Choices, Difficulty } from "./types";

export * from "./bench";

/** How a puzzle of the tray is named where it is in the way. */
const trayName = (card: Card) => `puzzle ${bench.value.tray.indexOf(card) + 1} of the tray`;

/** What a new puzzle has to differ from. */
function unlike(): object {
  const { tray, novelty } = bench.value;
  const counting = novelty.on ? tray.filter((card) => !novelty.except.includes(card.id)) : [];
  const puzzles = counting.map((card) => ({
    name: trayName(card),
    steps: card.steps.map((step) => ({ rule: step.notation, items: step.takes.map((one) => one.item) })),
  }));
  return { puzzles, returning: novelty.returning };
}

// --- making them ------------------------------------------------------------------------------------------

/** How a search ended: whether there are no others, or within which limits; null while it runs. */
export interface Ended {
  number: number;
  complete: boolean;
  limits?: string[];
}
interface Making {
  pack: string | null;
  asked: Asked<Ended> | null;
  ended: Ended | null;
  /** Why it ended early: a message, or an empty text where the designer stopped it. */
  failure: string | null;
}
const making = signal<Making | null>(null);
/** What is being made of the opened pack, or was made last. Another pack goes on in the background. */
const now = computed(() => (making.value?.pack === packPath.value ? making.value : null));
export const generating = computed(() => now.value?.asked ?? null);
export const ended = computed(() => now.value?.ended ?? null);
export const failure = computed(() => now.value?.failure ?? null);

interface Generated {
  card?: Card;
  difficulty?: Difficulty;
  id?: string;
}

export function generate(number = 12): void {
  making.value?.asked?.cancel();
  const pack = packPath.value;
  const { wishes, seed } = bench.value;
  const made = new Map<string, Card>();
  update({ cards: [], seed: seed + 1 });
  why.value = null;
  const asked = ask<Ended, Generated>(
    "puzzles.generate",
    { pack, wishes, unlike: unlike(), n: number, seed },
    {
      title: "Making puzzles",
      onEvent: (event) => {
        if (event.card) made.set(event.card.id, event.card);
        if (event.difficulty && event.id) {
          const card = made.get(event.id);
          if (card) made.set(event.id, { ...card, difficulty: event.difficulty });
        }
        update({ cards: [...made.values()] }, pack);
      },
    },
  );
  making.value = { pack, asked, ended: null, failure: null };
  const end = (part: Partial<Making>) => {
    if (making.value?.asked === asked) making.value = { pack, asked: null, ended: null, failure: null, ...part };
  };
  asked
    .then((result) => {
      end({ ended: result });
      if (result.number === 0 && packPath.value === pack) explain(false, result.limits);
    })
    .catch((error) => {
      const quiet = error instanceof RequestFailure && error.quiet;
      end({ failure: quiet ? "" : error instanceof Error ? error.message : String(error) });
      complain(error);
    });
}

export function openPuzzle(card: Card): void {
  update({ open: card, past: [], choices: { ...NO_CHOICES } });
  selected.value = null;
  lastMilliseconds.value = null;
  why.value = null;
  show("puzzle");
}

export function keepInTray(card: Card): void {
  if (bench.value.tray.some((one) => one.id === card.id)) {
    update({ tray: bench.value.tray.filter((one) => one.id !== card.id) });
    say("Removed from the tray.");
  } else {
    update({ tray: [...bench.value.tray, card] });
    say("Kept in the tray.");
  }
}

// --- steering the open one ---------------------------------------------------------------------------------

export type ChoiceKind = keyof Choices;

export function isChosen(kind: ChoiceKind, value: string | number): boolean {
  return (bench.value.choices[kind] as (string | number)[]).includes(value);
}

export function choose(kind: ChoiceKind, value: string | number, on = !isChosen(kind, value)): void {
  const others = (bench.value.choices[kind] as (string | number)[]).filter((one) => one !== value);
  update({ choices: { ...bench.value.choices, [kind]: on ? [...others, value] : others } });
}

/** Keeps a whole area: its goal, and the steps that lead to it. */
export function keepArea(area: string, on: boolean): void {
  const { open, choices } = bench.value;
  const own = open?.steps.filter((step) => step.area === area).map((step) => step.id) ?? [];
  const steps = choices.steps.filter((id) => !own.includes(id));
  const goals = choices.goals.filter((name) => name !== area);
  update({ choices: { ...choices, steps: on ? [...steps, ...own] : steps, goals: on ? [...goals, area] : goals } });
}

export function choiceCount(choices: Choices): number {
  return Object.values(choices).reduce((sum, list) => sum + list.length, 0);
}

export const regenerating = signal<number | null>(null);
/** How long the last one took, from the click to the new puzzle. */
export const lastMilliseconds = signal<number | null>(null);

function steering(): object {
  const { open, choices, wishes } = bench.value;
  return { pack: packPath.value, puzzle: open?.puzzle, choices, wishes, unlike: unlike() };
}

/** Grounds the pack in the processes that will be asked, before anybody waits. */
export function prepare(): void {
  if (packPath.value) void ask("puzzle.prepare", steering()).catch(() => undefined);
}

export async function regenerate(): Promise<void> {
  const { open, past, seed } = bench.value;
  if (!open) return;
  const pack = packPath.value;
  const began = performance.now();
  why.value = null;
  let limits: string[] = [];
  const avoid = [open.tree, ...past.map((card) => card.tree)].slice(-40);
  const asked = ask<Card | null, { limits?: string[] }>(
    "puzzle.regenerate",
    { ...steering(), seed: seed + 1, n: 1, avoid },
    { title: "Regenerating the rest", onEvent: (event) => (limits = event.limits ?? limits) },
  );
  noteBusy(regenerating, asked);
  try {
    const found = await asked;
    if (packPath.value !== pack) return;
    lastMilliseconds.value = performance.now() - began;
    if (found === null) {
      say("There is no other puzzle with these choices. The panel says why.", "warning");
      explain(true, limits, avoid);
      return;
    }
    adopt(found);
  } catch (error) {
    complain(error);
  }
}

/** Measures the open puzzle and its areas, unless that is known. */
export function measureOpen(): void {
  const card = bench.value.open;
  if (!card || card.areas) return;
  const put = (part: Partial<Card>) => {
    const { open } = bench.value;
    if (open?.id === card.id) update({ open: { ...open, ...part } });
  };
  ask<Record<string, Difficulty>, { difficulty: Difficulty }>(
    "puzzle.difficulty",
    { pack: packPath.value, puzzle: card.puzzle },
    { onEvent: ({ difficulty }) => put({ difficulty }) },
  )
    .then((areas) => put({ areas }))
    .catch(() => undefined); // the card says that it is not measured
}

/** The step that is looked at. */
export const selected = rememberHere<string | null>("puzzle.selected", null);

/** Shows another puzzle in the place of the open one. What was kept stays kept, by what it is and not by its number. */
export function adopt(card: Card): void {
  const { open, past, choices, seed } = bench.value;
  const kept = open ? translated(choices, open, card) : choices;
  if (open) selected.value = counterpart(open, card, selected.value);
  update({ open: card, past: open ? [...past, open].slice(-30) : past, choices: kept, seed: seed + 1 });
}

export function goBack(): void {
  const { past, open, choices } = bench.value;
  const before = past.at(-1);
  if (!before || !open) return;
  selected.value = counterpart(open, before, selected.value);
  update({ open: before, past: past.slice(0, -1), choices: translated(choices, open, before) });
  say(`Back to the puzzle before, of ${plural(before.steps.length, "step")}.`);
}

/** What a step is, whatever its number. */
export function signatureOf(card: Card, id: string): string {
  const step = card.steps.find((one) => one.id === id);
  if (!step) return id;
  const makes = step.makes.map((one) => one.item);
  return `${step.area}|${step.rule}|${step.takes.map((one) => one.item).join(",")}|${makes.join(",")}`;
}

/** The same step in another puzzle; null where it has none. */
function counterpart(from: Card, to: Card, id: string | null): string | null {
  const wanted = id === null ? null : signatureOf(from, id);
  return to.steps.find((step) => signatureOf(to, step.id) === wanted)?.id ?? null;
}

function translated(choices: Choices, from: Card, to: Card): Choices {
  const free = to.steps.map((step) => step.id);
  const steps: string[] = [];
  for (const id of choices.steps) {
    const wanted = signatureOf(from, id);
    const found = free.findIndex((other) => signatureOf(to, other) === wanted);
    if (found >= 0) steps.push(...free.splice(found, 1));
  }
  const objects = choices.objects.flatMap((id) => {
    const old = from.puzzle.objects.find((one) => one.id === id);
    const match = to.puzzle.objects.find((one) => one.item === old?.item && one.area === old?.area && one.placed);
    return match ? [match.id] : [];
  });
  return { ...choices, steps, objects: [...new Set(objects)] };
}

// --- alternatives and what could be left out -----------------------------------------------------------------

export interface Alternatives {
  step: string;
  cards: Card[];
  /** How the search ended; null while it runs. */
  ended: (Ended & { seconds?: number }) | "failed" | null;
}
export const alternatives = signal<Alternatives | null>(null);

let looking: Asked<unknown> | null = null;

/** Nobody looks at them any more. */
export function leaveAlternatives(): void {
  looking?.cancel();
  looking = null;
  alternatives.value = null;
  // Both are asked of one process, where the newer question has replaced the older one.
  const unfinished = possibilities.value;
  if (unfinished && !unfinished.done) findPossibilities(unfinished.step);
}

export function findAlternatives(step: string): void {
  const found: Card[] = [];
  alternatives.value = { step, cards: [], ended: null };
  const asked = ask<Ended & { seconds?: number }, { card: Card }>(
    "puzzle.alternatives",
    { ...steering(), step, n: 24 },
    {
      title: "Looking for other ways",
      onEvent: ({ card }) => {
        if (looking !== asked || !card) return;
        found.push(card);
        alternatives.value = { step, cards: [...found], ended: null };
      },
    },
  );
  looking = asked;
  asked
    .then((ended) => {
      if (looking === asked) alternatives.value = { step, cards: found, ended };
    })
    .catch((error) => {
      if (looking === asked) alternatives.value = { step, cards: found, ended: "failed" };
      complain(error);
    });
}

/** A choice with a puzzle that it leaves, with the limits within which it leaves none (proven without any where there are
 *  none), or with the seconds after which that was not known. */
export interface Possibility {
  choice: { kind: ChoiceKind; value: string | number };
  card?: Card;
  limits?: string[];
  seconds?: number;
}
interface Possibilities {
  step: string;
  found: Possibility[];
  done: boolean;
  /** Whether it ended before everything was looked at. */
  broken: boolean;
}
export const possibilities = signal<Possibilities | null>(null);
let wondering: Asked<unknown> | null = null;

export function findPossibilities(step: string): void {
  const found: Possibility[] = [];
  possibilities.value = { step, found, done: false, broken: false };
  const asked = ask<unknown, Possibility>(
    "puzzle.possible",
    { ...steering(), step },
    {
      onEvent: (one) => {
        if (!one.choice || wondering !== asked) return;
        found.push(one);
        possibilities.value = { step, found: [...found], done: false, broken: false };
      },
    },
  );
  wondering = asked;
  const end = (broken: boolean) => {
    if (wondering === asked) possibilities.value = { step, found: [...found], done: true, broken };
  };
  asked
    .then(() => end(false))
    .catch((error) => {
      // Other ways, for which it had to make room, begin it anew when they are closed.
      if (alternatives.value === null || !(error instanceof RequestFailure && error.quiet)) end(true);
      complain(error);
    });
}

// --- why there is none -----------------------------------------------------------------------------------------

export interface FixEdit {
  path?: string[];
  value?: unknown;
  dial?: "steps" | "depth" | "width" | "herrings";
  area?: string;
  end?: "least" | "most";
  number?: number | null;
  constraint?: string;
  /** The constraint file that it is from. */
  file?: string | null;
}
export interface Obstacle {
  kind: ChoiceKind | "unlike";
  value: string | number;
}
export interface Why {
  running: boolean;
  /** Whether it is known that there is no puzzle: a search has ended without one. */
  known: boolean;
  kind: "choices" | "requirements" | "only" | "none" | "undecided" | "failed" | null;
  conflict: { text: string; choice: Obstacle }[];
  reason: { requirements: { text: string; place: { file: string; line: number } | null }[]; notes: string[]; proven: boolean } | null;
  fixes: { ways: string[]; edits: FixEdit[]; complete: boolean }[];
  /** Within which limits there is no puzzle, where that is not proven without them. */
  limits: string[];
  /** Whether it ended before all fixes were tried. */
  stopped: boolean;
}
export const why = signal<Why | null>(null);
let asking: Asked<WhyResult> | null = null;
// Closed, or another puzzle is asked for: nobody waits for the answer.
why.subscribe((said) => {
  if (said) return;
  asking?.cancel();
  asking = null;
});

interface WhyEvent {
  reason?: Why["reason"];
  fix?: Why["fixes"][number];
}

// What was found out about one pack says nothing about another.
packPath.subscribe(() => {
  why.value = null;
  wondering = null;
  possibilities.value = null;
  leaveAlternatives();
});

interface WhyResult {
  kind: Why["kind"];
  conflict?: Why["conflict"];
  stopped?: boolean;
}

/** Why there is no puzzle; `open`: none around what is kept of the open one, but those that are known. Not `known`: whether
 *  there is one is found out as well. */
export function explain(open: boolean, limits: string[] = [], avoid: string[] = [], known = true): void {
  let said: Why = { running: true, known, kind: null, conflict: [], reason: null, fixes: [], limits, stopped: false };
  why.value = said;
  const change = (part: Partial<Why>) => {
    // Closed, or asked about something else meanwhile.
    if (why.value === said) why.value = said = { ...said, ...part };
  };
  const params = open ? { ...steering(), avoid } : { ...steering(), puzzle: null, choices: NO_CHOICES };
  asking = ask<WhyResult, WhyEvent>("puzzle.why", params, {
    title: known ? "Finding out why" : "Finding out whether there is a puzzle",
    onEvent: (event) => {
      if (event.reason) change({ reason: event.reason, kind: "requirements" });
      if (event.fix) change({ fixes: [...said.fixes, event.fix] });
    },
  });
  asking
    .then(({ kind, conflict = [], stopped = false }) => change({ running: false, kind, conflict, stopped }))
    .catch((error) => {
      if (error instanceof RequestFailure && error.quiet && !said.kind) {
        if (why.value === said) why.value = null;
      } else {
        change({ running: false, kind: said.kind ?? "failed", stopped: true });
      }
      complain(error);
    });
}

/** Gives up a choice that is in the way, and asks again. */
export function letGo({ kind, value }: Obstacle): void {
  why.value = null;
  if (kind === "unlike") {
    const { tray, novelty } = bench.value;
    const given = tray.filter((card) => trayName(card) === value).map((card) => card.id);
    update({ novelty: { ...novelty, except: [...novelty.except, ...given] } });
  } else {
    choose(kind, value, false);
  }
  if (current.value?.id === "puzzle") void regenerate();
  else generate();
}

/** Makes a change that `why` has tried. */
export async function applyFix(fix: Why["fixes"][number]): Promise<void> {
  const edits = fix.edits.filter((edit) => edit.path).map((edit) => ({ path: edit.path, value: edit.value }));
  try {
    if (edits.length) await ask("pack.edit", { pack: packPath.value, edits, label: fix.ways.join("; ") });
    for (const edit of fix.edits) if (edit.dial || edit.constraint) applyWish(edit);
    why.value = null;
    say(`Done: ${fix.ways.join("; ")}`);
    if (bench.value.open && choiceCount(bench.value.choices)) await regenerate();
    else generate();
  } catch (error) {
    complain(error);
  }
}

function applyWish(edit: FixEdit): void {
  const wishes = bench.value.wishes;
  if (edit.constraint) {
    const name = edit.constraint;
    update({ wishes: { ...wishes, constraints: wishes.constraints.filter((one) => one !== edit.file && !name.includes(one.replace("asp:", ""))) } });
    return;
  }
  if (!edit.dial || !edit.area) return;
  const all = wishes[edit.dial];
  const own = all.find((one) => one.startsWith(`${edit.area}:`)) ?? all.find((one) => !one.includes(":")) ?? "..";
  const [least, most] = bounds(own.split(":").pop() ?? "..");
  const next = edit.end === "least" ? [edit.number ?? null, most] : [least, edit.number ?? null];
  const text = edit.dial === "herrings" ? `${edit.number ?? 0}` : next[0] === next[1] && next[0] !== null ? `${next[0]}` : `${next[0] ?? ""}..${next[1] ?? ""}`;
  const others = all.filter((one) => !one.startsWith(`${edit.area}:`));
  update({ wishes: { ...wishes, [edit.dial]: text === ".." ? others : [...others, `${edit.area}:${text}`] } });
}

/** `6..9` as two numbers; null: no bound. */
export function bounds(text: string): [number | null, number | null] {
  const match = /^(\d*)(\.\.)?(\d*)$/.exec(text.trim());
  if (!match) return [null, null];
  const least = match[1] ? Number(match[1]) : null;
  const most = match[3] ? Number(match[3]) : match[2] ? null : least;
  return [least, most];
}
