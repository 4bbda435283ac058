/** What the tests of a reconciliation share: lines of one partner, and the way from them to findings. */
import { BilledLegs } from '../../../src/reconcile/billed-legs.js';
import type { InvoiceTerms } from '../../../src/reconcile/decompose.js';
import type { LineFinding } from '../../../src/reconcile/finding.js';
import type { Knowledge } from '../../../src/reconcile/intake.js';
import type { InvoiceLine, ShipmentFacts, UnreadableLine } from '../../../src/reconcile/line.js';
import { PriceSource } from '../../../src/reconcile/price-source.js';
import { reconcile } from '../../../src/reconcile/reconcile.js';
import { ShipmentBook } from '../../../src/reconcile/shipment-book.js';
import { ToyPort } from './toy-card.js';

export const PARCEL: ShipmentFacts = { from: '110001', to: '200001', grams: 400, payment: 'PREPAID', type: 'B2C' };

/** Lane B up to 500 g is 67.86 with tax. */
export function invoiceLine(number: number, given: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    line: number,
    awb: `AWB-${number}`,
    ref: `ORD-${number}`,
    date: '2026-10-07',
    invoice: null,
    cells: [],
    partnerId: 'toy',
    direction: 'FORWARD',
    chargedGrams: null,
    billed: null,
    totalPaise: 0,
    amounts: {},
    own: PARCEL,
    ...given,
  };
}

export const TOTAL_ALONE: InvoiceTerms = {
  basis: { withTax: true, compare: null },
  columns: new Set(['total']),
  isInRupees: false,
};

const inLowerCase = ({ awb, ref }: { awb: string; ref: string }) => ({
  awb: awb.toLowerCase(),
  ref: ref.toLowerCase(),
});

export const knownOf = (given: Partial<Knowledge> = {}): Knowledge => ({
  shipments: null,
  assignments: new Map(),
  outcomes: new Map(),
  set: {},
  billed: new BilledLegs(),
  keysOf: inLowerCase,
  rowKeysOf: inLowerCase,
  routeOf: () => undefined,
  codOnReturn: false,
  tolerancePaise: 100,
  date: null,
  today: '2026-11-01',
  ...given,
});

/** A sheet of shipments. */
export function bookOf(rows: readonly { awb?: string; ref?: string; facts: ShipmentFacts }[]): ShipmentBook {
  const book = new ShipmentBook();
  for (const { awb = '', ref = '', facts } of rows)
    book.add({ awb: awb.toLowerCase(), ref: ref.toLowerCase() }, { awb, ref, facts });
  return book;
}

export async function findingsOf(
  lines: readonly (InvoiceLine | UnreadableLine)[],
  {
    known = knownOf(),
    terms = TOTAL_ALONE,
    port = new ToyPort(),
  }: { known?: Knowledge; terms?: InvoiceTerms; port?: ToyPort } = {},
): Promise<LineFinding[]> {
  const found: LineFinding[] = [];
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* stream(): AsyncGenerator<InvoiceLine | UnreadableLine> {
    yield* lines;
  }
  for await (const finding of reconcile(stream(), new PriceSource(port, true), terms, known)) found.push(finding);
  return found;
}

/** The causes other than 0. */
export const causesOf = ({ causes }: LineFinding): Record<string, number> =>
  Object.fromEntries(Object.entries(causes).filter(([, amount]) => amount !== 0));
