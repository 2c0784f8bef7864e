// Maps are drawn: blocks and areas on a canvas, connected by dragging or by choosing, with the sentences beside them.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../connection";
import { remember, rememberHere } from "../project";
import { complain, say } from "../ui/messages";
import { Button, Empty, plural, Spinner } from "../ui/parts";
import { edit } from "./edits";
import { NewName } from "./ItemsTable";
import { Limits } from "./Limits";
import { MapEditor } from "./MapEditor";
import { drawingsOf, isOwnBlock, newOwnBlock, type Drawing, type Maps } from "./maps";
import { edition, packPath, unreadable } from "./pack";
import { PuzzleCard } from "./PuzzleCards";
import type { Ended } from "./puzzles";
import type { Card } from "./types";

const maps = signal<{ of: string; all: Maps } | null>(null);
const chosen = rememberHere<Record<string, string>>("maps.chosen", {});
export function MapsView() {
  const path = packPath.value ?? "";
  useEffect(() => {
    if (unreadable.value) return;
    const timer = window.setTimeout(() => {
      ask<Maps>("maps.show", { pack: path }).then((all) => (maps.value = { of: path, all })).catch(complain);
    }, 60);
    return () => window.clearTimeout(timer);
  }, [path, edition.value, unreadable.value]);
  if (maps.value?.of !== path) return <p class="boot" role="status"><Spinner /> Reading the maps…</p>;
  const { all } = maps.value;
  const drawings = drawingsOf(all);
  const map = drawings.find((one) => one.at.join("/") === chosen.value[path] || one.name === chosen.value[path]) ?? drawings[0];
  const choose = (name: string) => (chosen.value = { ...chosen.value, [path]: name });
  const make = (name: string) =>
    void edit(`add the map ${name}`, { path: ["maps", name], value: { areas: { Start: { start: true } }, blocks: {} } }).then((done) => done && choose(name));
  const suggest = async () => {
    try {
      const data = await ask<object | null>("map.suggest", { pack: path, blocks: 6, seed: Math.floor(Math.random() * 1e6) }, { title: "Looking for a map" });
      if (!data) return say("No map was found that this pack can fill. Its rules may have no kinds.", "warning");
      let name = "suggested";
      for (let number = 2; all.maps.some((one) => one.name === name); number++) name = `suggested${number}`;
      if (await edit(`add the map ${name}`, { path: ["maps", name], value: data })) choose(name);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <div class="maps-view">
      <header class="toolbar map-bar">
        {map && (
          <select aria-label="Which map" value={map.at.join("/")} onChange={(event) => choose(event.currentTarget.value)}>
            {(["maps", "blocks"] as const).map((kind) => drawings.some((one) => one.at[0] === kind) && (
              <optgroup key={kind} label={kind === "maps" ? "Maps" : "Blocks of your own"}>
                {drawings.filter((one) => one.at[0] === kind).map((one) => <option key={one.name} value={one.at.join("/")}>{one.name}</option>)}
              </optgroup>
            ))}
          </select>
        )}
        <NewName label="New map" placeholder="my_map" onMake={make} />
        <NewName label="New kind of block" placeholder="served_hot" onMake={(name) => void newOwnBlock(name).then((done) => done && choose(`blocks/${name}`))} />
        <Button onClick={() => void suggest()}>Suggest one</Button>
        <span class="grow" />
        {map && !isOwnBlock(map) && <MapActions map={map} />}
      </header>
      {map ? <MapEditor key={`${path}/${map.at.join("/")}`} all={all} map={map} onOpen={choose}><Fillings map={map} /></MapEditor> : (
        <Empty title="No maps yet">
          <p>A map is the shape of a puzzle: what is combined with what, who asks for it, which door it opens. The pack fills it with items.</p>
          <p class="row centred">
            <Button look="main" onClick={() => make("my_map")}>Draw a map</Button>
            <Button onClick={() => void suggest()}>Suggest one</Button>
          </p>
        </Empty>
      )}
    </div>
  );
}

function MapActions({ map }: { map: Drawing }) {
  const [told, setTold] = useState<string | null>(null);
  const params = { pack: packPath.value, map: map.name };
  const run = async <Result,>(kind: string, title: string, show: (result: Result) => string) => {
    try {
      setTold(show(await ask<Result>(kind, params, { title })));
    } catch (error) {
      complain(error);
    }
  };
  return (
    <>
      <span class="soft map-told" role="status">{told}</span>
      <Button onClick={() => void run<{ text: string }>("map.count", "Counting fillings", (found) => found.text)}>Count</Button>
      <Button onClick={() => void run<{ parts: { text: string }[]; notes: string[] } | null>("map.why", "Finding out why", (found) =>
        found ? `These cannot hold together: ${found.parts.map((part) => part.text).join("; ")}. ${found.notes.join(" ")}` : "Nothing is in the way: the map can be filled.")}>Why</Button>
      <Fill map={map} />
    </>
  );
}

interface Filled {
  cards: Card[];
  ended: Ended | null;
}
/** By pack and map: what was made is still there after a look elsewhere, and after a reload. */
const filled = remember<Record<string, Filled>>("maps.filled", {});
const keyOf = (map: Drawing) => `${packPath.value}/${map.name}`;
/** The maps that are being filled. */
const filling = signal<readonly string[]>([]);

function Fill({ map }: { map: Drawing }) {
  const go = () => {
    const found = new Map<string, Card>();
    const [key, pack] = [keyOf(map), packPath.value];
    const put = (ended: Ended | null) => (filled.value = { ...filled.value, [key]: { cards: [...found.values()], ended } });
    put(null);
    filling.value = [...filling.value, key];
    ask<Ended, { card?: Card; difficulty?: Card["difficulty"]; id?: string }>("map.fill", { pack, map: map.name, n: 6, seed: Math.floor(Math.random() * 1e6) }, {
      title: "Filling the map",
      onEvent: (event) => {
        if (event.card) found.set(event.card.id, event.card);
        const known = event.id ? found.get(event.id) : undefined;
        if (known) found.set(known.id, { ...known, difficulty: event.difficulty });
        put(null);
      },
    })
      .then(put)
      .catch(complain)
      .finally(() => (filling.value = filling.value.filter((one, at, all) => one !== key || all.indexOf(one) !== at)));
  };
  return <Button look="main" onClick={go}>Fill</Button>;
}

function Fillings({ map }: { map: Drawing }) {
  const found = isOwnBlock(map) ? undefined : filled.value[keyOf(map)];
  const busy = filling.value.includes(keyOf(map));
  if (!found || (!busy && !found.cards.length && !found.ended)) return null;
  const { cards, ended } = found;
  const said = busy ? "Filling the map…" : ended?.number === 0 ? `The map cannot be filled${ended.complete ? "; this is proven" : ""}. “Why” explains it.` : ended?.complete ? "There are no others." : "";
  return (
    <section>
      <h2>{plural(cards.length, "puzzle")}</h2>
      <p class="soft" role="status">{said}</p>
      <Limits said={ended?.limits} />
      <div class="puzzle-cards">{cards.map((card, index) => <PuzzleCard key={card.id} card={card} number={index + 1} />)}</div>
    </section>
  );
}
