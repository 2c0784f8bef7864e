// The opened pack: its files, what `check` says about it, and its model, always of the newest text.

import { effect, signal } from "@preact/signals";
import { ask } from "../connection";
import { openDocument, type Doc } from "../documents";
import { subject } from "../project";
import { complain } from "../ui/messages";
import type { CheckResult, PackModel } from "./types";

export const packPath = signal<string | null>(null);
export const files = signal<Doc[]>([]);
export const checked = signal<CheckResult | null>(null);
export const model = signal<PackModel | null>(null);
/** Whether a file cannot be read at the moment. The model then is that of before. */
export const unreadable = signal(false);
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
}

async function open(path: string | null): Promise<void> {
  stop?.();
  packPath.value = path;
  files.value = [];
  checked.value = null;
  model.value = null;
  unreadable.value = false;
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
    complain(error);
  }
}

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
      if (result.whole) model.value = result;
    })
    .catch(complain);
}

/** Checks the pack again after a change in a file that is not text of the pack itself. */
export function examineAgain(): void {
  if (packPath.value !== null) examineSoon(packPath.value);
}

/** Where to look next in the text. */
export const jump = signal<{ file: string; line: number; column: number } | null>(null);

/** Areas keep their colours as long as the pack has them in the same order. */
export function hueOf(area: string | null | undefined): number {
  const index = model.value?.areas.findIndex((one) => one.name === area) ?? -1;
  return hueAt(index < 0 ? 9 : index);
}

/** The colour of the area at this place in a list. */
export function hueAt(index: number): number {
  return [165, 55, 265, 20, 110, 310, 220, 80, 350, 140][index % 10];
}

export function areaWords(name: string | null | undefined): string {
  return model.value?.areas.find((area) => area.name === name)?.words ?? name ?? "";
}
