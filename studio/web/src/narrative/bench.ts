// What is remembered of each pack: its puzzles, the tray, the open one with its choices, and what is wished for.

import { batch, computed } from "@preact/signals";
import { remember } from "../project";
import { packPath } from "./pack";
import type { Card, Choices, Wishes } from "./types";

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

/** Changes what is remembered of a pack: of the opened one, or of the one for which something was asked. */
export function update(change: Partial<Bench>, path: string | null = packPath.value): void {
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
