// Problems in a text: in the list below it, the edits that fix them, and the way there.

import type { Doc } from "../documents";
import { say } from "../ui/messages";
import { Button, Coded } from "../ui/parts";
import { show } from "../views";
import { designPage } from "./DesignView";
import { jump } from "./pack";
import type { Fix, Problem } from "./types";

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
