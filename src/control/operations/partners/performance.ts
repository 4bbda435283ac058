/** GET /partners/{partnerId}/performance: the figures of a partner's outcomes. */
import {
  getPartnerPerformance as contract,
  type PerformanceKey,
  type PerformanceRow,
} from '../../../contract/performance.js';
import { csvLine } from '../../../csv.js';
import { DAYS_A_WEEK, dayText } from '../../../domain/calendar.js';
import { addCounts, noCounts } from '../../../domain/outcomes/counts.js';
import { figuresOf } from '../../../domain/outcomes/figures.js';
import type { OutcomeSums } from '../../../domain/outcomes/sums.js';
import { countedWeeks } from '../../../domain/outcomes/weeks.js';
import type { PaymentType } from '../../../domain/vocabulary.js';
import type { PincodeRow } from '../../../model/documents.js';
import type { Catalog } from '../../documents/catalog.js';
import { answer, implement } from '../operation.js';
import { partnerOf } from '../owner.js';

const CSV = 'text/csv';

export const getPartnerPerformance = implement(contract, async ({ caller, params, query, mediaType }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const { groupBy } = query;
  const weeks = countedWeeks(api.now());
  const byKey = new Map<string, ReturnType<typeof noCounts>>();
  for await (const page of api.store.outcomeSums({ partnerId: scoped.value.partnerId, ...weeks }))
    for (const sums of page) {
      const place = api.catalog.find('pincodes', sums.pincode);
      if (!isWanted(sums, place, query)) continue;
      const key = keyOf(sums, place, groupBy);
      let counts = byKey.get(key);
      if (counts === undefined) byKey.set(key, (counts = noCounts()));
      addCounts(counts, sums);
    }
  const rows = [...byKey]
    .map(([key, counts]) => ({ ...shownKey(key, groupBy, api.catalog), ...figuresOf(counts) }))
    .sort(groupBy === 'week' ? inOrder : byParcels);
  if (mediaType === CSV) return { ok: true, lines: csvLines(rows), mediaType: `${CSV}; charset=utf-8; header=present` };
  return answer({
    data: rows,
    weeks: { from: dayText(weeks.fromWeek), to: dayText(weeks.toWeek + DAYS_A_WEEK - 1) },
  });
});

/** The places of a pincode; undefined: it is gone. */
type Place = Pick<PincodeRow, 'cityId' | 'stateId'> | undefined;

interface PerformanceFilter {
  paymentType?: PaymentType;
  stateId?: number;
  cityId?: number;
}

const isWanted = ({ paymentType }: OutcomeSums, place: Place, wanted: PerformanceFilter): boolean =>
  (wanted.paymentType === undefined || wanted.paymentType === paymentType)
  && (wanted.stateId === undefined || wanted.stateId === place?.stateId)
  && (wanted.cityId === undefined || wanted.cityId === place?.cityId);

/** The group that a row of sums is in, as a text; '': its pincode is gone. */
function keyOf({ week, pincode, paymentType }: OutcomeSums, place: Place, groupBy: PerformanceKey): string {
  if (groupBy === 'week') return dayText(week);
  if (groupBy === 'payment') return paymentType;
  if (groupBy === 'pincode') return pincode;
  return place === undefined ? '' : String(groupBy === 'city' ? place.cityId : place.stateId);
}

function shownKey(key: string, groupBy: PerformanceKey, catalog: Catalog): Pick<PerformanceRow, 'key' | 'name'> {
  if (groupBy === 'city') {
    const city = catalog.find('cities', Number(key));
    return { key: city === undefined ? null : key, name: city?.name ?? null };
  }
  if (groupBy === 'state') {
    const state = catalog.find('states', Number(key));
    return { key: state?.code ?? null, name: state?.name ?? null };
  }
  return { key };
}

const inOrder = (a: PerformanceRow, b: PerformanceRow): number => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
const byParcels = (a: PerformanceRow, b: PerformanceRow): number => b.n - a.n || inOrder(a, b);

const RATES = ['rto', 'firstAttempt', 'onTime'] as const;
const RATE_MEMBERS = ['k', 'n', 'rate', 'low', 'high'] as const;
const HOURS = ['p50', 'p85', 'p95'] as const;

const COLUMNS = [
  'key',
  'name',
  'n',
  ...RATES.flatMap((rate) => RATE_MEMBERS.map((member) => `${rate}.${member}`)),
  ...HOURS.map((name) => `hours.${name}`),
];

function* csvLines(rows: readonly PerformanceRow[]): Generator<string> {
  // with the newline of the stream it is CRLF
  yield `${csvLine(COLUMNS)}\r`;
  for (const row of rows) {
    const values = [
      row.key,
      row.name,
      row.n,
      ...RATES.flatMap((rate) => RATE_MEMBERS.map((member) => row[rate][member])),
      ...HOURS.map((name) => row.hours[name]),
    ];
    yield `${csvLine(values.map((value) => String(value ?? '')))}\r`;
  }
}
