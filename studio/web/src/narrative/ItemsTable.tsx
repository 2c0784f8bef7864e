// Items × properties. Only the rows in sight are drawn, so that thousands of items are no trouble.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Field, NameSelect, plural, Tick } from "../ui/parts";
import { useDraft } from "./drafts";
import { edit, isName, renameItem, valueOf } from "./edits";
import { Rest } from "./Limits";
import type { Item, PackModel, Value } from "./types";

const ROW = 36;
const MOST_COLUMNS = 40;

export function ItemsTable({ pack }: { pack: PackModel }) {
  const [filter, setFilter] = useDraft("items.filter", "");
  const [selected, setSelected] = useDraft<string | null>("items.selected", null);
  const [added, setAdded] = useDraft<string[]>("items.properties", []);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(() => setHeight(frame.current?.clientHeight ?? 600));
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  const words = filter.toLowerCase();
  const items = pack.items.filter((item) => !words || `${item.name} ${item.isa.join(" ")}`.toLowerCase().includes(words));
  const used = new Map<string, number>();
  for (const item of pack.items) for (const name of Object.keys(item.properties)) used.set(name, (used.get(name) ?? 0) + 1);
  const properties = [...new Set([...added, ...[...used].sort((a, b) => b[1] - a[1]).map(([name]) => name)])];
  const columns = properties.slice(0, MOST_COLUMNS);
  const first = Math.max(0, Math.floor(top / ROW) - 8);
  const last = Math.min(items.length, first + Math.ceil(height / ROW) + 16);
  const item = pack.items.find((one) => one.name === selected);
  return (
    <div class="items">
      <div class="items-main">
        <div class="toolbar">
          <input type="search" placeholder="Find an item or a type" aria-label="Find an item" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          <span class="soft">
            {plural(items.length, "item")}
            {properties.length > columns.length && `; the ${columns.length} most used of ${properties.length} properties`}
          </span>
          <span class="grow" />
          <NewName label="New property" placeholder="property" onMake={(name) => setAdded([...added, name])} />
          <NewName
            label="New item" placeholder="NewItem"
            onMake={(name) => {
              void edit(`add ${name}`, { path: ["items", name], value: {} }).then((done) => done && setSelected(name));
            }}
          />
        </div>
        <div class="grid" ref={frame} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
          <table aria-rowcount={items.length}>
            <thead>
              <tr>
                <th scope="col" class="name">Item</th>
                <th scope="col">Is a</th>
                <th scope="col">Carry</th>
                {columns.map((name) => <th scope="col" key={name}>{name}</th>)}
              </tr>
            </thead>
            <tbody>
              {first > 0 && <tr aria-hidden="true" style={`height: ${first * ROW}px`}><td colSpan={columns.length + 3} /></tr>}
              {items.slice(first, last).map((one, index) => (
                <tr key={one.name} aria-rowindex={first + index + 1} aria-selected={one.name === selected}>
                  <th scope="row" class="name">
                    <button type="button" onClick={() => setSelected(one.name === selected ? null : one.name)}>{one.name}</button>
                  </th>
                  <td><span class="tags">{one.isa.map((type) => <span key={type} class="chip">{type}</span>)}</span></td>
                  <td class="centre">
                    <Tick aria-label={`${one.name} can be carried`} on={one.carryable}
                      onTick={(on) => edit(`${one.name}: carryable`, { path: ["items", one.name, "carryable"], value: on || null })} />
                  </td>
                  {columns.map((name) => <Cell key={name} item={one} name={name} boolean={isBoolean(pack, name)} />)}
                </tr>
              ))}
              {last < items.length && <tr aria-hidden="true" style={`height: ${(items.length - last) * ROW}px`}><td colSpan={columns.length + 3} /></tr>}
            </tbody>
          </table>
        </div>
      </div>
      {item && <ItemForm key={item.name} item={item} pack={pack} onClose={() => setSelected(null)} onRename={setSelected} />}
    </div>
  );
}

function isBoolean(pack: PackModel, name: string): boolean {
  return (pack.properties[name] ?? ["True"]).every((value) => /^(True|False)$/.test(value));
}

/** A property of an item: a tick for yes and no, a text for everything else. */
function Cell({ item, name, boolean }: { item: Item; name: string; boolean: boolean }) {
  const value = item.properties[name];
  const set = (next: Value | null) => edit(`${item.name}: ${name}`, { path: ["items", item.name, name], value: next });
  if (boolean) {
    return (
      <td class="centre">
        <Tick aria-label={`${item.name}: ${name}`} on={value === true} class={value === undefined ? "unset" : ""} onTick={set} />
      </td>
    );
  }
  return (
    <td>
      <Field class="cell" aria-label={`${item.name}: ${name}`} value={value === undefined ? "" : String(value)}
        onCommit={(text) => set(text === "" ? null : valueOf(text))} />
    </td>
  );
}

/** A button that asks for a name first. */
export function NewName({ label, placeholder, onMake }: { label: string; placeholder: string; onMake: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null) return <Button onClick={() => setName("")}>{label}</Button>;
  return (
    <form
      class="new-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isName(name)) return;
        onMake(name);
        setName(null);
      }}
    >
      <input autofocus ref={(field) => field?.focus()} value={name} placeholder={placeholder} aria-label={label} onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && setName(null)} />
      <button type="submit" class="button main" disabled={!isName(name)}>Add</button>
      <Button look="quiet" onClick={() => setName(null)}>Cancel</Button>
    </form>
  );
}

interface FormProps {
  item: Item;
  pack: PackModel;
  onClose: () => void;
  onRename: (name: string) => void;
}

function ItemForm({ item, pack, onClose, onRename }: FormProps) {
  const set = (key: string, value: unknown) => edit(`${item.name}: ${key}`, { path: ["items", item.name, key], value });
  const rules = pack.rules.filter((rule) => [...rule.inputs, ...rule.outputs].some((term) => term.type === item.name || item.isa.includes(term.type)));
  return (
    <aside class="item-form inspector" aria-label={`Item ${item.name}`}>
      <header class="row">
        <h2>{item.words}</h2>
        <span class="grow" />
        <Button look="quiet" aria-label="Close" onClick={onClose}>×</Button>
      </header>
      <div class="form">
        <label>
          Name
          <Field value={item.name} onCommit={(name) => {
            if (isName(name) && name !== item.name) return renameItem(item.name, name).then((done) => done && onRename(name));
          }} />
        </label>
        <label>
          What players read
          <Field lines={3} value={item.description ?? ""} onCommit={(text) => set("description", text || null)} />
        </label>
        <NameList title="Is a" names={item.isa} offered={pack.types.filter((type) => type !== item.name && type !== "Item")} free
          onChange={(names) => set("isa", names.length ? names : null)} />
        <label class="choice"><Tick on={item.carryable} onTick={(on) => set("carryable", on || null)} /> Players can carry it</label>
        <label class="choice"><Tick on={!item.notSpawnable} onTick={(on) => set("notSpawnable", on ? null : true)} /> It may be placed in the world</label>
        <NameList title="Placed only in" names={item.area ?? []} offered={pack.areas.map((area) => area.name)} none="any area"
          onChange={(names) => set("area", names.length ? names : null)} />
        <label>
          How many can exist
          <Field type="number" min="1" max="99" value={item.copies} onCommit={(text) => set("copies", Math.max(1, Number(text) || 1))} />
        </label>
      </div>
      <h3>In {plural(rules.length, "rule")}</h3>
      <ul class="field">{rules.slice(0, 12).map((rule) => <li key={rule.number}>{rule.sentence}</li>)}</ul>
      <Rest of={rules.length} shown={12} what="rule" />
      <Button look="danger" onClick={() => void edit(`remove ${item.name}`, { path: ["items", item.name], value: null }).then((done) => done && onClose())}>Remove this item</Button>
    </aside>
  );
}

interface NameListProps {
  title: string;
  names: string[];
  offered: string[];
  /** Whether a name may be new. */
  free?: boolean;
  none?: string;
  onChange: (names: string[]) => void;
}

/** Names as chips, chosen from those that exist. */
export function NameList({ title, names, offered, free, none, onChange }: NameListProps) {
  const id = `names-${title.replaceAll(" ", "-")}`;
  const add = (name: string) => {
    if (name && (free ? isName(name) : offered.includes(name))) onChange([...names, name]);
  };
  return (
    <fieldset class="name-list">
      <legend>{title}</legend>
      <div class="chips">
        {names.map((name, index) => (
          <span key={`${name}${index}`} class="chip">
            {name}
            <button type="button" aria-label={`Remove ${name}`} onClick={() => onChange(names.filter((_, at) => at !== index))}>×</button>
          </span>
        ))}
        {!names.length && none && <span class="soft">{none}</span>}
        {free ? (
          <>
            <input list={id} placeholder="add…" aria-label={`${title}: add`} onChange={(event) => { add(event.currentTarget.value); event.currentTarget.value = ""; }} />
            <datalist id={id}>{offered.map((name) => <option key={name} value={name} />)}</datalist>
          </>
        ) : (
          <NameSelect value="" aria-label={`${title}: add`} hint="add…" names={offered} onChoose={add} />
        )}
      </div>
    </fieldset>
  );
}
