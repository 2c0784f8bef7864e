// Rules as sentences, and an editor that offers the types and properties that exist.

import { useState } from "preact/hooks";
import { Button, NameSelect, plural } from "../ui/parts";
import { useDraft } from "./drafts";
import { edit, isName, ruleNotation, valueOf } from "./edits";
import type { PackModel, Rule, Term, Value } from "./types";

export function RulesForm({ pack }: { pack: PackModel }) {
  const [filter, setFilter] = useDraft("rules.filter", "");
  const [selected, setSelected] = useDraft<number | "new" | null>("rules.selected", null);
  const words = filter.toLowerCase();
  const rules = pack.rules.filter((rule) => !words || `${rule.sentence} ${rule.notation}`.toLowerCase().includes(words));
  const rule = pack.rules.find((one) => one.number === selected);
  return (
    <div class="rules">
      <div class="rules-main">
        <div class="toolbar">
          <input type="search" placeholder="Find a rule" aria-label="Find a rule" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          <span class="soft">{plural(rules.length, "rule")}</span>
          <span class="grow" />
          <Button look="main" onClick={() => setSelected("new")}>New rule</Button>
        </div>
        <ol class="rule-list">
          {rules.slice(0, 400).map((one) => (
            <li key={one.number}>
              <button type="button" aria-pressed={one.number === selected} onClick={() => setSelected(one.number === selected ? null : one.number)}>
                <span class="rule-number">{one.number}</span>
                <span class="rule-sentence"><RuleSentence rule={one} /></span>
                {one.fail && <span class="chip bad">ends in defeat</span>}
                {one.derived && <span class="chip">from an item</span>}
              </button>
            </li>
          ))}
        </ol>
        {rules.length > 400 && <p class="soft more-rules">and {rules.length - 400} more: narrow the search.</p>}
      </div>
      {selected === "new" && <RuleEditor key="new" pack={pack} rule={null} onClose={() => setSelected(null)} onMade={() => setSelected(pack.rules.length + 1)} />}
      {rule && <RuleEditor key={rule.number} pack={pack} rule={rule} onClose={() => setSelected(null)} onMade={() => undefined} />}
    </div>
  );
}

/** The name, if it has one; then the action, an arrow and the result. */
function RuleSentence({ rule }: { rule: Rule }) {
  const [before, after] = rule.sentence.split(" → ");
  const result = <><span class="arrow">→</span> {after}</>;
  return rule.name ? <><b>{rule.name}</b><span class="soft">{before} {result}</span></> : <span><b>{before}</b> {result}</span>;
}

const NEW_PROPERTY = "new property…";
const TERM: Term = { type: "", label: null, properties: [], contains: null, notation: "" };

interface EditorProps {
  pack: PackModel;
  rule: Rule | null;
  onClose: () => void;
  onMade: () => void;
}

interface RuleDraft {
  action: string;
  inputs: Term[];
  outputs: Term[];
}

function RuleEditor({ pack, rule, onClose, onMade }: EditorProps) {
  // By what the rule says: its number may be another one's tomorrow.
  const [draft, setDraft] = useDraft<RuleDraft | null>(`rule ${rule?.notation ?? ""}`, null);
  const { action, inputs, outputs } = draft ?? rule ?? { action: "", inputs: [TERM], outputs: [TERM] };
  const put = (change: Partial<RuleDraft>) => setDraft({ action, inputs, outputs, ...change });
  const complete = isName(action) && inputs.length > 0 && outputs.length > 0 && [...inputs, ...outputs].every((term) => term.type);
  const notation = ruleNotation(action, inputs, outputs);
  const changed = rule === null || notation !== ruleNotation(rule.action, rule.inputs, rule.outputs);
  const save = async () => {
    const done = rule
      ? await edit(`change rule ${rule.number}`, { rule: rule.number, notation })
      : await edit(`add the rule ${action}`, { add_rule: notation });
    if (done) setDraft(null);
    if (done && !rule) onMade();
  };
  const leave = () => {
    setDraft(null);
    onClose();
  };
  return (
    <aside class="rule-editor inspector" aria-label={rule ? `Rule ${rule.number}` : "New rule"}>
      <header class="row">
        <h2>{rule ? `Rule ${rule.number}` : "New rule"}</h2>
        <span class="grow" />
        <Button look="quiet" aria-label="Close" onClick={leave}>×</Button>
      </header>
      {rule?.derived ? (
        <p class="soft">This rule follows from what an item says. Change the item.</p>
      ) : (
        <>
          <p class="lead" aria-live="polite">{changed ? sentenceOf(action, inputs, outputs, pack) : rule?.sentence}</p>
          <section class="clause">
            <h3>When a player does</h3>
            <input class="action" aria-label="Action" placeholder="Unlock" value={action} onInput={(event) => put({ action: event.currentTarget.value })} />
            <h3>with</h3>
            <Terms terms={inputs} pack={pack} label="Input" onChange={(terms) => put({ inputs: terms })} />
          </section>
          <section class="clause result">
            <h3>there is afterwards</h3>
            <Terms terms={outputs} pack={pack} label="Output" onChange={(terms) => put({ outputs: terms })} />
            <p class="soft">What is on both sides is kept; what is only above is used up.</p>
          </section>
          <code class="notation">{notation}</code>
          <div class="row">
            <Button look="main" disabled={!complete || !changed} onClick={() => void save()}>{rule ? "Save" : "Add the rule"}</Button>
            {rule && changed && <Button onClick={() => setDraft(null)}>Revert</Button>}
            {rule && <Button look="danger" onClick={() => void edit(`remove rule ${rule.number}`, { rule: rule.number, notation: null }).then((done) => done && leave())}>Remove</Button>}
          </div>
        </>
      )}
    </aside>
  );
}

/** A rule that is not saved yet, in words. */
function sentenceOf(action: string, inputs: Term[], outputs: Term[], pack: PackModel): string {
  const plain = (name: string) => name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ").toLowerCase();
  const words = (term: Term) => {
    const name = pack.items.find((item) => item.name === term.type)?.words ?? (plain(term.type) || "…");
    const properties = term.properties.map(([property, value]) => (value === true ? property : value === false ? `not ${property}` : `${property} ${value}`));
    if (term.contains) properties.push(`holding ${plain(term.contains)}`);
    return properties.length ? `${name} (${properties.join(", ")})` : name;
  };
  const list = (terms: Term[]) => terms.map(words).join(", ") || "…";
  const verb = plain(action || "…");
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}: ${list(inputs)} → gives ${list(outputs)}`;
}

interface TermsProps {
  terms: Term[];
  pack: PackModel;
  label: string;
  onChange: (terms: Term[]) => void;
}

function Terms({ terms, pack, label, onChange }: TermsProps) {
  const put = (index: number, term: Term | null) =>
    onChange(term ? terms.map((old, at) => (at === index ? term : old)) : terms.filter((_, at) => at !== index));
  return (
    <div class="terms">
      {terms.map((term, index) => (
        <TermEditor key={index} term={term} pack={pack} label={`${label} ${index + 1}`} onChange={(next) => put(index, next)} />
      ))}
      <Button look="quiet" onClick={() => onChange([...terms, TERM])}>+ another thing</Button>
    </div>
  );
}

/** One thing and the properties that it must have, or gets. */
export function TermEditor({ term, pack, label, onChange }: { term: Term; pack: PackModel; label: string; onChange: (term: Term | null) => void }) {
  const properties = (next: [string, Value][]) => onChange({ ...term, properties: next });
  const [naming, setNaming] = useState(false);
  const free = Object.keys(pack.properties).filter((name) => !term.properties.some(([known]) => known === name));
  return (
    <div class="term">
      <NameSelect value={term.type} aria-label={label} hint="choose…" names={pack.types.filter((type) => type !== "Item")} onChoose={(type) => onChange({ ...term, type })} />
      {term.label && <span class="chip">#{term.label}</span>}
      {term.properties.map(([name, value], index) => (
        <span key={name} class="chip property">
          {name}
          <PropertyValue name={name} value={value} pack={pack} onChange={(next) => properties(term.properties.map((old, at) => (at === index ? [name, next] : old)))} />
          <button type="button" aria-label={`Remove ${name}`} onClick={() => properties(term.properties.filter((_, at) => at !== index))}>×</button>
        </span>
      ))}
      {term.contains && (
        <span class="chip property">holds {term.contains}<button type="button" aria-label="Remove what it holds" onClick={() => onChange({ ...term, contains: null })}>×</button></span>
      )}
      <NameSelect value="" aria-label={`${label}: add a property`} class="add" hint="+ that is…" names={[...free, NEW_PROPERTY]} onChoose={(name) => {
        if (name.startsWith("contains ")) onChange({ ...term, contains: name.slice(9) });
        else if (name === NEW_PROPERTY) setNaming(true);
        else if (name) properties([...term.properties, [name, firstValue(pack, name)]]);
      }} group={{ label: "holding", prefix: "contains ", names: ["Nothing", ...pack.types] }} />
      {naming && (
        <input class="naming" ref={(field) => field?.focus()} aria-label={`${label}: name of the new property`} placeholder="property"
          onKeyDown={(event) => event.key === "Escape" && setNaming(false)}
          onChange={(event) => {
            const made = event.currentTarget.value.trim();
            setNaming(false);
            if (isName(made)) properties([...term.properties, [made, true]]);
          }}
          onBlur={() => setNaming(false)} />
      )}
      <button type="button" class="remove" aria-label={`Remove ${label}`} onClick={() => onChange(null)}>×</button>
    </div>
  );
}

function firstValue(pack: PackModel, name: string): Value {
  const known = pack.properties[name] ?? [];
  return known.some((value) => /^(True|False)$/.test(value)) || !known.length ? true : valueOf(known[0]);
}

function PropertyValue({ name, value, pack, onChange }: { name: string; value: Value; pack: PackModel; onChange: (value: Value) => void }) {
  if (typeof value === "boolean") {
    return (
      <button type="button" class="toggle" aria-label={`${name}: ${value ? "yes" : "no"}`} onClick={() => onChange(!value)}>{value ? "yes" : "no"}</button>
    );
  }
  const known = [...new Set([...(pack.properties[name] ?? []), String(value)])];
  return (
    <select value={String(value)} aria-label={name} onChange={(event) => onChange(valueOf(event.currentTarget.value))}>
      {known.map((one) => <option key={one} value={one}>{one}</option>)}
    </select>
  );
}
