// Problems in the editor of a text.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { render } from "preact";
import { Coded } from "../ui/parts";
import type { Fix, Problem } from "./types";

export function showProblems(view: EditorView, problems: Problem[], onFix: (problem: Problem, fix: Fix) => void): void {
  const found: Diagnostic[] = [];
  for (const problem of problems) {
    if (problem.line > view.state.doc.lines) continue;
    const line = view.state.doc.line(Math.max(1, problem.line));
    const at = (column: number) => Math.min(line.to, line.from + Math.max(0, column - 1));
    found.push({
      from: at(problem.column),
      to: Math.max(at(problem.end), at(problem.column)),
      severity: problem.severity,
      renderMessage: () => rendered(problem),
      message: problem.message + (problem.hint ? `\n${problem.hint}` : ""),
      actions: problem.fixes.map((fix) => ({ name: fix.title, apply: () => onFix(problem, fix) })),
    });
  }
  view.dispatch(setDiagnostics(view.state, found));
}

/** The same for the editor, which draws past Preact. */
function rendered(problem: Problem): HTMLElement {
  const place = document.createElement("span");
  render(<><Coded text={problem.message} />{problem.hint && <><br /><Coded text={problem.hint} /></>}</>, place);
  return place;
}

export function goTo(view: EditorView, line: number, column: number): void {
  const where = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
  const at = Math.min(where.to, where.from + Math.max(0, column - 1));
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}
