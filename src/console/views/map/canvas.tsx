/** The canvas of the map: each pincode a dot. It moves and zooms; hover, click and lasso choose. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Dots, paint, wordsOf } from './paint.js';
import { type Fingers, fitted, type MapView, nearest, pinched, type Point, within, zoomed } from './view.js';

interface MapCanvasProps extends Dots {
  /** Names of the colours in the style sheet. */
  colours: readonly string[];
  label: string;
  /** With another text the view is fitted to the dots again. */
  fit: string;
  isLasso: boolean;
  onLasso(chosen: Uint8Array): void;
  /** What is at a dot, in words. */
  describe(at: number): string;
  open(at: number): void;
}

/** How far from a dot it is still meant, and how far a pointer may go between press and release to click. */
const REACH = 10;
const CLICK_MOVES = 4;
const FINGER_REACH = 20;
const FINGER_MOVES = 10;
const STEP = 60;
const ZOOM = 1.5;
const WHEEL_ZOOM = 1.2;
const TIP_AWAY = 14;

export function MapCanvas(props: MapCanvasProps) {
  const { plane, colour, shown, colours, label, fit, isLasso, onLasso, describe, open } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<MapView | null>(null);
  const lasso = useRef<Point[]>([]);
  /** `isLeft`: of two fingers that pinched; it clicks nothing. */
  const drag = useRef<{ from: Point; view: MapView; isLeft: boolean } | null>(null);
  const pinch = useRef<{ from: Fingers; view: MapView } | null>(null);
  /** Where the pointers that press are, by their ids. */
  const pressed = useRef(new Map<number, Point>());
  const frame = useRef(0);
  const [hovered, setHovered] = useState<{ at: number; point: Point } | null>(null);

  const draw = (): void => {
    const element = canvas.current!;
    const context = element.getContext('2d', { willReadFrequently: true })!;
    const ratio = devicePixelRatio;
    const { clientWidth, clientHeight } = element;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    view.current ??= fitted(plane, shown, clientWidth, clientHeight);
    const style = getComputedStyle(element);
    const words = wordsOf(
      context,
      colours.map((name) => style.getPropertyValue(name)),
    );
    paint(context, { plane, colour, shown }, view.current, words, ratio);
    if (lasso.current.length < 2) return;
    context.beginPath();
    for (const [x, y] of lasso.current) context.lineTo(x * ratio, y * ratio);
    context.closePath();
    context.strokeStyle = style.color;
    context.lineWidth = 2 * ratio;
    context.stroke();
  };
  const latest = useRef(draw);
  latest.current = draw;
  /** With the next frame, however often it moves until then. */
  const redraw = (): void => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      latest.current();
    });
  };
  const move = (next: MapView): void => {
    view.current = next;
    setHovered(null);
    redraw();
  };
  const middle = (): Point => [canvas.current!.clientWidth / 2, canvas.current!.clientHeight / 2];
  const showAll = (): void => {
    const { clientWidth, clientHeight } = canvas.current!;
    move(fitted(plane, shown, clientWidth, clientHeight));
  };

  const fittedTo = useRef('');
  useLayoutEffect(() => {
    const start = performance.now();
    if (fittedTo.current !== fit) view.current = null;
    fittedTo.current = fit;
    draw();
    performance.measure('map-draw', { start });
  }, [plane, colour, shown, fit, colours.join()]);
  // a layout effect ends with the canvas: others end a frame later, when there is nothing left to draw on
  useLayoutEffect(() => {
    const element = canvas.current!;
    const resized = new ResizeObserver(redraw);
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      move(zoomed(view.current!, event.deltaY < 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, [event.offsetX, event.offsetY]));
    };
    // not passive, or else the page would scroll, too
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', redraw);
      element.removeEventListener('wheel', wheel);
      cancelAnimationFrame(frame.current);
    };
  }, []);

  const press = (event: PointerEvent) => {
    if (event.button !== 0 || pressed.current.size === 2) return;
    canvas.current!.setPointerCapture(event.pointerId);
    const point: Point = [event.offsetX, event.offsetY];
    pressed.current.set(event.pointerId, point);
    const fingers = pair(pressed.current);
    pinch.current = fingers && { from: fingers, view: view.current! };
    drag.current = fingers ? null : { from: point, view: view.current!, isLeft: false };
    lasso.current = isLasso && !fingers ? [point] : [];
  };
  const pull = (event: PointerEvent) => {
    const point: Point = [event.offsetX, event.offsetY];
    if (pressed.current.has(event.pointerId)) pressed.current.set(event.pointerId, point);
    const fingers = pair(pressed.current);
    if (pinch.current !== null && fingers !== null)
      return move(pinched(pinch.current.view, pinch.current.from, fingers));
    if (drag.current === null) {
      const at = nearest(plane, shown, view.current!, point, REACH);
      return setHovered(at === -1 ? null : { at, point });
    }
    if (isLasso) {
      lasso.current.push(point);
      return redraw();
    }
    const { from, view: before, isLeft } = drag.current;
    if (isLeft || !isClick(from, event))
      move({ ...before, left: before.left + point[0] - from[0], top: before.top + point[1] - from[1] });
  };
  const release = (event: PointerEvent) => {
    if (!pressed.current.delete(event.pointerId)) return;
    const { from, isLeft = true } = drag.current ?? {};
    const [left] = pressed.current.values();
    pinch.current = null;
    drag.current = left === undefined ? null : { from: left, view: view.current!, isLeft: true };
    if (from === undefined || isLeft) return;
    if (isLasso) {
      if (lasso.current.length > 2) onLasso(within(plane, view.current!, lasso.current));
      lasso.current = [];
      return redraw();
    }
    if (!isClick(from, event)) return;
    const at = nearest(plane, shown, view.current!, from, event.pointerType === 'touch' ? FINGER_REACH : REACH);
    if (at !== -1) open(at);
  };
  /** The browser has taken the finger for something else. */
  const forget = (event: PointerEvent) => {
    pressed.current.delete(event.pointerId);
    [drag.current, pinch.current, lasso.current] = [null, null, []];
    redraw();
  };
  const type = (event: KeyboardEvent) => {
    const { left, top, ...rest } = view.current!;
    if (event.key === 'ArrowLeft') move({ ...rest, left: left + STEP, top });
    else if (event.key === 'ArrowRight') move({ ...rest, left: left - STEP, top });
    else if (event.key === 'ArrowUp') move({ ...rest, left, top: top + STEP });
    else if (event.key === 'ArrowDown') move({ ...rest, left, top: top - STEP });
    else if (event.key === '+') move(zoomed(view.current!, ZOOM, middle()));
    else if (event.key === '-') move(zoomed(view.current!, 1 / ZOOM, middle()));
    else return;
    event.preventDefault();
  };
  const tip = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (hovered === null || tip.current === null) return;
    const { style, offsetWidth } = tip.current;
    const [x, y] = hovered.point;
    style.left = `${Math.min(x + TIP_AWAY, canvas.current!.clientWidth - offsetWidth)}px`;
    style.top = `${y + TIP_AWAY}px`;
  }, [hovered]);
  return (
    <div class="map">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        tabIndex={0}
        class={isLasso ? 'lasso' : ''}
        onPointerDown={press}
        onPointerMove={pull}
        onPointerUp={release}
        onPointerCancel={forget}
        onPointerLeave={() => setHovered(null)}
        onKeyDown={type}
      />
      {hovered !== null && (
        <p ref={tip} class="tip">
          {describe(hovered.at)}
        </p>
      )}
      <div class="map-zoom">
        <button type="button" aria-label="Nearer" onClick={() => move(zoomed(view.current!, ZOOM, middle()))}>
          +
        </button>
        <button type="button" aria-label="Farther" onClick={() => move(zoomed(view.current!, 1 / ZOOM, middle()))}>
          −
        </button>
        <button type="button" aria-label="All dots" onClick={showAll}>
          ⤢
        </button>
      </div>
    </div>
  );
}

function pair(pressed: ReadonlyMap<number, Point>): Fingers | null {
  const [first, second] = pressed.values();
  return first === undefined || second === undefined ? null : [first, second];
}

const isClick = ([x, y]: Point, { offsetX, offsetY, pointerType }: PointerEvent): boolean =>
  Math.hypot(offsetX - x, offsetY - y) < (pointerType === 'touch' ? FINGER_MOVES : CLICK_MOVES);
