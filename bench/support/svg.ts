/**
 * Drawing helpers of the charts: elements as text, a frame that is readable on light and dark pages, scales and axes.
 */

export type Attributes = Readonly<Record<string, string | number>>;

/** An element; numbers are rounded to tenths of a pixel, values are escaped, children are inserted unchanged. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? pixels(value) : escape(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

export function text(x: number, y: number, content: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escape(content));
}

function pixels(value: number): string {
  if (!Number.isFinite(value)) throw new Error('a chart cannot show a value that is not a number');
  return String(Math.round(value * 10) / 10);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (value: string): string => value.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

export const WIDTH = 860;
export const MARGIN = 28;
const TITLE_HEIGHT = 50;
const LINE_HEIGHT = 18;
const GAP = 20;

/** `hue-n` colours fills, `line-n` strokes; 0 is pinrate's. The second block is for dark mode. */
const STYLE = `
  svg { --page: #ffffff; --edge: #d5dbe1; --ink: #1d2329; --quiet: #5c6670; --grid: #e6eaee; --hue-0: #0b7285; \
--hue-1: #8c98a4; --hue-2: #b9c2cb; --hue-3: #d9480f; --hue-4: #8a3ffc; }
  @media (prefers-color-scheme: dark) { svg { --page: #14191f; --edge: #343d47; --ink: #e8ecf0; --quiet: #9aa5b1; \
--grid: #29313a; --hue-0: #3bc9db; --hue-1: #7d8a97; --hue-2: #55606b; --hue-3: #ff922b; --hue-4: #be95ff; } }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--ink); font-variant-numeric: \
tabular-nums; }
  .page { fill: var(--page); stroke: var(--edge); } .heading { font-size: 20px; font-weight: 650; } .group { \
font-weight: 650; } .quiet { fill: var(--quiet); } .small { font-size: 11.5px; }
  .end { text-anchor: end; } .middle { text-anchor: middle; } .strong { font-weight: 650; } .grid { stroke: \
var(--grid); } .axis { stroke: var(--edge); } .dashed { stroke-dasharray: 4 4; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  ${[0, 1, 2, 3, 4]
    .map(
      (hue) => `.hue-${hue} { fill: var(--hue-${hue}); } .line-${hue} { stroke: var(--hue-${hue}); \
}`,
    )
    .join(' ')}
`;

export interface Chart {
  title: string;
  /** What the chart shows, line by line; also for screen readers. */
  subtitle: readonly string[];
  footer: readonly string[];
  /** The height of `body`, which is drawn from the origin. */
  bodyHeight: number;
  body: string;
}

/** A complete image without external resources. */
export function frame({ title, subtitle, footer, bodyHeight, body }: Chart): string {
  const bodyTop = TITLE_HEIGHT + subtitle.length * LINE_HEIGHT + GAP;
  const footerTop = bodyTop + bodyHeight + GAP;
  const height = Math.ceil(footerTop + footer.length * LINE_HEIGHT + GAP / 2);
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      role: 'img',
      'aria-labelledby': 'title desc',
    },
    element('title', { id: 'title' }, escape(title)),
    element('desc', { id: 'desc' }, escape(subtitle.join(' '))),
    element('style', {}, STYLE),
    element('rect', { class: 'page', x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 10 }),
    text(MARGIN, 40, title, { class: 'heading' }),
    ...subtitle.map((line, i) => text(MARGIN, TITLE_HEIGHT + (i + 0.7) * LINE_HEIGHT, line, { class: 'quiet' })),
    element('g', { transform: `translate(0 ${bodyTop})` }, body),
    ...footer.map((line, i) => text(MARGIN, footerTop + (i + 0.7) * LINE_HEIGHT, line, { class: 'quiet small' })),
  )}\n`;
}

/** From values to pixels. */
export type Scale = (value: number) => number;

export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

export function logarithmic([from, to]: readonly [number, number], pixels: readonly [number, number]): Scale {
  const scale = linear([Math.log(from), Math.log(to)], pixels);
  return (value) => scale(Math.log(value));
}

/** The powers of ten from the one below the least of `values` to the one above the greatest. */
export function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}

export interface Line {
  label: string;
  hue: number;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  title: string;
  /** The top left corner of the panel, and its size with title and axes. */
  at: readonly [number, number];
  size: readonly [number, number];
  xTicks: readonly { value: number; label: string }[];
  yTicks: readonly { value: number; label: string }[];
  scales: { x: typeof linear; y: typeof linear };
  xTitle: string;
  lines: readonly Line[];
  /** Space to the right of the panel, for the names of lines. */
  labelWidth: number;
  /** Written at the first point of each line. */
  firstLabel?: (y: number) => string;
  /** Offered rather than measured. */
  reference?: readonly (readonly [x: number, y: number])[];
}

const PLOT_INSET = { left: 58, top: 30, bottom: 38 };
const LABEL_HEIGHT = 15;
/** Space left of the first tick and right of the last one. */
const X_PADDING = 14;

/** One panel of lines, each named at its right end. */
export function plot({
  title,
  at: [left, top],
  size: [width, height],
  xTicks,
  yTicks,
  scales,
  xTitle,
  lines,
  labelWidth,
  firstLabel,
  reference,
}: Plot): string {
  const box = {
    left: left + PLOT_INSET.left,
    right: left + width - labelWidth,
    top: top + PLOT_INSET.top,
    bottom: top + height - PLOT_INSET.bottom,
  };
  const x = scales.x([xTicks[0]!.value, xTicks.at(-1)!.value], [box.left + X_PADDING, box.right - X_PADDING]);
  const y = scales.y([yTicks[0]!.value, yTicks.at(-1)!.value], [box.bottom, box.top]);
  const path = (points: Line['points']) =>
    points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${pixels(x(px))} ${pixels(y(py))}`).join('');
  const firsts = spread(
    lines.map(({ points }) => y(points[0]![1]) - 8),
    LABEL_HEIGHT,
    box.bottom,
  );
  const ends = spread(
    lines.map(({ points }) => y(points.at(-1)![1])),
    LABEL_HEIGHT,
    box.bottom,
  );
  return [
    text(left, top + 14, title, { class: 'group' }),
    ...yTicks.flatMap(({ value, label }) => [
      element('path', { class: 'grid', d: `M${pixels(box.left)} ${pixels(y(value))}H${pixels(box.right)}` }),
      text(box.left - 8, y(value) + 4, label, { class: 'quiet small end' }),
    ]),
    ...xTicks.map(({ value, label }) => text(x(value), box.bottom + 18, label, { class: 'quiet small middle' })),
    text((box.left + box.right) / 2, box.bottom + 36, xTitle, { class: 'quiet small middle' }),
    ...(reference === undefined ? [] : [element('path', { class: 'line line-2 dashed', d: path(reference) })]),
    ...lines.flatMap(({ label, hue, points }, i) => [
      element('path', { class: `line line-${hue}`, d: path(points) }),
      ...points.map(([px, py]) => element('circle', { class: `hue-${hue}`, cx: x(px), cy: y(py), r: 3.2 })),
      ...(firstLabel === undefined
        ? []
        : [text(x(points[0]![0]), firsts[i]!, firstLabel(points[0]![1]), { class: `small middle hue-${hue}` })]),
      text(box.right + 4, ends[i]! + 4, label, { class: `small strong hue-${hue}` }),
    ]),
  ].join('');
}

/** The positions nearest to the wanted ones that are `apart` from each other and not below `bottom`. */
export function spread(wanted: readonly number[], apart: number, bottom: number): number[] {
  const places: number[] = [];
  let limit = bottom;
  // from the lowest upwards: pixels grow downwards
  for (const index of [...wanted.keys()].sort((a, b) => wanted[b]! - wanted[a]!)) {
    places[index] = Math.min(wanted[index]!, limit);
    limit = places[index] - apart;
  }
  return places;
}
