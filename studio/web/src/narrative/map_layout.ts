// Where the parts of a map are drawn: its areas in a row on top, its blocks below, both from left to right.

import dagre from "@dagrejs/dagre";
import { placesOf } from "./map_areas";
import type { Block, MapArea } from "./maps";

/** The name of the node at the end. */
export const OUTPUT = "output ";

export interface Slot {
  role: string;
  source: string | null;
  /** What fits in. */
  of: "block" | "area";
}
export interface Placed {
  name: string;
  /** null: the end. */
  block: Block | null;
  slots: Slot[];
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface PlacedArea extends MapArea {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Way {
  key: string;
  drawn: string;
  /** The block that unlocks it. */
  lock: string | null;
  at: { x: number; y: number };
}

const AREA = { height: 48, port: 24 };
const FIRST_SLOT = 50;
const SLOT = 22;
export const slotAt = (index: number) => FIRST_SLOT + index * SLOT;

function slotsOf(block: Block | null, output: string | null): Slot[] {
  if (!block) return [{ role: "input", source: output, of: "block" }];
  const inputs = block.inputs.map(([role, source]): Slot => ({ role, source, of: "block" }));
  return [...inputs, ...placesOf(block).map(([role, source]): Slot => ({ role, source, of: "area" }))];
}

/** `ingredient1` as it is said. */
export const roleWords = (role: string): string => role.replace(/\d$/, (digit) => ` ${digit}`);

export function slotWords({ role, source, of }: Slot): string {
  const words = roleWords(role);
  return of === "area" ? `${words} ${source ?? "…"}` : words + (source ? "" : " (open)");
}

export function layOut(blocks: Block[], output: string | null, areas: MapArea[]) {
  const row = layOutAreas(areas, blocks);
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 22, ranksep: 60, marginx: 30, marginy: 30 });
  const nodes: Placed[] = [...blocks.map((block) => ({ name: block.name, block })), { name: OUTPUT, block: null }].map((node) => {
    const slots = slotsOf(node.block, output);
    const width = Math.max(140, node.name.length * 8 + 40, ...slots.map((slot) => slotWords(slot).length * 6.5 + 40));
    return { ...node, slots, x: 0, y: 0, width, height: 46 + slots.length * SLOT };
  });
  for (const node of nodes) graph.setNode(node.name, { width: node.width, height: node.height });
  const at = new Map(nodes.map((node) => [node.name, node]));
  const links = nodes.flatMap((node) => node.slots.flatMap(({ source, of }, slot) => (source && of === "block" && at.has(source) ? [{ from: source, to: node.name, slot }] : [])));
  for (const link of links) graph.setEdge(link.from, link.to, {});
  dagre.layout(graph);
  const size = graph.graph();
  const height = size.height ?? 300;
  // What nothing leads to yet is on the left, but the end is where things end.
  const end = graph.node(OUTPUT);
  const apart = !output && nodes.length > 1;
  const width = (size.width ?? 400) + (apart ? end.width + 60 : 0);
  if (apart) Object.assign(end, { x: width - 30 - end.width / 2, y: height / 2 });
  const wide = Math.max(width, row.width);
  for (const node of nodes) {
    const { x, y } = graph.node(node.name);
    node.x = x - node.width / 2 + (wide - width) / 2;
    node.y = y - node.height / 2 + row.height;
  }
  const edges = links.map(({ from, to, slot }) => {
    const [one, other] = [at.get(from) as Placed, at.get(to) as Placed];
    const [x1, y1, x2, y2] = [one.x + one.width + 7, one.y + 24, other.x - 6, other.y + slotAt(slot)];
    const bend = Math.max(30, (x2 - x1) / 2);
    return { key: `${from}>${to}.${slot}`, drawn: `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}` };
  });
  return { nodes, edges, areas: row.areas, ways: row.ways, band: row.height, width: wide, height: height + row.height };
}

function layOutAreas(areas: MapArea[], blocks: Block[]) {
  if (!areas.length) return { areas: [], ways: [], width: 0, height: 0 };
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 70, marginx: 30, marginy: 34 });
  const placed: PlacedArea[] = areas.map((area) => ({ ...area, x: 0, y: 0, width: Math.max(120, area.name.length * 8 + 44), height: AREA.height }));
  const at = new Map(placed.map((area) => [area.name, area]));
  for (const area of placed) graph.setNode(area.name, { width: area.width, height: area.height });
  const ways: { from: string; to: string; lock: string | null }[] = [];
  for (const area of placed) {
    for (const to of area.doors) {
      if (at.has(to) && !ways.some((way) => way.from === to && way.to === area.name)) ways.push({ from: area.name, to, lock: null });
    }
  }
  for (const block of blocks) {
    const [from, to] = placesOf(block).map(([, area]) => area);
    if (block.kind === "unlock" && from && to && at.has(from) && at.has(to)) ways.push({ from, to, lock: block.name });
  }
  ways.forEach((way, index) => graph.setEdge(way.from, way.to, { width: way.lock ? way.lock.length * 6 + 30 : 0, height: 12, labelpos: "c" }, String(index)));
  dagre.layout(graph);
  for (const area of placed) {
    const { x, y } = graph.node(area.name);
    area.x = x - area.width / 2;
    area.y = y - area.height / 2;
  }
  const { width = 200, height = 100 } = graph.graph();
  const drawn: Way[] = ways.map(({ from, to, lock }, index) => {
    const [one, other] = [at.get(from) as PlacedArea, at.get(to) as PlacedArea];
    const back = other.x < one.x;
    const [x1, y1] = [back ? one.x : one.x + one.width, one.y + AREA.port];
    const [x2, y2] = [back ? other.x + other.width : other.x, other.y + AREA.port];
    const bend = Math.max(24, Math.abs(x2 - x1) / 2) * (back ? -1 : 1);
    return { key: `${from}>${to}.${index}`, lock, at: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, drawn: `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}` };
  });
  return { areas: placed, ways: drawn, width, height };
}
