// The pack as text: highlighting, completion, what `check` says inline, and fixes at a keystroke.

import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorView, keymap } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../connection";
import type { Doc } from "../documents";
import { remember } from "../project";
import { CodeEditor } from "../ui/CodeEditor";
import { complain, say } from "../ui/messages";
import { Button, Tabs, plural } from "../ui/parts";
import { packCompletion } from "./completion";
import { History } from "./History";
import { checked, checks, files, jump } from "./pack";
import type { Problem } from "./types";

const shown = remember<Record<string, string>>("text.file", {});

export function TextView({ entry }: { entry: { path: string } }) {
  const docs = files.value;
  const chosen = docs.find((doc) => doc.path === shown.value[entry.path]) ?? docs[0];
  const choose = (path: string) => (shown.value = { ...shown.value, [entry.path]: path });
  useEffect(
    () =>
      effect(() => {
        const target = jump.value;
        if (target) choose(target.file);
      }),
    [entry.path],
  );
  if (!chosen) return <p class="boot">Opening…</p>;
  const count = (doc: Doc) => checked.value?.problems.filter((problem) => problem.file === doc.path).length ?? 0;
  return (
    <div class="text-view">
      <div class="text-bar">
        <Tabs
          label="Files of the pack" value={chosen.path} onChange={choose}
          tabs={docs.map((doc) => [doc.path, doc.path.split("/").pop() + (count(doc) ? ` · ${count(doc)}` : "")] as const)}
        />
        <span class="grow" />
        <History doc={chosen} />
      </div>
      <Conflict doc={chosen} />
      <Editor key={chosen.path} doc={chosen} />
      <Problems onChoose={(problem) => (jump.value = { ...problem })} />
    </div>
  );
}

function Editor({ doc }: { doc: Doc }) {
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    const stops = [
      effect(() => {
        const result = checked.value;
        if (view.current && result) show(view.current, result.problems.filter((one) => one.file === doc.path));
      }),
      effect(() => {
        const target = jump.value;
        if (!target || target.file !== doc.path || !view.current) return;
        goTo(view.current, target.line, target.column);
        jump.value = null;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [doc]);
  const section = () => doc.path.split("/").pop()?.replace(/\.ya?ml$/, "") ?? "";
  return (
    <CodeEditor
      doc={doc}
      label={`Text of ${doc.path}`}
      onReady={(ready) => {
        view.current = ready;
        if (checked.value) show(ready, checked.value.problems.filter((one) => one.file === doc.path));
      }}
      extensions={[
        yaml(), lintGutter(), linter(null), keymap.of(lintKeymap),
        packCompletion(() => (["items", "rules", "areas", "maps"].includes(section()) ? section() : "pack")),
      ]}
    />
  );
}

function show(view: EditorView, problems: Problem[]): void {
  const found: Diagnostic[] = [];
  for (const problem of problems) {
    if (problem.line > view.state.doc.lines) continue;
    const line = view.state.doc.line(problem.line);
    const at = (column: number) => Math.min(line.to, line.from + column - 1);
    found.push({
      from: at(problem.column),
      to: Math.max(at(problem.end), at(problem.column)),
      severity: problem.severity,
      message: problem.message + (problem.hint ? `\n${problem.hint}` : ""),
      actions: problem.fixes.map((fix) => ({
        name: fix.title,
        apply: () => applyFix(problem, fix),
      })),
    });
  }
  view.dispatch(setDiagnostics(view.state, found));
}

function goTo(view: EditorView, line: number, column: number): void {
  const where = view.state.doc.line(Math.min(line, view.state.doc.lines));
  const at = Math.min(where.to, where.from + column - 1);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** All problems below the text, for the keyboard and for screen readers. */
function Problems({ onChoose }: { onChoose: (problem: Problem) => void }) {
  const result = checked.value;
  if (!result) return <footer class="problems"><p class="soft">Checking…</p></footer>;
  const { size, problems, more } = result;
  return (
    <footer class="problems" aria-label="Problems" role="region" data-checks={checks.value}>
      <p class={problems.length ? "" : "fine"} role="status">
        {problems.length
          ? `${plural(problems.length + more, "problem")} · ${plural(result.errors, "error")}`
          : `${plural(size.items, "item")}, ${plural(size.rules, "rule")}, ${plural(size.areas, "area")}: no problems found`}
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.code}`} class={problem.severity}>
            <button type="button" onClick={() => onChoose(problem)}>
              <span class={`dot ${problem.severity}`} aria-label={problem.severity} />
              <span>
                {problem.message} {problem.hint && <span class="soft">{problem.hint}</span>}
              </span>
              <span class="where">{problem.file.split("/").pop()}:{problem.line}</span>
            </button>
            {problem.fixes.map((fix) => (
              <Button key={fix.title} look="quiet" onClick={() => applyFix(problem, fix)}>{fix.title}</Button>
            ))}
          </li>
        ))}
      </ul>
    </footer>
  );
}

function applyFix(problem: Problem, fix: Problem["fixes"][number]): void {
  const doc = files.value.find((one) => one.path === problem.file);
  if (!doc) return;
  const lines = doc.text.value.split("\n");
  const line = lines[fix.line - 1];
  lines[fix.line - 1] = line.slice(0, fix.from - 1) + fix.text + line.slice(fix.to - 1);
  doc.type(lines.join("\n"), false);
  say(`${fix.title}: done`);
}

/** Another program changed the same lines: the user decides. */
function Conflict({ doc }: { doc: Doc }) {
  const theirs = doc.conflict.value;
  if (theirs === null) return null;
  const settle = (keep: "ours" | "theirs") =>
    void ask("document.settle", { path: doc.path, keep }).catch(complain);
  return (
    <div class="conflict" role="alert">
      <p>Another program changed lines of {doc.path} that you changed too. Nothing is overwritten until you decide.</p>
      <Button look="main" onClick={() => settle("ours")}>Keep mine</Button>
      <Button onClick={() => settle("theirs")}>Take the other version</Button>
      <small>The version you leave stays in the history.</small>
    </div>
  );
}
