// The pack as text: highlighting, completion, what `check` says inline, and fixes at a keystroke.

import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorView, keymap } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Doc } from "../documents";
import { rememberHere } from "../project";
import { CodeEditor } from "../ui/CodeEditor";
import { Tabs, plural } from "../ui/parts";
import { packCompletion } from "./completion";
import { goTo, showProblems } from "./editor_problems";
import { History } from "./History";
import { checked, checks, files, jump } from "./pack";
import { fixed, goToProblem, ProblemRow } from "./problems";
import type { Fix, Problem } from "./types";

const shown = rememberHere<Record<string, string>>("text.file", {});

export function TextView({ entry }: { entry: { path: string } }) {
  const docs = files.value;
  const chosen = docs.find((doc) => doc.path === shown.value[entry.path]) ?? docs[0];
  const choose = (path: string) => (shown.value = { ...shown.value, [entry.path]: path });
  useEffect(
    () =>
      effect(() => {
        const target = jump.value;
        if (target && !target.file.endsWith(".lp")) choose(target.file);
      }),
    [entry.path],
  );
  if (!chosen) return <p class="boot">Opening…</p>;
  const count = (doc: Doc) => {
    const { problems = [], more = 0 } = checked.value ?? {};
    const own = problems.filter((problem) => problem.file === doc.path).length;
    return own && `${own}${more ? "+" : ""}`;
  };
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
      <Editor key={chosen.path} doc={chosen} />
      <Problems onChoose={goToProblem} />
    </div>
  );
}

function Editor({ doc }: { doc: Doc }) {
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    const stops = [
      effect(() => {
        const result = checked.value;
        if (view.current && result) showProblems(view.current, result.problems.filter((one) => one.file === doc.path), applyFix);
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
        if (checked.value) showProblems(ready, checked.value.problems.filter((one) => one.file === doc.path), applyFix);
      }}
      extensions={[
        yaml(), lintGutter(), linter(null), keymap.of(lintKeymap),
        packCompletion(() => (["items", "rules", "areas", "maps"].includes(section()) ? section() : "pack")),
      ]}
    />
  );
}

/** All problems below the text, for the keyboard and for screen readers. */
function Problems({ onChoose }: { onChoose: (problem: Problem) => void }) {
  const result = checked.value;
  if (!result) return <section class="problems" aria-label="Problems"><p class="soft" role="status">Checking…</p></section>;
  const { size, problems, more } = result;
  return (
    <section class="problems" aria-label="Problems" data-checks={checks.value}>
      <p class={problems.length ? "" : "fine"} role="status">
        {problems.length
          ? counted(result.errors, problems.length + more - result.errors)
          : `${plural(size.items, "item")}, ${plural(size.rules, "rule")}, ${plural(size.areas, "area")}: no problems found`}
      </p>
      <ul>
        {problems.map((problem) => (
          <ProblemRow key={`${problem.file}:${problem.line}:${problem.column}:${problem.code}`} problem={problem}
            onChoose={() => onChoose(problem)} onFix={(fix) => applyFix(problem, fix)} />
        ))}
      </ul>
    </section>
  );
}

function counted(errors: number, warnings: number): string {
  return [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(" · ");
}

function applyFix(problem: Problem, fix: Fix): void {
  const doc = files.value.find((one) => one.path === problem.file);
  if (doc) fixed(doc, problem, fix);
}
