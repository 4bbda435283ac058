/** What lines of outcomes change in the store. */
import { isDeepStrictEqual } from 'node:util';
import { SumsOfLines, weekOf } from '../../../domain/outcomes/counts.js';
import type { OutcomeSums } from '../../../domain/outcomes/sums.js';
import { OUTCOME_LINES_AT_ONCE } from '../../../limits/outcomes.js';
import type { Outcome } from '../../../model/documents.js';
import type { OutcomeChange } from '../../../store/outcomes.js';
import type { Store } from '../../../store/port.js';
import { inTurns, nextTurn } from '../../../turn.js';
import type { JudgedLine } from './judge.js';

/** The lines of a body by the keys of their shipments: the last one counts. */
export class LinesByShipment {
  readonly #byKey = new Map<string, JudgedLine>();
  /** By keys of couriers' numbers, those of the shipments that have them. */
  readonly #owners = new Map<string, string>();
  repeated = 0;

  add({ line, foreignKey }: JudgedLine): void {
    const key = this.#owners.get(line.key) ?? line.key;
    if (foreignKey !== null) {
      this.#owners.set(foreignKey, key);
      // an earlier line had the courier's number alone
      if (this.#byKey.delete(foreignKey)) this.repeated++;
    }
    if (this.#byKey.has(key)) this.repeated++;
    const known = foreignKey ?? this.#byKey.get(key)?.foreignKey ?? null;
    this.#byKey.set(key, { line: key === line.key ? line : { ...line, key }, foreignKey: known });
  }

  all(): readonly JudgedLine[] {
    return [...this.#byKey.values()];
  }
}

export interface OutcomesPlan {
  revision: number;
  changes: OutcomeChange[];
  sums: OutcomeSums[];
  new: number;
  replaced: number;
  unchanged: number;
  tooOld: number;
}

/** @param oldestWeek a Monday: earlier weeks count nowhere */
export async function planOf(
  lines: readonly JudgedLine[],
  oldestWeek: number,
  store: Pick<Store, 'outcomesRevision' | 'getMany'>,
): Promise<OutcomesPlan> {
  const plan: OutcomesPlan = {
    revision: await store.outcomesRevision(),
    changes: [],
    sums: [],
    new: 0,
    replaced: 0,
    unchanged: 0,
    tooOld: 0,
  };
  const sums = new SumsOfLines();
  const isKept = ({ pickedUpAt }: Outcome): boolean => weekOf(Date.parse(pickedUpAt)) >= oldestWeek;
  const change = (key: string, former: Outcome | null, line: Outcome | null): void => {
    plan.changes.push({ key, former, line });
    if (former !== null && isKept(former)) sums.add(former, -1);
    if (line !== null) sums.add(line, 1);
  };
  for (let at = 0; at < lines.length; at += OUTCOME_LINES_AT_ONCE) {
    await nextTurn();
    const some = lines.slice(at, at + OUTCOME_LINES_AT_ONCE);
    const keys = some.flatMap(({ line, foreignKey }) => (foreignKey === null ? [line.key] : [line.key, foreignKey]));
    const formers = new Map((await store.getMany('outcomes', keys)).map((former) => [former.key, former]));
    for (const { line, foreignKey } of some) {
      if (!isKept(line)) {
        plan.tooOld++;
        continue;
      }
      const former = formers.get(line.key) ?? null;
      const foreign = (foreignKey === null ? undefined : formers.get(foreignKey)) ?? null;
      if (foreign !== null) change(foreign.key, foreign, null);
      else if (former !== null && isSame(former, line)) {
        plan.unchanged++;
        continue;
      }
      change(line.key, former, line);
      if (former === null && foreign === null) plan.new++;
      else plan.replaced++;
    }
  }
  for await (const piece of inTurns(sums.changes())) plan.sums.push(...piece);
  return plan;
}

/** Whether a line says what the kept one says. */
function isSame(former: Outcome, line: Outcome): boolean {
  return isDeepStrictEqual(former, { ...line, expiresAt: former.expiresAt });
}
