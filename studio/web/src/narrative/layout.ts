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
 *  an area that does not change stays as it is. */
export function layout(card: Card): Layout {
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
  const outer = layOutAreas(card, sizes, home);
  for (const [key, node] of nodes) {
    const at = outer.at(home.get(key) as string);
    node.x += at.x;
    node.y += at.y;
  }
  const edges = card.chart.edges.map((edge, index) => {
    const [one, other] = [nodes.get(edge.from) as Placed, nodes.get(edge.to) as Placed];
    const inner = lines.get(index);
    const at = outer.at(home.get(edge.from) as string);
    const move = (point: Point) => ({ x: point.x + at.x, y: point.y + at.y });
    return {
      key: `${one.identity}>${other.identity}`,
      from: edge.from,
      to: edge.to,
      drawn: inner ? vertical(inner.points.map(move)) : across(one, other, (key) => [...nodes.values()].filter((node) => home.get(node.key) === home.get(key))),
      label: inner ? edge.label : "",
      labelAt: inner?.labelAt ? move(inner.labelAt) : null,
      weak: edge.weak,
      crosses: !inner,
    };
  });
  const groups = card.chart.groups.map((group) => {
    const size = sizes.get(group.key) as Size;
    return { key: group.key, title: group.title, area: group.area, ...outer.at(group.key), ...size };
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

function layOutAreas(card: Card, sizes: Map<string, Size>, home: Map<string, string>) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 22, ranksep: 44, marginx: 20, marginy: 20 });
  for (const [key, size] of sizes) graph.setNode(key, { ...size });
  for (const edge of card.chart.edges) {
    const [one, other] = [home.get(edge.from) as string, home.get(edge.to) as string];
    if (one !== other) graph.setEdge(one, other, {});
  }
  dagre.layout(graph);
  const { width = 600, height = 400 } = graph.graph();
  return {
    width,
    height,
    at: (key: string): Point => {
      const { x, y, width: wide, height: high } = graph.node(key);
      return { x: x - wide / 2, y: y - high / 2 };
    },
  };
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

/** From one area to another: out on the side, in on the side. Where another node of the same area is between, the line
 *  runs in the gap between two layers instead of behind it. */
function across(one: Placed, other: Placed, around: (key: string) => Placed[]): string {
  const right = other.x >= one.x + one.width;
  const left = other.x + other.width <= one.x;
  const middle = (node: Placed): Point => ({ x: node.x + node.width / 2, y: node.y + node.height / 2 });
  if (!right && !left) return vertical([{ x: middle(one).x, y: one.y + one.height }, { x: middle(other).x, y: other.y }]);
  const way = right ? 1 : -1;
  const beside = (node: Placed, side: number) =>
    around(node.key).filter((near) => near.key !== node.key && Math.abs(middle(near).y - middle(node).y) < (near.height + node.height) / 2 && (middle(near).x - middle(node).x) * side > 0);
  const leaving = beside(one, way);
  const entering = beside(other, -way);
  const edge = (nodes: Placed[], side: number) => (side > 0 ? Math.max(...nodes.map((node) => node.x + node.width)) : Math.min(...nodes.map((node) => node.x)));
  // Out below the layer of the one, and in above the layer of the other.
  const out = leaving.length ? { x: edge(leaving, way), y: Math.max(...[one, ...leaving].map((node) => node.y + node.height)) + GAP } : null;
  const into = entering.length ? { x: edge(entering, -way), y: Math.min(...[other, ...entering].map((node) => node.y)) - GAP } : null;
  const start = out ?? { x: right ? one.x + one.width : one.x, y: middle(one).y };
  const end = into ?? { x: right ? other.x : other.x + other.width, y: middle(other).y };
  const bend = Math.max(30, Math.abs(end.x - start.x) / 2) * way;
  const first = out ? `M${middle(one).x},${one.y + one.height}Q${middle(one).x},${out.y} ${middle(one).x + way * GAP},${out.y}L${out.x},${out.y}` : `M${start.x},${start.y}`;
  const last = into ? `L${middle(other).x - way * GAP},${into.y}Q${middle(other).x},${into.y} ${middle(other).x},${other.y}` : "";
  return `${first}C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}${last}`;
}

/** How far from a layer a line runs. */
const GAP = 9;
