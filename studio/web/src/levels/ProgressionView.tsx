// The order of levels as a board: drag a level, and see at once which wishes the new order breaks.

import { effect, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, noteBusy } from "../connection";
import { remember } from "../project";
import type { Entry } from "../protocol";
import { complain, say } from "../ui/messages";
import { Button, plural } from "../ui/parts";
import { Thumb } from "./Board";
import { levelNumber, type Game, type OpenGame } from "./game";
import { LockIcon } from "./icons";
import { Obstacle, useGame } from "./LevelsView";
import { spoilers } from "./state";

interface Profile {
  /** The place of the level in the game's list. */
  name: string;
  moves?: number[];
  difficulty?: number;
  rules?: number[];
  reason?: string;
}
interface Broken {
  kind: string;
  level: string;
  words: string;
  other: string | null;
}
interface Wishes {
  new_rules: number | null;
  may_fall: number | null;
}

const wishes = remember<Wishes>("levels.wishes", { new_rules: 1, may_fall: 0 });
/** Pairs of levels of each game: the first comes somewhere before the second. */
const orders = remember<Record<string, [string, string][]>>("levels.pairs", {});
const profiles = signal<{ of: string; found: Profile[] } | null>(null);
const busy = signal<number | null>(null);

export function ProgressionView({ entry }: { entry: Entry }) {
  const open = useGame(entry);
  if (!open || open.broken.value || !open.game.value) return <Obstacle open={open} />;
  return <BoardOfLevels open={open} game={open.game.value} />;
}

function BoardOfLevels({ open, game }: { open: OpenGame; game: Game }) {
  const entries = open.entries.value;
  const before = () => orders.value[open.path] ?? [];
  const wish = (pairs: [string, string][]) => {
    if (JSON.stringify(pairs) !== JSON.stringify(before())) orders.value = { ...orders.value, [open.path]: pairs };
  };
  const levels = entries.flatMap((one, index) => (one.kind === "level" ? [String(index)] : []));
  const order = useSignal<string[]>(levels);
  const pinned = useSignal<Record<string, number>>({});
  const broken = useSignal<Broken[]>([]);
  const dragged = useSignal<string | null>(null);
  /** The level for which another one is being chosen that it comes before. */
  const linking = useSignal<string | null>(null);
  const stale = useComputed(() => profiles.value?.of !== open.doc.text.value);

  // The source has another list of levels. What was said about one of them goes with it.
  const drawn = entries.map((one) => (one.kind === "level" ? JSON.stringify(one.level) : ""));
  const drawnBefore = useRef(drawn);
  useEffect(() => {
    order.value = levels;
    pinned.value = {};
    linking.value = null;
    const old = drawnBefore.current;
    drawnBefore.current = drawn;
    const now = (name: string) => {
      const was = old[Number(name)] ?? "-";
      const same = drawn[Number(name)] === was ? Number(name) : drawn.indexOf(was);
      return same >= 0 ? String(same) : name;
    };
    const kept = before().map(([one, other]): [string, string] => [now(one), now(other)]);
    wish(kept.filter(([one, other]) => levels.includes(one) && levels.includes(other)));
  }, [levels.join(" "), open.doc.text.value]);

  const study = async () => {
    const of = open.doc.text.value;
    try {
      const said = await noteBusy(busy, ask<{ profiles: Profile[] }>("levels.study", { path: open.path }, { title: "Solving all levels" }));
      profiles.value = { of, found: said.profiles };
    } catch (error) {
      complain(error);
    }
  };
  useEffect(() => {
    if (profiles.value?.of !== open.doc.text.value && busy.value === null) void study();
  }, [open]);

  const known = new Map((stale.value ? [] : (profiles.value?.found ?? [])).map((one) => [one.name, one]));
  const asked = () => ({
    profiles: order.value.flatMap((name) => known.get(name) ?? []),
    wishes: { ...wishes.value, places: pinned.value, before: before() },
  });
  useEffect(
    () =>
      effect(() => {
        const now = order.value.join(" ") + JSON.stringify([wishes.value, pinned.value, stale.value, before()]);
        if (!now || stale.value || !profiles.value) {
          broken.value = [];
          return;
        }
        ask<{ broken: Broken[] }>("levels.order", asked()).then((said) => (broken.value = said.broken)).catch(complain);
      }),
    [profiles.value, stale.value],
  );

  const arrange = async () => {
    try {
      const said = await ask<{ order: string[] | null; why?: string; exact?: boolean }>("levels.order", { ...asked(), arrange: true });
      if (!said.order) say(`${said.why}: unpin a level, or give up a pair.`, "warning");
      else {
        order.value = said.order;
        say(said.exact ? "There is no better order." : "A good order. With this many levels it is not proven to be the best.");
      }
    } catch (error) {
      complain(error);
    }
  };
  const save = () => {
    // Messages go with the level below them; those after the last level stay last.
    const blocks = new Map<string, number[]>();
    let waiting: number[] = [];
    entries.forEach((one, index) => {
      waiting.push(index);
      if (one.kind === "level") {
        blocks.set(String(index), waiting);
        waiting = [];
      }
    });
    open.reorder([...order.value.flatMap((name) => blocks.get(name) ?? []), ...waiting], "order the levels");
  };
  const move = (name: string, to: number) => {
    const rest = order.value.filter((one) => one !== name);
    rest.splice(Math.max(0, Math.min(rest.length, to)), 0, name);
    order.value = rest;
  };
  const numberOf = (name: string) => levelNumber(entries, Number(name));
  const link = (other: string) => {
    const first = linking.value;
    linking.value = null;
    if (first === null || first === other) return;
    const rest = before().filter(([one, two]) => !(one === first && two === other) && !(one === other && two === first));
    wish([...rest, [first, other]]);
  };
  const told = (one: Broken) => (one.kind === "order" && one.other !== null ? `comes before level ${numberOf(one.other)}` : one.words);
  const letters = new Map(game.rules.map((rule, index) => [rule.line, String.fromCharCode(65 + (index % 26))]));
  const met = new Set<number>();
  const most = Math.max(1, ...[...known.values()].map((one) => one.difficulty ?? 0));
  const different = order.value.join(" ") !== levels.join(" ");
  return (
    <div class="progression">
      <header>
        <h2>Order</h2>
        <p class={`board-verdict ${stale.value ? "" : broken.value.length ? "bad" : "good"}`} role="status" aria-live="polite">
          {stale.value ? (busy.value !== null ? "The levels are being judged…" : "The levels have changed; judge them again.") : broken.value.length ? (broken.value.length === 1 ? "One wish is broken" : `${broken.value.length} wishes are broken`) : "Every wish is kept"}
        </p>
        <span class="grow" />
        {stale.value && <Button busy={busy.value !== null} onClick={() => void study()}>Judge the levels</Button>}
        <Button onClick={() => void arrange()} disabled={stale.value} data-action="arrange">Put them in order</Button>
        <Button onClick={() => (order.value = levels)} disabled={!different}>Revert</Button>
        <Button look="main" onClick={save} disabled={!different} data-action="save-order">Keep this order</Button>
      </header>
      <div class="board-wishes" role="group" aria-label="Wishes">
        <label class="choice">at most
          <select value={String(wishes.value.new_rules)} aria-label="New rules at once"
            onChange={(event) => (wishes.value = { ...wishes.value, new_rules: event.currentTarget.value === "null" ? null : Number(event.currentTarget.value) })}>
            <option value="1">one new rule</option><option value="2">two new rules</option><option value="null">any number of new rules</option>
          </select> at once
        </label>
        <label class="choice">each level may be
          <select value={String(wishes.value.may_fall)} aria-label="How much easier a level may be than the one before"
            onChange={(event) => (wishes.value = { ...wishes.value, may_fall: event.currentTarget.value === "null" ? null : Number(event.currentTarget.value) })}>
            <option value="0">no easier</option><option value="0.25">up to a quarter easier</option><option value="0.5">up to half easier</option><option value="null">any amount easier</option>
          </select> than the one before
        </label>
      </div>
      <ul class="pairs" aria-label="Which level comes before which">
        {before().map(([one, other]) => {
          const text = `Level ${numberOf(one)} before level ${numberOf(other)}`;
          const wrong = broken.value.some((item) => item.kind === "order" && item.level === other && item.other === one);
          return (
            <li key={`${one} ${other}`} class={`chip ${wrong ? "bad" : ""}`}>
              {text}
              <button type="button" aria-label={`Give up: ${text}`} onClick={() => wish(before().filter(([a, b]) => a !== one || b !== other))}>×</button>
            </li>
          );
        })}
        {linking.value !== null && (
          <li class="hint-bar" role="status">
            Level {numberOf(linking.value)} comes before… choose the other level.
            <Button look="quiet" onClick={() => (linking.value = null)}>Cancel</Button>
          </li>
        )}
      </ul>
      <ol class="board-levels" onKeyDown={(event) => event.key === "Escape" && (linking.value = null)}>
        {order.value.map((name, place) => {
          const shown = entries[Number(name)];
          if (shown?.kind !== "level") return null;
          const profile = known.get(name);
          const wrong = broken.value.filter((one) => one.level === name);
          const fresh = (profile?.rules ?? []).filter((line) => !met.has(line));
          for (const line of profile?.rules ?? []) met.add(line);
          const number = levelNumber(entries, Number(name));
          return (
            <li
              key={name} draggable class={`${wrong.length ? "broken" : ""} ${dragged.value === name ? "dragged" : ""}`} data-place={place} data-name={number}
              onDragStart={(event) => {
                dragged.value = name;
                event.dataTransfer?.setData("text/plain", name);
              }}
              onDragEnd={() => (dragged.value = null)}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged.value && dragged.value !== name) move(dragged.value, place);
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <span class="place">{place + 1}</span>
              <Thumb game={game} level={shown.level} size={110} />
              <span class="bar-frame" title={spoilers.value && profile?.difficulty !== undefined ? `difficulty ${profile.difficulty}` : ""}>
                <span class="bar-fill" style={{ height: `${spoilers.value && profile?.difficulty ? 6 + 94 * (Math.log1p(profile.difficulty) / Math.log1p(most)) : 0}%` }} />
              </span>
              <span class="about">
                <b>Level {number}</b>
                {profile?.reason && <span class="chip bad">{profile.reason}</span>}
                {profile?.moves && spoilers.value && <small>{plural(profile.moves.length, "move")} · {profile.difficulty?.toLocaleString("en")}</small>}
                <span class="rules">
                  {(profile?.rules ?? []).map((line) => (
                    <span key={line} class={`rule-letter ${fresh.includes(line) ? "new" : ""}`} title={`${fresh.includes(line) ? "New: " : ""}${game.rules.find((rule) => rule.line === line)?.text ?? ""}`}>
                      {letters.get(line)}
                    </span>
                  ))}
                </span>
              </span>
              {wrong.map((one) => <span key={`${one.kind} ${one.other}`} class="wrong">{told(one)}</span>)}
              {linking.value !== null && linking.value !== name && (
                <button type="button" class="link-target" onClick={() => link(name)}>Before level {number}</button>
              )}
              <span class="place-tools">
                <button type="button" aria-label={`Move level ${number} earlier`} disabled={place === 0} onClick={() => move(name, place - 1)}>←</button>
                <button type="button" aria-label={`Move level ${number} later`} disabled={place === order.value.length - 1} onClick={() => move(name, place + 1)}>→</button>
                <button type="button" aria-pressed={linking.value === name} aria-label={`Level ${number} comes before another one`} title="Before another level…" data-action="before"
                  onClick={() => (linking.value = linking.value === name ? null : name)}>⇥</button>
                <button type="button" aria-pressed={pinned.value[name] !== undefined} aria-label={`Pin level ${number} to this place`} title="Pin it to this place"
                  onClick={() => {
                    const { [name]: there, ...rest } = pinned.value;
                    pinned.value = there === undefined ? { ...rest, [name]: place } : rest;
                  }}><LockIcon /></button>
              </span>
            </li>
          );
        })}
      </ol>
      <dl class="rule-key">
        {game.rules.map((rule) => (
          <div key={rule.line}><dt class="rule-letter">{letters.get(rule.line)}</dt><dd><code>{rule.text}</code></dd></div>
        ))}
      </dl>
    </div>
  );
}
