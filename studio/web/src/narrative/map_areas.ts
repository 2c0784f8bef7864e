// The areas of a map: how they are connected, what lies in them, which door leads where, and the edits that change it.

import { say } from "../ui/messages";
import { edit } from "./edits";
import { areasOf, namesOf, type Block, type Drawing, type PathEdit } from "./maps";

/** Where the thing of a block lies; the two sides of a door. */
export function placesOf(block: Block): [string, string | null][] {
  if (block.kind === "spawn") return [["in", typeof block.data.spawn === "string" ? block.data.spawn : null]];
  if (block.kind !== "unlock") return [];
  const door = (block.data.unlock ?? {}) as Record<string, string | null>;
  return [["from", door.from ?? null], ["to", door.to ?? null]];
}

export function setPlace(drawing: Drawing, block: Block, side: string, area: string | null): Promise<boolean> {
  const at = [...drawing.at, "blocks", block.name, block.kind];
  if (block.kind === "spawn") return edit(`where ${block.name} lies`, { path: at, value: area ?? [] });
  const door = (block.data.unlock ?? {}) as Record<string, string | null>;
  const next = { from: null, to: null, key: null, ...door, [side]: area };
  if (next.from && next.from === next.to) {
    say("A door leads from one area to another.", "warning");
    return Promise.resolve(false);
  }
  return edit(`where ${block.name} leads`, { path: at, value: next }, ...(side === "to" ? locks(drawing, block.name, area) : []));
}

/** The area behind a door names it; no other does. */
function locks(drawing: Drawing, door: string, area: string | null): PathEdit[] {
  return Object.entries(drawing.data.areas ?? {}).flatMap(([name, data]) => {
    const before = namesOf(data?.locked);
    const after = before.filter((one) => one !== door).concat(name === area ? [door] : []);
    return before.join() === after.join() ? [] : [{ path: [...drawing.at, "areas", name, "locked"], value: after.length ? after : null }];
  });
}

export async function newArea(drawing: Drawing): Promise<string | null> {
  const names = areasOf(drawing).map((area) => area.name);
  let name = "Area";
  for (let number = 2; names.includes(name); number++) name = `Area${number}`;
  return (await edit(`add ${name}`, { path: [...drawing.at, "areas", name], value: names.length ? {} : { start: true } })) ? name : null;
}

export function setStart(drawing: Drawing, area: string, start: boolean): Promise<boolean> {
  return edit(`${area}: start`, { path: [...drawing.at, "areas", area, "start"], value: start || null });
}

/** Connects two areas, so that they open together; or takes their connection away. */
export function toggleDoor(drawing: Drawing, one: string, other: string): Promise<boolean> {
  const areas = areasOf(drawing);
  const of = (name: string) => areas.find((area) => area.name === name)?.doors ?? [];
  const put = (name: string, doors: string[]): PathEdit => ({ path: [...drawing.at, "areas", name, "doors"], value: doors.length ? doors : null });
  if (!of(one).includes(other) && !of(other).includes(one)) return edit(`connect ${one} and ${other}`, put(one, [...of(one), other]));
  const without = ([[one, other], [other, one]] as const).filter(([name, gone]) => of(name).includes(gone));
  return edit(`part ${one} and ${other}`, ...without.map(([name, gone]) => put(name, of(name).filter((door) => door !== gone))));
}

/** What has to change in other areas and in blocks where an area has another name, or is gone. */
function withArea(drawing: Drawing, name: string, other: string | null): PathEdit[] {
  const doors = areasOf(drawing).flatMap((area): PathEdit[] => {
    if (!area.doors.includes(name) || area.name === name) return [];
    const next = area.doors.flatMap((door) => (door !== name ? [door] : other ? [other] : []));
    return [{ path: [...drawing.at, "areas", area.name, "doors"], value: next.length ? next : null }];
  });
  const blocks = Object.entries(drawing.data.blocks ?? {}).flatMap(([block, data]): PathEdit[] => {
    if (data?.spawn === name) return [{ path: [...drawing.at, "blocks", block, "spawn"], value: other ?? [] }];
    const door = data?.unlock as Record<string, string | null> | undefined;
    if (!door || typeof door !== "object" || (door.from !== name && door.to !== name)) return [];
    const next = Object.fromEntries(Object.entries(door).map(([side, value]) => [side, side !== "key" && value === name ? other : value]));
    return [{ path: [...drawing.at, "blocks", block, "unlock"], value: next }];
  });
  return [...doors, ...blocks];
}

export function removeArea(drawing: Drawing, name: string): Promise<boolean> {
  return edit(`remove ${name}`, ...withArea(drawing, name, null), { path: [...drawing.at, "areas", name], value: null });
}

export function renameArea(drawing: Drawing, name: string, to: string): Promise<boolean> {
  if (areasOf(drawing).some((area) => area.name === to)) {
    say(`There is a ${to} already.`, "warning");
    return Promise.resolve(false);
  }
  return edit(`rename ${name} to ${to}`, ...withArea(drawing, name, to), { rename: [...drawing.at, "areas", name], to });
}
