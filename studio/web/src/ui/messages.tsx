// Short messages at the bottom of the page, also for screen readers.

import { signal } from "@preact/signals";
import { RequestFailure } from "../connection";

export type Tone = "info" | "warning" | "error";
interface Message {
  id: number;
  text: string;
  tone: Tone;
}
const messages = signal<Message[]>([]);
let next = 1;

export function say(text: string, tone: Tone = "info"): void {
  const message = { id: next++, text, tone };
  // What is said twice is seen once.
  messages.value = [...messages.value.filter((one) => one.text !== text).slice(-3), message];
  window.setTimeout(() => dismiss(message.id), tone === "info" ? 4000 : 9000);
}

function dismiss(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id);
}

/** Tells of an error, unless the user caused it. */
export function complain(error: unknown): void {
  if (error instanceof RequestFailure && error.quiet) return;
  say(error instanceof Error ? error.message : String(error), "error");
}

export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map((message) => (
        <div key={message.id} class={`message ${message.tone}`}>
          <span>{message.text}</span>
          <button class="quiet" aria-label="Dismiss" onClick={() => dismiss(message.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
