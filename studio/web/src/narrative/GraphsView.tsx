// The pack as graphs: areas with their locks, and what makes what.

import dagre from "@dagrejs/dagre";
import { useMemo } from "preact/hooks";
import { remember } from "../project";
import { Canvas } from "../ui/Canvas";
import { Tabs, plural } from "../ui/parts";
import { show } from "../views";
import { designPage } from "./DesignView";
import { putDraft } from "./drafts";
import { wrap } from "./layout";
import { hueOf, model } from "./pack";
import { bench } from "./puzzles";
import type { PackModel } from "./types";

type Which = "areas" | "rules";
const which = remember<Which>("graphs.which", "areas");

interface Node {
  key: string;
  lines: string[];
  kind: "area" | "start" | "item" | "rule" | "unused";
  area?: string;
  width: number;
  height: number;
  x: number;
  y: number;
}
interface Edge {
  from: string;
  to: string;
  label: string;
  weak: boolean;
  points: { x: number; y: number }[];
}

export function GraphsView() {
  const pack = model.value;
  const used = useMemo(
    () => new Set([...bench.value.cards, ...bench.value.tray].flatMap((card) => card.steps.map((step) => step.rule))),
    [bench.value.cards, bench.value.tray],
  );
  const drawn = useMemo(() => (pack ? (which.value === "areas" ? areaGraph(pack) : ruleGraph(pack, used)) : null), [pack, which.value, used]);
  if (!pack || !drawn) return <p class="boot">Reading the pack…</p>;
  const sample = bench.value.cards.length + bench.value.tray.length;
  const idle = pack.rules.filter((rule) => !used.has(rule.number) && !rule.fail).length;
  return (
    <div class="graphs-view">
      <div class="text-bar">
        <Tabs label="Graphs" value={which.value} onChange={(name) => (which.value = name)} tabs={[["areas", "Areas and locks"], ["rules", "What makes what"]]} />
        <span class="grow" />
        {which.value === "rules" && (
          <p class="soft graph-note">
            {drawn.cut ? `The first ${drawn.nodes.filter((node) => node.kind !== "item").length} of ${pack.rules.length} rules. ` : ""}
            {sample ? `Dashed: ${plural(idle, "rule")} that ${sample === 1 ? "your puzzle does not use" : `none of your ${sample} puzzles uses`}.` : "Make puzzles to see which rules they use."}
          </p>
        )}
      </div>
      <Canvas width={drawn.width} height={drawn.height} label={which.value === "areas" ? "Areas" : "Rules and items"} subject={which.value}>
        {drawn.edges.map((edge, index) => (
          <g key={index} class={`chart-edge ${edge.weak ? "weak" : ""}`}>
            <path d={line(edge.points)} marker-end="url(#arrow)" />
            {edge.label && <text x={middle(edge.points).x} y={middle(edge.points).y - 5} text-anchor="middle">{edge.label}</text>}
          </g>
        ))}
        {drawn.nodes.map((node) => (
          <g
            key={node.key} class={`graph-node area-tint ${node.kind}`} data-node={node.key} tabindex={0} role="button" aria-label={node.lines.join(" ") + (node.kind === "unused" ? ", not used" : "")}
            style={`--hue: ${hueOf(node.area)}; transform: translate(${node.x}px, ${node.y}px)`}
            onClick={() => open(node)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              open(node);
            }}
          >
            <rect width={node.width} height={node.height} rx={node.kind === "item" ? node.height / 2 : 9} />
            {node.lines.map((text, index) => <text key={index} class={index ? "detail" : "title"} x={14} y={21 + index * 16}>{text} </text>)}
          </g>
        ))}
      </Canvas>
    </div>
  );
}

/** A click leads to the form. */
function open(node: Node): void {
  const [kind, name] = [node.key.slice(0, 2), node.key.slice(2)];
  if (kind === "t:") {
    const exists = model.value?.items.some((item) => item.name === name);
    putDraft("items.selected", exists ? name : null);
    putDraft("items.filter", name);
  } else if (kind === "r:") {
    putDraft("rules.selected", Number(name));
    putDraft("rules.filter", "");
  }
  designPage.value = kind === "t:" ? "items" : kind === "r:" ? "rules" : "areas";
  show("design");
}

interface Drawn {
  nodes: Node[];
  edges: Edge[];
  width: number;
  height: number;
  cut: boolean;
}

function laidOut(nodes: Omit<Node, "x" | "y" | "width" | "height">[], edges: Omit<Edge, "points">[], direction: "LR" | "TB", cut = false): Drawn {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 16, ranksep: 50, marginx: 24, marginy: 24 });
  const sized = nodes.map((node) => ({
    ...node, x: 0, y: 0, width: Math.max(...node.lines.map((text, index) => text.length * (index ? 6 : 7.3))) + 30, height: 15 + node.lines.length * 16 + 3,
  }));
  for (const node of sized) graph.setNode(node.key, { width: node.width, height: node.height });
  edges.forEach((edge, index) => graph.setEdge(edge.from, edge.to, { width: edge.label.length * 6, height: edge.label ? 14 : 0, labelpos: "c" }, String(index)));
  dagre.layout(graph);
  for (const node of sized) {
    const { x, y } = graph.node(node.key);
    node.x = x - node.width / 2;
    node.y = y - node.height / 2;
  }
  const { width = 400, height = 300 } = graph.graph();
  return {
    nodes: sized, width, height, cut,
    edges: edges.map((edge, index) => ({ ...edge, points: graph.edge(edge.from, edge.to, String(index)).points })),
  };
}

function areaGraph(pack: PackModel): Drawn {
  const areas = pack.areas.filter((area) => area.is_place);
  const names = new Set(areas.map((area) => area.name));
  const nodes = areas.map((area) => ({
    key: `a:${area.name}`, area: area.name, kind: area.start ? ("start" as const) : ("area" as const),
    lines: [
      area.words,
      area.start ? "open at the start" : "locked at the start",
      `depth ${area.depth.min} to ${area.depth.max ?? "any"}`,
      ...area.goal_words.slice(0, 4).flatMap((goal) => wrap(`goal: ${goal}`, 34)),
      ...(area.goals.length > 4 ? [`and ${area.goals.length - 4} more goals`] : []),
    ],
  }));
  const edges = areas.flatMap((area) => [
    ...area.connects.filter((name) => names.has(name)).map((name) => ({ from: `a:${area.name}`, to: `a:${name}`, label: "unlocks", weak: false })),
    ...area.adjoins.filter((name) => names.has(name)).map((name) => ({ from: `a:${area.name}`, to: `a:${name}`, label: "", weak: true })),
  ]);
  return laidOut(nodes, edges, "LR");
}

const MOST_RULES = 150;

function ruleGraph(pack: PackModel, used: Set<number>): Drawn {
  const rules = pack.rules.slice(0, MOST_RULES);
  const types = new Set(rules.flatMap((rule) => [...rule.inputs, ...rule.outputs].map((term) => term.type)));
  const nodes = [
    ...[...types].map((type) => ({ key: `t:${type}`, kind: "item" as const, lines: [type] })),
    ...rules.map((rule) => ({
      key: `r:${rule.number}`, kind: used.size && !used.has(rule.number) ? ("unused" as const) : ("rule" as const), lines: wrap(rule.name ?? rule.action, 24).slice(0, 2),
    })),
  ];
  const edges = rules.flatMap((rule) => {
    const kept = new Set(rule.outputs.map((term) => term.type));
    return [
      ...[...new Set(rule.inputs.map((term) => term.type))].map((type) => ({ from: `t:${type}`, to: `r:${rule.number}`, label: "", weak: kept.has(type) })),
      ...[...new Set(rule.outputs.map((term) => term.type))]
        .filter((type) => !rule.inputs.some((term) => term.type === type))
        .map((type) => ({ from: `r:${rule.number}`, to: `t:${type}`, label: "", weak: false })),
    ];
  });
  return laidOut(nodes, edges, "LR", pack.rules.length > MOST_RULES);
}

function line(points: { x: number; y: number }[]): string {
  let drawn = `M${points[0].x},${points[0].y}`;
  for (let index = 1; index < points.length; index++) {
    const half = (points[index].x - points[index - 1].x) / 2;
    drawn += `C${points[index - 1].x + half},${points[index - 1].y} ${points[index].x - half},${points[index].y} ${points[index].x},${points[index].y}`;
  }
  return drawn;
}

function middle(points: { x: number; y: number }[]): { x: number; y: number } {
  return points[Math.floor(points.length / 2)];
}
