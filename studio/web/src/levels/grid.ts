// Maps as values: every edit makes a new one. A cell is the numbers of its objects joined by points ("0.3"), cells lie column
// by column: the index of a cell is x * height + y.

export interface Level {
  width: number;
  height: number;
  cells: readonly string[];
}

/** A level as the server sends it: all cells in one text. */
export interface LevelMessage {
  width: number;
  height: number;
  cells: string;
}

export interface GameObject {
  name: string;
  layer: number;
  letter: string | null;
  pixels: (string | null)[][];
}

/** What an edit must know of a game. */
export interface Rules {
  objects: readonly GameObject[];
  background: number;
  bare: string;
}

export type Place = readonly [number, number];
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const decode = (said: LevelMessage): Level => ({ ...said, cells: said.cells.split(" ") });
export const encode = (level: Level): LevelMessage => ({ ...level, cells: level.cells.join(" ") });
export const ids = (cell: string): number[] => (cell ? cell.split(".").map(Number) : []);
export const same = (one: Level, other: Level): boolean =>
  one.width === other.width && one.height === other.height && one.cells.every((cell, index) => cell === other.cells[index]);
export const at = (level: Level, x: number, y: number): string => level.cells[x * level.height + y];
const inside = (level: Level, [x, y]: Place): boolean => x >= 0 && y >= 0 && x < level.width && y < level.height;

function changed(level: Level, places: Iterable<Place>, change: (cell: string) => string): Level {
  const cells = level.cells.slice();
  for (const place of places) {
    if (!inside(level, place)) continue;
    const index = place[0] * level.height + place[1];
    cells[index] = change(cells[index]);
  }
  return { ...level, cells };
}

/** An object comes to these cells; what shares its layer makes room. */
export function painted(rules: Rules, level: Level, places: Iterable<Place>, thing: number): Level {
  const layer = rules.objects[thing].layer;
  return changed(level, places, (cell) =>
    [...ids(cell).filter((one) => rules.objects[one].layer !== layer), thing].sort((a, b) => a - b).join("."),
  );
}

/** Everything but the background goes; with an object, only that. */
export function erased(rules: Rules, level: Level, places: Iterable<Place>, thing: number | null = null): Level {
  const ground = rules.objects[rules.background].layer;
  return changed(level, places, (cell) => {
    const left = ids(cell).filter((one) => (thing === null ? rules.objects[one].layer === ground : one !== thing));
    if (!left.some((one) => rules.objects[one].layer === ground)) left.push(rules.background);
    return left.sort((a, b) => a - b).join(".");
  });
}

export type Symmetry = "none" | "columns" | "rows" | "both" | "half turn" | "quarter turns" | "diagonal";
export const SYMMETRIES: readonly (readonly [Symmetry, string])[] = [
  ["none", "No symmetry"],
  ["columns", "Left and right"],
  ["rows", "Top and bottom"],
  ["both", "All four sides"],
  ["half turn", "Half turn"],
  ["quarter turns", "Quarter turns"],
  ["diagonal", "Diagonal"],
];

/** The cells that a symmetry brush paints together, as `symmetric_cells` of the library has them. */
export function symmetric([x, y]: Place, level: Level, symmetry: Symmetry): Place[] {
  const right = level.width - 1;
  const bottom = level.height - 1;
  const images: Record<Symmetry, Place[]> = {
    none: [],
    columns: [[right - x, y]],
    rows: [[x, bottom - y]],
    both: [[right - x, y], [x, bottom - y], [right - x, bottom - y]],
    "half turn": [[right - x, bottom - y]],
    "quarter turns": [[right - y, x], [right - x, bottom - y], [y, bottom - x]],
    diagonal: [[y, x]],
  };
  return [[x, y] as Place, ...images[symmetry]].filter((place) => inside(level, place));
}

/** The cells on the straight way between two. */
export function line([x0, y0]: Place, [x1, y1]: Place): Place[] {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  if (!steps) return [[x1, y1]];
  return Array.from({ length: steps + 1 }, (_, step): Place => [
    Math.round(x0 + ((x1 - x0) * step) / steps),
    Math.round(y0 + ((y1 - y0) * step) / steps),
  ]);
}

/** All cells that hang together with one and are the same. */
export function flood(level: Level, start: Place): Place[] {
  const wanted = at(level, ...start);
  const found: Place[] = [];
  const seen = new Set<number>();
  const waiting: Place[] = [start];
  while (waiting.length) {
    const place = waiting.pop() as Place;
    const [x, y] = place;
    const index = x * level.height + y;
    if (!inside(level, place) || seen.has(index) || at(level, x, y) !== wanted) continue;
    seen.add(index);
    found.push(place);
    waiting.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  return found;
}

export function places(part: Rectangle): Place[] {
  const found: Place[] = [];
  for (let x = part.left; x < part.left + part.width; x++)
    for (let y = part.top; y < part.top + part.height; y++) found.push([x, y]);
  return found;
}

export function between([x0, y0]: Place, [x1, y1]: Place): Rectangle {
  return { left: Math.min(x0, x1), top: Math.min(y0, y1), width: Math.abs(x1 - x0) + 1, height: Math.abs(y1 - y0) + 1 };
}

export function cut(level: Level, part: Rectangle): Level {
  return { width: part.width, height: part.height, cells: places(part).map(([x, y]) => at(level, x, y)) };
}

export function pasted(level: Level, part: Level, [left, top]: Place): Level {
  const cells = level.cells.slice();
  for (let x = 0; x < part.width; x++)
    for (let y = 0; y < part.height; y++)
      if (inside(level, [left + x, top + y])) cells[(left + x) * level.height + top + y] = at(part, x, y);
  return { ...level, cells };
}

/** A part elsewhere; where it was, there is nothing but ground. */
export function moved(rules: Rules, level: Level, part: Rectangle, to: Place): Level {
  const left = changed(level, places(part), () => rules.bare);
  return pasted(left, cut(level, part), to);
}

export function mirrored(level: Level, axis: "columns" | "rows"): Level {
  const cells: string[] = [];
  for (let x = 0; x < level.width; x++)
    for (let y = 0; y < level.height; y++)
      cells.push(axis === "columns" ? at(level, level.width - 1 - x, y) : at(level, x, level.height - 1 - y));
  return { ...level, cells };
}

export function turned(level: Level): Level {
  const width = level.height;
  const height = level.width;
  const cells: string[] = [];
  for (let x = 0; x < width; x++) for (let y = 0; y < height; y++) cells.push(at(level, y, level.height - 1 - x));
  return { width, height, cells };
}

/** What lies in a cell, in words, from the top down. */
export function words(rules: Rules, cell: string): string {
  const ground = rules.objects[rules.background].layer;
  const things = ids(cell).filter((one) => rules.objects[one].layer !== ground);
  return things.length ? things.reverse().map((one) => rules.objects[one].name).join(" on ") : "nothing";
}
