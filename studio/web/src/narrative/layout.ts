// Where the nodes of a chart are. dagre lays out the layers; nodes are measured before.

import dagre from "@dagrejs/dagre";
import type { Card, ChartNode } from "./types";
import { signatureOf } from "./puzzles";

export interface Placed extends ChartNode {
  /** The same for the same step in another puzzle, so that it moves there instead of jumping. */
  identity: string;
  area: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
}
export interface PlacedGroup {
  key: string;
  title: string;
  area: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface PlacedEdge {
  key: string;
  from: string;
  to: string;
  drawn: string;
  label: string;
  labelAt: { x: number; y: number } | null;
  weak: boolean;
  /** It leads from one area to another. */
  crosses: boolean;
}
export interface Layout {
  nodes: Placed[];
  groups: PlacedGroup[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

const CHARACTER = 7.5;
const WIDEST = 21;
const PADDING = { x: 18, top: 34, bottom: 16 };

export function wrap(text: string, widest = WIDEST): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface Size {
  width: number;
  height: number;
}

/** Each area is laid out by itself, from top to bottom, and the areas from left to right in the order in which they open:
 *  an area that does not change stays as it is. With an `aspect` (width by height of where it is shown), the areas are in as
 *  many rows as make it largest there. */
export function layout(card: Card, aspect: number | null = null): Layout {
  const nodes = new Map<string, Placed>();
  const home = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const group of card.chart.groups) {
    for (const node of group.nodes) {
      nodes.set(node.key, { ...measured(node), identity: identityOf(card, group.area, node, seen), area: group.area, x: 0, y: 0 });
      home.set(node.key, group.key);
    }
  }
  const sizes = new Map<string, Size>();
  const lines = new Map<number, { points: Point[]; labelAt: Point | null }>();
  for (const group of card.chart.groups) {
    const inner = card.chart.edges.map((edge, index) => ({ ...edge, index })).filter((edge) => home.get(edge.from) === group.key && home.get(edge.to) === group.key);
    sizes.set(group.key, layOutArea(group.nodes.map((node) => nodes.get(node.key) as Placed), inner, lines));
  }
  const outer = layOutAreas(card, sizes, home, aspect);
  const mates = (key: string) => [...nodes.values()].filter((node) => home.get(node.key) === home.get(key));
  for (const [key, node] of nodes) {
    const at = outer.at(home.get(key) as string);
    node.x += at.x;
    node.y += at.y;
  }
  const edges = card.chart.edges.map((edge, index) => {
    const [one, other] = [nodes.get(edge.from) as Placed, nodes.get(edge.to) as Placed];
    const inner = lines.get(index);
    const [here, there] = [outer.at(home.get(edge.from) as string), outer.at(home.get(edge.to) as string)];
    const at = here;
    const move = (point: Point) => ({ x: point.x + at.x, y: point.y + at.y });
    return {
      key: `${one.identity}>${other.identity}`,
      from: edge.from,
      to: edge.to,
      drawn: inner ? vertical(inner.points.map(move)) : here.row === there.row ? across(one, other, mates) : around(one, here, other, there, mates, index),
      label: inner ? edge.label : "",
      labelAt: inner?.labelAt ? move(inner.labelAt) : null,
      weak: edge.weak,
      crosses: !inner,
    };
  });
  const groups = card.chart.groups.map((group) => {
    const size = sizes.get(group.key) as Size;
    const { x, y } = outer.at(group.key);
    return { key: group.key, title: group.title, area: group.area, x, y, ...size };
  });
  return { nodes: [...nodes.values()], groups, edges, width: outer.width, height: outer.height };
}

interface Point {
  x: number;
  y: number;
}

function measured(node: ChartNode): ChartNode & Size & { lines: string[] } {
  const lines = wrap(node.title);
  const details = node.details.flatMap((text) => wrap(text, 27));
  const wide = Math.max(...lines.map((line, index) => line.length * CHARACTER + (index ? 0 : 20)), ...details.map((line) => line.length * 5.7), 56);
  const lock = node.kind === "lock";
  return { ...node, details, lines, width: lock ? 84 : wide + 36, height: lock ? 30 : 17 + lines.length * 17 + details.length * 14 };
}

/** The same for the same step in another puzzle; a second step that is just like it has a number. */
function identityOf(card: Card, area: string | null, node: ChartNode, seen: Map<string, number>): string {
  const identity = node.step ? signatureOf(card, node.step) : `${node.kind}:${area}`;
  const copies = seen.get(identity) ?? 0;
  seen.set(identity, copies + 1);
  return copies ? `${identity}#${copies}` : identity;
}

type InnerEdge = { from: string; to: string; label: string; weak: boolean; index: number };

function layOutArea(nodes: Placed[], edges: InnerEdge[], lines: Map<number, { points: Point[]; labelAt: Point | null }>): Size {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 14, ranksep: 24, marginx: 0, marginy: 0 });
  for (const node of nodes) graph.setNode(node.key, { width: node.width, height: node.height });
  for (const edge of edges) {
    const width = edge.label ? edge.label.length * 5.6 : 0;
    graph.setEdge(edge.from, edge.to, { width, height: edge.label ? 12 : 0, labelpos: "c", weight: edge.weak ? 1 : 4 });
  }
  dagre.layout(graph);
  for (const node of nodes) {
    const { x, y } = graph.node(node.key);
    node.x = x - node.width / 2 + PADDING.x;
    node.y = y - node.height / 2 + PADDING.top;
  }
  for (const edge of edges) {
    const found = graph.edge(edge.from, edge.to) as { points: Point[]; x?: number; y?: number };
    const move = (point: Point) => ({ x: point.x + PADDING.x, y: point.y + PADDING.top });
    const labelAt = edge.label && found.x !== undefined ? move({ x: found.x, y: found.y ?? 0 }) : null;
    lines.set(edge.index, { points: found.points.map(move), labelAt });
  }
  const { width = 100, height = 40 } = graph.graph();
  return { width: width + 2 * PADDING.x, height: height + PADDING.top + PADDING.bottom };
}

/** Where an area is. */
interface Plot extends Point, Size {
  row: number;
  /** Below the row of the area, where lines to other rows run. */
  lane: number;
}
const MARGIN = 20;
/** Between areas from left to right. */
const AISLE = 44;
/** Between two rows of areas. */
const LANE = 40;
/** What one more row must gain in size, to be worth lines that lead back. */
const WORTH = 1.2;

function layOutAreas(card: Card, sizes: Map<string, Size>, home: Map<string, string>, aspect: number | null) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 22, ranksep: AISLE, marginx: MARGIN, marginy: MARGIN });
  for (const [key, size] of sizes) graph.setNode(key, { ...size });
  for (const edge of card.chart.edges) {
    const [one, other] = [home.get(edge.from) as string, home.get(edge.to) as string];
    if (one !== other) graph.setEdge(one, other, {});
  }
  dagre.layout(graph);
  const columns = new Map<number, string[]>();
  for (const key of sizes.keys()) {
    const { x } = graph.node(key);
    columns.set(x, [...(columns.get(x) ?? []), key]);
  }
  const inOrder = [...columns].sort(([one], [other]) => one - other).map(([, keys]) => bounds(keys.map((key) => ({ key, ...graph.node(key) }))));
  const plots = new Map<string, Plot>();
  let y = MARGIN;
  const rows = bestRows(inOrder, aspect);
  rows.forEach((row, index) => {
    const lane = y + row.height + LANE / 3;
    for (const column of row.columns) {
      // In several rows there is no room to lose: all columns begin at the top.
      const top = rows.length > 1 ? column.top : row.top;
      for (const one of column.areas) {
        plots.set(one.key, { x: one.x - one.width / 2 - row.left + MARGIN, y: one.y - one.height / 2 - top + y, width: one.width, height: one.height, row: index, lane });
      }
    }
    y += row.height + LANE;
  });
  return { ...extent(rows), at: (key: string): Plot => plots.get(key) as Plot };
}

/** Areas above each other, as dagre has placed them: by their middle. */
interface Column extends Size {
  areas: ({ key: string } & Point & Size)[];
  left: number;
  top: number;
}
interface Row extends Size {
  columns: Column[];
  left: number;
  top: number;
}

function bounds(areas: Column["areas"]): Column {
  const left = Math.min(...areas.map((one) => one.x - one.width / 2));
  const top = Math.min(...areas.map((one) => one.y - one.height / 2));
  const right = Math.max(...areas.map((one) => one.x + one.width / 2));
  const bottom = Math.max(...areas.map((one) => one.y + one.height / 2));
  return { areas, left, top, width: right - left, height: bottom - top };
}

function rowOf(columns: Column[], alone: boolean): Row {
  const { left, top, width, height } = bounds(columns.flatMap((one) => one.areas));
  return { columns, left, top, width, height: alone ? height : Math.max(...columns.map((one) => one.height)) };
}

const extent = (rows: Row[]): Size => ({
  width: Math.max(...rows.map((one) => one.width), 0) + 2 * MARGIN,
  height: rows.reduce((sum, one) => sum + one.height + LANE, -LANE) + 2 * MARGIN,
});

/** The columns of areas in rows, such that all of it is as large as possible where it is shown. */
function bestRows(columns: Column[], aspect: number | null): Row[] {
  let best = [rowOf(columns, true)];
  if (aspect === null) return best;
  const scale = (rows: Row[]): number => {
    const { width, height } = extent(rows);
    return Math.min(aspect / width, 1 / height);
  };
  for (let count = 2; count <= Math.min(3, columns.length); count++) {
    const found = splits(columns, count).map((parts) => parts.map((part) => rowOf(part, false)));
    const next = found.reduce((one, other) => (scale(other) > scale(one) ? other : one));
    if (scale(next) >= WORTH * scale(best)) best = next;
  }
  return best;
}

/** All ways to cut a list into that many parts, none empty. */
function splits<Thing>(list: Thing[], count: number): Thing[][][] {
  if (count === 1) return [[list]];
  return list.slice(1, list.length - count + 2).flatMap((_, index) => splits(list.slice(index + 1), count - 1).map((rest) => [list.slice(0, index + 1), ...rest]));
}

/** A smooth line down through points. */
function vertical(points: Point[]): string {
  let drawn = `M${points[0].x},${points[0].y}`;
  for (let index = 1; index < points.length; index++) {
    const [before, to] = [points[index - 1], points[index]];
    const half = (to.y - before.y) / 2;
    drawn += `C${before.x},${before.y + half} ${to.x},${to.y - half} ${to.x},${to.y}`;
  }
  return drawn;
}

type Mates = (key: string) => Placed[];

const middle = (node: Placed): Point => ({ x: node.x + node.width / 2, y: node.y + node.height / 2 });

/** Where a line leaves a node on one side of its area, or enters it. Where another node of the area is in the way, that is
 *  in the gap between two layers instead of behind it. */
function gate(node: Placed, mates: Mates, side: number, leaves: boolean): { at: Point; gap: boolean } {
  const beside = mates(node.key).filter((near) => near.key !== node.key && Math.abs(middle(near).y - middle(node).y) < (near.height + node.height) / 2 && (middle(near).x - middle(node).x) * side > 0);
  if (!beside.length) return { at: { x: side > 0 ? node.x + node.width : node.x, y: middle(node).y }, gap: false };
  const layer = [node, ...beside];
  const x = side > 0 ? Math.max(...beside.map((one) => one.x + one.width)) : Math.min(...beside.map((one) => one.x));
  // Out below the layer, and in above it.
  const y = leaves ? Math.max(...layer.map((one) => one.y + one.height)) + GAP : Math.min(...layer.map((one) => one.y)) - GAP;
  return { at: { x, y }, gap: true };
}

/** From one area to another of the same row: out on the side, in on the side. */
function across(one: Placed, other: Placed, mates: Mates): string {
  const right = other.x >= one.x + one.width;
  const left = other.x + other.width <= one.x;
  if (!right && !left) return vertical([{ x: middle(one).x, y: one.y + one.height }, { x: middle(other).x, y: other.y }]);
  const way = right ? 1 : -1;
  const [start, end] = [gate(one, mates, way, true), gate(other, mates, -way, false)];
  const bend = Math.max(30, Math.abs(end.at.x - start.at.x) / 2) * way;
  return `${leaving(one, start, way)}C${start.at.x + bend},${start.at.y} ${end.at.x - bend},${end.at.y} ${end.at.x},${end.at.y}${entering(other, end, way)}`;
}

/** The beginning of a line. */
function leaving(node: Placed, { at, gap }: { at: Point; gap: boolean }, way: number): string {
  const { x } = middle(node);
  return gap ? `M${x},${node.y + node.height}Q${x},${at.y} ${x + way * GAP},${at.y}L${at.x},${at.y}` : `M${at.x},${at.y}`;
}

/** The end of a line. */
function entering(node: Placed, { at, gap }: { at: Point; gap: boolean }, way: number): string {
  const { x } = middle(node);
  return gap ? `L${x - way * GAP},${at.y}Q${x},${at.y} ${x},${node.y}` : "";
}

/** From an area to one of another row: beside the one to the lane between the rows, and beside the other to its place. */
function around(one: Placed, here: Plot, other: Placed, there: Plot, mates: Mates, index: number): string {
  // Lines that run beside each other do not hide each other.
  const apart = (index % 4) * 5;
  const [start, end] = [gate(one, mates, 1, true), gate(other, mates, -1, false)];
  const [out, into] = [here.x + here.width + 8 + apart, there.x - 8 - apart];
  const lane = Math.min(here.lane, there.lane) + apart;
  const turns = [{ x: out, y: start.at.y }, { x: out, y: lane }, { x: into, y: lane }, { x: into, y: end.at.y }];
  return `${leaving(one, start, 1)}${rounded(start.at, turns, end.at)}${entering(other, end, 1)}`;
}

/** Straight lines with round corners. */
function rounded(from: Point, turns: Point[], to: Point): string {
  let drawn = "";
  let before = from;
  turns.forEach((turn, index) => {
    const next = turns[index + 1] ?? to;
    const near = (point: Point): Point => {
      const far = Math.hypot(point.x - turn.x, point.y - turn.y) || 1;
      const share = Math.min(ROUND, far / 2) / far;
      return { x: turn.x + (point.x - turn.x) * share, y: turn.y + (point.y - turn.y) * share };
    };
    const [first, last] = [near(before), near(next)];
    drawn += `L${first.x},${first.y}Q${turn.x},${turn.y} ${last.x},${last.y}`;
    before = turn;
  });
  return `${drawn}L${to.x},${to.y}`;
}

/** How far from a layer a line runs. */
const GAP = 9;
/** Of the corners of a line. */
const ROUND = 10;
