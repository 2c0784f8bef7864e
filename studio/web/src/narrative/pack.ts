// The opened pack: its files, what `check` says about it, and its model, always of the newest text.

import { effect, signal } from "@preact/signals";
import { ask, onNotice, status } from "../connection";
import { openDocument, type Doc } from "../documents";
import { remember, subject } from "../project";
import { complain } from "../ui/messages";
import type { CheckResult, PackModel } from "./types";

export const packPath = signal<string | null>(null);
export const files = signal<Doc[]>([]);
export const checked = signal<CheckResult | null>(null);
export const model = signal<PackModel | null>(null);
/** Whether a file cannot be read at the moment. The model then is that of before. */
export const unreadable = signal(false);
/** Why the files of the pack cannot be opened. */
export const obstacle = signal<string | null>(null);
/** Counts the answers of `check`. */
export const checks = signal(0);
/** Counts changes of the pack: puzzles made before the last one may not belong to it any more. */
export const edition = signal(0);

let stop: (() => void) | null = null;
let timer = 0;
let examining: Promise<void> = Promise.resolve();
let giveUp: () => void = () => undefined;

export function followPack(): void {
  effect(() => {
    const entry = subject.value;
    const path = entry?.kind === "pack" ? entry.path : null;
    if (path !== packPath.peek()) void open(path);
  });
  effect(() => {
    if (status.value !== "open") return;
    // What was asked when the connection was lost is asked again.
    if (obstacle.peek() !== null) openAgain();
    else examineAgain();
  });
  // A file of the pack may have come or gone while the user was in another program.
  window.addEventListener("focus", lookForFiles);
}

async function open(path: string | null): Promise<void> {
  stop?.();
  packPath.value = path;
  files.value = [];
  checked.value = null;
  model.value = null;
  unreadable.value = false;
  obstacle.value = null;
  if (path === null) return;
  try {
    const names = await ask<string[]>("pack.files", { pack: path });
    const docs = await Promise.all(names.map(openDocument));
    if (packPath.value !== path) return;
    files.value = docs;
    stop = effect(() => {
      for (const doc of docs) void doc.text.value;
      edition.value = edition.peek() + 1;
      examineSoon(path);
    });
  } catch (error) {
    if (packPath.value === path) obstacle.value = error instanceof Error ? error.message : String(error);
  }
}

export function openAgain(): void {
  void open(packPath.value);
}

function lookForFiles(): void {
  const path = packPath.value;
  if (path === null || !files.value.length) return;
  ask<string[]>("pack.files", { pack: path })
    .then((names) => {
      const known = files.value.map((doc) => doc.path);
      if (packPath.value === path && names.join("\n") !== known.join("\n")) openAgain();
    })
    .catch(() => undefined);
}
onNotice((notice) => notice.notice === "entries" && lookForFiles());

/** Soon: what changes meanwhile is examined along. */
function examineSoon(pack: string): void {
  window.clearTimeout(timer);
  giveUp();
  examining = new Promise((resolve) => {
    giveUp = resolve;
    timer = window.setTimeout(() => void examine(pack).then(resolve), 25);
  });
}

/** Until the model is that of the newest text. */
export async function upToDate(): Promise<void> {
  for (let last = null; last !== examining; ) {
    last = examining;
    await last;
  }
}

/** Checks the pack. Keystrokes that come meanwhile replace the question. */
async function examine(pack: string): Promise<void> {
  if (obstacle.value !== null) return;
  // What was typed must be at the server first.
  await Promise.all(files.value.map((doc) => doc.flush(true)));
  ask<CheckResult>("pack.check", { pack })
    .then((result) => {
      checked.value = result;
      checks.value += 1;
    })
    .catch(complain);
  await ask<PackModel>("pack.model", { pack })
    .then((result) => {
      unreadable.value = !result.whole;
      if (!result.whole) return;
      model.value = result;
      const names = result.areas.map((one) => one.name);
      if (lastAreas.value[pack]?.join("\n") !== names.join("\n")) lastAreas.value = { ...lastAreas.value, [pack]: names };
    })
    .catch(complain);
}

/** Checks the pack again after a change in a file that is not text of the pack itself. */
export function examineAgain(): void {
  const path = packPath.peek();
  if (path !== null) examineSoon(path);
}

/** Where to look next in the text. */
export const jump = signal<{ file: string; line: number; column: number } | null>(null);

/** The areas of each pack, in their order, so that a reload shows puzzles in their colours at once. */
const lastAreas = remember<Record<string, string[]>>("pack.areas", {});

/** Areas keep their colours as long as the pack has them in the same order. */
export function hueOf(area: string | null | undefined): number {
  const areas = model.value?.areas.map((one) => one.name) ?? lastAreas.value[packPath.value ?? ""] ?? [];
  const index = areas.indexOf(area ?? "");
  return hueAt(index < 0 ? 9 : index);
}

/** The colour of the area at this place in a list. */
export function hueAt(index: number): number {
  return [165, 55, 265, 20, 110, 310, 220, 80, 350, 140][index % 10];
}

export function areaWords(name: string | null | undefined): string {
  return model.value?.areas.find((area) => area.name === name)?.words ?? name ?? "";
}
