/** Bars as SVG that stretch with their cell: they hold no text, which stays text of the page. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { html, type Markup } from './markup.js';
import { amount } from './words.js';

/** Units of a bar's drawing; the page stretches it. */
const WIDTH = 1_000;
const HEIGHT = 20;
const LEAST_BAR = 4;

export type BarKind = 'expected' | 'billed' | 'more' | 'less' | 'other';

/** From an amount to a place between 0 and `WIDTH`. */
export type AmountScale = (paise: number) => number;

/** A scale that has all amounts, and 0. */
export function scaleFromZero(amounts: readonly number[]): AmountScale {
  const domain = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  return scaleLinear(domain[0] === domain[1] ? [0, 1] : domain, [0, WIDTH]);
}

/** A scale between two amounts. */
export const scaleBetween = (least: number, most: number): AmountScale => scaleLinear([least, most], [0, WIDTH]);

/** Round bounds, that need not be 0, around two amounts. */
export function roundBounds(least: number, most: number): [number, number] {
  const [from, to] = scaleLinear([least, most], [0, WIDTH]).nice(TICKS).domain();
  return [from!, to!];
}

/** A bar between two amounts, next to a line at `zero`. It says nothing that the row's text does not. */
export function bar(scale: AmountScale, from: number, to: number, kind: BarKind, zero: number | null): Markup {
  const [left, right] = [scale(Math.min(from, to)), scale(Math.max(from, to))];
  const width = from === to ? 0 : Math.max(right - left, LEAST_BAR);
  const x = Math.min(left, WIDTH - width);
  const line = zero === null ? null : zeroLine(scale(zero));
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <rect class="${kind}" x="${tidy(x)}" y="2" width="${tidy(width)}" height="${HEIGHT - 4}" />
    ${line}
  </svg>`;
}

const zeroLine = (x: number): Markup =>
  html`<line class="zero" x1="${tidy(x)}" x2="${tidy(x)}" y1="0" y2="${HEIGHT}" vector-effect="non-scaling-stroke" />`;

/** The same digits on every machine, and few of them. */
const tidy = (place: number): number => Math.round(place * 10) / 10;

export interface Column {
  label: string;
  billed: number;
  expected: number;
}

const CHART = { width: 640, height: 220, left: 84, right: 8, top: 10, bottom: 26 } as const;
const TICKS = 5;
/** Narrower labels than this many units run into each other. */
const LABEL_UNITS = 78;

/** Two columns for each label, expected and billed, over an axis of amounts. */
export function columnChart(title: string, columns: readonly Column[]): Markup {
  const { width, height, left, right, top, bottom } = CHART;
  const amounts = columns.flatMap(({ billed, expected }) => [billed, expected]);
  const y = scaleLinear([Math.min(0, ...amounts), Math.max(1, ...amounts)], [height - bottom, top]).nice(TICKS);
  const x = scaleBand(
    columns.map((_, index) => index),
    [left, width - right],
  ).padding(0.25);
  const ticks = y.ticks(TICKS).map((tick) => {
    const at = tidy(y(tick));
    return html`<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" />
      <text class="end" x="${left - 6}" y="${at + 4}">${amount(tick).replace(/\.00$/, '')}</text>`;
  });
  const half = x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil(LABEL_UNITS / x.step()));
  const drawn = columns.map(({ label, billed, expected }, index) => {
    const at = x(index)!;
    const one = (paise: number, kind: BarKind, from: number) => {
      const [low, high] = [y(Math.min(0, paise)), y(Math.max(0, paise))];
      return html`<rect
        class="${kind}"
        x="${tidy(from)}"
        y="${tidy(high)}"
        width="${tidy(half)}"
        height="${tidy(low - high)}"
      />`;
    };
    const name =
      index % every === 0 ? html`<text class="middle" x="${tidy(at + half)}" y="${height - 8}">${label}</text>` : null;
    return html`${one(expected, 'expected', at)}${one(billed, 'billed', at + half)}${name}`;
  });
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
    ${ticks}${drawn}
  </svg>`;
}
