// What can be asked for a level: suggestions, repairs, new levels, combinations, and what was there before.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, RequestFailure } from "../connection";
import { remember } from "../project";
import { complain, say } from "../ui/messages";
import { Button, NumberField } from "../ui/parts";
import { Sprite, Thumb } from "./Board";
import { levelNumber, type Game, type OpenGame } from "./game";
import { decode, encode, type Level, type LevelMessage } from "./grid";
import { SmallEditor } from "./LaterEditor";
import { choosePanel, formerOf, keepCards, keepFormer, locks, panel, working, type Card, type Panel, type Work } from "./state";
import {
  MEASURES, PRESETS, costs, freeBorder, keep, ownRules, preset, rank, running, start, stop, trouble, weights,
} from "./suggestions";

interface Props {
  open: OpenGame;
  game: Game;
  level: Level;
}

interface Answer {
  note: string;
  levels: { level: LevelMessage; moves: number[]; difficulty: number | null; words: string }[];
}

/** Asks for levels and puts them on the strip, the best so far on the way. `said`: what is done, until there is more to
 *  say. */
async function fetchCards(open: OpenGame, work: Omit<Work, "request">, title: string, params: object): Promise<void> {
  const { of, kind } = work;
  let found: Card[] = [];
  const take = (said: Answer) => {
    found = said.levels.map((one): Card => ({
      ...one, id: `${kind} ${one.level.width} ${one.level.cells}`, level: decode(one.level), fresh: true,
    }));
    keepCards(open.path, of, said.note, found);
  };
  const asked = ask<Answer, { so_far?: Answer; progress?: string }>(kind, { path: open.path, ...params }, {
    title,
    onEvent: (event) => {
      if (event.so_far) take(event.so_far);
      const said = event.so_far?.note ?? (found.length ? "" : event.progress);
      if (said && isMine()) working.value = { ...work, said, request: asked.id };
    },
  });
  const isMine = () => working.value?.request === asked.id;
  working.value = { ...work, request: asked.id };
  try {
    const said = await asked;
    take(said);
    if (!said.levels.length) say(said.note);
  } catch (error) {
    if (error instanceof RequestFailure && !error.quiet) keepCards(open.path, of, error.message, found);
    complain(error);
  } finally {
    // What has taken its place goes on.
    if (isMine()) working.value = null;
  }
}

const PANELS: readonly (readonly [Panel, string])[] = [
  ["suggest", "Suggest"],
  ["repair", "Fix"],
  ["generate", "New"],
  ["combine", "Combine"],
  ["history", "Before"],
];

export function Panels({ open, game, level }: Props) {
  const Shown = { suggest: SuggestPanel, repair: RepairPanel, generate: GeneratePanel, combine: CombinePanel, history: HistoryPanel }[
    panel.value
  ];
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = PANELS.findIndex(([name]) => name === panel.value);
    choosePanel(PANELS[(at + by + PANELS.length) % PANELS.length][0]);
    const tabs = event.currentTarget as HTMLElement;
    requestAnimationFrame(() => (tabs.querySelector("[aria-selected=true]") as HTMLElement | null)?.focus());
  };
  return (
    <aside class="panel" aria-label="Help with this level">
      <div class="tabs" role="tablist" aria-label="Help with this level" onKeyDown={step}>
        {PANELS.map(([name, title]) => (
          <button
            key={name} type="button" role="tab" data-panel={name} aria-selected={panel.value === name}
            tabIndex={panel.value === name ? 0 : -1} onClick={() => choosePanel(name)}
          >{title}</button>
        ))}
      </div>
      <div class="panel-body" role="tabpanel" aria-label={PANELS.find(([name]) => name === panel.value)?.[1]}>
        {game.refusals.length > 0 && panel.value !== "history" ? (
          <p class="refused">Levels of this game cannot be judged, so there is nothing to offer: {game.refusals.join("; ")}.</p>
        ) : (
          <Shown open={open} game={game} level={level} />
        )}
      </div>
    </aside>
  );
}

// --- suggestions ------------------------------------------------------------------------------------------------------

function SuggestPanel({ open, game, level }: Props) {
  const now = running.value;
  const own = preset.value === "own";
  const copyPreset = async () => {
    try {
      const name = PRESETS.some(([one]) => one === preset.value) ? preset.value : "everything";
      ownRules.value = await ask<string>("levels.preset", { path: open.path, level: encode(level), preset: name });
      preset.value = "own";
    } catch (error) {
      complain(error);
    }
  };
  const choose = (name: string) => {
    preset.value = name;
    if (name === "own" && !ownRules.value.trim()) void copyPreset();
    else if (running.value) start(open, running.value.like);
  };
  return (
    <>
      <div class="go">
        {now ? (
          <Button look="danger" onClick={stop} data-action="stop">■ Stop</Button>
        ) : (
          <Button look="main" onClick={() => start(open)} data-action="start">▶ Start</Button>
        )}
        <span class="soft">{now ? (now.like ? "more like the one you pointed at" : "following your level") : "until you stop it"}</span>
      </div>
      <fieldset>
        <legend>What may change</legend>
        <div class="presets">
          {PRESETS.map(([name, title]) => (
            <Button key={name} pressed={preset.value === name} onClick={() => choose(name)} data-preset={name}>{title}</Button>
          ))}
          <Button pressed={own} onClick={() => choose("own")} data-preset="own">Your own rules</Button>
        </div>
        {own ? (
          <>
            <SmallEditor text={ownRules} label="Transformation rules" trouble={trouble.value} />
            <small>PuzzleScript rules with <code>choose</code>, <code>option</code> and <code>or</code>. The text stays.</small>
          </>
        ) : (
          <button type="button" class="link" onClick={() => void copyPreset()}>Edit these rules</button>
        )}
        {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
        <label class="choice">
          <input type="checkbox" checked={freeBorder.value} onChange={(event) => (freeBorder.value = event.currentTarget.checked)} />
          the outer wall may change too
        </label>
      </fieldset>
      <fieldset>
        <legend>What is better</legend>
        {MEASURES.map(([name, title, , about]) => (
          <label key={name} class="slider" title={about}>
            <span>{title}</span>
            <input
              type="range" min={-10} max={10} step={1} value={weights.value[name] ?? 0} aria-label={`${title}: ${about}`}
              data-measure={name}
              onInput={(event) => (weights.value = { ...weights.value, [name]: Number(event.currentTarget.value) })}
            />
            <output aria-live="off">{weights.value[name] ?? 0}</output>
          </label>
        ))}
        <p class="formula" title="The ranking, as the command line has it">{rank()}</p>
        {(weights.value.cost ?? 0) !== 0 && <Costs open={open} game={game} />}
      </fieldset>
      <label class="slider">
        <span>Keep</span>
        <input type="range" min={4} max={24} value={keep.value} onInput={(event) => (keep.value = Number(event.currentTarget.value))} />
        <output aria-live="off">{keep.value}</output>
      </label>
      {now && <Button onClick={() => start(open, now.like)}>Start anew with these wishes</Button>}
    </>
  );
}

function Costs({ open, game }: { open: OpenGame; game: Game }) {
  const mine = costs.value[open.path] ?? {};
  const set = (line: number, cost: number | null) => {
    const { [line]: _, ...rest } = mine;
    costs.value = { ...costs.value, [open.path]: cost === null ? rest : { ...rest, [line]: cost } };
  };
  return (
    <div class="costs">
      <small>COST of each rule, on top of 1 for a move. A comment (COST 10) behind a rule does the same for good.</small>
      {game.rules.map((rule) => (
        <label key={rule.line}>
          <code title={`line ${rule.line}`}>{rule.text}</code>
          <NumberField value={mine[rule.line] ?? null} optional fractions min={-1_000_000} max={1_000_000} placeholder="0"
            aria-label={`Cost of the rule on line ${rule.line}`} onChange={(cost) => set(rule.line, cost)} />
        </label>
      ))}
    </div>
  );
}

// --- repair and simplify ----------------------------------------------------------------------------------------------

function RepairPanel({ open, level }: Props) {
  const close = useSignal(false);
  const border = { free_border: freeBorder.value };
  return (
    <>
      <h3>Make it work</h3>
      <p>The fewest changes after which this level can be solved. What is frozen stays as it is.</p>
      <Button
        look="main" busy={working.value?.kind === "levels.repair"} data-action="repair"
        onClick={() => void fetchCards(open, { of: "repair", kind: "levels.repair", said: "Trying changes…" }, "Repairing", { level: encode(level), ...locks(open), ...border })}
      >Make it work</Button>
      <hr />
      <h3>Simplify</h3>
      <p>Takes away what does not matter: the same moves still win, no shorter ones do, and it stays about as hard.</p>
      <label class="choice">
        <input type="checkbox" checked={close.value} onChange={(event) => (close.value = event.currentTarget.checked)} />
        fill space that does not matter with walls
      </label>
      <Button
        busy={working.value?.kind === "levels.simplify"} data-action="simplify"
        onClick={() =>
          void fetchCards(open, { of: "repair", kind: "levels.simplify", said: "Trying what can go…" }, "Simplifying", { level: encode(level), close: close.value, ...locks(open), ...border })
        }
      >Simplify</Button>
    </>
  );
}

// --- generate ---------------------------------------------------------------------------------------------------------

interface Wishes {
  where: "room" | "here";
  width: number;
  height: number;
  length: [number | null, number | null];
  difficulty: [number | null, number | null];
  uses: number[];
  unique: boolean;
  count: number;
  seconds: number;
  numbers: Record<string, [number | null, number | null]>;
}
const wishes = remember<Wishes>("levels.generate", {
  where: "room", width: 7, height: 7, length: [8, null], difficulty: [null, null], uses: [], unique: false, count: 6, seconds: 15,
  numbers: {},
});

function Range({ label, value, onChange }: { label: string; value: [number | null, number | null]; onChange: (range: [number | null, number | null]) => void }) {
  return (
    <span class="range" role="group" aria-label={label}>
      <span>{label}</span>
      <NumberField optional min={0} max={1_000_000} placeholder="any" aria-label={`${label} at least`} value={value[0]}
        onChange={(least) => onChange([least, value[1]])} />
      <span aria-hidden="true">to</span>
      <NumberField optional min={0} max={1_000_000} placeholder="any" aria-label={`${label} at most`} value={value[1]}
        onChange={(most) => onChange([value[0], most])} />
    </span>
  );
}

function GeneratePanel({ open, game, level }: Props) {
  const now = wishes.value;
  const set = (change: Partial<Wishes>) => (wishes.value = { ...wishes.value, ...change });
  const turned = [["moves", now.length], ["difficulty", now.difficulty], ...Object.entries(now.numbers).map(([id, range]) => [game.objects[Number(id)]?.name ?? "", range] as const)] as const;
  const wrong = turned.filter(([, [least, most]]) => least !== null && most !== null && least > most).map(([name]) => name);
  const things = game.objects.map((_, id) => id).filter((id) => !game.ground.includes(id));
  const lines = new Set(game.rules.map((rule) => rule.line));
  const go = () => {
    const { where, width, height, numbers, uses, ...rest } = wishes.value;
    const place = where === "here" ? { level: encode(level) } : { width, height };
    const wanted = Object.entries(numbers).filter(([thing, [least, most]]) => Number(thing) < game.objects.length && (least !== null || most !== null));
    void fetchCards(open, { of: "generate", kind: "levels.generate", said: "Trying many levels…" }, "Making levels", {
      ...rest, ...place, uses: uses.filter((line) => lines.has(line)), numbers: Object.fromEntries(wanted),
    });
  };
  return (
    <>
      <h3>New levels by outcome</h3>
      <fieldset>
        <legend>Where</legend>
        <label class="choice"><input type="radio" name="where" checked={now.where === "room"} onChange={() => set({ where: "room" })} /> an empty room</label>
        {now.where === "room" && (
          <span class="range">
            <NumberField min={3} max={30} value={now.width} aria-label="Columns" onChange={(width) => set({ width: width ?? now.width })} />
            <span aria-hidden="true">×</span>
            <NumberField min={3} max={30} value={now.height} aria-label="Rows" onChange={(height) => set({ height: height ?? now.height })} />
          </span>
        )}
        <label class="choice"><input type="radio" name="where" checked={now.where === "here"} onChange={() => set({ where: "here" })} /> the bare cells of this level</label>
      </fieldset>
      <fieldset>
        <legend>Playing it takes</legend>
        <Range label="moves" value={now.length} onChange={(length) => set({ length })} />
        <Range label="difficulty" value={now.difficulty} onChange={(difficulty) => set({ difficulty })} />
        <label class="choice"><input type="checkbox" checked={now.unique} onChange={(event) => set({ unique: event.currentTarget.checked })} /> only one shortest solution</label>
      </fieldset>
      {game.rules.length > 1 && (
        <fieldset>
          <legend>Rules that it uses</legend>
          {game.rules.map((rule) => (
            <label key={rule.line} class="choice rule">
              <input type="checkbox" checked={now.uses.includes(rule.line)}
                onChange={(event) => set({ uses: event.currentTarget.checked ? [...now.uses, rule.line] : now.uses.filter((line) => line !== rule.line) })} />
              <code>{rule.text}</code>
            </label>
          ))}
        </fieldset>
      )}
      <details>
        <summary>Numbers of objects</summary>
        {things.map((id) => (
          <div key={id} class="number">
            <Sprite game={game} thing={id} size={20} />
            <Range label={game.objects[id].name} value={now.numbers[id] ?? [null, null]} onChange={(range) => set({ numbers: { ...now.numbers, [id]: range } })} />
          </div>
        ))}
      </details>
      <label class="slider"><span>How many</span><input type="range" min={1} max={12} value={now.count} onInput={(event) => set({ count: Number(event.currentTarget.value) })} /><output aria-live="off">{now.count}</output></label>
      <label class="slider"><span>Seconds</span><input type="range" min={2} max={60} value={now.seconds} onInput={(event) => set({ seconds: Number(event.currentTarget.value) })} /><output aria-live="off">{now.seconds}</output></label>
      {wrong.length > 0 && <p class="trouble" role="alert">At least is more than at most: {wrong.join(", ")}.</p>}
      <Button look="main" busy={working.value?.kind === "levels.generate"} disabled={wrong.length > 0} onClick={go} data-action="generate">Make levels</Button>
    </>
  );
}

// --- combine ----------------------------------------------------------------------------------------------------------

function CombinePanel({ open, game, level }: Props) {
  const entries = open.entries.value;
  const others = entries.flatMap((one, index) => (one.kind === "level" && index !== open.entry.value ? [{ level: one.level, index }] : []));
  const chosen = useSignal<number | null>(null);
  const other = others.find((one) => one.index === chosen.value) ?? others[0];
  if (!other) return <p>The game has only this level. Add another to combine them.</p>;
  return (
    <>
      <h3>Combine two levels</h3>
      <p>Side by side with a door, parts of both, the walls of one with the things of the other: every way is played, and the hardest come back.</p>
      <div class="pair">
        <figure><Thumb game={game} level={level} size={110} /><figcaption>this level</figcaption></figure>
        <span aria-hidden="true">+</span>
        <figure><Thumb game={game} level={other.level} size={110} /><figcaption>level {levelNumber(entries, other.index)}</figcaption></figure>
      </div>
      <div class="choices" role="radiogroup" aria-label="The other level">
        {others.map((one) => (
          <button key={one.index} type="button" role="radio" aria-checked={one.index === other.index} aria-label={`Level ${levelNumber(entries, one.index)}`} onClick={() => (chosen.value = one.index)}>
            <Thumb game={game} level={one.level} size={44} />
            <small>{levelNumber(entries, one.index)}</small>
          </button>
        ))}
      </div>
      <Button look="main" busy={working.value?.kind === "levels.combine"} data-action="combine"
        onClick={() => void fetchCards(open, { of: "combine", kind: "levels.combine", said: "Trying every way…" }, "Combining", { level: encode(level), other: encode(other.level) })}>
        Combine
      </Button>
    </>
  );
}

// --- before -----------------------------------------------------------------------------------------------------------

function HistoryPanel({ open, game }: Props) {
  const all = formerOf(open.path);
  const since = useSignal(Date.now());
  useEffect(() => {
    since.value = Date.now();
  }, []);
  return (
    <>
      <h3>What was on the canvas</h3>
      <p>Everything that was replaced or worked on is kept here, also after a restart. A click brings it back.</p>
      <ol class="formers">
        {all.map((one) => (
          <li key={one.time}>
            <button
              type="button"
              onClick={() => {
                keepFormer(open, "before going back");
                open.edit(one.level, "go back to an earlier level");
              }}
            >
              <Thumb game={game} level={one.level} size={72} />
              <span>{one.label}<small>{when(one.time, since.value)}</small></span>
            </button>
          </li>
        ))}
        {!all.length && <li class="nothing">Nothing yet.</li>}
      </ol>
    </>
  );
}

function when(time: number, now: number): string {
  const minutes = Math.round((now - time) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return new Date(time).toLocaleString("en", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}
