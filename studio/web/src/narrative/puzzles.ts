// The puzzles of the opened pack: those that were made, the tray, the open one with its choices, and what is asked for.

import { batch, computed, signal } from "@preact/signals";
import { ask, type Asked } from "../connection";
import { remember } from "../project";
import { complain, say } from "../ui/messages";
import { current, show } from "../views";
import { packPath } from "./pack";
import type { Card, Choices, Difficulty, Wishes } from "./types";

export const NO_WISHES: Wishes = {
  steps: [], depth: [], width: [], herrings: [], difficulty: [], constraints: [], rules: "all",
};
export const NO_CHOICES: Choices = { steps: [], objects: [], goals: [], never_rules: [], never_items: [] };

interface Bench {
  cards: Card[];
  tray: Card[];
  open: Card | null;
  /** Earlier states of the open puzzle, to go back to. */
  past: Card[];
  choices: Choices;
  wishes: Wishes;
  novelty: Novelty;
  seed: number;
}

/** Whether new puzzles differ from the tray, and how many percent of the steps of each may come back. */
export interface Novelty {
  on: boolean;
  returning: number;
  /** Puzzles of the tray that do not count. */
  except: string[];
}
export const NO_NOVELTY: Novelty = { on: false, returning: 50, except: [] };

const EMPTY: Bench = {
  cards: [], tray: [], open: null, past: [], choices: NO_CHOICES, wishes: NO_WISHES, novelty: NO_NOVELTY, seed: 0,
};

/** What has many puzzles in it is remembered apart: it is large, and a click on a step does not change it. */
const LARGE = ["cards", "tray", "past"] as const;
const benches = remember<Record<string, Partial<Bench>>>("puzzles.benches", {});
const heaps = Object.fromEntries(LARGE.map((name) => [name, remember<Record<string, Card[]>>(`puzzles.${name}`, {})]));

export const bench = computed<Bench>(() => {
  const path = packPath.value ?? "";
  const own: Bench = { ...EMPTY, ...benches.value[path] };
  for (const name of LARGE) own[name] = heaps[name].value[path] ?? own[name];
  // What an earlier version of the page has remembered was one grade or none.
  const grade = own.wishes.difficulty as unknown;
  return Array.isArray(grade) ? own : { ...own, wishes: { ...own.wishes, difficulty: grade ? [String(grade)] : [] } };
});

export function update(change: Partial<Bench>): void {
  const path = packPath.value;
  if (path === null) return;
  const small: Partial<Bench> = { ...benches.peek()[path], ...change };
  batch(() => {
    for (const name of LARGE) {
      const list = change[name] ?? small[name];
      if (list && list !== heaps[name].peek()[path]) heaps[name].value = { ...heaps[name].peek(), [path]: list };
      delete small[name];
    }
    if (Object.keys(change).some((name) => !LARGE.includes(name as (typeof LARGE)[number]))) benches.value = { ...benches.peek(), [path]: small };
  });
}

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

export const generating = signal<Asked<unknown> | null>(null);
/** What the end of the last request said: null while it runs. */
export const ended = signal<{ number: number; complete: boolean } | null>(null);
export const failure = signal<string | null>(null);

interface Generated {
  card?: Card;
  difficulty?: Difficulty;
  id?: string;
}

export function generate(number = 12): void {
  generating.value?.cancel();
  const { wishes, seed } = bench.value;
  const made = new Map<string, Card>();
  update({ cards: [], seed: seed + 1 });
  ended.value = null;
  failure.value = null;
  const asked = ask<{ number: number; complete: boolean }, Generated>(
    "puzzles.generate",
    { pack: packPath.value, wishes, unlike: unlike(), n: number, seed },
    {
      title: "Making puzzles",
      onEvent: (event) => {
        if (event.card) made.set(event.card.id, event.card);
        if (event.difficulty && event.id) {
          const card = made.get(event.id);
          if (card) made.set(event.id, { ...card, difficulty: event.difficulty });
        }
        update({ cards: [...made.values()] });
      },
    },
  );
  generating.value = asked;
  asked
    .then((result) => {
      ended.value = result;
      if (result.number === 0) explain(false);
    })
    .catch((error) => {
      failure.value = error instanceof Error ? error.message : String(error);
      complain(error);
    })
    .finally(() => {
      if (generating.value === asked) generating.value = null;
    });
}

export function openPuzzle(card: Card): void {
  update({ open: card, past: [], choices: { ...NO_CHOICES } });
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

export const regenerating = signal(false);
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
  const began = performance.now();
  regenerating.value = true;
  why.value = null;
  const asked = ask<Card | null>(
    "puzzle.regenerate",
    { ...steering(), seed: seed + 1, n: 1, avoid: [open.tree, ...past.map((card) => card.tree)].slice(-40) },
    { title: "Making the rest anew" },
  );
  try {
    const found = await asked;
    lastMilliseconds.value = performance.now() - began;
    if (found === null) {
      say("Your choices leave no other puzzle. The panel says why.", "warning");
      explain(true);
      return;
    }
    adopt(found);
  } catch (error) {
    complain(error);
  } finally {
    regenerating.value = false;
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
export const selected = remember<string | null>("puzzle.selected", null);

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
  done: boolean;
}
export const alternatives = signal<Alternatives | null>(null);

let looking: Asked<unknown> | null = null;

/** Nobody looks at them any more. */
export function leaveAlternatives(): void {
  looking?.cancel();
  looking = null;
  alternatives.value = null;
}

export function findAlternatives(step: string): void {
  const found: Card[] = [];
  alternatives.value = { step, cards: [], done: false };
  const asked = ask<unknown, { card: Card }>(
    "puzzle.alternatives",
    { ...steering(), step, n: 24 },
    {
      title: "Looking for other ways",
      onEvent: ({ card }) => {
        if (looking !== asked || !card) return;
        found.push(card);
        alternatives.value = { step, cards: [...found], done: false };
      },
    },
  );
  looking = asked;
  asked
    .then(() => {
      if (looking === asked) alternatives.value = { step, cards: found, done: true };
    })
    .catch(complain);
}

export interface Possibility {
  choice: { kind: ChoiceKind; value: string | number };
  card: Card;
}
export const possibilities = signal<{ step: string; found: Possibility[]; done: boolean } | null>(null);

export function findPossibilities(step: string): void {
  const found: Possibility[] = [];
  possibilities.value = { step, found, done: false };
  ask<unknown, Possibility>(
    "puzzle.possible",
    { ...steering(), step },
    {
      onEvent: (one) => {
        if (!one.choice) return;
        found.push(one);
        possibilities.value = { step, found: [...found], done: false };
      },
    },
  )
    .then(() => (possibilities.value = { step, found: [...found], done: true }))
    .catch(complain);
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
  kind: "choices" | "requirements" | "none" | null;
  conflict: { text: string; choice: Obstacle }[];
  reason: { requirements: { text: string; place: { file: string; line: number } | null }[]; notes: string[] } | null;
  fixes: { ways: string[]; edits: FixEdit[]; complete: boolean }[];
}
export const why = signal<Why | null>(null);

interface WhyEvent {
  reason?: Why["reason"];
  fix?: Why["fixes"][number];
}

// What was found out about one pack says nothing about another.
packPath.subscribe(() => {
  why.value = null;
  alternatives.value = null;
  possibilities.value = null;
  ended.value = null;
  failure.value = null;
});

/** Why there is no puzzle; `open`: none around what is kept of the open one. */
export function explain(open: boolean): void {
  let now: Why = { running: true, kind: null, conflict: [], reason: null, fixes: [] };
  why.value = now;
  const change = (part: Partial<Why>) => (why.value = now = { ...now, ...part });
  ask<{ kind: Why["kind"]; conflict?: Why["conflict"] }, WhyEvent>("puzzle.why", open ? steering() : { ...steering(), puzzle: null, choices: NO_CHOICES }, {
    title: "Finding out why",
    onEvent: (event) => {
      if (event.reason) change({ reason: event.reason, kind: "requirements" });
      if (event.fix) change({ fixes: [...now.fixes, event.fix] });
    },
  })
    .then((result) => change({ running: false, kind: result.kind, conflict: result.conflict ?? [] }))
    .catch((error) => {
      change({ running: false });
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
