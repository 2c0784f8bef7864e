// What the server says about packs and puzzles (puzzlesynth/studio/packs and puzzles).

export interface Spot {
  file: string;
  line: number;
  column: number;
}

export interface Fix {
  title: string;
  line: number;
  from: number;
  to: number;
  text: string;
}

export interface Problem {
  severity: "error" | "warning";
  code: string;
  message: string;
  hint: string | null;
  file: string;
  line: number;
  column: number;
  end: number;
  fixes: Fix[];
}

export interface CheckResult {
  problems: Problem[];
  more: number;
  errors: number;
  size: { items: number; rules: number; areas: number };
  title: string;
}

export type Value = boolean | number | string;

export interface Item {
  name: string;
  words: string;
  isa: string[];
  properties: Record<string, Value>;
  carryable: boolean;
  notSpawnable: boolean;
  area: string[] | null;
  contains: string | null;
  copies: number;
  description: string | null;
  place: Spot;
}

export interface Term {
  type: string;
  label: string | null;
  properties: [string, Value][];
  contains: string | null;
  notation: string;
}

export interface Rule {
  number: number;
  notation: string;
  action: string;
  name: string | null;
  text: string | null;
  fail: boolean;
  sentence: string;
  inputs: Term[];
  outputs: Term[];
  derived: boolean;
  place: Spot;
}

export interface Area {
  name: string;
  title: string | null;
  words: string;
  description: string | null;
  start: boolean;
  goals: string[];
  goal_words: string[];
  depth: { min: number; max: number | null };
  connects: string[];
  adjoins: string[];
  contains: string[];
  herrings: number;
  shortcuts: string;
  dead_ends: string;
  is_place: boolean;
  place: Spot;
}

export interface PackModel {
  /** Whether every file could be read; what is in the others is missing. */
  whole: boolean;
  name: string;
  title: string | null;
  description: string | null;
  items: Item[];
  rules: Rule[];
  areas: Area[];
  types: string[];
  properties: Record<string, string[]>;
  maps: string[];
  constraints: string[];
}

export interface ChartNode {
  key: string;
  kind: "step" | "solves" | "goal" | "lock";
  title: string;
  details: string[];
  step: string | null;
}

export interface ChartData {
  groups: { key: string; title: string; area: string | null; nodes: ChartNode[] }[];
  edges: { from: string; to: string; label: string; weak: boolean }[];
}

export interface StepInfo {
  id: string;
  area: string;
  rule: number;
  notation: string;
  title: string;
  takes: { object: string; item: string; from: string | null }[];
  makes: { object: string; item: string }[];
}

export interface Difficulty {
  score: number;
  level: "easy" | "medium" | "hard";
  parts: Record<string, number>;
  measured: Record<string, number>;
}

export interface PuzzleData {
  id: string;
  tree: string;
  areas: { name: string; goal: string; start: boolean; solved_by: string }[];
  objects: { id: string; item: string; area: string | null; inside: string | null; placed: boolean }[];
  steps: { id: string; area: string; rule: number }[];
  solution: string[];
  metrics: Record<string, number>;
  guarantees: Record<string, string>;
  seed?: number | null;
  [more: string]: unknown;
}

export interface Card {
  id: string;
  tree: string;
  puzzle: PuzzleData;
  chart: ChartData;
  steps: StepInfo[];
  text: string;
  difficulty?: Difficulty;
  areas?: Record<string, Difficulty>;
}

/** What is kept of the open puzzle, and what is never used. */
export interface Choices {
  steps: string[];
  objects: string[];
  goals: string[];
  never_rules: number[];
  never_items: string[];
}

/** Dials and switches, as the command line has them. */
export interface Wishes {
  steps: string[];
  depth: string[];
  width: string[];
  herrings: string[];
  /** `hard`, `Tower:easy`. */
  difficulty: string[];
  constraints: string[];
  rules: string;
}
