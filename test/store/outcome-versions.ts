/** Imports that are too long for one transaction: every line of a version has the same number of attempts. */
import { SumsOfLines } from '../../src/domain/outcomes/counts.js';
import { OUTCOME_PART_OPS } from '../../src/limits/store.js';
import type { Outcome } from '../../src/model/documents.js';
import type { OutcomesWrite } from '../../src/store/outcomes.js';
import type { Store } from '../../src/store/port.js';

const LINES = OUTCOME_PART_OPS + 300;
const KEYS_AT_ONCE = 500;

/** The attempts of each line of a version: never those of the version before. */
export const attemptsOf = (version: number): number => version % 3;

export function linesOf(version: number): Outcome[] {
  return Array.from({ length: LINES }, (_, number) => ({
    key: `line-${number}`,
    partnerId: 'swift-air',
    deliveryPincode: String(560_000 + (number % 40)),
    paymentType: 'COD',
    // a version moves its parcels to another week
    pickedUpAt: version % 2 === 0 ? '2026-01-06T06:00:00.000Z' : '2026-01-14T06:00:00.000Z',
    attempts: attemptsOf(version),
    status: 'OPEN',
    expiresAt: null,
  }));
}

export async function versionWrite(store: Store, version: number): Promise<OutcomesWrite> {
  const revision = await store.outcomesRevision();
  const lines = linesOf(version);
  const formers = new Map<string, Outcome>();
  for (let at = 0; at < lines.length; at += KEYS_AT_ONCE) {
    const keys = lines.slice(at, at + KEYS_AT_ONCE).map(({ key }) => key);
    for (const former of await store.getMany('outcomes', keys)) formers.set(former.key, former);
  }
  const sums = new SumsOfLines();
  const changes = lines.map((line) => {
    const former = formers.get(line.key) ?? null;
    if (former !== null) sums.add(former, -1);
    sums.add(line, 1);
    return { key: line.key, former, line };
  });
  return { revision, changes, sums: [...sums.changes()], at: '2026-03-02T06:30:00.000Z' };
}
