// Problems in a text: in the editor, in the list below it, and the edits that fix them.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { render } from "preact";
import type { Doc } from "../documents";
import { say } from "../ui/messages";
import { Button, Coded } from "../ui/parts";
import { show } from "../views";
import { designPage } from "./DesignView";
import { jump } from "./pack";
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

/** Makes an edit that fixes a problem. */
export function fixed(doc: Doc, _problem: Problem, fix: Fix): void {
  const lines = doc.text.value.split("\n");
  const line = lines[fix.line - 1];
  lines[fix.line - 1] = line.slice(0, fix.from - 1) + fix.text + line.slice(fix.to - 1);
  doc.type(lines.join("\n"), false);
  say(`${fix.title}: done`);
}

/** Goes to where a problem is: in the text, or among the constraints. */
export function goToProblem(problem: Problem): void {
  jump.value = { ...problem };
  const own = problem.file.endsWith(".lp");
  if (own) designPage.value = "constraints";
  show(own ? "design" : "pack");
}

interface RowProps {
  problem: Problem;
  onChoose: () => void;
  onFix: (fix: Fix) => void;
}

export function ProblemRow({ problem, onChoose, onFix }: RowProps) {
  return (
    <li class={problem.severity}>
      <button type="button" onClick={onChoose}>
        <span class={`dot ${problem.severity}`} role="img" aria-label={problem.severity} />
        <span>
          <Coded text={problem.message} /> {problem.hint && <span class="soft">– <Coded text={problem.hint} /></span>}
        </span>
        <span class="where">{problem.file.split("/").pop()}:{problem.line}</span>
      </button>
      {problem.fixes.map((fix) => (
        <Button key={fix.title} look="quiet" onClick={() => onFix(fix)}>{fix.title}</Button>
      ))}
    </li>
  );
}
