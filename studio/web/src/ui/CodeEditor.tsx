// A text editor on one of the server's documents. Undo is the studio's own: it goes through all views.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { difference, redo, undo, type Doc } from "../documents";
import { complain } from "./messages";

const outside = Annotation.define<boolean>();

const classes = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], class: "tok-key" },
  { tag: [tags.string, tags.special(tags.string)], class: "tok-string" },
  { tag: [tags.comment, tags.lineComment], class: "tok-comment" },
  { tag: tags.number, class: "tok-number" },
  { tag: [tags.bool, tags.atom], class: "tok-bool" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.punctuation, class: "tok-punctuation" },
]);

/** CodeMirror's own way out, for those who cannot see that Tab indents. */
const LEAVING = "Tab indents. Press Escape and then Tab to leave the text.";

const studioUndo = keymap.of([
  { key: "Mod-z", run: () => (void undo().catch(complain), true) },
  { key: "Mod-Shift-z", run: () => (void redo().catch(complain), true) },
  { key: "Mod-y", run: () => (void redo().catch(complain), true) },
]);

interface Props {
  doc: Doc;
  label: string;
  extensions?: Extension;
  /** Called once with the view, for diagnostics and jumps. */
  onReady?: (view: EditorView) => void;
}

export function CodeEditor({ doc, label, extensions = [], onReady }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: lines(doc.text.value),
        extensions: [
          EditorView.cspNonce.of(document.body.dataset.nonce ?? ""),
          lineNumbers(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
          highlightSelectionMatches(), indentUnit.of("  "), syntaxHighlighting(classes),
          EditorState.allowMultipleSelections.of(true),
          EditorView.contentAttributes.of({ "aria-label": label, "aria-description": LEAVING, "data-own-undo": "", tabindex: "0" }),
          studioUndo,
          extensions,
          keymap.of([...closeBracketsKeymap, ...searchKeymap, ...defaultKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.some((one) => one.docChanged && !one.annotation(outside));
            const typed = update.state.sliceDoc();
            if (own) doc.type(doc.text.value.includes("\r\n") ? typed.replaceAll("\n", "\r\n") : typed);
          }),
        ],
      }),
    });
    const stop = effect(() => {
      const now = lines(doc.text.value);
      const before = view.state.sliceDoc();
      if (now !== before) view.dispatch({ changes: difference(before, now), annotations: outside.of(true) });
    });
    onReady?.(view);
    return () => {
      stop();
      view.destroy();
    };
  }, [doc]);
  return <div class="code" ref={host} />;
}

/** The editor has `\n` at the end of every line; the file keeps the line ends that it has. */
function lines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
