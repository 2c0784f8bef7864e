// The game's own sprites. A combination of objects is painted once, as a small picture that is enlarged without blur.

import { ids, type GameObject, type Level } from "./grid";

const TILE = 5;

export class Painter {
  private readonly tiles = new Map<string, HTMLCanvasElement>();

  constructor(private readonly objects: readonly GameObject[], private readonly ground: string) {}

  tile(cell: string): HTMLCanvasElement {
    let made = this.tiles.get(cell);
    if (!made) {
      made = this.paint(cell);
      this.tiles.set(cell, made);
    }
    return made;
  }

  private paint(cell: string): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = TILE;
    const pen = canvas.getContext("2d");
    if (!pen) return canvas;
    pen.fillStyle = this.ground;
    pen.fillRect(0, 0, TILE, TILE);
    for (const id of ids(cell)) {
      this.objects[id]?.pixels.forEach((row, y) =>
        row.forEach((color, x) => {
          if (!color) return;
          pen.fillStyle = color;
          pen.fillRect(x, y, 1, 1);
        }),
      );
    }
    return canvas;
  }

  /** Draws a whole level; `size` is the side of a cell in pixels of the canvas. */
  draw(pen: CanvasRenderingContext2D, level: Level, size: number): void {
    pen.imageSmoothingEnabled = false;
    for (let x = 0; x < level.width; x++)
      for (let y = 0; y < level.height; y++)
        pen.drawImage(this.tile(level.cells[x * level.height + y]), x * size, y * size, size, size);
  }
}
