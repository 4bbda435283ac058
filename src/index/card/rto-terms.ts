/** The terms of a rate card for the return of undelivered parcels. */
import { pack, unpack } from 'msgpackr';
import { periodOf } from '../../domain/dates.js';
import { toRate } from '../../domain/money.js';
import type { RtoTermsColumns } from '../../domain/rate-card.js';
import type { RtoTerms } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { fillStarts } from './rows.js';

const rtoTermsLayout = (rows: number, scopes: number, customers: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    validFrom: ['f64', rows],
    validTo: ['f64', rows],
    start: ['u32', scopes + 1],
    customers: ['u8', customers],
  }) as const;

export function buildRtoTerms(documents: readonly RtoTerms[], version: number): Block {
  const active = documents.filter(({ status }) => status);
  const customers = [...new Set(active.flatMap(({ customerId }) => (customerId ? [customerId] : [])))].sort();
  const scopeOf = new Map(customers.map((customer, index) => [customer, index + 1]));
  const rows = active
    .map((document) => {
      const { fromMs, toMs } = periodOf(document);
      return { document, scope: document.customerId ? scopeOf.get(document.customerId)! : 0, fromMs, toMs };
    })
    .sort((a, b) => a.scope - b.scope || descending(a.fromMs, b.fromMs) || b.document.id - a.document.id);
  const names = pack(customers);
  const { block, columns } = allocate(rtoTermsLayout(rows.length, customers.length + 1, names.length), version);
  rows.forEach(({ document, fromMs, toMs }, row) => {
    columns.id[row] = document.id;
    columns.isPercentage[row] = document.basis === 'PERCENT_OF_FORWARD' ? 1 : 0;
    columns.value[row] = toRate(document.percent ?? 0);
    columns.validFrom[row] = fromMs;
    columns.validTo[row] = toMs;
  });
  fillStarts(
    columns.start,
    rows.map(({ scope }) => scope),
  );
  columns.customers.set(names);
  return block;
}

/** Also of infinite numbers. */
const descending = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);

export function resolveRtoTerms(block: Block): RtoTermsColumns {
  const { customers, ...rows } = resolve<ReturnType<typeof rtoTermsLayout>>(block);
  const names = unpack(Buffer.from(customers)) as string[];
  return { ...rows, customers: new Map(names.map((customer, index) => [customer, index + 1])) };
}
