/** What rules have done lately, of kept decisions. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RuleUses } from '../../../src/control/allocation/rule-uses.js';
import type { AssignmentSample, DecisionRecord } from '../../../src/model/documents.js';
import type { RequestQuery, Store } from '../../../src/store/port.js';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-11-25T12:00:00+05:30');

/** A store of assignments, each with the results of the rules a and b of a policy. */
function world() {
  const decided: { atMs: number; shipmentId: string; results: string; version: string; attempt: number }[] = [];
  const queries: RequestQuery[] = [];
  const store = {
    async requests(query: RequestQuery) {
      queries.push(query);
      const found = decided.filter(({ atMs }) => query.fromMs <= atMs && atMs < query.toMs);
      const page = found.map(({ atMs, shipmentId, attempt }) => ({
        ...{ shipmentId, partnerId: 'acme', asked: {}, createdAt: new Date(atMs).toISOString() },
        caller: { kind: 'service', id: 'main' },
        ...(attempt > 1 && { life: { state: 'ASSIGNED', attempt, at: '' } }),
      })) as unknown as AssignmentSample[];
      return { count: page.length, pages: [page] };
    },
    async getMany(_: 'decisions', keys: readonly string[]): Promise<DecisionRecord[]> {
      return decided.flatMap(({ shipmentId, results, version, attempt }) => {
        const key = `service:main/${shipmentId}/${attempt}`;
        const policy = { id: 'house', version, rules: 'a,b', results, failed: [] };
        return keys.includes(key) ? [{ key, decision: JSON.stringify({ policy }), expiresAt: null }] : [];
      });
    },
  } as unknown as Pick<Store, 'requests' | 'getMany'>;
  const clock = { nowMs: NOON };
  const uses = new RuleUses(store, () => clock.nowMs);
  const decide = (results: string, atMs = clock.nowMs, version = 'v1', attempt = 1): void =>
    void decided.push({ atMs, shipmentId: `S-${decided.length}`, results, version, attempt });
  return { uses, decide, clock, queries };
}
const counts = (acted: number, relaxed: number, passedOver: number) => ({ acted, relaxed, passedOver });

it('are counted by policy and version, once each, whenever they are read', async () => {
  const { uses, decide, clock } = world();
  decide('+~', NOON - 2 * DAY_MS);
  decide('+-', NOON - DAY_MS, 'v1', 3);
  decide('00', NOON - 1_000);
  decide('~~', NOON - DAY_MS, 'v0');
  const expected = [
    { policyId: 'house', version: 'v1', assignments: 3, rules: { a: counts(2, 0, 0), b: counts(0, 1, 1) } },
    { policyId: 'house', version: 'v0', assignments: 1, rules: { a: counts(0, 1, 0), b: counts(0, 1, 0) } },
  ];
  assert.deepEqual(await uses.read(), expected);
  assert.deepEqual(await uses.read(), expected);
  clock.nowMs += 60_000;
  assert.deepEqual(await uses.read(), expected);
  // another node was late
  decide('++', clock.nowMs - 20_000);
  clock.nowMs += 10_000;
  const [first] = await Promise.all([uses.read(), uses.read()]);
  assert.deepEqual(first![0]!.rules, { a: counts(3, 0, 0), b: counts(1, 1, 1) });
});

it('are of 30 days, of which the settled part is read once', async () => {
  const { uses, decide, clock, queries } = world();
  decide('+-', NOON - 29 * DAY_MS);
  decide('+-', NOON - 31 * DAY_MS);
  const assignments = async () => (await uses.read())[0]?.assignments ?? 0;
  assert.equal(await assignments(), 1);
  clock.nowMs += DAY_MS;
  const read = queries.length;
  assert.equal(await assignments(), 0);
  assert.ok(queries.slice(read).every(({ fromMs }) => fromMs >= NOON - DAY_MS));
});
