// What is known about the level on the canvas, judged again as it is painted.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, type Asked } from "../connection";
import { Button, Spinner } from "../ui/parts";
import type { OpenGame } from "./game";
import { encode } from "./grid";
import { spoilers } from "./state";

export interface Verdict {
  verdict: "solved" | "unsolvable" | "undecided" | "won" | "no player" | "refused";
  moves?: number[] | null;
  shortest?: boolean;
  difficulty?: number | null;
  solvers?: Record<string, number>;
  states?: number;
  reasons?: string[];
  restarts?: boolean;
}

export const verdict = signal<Verdict | null>(null);
export const judging = signal<{ states: number } | null>(null);
const patient = signal(false);

const PAUSE = 150;

/** Judges the level on the canvas whenever it changes, unless spoilers are off. */
export function useJudge(open: OpenGame): void {
  useEffect(() => {
    let timer = 0;
    let asked: Asked<Verdict> | null = null;
    const stop = effect(() => {
      const level = open.level.value;
      const broken = open.broken.value;
      // Other rules, another verdict.
      const rules = open.rules.value;
      const long = patient.value;
      window.clearTimeout(timer);
      asked?.cancel();
      asked = null;
      if (!long) verdict.value = null;
      judging.value = null;
      if (!level || broken || !rules || !spoilers.value) return;
      judging.value = { states: 0 };
      timer = window.setTimeout(() => {
        const mine = (asked = ask<Verdict, { states?: number; so_far?: Verdict }>(
          "levels.judge",
          { path: open.path, level: encode(level), patient: long },
          {
            onEvent: (said) => {
              if (asked !== mine) return;
              if (said.so_far) verdict.value = said.so_far;
              if (said.states) judging.value = { states: said.states };
            },
          },
        ));
        mine
          .then((said) => {
            if (asked !== mine) return;
            verdict.value = said;
            judging.value = null;
          })
          .catch((error: { failure?: { message: string; code: string } }) => {
            if (asked !== mine) return;
            judging.value = null;
            if (error.failure && !["cancelled", "replaced", "lost"].includes(error.failure.code))
              verdict.value = { verdict: "refused", reasons: [error.failure.message] };
          });
      }, PAUSE);
    });
    const relax = effect(() => {
      void open.level.value;
      patient.value = false;
    });
    return () => {
      stop();
      relax();
      window.clearTimeout(timer);
      asked?.cancel();
    };
  }, [open]);
}

const count = (number: number): string => number.toLocaleString("en");

export function VerdictLine({ onSolution }: { onSolution: (moves: number[]) => void }) {
  const now = verdict.value;
  if (!spoilers.value) return <span class="verdict"><span class="chip">Spoilers are off</span></span>;
  return (
    <span class="verdict" role="status" aria-live="polite">
      {now && !(judging.value && now.verdict === "undecided") && <VerdictChips now={now} />}
      {judging.value && (
        <span class="judging">
          <Spinner /> {judging.value.states > 2000 ? `${count(judging.value.states)} states…` : "looking…"}
        </span>
      )}
      {now?.verdict === "solved" && now.moves && (
        <Button look="quiet" onClick={() => onSolution(now.moves ?? [])}>Show a solution</Button>
      )}
      {now?.verdict === "undecided" && !judging.value && (
        <Button look="quiet" onClick={() => (patient.value = true)}>Look longer</Button>
      )}
    </span>
  );
}

export function VerdictChips({ now }: { now: Verdict }) {
  switch (now.verdict) {
    case "solved":
      return (
        <>
          <span class="chip good">✓ Solvable</span>
          <span class="fact"><b>{count(now.moves?.length ?? 0)}</b> {now.moves?.length === 1 ? "move" : "moves"}{now.shortest ? "" : " or fewer"}</span>
          {now.difficulty != null && (
            <span class="fact" title={Object.entries(now.solvers ?? {}).map(([name, states]) => `${name}: ${count(states)} states`).join("\n")}>
              difficulty <b>{count(now.difficulty)}</b>
            </span>
          )}
        </>
      );
    case "unsolvable":
      return <span class="chip bad">✕ Cannot be solved</span>;
    case "won":
      return <span class="chip warn">Won before the first move</span>;
    case "no player":
      return <span class="chip warn">There is no player</span>;
    case "undecided":
      return <span class="chip">Undecided after {count(now.states ?? 0)} states</span>;
    default:
      return <span class="chip" title={(now.reasons ?? []).join("\n")}>Not judged: {(now.reasons ?? [])[0]}</span>;
  }
}
