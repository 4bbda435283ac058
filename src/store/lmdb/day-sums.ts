/**
 * The embedded store's sums of assignments: one record for each day in India and owner, written in the transactions of
 * the assignments. A summary of a year reads 366 of them, however many assignments there are.
 */
import { SUMMARY_KEYS, type SummaryKey } from '../../domain/vocabulary.js';
import type { AssignmentRecord } from '../../model/documents.js';
import { addToKey, type AssignmentSums, type AssignmentSumsQuery, hourInIndia, type Sums } from '../assignment-sums.js';
import { amountsIn } from './assignment-encoding.js';
import type { Table } from './table.js';

/** The owner of the sums of all partners. */
const ALL = '';

/** A key of {@link AssignmentSums} with its sums, without names: there are many. */
type Row = [key: string, parcels: number, costPaise: number, codPaise: number];
/** By the place in SUMMARY_KEYS. A partner's own record has no rows by partner. */
type DayRecord = Row[][];

export type DaySumsTable = Table<DayRecord, [owner: string, day: number]>;

/** What the transaction under way adds to one record; by the place in SUMMARY_KEYS, then by key. */
interface DayChange {
  owner: string;
  day: number;
  by: Map<string, Sums>[];
}

export class DaySums {
  /** By owner and day. */
  readonly #changes = new Map<string, DayChange>();

  /** @param stateOf the state of a pincode that is stored, by its id */
  constructor(
    private readonly table: DaySumsTable,
    private readonly stateOf: (pincode: string) => number | undefined,
  ) {}

  /** At the beginning of a transaction: forgets the changes of one that was undone. */
  begin(): void {
    this.#changes.clear();
  }

  /** Within a transaction. */
  clear(): void {
    this.table.clearSync();
    this.#changes.clear();
  }

  /** Within a transaction. @param times 1: it is new; -1: it is removed */
  add(record: AssignmentRecord, times: 1 | -1): void {
    const { partnerId, createdAt, asked } = record;
    const { day, hour } = hourInIndia(Date.parse(createdAt));
    // a moment that does not exist is of no day
    if (Number.isNaN(day)) return;
    const { payment, costPaise, codPaise } = amountsIn(record);
    const pincode = asked?.['deliveryPincode'];
    const state = typeof pincode === 'string' ? (this.stateOf(pincode) ?? '') : '';
    const keys: Record<SummaryKey, string> = { partner: partnerId, hour: String(hour), state: String(state), payment };
    const sums = { parcels: times, costPaise: times * costPaise, codPaise: times * codPaise };
    for (const owner of [ALL, partnerId]) {
      const { by } = this.#changeOf(owner, day);
      for (const [at, name] of SUMMARY_KEYS.entries())
        if (name !== 'partner' || owner === ALL) addToKey(by[at]!, keys[name], sums);
    }
  }

  /** At the end of a transaction. */
  write(): void {
    for (const { owner, day, by } of this.#changes.values()) {
      const former = this.table.get([owner, day]) ?? [];
      const record = by.map((changes, at) => withChanges(former[at] ?? [], changes));
      if (record.every((rows) => rows.length === 0)) this.table.removeSync([owner, day]);
      else this.table.putSync([owner, day], record);
    }
    this.#changes.clear();
  }

  /** See the port. */
  of({ partnerId, fromDay, toDay, by }: AssignmentSumsQuery): AssignmentSums[] {
    const owner = by === 'partner' ? ALL : (partnerId ?? ALL);
    const place = SUMMARY_KEYS.indexOf(by);
    const found = new Map<string, Sums>();
    for (const { value } of this.table.getRange({ start: [owner, fromDay], end: [owner, toDay + 1] }))
      for (const [key, parcels, costPaise, codPaise] of value[place]!)
        if (by !== 'partner' || partnerId === null || key === partnerId)
          addToKey(found, key, { parcels, costPaise, codPaise });
    return [...found].map(([key, sums]) => ({ key, ...sums }));
  }

  #changeOf(owner: string, day: number): DayChange {
    const key = `${owner} ${day}`;
    let change = this.#changes.get(key);
    if (change === undefined) this.#changes.set(key, (change = { owner, day, by: SUMMARY_KEYS.map(() => new Map()) }));
    return change;
  }
}

/** Rows without parcels go. */
function withChanges(rows: readonly Row[], changes: ReadonlyMap<string, Sums>): Row[] {
  const changed = new Map(changes);
  const kept = rows.map(([key, parcels, costPaise, codPaise]): Row => {
    const sums = changed.get(key) ?? { parcels: 0, costPaise: 0, codPaise: 0 };
    changed.delete(key);
    return [key, parcels + sums.parcels, costPaise + sums.costPaise, codPaise + sums.codPaise];
  });
  const added = [...changed].map(([key, sums]): Row => [key, sums.parcels, sums.costPaise, sums.codPaise]);
  return [...kept, ...added].filter(([, parcels]) => parcels !== 0);
}
