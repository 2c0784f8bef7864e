// Changes of the pack from forms and graphs. Each is one change that can be undone; comments and layout of the file stay.

import { ask } from "../connection";
import { flushAll } from "../documents";
import { complain } from "../ui/messages";
import { model, packPath, upToDate } from "./pack";
import type { Term, Value } from "./types";

export type Edit =
  | { path: string[]; value: unknown }
  | { rename: string[]; to: string }
  | { rule: number; notation: string | null }
  | { add_rule: string };

/** True: it is done, and the page shows it. */
export async function edit(label: string, ...edits: Edit[]): Promise<boolean> {
  try {
    await flushAll();
    await ask("pack.edit", { pack: packPath.value, edits, label });
    await upToDate();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** A value as the rule notation writes it. */
function spelt(value: Value): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  return isName(value) && !/^(true|false)$/i.test(value) ? value : JSON.stringify(value);
}

export function notationOf(term: Pick<Term, "type" | "label" | "properties" | "contains">): string {
  const inside = term.properties.map(([name, value]) => `${name}: ${spelt(value)}`);
  if (term.contains) inside.push(`contains: ${term.contains}`);
  return `${term.type}${term.label ? `#${term.label}` : ""}${inside.length ? `[${inside.join(", ")}]` : ""}`;
}

export function ruleNotation(action: string, inputs: Term[], outputs: Term[]): string {
  return `${outputs.map(notationOf).join(" ")} ::= ${action} ${inputs.map(notationOf).join(" ")}`.trim();
}

/** What somebody typed, as a value: `true` and `3` are what they look like. */
export function valueOf(text: string): Value {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Gives an item another name, also in rules, areas and other items. */
export function renameItem(old: string, to: string): Promise<boolean> {
  const pack = model.value;
  if (!pack) return Promise.resolve(false);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${old}(?![\\p{L}\\p{N}_])`, "gu");
  const replaced = (names: string[]) => names.map((name) => name.replace(word, to));
  const edits: Edit[] = [];
  for (const rule of pack.rules) {
    if (rule.derived) continue;
    const notation = ruleNotation(rule.action, rule.inputs, rule.outputs).replace(word, to);
    if (notation !== ruleNotation(rule.action, rule.inputs, rule.outputs)) edits.push({ rule: rule.number, notation });
  }
  for (const area of pack.areas) {
    for (const key of ["goals", "contains"] as const) {
      if (area[key].some((name) => word.test(name))) edits.push({ path: ["areas", area.name, key], value: replaced(area[key]) });
      word.lastIndex = 0;
    }
  }
  for (const item of pack.items) {
    if (item.isa.includes(old)) edits.push({ path: ["items", item.name, "isa"], value: replaced(item.isa) });
    if (item.contains === old) edits.push({ path: ["items", item.name, "contains"], value: to });
  }
  return edit(`rename ${old} to ${to}`, ...edits, { rename: ["items", old], to });
}
