// Maps as data: which blocks feed which, which connections are valid, and the edits that make them.

import { ask } from "../connection";
import { flushAll } from "../documents";
import { say } from "../ui/messages";
import { edit } from "./edits";
import { hueAt, model, packPath } from "./pack";

export type BlockData = Record<string, unknown>;
export interface AreaData {
  start?: boolean;
  doors?: string[] | string;
  locked?: string[] | string;
}
export interface MapData {
  areas?: Record<string, AreaData | null>;
  blocks?: Record<string, BlockData | null>;
  output?: string | { input?: string | null; asks?: string } | null;
  solves?: Record<string, string>;
  takes?: string[];
  gives?: string | null;
}
export interface MapInfo {
  name: string;
  data: MapData;
  sentences: string[];
}

/** What is drawn: a map, or a block of one's own, which takes parameters and gives what one of its parts gives. */
export interface Drawing extends MapInfo {
  /** Where it is in the pack. */
  at: ["maps" | "blocks", string];
  /** Of a block of one's own. */
  takes: string[];
}

export function drawingsOf(maps: Maps): Drawing[] {
  return [
    ...maps.maps.map((one): Drawing => ({ ...one, at: ["maps", one.name], takes: [] })),
    ...maps.blocks.map((one): Drawing => ({ ...one, at: ["blocks", one.name], takes: maps.composed[one.name] ?? [] })),
  ];
}

/** What can be chosen for an input, an area or an item inside a drawing, beside its own blocks. */
export const isOwnBlock = (drawing: Drawing) => drawing.at[0] === "blocks";
export interface Maps {
  roles: Record<string, string[]>;
  composed: Record<string, string[]>;
  maps: MapInfo[];
  blocks: MapInfo[];
}

export interface Block {
  name: string;
  kind: string;
  /** Roles with the block that fills each; null: still open. */
  inputs: [string, string | null][];
  data: BlockData;
}

const LISTS = new Set(["combine", "or"]);

/** The blocks of a drawing; what is handed to a block of one's own is among them. */
export function blocksOf(maps: Maps, drawing: Drawing): Block[] {
  const handed = drawing.takes.map((name): Block => ({ name, kind: "takes", inputs: [], data: {} }));
  const map = drawing.data;
  return [...handed, ...ownBlocks(maps, map)];
}

function ownBlocks(maps: Maps, map: MapData): Block[] {
  return Object.entries(map.blocks ?? {}).map(([name, data]) => {
    const said = data ?? {};
    const kind = Object.keys(said).find((key) => key in maps.roles || key in maps.composed || key === "step") ?? "?";
    const given = said[kind];
    const roles = maps.roles[kind] ?? maps.composed[kind] ?? [];
    const of = (role: string, index: number): string | null => {
      if (Array.isArray(given)) return (given[index] as string | null) ?? null;
      if (given && typeof given === "object") return ((given as Record<string, unknown>)[role] as string | null) ?? null;
      return roles.length === 1 ? ((given as string | null) ?? null) : null;
    };
    return { name, kind, inputs: roles.map((role, index) => [role, of(role, index)]), data: said };
  });
}

export function outputOf(drawing: Drawing): { input: string | null; asks: string | null } {
  if (isOwnBlock(drawing)) return { input: drawing.data.gives ?? null, asks: null };
  const { output } = drawing.data;
  if (!output) return { input: null, asks: null };
  return typeof output === "string" ? { input: output, asks: null } : { input: output.input ?? null, asks: output.asks ?? null };
}

/** One name or several, as YAML has them. */
export function namesOf(said: string[] | string | undefined | null): string[] {
  return said === undefined || said === null ? [] : Array.isArray(said) ? said : [said];
}

export interface MapArea {
  name: string;
  start: boolean;
  /** Areas that open together with it. */
  doors: string[];
  /** Blocks that unlock it. */
  locked: string[];
  hue: number;
}

/** A map without areas of its own uses those of the pack, which are changed there. */
export const usesPackAreas = (drawing: Drawing) => drawing.at[0] === "maps" && !drawing.data.areas;

export function areasOf(drawing: Drawing): MapArea[] {
  if (usesPackAreas(drawing)) {
    return (model.value?.areas ?? []).filter((area) => area.is_place).map(({ name, start, adjoins }, index) => ({ name, start, doors: adjoins, locked: [], hue: hueAt(index) }));
  }
  return Object.entries(drawing.data.areas ?? {}).map(([name, data], index) => ({
    name, start: !!data?.start, doors: namesOf(data?.doors), locked: namesOf(data?.locked), hue: hueAt(index),
  }));
}

/** What a block is made of, itself among it: none of these may take it. */
function ancestors(blocks: Block[], name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, source] of blocks.find((block) => block.name === name)?.inputs ?? []) if (source) ancestors(blocks, source, seen);
  return seen;
}

/** The blocks that can feed another one: nothing goes in a circle, and a door gives nothing. */
export function sourcesFor(blocks: Block[], target: string): string[] {
  return blocks.filter((block) => block.kind !== "unlock" && !ancestors(blocks, block.name).has(target)).map((block) => block.name);
}

/** What is written for a block's inputs. */
function written(maps: Maps, block: Block, inputs: [string, string | null][]): unknown {
  const { kind } = block;
  const given = block.data[kind];
  if (kind === "unlock") {
    const door = (given ?? {}) as Record<string, unknown>;
    return { ...door, key: inputs[0]?.[1] ?? null };
  }
  if (LISTS.has(kind)) return inputs.map(([, source]) => source);
  if ((maps.roles[kind] ?? []).length === 1) return inputs[0][1];
  return Object.fromEntries(inputs);
}

export function connect(maps: Maps, drawing: Drawing, block: Block, role: string, source: string | null): Promise<boolean> {
  const inputs = block.inputs.map(([name, old]) => [name, name === role ? source : old] as [string, string | null]);
  return edit(`connect ${source ?? "nothing"} to ${block.name}`, { path: [...drawing.at, "blocks", block.name, block.kind], value: written(maps, block, inputs) ?? [] });
}

export function setOutput(drawing: Drawing, change: { input?: string | null; asks?: string | null }): Promise<boolean> {
  const now = { ...outputOf(drawing), ...change };
  if (isOwnBlock(drawing)) {
    if (now.input && drawing.takes.includes(now.input)) {
      say("A block gives what one of its parts gives, not what it takes.", "warning");
      return Promise.resolve(false);
    }
    return edit(`what ${drawing.name} gives`, { path: [...drawing.at, "gives"], value: now.input });
  }
  const value: Record<string, string> = {};
  if (now.input) value.input = now.input;
  if (now.asks) value.asks = now.asks;
  return edit("what the map asks for", { path: [...drawing.at, "output"], value: now.input ? value : null });
}

/** A new block with all inputs open; its name, or null where it could not be made. */
export async function newBlock(maps: Maps, drawing: Drawing, kind: string): Promise<string | null> {
  const names = new Set(blocksOf(maps, drawing).map((block) => block.name));
  const base = kind === "spawn" ? "thing" : kind;
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}${number}`;
  const areas = areasOf(drawing).map((area) => area.name);
  const roles = maps.roles[kind] ?? maps.composed[kind] ?? [];
  const block: Block = { name, kind, inputs: roles.map((role) => [role, null]), data: {} };
  const given =
    kind === "spawn" ? (areas[0] ?? null) : kind === "unlock" ? { from: areas[0] ?? null, to: areas[1] ?? null, key: null } : written(maps, block, block.inputs);
  const behind = kind === "unlock" && !usesPackAreas(drawing) ? areas[1] : undefined;
  const locked = behind ? [{ path: [...drawing.at, "areas", behind, "locked"], value: [...namesOf(drawing.data.areas?.[behind]?.locked), name] }] : [];
  const made = await edit(`add ${name}`, { path: [...drawing.at, "blocks", name], value: { [kind]: given } }, ...locked);
  return made ? name : null;
}

export type PathEdit = { path: string[]; value: unknown };

/** What has to change where something was taken: something else is, or it is open again. */
function withSource(maps: Maps, drawing: Drawing, name: string, other: string | null): PathEdit[] {
  const edits: PathEdit[] = ownBlocks(maps, drawing.data).flatMap((block) => {
    if (!block.inputs.some(([, source]) => source === name)) return [];
    const inputs = block.inputs.map(([role, source]) => [role, source === name ? other : source] as [string, string | null]);
    return [{ path: [...drawing.at, "blocks", block.name, block.kind], value: written(maps, block, inputs) ?? [] }];
  });
  const output = outputOf(drawing);
  if (output.input !== name) return edits;
  if (isOwnBlock(drawing)) return [...edits, { path: [...drawing.at, "gives"], value: other }];
  return [...edits, { path: [...drawing.at, "output"], value: other && (output.asks ? { input: other, asks: output.asks } : other) }];
}

/** The areas that a door leads into name it. */
function withDoor(drawing: Drawing, name: string, other: string | null): PathEdit[] {
  return Object.entries(drawing.data.areas ?? {}).flatMap(([area, data]) => {
    const locked = namesOf(data?.locked);
    if (!locked.includes(name)) return [];
    const doors = locked.flatMap((one) => (one !== name ? [one] : other ? [other] : []));
    return [{ path: [...drawing.at, "areas", area, "locked"], value: doors.length ? doors : null }];
  });
}

/** Takes a block away, and out of everything that it feeds. */
export function removeBlock(maps: Maps, drawing: Drawing, name: string): Promise<boolean> {
  const gone = { path: [...drawing.at, "blocks", name], value: null };
  return edit(`remove ${name}`, ...withSource(maps, drawing, name, null), ...withDoor(drawing, name, null), gone);
}

export function renameBlock(maps: Maps, drawing: Drawing, name: string, to: string): Promise<boolean> {
  if (blocksOf(maps, drawing).some((block) => block.name === to)) {
    say(`There is a ${to} already.`, "warning");
    return Promise.resolve(false);
  }
  const others = [...withSource(maps, drawing, name, to), ...withDoor(drawing, name, to)];
  return edit(`rename ${name} to ${to}`, ...others, { rename: [...drawing.at, "blocks", name], to });
}

// --- blocks of one's own ---------------------------------------------------------------------------------------

/** A new block of one's own, which already works: it combines two things. */
export function newOwnBlock(name: string): Promise<boolean> {
  const value = { takes: ["first", "second"], blocks: { result: { combine: ["first", "second"] } }, gives: "result" };
  return edit(`add the block ${name}`, { path: ["blocks", name], value });
}

/** What a block takes: others hand it in where they use the block, so they have to say something for it too. */
export function setTakes(maps: Maps, drawing: Drawing, takes: string[]): Promise<boolean> {
  const gone = drawing.takes.filter((name) => !takes.includes(name));
  const inside = gone.flatMap((name) => withSource(maps, drawing, name, null));
  const outside: PathEdit[] = drawingsOf(maps).flatMap((other) =>
    Object.entries(other.data.blocks ?? {}).flatMap(([name, data]) => {
      const given = data?.[drawing.name];
      if (!given || typeof given !== "object" || Array.isArray(given)) return [];
      const old = given as Record<string, unknown>;
      return [{ path: [...other.at, "blocks", name, drawing.name], value: Object.fromEntries(takes.map((one) => [one, old[one] ?? null])) }];
    }),
  );
  return edit(`what ${drawing.name} takes`, ...inside, ...outside, { path: [...drawing.at, "takes"], value: takes });
}

/** Whether another drawing uses a block of one's own. */
export function usersOf(maps: Maps, name: string): string[] {
  return drawingsOf(maps).filter((one) => Object.values(one.data.blocks ?? {}).some((data) => data && name in data)).map((one) => one.name);
}

/** Puts some blocks of a map into a block of one's own, which takes their place. What they take from others becomes what
 * it takes; only one of them may feed the rest. Null: that is not so. */
export function gathered(maps: Maps, drawing: Drawing, chosen: string[]): { takes: string[]; gives: string } | null {
  const blocks = ownBlocks(maps, drawing.data);
  const inside = blocks.filter((block) => chosen.includes(block.name));
  if (inside.length < 2 || inside.some((block) => block.kind === "unlock" || block.kind === "spawn")) return null;
  const outer = blocks.filter((block) => !chosen.includes(block.name));
  const fed = new Set(outer.flatMap((block) => block.inputs.map(([, source]) => source)).filter((name) => name && chosen.includes(name)));
  const end = outputOf(drawing).input;
  if (end && chosen.includes(end)) fed.add(end);
  const used = new Set(inside.flatMap((block) => block.inputs.map(([, source]) => source)));
  if (!fed.size) inside.filter((block) => !used.has(block.name)).forEach((block) => fed.add(block.name));
  if (fed.size !== 1) return null;
  const takes = [...used].filter((name): name is string => !!name && !chosen.includes(name));
  return { takes: [...new Set(takes)], gives: [...fed][0] as string };
}

export async function gather({ at }: Drawing, chosen: string[], name: string): Promise<boolean> {
  // As it is now: the last change may not have been drawn yet.
  await flushAll();
  const maps = await ask<Maps>("maps.show", { pack: packPath.value });
  const drawing = drawingsOf(maps).find((one) => one.at.join("/") === at.join("/"));
  const found = drawing && gathered(maps, drawing, chosen);
  if (!found) return false;
  const { takes, gives } = found;
  const parts = Object.fromEntries(Object.entries(drawing.data.blocks ?? {}).filter(([block]) => chosen.includes(block)));
  const place = { [name]: Object.fromEntries(takes.map((one) => [one, one])) };
  return edit(
    `make the block ${name}`,
    { path: ["blocks", name], value: { takes, blocks: parts, gives } },
    ...chosen.filter((block) => block !== gives).map((block) => ({ path: [...drawing.at, "blocks", block], value: null })),
    { path: [...drawing.at, "blocks", gives], value: place },
  );
}
