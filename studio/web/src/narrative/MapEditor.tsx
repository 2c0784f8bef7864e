// One map on a canvas: areas on top, blocks below. Both are made, connected and chosen here; what is chosen has a form.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Canvas } from "../ui/Canvas";
import { complain, say } from "../ui/messages";
import { Button, plural } from "../ui/parts";
import { NewName } from "./ItemsTable";
import { newArea, placesOf, setPlace, toggleDoor } from "./map_areas";
import { AreaForm, BlockForm, EndForm, OwnBlockForm, TITLES } from "./MapForms";
import { layOut, OUTPUT, slotAt, slotWords, type Placed, type PlacedArea, type Slot } from "./map_layout";
import { areasOf, blocksOf, connect, gather, gathered, isOwnBlock, newBlock, outputOf, setOutput, sourcesFor, usesPackAreas, type Drawing, type Maps } from "./maps";
import { checked } from "./pack";

/** What a line is being drawn from. */
interface Source {
  of: "block" | "area";
  name: string;
}
interface Props {
  all: Maps;
  map: Drawing;
  onOpen: (name: string) => void;
  /** Below the forms. */
  children: ComponentChildren;
}
/** How an area is named among blocks. */
const areaKey = (name: string) => `area ${name}`;

export function MapEditor({ all, map, onOpen, children }: Props) {
  const blocks = blocksOf(all, map);
  const areas = areasOf(map);
  const output = outputOf(map);
  const own = isOwnBlock(map);
  /** Blocks that are to become one block. */
  const [group, setGroup] = useState<string[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [from, setFrom] = useState<Source | null>(null);
  const drawn = useMemo(() => layOut(blocks, output.input, areas), [JSON.stringify([blocks, output.input, areas])]);
  const block = blocks.find((one) => one.name === selected && one.kind !== "takes") ?? null;
  const area = areas.find((one) => areaKey(one.name) === selected) ?? null;
  const problems = (checked.value?.problems ?? []).filter((problem) => problem.message.includes(map.name) || problem.code.includes("map"));
  const { line, start } = useLine(setFrom);

  const fits = (node: Placed, slot: Slot): boolean =>
    from !== null && from.of === slot.of && (from.of === "area" || node.block === null || sourcesFor(blocks, node.name).includes(from.name));
  const drop = (node: Placed, slot: Slot) => {
    if (!from) return;
    setFrom(null);
    if (!fits(node, slot)) say(from.of !== slot.of ? `${from.of === "area" ? "An area" : "A block"} does not fit there.` : "That would go in a circle.", "warning");
    else if (slot.of === "area" && node.block) void setPlace(map, node.block, slot.role, from.name);
    else if (node.block) void connect(all, map, node.block, slot.role, from.name);
    else void setOutput(map, { input: from.name });
  };
  const dropOnArea = (name: string) => {
    if (from?.of !== "area") return;
    setFrom(null);
    if (from.name !== name) void toggleDoor(map, from.name, name);
  };
  const toggle = (node: Placed) => {
    if (!node.block || own || ["takes", "spawn", "unlock"].includes(node.block.kind)) return;
    setGroup(group.includes(node.name) ? group.filter((one) => one !== node.name) : [...group, node.name]);
  };
  const choose = (name: string) => setSelected(name === selected ? null : name);
  const onKey = (event: KeyboardEvent, name: string, grouped?: () => void) => {
    if (event.key === "Enter" && event.shiftKey && grouped) grouped();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(name);
    }
  };
  const hueOf = (node: Placed) => areas.find((one) => node.block?.kind === "spawn" && one.name === placesOf(node.block)[0]?.[1])?.hue;

  return (
    <div class="map-body">
      <Palette all={all} map={map} onNew={setSelected} />
      <Canvas width={drawn.width} height={drawn.height} label={`Map ${map.name}`} subject={map.name} largest={1.1}>
        <g class={from ? `connecting ${from.of}` : ""}>
          {drawn.areas.length > 0 && <rect class="map-band" x={6} y={6} width={drawn.width - 12} height={drawn.band - 12} rx="12" />}
          {drawn.ways.map((way) => (
            <g key={way.key} class={`map-way ${way.lock ? "locked" : ""}`}>
              <path d={way.drawn} marker-end={way.lock ? "url(#arrow)" : undefined} />
              {way.lock && <text x={way.at.x} y={way.at.y - 8} text-anchor="middle">{way.lock}</text>}
              {way.lock && <path class="padlock" d={`M${way.at.x - 5} ${way.at.y - 2}h10v8h-10zM${way.at.x - 3} ${way.at.y - 2}v-2a3 3 0 0 1 6 0v2`} />}
            </g>
          ))}
          {drawn.areas.map((one) => (
            <g key={one.name} class={`map-node area area-tint ${areaKey(one.name) === selected ? "selected" : ""} ${from?.of === "area" && from.name === one.name ? "source" : ""} ${from?.of === "area" && from.name !== one.name ? "fits" : ""}`}
              data-node={areaKey(one.name)} style={`--hue: ${one.hue}; transform: translate(${one.x}px, ${one.y}px)`} tabindex={0} role="button" aria-pressed={areaKey(one.name) === selected}
              aria-label={`${one.start ? "area · start" : "area"} ${one.name}`}
              onClick={() => (from ? dropOnArea(one.name) : choose(areaKey(one.name)))} onPointerUp={() => line.current && dropOnArea(one.name)} onKeyDown={(event) => onKey(event, areaKey(one.name))}>
              <rect width={one.width} height={one.height} rx="9" />
              <text class="kind" x={12} y={18}>{one.start ? "area · start" : "area"} </text>
              <text class="title" x={12} y={35}>{one.name} </text>
              <Port at={one} name={areaKey(one.name)} onPress={(event) => start(event, { of: "area", name: one.name })} onClick={() => setFrom({ of: "area", name: one.name })} />
            </g>
          ))}
          {drawn.edges.map((edge) => <g key={edge.key} class="chart-edge"><path d={edge.drawn} marker-end="url(#arrow)" /></g>)}
          {drawn.nodes.map((node) => {
            const kind = node.block ? (TITLES[node.block.kind] ?? node.block.kind) : own ? "gives" : "the end";
            const title = node.block ? node.name : own ? map.name : output.asks ? `asks for ${output.asks}` : "the player has it";
            const hue = hueOf(node);
            const classes = ["map-node", node.block?.kind ?? "output", hue === undefined ? "" : "area-tint", node.name === selected ? "selected" : "", from?.of === "block" && node.name === from.name ? "source" : "",
              group.includes(node.name) ? "grouped" : "", node.slots.some((slot) => fits(node, slot)) ? "fits" : ""];
            return (
              <g key={node.name} class={classes.filter(Boolean).join(" ")} data-node={node.name} style={`${hue === undefined ? "" : `--hue: ${hue}; `}transform: translate(${node.x}px, ${node.y}px)`}
                tabindex={0} role="button" aria-label={[kind, title, ...node.slots.map(slotWords)].join(" ") + fedBy(node)} aria-pressed={node.name === selected}
                onClick={(event) => (event.shiftKey ? toggle(node) : choose(node.name))} onKeyDown={(event) => onKey(event, node.name, () => toggle(node))}>
                <rect width={node.width} height={node.height} rx="9" />
                <text class="kind" x={12} y={17}>{kind} </text>
                <text class="title" x={12} y={34}>{title} </text>
                {node.slots.map((slot, index) => (
                  <g key={slot.role} class={`slot ${slot.of} ${slot.source ? "full" : "open"} ${fits(node, slot) ? "ready" : ""}`} data-slot={`${node.name}.${slot.role}`} style={`transform: translate(0px, ${slotAt(index)}px)`}
                    onClick={(event) => { if (from) { event.stopPropagation(); drop(node, slot); } }} onPointerUp={() => line.current && drop(node, slot)}>
                    <rect class="reach" x="-10" y="-11" width={node.width} height="22" />
                    {slot.of === "area" ? <AreaMark hue={areas.find((one) => one.name === slot.source)?.hue} /> : <circle r="6" />}
                    <text x={13} y={4}>{slotWords(slot)} </text>
                  </g>
                ))}
                {node.block && node.block.kind !== "unlock" && (
                  <Port at={node} name={node.name} onPress={(event) => start(event, { of: "block", name: node.name })} onClick={() => setFrom({ of: "block", name: node.name })} />
                )}
              </g>
            );
          })}
          <path class="map-line" ref={line.path} />
        </g>
      </Canvas>
      <aside class="inspector" aria-label="Map">
        {from && <p class="hint-bar" role="status">Choose where {from.name} goes. <Button look="quiet" onClick={() => setFrom(null)}>Never mind</Button></p>}
        {own && !selected && <OwnBlockForm all={all} map={map} onGone={() => onOpen("")} />}
        {group.length > 0 && (
          <GroupForm all={all} map={map} group={group} onCancel={() => setGroup([])} onMade={(name) => { setGroup([]); setSelected(null); onOpen(`blocks/${name}`); }} />
        )}
        {block && <BlockForm key={block.name} all={all} map={map} block={block} blocks={blocks} onChoose={setSelected} />}
        {area && <AreaForm key={area.name} map={map} name={area.name} onChoose={(name) => setSelected(name && areaKey(name))} />}
        {selected === OUTPUT && <EndForm map={map} blocks={blocks} />}
        <section>
          <h2>In words</h2>
          <ol class="sentences">{map.sentences.map((text, index) => <li key={index}>{text}</li>)}</ol>
          {!map.sentences.length && <p class="soft">Add blocks from the bar above the drawing, then drag from the dot on the right of one to a slot of another.</p>}
          {problems.map((problem) => <p key={problem.line + problem.message} class="map-problem">{problem.message} {problem.hint}</p>)}
        </section>
        {!own && !selected && !group.length && blocks.length > 0 && (
          <ul class="map-hints soft">
            <li>Choose a block or an area to change it.</li>
            <li>Drag from the dot of an area to another area to connect them, or to a thing to put it there.</li>
            {blocks.length > 3 && <li>Shift and a click on blocks makes one block of them, to be used again.</li>}
          </ul>
        )}
        {children}
      </aside>
    </div>
  );
}

/** The dot from which lines are drawn. */
function Port({ at, name, onPress, onClick }: { at: Placed | PlacedArea; name: string; onPress: (event: PointerEvent) => void; onClick: () => void }) {
  return (
    <g class="port" style={`transform: translate(${at.width}px, 24px)`} aria-hidden="true" data-port={name} onPointerDown={onPress} onClick={(event) => { event.stopPropagation(); onClick(); }}>
      <circle class="reach" r="14" />
      <circle r="7" />
    </g>
  );
}

/** Where the lines that end in a block come from. */
function fedBy(node: Placed): string {
  const full = node.slots.filter((slot) => slot.of !== "area" && slot.source);
  return full.length ? `; ${full.map((slot) => `${slotWords(slot)} from ${slot.source}`).join(", ")}` : "";
}

/** Which area is in a slot, by its colour. */
function AreaMark({ hue }: { hue: number | undefined }) {
  return <rect class={`mark ${hue === undefined ? "" : "area-tint"}`} style={hue === undefined ? undefined : `--hue: ${hue}`} x="-6" y="-6" width="12" height="12" rx="3" />;
}

/** A line that follows the pointer from a dot until it is let go. */
function useLine(setFrom: (source: Source | null) => void) {
  const path = useRef<SVGPathElement>(null);
  const line = useRef<(() => void) | null>(null);
  useEffect(() => () => line.current?.(), []);
  const start = (event: PointerEvent, source: Source) => {
    event.stopPropagation();
    line.current?.();
    (event.target as Element).releasePointerCapture(event.pointerId);
    setFrom(source);
    const drawn = path.current;
    const place = (at: PointerEvent) => new DOMPoint(at.clientX, at.clientY).matrixTransform(drawn?.getScreenCTM()?.inverse());
    const [begin, first] = [place(event), { x: event.clientX, y: event.clientY }];
    const move = (next: PointerEvent) => {
      const to = place(next);
      const bend = Math.max(24, Math.abs(to.x - begin.x) / 2);
      drawn?.setAttribute("d", `M${begin.x},${begin.y}C${begin.x + bend},${begin.y} ${to.x - bend},${to.y} ${to.x},${to.y}`);
    };
    const stop = () => {
      line.current = null;
      drawn?.removeAttribute("d");
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
    };
    // After those of what is below it. A press without a way is a click: then the next click says where it goes.
    const up = (last: PointerEvent) => {
      stop();
      if (Math.hypot(last.clientX - first.x, last.clientY - first.y) > 6) setFrom(null);
    };
    line.current = stop;
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
  };
  return { line: Object.assign(line, { path }), start };
}

const GROUPS: [string, string[]][] = [["Things and steps", ["spawn", "combine", "request", "change", "insert", "unbox"]], ["Doors and conditions", ["unlock", "filter", "or"]]];

function Palette({ all, map, onNew }: { all: Maps; map: Drawing; onNew: (name: string) => void }) {
  const own = isOwnBlock(map);
  const known = GROUPS.flatMap(([, kinds]) => kinds);
  const groups: [string, string[]][] = [...GROUPS, ["Other blocks", Object.keys(all.roles).filter((kind) => !known.includes(kind))], ["Blocks of your own", Object.keys(all.composed)]];
  return (
    <div class="map-palette" role="toolbar" aria-label="New block">
      {!own && (
        <button type="button" class="new-block area" data-block="area" disabled={usesPackAreas(map)} title={usesPackAreas(map) ? "This map uses the areas of the pack" : "A place"}
          onClick={() => void newArea(map).then((name) => name && onNew(areaKey(name)))}>
          <i aria-hidden="true" /> area
        </button>
      )}
      {groups.map(([title, kinds]) => {
        const offered = kinds.filter((kind) => !own || (kind !== map.name && kind !== "unlock"));
        return offered.length > 0 && (
          <span key={title} role="group" aria-label={title}>
            {offered.map((kind) => (
              <button key={kind} type="button" class={`new-block ${kind in all.composed ? "composed" : kind}`} data-block={kind} onClick={() => void newBlock(all, map, kind).then((name) => name && onNew(name))}>
                <i aria-hidden="true" /> {TITLES[kind] ?? kind}
              </button>
            ))}
          </span>
        );
      })}
    </div>
  );
}

interface GroupProps {
  all: Maps;
  map: Drawing;
  group: string[];
  onCancel: () => void;
  onMade: (name: string) => void;
}

function GroupForm({ all, map, group, onCancel, onMade }: GroupProps) {
  const together = gathered(all, map, group);
  return (
    <section class="form" aria-label="One block of several">
      <h2>One block of {plural(group.length, "block")}</h2>
      {together ? (
        <>
          <p class="soft">It takes {together.takes.join(", ") || "nothing"} and gives what {together.gives} gives.</p>
          <NewName label="Name the block" placeholder="served_hot" onMake={(name) => void gather(map, group, name).then((done) => done && onMade(name)).catch(complain)} />
        </>
      ) : (
        <p class="soft">{group.length < 2 ? "Choose another one with Shift and a click (or Shift+Enter)." : "Only one of them may feed the others outside."}</p>
      )}
      <Button look="quiet" onClick={onCancel}>Never mind</Button>
    </section>
  );
}
