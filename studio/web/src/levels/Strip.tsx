// The strip below the canvas: levels that have been won by playing them. A click plays one, another adopts it.

import type { ComponentChildren } from "preact";
import { Button, Spinner, plural } from "../ui/parts";
import { Thumb, differing } from "./Board";
import type { Game, OpenGame } from "./game";
import type { Level } from "./grid";
import { PlusIcon, SimilarIcon } from "./icons";
import { cardsOf, spoilers, stripOf, working, type Card } from "./state";
import { lastTally, running, tally, type Tally } from "./suggestions";

interface Props {
  open: OpenGame;
  game: Game;
  level: Level | null;
  shown: Card | null;
  onPlay: (card: Card) => void;
  onAdopt: (card: Card) => void;
  onAdd: (card: Card) => void;
  onMore: (card: Card) => void;
}

const NAMES = { suggest: "Suggestions", repair: "Repairs", generate: "New levels", combine: "Combinations", history: "Before" };

export function Strip({ open, game, level, shown, onPlay, onAdopt, onAdd, onMore }: Props) {
  const of = stripOf.value;
  const { note, cards } = cardsOf(open.path, of);
  const now = working.value?.of === of ? working.value : null;
  return (
    <section class="strip" aria-label={NAMES[of]}>
      <header>
        <h3>{NAMES[of]}</h3>
        {of === "suggest" ? <Counters now={tally.value ?? (cards.length ? (lastTally.value[open.path] ?? null) : null)} /> : <span class="note" role="status">{now ? <><Spinner /> {now.said}</> : note}</span>}
        {of === "suggest" && <span class="note" role="status">{how(cards.length)}</span>}
      </header>
      <ul class="cards">
        {cards.map((card, index) => (
          <li key={card.id} class={`card ${shown?.id === card.id ? "shown" : ""} ${card.fresh ? "fresh" : ""}`}>
            <button
              type="button" class="picture" onClick={() => onPlay(card)} data-card={index}
              aria-label={`Play number ${index + 1}${spoilers.value ? `: ${facts(card)}${card.words ? `, ${card.words}` : ""}` : ""}`}
              title={(spoilers.value && card.words) || "Play it"}
            >
              <Thumb game={game} level={card.level} size={104} />
            </button>
            <span class="facts">
              {spoilers.value ? facts(card) : "solvable"}
              {card.better && spoilers.value && <span class="better" title="Better than yours, by your ranking"> ▲</span>}
            </span>
            {spoilers.value && (of === "repair" || of === "combine") && <small class="words" title={card.words}>{card.words}</small>}
            <span class="doing">
              <Button look="quiet" onClick={() => onAdopt(card)} title="Put it in the place of the level on the canvas" aria-label={`Adopt number ${index + 1}`}>Adopt</Button>
              <Button look="quiet" onClick={() => onAdd(card)} title="Add it as a new level" aria-label={`Add number ${index + 1} as a new level`}><PlusIcon /></Button>
              <Button look="quiet" onClick={() => onMore(card)} title="More like this" aria-label={`More like number ${index + 1}`}><SimilarIcon /></Button>
            </span>
            {level && level.width === card.level.width && level.height === card.level.height && (
              <small class="differs">{plural(differing(level, card.level).size, "cell")} changed</small>
            )}
          </li>
        ))}
        {!cards.length && (of === "suggest" || !!now || !note) && <li class="nothing">{emptyWords(of, !!now)}</li>}
      </ul>
    </section>
  );
}

/** Why suggestions came to an end by themselves; for a screen reader also that they have come. */
function how(cards: number): ComponentChildren {
  const stopped = tally.value?.stopped;
  if (!running.value && stopped === "time") return "Stopped after 15 minutes; Start goes on.";
  if (!running.value && stopped === "exhausted") return "Stopped: no new variations came any more. Allow more to change.";
  return <span class="sr">{running.value ? (cards ? "Suggestions are coming in" : "Looking for suggestions") : stopped ? `Stopped with ${cards} suggestions` : ""}</span>;
}

function emptyWords(of: keyof typeof NAMES, busy: boolean): string {
  const now = tally.value;
  if (of === "suggest" && running.value && now && now.generated > 10 && now.timed_out === now.generated)
    return "None could be judged in time so far: the level is large. A smaller one, or less that may change, helps.";
  if (of === "suggest") return running.value ? "Nothing better yet…" : "Press Start: variations of this level stream in here, and the best stay.";
  if (busy) return "The best so far appear here.";
  if (of === "repair") return "Repairs and simpler versions of this level appear here.";
  return of === "generate" ? "New levels appear here." : "Combinations appear here.";
}

export function facts(card: Card): string {
  const moves = plural(card.moves.length, "move");
  return card.difficulty === null ? moves : `${card.difficulty.toLocaleString("en")} · ${moves}`;
}

const count = (number: number): string => Math.round(number).toLocaleString("en");

/** How it goes, always in sight. */
function Counters({ now }: { now: Tally | null }) {
  const facts: [string, string, string][] = [
    ["generated", count(now?.generated ?? 0), "Variations made"],
    ["distinct", count(now?.distinct ?? 0), "Different ones among them"],
    ["solvable", count(now?.solvable ?? 0), "Can be solved"],
    ["unsolvable", count(now?.unsolvable ?? 0), "Proven that they cannot"],
    ["timed out", count(now?.timed_out ?? 0), `Given up after ${count(now?.limit ?? 0)} states`],
    ["per second", count(now?.rate ?? 0), "Different variations judged each second"],
    ["to beat", now?.threshold == null ? "–" : count(now.threshold), "What the next one must exceed, by your ranking"],
  ];
  return (
    <dl class="counters" aria-label="Progress of suggestions">
      {facts.map(([name, value, about]) => (
        <div key={name} title={about}>
          <dt>{name}</dt>
          <dd data-counter={name}>{name === "to beat" && !spoilers.value ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
