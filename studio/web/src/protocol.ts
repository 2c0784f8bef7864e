// What the page and the server say to each other. puzzlesynth/studio/protocol.py explains it and has the same types.

export const VERSION = 1;

export interface Failure {
  code: string;
  message: string;
  [more: string]: unknown;
}

export type Incoming =
  | { type: "reply"; id: number; result: unknown }
  | { type: "error"; id: number; error: Failure }
  | { type: "event"; id: number; event: unknown }
  | ({ type: "notice" } & Notice);

export type Notice =
  | { notice: "hello"; protocol: number; version: string; project: ProjectSummary }
  | ({ notice: "document" } & DocumentState)
  | ({ notice: "undo" } & UndoState)
  | { notice: "entries"; entries: Entry[] }
  | { notice: "memory"; name: string; value: unknown };

export interface Entry {
  path: string;
  kind: "pack" | "game" | "puzzle" | "constraint" | "text";
  name: string;
}

export interface UndoState {
  undo: string | null;
  redo: string | null;
}

export interface DocumentState extends UndoState {
  path: string;
  text: string;
  version: number;
  conflict: string | null;
  /** Why the text is not in the file yet. */
  unsaved: string | null;
}

export interface ProjectSummary extends UndoState {
  folder: string;
  name: string;
  opened: string | null;
  entries: Entry[];
  memory: Record<string, unknown>;
}

export interface FormerVersion {
  name: string;
  time: number;
  label: string;
  size: number;
}
