// Where the nodes and lines of a pack's graphs are: dagre in a process of its own, since hundreds of rules take it a while.

import dagre from "@dagrejs/dagre";

export interface Node {
  key: string;
  lines: string[];
  /** Whether only the first line is the name. */
  details: boolean;
  kind: "area" | "start" | "item" | "rule" | "unused";
  area?: string;
}
export interface Edge {
  from: string;
  to: string;
  label: string;
  weak: boolean;
}
export interface Graph {
  nodes: Node[];
  edges: Edge[];
  /** Whether there was more than can be drawn. */
  cut: boolean;
}
interface Point {
  x: number;
  y: number;
}
export interface Drawn extends Graph {
  nodes: (Node & Point & { width: number; height: number })[];
  edges: (Edge & { points: Point[] })[];
  width: number;
  height: number;
}

export function laidOut({ nodes, edges, cut }: Graph): Drawn {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 16, ranksep: 50, marginx: 24, marginy: 24 });
  const sized = nodes.map((node) => {
    const wide = Math.max(...node.lines.map((text, index) => text.length * (index && node.details ? 6.2 : 8)));
    return { ...node, x: 0, y: 0, width: wide + 32, height: 18 + node.lines.length * 16 };
  });
  for (const node of sized) graph.setNode(node.key, { width: node.width, height: node.height });
  edges.forEach((edge, index) => graph.setEdge(edge.from, edge.to, { width: edge.label.length * 6, height: edge.label ? 14 : 0, labelpos: "c" }, String(index)));
  dagre.layout(graph);
  for (const node of sized) {
    const { x, y } = graph.node(node.key);
    node.x = x - node.width / 2;
    node.y = y - node.height / 2;
  }
  const { width = 400, height = 300 } = graph.graph();
  return { nodes: sized, width, height, cut, edges: edges.map((edge, index) => ({ ...edge, points: graph.edge(edge.from, edge.to, String(index)).points })) };
}
