// What needs the text editor, and is loaded with it.

export { SmallEditor } from "./SmallEditor";
export { SourceView } from "./SourceView";
