/** GET /summary/assignments: sums that the store keeps. */
import { summarizeAssignments as contract, type SummaryRow } from '../../contract/summary.js';
import { dayNumber, momentOf } from '../../domain/calendar.js';
import { toRupees } from '../../domain/money.js';
import type { SummaryKey } from '../../domain/vocabulary.js';
import { MAX_SUMMARY_DAYS } from '../../limits/requests.js';
import type { RequestFault } from '../../model/schema-faults.js';
import { addSums, addToKey, type Sums } from '../../store/assignment-sums.js';
import type { Catalog } from '../documents/catalog.js';
import { answer, implement } from './operation.js';

export const summarizeAssignments = implement(
  contract,
  async ({ caller, query: { from, to, by } }, { catalog, store, now }) => {
    const found = await store.assignmentSums({
      partnerId: caller.kind === 'partner' ? caller.id : null,
      fromDay: dayNumber(momentOf(from)),
      toDay: dayNumber(momentOf(to)),
      by,
      nowMs: now(),
      stateOf: (pincode) => catalog.find('pincodes', pincode)?.stateId ?? null,
    });
    const sums = new Map<string | null, Sums>();
    const total = { parcels: 0, costPaise: 0, codPaise: 0 };
    for (const each of found) {
      addToKey(sums, shownKey(each.key, by, catalog), each);
      addSums(total, each);
    }
    const rows = [...sums].map(([key, sum]) => ({ key, ...shownSums(sum) })).sort(ORDERS[by]);
    return answer({ data: { by, from, to, rows, total: shownSums(total) } });
  },
  ({ query: { from = '', to = '' } }) => {
    const [first, last] = [dayNumber(momentOf(from)), dayNumber(momentOf(to))];
    const wrong = [...noDay('from', from), ...noDay('to', to)];
    if (last < first) return [faultOf('to', to, 'must not be before from')];
    // without both days neither is so
    return last - first >= MAX_SUMMARY_DAYS
      ? [faultOf('to', to, `must be within ${MAX_SUMMARY_DAYS} days, of which from is the first`)]
      : wrong;
  },
);

/** A day of the right form that does not exist; another form is a fault of the schema. */
const noDay = (field: string, text: string): RequestFault[] =>
  text !== '' && Number.isNaN(momentOf(text)) ? [faultOf(field, text, 'must be a day that exists')] : [];

const faultOf = (field: string, value: string, message: string): RequestFault => ({
  field,
  code: 'INVALID_VALUE',
  message,
  value,
});

const byKey = (a: SummaryRow, b: SummaryRow): number => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
const byParcels = (a: SummaryRow, b: SummaryRow): number => b.parcels - a.parcels || byKey(a, b);
const ORDERS: Record<SummaryKey, typeof byKey> = {
  partner: byParcels,
  hour: byKey,
  state: byParcels,
  payment: byParcels,
};

function shownKey(key: string, by: SummaryKey, catalog: Catalog): string | null {
  if (key === '') return null;
  if (by === 'hour') return key.padStart(2, '0');
  // a state that was removed since has no code
  return by === 'state' ? (catalog.find('states', Number(key))?.code ?? null) : key;
}

const shownSums = ({ parcels, costPaise, codPaise }: Sums) => ({
  parcels,
  cost: toRupees(costPaise),
  codAmount: toRupees(codPaise),
});
