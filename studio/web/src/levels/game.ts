// A game that is worked on: its source, what the compiler makes of it, the level on the canvas, and how edits get into the
// source. An edit is seen at once; the source follows, one change of the studio's undo per edit.

import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { ask, RequestFailure } from "../connection";
import { openDocument, settleFirst, type Doc } from "../documents";
import { rememberHere } from "../project";
import { complain } from "../ui/messages";
import { decode, encode, same, type GameObject, type Level, type LevelMessage, type Rules } from "./grid";
import { Painter } from "./sprites";

export interface CompilerMessage {
  kind: "error" | "warning";
  line: number | null;
  text: string;
}

export interface Rule {
  line: number;
  text: string;
}

type EntryMessage =
  | { kind: "level"; line: number; level: LevelMessage }
  | { kind: "message"; line: number; text: string };

interface GameMessage {
  title: string;
  objects: GameObject[];
  background: number;
  ground: number[];
  bare: string;
  wall: number | null;
  players: number[];
  entries: EntryMessage[];
  rules: Rule[];
  refusals: string[];
  action: boolean;
  ground_color: string;
}

interface CompilationMessage {
  messages: CompilerMessage[];
  errors: number;
  game: GameMessage | null;
}

export type LevelEntry = { kind: "level"; line: number; level: Level } | { kind: "message"; line: number; text: string };

export interface Game extends Rules, Omit<GameMessage, "entries" | "objects" | "background" | "bare"> {
  painter: Painter;
}

interface Edit {
  change: "level" | "add" | "message" | "words" | "remove" | "order";
  label: string;
  entry?: number;
  level?: Level;
  words?: string;
  order?: number[];
  /** Which entry is shown afterwards. */
  then?: number;
}

const COMPILE_PAUSE = 60;
const AGAIN_MS = 1000;

export class OpenGame {
  readonly messages = signal<CompilerMessage[] | null>(null);
  readonly errors = signal(0);
  /** The game as it last compiled; null before that. */
  readonly game = signal<Game | null>(null);
  readonly entries = signal<LevelEntry[]>([]);
  /** Which entry is on the canvas. */
  readonly entry: Signal<number>;
  /** The level on the canvas, with edits that the source does not have yet. */
  readonly level: ReadonlySignal<Level | null>;
  /** Edits that are not in the source yet. */
  readonly waiting = signal(0);
  private readonly queue: Edit[] = [];
  private pumping = false;
  private compiled: string | null = null;
  private compiling: string | null = null;
  private timer = 0;

  constructor(readonly path: string, readonly doc: Doc) {
    this.entry = rememberHere(`levels.entry ${path}`, 0);
    this.level = computed(() => {
      const shown = this.entries.value[this.entry.value];
      return shown?.kind === "level" ? shown.level : null;
    });
    settleFirst(() => this.settled());
    effect(() => {
      const text = doc.text.value;
      window.clearTimeout(this.timer);
      if (text === this.compiled || text === this.compiling) return;
      const first = this.messages.peek() === null;
      this.timer = window.setTimeout(() => void this.compile(text), first ? 0 : COMPILE_PAUSE);
    });
  }

  /** The rules as one text: other rules, another verdict. */
  readonly rules = computed(() => JSON.stringify(this.game.value?.rules ?? []));

  /** Whether levels can be worked on. */
  readonly broken = computed(() => this.errors.value > 0 || (this.messages.value !== null && !this.game.value));

  private async compile(text: string): Promise<void> {
    window.clearTimeout(this.timer);
    this.compiling = text;
    try {
      const said = await ask<CompilationMessage>("levels.compile", { path: this.path, text });
      if (this.doc.text.value !== text) return;
      this.compiled = text;
      this.take(said);
    } catch (error) {
      complain(error);
      // A connection that was lost comes back.
      if (error instanceof RequestFailure && error.failure.code === "lost") {
        this.timer = window.setTimeout(() => void this.compile(this.doc.text.value), AGAIN_MS);
      }
    } finally {
      if (this.compiling === text) this.compiling = null;
    }
  }

  private take(said: CompilationMessage): void {
    batch(() => {
      this.messages.value = said.messages;
      this.errors.value = said.errors;
      if (!said.game) return;
      const { entries, ...game } = said.game;
      const before = this.game.value;
      const alike = before && JSON.stringify(before.objects) === JSON.stringify(game.objects);
      this.game.value = { ...game, painter: alike ? before.painter : new Painter(game.objects, game.ground_color) };
      // What is not in the source yet must not disappear from the canvas.
      if (!this.queue.length && !this.pumping) this.setEntries(entries.map(readEntry));
    });
  }

  private setEntries(entries: LevelEntry[]): void {
    const before = this.entries.value;
    // A level that has not changed stays the same value, so that nothing is drawn or judged again.
    this.entries.value = entries.map((now, index) => {
      const old = before[index];
      return now.kind === "level" && old?.kind === "level" && same(now.level, old.level)
        ? { ...now, level: old.level }
        : now;
    });
    if (this.entry.value >= entries.length || entries[this.entry.value]?.kind !== "level") {
      const last = entries.map((one) => one.kind).lastIndexOf("level");
      const next = entries.findIndex((one, index) => one.kind === "level" && index >= this.entry.value);
      this.entry.value = Math.max(0, next >= 0 ? next : last);
    }
  }

  // --- edits ----------------------------------------------------------------------------------------------------------

  /** Another map in the place of the one on the canvas. */
  edit(level: Level, label: string): void {
    const entry = this.entry.value;
    const shown = this.entries.value[entry];
    if (shown?.kind !== "level" || same(shown.level, level)) return;
    this.entries.value = this.entries.value.map((one, index) => (index === entry ? { ...shown, level } : one));
    this.push({ change: "level", entry, level, label });
  }

  /** A new level after the one on the canvas, which is shown then. */
  add(level: Level, label = "add a level"): void {
    const entry = Math.min(this.entry.value + 1, this.entries.value.length);
    this.push({ change: "add", entry, level, label, then: entry });
  }

  addMessage(words: string): void {
    this.push({ change: "message", entry: this.entry.value, words, label: "add a message", then: this.entry.value + 1 });
  }

  setMessage(entry: number, words: string): void {
    this.push({ change: "words", entry, words, label: "change a message" });
  }

  remove(entry: number): void {
    this.push({ change: "remove", entry, label: "remove a level" });
  }

  reorder(order: number[], label = "reorder levels"): void {
    if (order.every((entry, place) => entry === place)) return;
    this.push({ change: "order", order, label, then: order.indexOf(this.entry.value) });
  }

  private push(edit: Edit): void {
    const last = this.queue[this.queue.length - 1];
    // Where the source cannot follow, edits of one level become one.
    if (this.queue.length > 2 && last.change === "level" && edit.change === "level" && last.entry === edit.entry)
      this.queue.pop();
    this.queue.push(edit);
    this.waiting.value = this.queue.length;
    void this.pump();
  }

  /** Resolves when every edit is in the source. */
  private settled(): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.waiting.value) return;
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (this.queue.length) {
        await this.write(this.queue[0]);
        this.queue.shift();
        this.waiting.value = this.queue.length;
      }
    } catch (error) {
      if (error instanceof RequestFailure && error.quiet) {
        // The connection was lost, or something else was asked meanwhile: the edit is not given up.
        window.setTimeout(() => void this.pump(), 300);
        return;
      }
      this.queue.length = 0;
      this.waiting.value = 0;
      complain(error);
    } finally {
      this.pumping = false;
    }
    // The canvas shows what the source has.
    void this.compile(this.doc.text.value);
  }

  private async write(edit: Edit): Promise<void> {
    const { label, then, level, ...params } = edit;
    for (let tries = 0; tries < 5; tries++) {
      await this.doc.flush();
      const before = this.doc.text.value;
      const asked = { ...params, text: before, ...(level ? { level: encode(level) } : {}) };
      const made = await ask<{ text: string }>("levels.write", asked);
      if (await ask<boolean>("levels.commit", { path: this.path, before, text: made.text, label })) {
        // The notice with the new text comes before the reply.
        if (then !== undefined) this.entry.value = then;
        return;
      }
    }
    throw new Error("The source changes faster than the level can be written. Try again.");
  }
}

function readEntry(said: EntryMessage): LevelEntry {
  return said.kind === "level" ? { ...said, level: decode(said.level) } : said;
}

const games = new Map<string, Promise<OpenGame>>();

export function openGame(path: string): Promise<OpenGame> {
  let found = games.get(path);
  if (!found) {
    found = openDocument(path).then((doc) => new OpenGame(path, doc));
    found.catch(() => games.delete(path));
    games.set(path, found);
  }
  return found;
}

/** The number that people count: levels from 1, without messages. */
export function levelNumber(entries: readonly LevelEntry[], entry: number): number {
  return entries.slice(0, entry + 1).filter((one) => one.kind === "level").length;
}
