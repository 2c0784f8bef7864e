// Areas: what solves them, how deep their puzzles are, where they lead, what lies there.

import { Button, Field, Tick } from "../ui/parts";
import { useDraft } from "./drafts";
import { edit, notationOf } from "./edits";
import { NameList, NewName } from "./ItemsTable";
import { hueOf } from "./pack";
import { TermEditor } from "./RulesForm";
import type { Area, PackModel, Term } from "./types";

export function AreasForm({ pack }: { pack: PackModel }) {
  return (
    <div class="areas">
      <div class="toolbar">
        <span class="soft">An area is solved when one of its goals is there; then the areas it leads to open.</span>
        <span class="grow" />
        <NewName
          label="New area" placeholder="Cellar"
          onMake={(name) => void edit(`add the area ${name}`, { path: ["areas", name], value: { goals: [], depth: { min: 1, max: 3 } } })}
        />
      </div>
      <div class="area-cards">
        {pack.areas.filter((area) => area.is_place).map((area) => <AreaCard key={area.name} area={area} pack={pack} />)}
      </div>
    </div>
  );
}

function AreaCard({ area, pack }: { area: Area; pack: PackModel }) {
  const set = (label: string, path: string[], value: unknown) => edit(`${area.name}: ${label}`, { path: ["areas", area.name, ...path], value });
  const others = pack.areas.filter((one) => one.name !== area.name).map((one) => one.name);
  return (
    <article class="area-card area-tint" style={`--hue: ${hueOf(area.name)}`} data-area={area.name}>
      <header>
        <Field class="area-title" aria-label="Title" value={area.title ?? area.words} onCommit={(text) => set("title", ["title"], text || null)} />
        <code>{area.name}</code>
        <label class="choice"><Tick on={area.start} onTick={(on) => set("start", ["start"], on || null)} /> open at the start</label>
      </header>
      <Goals area={area} pack={pack} />
      <div class="row">
        <span class="depth">
          Depth
          <Field type="number" min="1" max="99" aria-label="Least depth" value={area.depth.min} onCommit={(text) => set("depth", ["depth", "min"], Math.max(1, Number(text) || 1))} />
          to
          <Field type="number" min="1" max="99" aria-label="Most depth" value={area.depth.max ?? ""} placeholder="any" onCommit={(text) => set("depth", ["depth", "max"], Number(text) || null)} />
        </span>
        <span class="depth">
          Red herrings
          <Field type="number" min="0" max="20" aria-label="Red herrings" value={area.herrings} onCommit={(text) => set("red herrings", ["herrings"], Number(text) || null)} />
        </span>
      </div>
      <NameList title="Leads to" names={area.connects} offered={others} none="no other area" onChange={(names) => set("connects", ["connects"], names.length ? names : null)} />
      <NameList title="Already here" names={area.contains} offered={pack.items.map((item) => item.name)} none="nothing: the synthesizer places what is needed"
        onChange={(names) => set("contains", ["contains"], names.length ? names : null)} />
      <footer class="row">
        {(["shortcuts", "dead_ends"] as const).map((kind) => (
          <label key={kind} class="policy">
            {kind === "shortcuts" ? "Shortcuts" : "Dead ends"}
            <select value={area[kind]} onChange={(event) => set(kind.replace("_", " "), ["guarantees", kind], event.currentTarget.value)}>
              <option value="forbid">forbidden</option>
              <option value="report">reported</option>
              <option value="allow">allowed</option>
            </select>
          </label>
        ))}
        <span class="grow" />
        <Button look="quiet" onClick={() => void edit(`remove the area ${area.name}`, { path: ["areas", area.name], value: null })}>Remove</Button>
      </footer>
    </article>
  );
}

/** Each goal is a thing with properties; one of them is chosen for a puzzle. */
function Goals({ area, pack }: { area: Area; pack: PackModel }) {
  const [draft, setDraft] = useDraft<Term | null>(`goal of ${area.name}`, null);
  const put = (goals: string[]) => edit(`${area.name}: goals`, { path: ["areas", area.name, "goals"], value: goals });
  return (
    <fieldset class="goals">
      <legend>Goals</legend>
      {area.goals.map((goal, index) => (
        <div key={goal} class="goal">
          <span>{area.goal_words[index]}</span> <code>{goal}</code>
          <Button look="quiet" aria-label={`Remove the goal ${goal}`} onClick={() => void put(area.goals.filter((_, at) => at !== index))}>×</Button>
        </div>
      ))}
      {!area.goals.length && !draft && <p class="soft">No goal yet: there is nothing to solve here.</p>}
      {draft ? (
        <div class="goal-draft">
          <TermEditor term={draft} pack={pack} label={`Goal of ${area.name}`} onChange={setDraft} />
          <Button look="main" disabled={!draft.type} onClick={() => void put([...area.goals, notationOf(draft)]).then((done) => done && setDraft(null))}>Add goal</Button>
          <Button look="quiet" onClick={() => setDraft(null)}>Cancel</Button>
        </div>
      ) : (
        <Button look="quiet" onClick={() => setDraft({ type: "", label: null, properties: [], contains: null, notation: "" })}>+ goal</Button>
      )}
    </fieldset>
  );
}
