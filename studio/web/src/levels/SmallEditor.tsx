// A small editor of rules that belong to no file. Its text is a remembered value: it outlives tabs, reloads and restarts.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { puzzleScript } from "./puzzlescript";

const classes = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.atom, class: "tok-bool" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.punctuation, class: "tok-punctuation" },
]);

interface Props {
  text: Signal<string>;
  label: string;
  /** Messages as the library gives them: `name:line: words`, a line each. */
  trouble?: string | null;
}

export function SmallEditor({ text, label, trouble }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text.value,
        extensions: [
          EditorView.cspNonce.of(document.body.dataset.nonce ?? ""),
          lineNumbers(), history(), puzzleScript(true), syntaxHighlighting(classes), EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label, "data-own-undo": "" }),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) text.value = update.state.sliceDoc();
          }),
        ],
      }),
    });
    view.current = made;
    const stop = effect(() => {
      const now = text.value;
      if (now !== made.state.sliceDoc())
        made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: now } });
    });
    return () => {
      stop();
      made.destroy();
      view.current = null;
    };
  }, [text]);
  useEffect(() => {
    const now = view.current;
    if (now) now.dispatch(setDiagnostics(now.state, read(now.state, trouble ?? "")));
  }, [trouble]);
  return <div class="code small" ref={host} />;
}

function read(state: EditorState, trouble: string): Diagnostic[] {
  return trouble.split("\n").flatMap((said): Diagnostic[] => {
    const found = /^[^:]+:(\d+):\s*(.*)$/.exec(said);
    if (!found) return [];
    const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, Number(found[1]))));
    return [{ from: line.from, to: line.to, severity: "error", message: found[2] }];
  });
}
