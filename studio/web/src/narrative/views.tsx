// The views of packs and their puzzles.

export function registerNarrativeViews(): void {
}
