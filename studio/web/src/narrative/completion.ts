// Completion in a pack's files: keys where keys belong, names of items, types, properties and areas where those belong.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { model } from "./pack";

const PACK_KEYS = [
  "pack", "title", "description", "items", "rules", "areas", "guarantees", "constraints", "maps", "blocks", "limits", "cruelty",
];
const ITEM_KEYS = ["isa", "carryable", "notSpawnable", "area", "contains", "copies", "description"];
const AREA_KEYS = [
  "start", "goals", "depth", "connects", "contains", "title", "description", "herrings", "shortcuts", "dead_ends", "doors", "adjoins",
];
const RULE_KEYS = ["rule", "name", "text", "weight", "kind", "fail"];

export function packCompletion(section: () => string): Extension {
  return autocompletion({ override: [(context) => complete(context, section())], icons: false });
}

function complete(context: CompletionContext, fileSection: string): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}\p{N}_]*/u);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, word.from - line.from);
  const options = offered(context, fileSection, before);
  return options.length ? { from: word.from, options, validFor: /^[\p{L}\p{N}_]*$/u } : null;
}

function offered(context: CompletionContext, fileSection: string, before: string): Completion[] {
  const pack = model.value;
  const section = /^\s*$/.test(before) && before === "" && fileSection === "pack" ? "" : sectionAt(context, fileSection);
  const known = pack ?? { items: [], types: [], areas: [], properties: {} as Record<string, string[]> };
  const areas = known.areas.map((area) => entry(area.name, "area"));
  const items = known.items.map((item) => entry(item.name, "item"));
  if (section === "") return PACK_KEYS.map((key) => key2(key));
  if (section === "rules") {
    const open = before.lastIndexOf("[") > before.lastIndexOf("]");
    if (open) {
      const value = /(\w+)\s*:\s*$/.exec(before);
      if (value) return ["True", "False", ...(known.properties[value[1]] ?? [])].filter(unique).map((one) => entry(one, "value"));
      return [...Object.keys(known.properties), "contains"].map((one) => ({ ...entry(one, "property"), apply: `${one}: ` }));
    }
    if (/[{,]\s*$/.test(before) && before.includes("{")) return RULE_KEYS.map((key) => key2(key));
    return known.types.map((type) => entry(type, "type"));
  }
  const key = /(\w+):\s*(\[[^\]]*)?$/.exec(before)?.[1];
  if (section === "items") {
    if (key === "isa") return known.types.map((type) => entry(type, "type"));
    if (key === "area") return areas;
    if (key === "contains") return items;
    if (key && key in known.properties) return ["true", "false", ...known.properties[key]].filter(unique).map((one) => entry(one, "value"));
    if (/[{,]\s*$/.test(before) || /^\s{4,}$/.test(before)) {
      return [...ITEM_KEYS, ...Object.keys(known.properties)].filter(unique).map((one) => key2(one));
    }
  }
  if (section === "areas") {
    if (key === "connects" || key === "adjoins") return areas;
    if (key === "contains") return items;
    if (key === "goals") return known.types.map((type) => entry(type, "type"));
    if (key === "shortcuts" || key === "dead_ends") return ["forbid", "report", "allow"].map((one) => entry(one, "choice"));
    if (key === "start") return ["true", "false"].map((one) => entry(one, "value"));
    if (/[{,]\s*$/.test(before) || /^\s{4,}$/.test(before)) return AREA_KEYS.map((one) => key2(one));
  }
  return [];
}

function entry(label: string, detail: string): Completion {
  return { label, detail };
}

function key2(label: string): Completion {
  return { label, detail: "key", apply: `${label}: ` };
}

function unique(one: string, index: number, all: string[]): boolean {
  return all.indexOf(one) === index;
}

/** The section of a pack that a place is in: the last key at the left margin above it. */
function sectionAt(context: CompletionContext, fileSection: string): string {
  if (fileSection !== "pack") return fileSection;
  for (let number = context.state.doc.lineAt(context.pos).number; number >= 1; number--) {
    const found = /^(\w+)\s*:/.exec(context.state.doc.line(number).text);
    if (found) return found[1];
  }
  return "";
}
