// What needs the text editor, and is loaded with it.

export { ConstraintsForm } from "./ConstraintsForm";
export { TextView } from "./TextView";
