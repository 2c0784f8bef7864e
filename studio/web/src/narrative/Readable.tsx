// Views that show the pack as it was last read, while a file of it cannot be read.

import type { ComponentType, FunctionComponent } from "preact";
import type { Entry } from "../protocol";
import { Button, Coded, Empty } from "../ui/parts";
import { checked, model, obstacle, openAgain, unreadable } from "./pack";
import { goToProblem } from "./problems";

/** A view that can be looked at, but not changed, until the pack can be read again. */
export function readable(View: FunctionComponent): FunctionComponent {
  return function ReadableView() {
    const broken = unreadable.value;
    const problem = checked.value?.problems.find((one) => one.severity === "error");
    const said = problem && <><Coded text={problem.message} /> (line {problem.line} of {problem.file.split("/").pop()})</>;
    const look = problem && <Button onClick={() => goToProblem(problem)}>Go to the error</Button>;
    if (broken && !model.value) {
      return (
        <Empty title="This pack cannot be read">
          {said && <p>{said}</p>}
          {look}
        </Empty>
      );
    }
    return (
      <div class="readable">
        {broken && (
          <div class="note" role="status">
            <span>The text cannot be read{said && <>: {said}</>}. Here is the pack as it was before.</span>
            <span class="grow" />
            {look}
          </div>
        )}
        <div class="readable-view" inert={broken}><View /></div>
      </div>
    );
  };
}

/** A view of a pack whose files may turn out not to be texts, or not to be there. */
export function openable(View: ComponentType<{ entry: Entry }>): FunctionComponent<{ entry: Entry }> {
  return function OpenableView(props: { entry: Entry }) {
    if (obstacle.value === null) return <View {...props} />;
    return (
      <Empty title="This pack cannot be opened">
        <p>{obstacle.value}</p>
        <Button look="main" onClick={openAgain}>Try again</Button>
      </Empty>
    );
  };
}
