// One puzzle: the chart in the middle, and beside it what can be done with the step that is chosen.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, Empty, Spinner, plural } from "../ui/parts";
import { registerCommand, show } from "../views";
import { AlternativesDialog } from "./AlternativesDialog";
import { ExportMenu } from "./ExportMenu";
import { Limits } from "./Limits";
import { areaWords, edition, hueOf, model, packPath } from "./pack";
import { PuzzleChart } from "./PuzzleChart";
import { DifficultyMark, Guarantees } from "./PuzzleCards";
import {
  bench, choiceCount, choose, findAlternatives, findPossibilities, goBack, isChosen, keepArea, keepInTray, lastMilliseconds,
  measureOpen, NO_CHOICES, type Possibility, possibilities, prepare, regenerate, regenerating, selected, signatureOf, update, why,
} from "./puzzles";
import type { Card, StepInfo } from "./types";
import { WhyPanel } from "./WhyPanel";

const preview = signal<Card | null>(null);

export function PuzzleView() {
  const { open, choices, past, tray } = bench.value;
  useEffect(() => {
    if (open) prepare();
  }, [packPath.value, edition.value]);
  useEffect(measureOpen, [open?.id]);
  useEffect(() => {
    const stops = [
      registerCommand({ id: "regenerate", title: "Regenerate the rest of the puzzle", keys: "R", run: () => void regenerate() }),
      registerCommand({ id: "back", title: "Go back to the puzzle before", run: goBack }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest("input, textarea, select, dialog, .cm-editor")) return;
      void regenerate();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  if (!open) {
    return (
      <Empty title="No puzzle is open">
        <p>Make puzzles and open one: then keep what you like and regenerate the rest.</p>
        <Button look="main" onClick={() => show("puzzles")}>Go to the puzzles</Button>
      </Empty>
    );
  }
  const shown = preview.value ?? open;
  const before = past.at(-1);
  const known = identities(preview.value ? open : (before ?? null));
  const step = open.steps.find((one) => one.id === selected.value) ?? null;
  const count = choiceCount(choices);
  return (
    <div class="puzzle-view">
      <header class="puzzle-head">
        <h1>{plural(open.steps.length, "step")}</h1>
        <DifficultyMark value={open.difficulty} />
        <Guarantees said={open.puzzle.guarantees} />
        <span class="grow" />
        <Button disabled={!past.length} onClick={goBack} title="The puzzle before">Back</Button>
        <Button look="main" busy={regenerating.value !== null} onClick={() => void regenerate()} title="Keep what has a pin, regenerate the rest (R)">
          {count ? "Regenerate the rest" : "Regenerate"}
        </Button>
        <Button pressed={tray.some((one) => one.id === open.id)} onClick={() => keepInTray(open)}>Keep in tray</Button>
        <Button onClick={() => show("play")}>Play</Button>
        <ExportMenu card={open} />
      </header>
      <div class="puzzle-body">
        <PuzzleChart
          card={shown} selected={step?.id} kept={preview.value ? [] : choices.steps} known={known}
          onSelect={(id) => (selected.value = id)}
        />
        <aside class="inspector" aria-label="Steering">
          {why.value && <WhyPanel />}
          {step ? <StepPanel key={step.id} step={step} card={open} /> : <Overview card={open} />}
          <ChosenList card={open} />
          <p class="soft timing" role="status">
            {lastMilliseconds.value !== null && before &&
              `New puzzle: ${plural(open.steps.length, "step")}, ${plural(news(before, open), "new one")}, in ${Math.round(lastMilliseconds.value)} ms`}
          </p>
        </aside>
      </div>
      <AlternativesDialog preview={preview} />
    </div>
  );
}

function identities(card: Card | null): ReadonlySet<string> | undefined {
  return card ? new Set(card.steps.map((step) => signatureOf(card, step.id))) : undefined;
}

function StepPanel({ step, card }: { step: StepInfo; card: Card }) {
  const kept = isChosen("steps", step.id);
  const found = possibilities.value?.step === step.id ? possibilities.value : null;
  useEffect(() => findPossibilities(step.id), [step.id, card.id, JSON.stringify(bench.value.choices)]);
  const item = (name: string) => model.value?.items.find((one) => one.name === name)?.words ?? name;
  const leaves = step.takes.filter((one) => one.from === null);
  const can = (kind: string, value: string | number) =>
    found?.found.find(({ choice }) => choice.kind === kind && choice.value === value);
  const limits = [...new Set(found?.found.flatMap((one) => one.limits ?? []))];
  const names = [...new Set([...step.takes, ...step.makes].map((one) => one.item))];
  return (
    <section class="step-panel">
      <Button look="quiet" onClick={() => (selected.value = null)}>‹ All steps</Button>
      <p class="crumb">
        <span class="area-dot area-tint" style={`--hue: ${hueOf(step.area)}`} />
        {areaWords(step.area)} · step {card.puzzle.solution.indexOf(step.id) + 1}
      </p>
      <h2>{step.title}</h2>
      <span class="sr" role="status">
        Step {card.puzzle.solution.indexOf(step.id) + 1}, {step.title}: its choices are beside the chart.
        {found?.done ? ` ${plural(found.found.filter((one) => one.card).length, "thing")} can be ruled out.` : ""}
      </span>
      <code class="notation">{step.notation}</code>
      <div class="row">
        <Button pressed={kept} onClick={() => choose("steps", step.id)}>{kept ? "Kept" : "Keep this step"}</Button>
        <Button onClick={() => findAlternatives(step.id)}>Other ways…</Button>
      </div>
      {leaves.length > 0 && (
        <>
          <h3>Found in the world</h3>
          <ul class="choice-list">
            {leaves.map((leaf) => {
              const thing = card.puzzle.objects.find((one) => one.id === leaf.object);
              if (!thing) return null;
              return (
                <li key={leaf.object}>
                  <span>{item(leaf.item)} <span class="soft">in {areaWords(thing.area) || "the inventory"}</span></span>
                  {thing.placed ? (
                    <Button look="quiet" pressed={isChosen("objects", leaf.object)} onClick={() => choose("objects", leaf.object)}>
                      Keep it there
                    </Button>
                  ) : (
                    <small>always there</small>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <h3>Never use {found && !found.done && <Spinner />}</h3>
      <ul class="choice-list never">
        <NeverRow title="this rule" kind="never_rules" value={step.rule} card={card} can={can("never_rules", step.rule)} done={!!found?.done} />
        {names.map((name) => (
          <NeverRow key={name} title={item(name)} kind="never_items" value={name} card={card} can={can("never_items", name)} done={!!found?.done} />
        ))}
      </ul>
      {found?.done && found.broken && <Button onClick={() => findPossibilities(step.id)}>Look again</Button>}
      <Limits said={limits} />
    </section>
  );
}

interface NeverProps {
  title: string;
  kind: "never_rules" | "never_items";
  value: string | number;
  card: Card;
  can: Possibility | undefined;
  done: boolean;
}

/** A choice that is only offered if it leaves a puzzle, with what it would do. */
function NeverRow({ title, kind, value, card, can, done }: NeverProps) {
  const on = isChosen(kind, value);
  const example = can?.card;
  const effect = example && `→ ${plural(example.steps.length, "step")}, ${plural(news(card, example), "new step")}`;
  const without = !can ? (done ? "not known" : "checking…") : can.seconds ? `none without it found in ${can.seconds} s`
    : ["every puzzle", [choiceCount(bench.value.choices) && "with your choices", can.limits?.length && "within the limits"].filter(Boolean).join(" and "), "needs it"].filter(Boolean).join(" ");
  const look = (shown: Card | null) => (preview.value = shown);
  return (
    <li
      onPointerEnter={() => example && look(example)} onPointerLeave={() => look(null)}
      onFocusIn={() => example && look(example)} onFocusOut={() => look(null)}
    >
      <span>
        {title} {!on && <small>{effect ?? without}</small>}
      </span>
      <Button
        look="quiet" pressed={on} disabled={!on && !example} aria-label={on ? `Never use ${title}` : `Rule out ${title}`}
        onClick={() => {
          preview.value = null;
          choose(kind, value);
          void regenerate();
        }}
      >
        {on ? "Never" : "Rule out"}
      </Button>
    </li>
  );
}

function news(before: Card, after: Card): number {
  const known = identities(before) ?? new Set();
  return after.steps.filter((step) => !known.has(signatureOf(after, step.id))).length;
}

function Overview({ card }: { card: Card }) {
  const { choices } = bench.value;
  return (
    <section class="step-panel">
      <h2>Steer by pointing</h2>
      <p class="soft">Choose a step in the chart to keep it, to do it another way, or to rule something out. Or keep a whole area:</p>
      <ul class="choice-list">
        {card.puzzle.areas.map((area) => {
          const own = card.steps.filter((step) => step.area === area.name);
          const kept = own.every((step) => choices.steps.includes(step.id)) && choices.goals.includes(area.name);
          return (
            <li key={area.name}>
              <span>
                <span class="area-dot area-tint" style={`--hue: ${hueOf(area.name)}`} /> {areaWords(area.name)}{" "}
                <span class="soft">{plural(own.length, "step")}</span>{" "}
                {card.areas?.[area.name] && <DifficultyMark value={card.areas[area.name]} />}
              </span>
              <Button look="quiet" pressed={kept} onClick={() => keepArea(area.name, !kept)}>{kept ? "Kept" : "Keep"}</Button>
            </li>
          );
        })}
      </ul>
      <h3>Solution</h3>
      <ol class="solution">
        {card.steps.map((step) => (
          <li key={step.id}>
            <button type="button" onClick={() => (selected.value = step.id)}>
              <span class="area-dot area-tint" style={`--hue: ${hueOf(step.area)}`} />
              {step.title}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** All choices at a glance, each with a way out. */
function ChosenList({ card }: { card: Card }) {
  const { choices } = bench.value;
  if (!choiceCount(choices)) return null;
  const step = (id: string) => card.steps.find((one) => one.id === id)?.title ?? id;
  const rule = (number: number) => model.value?.rules.find((one) => one.number === number);
  const thing = (id: string) => card.puzzle.objects.find((one) => one.id === id)?.item ?? id;
  const rows = [
    ...choices.steps.map((id) => ["steps", id, `Keep: ${step(id)}`] as const),
    ...choices.objects.map((id) => ["objects", id, `Keep ${thing(id)} where it is`] as const),
    ...choices.goals.map((name) => ["goals", name, `Keep the goal of ${areaWords(name)}`] as const),
    ...choices.never_rules.map((number) => ["never_rules", number, `Never: ${rule(number)?.name ?? rule(number)?.action ?? number}`] as const),
    ...choices.never_items.map((name) => ["never_items", name, `Never: ${name}`] as const),
  ];
  return (
    <section class="chosen" aria-label="Your choices">
      <header>
        <h3>{plural(rows.length, "choice")}</h3>
        <Button look="quiet" onClick={() => update({ choices: { ...NO_CHOICES } })}>Clear</Button>
      </header>
      <ul>
        {rows.map(([kind, value, text]) => (
          <li key={`${kind}:${value}`} class="chip">
            {text}
            <button type="button" aria-label={`Let go: ${text}`} onClick={() => choose(kind, value, false)}>×</button>
          </li>
        ))}
      </ul>
    </section>
  );
}
