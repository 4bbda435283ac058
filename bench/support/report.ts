/** The results for people, as tables, and for programs, as JSON. */
import {
  type Figure,
  type OfferedRound,
  type Section,
  type Series,
  type Sweep,
  type SweepStep,
  medianOffered,
  medianRound,
  meets,
  type Round,
} from './figures.js';
import { describeMachine, type Machine } from './machine.js';

/** A section, and the suite's name of its scenario. */
export type ScenarioSection = Section & { scenario: string };

/** The contents of bench/results.json. */
export interface Results {
  date: string;
  machine: Machine;
  settings: object;
  sections: ResultSection[];
}

export interface ResultSection {
  scenario: string;
  title: string;
  series: (Series & { median: Round })[];
  sweeps: (Omit<Sweep, 'steps'> & { steps: (SweepStep & { median: OfferedRound })[] })[];
  figures: (Figure & { pass: boolean | null })[];
}

/** The tables of one section. */
export function printSection({ title, series, sweeps = [], figures }: Section): void {
  console.log(`${title}\n`);
  if (series.length > 0) {
    printTable(
      [
        '',
        'connections',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'p99.9 ms',
        'server CPU us/request',
        'server MB',
        'other cores busy',
      ],
      series.map((entry) => {
        const { requestsPerSecond, p50Ms, p99Ms, p999Ms, cpuMicroseconds, residentMegabytes, othersCores } =
          medianRound(entry);
        return [
          entry.name,
          String(entry.connections),
          whole(requestsPerSecond),
          p50Ms.toFixed(2),
          p99Ms.toFixed(2),
          p999Ms.toFixed(2),
          cpuMicroseconds?.toFixed(1) ?? '-',
          residentMegabytes?.toFixed(0) ?? '-',
          othersCores?.toFixed(2) ?? '-',
        ];
      }),
    );
  }
  for (const swept of sweeps) printSweep(swept);
  if (figures.length > 0) {
    printTable(
      ['', 'measured', 'target', ''],
      figures.map((figure) => [
        figure.name,
        `${figure.value.toFixed(2)} ${figure.unit}`,
        targetOf(figure),
        figure.target === undefined ? '' : meets(figure) ? 'pass' : 'FAIL',
      ]),
    );
  }
}

function printSweep({ name, peakPerSecond, steps, ceiling }: Sweep): void {
  const head = [
    `${name}, of ${whole(peakPerSecond)}/s`,
    'offered/s',
    'good/s',
    'refused/s',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'refused p99 ms',
    'server CPU us/request',
    'server MB',
    'generator late ms',
    'other cores busy',
  ];
  printTable(
    head,
    steps.map((step) => {
      const round = medianOffered(step);
      return [
        `offered ${Math.round(step.share * 100)} %`,
        whole(round.offeredPerSecond),
        whole(round.goodPerSecond),
        whole(round.refusedPerSecond),
        round.p50Ms.toFixed(2),
        round.p99Ms.toFixed(2),
        round.p999Ms.toFixed(2),
        round.refusedP99Ms?.toFixed(2) ?? '-',
        round.cpuMicroseconds?.toFixed(1) ?? '-',
        round.residentMegabytes?.toFixed(0) ?? '-',
        round.generatorLateMs.toFixed(2),
        round.othersCores?.toFixed(2) ?? '-',
      ];
    }),
  );
  if (ceiling !== undefined) printSweep(ceiling);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

export function targetOf({ target, unit }: Pick<Figure, 'target' | 'unit'>): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `>= ${target.atLeast} ${unit}` : `<= ${target.atMost} ${unit}`;
}

/** The first column is text, the others are aligned as numbers. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const aligned = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  const line = (cells: readonly string[]) => cells.map(aligned).join('  ');
  console.log([line(head), ...rows.map(line), ''].join('\n'));
}

/** Everything that was measured, with the machine that it was measured on. */
export function toResults(sections: readonly ScenarioSection[], settings: object): Results {
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    settings,
    sections: sections.map(({ scenario, title, series, sweeps = [], figures }) => ({
      scenario,
      title,
      series: series.map((entry) => ({ ...entry, median: medianRound(entry) })),
      sweeps: sweeps.map((swept) => ({
        ...swept,
        steps: swept.steps.map((step) => ({ ...step, median: medianOffered(step) })),
      })),
      figures: figures.map((figure) => ({ ...figure, pass: figure.target === undefined ? null : meets(figure) })),
    })),
  };
}

/** Numbers that were measured, to five digits: more is noise. A whole number is a count, or a seed. */
export function toJson(results: object): string {
  const short = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(results, short, 2)}\n`;
}
