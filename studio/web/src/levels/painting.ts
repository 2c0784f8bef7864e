// The views that show levels, which are loaded together.

export { LevelsView } from "./LevelsView";
export { ProgressionView } from "./ProgressionView";
export { SwapView } from "./SwapView";
