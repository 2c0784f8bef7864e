// Constraint files for CodeMirror: highlighting, and completion of the vocabulary's words and of the pack's names.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { model } from "./pack";

export interface Word {
  word: string;
  arguments: string[];
  kinds: string[];
  meaning: string;
  example: string;
}

const parser: StreamParser<{ block: boolean }> = {
  name: "constraints",
  startState: () => ({ block: false }),
  token(stream, state) {
    if (state.block || stream.match("%*")) {
      state.block = !stream.match(/^.*?\*%/);
      if (state.block) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^%\s*@\w+\([^)]*\)/)) return "keyword";
    if (stream.peek() === "%" || (stream.column() > 0 && stream.string.trimStart().startsWith("%"))) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(\\.|[^"\\])*"?/)) return "string";
    if (stream.match(/^(:-|:~|\.\.|[<>!]?=|[<>])/)) return "operator";
    if (stream.match(/^(not\b|#\w+)/)) return "keyword";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^_*[A-Z]\w*/)) return "typeName";
    if (stream.match(/^[a-z]\w*(?=\()/)) return "propertyName";
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "%" } },
};

export const asp = () => new LanguageSupport(StreamLanguage.define(parser));

/** How a word is written, with its arguments. */
export const call = (word: Word) => `${word.word}(${word.arguments.join(",")})`;

export function aspCompletion(words: () => Word[]): Extension {
  return autocompletion({ override: [(context) => complete(context, words())], icons: false });
}

function complete(context: CompletionContext, words: Word[]): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos).text.slice(0, context.pos - context.state.doc.lineAt(context.pos).from);
  if (line.trimStart().startsWith("%")) return null;
  const quoted = context.matchBefore(/"[^"]*/);
  if (quoted && (line.split('"').length - 1) % 2 === 1) {
    const options = named(kindAt(words, line.slice(0, line.lastIndexOf('"'))));
    return options.length ? { from: quoted.from + 1, options } : null;
  }
  const word = context.matchBefore(/[a-z_]\w*/);
  if (!word && !context.explicit) return null;
  const options = words.map((one): Completion => ({ label: one.word, detail: `(${one.arguments.join(",")})`, info: one.meaning, apply: call(one) }));
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
}

/** The kind of the argument that comes after a piece of a line. */
function kindAt(words: Word[], before: string): string {
  const found = /(\w+)\(([^()]*)$/.exec(before);
  const word = words.find((one) => one.word === found?.[1]);
  return word?.kinds[found?.[2].split(",").length ? found[2].split(",").length - 1 : 0] ?? "";
}

function named(kind: string): Completion[] {
  const pack = model.value;
  if (!pack) return [];
  const names: Record<string, (string | null)[]> = {
    item: pack.items.map((one) => one.name),
    type: [...pack.types, "Item"],
    area: pack.areas.map((one) => one.name),
    action: pack.rules.map((one) => one.action),
    "rule name": pack.rules.map((one) => one.name),
    property: Object.keys(pack.properties),
    goal: pack.areas.flatMap((one) => one.goals),
  };
  return [...new Set(names[kind] ?? [])].filter((name): name is string => !!name).map((label) => ({ label, detail: kind }));
}
