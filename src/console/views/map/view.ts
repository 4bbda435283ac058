/** Where dots are on the canvas: a projection, and the part of it that is seen. */
import type { MapPlaces } from '../../parts/map-data.js';

/** Dots in a plane in which a degree of latitude is 1, southwards; NaN: its place is not known. */
export interface Plane {
  x: Float32Array;
  y: Float32Array;
}

/** A point of the plane is at `x * scale + left`, `y * scale + top` on the canvas, in pixels of the screen. */
export interface MapView {
  scale: number;
  left: number;
  top: number;
}

export type Point = readonly [x: number, y: number];

/** Of India; there a degree of longitude has this part of one of latitude. */
const MIDDLE_LATITUDE = 22;
const SQUEEZE = Math.cos((MIDDLE_LATITUDE * Math.PI) / 180);
const MARGIN = 0.04;
/** Degrees that are seen at least: a single place is not shown from next to it. */
const LEAST_SIDE = 0.5;

export const planeOf = ({ latitude, longitude }: MapPlaces): Plane => ({
  x: longitude.map((degrees) => degrees * SQUEEZE),
  y: latitude.map((degrees) => -degrees),
});

/** The view with all dots that are shown. @param shown 0: it is not */
export function fitted({ x, y }: Plane, shown: Uint8Array, width: number, height: number): MapView {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < x.length; at++) {
    if (shown[at] === 0 || Number.isNaN(x[at]!)) continue;
    west = Math.min(west, x[at]!);
    east = Math.max(east, x[at]!);
    north = Math.min(north, y[at]!);
    south = Math.max(south, y[at]!);
  }
  if (west > east) return { scale: 1, left: 0, top: 0 };
  const [wide, high] = [Math.max(east - west, LEAST_SIDE), Math.max(south - north, LEAST_SIDE)];
  const scale = Math.min(width / wide, height / high) * (1 - 2 * MARGIN);
  return {
    scale,
    left: width / 2 - ((west + east) / 2) * scale,
    top: height / 2 - ((north + south) / 2) * scale,
  };
}

/** The view with everything `times` as large, and the point of the canvas where it is. */
export const zoomed = ({ scale, left, top }: MapView, times: number, [atX, atY]: Point): MapView => ({
  scale: scale * times,
  left: atX - (atX - left) * times,
  top: atY - (atY - top) * times,
});

const between = ([x1, y1]: Point, [x2, y2]: Point): Point => [(x1 + x2) / 2, (y1 + y2) / 2];

/** Nearer fingers are as one: their distance would make the view endless. */
const LEAST_SPREAD = 10;

const spread = ([[x1, y1], [x2, y2]]: Fingers): number => Math.max(Math.hypot(x2 - x1, y2 - y1), LEAST_SPREAD);

export type Fingers = readonly [Point, Point];

/** The view when two fingers have gone from one pair of points of the canvas to another: what is under them follows. */
export function pinched(view: MapView, from: Fingers, to: Fingers): MapView {
  const [fromX, fromY] = between(...from);
  const [toX, toY] = between(...to);
  const { scale, left, top } = zoomed(view, spread(to) / spread(from), [fromX, fromY]);
  return { scale, left: left + toX - fromX, top: top + toY - fromY };
}

/** The point of the plane at a point of the canvas. */
const onPlane = ({ scale, left, top }: MapView, [atX, atY]: Point): Point => [
  (atX - left) / scale,
  (atY - top) / scale,
];

/** The dot that is shown next to a point of the canvas; -1: none is within `reach` pixels. */
export function nearest({ x, y }: Plane, shown: Uint8Array, view: MapView, at: Point, reach: number): number {
  const [toX, toY] = onPlane(view, at);
  let least = (reach / view.scale) ** 2;
  let found = -1;
  for (let dot = 0; dot < x.length; dot++) {
    if (shown[dot] === 0) continue;
    const distance = (x[dot]! - toX) ** 2 + (y[dot]! - toY) ** 2;
    if (!(distance <= least)) continue;
    least = distance;
    found = dot;
  }
  return found;
}

/** The dots within a polygon of points of the canvas, by the even-odd rule; 1: it is. */
export function within({ x, y }: Plane, view: MapView, polygon: readonly Point[]): Uint8Array {
  const corners = polygon.map((corner) => onPlane(view, corner));
  return Uint8Array.from(x, (dotX, at) => {
    const dotY = y[at]!;
    let isWithin = false;
    for (const [index, [x1, y1]] of corners.entries()) {
      const [x2, y2] = corners.at(index - 1)!;
      if (y1 > dotY !== y2 > dotY && dotX < ((x2 - x1) * (dotY - y1)) / (y2 - y1) + x1) isWithin = !isWithin;
    }
    return isWithin ? 1 : 0;
  });
}
