/** What a person should know before an invoice is reconciled. */
import type { InvoiceTerms } from '../../reconcile/decompose.js';
import { PARTS } from '../../reconcile/line.js';
import { factsSetBy } from '../../reconcile/read/facts.js';
import { type InvoiceReader, linesOf } from '../../reconcile/read/invoice.js';
import type { InvoiceMap } from '../../reconcile/read/map.js';
import type { TableStream } from '../../sheets/tables/stream.js';
import type { Doubt, SheetRole } from './invoice-messages.js';

type Streams = Partial<Record<SheetRole, TableStream>>;

export async function doubtsOf(
  streams: Streams,
  map: InvoiceMap,
  reader: InvoiceReader,
  basis: InvoiceTerms['basis'],
): Promise<Doubt[]> {
  const tax = await taxDoubt(streams.invoice!, reader, basis);
  return [...(hasWeights(streams, map) ? [] : [{ about: 'weights' as const }]), ...(tax === null ? [] : [tax])];
}

function hasWeights({ invoice, orders, items }: Streams, map: InvoiceMap): boolean {
  const has = (stream: TableStream | undefined, field: string) => stream?.table.hasColumn(field) === true;
  return (
    has(invoice, 'charged_weight')
    || has(invoice, 'weight')
    || has(orders, 'weight')
    || (items !== undefined && has(orders, 'sku'))
    || (['shipments', 'invoice'] as const).some((name) => factsSetBy(map[name].map, name).grams !== undefined)
  );
}

/** The first lines say what the others are. */
const MOST_LINES = 100;
/** A total may be in whole Rupees. */
const ROUNDED_PAISE = 50;

/** Where most totals have the tax in them, or not, and a person says the other. null: they agree, or nobody knows */
async function taxDoubt(
  stream: TableStream,
  reader: InvoiceReader,
  { withTax, compare }: InvoiceTerms['basis'],
): Promise<Doubt | null> {
  const parts = PARTS.filter((part) => reader.columns.has(part));
  const isKnown = reader.columns.has('total') && reader.columns.has('tax') && parts.length > 0;
  if (!isKnown || compare !== null) return null;
  let lines = 0;
  let against = 0;
  for await (const line of linesOf(stream, reader)) {
    if ('unreadable' in line || (line.amounts.tax ?? 0) <= 2 * ROUNDED_PAISE) continue;
    const rest = parts.reduce((left, part) => left - (line.amounts[part] ?? 0), line.totalPaise);
    const claimed = withTax ? 0 : line.amounts.tax!;
    if (Math.abs(rest - claimed) <= ROUNDED_PAISE) against += 1;
    lines += 1;
    if (lines === MOST_LINES) break;
  }
  return against * 2 <= lines ? null : { about: 'tax', against, lines, withTax };
}
