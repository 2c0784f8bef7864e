// Maps as data: which blocks feed which, which connections are valid, and the edits that make them.

import { edit } from "./edits";

export type BlockData = Record<string, unknown>;
export interface MapData {
  areas?: Record<string, { start?: boolean; doors?: string[] | string; locked?: string[] | string } | null>;
  blocks?: Record<string, BlockData | null>;
  output?: string | { input?: string | null; asks?: string } | null;
  solves?: Record<string, string>;
}
export interface MapInfo {
  name: string;
  data: MapData;
  sentences: string[];
}
export interface Maps {
  roles: Record<string, string[]>;
  composed: Record<string, string[]>;
  maps: MapInfo[];
}

export interface Block {
  name: string;
  kind: string;
  /** Roles with the block that fills each; null: still open. */
  inputs: [string, string | null][];
  data: BlockData;
}

const LISTS = new Set(["combine", "or"]);

export function blocksOf(maps: Maps, map: MapData): Block[] {
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

export function outputOf(map: MapData): { input: string | null; asks: string | null } {
  const { output } = map;
  if (!output) return { input: null, asks: null };
  return typeof output === "string" ? { input: output, asks: null } : { input: output.input ?? null, asks: output.asks ?? null };
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

export function connect(maps: Maps, map: string, block: Block, role: string, source: string | null): Promise<boolean> {
  const inputs = block.inputs.map(([name, old]) => [name, name === role ? source : old] as [string, string | null]);
  return edit(`connect ${source ?? "nothing"} to ${block.name}`, { path: ["maps", map, "blocks", block.name, block.kind], value: written(maps, block, inputs) ?? [] });
}

export function setOutput(map: string, data: MapData, change: { input?: string | null; asks?: string | null }): Promise<boolean> {
  const now = { ...outputOf(data), ...change };
  const value: Record<string, string> = {};
  if (now.input) value.input = now.input;
  if (now.asks) value.asks = now.asks;
  return edit("what the map asks for", { path: ["maps", map, "output"], value: now.input ? value : null });
}

/** A new block with all inputs open. */
export function newBlock(maps: Maps, map: string, data: MapData, kind: string): Promise<boolean> {
  const names = new Set(Object.keys(data.blocks ?? {}));
  const base = kind === "spawn" ? "thing" : kind;
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}${number}`;
  const areas = Object.keys(data.areas ?? {});
  const roles = maps.roles[kind] ?? maps.composed[kind] ?? [];
  const block: Block = { name, kind, inputs: roles.map((role) => [role, null]), data: {} };
  const given =
    kind === "spawn" ? (areas[0] ?? null) : kind === "unlock" ? { from: areas[0] ?? null, to: areas[1] ?? null, key: null } : written(maps, block, block.inputs);
  return edit(`add ${name}`, { path: ["maps", map, "blocks", name], value: { [kind]: given } });
}

/** Takes a block away, and out of everything that it feeds. */
export function removeBlock(maps: Maps, map: string, data: MapData, name: string): Promise<boolean> {
  const edits = blocksOf(maps, data).flatMap((block) => {
    if (!block.inputs.some(([, source]) => source === name)) return [];
    const inputs = block.inputs.map(([role, source]) => [role, source === name ? null : source] as [string, string | null]);
    return [{ path: ["maps", map, "blocks", block.name, block.kind], value: written(maps, block, inputs) ?? [] }];
  });
  if (outputOf(data).input === name) edits.push({ path: ["maps", map, "output"], value: null as never });
  return edit(`remove ${name}`, ...edits, { path: ["maps", map, "blocks", name], value: null });
}
