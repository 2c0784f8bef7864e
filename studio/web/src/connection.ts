// The one WebSocket. A connection that is lost is made again by itself; requests that were under way fail with `lost`.

import { signal, type Signal } from "@preact/signals";
import { VERSION, type Failure, type Incoming, type Notice } from "./protocol";

export type Status = "connecting" | "open" | "lost" | "outdated";
export const status = signal<Status>("connecting");

/** Long work that the user can see and cancel. */
export interface Activity {
  id: number;
  title: string;
  since: number;
  said: string;
}
export const activities = signal<Activity[]>([]);

export class RequestFailure extends Error {
  constructor(public failure: Failure) {
    super(failure.message);
  }
  /** Nobody has to be told: the user did this. */
  get quiet(): boolean {
    return ["cancelled", "replaced", "lost"].includes(this.failure.code);
  }
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: RequestFailure) => void;
  onEvent?: (event: never) => void;
}

export interface Asked<Result> extends Promise<Result> {
  id: number;
  cancel: () => void;
}

export interface Options<Event> {
  onEvent?: (event: Event) => void;
  /** Shown as an activity with a button to cancel it. */
  title?: string;
}

let socket: WebSocket | null = null;
let nextId = 1;
let pause = 250;
const waiting = new Map<number, Waiting>();
const listeners: ((notice: Notice) => void)[] = [];

/** Calls a function with every notice of the server. */
export function onNotice(listener: (notice: Notice) => void): void {
  listeners.push(listener);
}

export function connect(): void {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = (message) => hear(JSON.parse(message.data as string) as Incoming);
  socket.onclose = () => {
    if (status.value !== "outdated") status.value = "lost";
    for (const [id, one] of [...waiting]) {
      waiting.delete(id);
      one.reject(new RequestFailure({ code: "lost", message: "The connection to the studio was lost." }));
    }
    activities.value = [];
    setTimeout(connect, pause);
    pause = Math.min(2000, pause * 1.5);
  };
}

function hear(message: Incoming): void {
  if (message.type === "notice") {
    if (message.notice === "hello") {
      pause = 250;
      status.value = message.protocol === VERSION ? "open" : "outdated";
    }
    for (const listener of listeners) listener(message);
    return;
  }
  const one = waiting.get(message.id);
  if (!one) return;
  if (message.type === "event") {
    const said = (message.event as { progress?: string } | null)?.progress;
    if (said) report(message.id, said);
    one.onEvent?.(message.event as never);
    return;
  }
  waiting.delete(message.id);
  activities.value = activities.value.filter((activity) => activity.id !== message.id);
  if (message.type === "reply") one.resolve(message.result);
  else one.reject(new RequestFailure(message.error));
}

function report(id: number, said: string): void {
  activities.value = activities.value.map((activity) => (activity.id === id ? { ...activity, said } : activity));
}

/** Asks the server. Events arrive through `onEvent`; `cancel` ends the request at once. */
export function ask<Result = unknown, Event = unknown>(
  kind: string,
  params: object = {},
  options: Options<Event> = {},
): Asked<Result> {
  const id = nextId++;
  const promise = new Promise<Result>((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new RequestFailure({ code: "lost", message: "The studio is not connected." }));
      return;
    }
    waiting.set(id, {
      resolve: resolve as (result: unknown) => void,
      reject,
      onEvent: options.onEvent as ((event: never) => void) | undefined,
    });
    socket.send(JSON.stringify({ id, kind, params }));
    if (options.title) {
      const activity = { id, title: options.title, since: Date.now(), said: "" };
      activities.value = [...activities.value, activity];
    }
  });
  return Object.assign(promise, { id, cancel: () => cancel(id) });
}

/** Notes what is under way. Newer work takes the place of older, whose end then says nothing about it. */
export function noteBusy<Result>(busy: Signal<number | null>, asked: Asked<Result>): Asked<Result> {
  busy.value = asked.id;
  const end = () => {
    if (busy.value === asked.id) busy.value = null;
  };
  asked.then(end, end);
  return asked;
}

export function cancel(request: number): void {
  if (waiting.has(request)) void ask("cancel", { request }).catch(() => undefined);
}
