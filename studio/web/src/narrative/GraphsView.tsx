// The pack as graphs: areas with their locks, and what makes what.

import { useEffect, useMemo, useState } from "preact/hooks";
import { rememberHere } from "../project";
import { Canvas, type Box } from "../ui/Canvas";
import { Empty, Spinner, Tabs, plural } from "../ui/parts";
import { show } from "../views";
import { designPage } from "./DesignView";
import { putDraft } from "./drafts";
import type { Drawn, Graph, Node } from "./graph_layout";
import { wrap } from "./layout";
import { hueOf, model } from "./pack";
import { bench } from "./puzzles";
import type { PackModel, Rule } from "./types";

type Which = "areas" | "rules";
const which = rememberHere<Which>("graphs.which", "areas");

export function GraphsView() {
  const pack = model.value;
  const used = useMemo(
    () => new Set([...bench.value.cards, ...bench.value.tray].flatMap((card) => card.steps.map((step) => step.rule))),
    [bench.value.cards, bench.value.tray],
  );
  const [looked, look] = useState<string | null>(null);
  const [typed, seek] = useState("");
  const sought = typed.trim().toLowerCase();
  // Where not all rules can be drawn, those are that are sought.
  const filter = (pack?.rules.length ?? 0) > MOST_RULES ? sought : "";
  const graph = useMemo(() => (pack ? (which.value === "areas" ? areaGraph(pack) : ruleGraph(pack, used, filter)) : null), [pack, which.value, used, filter]);
  const drawn = useDrawn(graph);
  const found = useMemo(() => foundNodes(drawn, sought), [drawn, sought]);
  const lit = useMemo(() => litNodes(drawn, looked ? new Set([looked]) : found), [drawn, looked, found]);
  const dim = (...keys: string[]) => (lit && !keys.every((key) => lit.has(key)) ? "dim" : "");
  if (!pack) return <p class="boot">Reading the pack…</p>;
  const empty = graph?.nodes.length === 0;
  const sample = bench.value.cards.length + bench.value.tray.length;
  const idle = pack.rules.filter((rule) => !used.has(rule.number) && !rule.fail).length;
  return (
    <div class="graphs-view">
      <div class="text-bar">
        <Tabs label="Graphs" value={which.value} onChange={(name) => (which.value = name)} tabs={[["areas", "Areas and locks"], ["rules", "What makes what"]]} />
        <span class="grow" />
        {which.value === "rules" && (
          <>
          <p class="soft graph-note">
            {graph?.cut ? `${cutNote(pack.rules.length, filter)} ` : ""}
            {sample ? `Dashed: ${plural(idle, "rule")} that ${sample === 1 ? "your puzzle does not use" : `none of your ${sample} puzzles uses`}.` : "Make puzzles to see which rules they use."}
          </p>
          <input type="search" class="graph-find" placeholder="Find a rule or an item" aria-label="Find a rule or an item" value={typed} onInput={(event) => seek(event.currentTarget.value)} />
          </>
        )}
      </div>
      {empty && (
        <Empty title={filter ? `No rule or item has “${typed.trim()}”` : which.value === "areas" ? "No areas yet" : "No rules yet"}>
          {!filter && <p>Add {which.value === "areas" ? "an area" : "a rule"} in Design or in the text; it then shows up here.</p>}
        </Empty>
      )}
      {!empty && !drawn && <p class="boot" role="status"><Spinner /> Drawing…</p>}
      {!empty && drawn && <Canvas width={drawn.width} height={drawn.height} label={which.value === "areas" ? "Areas" : "Rules and items"} subject={which.value} part={sought && lit ? around(drawn.nodes.filter((node) => found.has(node.key))) : null}>
        {drawn.edges.map((edge, index) => (
          <g key={index} aria-hidden="true" class={`chart-edge ${edge.weak ? "weak" : ""} ${looked && (edge.from === looked || edge.to === looked) ? "lit" : ""} ${dim(edge.from, edge.to)}`}>
            <path d={line(edge.points)} marker-end="url(#arrow)" />
            {edge.label && <text x={middle(edge.points).x} y={middle(edge.points).y - 5} text-anchor="middle">{edge.label}</text>}
          </g>
        ))}
        {drawn.nodes.map((node) => (
          <g
            key={node.key} class={`graph-node area-tint ${node.kind} ${dim(node.key)}`} data-node={node.key} tabindex={0} role="button" aria-label={node.lines.join(" ") + (node.kind === "unused" ? ", not used" : "") + leadsTo(drawn, node)}
            style={`--hue: ${hueOf(node.area)}; transform: translate(${node.x}px, ${node.y}px)`}
            onClick={() => open(node)} onPointerEnter={() => look(node.key)} onPointerLeave={() => look(null)} onFocusIn={() => look(node.key)} onFocusOut={() => look(null)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              open(node);
            }}
          >
            <rect width={node.width} height={node.height} rx={node.kind === "item" ? node.height / 2 : 9} />
            {node.lines.map((text, index) => <text key={index} class={index && node.details ? "detail" : "title"} x={node.details ? 14 : node.width / 2} y={21 + index * 16} text-anchor={node.details ? undefined : "middle"}>{text} </text>)}
          </g>
        ))}
      </Canvas>}
    </div>
  );
}

/** The graph with everything in its place, as soon as that is known; until then what was drawn before, of the same kind. */
function useDrawn(graph: Graph | null): Drawn | null {
  const [found, setFound] = useState<{ drawn: Drawn; which: Which } | null>(null);
  useEffect(() => {
    if (!graph) return;
    const worker = new Worker("/static/graph.js", { type: "module" });
    worker.onmessage = (message: MessageEvent<{ drawn: Drawn }>) => setFound({ drawn: message.data.drawn, which: which.value });
    worker.postMessage({ graph });
    // A newer graph, or another view: nobody waits for this one.
    return () => worker.terminate();
  }, [graph]);
  return found?.which === which.value ? found.drawn : null;
}

function foundNodes(drawn: Drawn | null, sought: string): Set<string> {
  const nodes = sought && which.value === "rules" ? (drawn?.nodes ?? []) : [];
  return new Set(nodes.filter((node) => node.lines.join(" ").toLowerCase().includes(sought)).map((node) => node.key));
}

/** What is looked at with its neighbours; null: all nodes alike. */
function litNodes(drawn: Drawn | null, middle: Set<string>): Set<string> | null {
  if (!drawn || which.value !== "rules" || !middle.size) return null;
  const near = drawn.edges.filter((edge) => middle.has(edge.from) || middle.has(edge.to)).flatMap((edge) => [edge.from, edge.to]);
  return new Set([...middle, ...near]);
}

/** Where the lines from a node lead. */
function leadsTo(drawn: Drawn, { key }: Node): string {
  const names = drawn.edges
    .filter((edge) => edge.from === key)
    .map((edge) => [edge.label, drawn.nodes.find((one) => one.key === edge.to)?.lines[0]].filter(Boolean).join(" to "));
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return names.length ? `; leads to ${names.slice(0, MOST_NAMES).join(", ")}${more}` : "";
}

const MOST_NAMES = 8;

/** The box around some nodes. */
function around(nodes: Box[]): Box | null {
  if (!nodes.length) return null;
  const [x, y] = [Math.min(...nodes.map((node) => node.x)), Math.min(...nodes.map((node) => node.y))];
  const [right, bottom] = [Math.max(...nodes.map((node) => node.x + node.width)), Math.max(...nodes.map((node) => node.y + node.height))];
  return { x, y, width: right - x, height: bottom - y };
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

function areaGraph(pack: PackModel): Graph {
  const areas = pack.areas.filter((area) => area.is_place);
  const names = new Set(areas.map((area) => area.name));
  const nodes = areas.map((area) => ({
    key: `a:${area.name}`, area: area.name, details: true, kind: area.start ? ("start" as const) : ("area" as const),
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
  return { nodes, edges, cut: false };
}

const MOST_RULES = 150;

function cutNote(all: number, filter: string): string {
  return filter ? `Only the rules with “${filter}”.` : `The first ${MOST_RULES} of ${all.toLocaleString("en")} rules; search for others.`;
}

function ruleGraph(pack: PackModel, used: Set<number>, filter: string): Graph {
  const words = (rule: Rule) => [rule.name ?? rule.action, ...[...rule.inputs, ...rule.outputs].map((term) => term.type)].join(" ").toLowerCase();
  const rules = pack.rules.filter((rule) => !filter || words(rule).includes(filter)).slice(0, MOST_RULES);
  const types = new Set(rules.flatMap((rule) => [...rule.inputs, ...rule.outputs].map((term) => term.type)));
  const nodes = [
    ...[...types].map((type) => ({ key: `t:${type}`, kind: "item" as const, details: false, lines: [type] })),
    ...rules.map((rule) => ({
      key: `r:${rule.number}`, details: false, kind: used.size && !used.has(rule.number) ? ("unused" as const) : ("rule" as const), lines: wrap(rule.name ?? rule.action, 24).slice(0, 2),
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
  return { nodes, edges, cut: pack.rules.length > MOST_RULES };
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
