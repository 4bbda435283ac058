/** The results for a person, as tables, and for programs, as JSON. */
import { cpus, platform, totalmem } from 'node:os';
import { type Figure, type Section, medianRound, meets } from './figures.js';

/** The tables of one section. */
export function printSection({ series, figures }: Section): void {
  if (series.length > 0) {
    printTable(['', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU us/request', 'other cores busy'], series.map((entry) => {
      const { requestsPerSecond, p50Ms, p99Ms, cpuMicroseconds, othersCores } = medianRound(entry);
      return [
        entry.name, String(entry.connections), Math.round(requestsPerSecond).toLocaleString('en'), p50Ms.toFixed(2), p99Ms.toFixed(2),
        cpuMicroseconds?.toFixed(1) ?? '-', othersCores?.toFixed(2) ?? '-',
      ];
    }));
  }
  if (figures.length > 0) {
    printTable(['', 'measured', 'target', ''], figures.map((figure) => (
      [figure.name, `${figure.value.toFixed(2)} ${figure.unit}`, targetOf(figure), figure.target === undefined ? '' : meets(figure) ? 'pass' : 'FAIL'])));
  }
}

function targetOf({ target, unit }: Figure): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `>= ${target.atLeast} ${unit}` : `<= ${target.atMost} ${unit}`;
}

/** The first column is text, the others are aligned as numbers are. */
function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const aligned = (cell: string, column: number) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!));
  const line = (cells: readonly string[]) => cells.map(aligned).join('  ');
  console.log([line(head), ...rows.map(line), ''].join('\n'));
}

/** Everything that was measured, with the machine that it was measured on. */
export function toJson(sections: readonly Section[], settings: object): string {
  const results = {
    date: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]!.model, cores: cpus().length, memoryGigabytes: Math.round(totalmem() / 1e9), os: platform(),
      node: process.version,
    },
    settings,
    sections: sections.map(({ title, series, figures }) => ({
      title,
      series: series.map((entry) => ({ ...entry, median: medianRound(entry) })),
      figures: figures.map((figure) => ({ ...figure, pass: figure.target === undefined ? null : meets(figure) })),
    })),
  };
  return `${JSON.stringify(results, (_key, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value), 2)}\n`;
}
