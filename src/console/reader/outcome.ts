/** Gathers findings into what the page shows and what it saves. */
import { sheetLine } from '../../csv.js';
import { daysAfter } from '../../domain/calendar.js';
import { componentsOf } from '../../reconcile/components.js';
import type { InvoiceTerms } from '../../reconcile/decompose.js';
import type { LineFinding } from '../../reconcile/finding.js';
import { addedRows, type InvoiceNumbers } from '../../reconcile/ledger.js';
import { ReportFigures } from '../../reconcile/report/figures.js';
import type { ReportLine } from '../../reconcile/report/input.js';
import { reportLineOf, type RunFacts, summaryJson, SummarySums } from '../../reconcile/summary.js';
import {
  DISPUTE_HEADINGS,
  disputeCells,
  LEDGER_HEADINGS,
  LINE_HEADINGS,
  lineRow,
  UNBILLED_HEADINGS,
  unbilledRow,
} from '../../reconcile/tables.js';
import type { UnbilledShipment } from '../../reconcile/unbilled.js';
import type { InputColumns } from '../../sheets/tables/input-columns.js';
import type {
  CommonSurcharge,
  InvoiceRequest,
  LineFilter,
  Outcome,
  OutcomeFile,
  ShownLine,
  ShownLines,
} from './invoice-messages.js';

const ENDING = '\r\n';
/** Spreadsheets take a text for UTF-8 only by this mark. */
const MARK = '\ufeff';
const PART_LINES = 5_000;
/** Fewer lines, or a smaller share of them, say too little of a charge that all have. */
const LEAST_LINES = 5;
const LEAST_SHARE = 0.9;

/** A CSV in pieces that the browser may keep outside of the memory of scripts. */
class CsvFile {
  rows = 0;
  readonly #parts: Blob[] = [];
  #lines: string[];

  constructor(
    private readonly name: string,
    heading: string,
  ) {
    this.#lines = [MARK + heading];
  }

  add(line: string): void {
    this.rows += 1;
    this.#lines.push(line);
    if (this.#lines.length === PART_LINES) this.#cut();
  }

  #cut(): void {
    this.#parts.push(new Blob(this.#lines.map((line) => line + ENDING)));
    this.#lines = [];
  }

  file(): OutcomeFile {
    this.#cut();
    return { name: this.name, content: new Blob(this.#parts, { type: 'text/csv' }), rows: this.rows };
  }
}

export class OutcomeBuilder {
  lineCount = 0;
  readonly #sums = new SummarySums();
  readonly #figures = new ReportFigures();
  readonly #lines = new CsvFile('lines.csv', sheetLine(LINE_HEADINGS));
  readonly #unbilled = new CsvFile('unbilled.csv', sheetLine(UNBILLED_HEADINGS));
  readonly #ledger = new CsvFile('ledger.csv', sheetLine(LEDGER_HEADINGS));
  readonly #dispute: CsvFile;
  #priced = 0;
  /** Lines with a difference. */
  #differing: ShownLine[] = [];

  constructor(
    private readonly input: InputColumns,
    private readonly numbers: InvoiceNumbers,
    private readonly terms: InvoiceTerms,
  ) {
    this.#dispute = new CsvFile('dispute.csv', sheetLine([...input.headings, ...DISPUTE_HEADINGS]));
  }

  get days(): { from: string; to: string } | null {
    return this.#sums.days;
  }

  /** A row of the former ledger that stays. */
  addFormer(cells: readonly string[]): void {
    this.#ledger.add(sheetLine(cells));
  }

  add(finding: LineFinding): void {
    this.lineCount += 1;
    for (const cells of addedRows(finding, this.numbers)) this.#ledger.add(sheetLine(cells));
    this.#sums.add(finding);
    this.#lines.add(sheetLine(lineRow(finding)));
    if (finding.status === 'OVERBILLED')
      this.#dispute.add(sheetLine([...this.#ownCells(finding), ...disputeCells(finding)]));
    if (finding.priced !== null) this.#priced += 1;
    const line = reportLineOf(finding);
    this.#figures.add(line);
    if (line.difference === 0) return;
    const components = finding.priced === null ? [] : componentsOf(finding.priced, this.terms);
    this.#differing.push({ ...line, components });
  }

  addUnbilled(shipment: UnbilledShipment): void {
    this.#sums.addUnbilled(shipment.expectedPaise);
    this.#unbilled.add(sheetLine(unbilledRow(shipment)));
  }

  /** As many cells as there are headings. */
  #ownCells({ line }: LineFinding): string[] {
    return Array.from(this.input.headings, (_, at) => line.cells[at] ?? '');
  }

  async outcome(
    { sheets, map }: InvoiceRequest,
    terms: Pick<RunFacts, 'engine' | 'number' | 'partnerIds' | 'basis' | 'foot' | 'tolerancePaise'>,
  ): Promise<Outcome> {
    this.#differing.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || a.line - b.line);
    const { invoice, orders, items, routes } = sheets;
    const files = [invoice, map, orders, items, routes].filter((file) => file !== null);
    const inputs = await Promise.all(files.map(async ({ name, bytes }) => ({ name, sha256: await sha256Of(bytes) })));
    const summary = this.#sums.result({
      ...terms,
      inputs,
      ranAt: new Date().toISOString(),
    });
    const report = { summary, ...this.#figures.result() };
    // with the library of its charts, which nothing before this needs
    const { reportHtml } = await import('../../reconcile/report/report.js');
    return {
      report,
      surcharge: commonSurcharge(this.#differing, this.#priced),
      files: [
        this.#dispute.file(),
        this.#lines.file(),
        ...(this.#unbilled.rows === 0 ? [] : [this.#unbilled.file()]),
        this.#ledger.file(),
        { name: 'report.html', content: new Blob([reportHtml(report)], { type: 'text/html' }), rows: null },
        { name: 'summary.json', content: new Blob([summaryJson(summary)], { type: 'application/json' }), rows: null },
      ],
    };
  }

  /** The largest differences first. */
  lines({ cause, lane, week }: LineFilter, most: number): ShownLines {
    const end = week === '' ? '' : daysAfter(week, 7);
    const found = this.#differing.filter(
      ({ causes, expectedLane, date }) =>
        (cause === '' || causes.some((each) => each.cause === cause))
        && (lane === '' || expectedLane === lane)
        && (week === '' || (date !== null && date >= week && date < end)),
    );
    return { rows: found.slice(0, most), count: found.length };
  }
}

function commonSurcharge(lines: readonly ReportLine[], priced: number): CommonSurcharge | null {
  const counts = new Map<number, number>();
  for (const { causes } of lines)
    for (const { cause, amount } of causes)
      if (cause === 'SURCHARGES') counts.set(amount, (counts.get(amount) ?? 0) + 1);
  const least = Math.max(LEAST_LINES, priced * LEAST_SHARE);
  for (const [paise, count] of counts) if (count >= least) return { paise, lines: count, priced };
  return null;
}

async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
