/**
 * The figures of outcomes as the engine reads them: by partner and delivery pincode what is expected of a parcel. A
 * slot names one of the partner's rows: its own, if the partner has parcels there, else that of its city or state, or
 * that of the partner. So a partner with few parcels has few rows, and none of those without parcels has any.
 */
import { type RiskRows, risksOfAll, risksOfPartner } from '../domain/outcomes/borrowing.js';
import { BASE_RATE, BASE_RTO, type DeliveryRisk, EVIDENCE_LEVELS } from '../domain/outcomes/risk.js';
import type { OutcomeTotals } from '../domain/outcomes/totals.js';
import { PAYMENT_TYPES, type PaymentType } from '../domain/vocabulary.js';
import { builderOf, packed, resolveAs, type Source, unpacked, valuesOf } from './columns.js';
import type { Geography } from './geography.js';
import type { Block, Kind } from './layout.js';

export interface Performance {
  /** @param slot of the delivery pincode */
  riskAt(partnerId: string, slot: number, paymentType: PaymentType): DeliveryRisk;
}

/** Where nobody has outcomes. */
export const NO_PERFORMANCE: Performance = {
  riskAt: (_, __, paymentType) => ({
    rto: BASE_RTO[paymentType],
    onTime: BASE_RATE,
    level: 'NONE',
    n: 0,
    hasOutcomes: false,
  }),
};

interface PerformanceDocuments {
  places: Pick<Geography, 'slots' | 'slotOf' | 'columns'>;
  totals: OutcomeTotals;
}

function columnsFor({ places, totals }: PerformanceDocuments) {
  const ofAll = risksOfAll(totals);
  const partners = totals.map((partner) => risksOfPartner(partner, ofAll, places));
  // the row of all partners is the first
  const tables = totals.length === 0 ? [] : [ofAll, ...partners.map(({ rows }) => rows)];
  let first = 1;
  return {
    rto: columnOf('u16', tables, 'rto'),
    onTime: columnOf('u16', tables, 'onTime'),
    level: columnOf('u8', tables, 'level'),
    n: columnOf('u32', tables, 'n'),
    firstRow: valuesOf(
      'u32',
      partners.map(({ rows }) => (first += rows.rows) - rows.rows),
    ),
    rowOf: rowsOfSlots(
      partners.map(({ rowOf }) => rowOf),
      places.slots,
    ),
    partnerIds: totals.length === 0 ? valuesOf('u8', []) : packed(totals.map(({ partnerId }) => partnerId)),
  };
}

/** By row and payment type, one table after the other. */
const columnOf = <K extends Kind>(
  kind: K,
  tables: readonly RiskRows[],
  name: 'rto' | 'onTime' | 'level' | 'n',
): Source<K> => [
  kind,
  tables.reduce((sum, { rows }) => sum + rows * PAYMENT_TYPES.length, 0),
  (column) => {
    let at = 0;
    for (const table of tables) {
      const used = table[name].subarray(0, table.rows * PAYMENT_TYPES.length);
      column.set(used, at);
      at += used.length;
    }
  },
];

/** By partner and slot: the row, counted from the partner's first. */
const rowsOfSlots = (partners: readonly Uint32Array[], slots: number): Source<'u32'> => [
  'u32',
  partners.length * slots,
  (column) => {
    for (const [number, rows] of partners.entries()) column.set(rows, number * slots);
  },
];

/** Without outcomes its columns are empty. */
export const buildPerformance = builderOf(columnsFor);

export function resolvePerformance(block: Block): Performance {
  const { rto, onTime, level, n, firstRow, rowOf, partnerIds } = resolveAs<typeof columnsFor>(block);
  if (firstRow.length === 0) return NO_PERFORMANCE;
  const numbers = new Map(unpacked<string[]>(partnerIds).map((partnerId, number) => [partnerId, number]));
  const slots = rowOf.length / firstRow.length;
  return {
    riskAt(partnerId, slot, paymentType) {
      const number = numbers.get(partnerId);
      const row = number === undefined ? 0 : firstRow[number]! + rowOf[number * slots + slot]!;
      const at = row * PAYMENT_TYPES.length + PAYMENT_TYPES.indexOf(paymentType);
      return {
        rto: rto[at]!,
        onTime: onTime[at]!,
        level: EVIDENCE_LEVELS[level[at]!]!,
        n: n[at]!,
        hasOutcomes: number !== undefined,
      };
    },
  };
}
