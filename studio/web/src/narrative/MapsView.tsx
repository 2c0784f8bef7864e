// Maps are drawn: blocks and areas on a canvas, connected by dragging or by choosing, with the sentences beside them.

import dagre from "@dagrejs/dagre";
import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask } from "../connection";
import { remember } from "../project";
import { Canvas } from "../ui/Canvas";
import { complain, say } from "../ui/messages";
import { Button, Empty, plural } from "../ui/parts";
import { edit } from "./edits";
import { NameList, NewName } from "./ItemsTable";
import {
  blocksOf, connect, drawingsOf, gather, gathered, isOwnBlock, newBlock, newOwnBlock, outputOf, removeBlock, setOutput, setTakes, sourcesFor, usersOf,
  type Block, type Drawing, type Maps,
} from "./maps";
import { Limits } from "./Limits";
import { checked, edition, model, packPath } from "./pack";
import { PuzzleCard } from "./PuzzleCards";
import type { Ended } from "./puzzles";
import type { Card } from "./types";

const maps = signal<Maps | null>(null);
const chosen = remember<Record<string, string>>("maps.chosen", {});
const OUTPUT = "output ";

const TITLES: Record<string, string> = {
  takes: "handed in", spawn: "thing", combine: "combine", request: "trade", change: "change", insert: "put in", unbox: "take out", unlock: "unlock", filter: "only if", or: "either or",
};

export function MapsView() {
  const path = packPath.value ?? "";
  useEffect(() => {
    const timer = window.setTimeout(() => {
      ask<Maps>("maps.show", { pack: path }).then((found) => (maps.value = found)).catch(complain);
    }, 60);
    return () => window.clearTimeout(timer);
  }, [path, edition.value]);
  const all = maps.value;
  if (!all) return <p class="boot">Reading the maps…</p>;
  const drawings = drawingsOf(all);
  const map = drawings.find((one) => one.at.join("/") === chosen.value[path] || one.name === chosen.value[path]) ?? drawings[0];
  const choose = (name: string) => (chosen.value = { ...chosen.value, [path]: name });
  const make = (name: string) =>
    void edit(`add the map ${name}`, { path: ["maps", name], value: { areas: { Start: { start: true } }, blocks: {} } }).then((done) => done && choose(name));
  const suggest = async () => {
    try {
      const data = await ask<object | null>("map.suggest", { pack: path, blocks: 6, seed: Math.floor(Math.random() * 1e6) }, { title: "Looking for a map" });
      if (!data) return say("No map was found that this pack can fill. Its rules may have no kinds.", "warning");
      let name = "suggested";
      for (let number = 2; all.maps.some((one) => one.name === name); number++) name = `suggested${number}`;
      if (await edit(`add the map ${name}`, { path: ["maps", name], value: data })) choose(name);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <div class="maps-view">
      <header class="toolbar map-bar">
        {map && (
          <select aria-label="Which map" value={map.at.join("/")} onChange={(event) => choose(event.currentTarget.value)}>
            {(["maps", "blocks"] as const).map((kind) => drawings.some((one) => one.at[0] === kind) && (
              <optgroup key={kind} label={kind === "maps" ? "Maps" : "Blocks of your own"}>
                {drawings.filter((one) => one.at[0] === kind).map((one) => <option key={one.name} value={one.at.join("/")}>{one.name}</option>)}
              </optgroup>
            ))}
          </select>
        )}
        <NewName label="New map" placeholder="my_map" onMake={make} />
        <NewName label="New kind of block" placeholder="served_hot" onMake={(name) => void newOwnBlock(name).then((done) => done && choose(`blocks/${name}`))} />
        <Button onClick={() => void suggest()}>Suggest one</Button>
        <span class="grow" />
        {map && !isOwnBlock(map) && <MapActions map={map} />}
      </header>
      {map ? <MapEditor key={`${path}/${map.at.join("/")}`} all={all} map={map} onOpen={choose} /> : (
        <Empty title="No maps yet">
          <p>A map is the shape of a puzzle: what is combined with what, who asks for it, which door it opens. The pack fills it with items.</p>
        </Empty>
      )}
    </div>
  );
}

function MapActions({ map }: { map: Drawing }) {
  const [told, setTold] = useState<string | null>(null);
  const params = { pack: packPath.value, map: map.name };
  const run = async <Result,>(kind: string, title: string, show: (result: Result) => string) => {
    try {
      setTold(show(await ask<Result>(kind, params, { title })));
    } catch (error) {
      complain(error);
    }
  };
  return (
    <>
      <span class="soft map-told" role="status">{told}</span>
      <Button onClick={() => void run<{ text: string }>("map.count", "Counting fillings", (found) => found.text)}>Count</Button>
      <Button onClick={() => void run<{ parts: { text: string }[]; notes: string[] } | null>("map.why", "Finding out why", (found) =>
        found ? `These cannot hold together: ${found.parts.map((part) => part.text).join("; ")}. ${found.notes.join(" ")}` : "Nothing is in the way: the map can be filled.")}>Why</Button>
      <Fill map={map} />
    </>
  );
}

interface Filled {
  pack: string | null;
  map: string;
  cards: Card[];
  ended: Ended | null;
}
const filled = signal<Filled | null>(null);

function Fill({ map }: { map: Drawing }) {
  const go = () => {
    const found = new Map<string, Card>();
    const pack = packPath.value;
    let mine: Filled = { pack, map: map.name, cards: [], ended: null };
    filled.value = mine;
    const put = (part: Partial<Filled>) => {
      if (filled.value === mine) filled.value = mine = { ...mine, ...part };
    };
    ask<Ended, { card?: Card; difficulty?: Card["difficulty"]; id?: string }>("map.fill", { pack, map: map.name, n: 6, seed: Math.floor(Math.random() * 1e6) }, {
      title: "Filling the map",
      onEvent: (event) => {
        if (event.card) found.set(event.card.id, event.card);
        const known = event.id ? found.get(event.id) : undefined;
        if (known) found.set(known.id, { ...known, difficulty: event.difficulty });
        put({ cards: [...found.values()] });
      },
    })
      .then((ended) => put({ ended }))
      .catch((error) => {
        if (filled.value === mine && !mine.cards.length) filled.value = null;
        complain(error);
      });
  };
  return <Button look="main" onClick={go}>Fill</Button>;
}

interface Placed {
  name: string;
  block: Block | null;
  x: number;
  y: number;
  width: number;
  height: number;
}

function MapEditor({ all, map, onOpen }: { all: Maps; map: Drawing; onOpen: (name: string) => void }) {
  const blocks = blocksOf(all, map);
  const output = outputOf(map);
  const own = isOwnBlock(map);
  /** Blocks that are to become one block. */
  const [group, setGroup] = useState<string[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const drawn = useMemo(() => layOut(blocks, output.input), [JSON.stringify(map.data)]);
  const block = blocks.find((one) => one.name === selected && one.kind !== "takes") ?? null;
  const problems = (checked.value?.problems ?? []).filter((problem) => problem.message.includes(map.name) || problem.code.includes("map"));
  // From the dragged block to the slot below the pointer.
  const drag = useRef<string | null>(null);
  const drop = (target: Block | null, role: string) => {
    const source = drag.current ?? from;
    drag.current = null;
    setFrom(null);
    if (!source) return;
    if (target === null) void setOutput(map, { input: source });
    else if (sourcesFor(blocks, target.name).includes(source)) void connect(all, map, target, role, source);
    else say("That would go in a circle.", "warning");
  };
  const toggle = (node: Placed) => {
    if (!node.block || own || ["takes", "spawn", "unlock"].includes(node.block.kind)) return;
    setGroup(group.includes(node.name) ? group.filter((one) => one !== node.name) : [...group, node.name]);
  };
  const kindOf = (node: Placed) => (node.block ? (TITLES[node.block.kind] ?? node.block.kind) : own ? "gives" : "the end");
  const titleOf = (node: Placed) => (node.block ? node.name : own ? map.name : output.asks ? `asks for ${output.asks}` : "the player has it");
  const slotsOf = (node: Placed): [string, string | null][] => (node.block ? node.block.inputs : [["input", output.input]]);
  const slotWords = (role: string, source: string | null) => role.replace(/\d$/, (digit) => ` ${digit}`) + (source ? "" : " (open)");
  const together = gathered(all, map, group);
  const can = (target: Block | null) => from !== null && (target === null || sourcesFor(blocks, target.name).includes(from));
  return (
    <div class="map-body">
      <div class="map-palette" role="toolbar" aria-label="New block">
        {[...Object.keys(all.roles), ...Object.keys(all.composed)].filter((kind) => !own || (kind !== map.name && kind !== "unlock")).map((kind) => (
          <Button key={kind} look="quiet" data-block={kind} onClick={() => void newBlock(all, map, kind)}>+ {TITLES[kind] ?? kind}</Button>
        ))}
      </div>
      <Canvas width={drawn.width} height={drawn.height} label={`Map ${map.name}`} subject={map.name} largest={1.1}>
        {drawn.edges.map((edge) => <g key={edge.key} class="chart-edge"><path d={edge.drawn} marker-end="url(#arrow)" /></g>)}
        {drawn.nodes.map((node) => (
          <g key={node.name} class={`map-node ${node.block?.kind ?? "output"} ${node.name === selected ? "selected" : ""} ${node.name === from ? "source" : ""} ${group.includes(node.name) ? "grouped" : ""}`}
            data-node={node.name} style={`transform: translate(${node.x}px, ${node.y}px)`} tabindex={0} role="button" aria-label={[kindOf(node), titleOf(node), ...slotsOf(node).map(([role, source]) => slotWords(role, source))].join(" ")}
            aria-pressed={node.name === selected}
            onClick={(event) => (event.shiftKey ? toggle(node) : setSelected(node.name === selected ? null : node.name))}
            onKeyDown={(event) => {
              if (event.key === "Enter" && event.shiftKey) toggle(node);
              else if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                setSelected(node.name === selected ? null : node.name);
              }
            }}>
            <rect width={node.width} height={node.height} rx="9" />
            <text class="kind" x={12} y={17}>{kindOf(node)} </text>
            <text class="title" x={12} y={34}>{titleOf(node)} </text>
            {slotsOf(node).map(([role, source], index) => (
              <g key={role} class={`slot ${source ? "full" : "open"} ${can(node.block) ? "ready" : ""}`} data-slot={`${node.name}.${role}`}
                style={`transform: translate(0px, ${50 + index * 20}px)`} onClick={(event) => { if (from) { event.stopPropagation(); drop(node.block, role); } }}
                onPointerUp={() => drag.current && drop(node.block, role)}>
                <circle r="6" /><text x={13} y={4}>{slotWords(role, source)} </text>
              </g>
            ))}
            {node.block && node.block.kind !== "unlock" && (
              <g class="port" style={`transform: translate(${node.width}px, 24px)`} aria-hidden="true" data-port={node.name}
                onPointerDown={(event) => { event.stopPropagation(); drag.current = node.name; setFrom(node.name); (event.target as Element).releasePointerCapture(event.pointerId); }}
                onClick={(event) => { event.stopPropagation(); setFrom(node.name); }}>
                <circle r="7" />
              </g>
            )}
          </g>
        ))}
      </Canvas>
      <aside class="inspector" aria-label="Map">
        {from && <p class="hint-bar" role="status">Choose where {from} goes. <Button look="quiet" onClick={() => setFrom(null)}>Never mind</Button></p>}
        {own && <OwnBlockForm all={all} map={map} onGone={() => onOpen("")} />}
        {group.length > 0 && (
          <section class="form" aria-label="One block of several">
            <h2>One block of {plural(group.length, "block")}</h2>
            {together ? (
              <>
                <p class="soft">It takes {together.takes.join(", ") || "nothing"} and gives what {together.gives} gives.</p>
                <NewName label="Name the block" placeholder="served_hot" onMake={(name) => void gather(all, map, group, name).then((done) => {
                  if (done) { setGroup([]); setSelected(null); onOpen(`blocks/${name}`); }
                })} />
              </>
            ) : (
              <p class="soft">{group.length < 2 ? "Choose another one with Shift and a click (or Shift+Enter)." : "Only one of them may feed the others outside."}</p>
            )}
            <Button look="quiet" onClick={() => setGroup([])}>Never mind</Button>
          </section>
        )}
        {block && <BlockForm all={all} map={map} block={block} blocks={blocks} onGone={() => setSelected(null)} />}
        {selected === OUTPUT && own && (
          <section class="form">
            <h2>It gives</h2>
            <Choice label="What this part gives" value={output.input} options={blocks.filter((one) => one.kind !== "takes").map((one) => one.name)} onChange={(input) => void setOutput(map, { input })} />
          </section>
        )}
        {selected === OUTPUT && !own && (
          <section class="form">
            <h2>The end</h2>
            <Choice label="The player has" value={output.input} options={blocks.filter((one) => one.kind !== "unlock").map((one) => one.name)} onChange={(input) => void setOutput(map, { input })} />
            <Choice label="It is asked for" value={output.asks} options={(model.value?.items ?? []).map((item) => item.name)} onChange={(asks) => void setOutput(map, { asks })} />
          </section>
        )}
        <section>
          <h2>In words</h2>
          <ol class="sentences">{map.sentences.map((text, index) => <li key={index}>{text}</li>)}</ol>
          {!map.sentences.length && <p class="soft">Add blocks to begin.</p>}
          {!own && !group.length && blocks.length > 3 && <p class="soft">Shift and a click on blocks makes one block of them, to be used again.</p>}
          {problems.map((problem) => <p key={problem.line + problem.message} class="map-problem">{problem.message} {problem.hint}</p>)}
        </section>
        {!own && <MapAreas map={map} />}
        {filled.value?.map === map.name && filled.value.pack === packPath.value && <Fillings of={filled.value} />}
      </aside>
    </div>
  );
}

function Fillings({ of: { cards, ended } }: { of: Filled }) {
  const said = !ended ? "Filling the map…" : ended.number === 0 ? `The map cannot be filled${ended.complete ? "; this is proven" : ""}. “Why” explains it.` : ended.complete ? "There are no others." : "";
  return (
    <section>
      <h2>{plural(cards.length, "puzzle")}</h2>
      <p class="soft" role="status">{said}</p>
      <Limits said={ended?.limits} />
      <div class="puzzle-cards">{cards.map((card) => <PuzzleCard key={card.id} card={card} />)}</div>
    </section>
  );
}

function Choice({ label, value, options, onChange }: { label: string; value: string | null; options: string[]; onChange: (value: string | null) => void }) {
  return (
    <label>
      {label}
      <select value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || null)}>
        <option value="">open</option>
        {options.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

/** What a block of one's own takes, and where it is used. */
function OwnBlockForm({ all, map, onGone }: { all: Maps; map: Drawing; onGone: () => void }) {
  const users = usersOf(all, map.name);
  return (
    <section class="form" aria-label={`Block ${map.name}`}>
      <h2>{map.name}</h2>
      <NameList title="It takes" names={map.takes} offered={[]} free none="nothing" onChange={(takes) => void setTakes(all, map, [...new Set(takes)])} />
      <p class="soft">Things, areas, items and properties can be handed to it. {users.length ? `Used in ${users.join(", ")}.` : "Nothing uses it yet: its button is above every map."}</p>
      <Button look="danger" disabled={users.length > 0} onClick={() => void edit(`remove the block ${map.name}`, { path: [...map.at], value: null }).then((done) => done && onGone())}>Remove this block</Button>
    </section>
  );
}

function BlockForm({ all, map, block, blocks, onGone }: { all: Maps; map: Drawing; block: Block; blocks: Block[]; onGone: () => void }) {
  const at = [...map.at, "blocks", block.name];
  const handed = map.takes;
  const set = (key: string, value: unknown) => void edit(`${block.name}: ${key}`, { path: [...at, key], value });
  const areas = [...Object.keys(map.data.areas ?? {}), ...handed];
  const door = (block.data.unlock ?? {}) as Record<string, string | null>;
  const property = (block.data.property as string | undefined) ?? null;
  return (
    <section class="form" aria-label={`Block ${block.name}`}>
      <header class="row"><h2>{block.name}</h2><span class="chip">{TITLES[block.kind] ?? block.kind}</span></header>
      {block.kind === "spawn" && <Choice label="Lies in" value={(block.data.spawn as string | null) ?? null} options={areas} onChange={(area) => set("spawn", area ?? [])} />}
      {block.kind === "unlock" && (["from", "to"] as const).map((side) => (
        <Choice key={side} label={side === "from" ? "From" : "To"} value={door[side] ?? null} options={areas} onChange={(area) => set("unlock", { ...door, [side]: area })} />
      ))}
      {block.inputs.map(([role, source]) => (
        <Choice key={role} label={role} value={source} options={sourcesFor(blocks, block.name)} onChange={(name) => void connect(all, map, block, role, name)} />
      ))}
      {["change", "filter"].includes(block.kind) && (
        <>
          <Choice label="Property" value={property} options={[...Object.keys(model.value?.properties ?? {}), ...handed]} onChange={(name) => set("property", name)} />
          {property && <Choice label="Value" value={block.data.value === undefined ? null : String(block.data.value)} options={[...(model.value?.properties[property] ?? []), ...handed]} onChange={(value) => set("value", value)} />}
        </>
      )}
      {!["unlock", "filter", "or", "insert", "change"].includes(block.kind) && !(block.kind in all.composed) && (
        <Choice label="It is always" value={(block.data.item as string | undefined) ?? null} options={[...(model.value?.items ?? []).map((item) => item.name), ...handed]} onChange={(item) => set("item", item)} />
      )}
      <Button look="danger" onClick={() => void removeBlock(all, map, block.name).then((done) => done && onGone())}>Remove this block</Button>
    </section>
  );
}

function MapAreas({ map }: { map: Drawing }) {
  const areas = Object.entries(map.data.areas ?? {});
  const doors = Object.entries(map.data.blocks ?? {}).filter(([, block]) => block && "unlock" in block).map(([name]) => name);
  const set = (area: string, key: string, value: unknown) => void edit(`${area}: ${key}`, { path: ["maps", map.name, "areas", area, key], value });
  const list = (said: string[] | string | undefined) => (said === undefined ? [] : Array.isArray(said) ? said : [said]);
  return (
    <section class="map-areas">
      <header class="row"><h2>Areas</h2><span class="grow" /><NewName label="New area" placeholder="Cellar" onMake={(name) => void edit(`add ${name}`, { path: ["maps", map.name, "areas", name], value: {} })} /></header>
      {areas.map(([name, area]) => (
        <article key={name} class="map-area">
          <header class="row"><b>{name}</b><label class="choice"><input type="checkbox" checked={!!area?.start} onChange={(event) => set(name, "start", event.currentTarget.checked || null)} /> start</label></header>
          <NameList title={`${name} leads to`} names={list(area?.doors)} offered={areas.map(([other]) => other).filter((other) => other !== name)} none="–" onChange={(names) => set(name, "doors", names.length ? names : null)} />
          {doors.length > 0 && <NameList title={`${name} is locked by`} names={list(area?.locked)} offered={doors} none="–" onChange={(names) => set(name, "locked", names.length ? names : null)} />}
        </article>
      ))}
    </section>
  );
}

function layOut(blocks: Block[], output: string | null) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 22, ranksep: 60, marginx: 30, marginy: 30 });
  const nodes: Placed[] = [...blocks.map((block) => ({ name: block.name, block })), { name: OUTPUT, block: null }].map((node) => {
    const slots = node.block ? node.block.inputs.length : 1;
    return { ...node, x: 0, y: 0, width: Math.max(140, node.name.length * 8 + 40, ...(node.block?.inputs ?? []).map(([role]) => role.length * 7 + 80)), height: 46 + slots * 20 };
  });
  for (const node of nodes) graph.setNode(node.name, { width: node.width, height: node.height });
  const links: { from: string; to: string; slot: number }[] = blocks.flatMap((block) => block.inputs.flatMap(([, source], slot) => (source && blocks.some((one) => one.name === source) ? [{ from: source, to: block.name, slot }] : [])));
  if (output && blocks.some((one) => one.name === output)) links.push({ from: output, to: OUTPUT, slot: 0 });
  for (const link of links) graph.setEdge(link.from, link.to, {});
  dagre.layout(graph);
  const at = new Map(nodes.map((node) => [node.name, node]));
  for (const node of nodes) {
    const { x, y } = graph.node(node.name);
    node.x = x - node.width / 2;
    node.y = y - node.height / 2;
  }
  const { width = 400, height = 300 } = graph.graph();
  const edges = links.map(({ from, to, slot }) => {
    const [one, other] = [at.get(from) as Placed, at.get(to) as Placed];
    const [x1, y1, x2, y2] = [one.x + one.width + 7, one.y + 24, other.x - 6, other.y + 50 + slot * 20];
    const bend = Math.max(30, (x2 - x1) / 2);
    return { key: `${from}>${to}.${slot}`, drawn: `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}` };
  });
  return { nodes, edges, width, height };
}
