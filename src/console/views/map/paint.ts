/** Draws the dots, pixel by pixel: a canvas takes longer for 22,000 shapes than for one picture. */
import type { MapView, Plane } from './view.js';

export interface Dots {
  plane: Plane;
  /** An index into the colours. */
  colour: Uint8Array;
  /** 0: it is not drawn. */
  shown: Uint8Array;
}

/** Colours of style sheets as the words of a picture. */
export function wordsOf(context: CanvasRenderingContext2D, colours: readonly string[]): Uint32Array {
  return Uint32Array.from(colours, (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0]!;
  });
}

/** The side of a dot in pixels of the screen, at a scale. */
const sideAt = (scale: number): number => Math.min(9, Math.max(2, Math.round(scale / 14)));

/** @param ratio pixels of the canvas for one of the screen */
export function paint(
  context: CanvasRenderingContext2D,
  { plane: { x, y }, colour, shown }: Dots,
  { scale, left, top }: MapView,
  words: Uint32Array,
  ratio: number,
): void {
  const { width, height } = context.canvas;
  const picture = context.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const side = Math.round(sideAt(scale) * ratio);
  for (let at = 0; at < x.length; at++) {
    if (shown[at] === 0) continue;
    const fromX = Math.round((x[at]! * scale + left) * ratio - side / 2);
    const fromY = Math.round((y[at]! * scale + top) * ratio - side / 2);
    // neither is so of a place that is not known
    if (!(fromX >= 0 && fromX + side < width && fromY >= 0 && fromY + side < height)) continue;
    const word = words[colour[at]!]!;
    for (let row = fromY; row < fromY + side; row++) {
      const start = row * width + fromX;
      for (let pixel = start; pixel < start + side; pixel++) pixels[pixel] = word;
    }
  }
  context.putImageData(picture, 0, 0);
}
