// Suggestions under way: they stream until they are stopped, and begin anew when the level changes under them.

import { effect, signal } from "@preact/signals";
import { ask, RequestFailure, type Asked } from "../connection";
import { remember } from "../project";
import { complain } from "../ui/messages";
import type { OpenGame } from "./game";
import { decode, encode, type Level, type LevelMessage } from "./grid";
import { keepCards, locks, type Card } from "./state";

export const PRESETS = [
  ["everything", "A bit of everything"],
  ["move", "Move things"],
  ["walls", "Walls"],
  ["pair", "Add or remove a pair"],
  ["backwards", "Backwards from the end"],
  ["forwards", "Play, then place targets"],
] as const;
export const preset = remember<string>("levels.preset", "everything");
/** The designer's own rules; kept whatever else is chosen. */
export const ownRules = remember("levels.transform", "");
export const freeBorder = remember("levels.free border", false);
export const keep = remember("levels.keep", 8);

/** Measures with the scale at which a slider at full strength weighs about as much as any other. */
export const MEASURES = [
  ["difficulty", "Hard", 1, "states that the best of three solvers explores"],
  ["length", "Long", 10, "moves of the shortest solution"],
  ["novelty", "New", 500, "unlike your level and what was already shown"],
  ["direction_changes", "Winding", 20, "turns of the solution"],
  ["cost", "Costly", 5, "what the solution costs, by COST of its rules"],
  ["detours", "Deceptive", 500, "moves that lead away from winning"],
  ["dead_ends", "Risky", 500, "positions that are lost"],
] as const;
export const weights = remember<Record<string, number>>("levels.weights", { difficulty: 10 });
/** Costs of rules by their lines, in addition to COST in the source. */
export const costs = remember<Record<string, Record<string, number>>>("levels.costs", {});

/** The ranking as the library reads it. */
export function rank(): string {
  const terms = MEASURES.filter(([name]) => weights.value[name]).map(([name, , scale]) => {
    const weight = (weights.value[name] / 10) * scale;
    return { name, weight };
  });
  if (!terms.length) return "difficulty";
  return terms
    .map(({ name, weight }, index) => {
      const sign = weight < 0 ? "-" : index ? "+" : "";
      const size = Math.abs(weight) === 1 ? "" : `${Number(Math.abs(weight).toFixed(3))}*`;
      return `${sign} ${size}${name}`.trim();
    })
    .join(" ");
}

export interface Tally {
  generated: number;
  distinct: number;
  solvable: number;
  unsolvable: number;
  timed_out: number;
  rate: number;
  threshold: number | null;
  given: number | null;
  limit: number;
  seconds: number;
  stopped: string;
}
export const tally = signal<Tally | null>(null);
/** Of the cards that are still on the strip after a reload, by their game. */
export const lastTally = remember<Record<string, Tally>>("levels.tally", {});
/** What is wrong with the rules or the game, as far as the last start tells. */
export const trouble = signal<string | null>(null);

interface Suggested {
  number: number;
  level: LevelMessage;
  moves: number[];
  value: number;
  measures: Record<string, number>;
  better: boolean | null;
}
type Event = { suggestion?: Suggested; kept?: number[]; tally: Tally };

interface Run {
  open: OpenGame;
  asked: Asked<{ tally: Tally }>;
  /** What the suggestions are like; null: the level on the canvas. */
  like: Level | null;
}
export const running = signal<Run | null>(null);
let seed = 1;

export function start(open: OpenGame, like: Level | null = null): void {
  stop();
  const level = like ?? open.level.value;
  if (!level) return;
  trouble.value = null;
  tally.value = null;
  const own = preset.value === "own";
  const lock = like && !sameSize(like, open.level.value) ? { frozen: "", objects: [] } : locks(open);
  const cards = new Map<number, Card>();
  const asked = ask<{ tally: Tally }, Event>(
    "levels.suggest",
    {
      path: open.path,
      level: encode(level),
      preset: own ? "everything" : preset.value,
      ...(own ? { rules: ownRules.value } : {}),
      rank: rank(),
      costs: costs.value[open.path] ?? {},
      keep: keep.value,
      free_border: freeBorder.value || own,
      seed: seed++,
      ...lock,
    },
    {
      onEvent: (said) => {
        if (running.value?.asked !== asked) return;
        tally.value = said.tally;
        if (!said.suggestion || !said.kept) return;
        for (const card of cards.values()) card.fresh = false;
        cards.set(said.suggestion.number, readCard(said.suggestion));
        const shown = said.kept.flatMap((number) => cards.get(number) ?? []);
        keepCards(open.path, "suggest", "", shown.map((card) => ({ ...card })));
      },
    },
  );
  running.value = { open, asked, like };
  asked
    .then((said) => {
      if (running.value?.asked === asked) tally.value = said.tally;
      finish(asked);
    })
    .catch((error: unknown) => {
      finish(asked);
      if (error instanceof RequestFailure && error.failure.code === "input") trouble.value = error.message;
      else complain(error);
    });
}

function finish(asked: Asked<unknown>): void {
  if (running.value?.asked !== asked) return;
  keepTally(running.value.open);
  running.value = null;
}

function keepTally(open: OpenGame): void {
  if (tally.value) lastTally.value = { ...lastTally.value, [open.path]: tally.value };
}

export function stop(): void {
  const now = running.value;
  running.value = null;
  now?.asked.cancel();
  if (!now || !tally.value) return;
  tally.value = { ...tally.value, stopped: "interrupted" };
  keepTally(now.open);
}

const sameSize = (one: Level, other: Level | null): boolean =>
  !!other && one.width === other.width && one.height === other.height;

let made = 0;
function readCard(said: Suggested): Card {
  const rest = Object.entries(said.measures).filter(([name]) => !["difficulty", "length"].includes(name));
  return {
    id: `s${Date.now()}-${made++}`,
    level: decode(said.level),
    moves: said.moves,
    difficulty: said.measures.difficulty ?? null,
    words: rest.map(([name, value]) => `${name.replace("_", " ")} ${Number(value.toFixed(2))}`).join(", "),
    better: said.better,
    fresh: true,
  };
}

/** Follows the level on the canvas: another level, other suggestions. */
export function followLevel(open: OpenGame): () => void {
  let timer = 0;
  let first = true;
  return effect(() => {
    void open.level.value;
    window.clearTimeout(timer);
    if (first) {
      first = false;
      return;
    }
    timer = window.setTimeout(() => {
      const now = running.peek();
      if (now && now.open === open && !now.like) start(open);
    }, 500);
  });
}

