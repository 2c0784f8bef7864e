// Dials for the shape of puzzles, per area, and constraints of the shelf as switches with their sentence.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../connection";
import { Button, Choices, Field, plural } from "../ui/parts";
import { complain } from "../ui/messages";
import { show } from "../views";
import { chosenConstraint, fileName, listConstraints, ownConstraints } from "./constraint_files";
import { designPage } from "./DesignView";
import { areaWords, edition, hueOf, model, packPath } from "./pack";
import { NO_NOVELTY, NO_WISHES, bench, bounds, update } from "./puzzles";

type Dial = "steps" | "depth" | "width" | "herrings";
const DIALS: [Dial, string, string][] = [
  ["steps", "Steps", "How many steps lead to the goal"],
  ["depth", "Depth", "Steps in the longest chain"],
  ["width", "Width", "Steps that can be done first"],
  ["herrings", "Red herrings", "Things that look useful and are not"],
];

export function WishesPanel() {
  const { wishes, novelty } = bench.value;
  const areas = (model.value?.areas ?? []).filter((area) => area.goals.length);
  const [area, setArea] = useState<string>("");
  const set = (change: object) => update({ wishes: { ...wishes, ...change } });
  const untouched = JSON.stringify([wishes, novelty]) === JSON.stringify([NO_WISHES, NO_NOVELTY]);
  return (
    <div class="wishes">
      <header>
        <h2>Wishes</h2>
        <Button look="quiet" disabled={untouched} onClick={() => update({ wishes: NO_WISHES, novelty: NO_NOVELTY })}>Reset</Button>
      </header>
      <fieldset>
        <legend>Shape</legend>
        <Choices class="area-picker" label="Which area" value={area} onChange={setArea}
          options={["", ...areas.map((one) => one.name)].map((name) => ({
            value: name, text: `${name ? areaWords(name) : "every area"}${hasOwn(name, wishes) ? " •" : ""}`,
            class: "area-tint", style: `--hue: ${hueOf(name)}`,
          }))} />
        <div class="dial grade">
          <span>Difficulty</span>
          <Choices class="segments" label={area ? `Difficulty of ${areaWords(area)}` : "Difficulty"} value={valueOf(wishes.difficulty, area)}
            options={["", "easy", "medium", "hard"].map((grade) => ({ value: grade, text: grade || "any" }))}
            onChange={(grade) => set({ difficulty: changed(wishes.difficulty, area, grade) })} />
        </div>
        {DIALS.map(([kind, title, about]) => (
          <DialRow key={kind} title={title} about={about} single={kind === "herrings"} value={valueOf(wishes[kind], area)}
            onChange={(text) => set({ [kind]: changed(wishes[kind], area, text) })} />
        ))}
      </fieldset>
      <fieldset>
        <legend>What players can do</legend>
        <select value={wishes.rules} aria-label="Which rules players can use" onChange={(event) => set({ rules: event.currentTarget.value })}>
          <option value="all">All rules of the pack</option>
          <option value="safe">As many rules as are safe</option>
          <option value="tree">Only the rules of the solution</option>
        </select>
      </fieldset>
      <NoveltyWish />
      <OwnConstraints chosen={wishes.constraints} onChange={(constraints) => set({ constraints })} />
      <Shelf chosen={wishes.constraints} onChange={(constraints) => set({ constraints })} />
    </div>
  );
}

/** The pack's constraint files that do not always count. */
function OwnConstraints({ chosen, onChange }: { chosen: string[]; onChange: (constraints: string[]) => void }) {
  useEffect(listConstraints, [packPath.value, edition.value]);
  const files = ownConstraints.value.filter((one) => !one.always);
  const write = (path?: string) => {
    if (path && packPath.value) chosenConstraint.value = { ...chosenConstraint.value, [packPath.value]: path };
    designPage.value = "constraints";
    show("design");
  };
  return (
    <fieldset class="shelf">
      <legend>Own constraints</legend>
      {files.map((file) => {
        const on = chosen.includes(file.path);
        return (
          <div key={file.path} class={`switch ${on ? "on" : ""}`}>
            <label>
              <input type="checkbox" checked={on} disabled={!on && file.problems > 0}
                onChange={(event) => onChange([...chosen.filter((one) => one !== file.path), ...(event.currentTarget.checked ? [file.path] : [])])} />
              <span>
                {file.says.map((one) => one.sentence || one.name).join(" ") || fileName(file.path)}
                {file.problems > 0 && <small class="bad-text">{plural(file.problems, "problem")} to fix first</small>}
              </span>
            </label>
            <Button look="quiet" aria-label={`Edit ${fileName(file.path)}`} onClick={() => write(file.path)}>Edit</Button>
          </div>
        );
      })}
      <Button look="quiet" onClick={() => write()}>Write your own…</Button>
    </fieldset>
  );
}

/** New puzzles that differ from those in the tray. */
function NoveltyWish() {
  const { novelty, tray } = bench.value;
  const counting = tray.filter((card) => !novelty.except.includes(card.id)).length;
  const set = (change: object) => update({ novelty: { ...novelty, ...change } });
  return (
    <fieldset class="novelty">
      <legend>Novelty</legend>
      <div class={`switch ${novelty.on ? "on" : ""}`}>
        <label>
          <input type="checkbox" checked={novelty.on} disabled={!tray.length && !novelty.on}
            onChange={(event) => set({ on: event.currentTarget.checked, except: [] })} />
          <span>
            Different from my tray
            <small class="soft">{tray.length ? `${plural(novelty.on ? counting : tray.length, "puzzle")} to differ from` : "Keep puzzles first"}</small>
          </span>
        </label>
        {novelty.on && (
          <label class="parameter">
            At most {novelty.returning}% of their steps may come back
            <input type="range" min="0" max="90" step="10" value={novelty.returning}
              onChange={(event) => set({ returning: Number(event.currentTarget.value) })} />
          </label>
        )}
      </div>
    </fieldset>
  );
}

function hasOwn(area: string, wishes: Record<Dial | "difficulty", string[]>): boolean {
  return [...DIALS.map(([kind]) => kind), "difficulty" as const].some((kind) => wishes[kind].some((one) => (area ? one.startsWith(`${area}:`) : !one.includes(":"))));
}

function valueOf(all: string[], area: string): string {
  const own = all.find((one) => (area ? one.startsWith(`${area}:`) : !one.includes(":")));
  return own?.split(":").pop() ?? "";
}

function changed(all: string[], area: string, text: string): string[] {
  const others = all.filter((one) => (area ? !one.startsWith(`${area}:`) : one.includes(":")));
  return text ? [...others, area ? `${area}:${text}` : text] : others;
}

interface DialProps {
  title: string;
  about: string;
  single: boolean;
  value: string;
  onChange: (text: string) => void;
}

function DialRow({ title, about, single, value, onChange }: DialProps) {
  const [least, most] = bounds(value);
  const put = (low: number | null, high: number | null) => {
    if (low === null && high === null) onChange("");
    else if (single || (low === high && low !== null)) onChange(`${low ?? high}`);
    else onChange(`${low ?? ""}..${high ?? ""}`);
  };
  return (
    <div class="dial" title={about}>
      <span>{title}</span>
      <Stepper label={single ? title : `Fewest: ${title}`} placeholder={single ? "–" : "from"} value={least} onChange={(number) => (single ? put(number, number) : put(number, most !== null && number !== null && most < number ? number : most))} />
      {!single && <Stepper label={`Most: ${title}`} placeholder="to" value={most} onChange={(number) => put(least !== null && number !== null && least > number ? number : least, number)} />}
    </div>
  );
}

function Stepper({ label, placeholder, value, onChange }: { label: string; placeholder: string; value: number | null; onChange: (number: number | null) => void }) {
  return (
    <span class="stepper">
      <button type="button" aria-label={`${label}: less`} disabled={value === null} onClick={() => onChange(value === null || value <= 0 ? null : value - 1)}>−</button>
      <Field
        inputMode="numeric" aria-label={label} placeholder={placeholder} value={value ?? ""}
        onCommit={(text) => {
          const number = Number.parseInt(text, 10);
          onChange(Number.isNaN(number) ? null : Math.max(0, Math.min(999, number)));
        }}
      />
      <button type="button" aria-label={`${label}: more`} onClick={() => onChange((value ?? 0) + 1)}>+</button>
    </span>
  );
}

interface ShelfEntry {
  name: string;
  sentence: string;
  parameters: { name: string; kind: "number" | "item" | "area" | "name"; initial: string | number }[];
}
let shelf: ShelfEntry[] | null = null;

function Shelf({ chosen, onChange }: { chosen: string[]; onChange: (constraints: string[]) => void }) {
  const [entries, setEntries] = useState(shelf ?? []);
  useEffect(() => {
    if (shelf) return;
    ask<ShelfEntry[]>("constraints.shelf")
      .then((found) => setEntries((shelf = found)))
      .catch(complain);
  }, []);
  const of = (name: string) => chosen.find((one) => one === `asp:${name}` || one.startsWith(`asp:${name}(`));
  const written = (name: string, values: string[]) => (values.length ? `asp:${name}(${values.join(",")})` : `asp:${name}`);
  return (
    <fieldset class="shelf">
      <legend>Constraints</legend>
      {entries.map((entry) => {
        const now = of(entry.name);
        const values = now ? argumentsOf(now) : entry.parameters.map((one) => String(one.initial));
        const put = (next: string[] | null) =>
          onChange([...chosen.filter((one) => one !== now), ...(next ? [written(entry.name, next)] : [])]);
        return (
          <div key={entry.name} class={`switch ${now ? "on" : ""}`}>
            <label>
              <input type="checkbox" checked={!!now} onChange={(event) => put(event.currentTarget.checked ? values : null)} />
              <span><Sentence text={entry.sentence} names={entry.parameters.map((one) => one.name)} values={values} /></span>
            </label>
            {now && entry.parameters.map((parameter, index) => (
              <label key={parameter.name} class="parameter">
                {parameter.name}
                <Parameter kind={parameter.kind} value={values[index] ?? ""}
                  onChange={(value) => put(values.map((old, at) => (at === index ? value : old)))} />
              </label>
            ))}
          </div>
        );
      })}
    </fieldset>
  );
}

/** A sentence with its parameters filled in. */
function Sentence({ text, names, values }: { text: string; names: string[]; values: string[] }) {
  return (
    <>
      {text.split("`").map((part, index) => {
        const at = index % 2 ? names.indexOf(part) : -1;
        return at >= 0 ? <b key={index}>{values[at] || "…"}</b> : part;
      })}
    </>
  );
}

function argumentsOf(text: string): string[] {
  const inside = /\((.*)\)$/.exec(text)?.[1] ?? "";
  return inside ? inside.split(",").map((one) => one.trim()) : [];
}

function Parameter({ kind, value, onChange }: { kind: string; value: string; onChange: (value: string) => void }) {
  const pack = model.value;
  if (kind === "number") {
    return <Field type="number" value={value} onCommit={(text) => onChange(text || "0")} />;
  }
  const names = kind === "area" ? pack?.areas.map((one) => one.name) : kind === "item" ? pack?.items.map((one) => one.name) : pack?.types;
  return (
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">choose…</option>
      {(names ?? []).map((name) => <option key={name} value={name}>{name}</option>)}
    </select>
  );
}
