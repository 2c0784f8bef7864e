// The game's own sprites. A level is painted in the size of its sprites, five pixels to a cell, and enlarged without blur:
// a map of 60 by 60 is one picture to draw, not 3,600.

import { ids, type GameObject, type Level } from "./grid";

const TILE = 5;
type Tile = Uint32Array;

export class Painter {
  private readonly tiles = new Map<string, Tile>();
  private readonly pictures = new WeakMap<Level, HTMLCanvasElement>();
  private readonly pixels: (number | null)[][];
  private readonly ground: number;

  constructor(objects: readonly GameObject[], ground: string) {
    this.pixels = objects.map((thing) =>
      Array.from({ length: TILE * TILE }, (_, index) => {
        const color = thing.pixels[Math.floor(index / TILE)]?.[index % TILE];
        return color ? packed(color) : null;
      }),
    );
    this.ground = packed(ground);
  }

  private tile(cell: string): Tile {
    let made = this.tiles.get(cell);
    if (!made) {
      made = new Uint32Array(TILE * TILE).fill(this.ground);
      for (const id of ids(cell)) this.pixels[id]?.forEach((color, index) => color !== null && ((made as Tile)[index] = color));
      this.tiles.set(cell, made);
    }
    return made;
  }

  private picture(level: Level): HTMLCanvasElement {
    let canvas = this.pictures.get(level);
    if (canvas) return canvas;
    canvas = document.createElement("canvas");
    canvas.width = level.width * TILE;
    canvas.height = level.height * TILE;
    const pen = canvas.getContext("2d");
    if (pen) {
      const image = pen.createImageData(canvas.width, canvas.height);
      const all = new Uint32Array(image.data.buffer);
      for (let x = 0; x < level.width; x++)
        for (let y = 0; y < level.height; y++) {
          const tile = this.tile(level.cells[x * level.height + y]);
          for (let row = 0; row < TILE; row++)
            all.set(tile.subarray(row * TILE, row * TILE + TILE), (y * TILE + row) * canvas.width + x * TILE);
        }
      pen.putImageData(image, 0, 0);
    }
    this.pictures.set(level, canvas);
    return canvas;
  }

  /** Draws a whole level; `size` is the side of a cell. */
  draw(pen: CanvasRenderingContext2D, level: Level, size: number): void {
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.picture(level), 0, 0, level.width * size, level.height * size);
  }
}

/** `#rgb` or `#rrggbb` as a pixel of an image, opaque. */
function packed(color: string): number {
  const digits = color.replace("#", "");
  const full = digits.length < 6 ? [...digits.slice(0, 3)].map((digit) => digit + digit).join("") : digits.slice(0, 6);
  const number = parseInt(full, 16) || 0;
  return ((0xff << 24) | ((number & 0xff) << 16) | (number & 0xff00) | (number >> 16)) >>> 0;
}
