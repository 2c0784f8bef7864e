// What the views of levels share: the tool in hand, what is frozen, whether spoilers are shown, the cards of the strip, and
// what was on the canvas before.

import { computed, signal } from "@preact/signals";
import { remember, rememberHere } from "../project";
import type { OpenGame } from "./game";
import { encode, decode, type Level, type LevelMessage, type Symmetry } from "./grid";

export type Tool = "paint" | "erase" | "fill" | "select" | "freeze";
export const tool = rememberHere<Tool>("levels.tool", "paint");
export const symmetry = rememberHere<Symmetry>("levels.symmetry", "none");
export const spoilers = remember("levels.spoilers", true);
export const zoom = rememberHere("levels.zoom", 1);
export const brush = signal<number | null>(null);

export type Panel = "suggest" | "repair" | "generate" | "combine" | "history";
export const panel = rememberHere<Panel>("levels.panel", "suggest");
/** Whose cards are on the strip: what was before has a list of its own. */
export const stripOf = rememberHere<Panel>("levels.strip of", "suggest");
export function choosePanel(name: Panel): void {
  panel.value = name;
  if (name !== "history") stripOf.value = name;
}

// --- cards ----------------------------------------------------------------------------------------------------------

/** A level that somebody may want: it has been won by playing it. */
export interface Card {
  id: string;
  level: Level;
  moves: number[];
  difficulty: number | null;
  words: string;
  better?: boolean | null;
  /** Not seen before the last look. */
  fresh?: boolean;
}

interface KeptCard extends Omit<Card, "level"> {
  level: LevelMessage;
}

const kept = remember<Record<string, { note: string; cards: KeptCard[] }>>("levels.strip", {});

const key = (path: string, of: Panel): string => `${of} ${path}`;

export function cardsOf(path: string, of: Panel): { note: string; cards: Card[] } {
  const found = kept.value[key(path, of)];
  if (!found) return { note: "", cards: [] };
  return { note: found.note, cards: found.cards.map((card) => ({ ...card, level: decodedOnce(card.level) })) };
}

export function keepCards(path: string, of: Panel, note: string, cards: Card[]): void {
  const said = cards.map((card) => ({ ...card, level: encodedOnce(card.level) }));
  kept.value = { ...kept.value, [key(path, of)]: { note, cards: said } };
}

// One value for one level, so that thumbnails are not drawn again.
const decoded = new WeakMap<LevelMessage, Level>();
const encoded = new WeakMap<Level, LevelMessage>();
function decodedOnce(said: LevelMessage): Level {
  let made = decoded.get(said);
  if (!made) {
    made = decode(said);
    decoded.set(said, made);
    encoded.set(made, said);
  }
  return made;
}
function encodedOnce(level: Level): LevelMessage {
  let made = encoded.get(level);
  if (!made) {
    made = encode(level);
    encoded.set(level, made);
    decoded.set(made, level);
  }
  return made;
}

/** What levels are being looked for, and how far that is. */
export interface Work {
  request: number;
  kind: string;
  /** Whose cards will be on the strip. */
  of: Panel;
  said: string;
}
export const working = signal<Work | null>(null);

// --- what was there before ------------------------------------------------------------------------------------------

interface Former {
  level: LevelMessage;
  label: string;
  time: number;
  entry: number;
}
const MOST_FORMER = 80;
const formers = remember<Record<string, Former[]>>("levels.before", {});

export const formerOf = (path: string): { level: Level; label: string; time: number; entry: number }[] =>
  (formers.value[path] ?? []).map((one) => ({ ...one, level: decodedOnce(one.level) }));

export const WHILE_WORKING = "while you worked";

/** Keeps what is on the canvas. What is kept already comes to the front, unless nothing happened to it. */
export function keepFormer(open: OpenGame, label: string): void {
  const level = open.level.value;
  if (!level) return;
  const said = encodedOnce(level);
  const before = formers.value[open.path] ?? [];
  const others = before.filter((one) => one.level.cells !== said.cells || one.level.height !== said.height);
  if (others.length < before.length && label === WHILE_WORKING) return;
  const one = { level: said, label, time: Date.now(), entry: open.entry.value };
  formers.value = { ...formers.value, [open.path]: [one, ...others].slice(0, MOST_FORMER) };
}

// --- frozen ---------------------------------------------------------------------------------------------------------

const frozenCells = remember<Record<string, string>>("levels.frozen", {});
const frozenThings = remember<Record<string, string[]>>("levels.frozen objects", {});
const place = (open: OpenGame): string => `${open.path} ${open.entry.value}`;

/** The cells of the level on the canvas that must stay as they are. */
export function frozen(open: OpenGame): Set<number> {
  const level = open.level.value;
  const said = frozenCells.value[place(open)];
  if (!level || !said) return new Set();
  const [size, ...cells] = said.split(" ");
  return size === `${level.width}x${level.height}` ? new Set(cells.map(Number)) : new Set();
}

export function freeze(open: OpenGame, cells: Set<number>): void {
  const level = open.level.value;
  if (!level) return;
  const said = cells.size ? [`${level.width}x${level.height}`, ...[...cells].sort((a, b) => a - b)].join(" ") : "";
  frozenCells.value = { ...frozenCells.value, [place(open)]: said };
}

export const frozenObjects = (open: OpenGame): string[] => frozenThings.value[open.path] ?? [];

export function toggleFrozenObject(open: OpenGame, name: string): void {
  const now = frozenObjects(open);
  const next = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
  frozenThings.value = { ...frozenThings.value, [open.path]: next };
}

/** What is frozen, as requests have it. */
export function locks(open: OpenGame): { frozen: string; objects: number[] } {
  const level = open.level.value;
  const game = open.game.value;
  if (!level || !game) return { frozen: "", objects: [] };
  const cells = frozen(open);
  const names = frozenObjects(open);
  return {
    frozen: cells.size ? level.cells.map((_, index) => (cells.has(index) ? "1" : "0")).join("") : "",
    objects: game.objects.flatMap((thing, id) => (names.includes(thing.name) ? [id] : [])),
  };
}

// --- play -----------------------------------------------------------------------------------------------------------

/** What is being played; null: the canvas is for editing. */
export interface Playing {
  level: Level;
  /** The card that it came from. */
  card: Card | null;
}
export const playing = signal<Playing | null>(null);
export const isPlaying = computed(() => playing.value !== null);
