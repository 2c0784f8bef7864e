// The source of a game, with the compiler's messages where they belong.

import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Entry } from "../protocol";
import { CodeEditor } from "../ui/CodeEditor";
import { plural } from "../ui/parts";
import type { CompilerMessage, OpenGame } from "./game";
import { Obstacle, useGame } from "./LevelsView";
import { puzzleScript } from "./puzzlescript";

export function SourceView({ entry }: { entry: Entry }) {
  const open = useGame(entry);
  if (!open) return <Obstacle open={open} />;
  return <Source open={open} />;
}

function Source({ open }: { open: OpenGame }) {
  const [view, setView] = useState<EditorView | null>(null);
  const extensions = useMemo(() => [puzzleScript(), lintGutter()], []);
  useEffect(() => {
    if (!view) return;
    return effect(() => {
      const said = open.messages.value ?? [];
      view.dispatch(setDiagnostics(view.state, said.flatMap((message) => diagnostic(view, message))));
    });
  }, [view, open]);
  const said = open.messages.value;
  const jump = (line: number | null) => {
    if (!view || line === null) return;
    const place = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
    view.dispatch({ selection: { anchor: place.from }, scrollIntoView: true });
    view.focus();
  };
  return (
    <div class="source">
      <CodeEditor doc={open.doc} label="PuzzleScript source" extensions={extensions} onReady={setView} />
      <footer class="compiler" aria-label="Compiler">
        <p role="status" aria-live="polite">
          {said === null ? "Compiling…" : <Summary open={open} said={said} />}
        </p>
        {!!said?.length && (
          <ul class="compiler-messages">
            {said.map((message, index) => (
              <li key={index} class={message.kind}>
                <button type="button" onClick={() => jump(message.line)}>
                  <span class="line">{message.line === null ? "game" : `line ${message.line}`}</span> {message.text}
                </button>
              </li>
            ))}
          </ul>
        )}
      </footer>
    </div>
  );
}

function Summary({ open, said }: { open: OpenGame; said: readonly CompilerMessage[] }) {
  const errors = open.errors.value;
  const warnings = said.filter((message) => message.kind === "warning").length;
  if (errors) return <span class="chip bad">{plural(errors, "error")}</span>;
  const game = open.game.value;
  const levels = open.entries.value.filter((one) => one.kind === "level").length;
  return (
    <>
      <span class="chip good">✓ compiles</span>{" "}
      {warnings > 0 && <span class="chip warn">{plural(warnings, "warning")}</span>}{" "}
      {game && <span class="soft">{plural(game.objects.length, "object")}, {plural(game.rules.length, "rule")}, {plural(levels, "level")}</span>}
    </>
  );
}

function diagnostic(view: EditorView, message: CompilerMessage): Diagnostic[] {
  if (message.line === null) return [];
  const line = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, message.line)));
  const begin = line.from + (line.text.length - line.text.trimStart().length);
  return [{ from: Math.min(begin, line.to), to: line.to, severity: message.kind, message: message.text }];
}
