// Small building blocks that every view uses.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Messages } from "./messages";

interface ButtonProps extends Omit<JSX.HTMLAttributes<HTMLButtonElement>, "icon"> {
  /** `main`: the one thing to do here. `quiet`: no frame. */
  look?: "main" | "plain" | "quiet" | "danger";
  busy?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  children?: ComponentChildren;
}

export function Button({ look = "plain", busy, pressed, children, ...rest }: ButtonProps) {
  return (
    <button type="button" class={`button ${look}`} aria-busy={busy || undefined} aria-pressed={pressed} {...rest}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}

/** A message of the library: what is between backticks is code. */
export function Coded({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>;
}

/** Nothing is here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

/** What was chosen, for as long as it takes to arrive: a change of a file goes through the server, and the old value would
 *  be seen again meanwhile. */
function useHeld<Value>(): [Value | undefined, (value: Value, arrives: unknown) => void] {
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  const hold = (value: Value, arrives: unknown) => {
    const mine = { value };
    setHeld(mine);
    void Promise.resolve(arrives).finally(() => setHeld((now) => (now === mine ? null : now)));
  };
  return [held?.value, hold];
}

interface TickProps {
  on: boolean;
  /** A promise: until it is kept, the box shows what was chosen. */
  onTick: (on: boolean) => unknown;
  class?: string;
  "aria-label"?: string;
}

export function Tick({ on, onTick, ...rest }: TickProps) {
  const [held, hold] = useHeld<boolean>();
  return <input {...rest} type="checkbox" checked={held ?? on} onChange={(event) => hold(event.currentTarget.checked, onTick(event.currentTarget.checked))} />;
}

interface FieldProps {
  value: string | number;
  /** What was typed, once it is done: on Enter, or when the field is left. A promise: until it is kept, the field shows that. */
  onCommit: (text: string) => unknown;
  /** For texts of more than one line. */
  lines?: number;
  type?: "number";
  inputMode?: "numeric";
  min?: string;
  max?: string;
  class?: string;
  placeholder?: string;
  "aria-label"?: string;
}

/** A field that takes what is typed when it is done. What is half typed stays while the page around it changes. */
export function Field({ value, onCommit, lines, ...rest }: FieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [held, hold] = useHeld<string>();
  const handlers = {
    value: draft ?? held ?? value,
    onInput: (event: JSX.TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => setDraft(event.currentTarget.value),
    onChange: (event: JSX.TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft(null);
      hold(event.currentTarget.value, onCommit(event.currentTarget.value));
    },
    onBlur: () => setDraft(null),
  };
  const { class: look, placeholder, "aria-label": label } = rest;
  return lines ? <textarea rows={lines} class={look} placeholder={placeholder} aria-label={label} {...handlers} /> : <input {...rest} {...handlers} />;
}

interface NumberFieldProps {
  /** null: nothing is said, which needs `optional`. */
  value: number | null;
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  /** Whether the field may be empty. */
  optional?: boolean;
  /** Whether fractions count. */
  fractions?: boolean;
  placeholder?: string;
  "aria-label"?: string;
}

/** A number that counts as soon as it is one. What is typed stays as it is typed until the field is left; then the nearest
 *  number that is allowed is in it, or the last one where nothing was meant. */
export function NumberField({ value, onChange, min, max, optional, fractions, ...rest }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const read = (field: HTMLInputElement): number | null | undefined => {
    const text = field.value.trim();
    if (text === "") return optional && !field.validity.badInput ? null : undefined;
    const number = Number(text);
    return (fractions || Number.isInteger(number)) && number >= min && number <= max ? number : undefined;
  };
  const settle = (field: HTMLInputElement) => {
    const number = field.value.trim() === "" ? NaN : Number(field.value);
    if (read(field) === undefined && Number.isFinite(number)) onChange(Math.max(min, Math.min(max, fractions ? number : Math.round(number))));
    // What is no number at all is not in `value`, and so would stay.
    if (field.validity.badInput) field.value = "";
    setDraft(null);
  };
  return (
    <input
      {...rest} type="number" min={min} max={max} step={fractions ? "any" : 1} value={draft ?? value ?? ""}
      onInput={(event) => {
        setDraft(event.currentTarget.value);
        const number = read(event.currentTarget);
        if (number !== undefined && number !== value) onChange(number);
      }}
      onBlur={(event) => settle(event.currentTarget)}
    />
  );
}

interface NameSelectProps {
  value: string;
  names: readonly string[];
  /** More of them, under a heading of their own; each is chosen as its name after the prefix. */
  group?: { label: string; prefix: string; names: readonly string[] };
  /** What is shown while nothing is chosen. */
  hint: string;
  class?: string;
  onChoose: (name: string) => void;
  "aria-label": string;
}

/** More names than this are listed only when the field is about to be opened. */
const MANY = 300;

/** One name of those that exist. A pack may have thousands, and a form many of these fields. */
export function NameSelect({ value, names, group, hint, onChoose, ...rest }: NameSelectProps) {
  const [wanted, setWanted] = useState(false);
  const listed = wanted || names.length + (group?.names.length ?? 0) <= MANY;
  const want = () => setWanted(true);
  return (
    <select
      {...rest} value={value} onPointerDown={want} onFocus={want}
      onChange={(event) => {
        const name = event.currentTarget.value;
        event.currentTarget.value = value;
        onChoose(name);
      }}
    >
      <option value="">{hint}</option>
      {value && !(listed && names.includes(value)) && <option value={value}>{value}</option>}
      {listed && names.map((name) => <option key={name} value={name}>{name}</option>)}
      {listed && group && (
        <optgroup label={group.label}>{group.names.map((name) => <option key={name} value={`${group.prefix}${name}`}>{name}</option>)}</optgroup>
      )}
    </select>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // However it ends: closing gives the focus back to where it was, being taken away does not.
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={ref} class={wide ? "wide" : ""} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          ×
        </Button>
      </header>
      {children}
      {/* What is outside of a dialog is neither read nor reached while it is open. */}
      <Messages />
    </dialog>
  );
}

interface ChoicesProps {
  label: string;
  options: readonly { value: string; text: string; class?: string; style?: string }[];
  value: string;
  onChange: (value: string) => void;
  class: string;
}

/** One of a few: a single stop for the Tab key, and the arrow keys choose. */
export function Choices({ label, options, value, onChange, class: look }: ChoicesProps) {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = options.findIndex((one) => one.value === value);
    const next = (at + by + options.length) % options.length;
    onChange(options[next].value);
    ((event.currentTarget as HTMLElement).children[next] as HTMLElement).focus();
  };
  const known = options.some((one) => one.value === value);
  return (
    <div class={look} role="radiogroup" aria-label={label} onKeyDown={step}>
      {options.map((one, index) => (
        <button
          key={one.value} type="button" role="radio" class={one.class} style={one.style} aria-checked={one.value === value}
          tabIndex={one.value === value || (!known && index === 0) ? 0 : -1} onClick={() => onChange(one.value)}
        >
          {one.text}
        </button>
      ))}
    </div>
  );
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [Name, string])[];
  value: Name;
  onChange: (name: Name) => void;
}

/** Tabs that the arrow keys walk through. */
export function Tabs<Name extends string>({ label, tabs, value, onChange }: TabsProps<Name>) {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = tabs.findIndex(([name]) => name === value);
    const next = tabs[(at + by + tabs.length) % tabs.length][0];
    onChange(next);
    ((event.currentTarget as HTMLElement).querySelector(`[data-tab="${next}"]`) as HTMLElement | null)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === value}
          tabIndex={name === value ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

export function plural(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
