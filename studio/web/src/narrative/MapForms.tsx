// What is chosen on a map: its forms beside the drawing. Everything that is drawn can be said here too.

import { Button, Field, Tick } from "../ui/parts";
import { edit, isName } from "./edits";
import { NameList } from "./ItemsTable";
import { placesOf, removeArea, renameArea, setPlace, setStart, toggleDoor } from "./map_areas";
import { areasOf, connect, isOwnBlock, outputOf, removeBlock, renameBlock, setOutput, setTakes, sourcesFor, usesPackAreas, usersOf, type Block, type Drawing, type Maps } from "./maps";
import { roleWords } from "./map_layout";
import { model } from "./pack";

/** What the designer calls the kinds of blocks. */
export const TITLES: Record<string, string> = {
  takes: "handed in", spawn: "thing", combine: "combine", request: "trade", change: "change", insert: "put in", unbox: "take out", unlock: "unlock", filter: "only if", or: "either or",
};

interface ChoiceProps {
  label: string;
  value: string | null;
  options: string[];
  /** What it means that nothing is chosen. */
  none?: string;
  onChange: (value: string | null) => void;
}

function Choice({ label, value, options, none = "open", onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || null)}>
        <option value="">{none}</option>
        {options.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

/** The name of what is chosen, which can be changed. */
function Name({ value, kind, onRename }: { value: string; kind: string; onRename?: (name: string) => void }) {
  return (
    <header class="row named">
      {onRename ? <Field class="name-field" aria-label={`Name of ${value}`} value={value} onCommit={(name) => isName(name) && name !== value && onRename(name)} /> : <h2>{value}</h2>}
      <span class="chip">{kind}</span>
    </header>
  );
}

/** What a block of one's own takes, and where it is used. */
export function OwnBlockForm({ all, map, onGone }: { all: Maps; map: Drawing; onGone: () => void }) {
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

interface BlockProps {
  all: Maps;
  map: Drawing;
  block: Block;
  blocks: Block[];
  /** What is chosen now; null: it is gone. */
  onChoose: (name: string | null) => void;
}

const PLACES: Record<string, string> = { in: "Lies in", from: "From", to: "To" };

export function BlockForm({ all, map, block, blocks, onChoose }: BlockProps) {
  const handed = map.takes;
  const set = (key: string, value: unknown) => void edit(`${block.name}: ${key}`, { path: [...map.at, "blocks", block.name, key], value });
  const areas = [...areasOf(map).map((area) => area.name), ...handed];
  const property = (block.data.property as string | undefined) ?? null;
  return (
    <section class="form" aria-label={`Block ${block.name}`}>
      <Name value={block.name} kind={TITLES[block.kind] ?? block.kind} onRename={(name) => void renameBlock(all, map, block.name, name).then((done) => done && onChoose(name))} />
      {placesOf(block).map(([side, area]) => (
        <Choice key={side} label={PLACES[side]} value={area} options={areas} onChange={(name) => void setPlace(map, block, side, name)} />
      ))}
      {block.inputs.map(([role, source]) => (
        <Choice key={role} label={roleWords(role)} value={source} options={sourcesFor(blocks, block.name)} onChange={(name) => void connect(all, map, block, role, name)} />
      ))}
      {["change", "filter"].includes(block.kind) && (
        <>
          <Choice label="Property" value={property} options={[...Object.keys(model.value?.properties ?? {}), ...handed]} onChange={(name) => set("property", name)} />
          {property && <Choice label="Value" value={block.data.value === undefined ? null : String(block.data.value)} options={[...(model.value?.properties[property] ?? []), ...handed]} onChange={(value) => set("value", value)} />}
        </>
      )}
      {!["unlock", "filter", "or", "insert", "change"].includes(block.kind) && !(block.kind in all.composed) && (
        <Choice label="It is always" none="any item" value={(block.data.item as string | undefined) ?? null} options={[...(model.value?.items ?? []).map((item) => item.name), ...handed]} onChange={(item) => set("item", item)} />
      )}
      <Button look="danger" onClick={() => void removeBlock(all, map, block.name).then((done) => done && onChoose(null))}>Remove this block</Button>
    </section>
  );
}

export function AreaForm({ map, name, onChoose }: { map: Drawing; name: string; onChoose: (name: string | null) => void }) {
  const areas = areasOf(map);
  const area = areas.find((one) => one.name === name);
  if (!area) return null;
  if (usesPackAreas(map)) {
    return (
      <section class="form" aria-label={`Area ${name}`}>
        <Name value={name} kind="area" />
        <p class="soft">This map uses the areas of the pack: they are changed under Design.</p>
      </section>
    );
  }
  const connected = areas.filter((one) => one.name !== name && (one.doors.includes(name) || area.doors.includes(one.name))).map((one) => one.name);
  const doors = Object.entries(map.data.blocks ?? {}).filter(([, block]) => block && "unlock" in block).map(([block]) => block);
  const changed = (names: string[], old: string[]) => names.find((one) => !old.includes(one)) ?? old.find((one) => !names.includes(one));
  return (
    <section class="form" aria-label={`Area ${name}`}>
      <Name value={name} kind="area" onRename={(to) => void renameArea(map, name, to).then((done) => done && onChoose(to))} />
      <label class="choice"><Tick on={area.start} onTick={(on) => setStart(map, name, on)} /> Players start here</label>
      <NameList title="Opens together with" names={connected} offered={areas.map((one) => one.name).filter((one) => one !== name && !connected.includes(one))} none="no other area"
        onChange={(names) => { const other = changed(names, connected); if (other) void toggleDoor(map, name, other); }} />
      {doors.length > 0 && (
        <NameList title="Unlocked by" names={area.locked} offered={doors.filter((door) => !area.locked.includes(door))} none="nothing"
          onChange={(names) => void edit(`what unlocks ${name}`, { path: [...map.at, "areas", name, "locked"], value: names.length ? names : null })} />
      )}
      <Button look="danger" onClick={() => void removeArea(map, name).then((done) => done && onChoose(null))}>Remove this area</Button>
    </section>
  );
}

export function EndForm({ map, blocks }: { map: Drawing; blocks: Block[] }) {
  const output = outputOf(map);
  if (isOwnBlock(map)) {
    return (
      <section class="form">
        <h2>It gives</h2>
        <Choice label="What this part gives" value={output.input} options={blocks.filter((one) => one.kind !== "takes").map((one) => one.name)} onChange={(input) => void setOutput(map, { input })} />
      </section>
    );
  }
  return (
    <section class="form">
      <h2>The end</h2>
      <Choice label="The player has" value={output.input} options={blocks.filter((one) => one.kind !== "unlock").map((one) => one.name)} onChange={(input) => void setOutput(map, { input })} />
      <Choice label="It is asked for" none="any item" value={output.asks} options={(model.value?.items ?? []).map((item) => item.name)} onChange={(asks) => void setOutput(map, { asks })} />
    </section>
  );
}
