// Why there is no puzzle: what conflicts, in the designer's words, and fixes that were tried, as buttons.

import { Button, Spinner } from "../ui/parts";
import { show } from "../views";
import { jump } from "./pack";
import { applyFix, letGo, why } from "./puzzles";

export function WhyPanel() {
  const said = why.value;
  if (!said) return null;
  return (
    <section class="why" aria-label="Why there is no puzzle" role="region">
      <header>
        <h2>{said.kind === "none" ? "There is a puzzle after all" : "Why there is no puzzle"}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => (why.value = null)}>×</Button>
      </header>
      {said.kind === "choices" && (
        <>
          <p>{said.conflict.length === 1 ? "This leaves no puzzle:" : "These choices leave no puzzle together. Each one alone could stay:"}</p>
          <ul class="conflict-list">
            {said.conflict.map(({ text, choice }) => (
              <li key={`${choice.kind}:${choice.value}`}>
                <span>{text}</span>
                <Button
                  look="main"
                  onClick={() => letGo(choice)}
                >
                  Let it go
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {said.reason && (
        <>
          <p>
            {said.reason.requirements.length === 1 ? "One requirement cannot be met:" : "These requirements cannot hold together:"}
          </p>
          <ul class="conflict-list">
            {said.reason.requirements.map(({ text, place }) => (
              <li key={text}>
                <span>{text}</span>
                {place && (
                  <Button
                    look="quiet"
                    onClick={() => {
                      jump.value = { ...place, column: 1 };
                      show("pack");
                    }}
                  >
                    {place.file.split("/").pop()}:{place.line}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {said.reason.notes.map((note) => <p key={note} class="soft">{note}</p>)}
        </>
      )}
      {said.kind === "requirements" && (
        <div class="fixes">
          {said.fixes.length > 0 && <h3>What would help (each was tried)</h3>}
          {said.fixes.map((fix) => (
            <Button key={fix.ways.join()} look={fix.complete ? "main" : "plain"} disabled={!fix.complete} onClick={() => void applyFix(fix)}>
              {capital(fix.ways.join("; and "))}
            </Button>
          ))}
          {!said.running && !said.fixes.length && <p>No fix was found soon: more than this is in the way.</p>}
        </div>
      )}
      {said.running && <p class="soft"><Spinner /> {said.reason ? "Trying what would help…" : "Looking for the smallest conflict…"}</p>}
    </section>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
