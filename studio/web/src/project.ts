// The opened project: what is in the folder, what is shown, and what is remembered across reloads.

import { computed, signal, type Signal } from "@preact/signals";
import { ask, onNotice } from "./connection";
import type { Entry, ProjectSummary, UndoState } from "./protocol";

export const project = signal<ProjectSummary | null>(null);
export const undoState = signal<UndoState>({ undo: null, redo: null });

const remembered = new Map<string, Signal<unknown>>();
const timers = new Map<string, number>();
const loading = new Set<string>();
/** What each tab has for itself. */
const own = new Set<string>();

/** A value that survives a reload, a crash and a restart, the same in all tabs. Its name should begin with the name of
 *  the view: `levels.palette`. */
export function remember<Value>(name: string, initial: Value): Signal<Value> {
  const known = remembered.get(name);
  if (known) return known as Signal<Value>;
  const kept = keptValue(name);
  const made = signal<Value>(kept === undefined ? initial : (kept as Value));
  remembered.set(name, made as Signal<unknown>);
  keepHere(name, made.value);
  let first = true;
  made.subscribe((value) => {
    if (first || loading.has(name)) {
      first = false;
      return;
    }
    window.clearTimeout(timers.get(name));
    timers.set(name, window.setTimeout(() => keep(name, value), 120));
  });
  return made;
}

/** Likewise, but for this tab alone: where somebody is, or what is in the hand. A new tab begins where the last change in
 *  any tab was. */
export function rememberHere<Value>(name: string, initial: Value): Signal<Value> {
  own.add(name);
  return remember(name, initial);
}

const placeHere = (name: string): string => `${project.value?.folder} ${name}`;

function keptValue(name: string): unknown {
  const here = own.has(name) && project.value ? storage()?.getItem(placeHere(name)) : null;
  return here ? (JSON.parse(here) as unknown) : project.value?.memory[name];
}

function keepHere(name: string, value: unknown): void {
  if (own.has(name) && project.value) storage()?.setItem(placeHere(name), JSON.stringify(value));
}

/** What the browser keeps for a tab; null where it must not keep anything. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function keep(name: string, value: unknown): void {
  timers.delete(name);
  keepHere(name, value);
  void ask("remember", { name, value }).catch(() => undefined);
}

/** What has not been sent yet is sent now: the page is about to go. */
window.addEventListener("pagehide", () => {
  for (const name of [...timers.keys()]) {
    window.clearTimeout(timers.get(name));
    keep(name, remembered.get(name)?.value);
  }
});

function load(name: string, value: unknown): void {
  const found = remembered.get(name);
  if (!found || value === undefined || timers.has(name)) return;
  loading.add(name);
  found.value = value;
  loading.delete(name);
}

onNotice((notice) => {
  if (notice.notice === "hello") {
    const again = project.value !== null;
    project.value = notice.project;
    undoState.value = { undo: notice.project.undo, redo: notice.project.redo };
    for (const [name, one] of remembered) {
      if (again) {
        keep(name, one.value);
      } else {
        load(name, keptValue(name));
        keepHere(name, one.value);
      }
    }
  } else if (notice.notice === "document" || notice.notice === "undo") {
    undoState.value = { undo: notice.undo, redo: notice.redo };
  } else if (notice.notice === "entries" && project.value) {
    project.value = { ...project.value, entries: notice.entries };
  } else if (notice.notice === "memory") {
    if (!own.has(notice.name)) load(notice.name, notice.value);
  }
});

/** The path of the pack or game that is worked on. */
export const chosen = rememberHere<string | null>("shell.subject", null);
/** Which view is shown of a pack, and which of a game. */
export const chosenViews = rememberHere<Record<string, string>>("shell.views", {});

export const subjects = computed<Entry[]>(
  () => project.value?.entries.filter((entry) => entry.kind === "pack" || entry.kind === "game") ?? [],
);

/** The pack or game that is worked on; null where the folder has none. */
export const subject = computed<Entry | null>(() => {
  const all = subjects.value;
  const wanted = chosen.value ?? project.value?.opened;
  return all.find((entry) => entry.path === wanted) ?? all[0] ?? null;
});
