/** The files of a reconciliation's folder, written as lines are priced. */
import { join } from 'node:path';
import type { LineFinding } from '../../reconcile/finding.js';
import { ReportFigures } from '../../reconcile/report/figures.js';
import { reportLineOf, type Summary } from '../../reconcile/summary.js';
import {
  DISPUTE_HEADINGS,
  disputeCells,
  LINE_HEADINGS,
  lineRow,
  UNBILLED_HEADINGS,
  unbilledRow,
} from '../../reconcile/tables.js';
import type { UnbilledShipment } from '../../reconcile/unbilled.js';
import type { Table } from '../../sheets/tables/table.js';
import { InputColumns } from '../../sheets/tables/input-columns.js';
import { CsvFile, writeIn } from './files.js';

export class Results {
  readonly #figures = new ReportFigures();

  private constructor(
    private readonly folder: string,
    private readonly columns: InputColumns,
    private readonly lines: CsvFile,
    private readonly disputes: CsvFile,
    private readonly unbilled: CsvFile,
  ) {}

  /** @param table the invoice's, whose own columns a dispute has */
  static async create(folder: string, table: Table): Promise<Results> {
    const columns = new InputColumns(table);
    return new Results(
      folder,
      columns,
      await CsvFile.create(join(folder, 'lines.csv'), LINE_HEADINGS),
      await CsvFile.create(join(folder, 'dispute.csv'), [...columns.headings, ...DISPUTE_HEADINGS]),
      await CsvFile.create(join(folder, 'unbilled.csv'), UNBILLED_HEADINGS),
    );
  }

  async add(finding: LineFinding): Promise<void> {
    this.#figures.add(reportLineOf(finding));
    await this.lines.write(lineRow(finding));
    if (finding.status !== 'OVERBILLED') return;
    const { cells } = finding.line;
    const { length } = this.columns.headings;
    const own = Array.from({ length }, (_, at) => cells[at] ?? '');
    await this.disputes.write([...own, ...disputeCells(finding)]);
  }

  async addUnbilled(shipment: UnbilledShipment): Promise<void> {
    await this.unbilled.write(unbilledRow(shipment));
  }

  async finish(summary: Summary, json: string): Promise<void> {
    await this.close();
    await writeIn(this.folder, 'summary.json', json);
    // its charts need a library that no other command loads
    const { reportHtml } = await import('../../reconcile/report/report.js');
    await writeIn(this.folder, 'report.html', reportHtml({ summary, ...this.#figures.result() }));
  }

  async close(): Promise<void> {
    await Promise.all([this.lines.close(), this.disputes.close(), this.unbilled.close()]);
  }
}
