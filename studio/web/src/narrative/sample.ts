// A measured sample of puzzles. It is kept as it grows, so that a reload or a restart does not cost it.

import { computed, signal } from "@preact/signals";
import { ask, type Asked } from "../connection";
import { remember } from "../project";
import { complain } from "../ui/messages";
import { files, packPath } from "./pack";
import { bench, type Ended } from "./puzzles";
import type { Card } from "./types";

/** What is kept of a card; the rest can be drawn again. */
type Kept = Pick<Card, "id" | "tree" | "puzzle" | "difficulty">;
export interface Measured {
  card: Kept & Partial<Card>;
  rules: number[];
  items: string[];
  dead_end: string[];
}
interface Sample {
  pack: string | null;
  found: Measured[];
  /** How it ended; null while it runs, and where it was stopped. */
  ended: Ended | null;
  /** Which text of the pack it is of. */
  of: string;
}
const NONE: Sample = { pack: null, found: [], ended: null, of: "" };
const last = signal<Sample>(NONE);
/** Of the opened pack. */
export const sample = computed(() => (last.value.pack === packPath.value ? last.value : NONE));
const measuring = signal<{ pack: string | null; asked: Asked<unknown> } | null>(null);
/** What measures the opened pack. */
export const running = computed(() => (measuring.value?.pack === packPath.value ? measuring.value.asked : null));
export const size = remember("qa.size", 100);

const fingerprint = computed(() => {
  let hash = 5381;
  for (const doc of files.value) for (const character of doc.text.value) hash = (hash * 33 + character.charCodeAt(0)) | 0;
  return String(hash);
});
/** Whether the pack has changed since it was measured. */
export const outdated = computed(() => sample.value.found.length > 0 && files.value.length > 0 && sample.value.of !== fingerprint.value);

const nameOf = (pack: string | null) => `sample of ${pack}`;

export function measure(): void {
  measuring.value?.asked.cancel();
  const [pack, of] = [packPath.value, fingerprint.value];
  const found: Measured[] = [];
  last.value = { pack, found, ended: null, of };
  const asked = ask<Ended, { measured?: Measured }>(
    "qa.measure", { pack, wishes: bench.value.wishes, n: size.value, seed: 0 },
    {
      title: "Measuring puzzles",
      onEvent: ({ measured }) => {
        if (measuring.value?.asked !== asked || !measured) return;
        found.push(measured);
        last.value = { pack, found: [...found], ended: null, of };
        keeping ??= window.setTimeout(keep, KEEP_MS);
      },
    },
  );
  measuring.value = { pack, asked };
  asked
    .then((ended) => {
      if (measuring.value?.asked === asked) last.value = { pack, found, ended, of };
    })
    .catch(complain)
    .finally(() => {
      if (measuring.value?.asked !== asked) return;
      measuring.value = null;
      keep();
    });
}

/** Between two times that a growing sample is kept. */
const KEEP_MS = 2000;
let keeping: number | null = null;
window.addEventListener("pagehide", () => {
  if (keeping !== null) keep();
});

function keep(): void {
  if (keeping !== null) window.clearTimeout(keeping);
  keeping = null;
  const { pack, found, ended, of } = last.value;
  if (!found.length) return;
  const value = { ended, of, found: found.map((one) => ({ ...one, card: kept(one.card) })) };
  ask("keep", { name: nameOf(pack), value }).catch(complain);
}

function kept({ id, tree, puzzle, difficulty }: Kept): Kept {
  return { id, tree, puzzle, difficulty };
}

/** What was measured of this pack before a reload. */
export async function recall(): Promise<void> {
  const pack = packPath.value;
  if (pack === null || last.value.pack === pack) return;
  try {
    const found = await ask<Omit<Sample, "pack"> | null>("kept", { name: nameOf(pack) });
    if (found && packPath.value === pack && last.value.pack !== pack) last.value = { ...found, pack };
  } catch (error) {
    complain(error);
  }
}

/** Puzzles of the sample as cards; those of an earlier time are drawn again. */
export async function cardsOf(chosen: Measured[]): Promise<Card[]> {
  const without = chosen.filter((one) => !one.card.chart).map((one) => one.card.puzzle);
  const drawn = without.length ? await ask<Card[]>("puzzles.show", { pack: packPath.value, puzzles: without }) : [];
  const all = new Map([...chosen.map((one) => one.card), ...drawn].filter((card) => card.chart).map((card) => [card.id, card]));
  return chosen.flatMap(({ card }) => {
    const whole = all.get(card.id);
    return whole ? [{ ...whole, difficulty: card.difficulty } as Card] : [];
  });
}
