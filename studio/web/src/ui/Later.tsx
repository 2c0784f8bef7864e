// Parts of the page that are loaded when they are first needed, or as soon as the page has nothing else to do.

import { signal } from "@preact/signals";
import type { ComponentType, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { Button, Empty } from "./parts";

type Load<Props> = () => Promise<ComponentType<Props>>;
const all: (() => void)[] = [];

export function later<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  const failed = signal(false);
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    load().then((part) => (loaded.value = part), () => (failed.value = true));
  };
  all.push(begin);
  return function Later(props: Props) {
    useEffect(begin, []);
    const Part = loaded.value;
    if (Part) return <Part {...props} />;
    if (!failed.value) return <p class="boot">Opening…</p>;
    return (
      <Empty title="This part of the studio is not here">
        <p>The studio was updated or stopped since the page was opened. Nothing is lost.</p>
        <Button look="main" onClick={() => location.reload()}>Reload the page</Button>
      </Empty>
    );
  };
}

/** What is opened next is then there without waiting, also if the server stops. */
export function loadTheRest(): void {
  for (const begin of all) window.requestIdleCallback(begin);
}
