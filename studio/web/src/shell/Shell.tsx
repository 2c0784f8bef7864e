// The frame around every view: the rail of views, the bar on top, messages, and what is under way.

import { useErrorBoundary } from "preact/hooks";
import { status } from "../connection";
import { project, subject } from "../project";
import { Button, Empty } from "../ui/parts";
import { Messages } from "../ui/messages";
import { current, offered, show } from "../views";
import { Announcer } from "./Announcer";
import { Conflicts } from "./Conflicts";
import { Palette } from "./Palette";
import { TopBar } from "./TopBar";
import { useShortcuts } from "./shortcuts";

export function Shell() {
  useShortcuts();
  return (
    <div class="shell">
      <a class="skip" href="#main">Skip to the view</a>
      <TopBar />
      <Conflicts />
      <Rail />
      <main id="main" class={`main of-${subject.value?.kind ?? "nothing"}`} tabIndex={-1} aria-label={current.value?.title}>
        <Stage />
      </main>
      <Lost />
      <Messages />
      <Announcer />
      <Palette />
    </div>
  );
}

function Rail() {
  return (
    <nav class="rail" aria-label="Views">
      {offered.value.map((view, index) => (
        <button
          key={view.id}
          type="button"
          data-view={view.id}
          title={`${view.about} (Alt+${index + 1})`}
          aria-current={current.value?.id === view.id ? "page" : undefined}
          onClick={() => show(view.id)}
        >
          {view.icon()}
          <span>{view.title}</span>
        </button>
      ))}
    </nav>
  );
}

function Stage() {
  const [error, reset] = useErrorBoundary();
  const view = current.value;
  const entry = subject.value;
  if (error) {
    return (
      <Empty title="This view has failed">
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Nothing is lost: your files are saved.</p>
        <Button look="main" onClick={reset}>Try again</Button>
      </Empty>
    );
  }
  if (!project.value) return <p class="boot">Opening the studio…</p>;
  if (!entry || !view) {
    return (
      <Empty title="Nothing to open here">
        <p>The folder {project.value.name} has neither a pack nor a PuzzleScript game. Make a pack with “New” above.</p>
      </Empty>
    );
  }
  const Component = view.component;
  return <Component key={`${view.id}:${entry.path}`} entry={entry} />;
}

function Lost() {
  if (status.value === "outdated") {
    return (
      <div class="lost" role="alert">
        The studio was updated. <Button look="main" onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
  if (status.value !== "lost") return null;
  return (
    <div class="lost" role="alert">
      <span class="spinner" aria-hidden="true" /> The studio does not answer. What you type is kept here and saved once it is
      back.
    </div>
  );
}
