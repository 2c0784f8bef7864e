// The command palette: everything by name.

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { chosen, subjects } from "../project";
import { commands, offered, show, type Command } from "../views";

const open = signal(false);
const query = signal("");
const at = signal(0);

export function openPalette(): void {
  query.value = "";
  at.value = 0;
  open.value = true;
}

const found = computed<Command[]>(() => {
  const all: Command[] = [
    ...offered.value.map((view, index) => ({
      id: `view.${view.id}`, title: `Go to ${view.title}`, keys: `Alt+${index + 1}`, run: () => show(view.id),
    })),
    ...commands.value,
    ...subjects.value.map((entry) => ({
      id: `open.${entry.path}`, title: `Open ${entry.name}`, run: () => void (chosen.value = entry.path),
    })),
  ];
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((command) => words.every((word) => command.title.toLowerCase().includes(word)));
});

export function Palette() {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the next key comes, which may be at once.
  useLayoutEffect(() => {
    if (open.value) ref.current?.showModal();
  }, [open.value]);
  if (!open.value) return null;
  const list = found.value;
  const run = (command: Command | undefined) => {
    ref.current?.close();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") at.value = Math.min(at.value + 1, found.value.length - 1);
    else if (event.key === "ArrowUp") at.value = Math.max(at.value - 1, 0);
    // What is found now: the list on the screen may be a key behind.
    else if (event.key === "Enter") run(found.value[at.value]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={ref} class="palette" aria-label="Commands" onClose={() => (open.value = false)}>
      <input
        role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant={`palette-${at.value}`}
        placeholder="What do you want to do?" value={query.value} autofocus onKeyDown={onKeyDown}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
      />
      <ul id="palette-list" role="listbox">
        {list.slice(0, 40).map((command, index) => (
          <li
            key={command.id} id={`palette-${index}`} role="option" aria-selected={index === at.value}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.keys && <kbd>{command.keys}</kbd>}
          </li>
        ))}
        {!list.length && <li class="none">No command has these words.</li>}
      </ul>
    </dialog>
  );
}
