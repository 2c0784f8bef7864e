// A designer's own constraint files: written with the vocabulary at hand, checked as they are typed, and said in words.

import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorView, keymap } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../connection";
import { openDocument, type Doc } from "../documents";
import { CodeEditor } from "../ui/CodeEditor";
import { complain, say } from "../ui/messages";
import { Button, Dialog, plural } from "../ui/parts";
import { asp, aspCompletion, call, type Word } from "./asp";
import { chosenConstraint, fileName, listConstraints, ownConstraints, type Said } from "./constraint_files";
import { goTo, showProblems } from "./editor_problems";
import { History } from "./History";
import { edition, examineAgain, jump, packPath } from "./pack";
import { fixed, ProblemRow } from "./problems";
import type { Problem } from "./types";

let vocabulary: Word[] | null = null;

function useVocabulary(): Word[] {
  const [words, setWords] = useState(vocabulary ?? []);
  useEffect(() => {
    if (!vocabulary) ask<Word[]>("constraints.words").then((found) => setWords((vocabulary = found))).catch(complain);
  }, []);
  return words;
}

export function ConstraintsForm() {
  useEffect(listConstraints, [packPath.value, edition.value]);
  const [making, setMaking] = useState(false);
  const [doc, setDoc] = useState<Doc | null>(null);
  const listed = ownConstraints.value;
  const pack = packPath.value ?? "";
  const path = listed.find((one) => one.path === chosenConstraint.value[pack])?.path ?? listed[0]?.path ?? null;
  const choose = (next: string) => (chosenConstraint.value = { ...chosenConstraint.value, [pack]: next });
  useEffect(() => {
    setDoc(null);
    if (path) openDocument(path).then(setDoc).catch(complain);
  }, [path]);
  useEffect(
    () =>
      effect(() => {
        const target = jump.value?.file;
        if (target?.endsWith(".lp")) choose(target);
      }),
    [pack],
  );
  return (
    <div class="constraints">
      <nav class="constraint-list" aria-label="Constraint files">
        <Button look="main" onClick={() => setMaking(true)}>New constraint</Button>
        <ul>
          {listed.map((one) => (
            <li key={one.path}>
              <button type="button" aria-current={one.path === path || undefined} onClick={() => choose(one.path)}>
                <b>{fileName(one.path)}</b>
                <span class={one.problems ? "bad-text" : "soft"}>
                  {one.problems ? plural(one.problems, "problem") : one.always ? "always counts" : "a switch in the wishes"}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {!listed.length && <p class="soft">Forbid, require or prefer what no switch of the shelf says, in a few lines of logic.</p>}
      </nav>
      {doc ? <Workbench key={doc.path} doc={doc} /> : <div class="constraint-main" />}
      {making && <NewConstraint onClose={() => setMaking(false)} onMade={choose} />}
    </div>
  );
}

function NewConstraint({ onClose, onMade }: { onClose: () => void; onMade: (path: string) => void }) {
  const [name, setName] = useState("");
  const [always, setAlways] = useState(false);
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      const path = await ask<string>("constraint.create", { pack: packPath.value, name, always });
      listConstraints();
      onMade(path);
      onClose();
    } catch (error) {
      complain(error);
    }
  };
  return (
    <Dialog title="New constraint" onClose={onClose}>
      <form class="new-constraint" onSubmit={(event) => void make(event)}>
        <label>Name <input value={name} pattern="\w[\w\-]*" required autoFocus onInput={(event) => setName(event.currentTarget.value)} /></label>
        <fieldset>
          <legend>When it counts</legend>
          <label class="check"><input type="radio" name="when" checked={!always} onChange={() => setAlways(false)} /> When I switch it on in the wishes</label>
          <label class="check"><input type="radio" name="when" checked={always} onChange={() => setAlways(true)} /> Always: it is part of the pack</label>
        </fieldset>
        <button type="submit" class="button main">Make it</button>
      </form>
    </Dialog>
  );
}

interface Checked {
  problems: Problem[];
  says: Said[];
}

const SNIPPETS: [string, string, (name: string) => string][] = [
  ["Forbid…", "What no puzzle may have", (name) => `% @forbid(${name}) Say why.\n:- `],
  ["Require…", "What every puzzle must have", (name) => `% @require(${name}) Say why.\n:- not `],
  ["Prefer…", "What is better, and how much", (name) => `% @prefer(${name}, 1) Say why.\n:~ not . [1]`],
];

function Workbench({ doc }: { doc: Doc }) {
  const words = useVocabulary();
  const view = useRef<EditorView | null>(null);
  const [found, setFound] = useState<Checked | null>(null);
  useEffect(() => follow(doc, view, setFound), [doc]);
  useEffect(() => {
    if (view.current && found) showProblems(view.current, found.problems, (problem, fix) => fixed(doc, problem, fix));
  }, [found]);
  const insert = (text: string) => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true });
    editor.focus();
  };
  const append = (text: string) => {
    const editor = view.current;
    if (!editor) return;
    const end = editor.state.doc.length;
    const gap = end === 0 || editor.state.sliceDoc().endsWith("\n\n") ? "" : editor.state.sliceDoc().endsWith("\n") ? "\n" : "\n\n";
    const cursor = end + gap.length + (text.includes(" . [") ? text.indexOf(" . [") + 1 : text.length);
    editor.dispatch({ changes: { from: end, insert: gap + text }, selection: { anchor: cursor }, scrollIntoView: true });
    editor.focus();
  };
  return (
    <>
      <section class="constraint-main" aria-label={`Constraint ${fileName(doc.path)}`}>
        <div class="toolbar">
          <h2>{fileName(doc.path)}</h2>
          {SNIPPETS.map(([title, about, text]) => (
            <Button key={title} title={about} onClick={() => append(text(fileName(doc.path)))}>{title}</Button>
          ))}
          <span class="grow" />
          <History doc={doc} />
        </div>
        <CodeEditor
          doc={doc} label={`Text of ${doc.path}`} onReady={(ready) => (view.current = ready)}
          extensions={[EditorView.lineWrapping, asp(), lintGutter(), linter(null), keymap.of(lintKeymap), aspCompletion(() => vocabulary ?? [])]}
        />
        <section class="problems" aria-label="Problems">
          <p class={found && !found.problems.length ? "fine" : ""} role="status">
            {!found ? "Checking…" : found.problems.length ? plural(found.problems.length, "problem") : found.says.length ? "No problems found. This is what it says:" : "It says nothing yet."}
          </p>
          <ul>
            {found?.problems.map((problem) => (
              <ProblemRow key={`${problem.line}:${problem.column}:${problem.code}`} problem={problem}
                onChoose={() => view.current && goTo(view.current, problem.line, problem.column)}
                onFix={(fix) => fixed(doc, problem, fix)} />
            ))}
            {found?.says.map((one) => (
              <li key={one.name} class="said"><span class={`chip ${one.kind === "prefer" ? "" : "good"}`}>{one.kind}</span> {one.sentence || one.name}</li>
            ))}
          </ul>
        </section>
      </section>
      <Words words={words} onChoose={(word) => insert(call(word))} />
    </>
  );
}

/** Checks a file after each change of it or of the pack. A newer question replaces an older one. */
function follow(doc: Doc, view: { current: EditorView | null }, put: (found: Checked) => void): () => void {
  let timer = 0;
  let first = true;
  const look = async () => {
    await doc.flush(true);
    ask<Checked>("constraint.check", { pack: packPath.value, path: doc.path })
      .then((found) => {
        put(found);
        if (!first) {
          listConstraints();
          if (ownConstraints.value.find((one) => one.path === doc.path)?.always) examineAgain();
        }
        first = false;
      })
      .catch(complain);
  };
  const stops = [
    effect(() => {
      void doc.text.value;
      void edition.value;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), 25);
    }),
    effect(() => {
      const target = jump.value;
      if (target?.file !== doc.path || !view.current) return;
      goTo(view.current, target.line, target.column);
      jump.value = null;
    }),
  ];
  return () => {
    window.clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}

function Words({ words, onChoose }: { words: Word[]; onChoose: (word: Word) => void }) {
  const [wanted, setWanted] = useState("");
  const fits = (word: Word) => `${word.word} ${word.meaning}`.toLowerCase().includes(wanted.toLowerCase());
  const copy = (text: string) =>
    void navigator.clipboard?.writeText(text).then(() => say("Copied."), () => undefined);
  return (
    <aside class="inspector words" aria-label="Vocabulary">
      <h2>Words</h2>
      <input type="search" aria-label="Find a word" placeholder="Find a word" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      <ul>
        {words.filter(fits).map((word) => (
          <li key={word.word}>
            <button type="button" data-word={word.word} title="Insert it where the cursor is" onClick={() => onChoose(word)}>
              <code>{call(word)}</code>
              <span>{word.meaning}</span>
            </button>
            <details>
              <summary>Example</summary>
              <code class="notation">{word.example}</code>
              <Button look="quiet" onClick={() => copy(word.example)}>Copy</Button>
            </details>
          </li>
        ))}
      </ul>
    </aside>
  );
}
