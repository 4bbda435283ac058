/** The results as images, each drawn only from bench/results.json. */
import { median, throughputRatios } from './figures.js';
import type { Results, ResultSection } from './report.js';
import { decades, element, frame, linear, type Line, logarithmic, MARGIN, plot, text, WIDTH } from './svg.js';

type MeasuredSeries = ResultSection['series'][number];
type MeasuredSweep = ResultSection['sweeps'][number];

/** Series with the same work: pinrate's, and its rivals'. */
interface Contest {
  title: string;
  ours: MeasuredSeries;
  others: MeasuredSeries[];
}

/** Each chart's name and image; a chart without measurements is left out. */
export function drawCharts(results: Results): [name: string, svg: string][] {
  const {
    machine: { cpu, cores, os, node },
    date,
  } = results;
  const footer = [
    `${cpu}, ${cores} cores for server and load generator together`,
    `${os}, Node.js ${node.slice(1)}, ${date.slice(0, 10)}`,
  ];
  const contests = results.sections.flatMap(contestsOf);
  const sweeps = results.sections.flatMap((section) => section.sweeps);
  const overPartners = contests
    .filter(({ ours }) => ours.partners !== undefined)
    .sort((a, b) => a.ours.partners! - b.ours.partners!);
  const charts: [string, string][] = [];
  if (contests.length > 0) charts.push(['throughput', drawThroughput(contests, footer)]);
  if (sweeps.length > 0)
    charts.push(['latency', drawLatency(sweeps, footer)], ['goodput', drawGoodput(sweeps, footer)]);
  if (overPartners.length > 1) charts.push(['partners', drawPartners(overPartners, footer)]);
  return charts;
}

const serverOf = ({ server = 'pinrate' }: MeasuredSeries): string => server;
const isOurs = (entry: MeasuredSeries): boolean => serverOf(entry) === 'pinrate';
const isAlike = (a: MeasuredSeries, b: MeasuredSeries): boolean =>
  a.connections === b.connections && a.partners === b.partners;

/** The first series of pinrate and of every other server, for each number of connections and partners in a section. */
function contestsOf({ title, series }: ResultSection): Contest[] {
  const firsts = series.filter(
    (entry) => series.find((other) => serverOf(other) === serverOf(entry) && isAlike(other, entry)) === entry,
  );
  return firsts.filter(isOurs).flatMap((ours) => {
    const others = firsts.filter((entry) => !isOurs(entry) && isAlike(entry, ours));
    return others.length === 0 ? [] : [{ title, ours, others }];
  });
}

/** `charges: Fastify, inline` under the title `charges` is `Fastify, inline`. */
const labelOf = ({ name }: MeasuredSeries): string => name.slice(name.indexOf(': ') + 1).trim();
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const short = (value: number): string =>
  value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);

const LABEL_WIDTH = 246;
const LABEL_CHARACTERS = 33;
const SMALL_LINE_HEIGHT = 12.5;
const BAR_HEIGHT = 18;
const BAR_STEP = 24;
const GROUP_TITLE_HEIGHT = 26;
const GROUP_GAP = 16;
/** The rest of the width is for the numbers next to the bars. */
const LONGEST_BAR = 345;

function drawThroughput(contests: readonly Contest[], footer: readonly string[]): string {
  const parts: string[] = [];
  let y = 0;
  for (const { title, ours, others } of contests) {
    const bars = [ours, ...others];
    const fastest = Math.max(...bars.map(({ median: { requestsPerSecond } }) => requestsPerSecond));
    parts.push(text(MARGIN, y + 14, title, { class: 'group' }));
    y += GROUP_TITLE_HEIGHT;
    for (const bar of bars) {
      const left = MARGIN + LABEL_WIDTH;
      const width = (bar.median.requestsPerSecond / fastest) * LONGEST_BAR;
      const middle = y + BAR_HEIGHT / 2 + 4.5;
      const ratio = bar === ours ? '' : `pinrate ${short(median(throughputRatios(ours, bar)))} ×`;
      parts.push(
        ...label(left - 10, middle, labelOf(bar), bar === ours ? 'end strong' : 'end'),
        element('rect', {
          class: bar === ours ? 'hue-0' : bar.server === 'bare' ? 'hue-2' : 'hue-1',
          x: left,
          y,
          width,
          height: BAR_HEIGHT,
          rx: 3,
        }),
        text(left + width + 8, middle, `${whole(bar.median.requestsPerSecond)} / s`, { class: 'strong' }),
        ...(ratio === '' ? [] : [text(WIDTH - MARGIN, middle, ratio, { class: 'end hue-0 strong' })]),
      );
      y += BAR_STEP;
    }
    y += GROUP_GAP;
  }
  return frame({
    title: 'Throughput compared with the bare server and the peers',
    subtitle: [
      'Requests per second, median round; the bars of each scenario are relative to its fastest.',
      'Bare: uWebSockets.js alone with a fixed answer of the same size, the limit here. '
        + 'Right: pinrate as a multiple of that row.',
    ],
    footer,
    bodyHeight: y - GROUP_GAP,
    body: parts.join(''),
  });
}

/** In small letters and on two lines where it is long. */
function label(right: number, middle: number, content: string, className: string): string[] {
  if (content.length <= LABEL_CHARACTERS) return [text(right, middle, content, { class: className })];
  const cut = content.lastIndexOf(' ', Math.ceil(content.length / 2) + 4);
  return [content.slice(0, cut), content.slice(cut + 1)].map((line, i) =>
    text(right, middle + (i - 0.5) * SMALL_LINE_HEIGHT, line, { class: `small ${className}` }),
  );
}

const PANEL = { width: (WIDTH - 2 * MARGIN - 24) / 2, height: 258, gap: 24 };

/** Panels in two columns; `draw` gets each one's top left corner. */
function panels<T>(
  items: readonly T[],
  draw: (item: T, at: readonly [number, number]) => string,
): { bodyHeight: number; body: string } {
  const body = items
    .map((item, i) =>
      draw(item, [MARGIN + (i % 2) * (PANEL.width + PANEL.gap), Math.floor(i / 2) * (PANEL.height + PANEL.gap)]),
    )
    .join('');
  return { bodyHeight: Math.ceil(items.length / 2) * (PANEL.height + PANEL.gap) - PANEL.gap, body };
}

const SHARES_LABEL_WIDTH = 100;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const shareTicks = ({ steps }: MeasuredSweep) => steps.map(({ share }) => ({ value: share, label: percent(share) }));

const LATENCIES = [
  { key: 'p50Ms', label: 'p50', hue: 0 },
  { key: 'p99Ms', label: 'p99', hue: 3 },
  { key: 'p999Ms', label: 'p99.9', hue: 4 },
] as const;

function drawLatency(sweeps: readonly MeasuredSweep[], footer: readonly string[]): string {
  const all = sweeps.flatMap(({ steps }) => steps.flatMap((step) => LATENCIES.map(({ key }) => step.median[key])));
  const yTicks = decades(all).map((value) => ({ value, label: `${value.toLocaleString('en')} ms` }));
  return frame({
    title: 'Latency at a fixed rate of requests',
    subtitle: [
      'Latency of good answers, counted from the moment each request was due, over the offered load',
      'as a share of the peak that clients reach when they wait for each answer.',
    ],
    footer,
    ...panels(sweeps, (swept, at) =>
      plot({
        title: `${swept.name}, peak ${whole(swept.peakPerSecond)} / s`,
        at,
        size: [PANEL.width, PANEL.height],
        xTicks: shareTicks(swept),
        yTicks,
        scales: { x: linear, y: logarithmic },
        xTitle: 'offered load, share of the peak',
        labelWidth: SHARES_LABEL_WIDTH,
        firstLabel: short,
        lines: LATENCIES.map(({ key, label, hue }): Line => ({
          label: `${label} ${short(swept.steps.at(-1)!.median[key])} ms`,
          hue,
          points: swept.steps.map((step) => [step.share, step.median[key]]),
        })),
      }),
    ),
  });
}

const SHARE_STEP = 0.5;

function drawGoodput(sweeps: readonly MeasuredSweep[], footer: readonly string[]): string {
  return frame({
    title: 'Behaviour under overload',
    subtitle: [
      'Good answers and refusals (503) per second over the offered load, as shares of the peak that clients reach',
      'when they wait for each answer. Dashed: the offered load.',
    ],
    footer,
    ...panels(sweeps, (swept, at) => {
      const { steps, peakPerSecond } = swept;
      const most = Math.max(...steps.map(({ share }) => share));
      const yTicks = Array.from({ length: Math.ceil(most / SHARE_STEP) + 1 }, (_, i) => ({
        value: i * SHARE_STEP,
        label: percent(i * SHARE_STEP),
      }));
      const line = (label: string, hue: number, key: 'goodPerSecond' | 'refusedPerSecond'): Line => ({
        label: `${label} ${percent(steps.at(-1)!.median[key] / peakPerSecond)}`,
        hue,
        points: steps.map((step) => [step.share, step.median[key] / peakPerSecond]),
      });
      return plot({
        title: `${swept.name}, peak ${whole(peakPerSecond)} / s`,
        at,
        size: [PANEL.width, PANEL.height],
        xTicks: shareTicks(swept),
        yTicks,
        scales: { x: linear, y: linear },
        xTitle: 'offered load, share of the peak',
        labelWidth: SHARES_LABEL_WIDTH,
        reference: steps.map(({ share }) => [share, share]),
        lines: [line('good', 0, 'goodPerSecond'), line('refused', 3, 'refusedPerSecond')],
      });
    }),
  });
}

const PARTNERS_HEIGHT = 330;
const PARTNERS_HUES = [0, 1, 3, 4];

function drawPartners(contests: readonly Contest[], footer: readonly string[]): string {
  const points = contests.flatMap(({ ours, others }) => [ours, ...others]);
  const labels = [...new Set(points.map(labelOf))];
  const lines = labels.map((label, i): Line => ({
    label,
    hue: PARTNERS_HUES[i % PARTNERS_HUES.length]!,
    points: points
      .filter((entry) => labelOf(entry) === label)
      .map(({ partners, median: { requestsPerSecond } }) => [partners!, requestsPerSecond]),
  }));
  return frame({
    title: 'Asking all partners at once',
    subtitle: [
      'Requests per second over the number of partners; an answer lists all that serve the parcel. '
        + 'Both axes logarithmic.',
    ],
    footer,
    bodyHeight: PARTNERS_HEIGHT,
    body: plot({
      title: 'requests per second',
      at: [MARGIN, 0],
      size: [WIDTH - 2 * MARGIN, PARTNERS_HEIGHT],
      xTicks: [...new Set(contests.map(({ ours }) => ours.partners!))].map((value) => ({
        value,
        label: String(value),
      })),
      yTicks: decades(lines.flatMap((line) => line.points.map(([, y]) => y))).map((value) => ({
        value,
        label: value.toLocaleString('en'),
      })),
      scales: { x: logarithmic, y: logarithmic },
      xTitle: 'partners',
      lines,
      labelWidth: LABEL_WIDTH,
    }),
  });
}
