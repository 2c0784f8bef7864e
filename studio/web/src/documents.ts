// The page's side of the server's documents. The server has the true text; what is typed here is sent at once, one change
// at a time, and what others change arrives as a notice.

import { computed, signal, type Signal } from "@preact/signals";
import { ask, onNotice, RequestFailure, status } from "./connection";
import { undoState } from "./project";
import type { DocumentState } from "./protocol";
import { complain, say } from "./ui/messages";

interface Splice {
  from: number;
  to: number;
  insert: string;
}

/** The one piece in which two texts differ. */
export function difference(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A character of two units stays whole.
  if (from > 0 && /[\ud800-\udbff]/.test(before[from - 1])) from--;
  if (end > 0 && /[\udc00-\udfff]/.test(before[before.length - end])) end--;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** A change of `base` made to `ours`, which is another change of it; null where both touch. */
function rebased(base: string, ours: string, theirs: string): string | null {
  if (ours === base) return theirs;
  if (theirs === base) return ours;
  const mine = difference(base, ours);
  const other = difference(base, theirs);
  if (other.from <= mine.to && mine.from <= other.to) return null;
  const moved = other.from > mine.to ? mine.insert.length - (mine.to - mine.from) : 0;
  return ours.slice(0, other.from + moved) + other.insert + ours.slice(other.to + moved);
}

interface Edited {
  version: number;
  unsaved: string | null;
  text?: string;
  lost?: string | null;
  undo: string;
  redo: string;
}

const AGAIN_MS = 3000;

export class Doc {
  readonly text: Signal<string>;
  readonly conflict = signal<string | null>(null);
  /** Why the file cannot be written; the server tries again. */
  readonly unsaved = signal<string | null>(null);
  /** Whether everything typed here is at the server. */
  readonly saved = signal(true);
  private synced: string;
  private version: number;
  private sending = false;
  /** What was sent last: it may have arrived even where its answer was lost. */
  private sent = "";
  private underway: Promise<void> = Promise.resolve();

  constructor(readonly path: string, state: DocumentState) {
    this.text = signal(state.text);
    this.synced = this.sent = state.text;
    this.version = state.version;
    this.conflict.value = state.conflict;
    this.unsaved.value = state.unsaved;
  }

  /** What somebody types here; or a change by itself, which is undone by itself. */
  type(text: string, typing = true): void {
    if (text === this.text.value) return;
    this.text.value = text;
    void this.flush(typing);
  }

  /** Sends what is not yet at the server, and waits until everything typed so far is there. */
  flush(typing = false): Promise<void> {
    if (!this.sending && this.text.value !== this.synced) this.underway = this.send(typing);
    return this.underway;
  }

  private async send(typing: boolean): Promise<void> {
    this.sending = true;
    this.saved.value = false;
    const base = this.synced;
    const sent = (this.sent = this.text.value);
    try {
      const change = { path: this.path, version: this.version, typing, ...difference(base, sent) };
      const reply = await ask<Edited>("document.edit", change);
      this.version = reply.version;
      this.unsaved.value = reply.unsaved;
      undoState.value = { undo: reply.undo, redo: reply.redo };
      if (reply.lost) say("Another tab changed the same lines. Your version is in the history.", "warning");
      this.synced = sent;
      this.sending = false;
      await this.take(reply.text ?? sent, typing);
    } catch (error) {
      this.sending = false;
      if (error instanceof RequestFailure && error.quiet) return; // Sent again once there is a connection.
      complain(error);
      window.setTimeout(() => void this.flush(typing), AGAIN_MS);
    }
  }

  /** The server's newest text. Where it has other changes of what was typed here meanwhile, the server is asked to merge
   *  both, and it may ask the user. */
  private async take(text: string, typing: boolean): Promise<void> {
    const ours = rebased(this.synced, this.text.value, text);
    if (ours === null) return this.rejoin();
    this.synced = text;
    this.text.value = ours;
    this.saved.value = ours === text;
    if (!this.saved.value) await this.flush(typing);
  }

  /** What the server has now. */
  hear(state: DocumentState): void {
    this.conflict.value = state.conflict;
    this.unsaved.value = state.unsaved;
    if (this.sending || state.version < this.version) return;
    this.version = state.version;
    void this.take(state.text, false).catch(() => undefined);
  }

  /** After a lost connection: the server may have been started anew, and the file may have changed meanwhile. It merges
   *  both, or asks. */
  rejoin(): Promise<void> {
    return (this.underway = this.meet());
  }

  private async meet(): Promise<void> {
    const ours = this.text.value;
    this.sending = true;
    try {
      const made = { base: this.synced, sent: this.sent, text: ours };
      const state = await ask<DocumentState>("document.rejoin", { path: this.path, ...made });
      this.version = state.version;
      this.conflict.value = state.conflict;
      this.unsaved.value = state.unsaved;
      this.synced = state.text;
      this.text.value = rebased(ours, this.text.value, state.text) ?? this.text.value;
      this.saved.value = this.text.value === this.synced;
    } finally {
      this.sending = false;
    }
    if (!this.saved.value) await this.send(false);
  }
}

const opened = new Map<string, Promise<Doc>>();
const ready = new Map<string, Doc>();
/** All that were opened. */
export const documents = signal<readonly Doc[]>([]);
/** Where everything typed in this tab is: on the disk, on its way there, or nowhere but here until something is decided. */
export const savedState = computed<"saved" | "saving" | "unsaved">(() => {
  if (documents.value.some((doc) => doc.unsaved.value !== null || doc.conflict.value !== null)) return "unsaved";
  return documents.value.every((doc) => doc.saved.value) ? "saved" : "saving";
});

export function openDocument(path: string): Promise<Doc> {
  let found = opened.get(path);
  if (!found) {
    found = ask<DocumentState>("document.open", { path }).then((state) => {
      const doc = new Doc(state.path, state);
      ready.set(state.path, doc);
      documents.value = [...ready.values()];
      return doc;
    });
    found.catch(() => opened.delete(path));
    opened.set(path, found);
  }
  return found;
}

const unsettled = new Set<() => Promise<void>>();

/** Changes that are still on their way into a document, such as strokes on a canvas, are waited for before an undo. */
export function settleFirst(settle: () => Promise<void>): void {
  unsettled.add(settle);
}

/** Everything typed in this tab is at the server. */
export async function flushAll(): Promise<void> {
  await Promise.all([...unsettled].map((settle) => settle()));
  await Promise.all([...ready.values()].map((doc) => doc.flush()));
}

export async function undo(): Promise<void> {
  await flushAll();
  const done = await ask<{ label: string | null }>("document.undo");
  if (done.label) say(`Undone: ${done.label}`);
}

export async function redo(): Promise<void> {
  await flushAll();
  const done = await ask<{ label: string | null }>("document.redo");
  if (done.label) say(`Redone: ${done.label}`);
}

onNotice((notice) => {
  if (notice.notice === "document") ready.get(notice.path)?.hear(notice);
});

let wasLost = false;
status.subscribe((now) => {
  if (now === "lost") wasLost = true;
  if (now === "open" && wasLost) {
    wasLost = false;
    for (const doc of ready.values()) void doc.rejoin().catch(() => undefined);
  }
});
