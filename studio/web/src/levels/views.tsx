// The views of PuzzleScript games.

export function registerLevelViews(): void {
  // registerView({ id: "levels.source", of: "game", … });
}
