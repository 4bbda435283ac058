/** An invoice against what the contract allows: lines in, findings out, in their order. */
import type { InvoiceTerms } from './decompose.js';
import type { LineFinding } from './finding.js';
import { Intake, type Knowledge, type PendingLine, type TakenLine } from './intake.js';
import type { InvoiceLine, UnreadableLine } from './line.js';
import type { PriceSource } from './price-source.js';
import { Pricer } from './pricer.js';

/** Lines that are priced together. */
const BATCH_LINES = 500;
/** Batches under way at once: while one is answered, the next one is read. */
const BATCHES_AT_ONCE = 2;

/**
 * The findings of lines, as they are priced. Only the lines under way are in memory.
 * @throws whatever the port of the source throws
 */
export async function* reconcile(
  lines: AsyncIterable<InvoiceLine | UnreadableLine>,
  source: PriceSource,
  terms: InvoiceTerms,
  known: Knowledge,
): AsyncGenerator<LineFinding> {
  const intake = new Intake(known);
  const pricer = new Pricer(source, terms, known.tolerancePaise);
  const underWay: Promise<LineFinding[]>[] = [];
  let batch: TakenLine[] = [];
  const begin = (): void => {
    const priced = pricedOf(batch, pricer);
    // one that fails while another is awaited is no fault of the process
    priced.catch(() => undefined);
    underWay.push(priced);
    batch = [];
  };
  for await (const line of lines) {
    batch.push(intake.take(line));
    if (batch.length < BATCH_LINES) continue;
    begin();
    if (underWay.length >= BATCHES_AT_ONCE) yield* await underWay.shift()!;
  }
  if (batch.length > 0) begin();
  for (const priced of underWay) yield* await priced;
}

async function pricedOf(batch: readonly TakenLine[], pricer: Pricer): Promise<LineFinding[]> {
  const pending = batch.flatMap((taken): PendingLine[] => ('pending' in taken ? [taken.pending] : []));
  const priced = (await pricer.price(pending)).values();
  return batch.map((taken) => ('finding' in taken ? taken.finding : priced.next().value!));
}
