/** A sheet of shipments becomes a sheet of prices: bulk by bulk, in the order of the input. */
import { sheetLine } from '../../csv.js';
import { ShipmentReader } from '../../sheets/shipments/row.js';
import { dayOrderOf, type TableStream } from '../../sheets/tables/stream.js';
import { type Ask, askPatiently, BULK_LINES, type BulkWarning, inOrder, type LineAnswer } from '../../bulk/bulk.js';
import { FormerOutput } from './former.js';
import { lineOf, type RateLine } from './lines.js';
import { InputColumns } from '../../sheets/tables/input-columns.js';
import { RateOutput } from './output.js';
import { answerColumns, type OutputForm, outputOf } from './priced.js';
import { RateSummary } from './summary.js';
import type { World } from '../world.js';

interface RateTask {
  world: World;
  stream: TableStream;
  form: OutputForm;
  ask: Ask;
  /** The output; null: standard output. */
  path: string | null;
  /** Goes on behind what the output has. */
  resumes: boolean;
  onProgress(lines: number, isWaiting: boolean): void;
}

interface AnsweredBulk {
  lines: readonly RateLine[];
  answers: readonly LineAnswer[];
  warnings: readonly BulkWarning[];
}

/** @throws {SheetRefusal} where the input cannot be read on; what is priced by then is written */
export async function priceSheet(task: RateTask): Promise<RateSummary> {
  const { stream, form, ask, path, resumes, onProgress } = task;
  const reader = new ShipmentReader(stream.table, await dayOrderOf(stream, 'date'));
  const columns = new InputColumns(stream.table);
  const headings = [...columns.headings, ...answerColumns(form)];
  const summary = new RateSummary();
  const former =
    resumes && path !== null ? await FormerOutput.open(path, headings, columns.headings.length, form) : null;
  const isOwn = form.partner === null && form.best === null;
  const read = (rows: Parameters<typeof lineOf>[0]): RateLine => lineOf(rows, reader, columns, isOwn);

  let waiting = 0;
  const onWait = (begins: boolean): void => {
    waiting += begins ? 1 : -1;
    onProgress(summary.lines, waiting > 0);
  };
  const send = async (lines: readonly RateLine[]): Promise<AnsweredBulk> => {
    const shipments = lines.flatMap(({ body }) => (body === null ? [] : [body]));
    const { results, warnings } =
      shipments.length === 0 ? { results: [], warnings: [] } : await askPatiently(ask, shipments, onWait);
    let at = 0;
    const answers = lines.map((line) => (line.body === null ? faultOf(line) : results[at++]!));
    return { lines, answers, warnings };
  };

  let output: RateOutput | null = null;
  const opened = async (): Promise<RateOutput> => {
    const kept = former?.bytes ?? 0;
    const file = await RateOutput.open(task.world, path, kept);
    if (kept === 0) await file.write(`${sheetLine(headings)}\r\n`);
    return file;
  };
  try {
    for await (const { lines, answers, warnings } of inOrder(bulksOf(stream, read, former, summary), send)) {
      output ??= await opened();
      await output.write(lines.map((line, at) => outputOf(line, answers[at]!, form)).join(''));
      for (const [at, line] of lines.entries()) summary.add(line.line, answers[at]!);
      summary.addWarnings(warnings);
      onProgress(summary.lines, waiting > 0);
    }
    output ??= await opened();
  } finally {
    await output?.close();
  }
  return summary;
}

/** The lines that the output does not have yet. */
async function* bulksOf(
  stream: TableStream,
  read: (row: Parameters<typeof lineOf>[0]) => RateLine,
  former: FormerOutput | null,
  summary: RateSummary,
): AsyncGenerator<RateLine[]> {
  let isBehind = former === null;
  let lines: RateLine[] = [];
  for await (const rows of stream.batches(summary.leftOut))
    for (const row of rows) {
      const line = read(row);
      if (!isBehind) {
        isBehind = !(await former!.has(line.line, line.cells));
        if (!isBehind) {
          summary.keep();
          continue;
        }
      }
      lines.push(line);
      if (lines.length < BULK_LINES) continue;
      yield lines;
      lines = [];
    }
  if (!isBehind) former!.end();
  for (const { line, code } of former?.failed ?? []) summary.addFailed(line, code, '');
  if (lines.length > 0) yield lines;
}

/** A row that makes no question fails as its question would. */
const faultOf = ({ faults }: RateLine): LineAnswer => {
  const words = faults.map(({ column, message }) => (column === null ? message : `${column} ${message}`));
  const error = { code: 'VALIDATION_ERROR', message: words.join('; '), details: null } as const;
  return { index: 0, ref: null, ok: false, error };
};
