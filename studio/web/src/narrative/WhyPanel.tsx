// Why there is no puzzle: what conflicts, in the designer's words, and fixes that were tried, as buttons.

import { Button, Spinner } from "../ui/parts";
import { show } from "../views";
import { capital, Limits } from "./Limits";
import { jump } from "./pack";
import { applyFix, letGo, why } from "./puzzles";

const HEADINGS: Record<string, string> = {
  none: "There is a puzzle",
  only: "You have seen them all",
  choices: "Why there is no other puzzle",
  undecided: "Not found out",
  failed: "Not found out",
};
const ANNOUNCED: Record<string, string> = {
  none: "There is a puzzle",
  only: "You have seen all puzzles",
  choices: "Your choices conflict; each can be let go",
  requirements: "Requirements conflict; what would help is listed",
  undecided: "The time was not enough to find out why",
  failed: "It could not be found out why",
};

export function WhyPanel() {
  const said = why.value;
  if (!said) return null;
  const open = !said.known && said.kind === null;
  return (
    <section class="why" aria-label={open ? "Whether there is a puzzle" : "Why there is no puzzle"} role="region">
      <header>
        <h2>{open ? "Is there a puzzle?" : (HEADINGS[said.kind ?? ""] ?? "Why there is no puzzle")}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => (why.value = null)}>×</Button>
      </header>
      <p class="sr" role="status">{said.running ? (open ? "Finding out whether there is a puzzle" : "Finding out why there is no puzzle") : (ANNOUNCED[said.kind ?? ""] ?? "")}</p>
      {said.kind === "only" && <p>With your wishes there is no puzzle but those that you have seen: the open one and those before it.</p>}
      {said.kind === "none" && said.known && <p>Ask again: the pack or your wishes have changed.</p>}
      {said.kind === "none" && !said.known && <p>Your wishes do not conflict, but it takes long to find a puzzle that has all of them. Give it more time, or ask for less.</p>}
      {said.kind === "undecided" && <p>A minute was not enough to find {said.known ? "out" : "a puzzle, or"} what is in the way. Ask for less at once, or give up a wish.</p>}
      {said.kind === "failed" && <p>It could not be found out what is in the way.</p>}
      {said.kind === "choices" && (
        <>
          <p>{said.conflict.length === 1 ? "This leaves no other puzzle:" : "These choices leave no other puzzle together. Without any one of them there is one:"}</p>
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
          {said.reason.notes.map((note) => <p key={note} class="soft">{capital(note)}</p>)}
          {!said.reason.proven && <p class="soft">Not proven: playing could not settle whether a guarantee is really in the way.</p>}
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
          {!said.running && !said.fixes.length && !said.stopped && <p>No small change helps: more than this is in the way.</p>}
          {said.stopped && <p class="soft">Not everything was tried; other changes may help as well.</p>}
        </div>
      )}
      <Limits said={said.limits} />
      {said.running && <p class="soft"><Spinner /> {said.reason ? "Trying what would help…" : open ? "Looking for one, and for what is in the way if there is none…" : "Looking for the smallest conflict…"}</p>}
    </section>
  );
}
