/** Assignments by date and partner. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AssignmentSample, AssignmentRecord } from '../../src/model/documents.js';
import type { Json } from '../../src/json.js';
import { callerTextOf } from '../../src/model/assignment-key.js';
import type { AssignmentPosition, AssignmentQuery, RequestQuery, Store } from '../../src/store/port.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';
import { insert, put, useStore } from './suite-support.js';

const MIDNIGHT = Date.parse('2025-03-01T00:00:00.000Z');
const EVERYTHING: AssignmentQuery = {
  partnerId: null,
  fromMs: 0,
  toMs: Date.parse('2100-01-01T00:00:00Z'),
  offset: 0,
  limit: 1_000,
};

const assigned = (shipmentId: string, createdAt: string, partnerId = 'swift-air'): AssignmentRecord => ({
  ...fixtureAssignment(shipmentId),
  partnerId,
  createdAt,
});

const positionOf = ({ createdAt, shipmentId, caller }: AssignmentRecord): AssignmentPosition => ({
  atMs: Date.parse(createdAt),
  shipmentId,
  callerText: callerTextOf(caller),
});

export function listingSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: assignments by date and partner`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll({
        ...fixtureDocuments(),
        assignments: [
          assigned('A', '2025-03-01T00:00:00.000Z'),
          assigned('B', '2025-03-01T05:29:59.999+05:30'), // a millisecond before A
          assigned('C', '2025-03-01T00:00:00.001Z', 'hill-carts'),
          assigned('D', '2025-03-01T00:00:00.001Z'),
          assigned('D-2', '2025-03-01T00:00:00.001Z'),
        ],
      });
      return store;
    });
    const list = async (query: Partial<AssignmentQuery> = {}) => {
      const { total, assignments } = await opened().assignments({ ...EVERYTHING, ...query });
      return [total, ...assignments.map((assignment) => assignment.shipmentId)];
    };

    it('are listed newest first, as they were written; those of one moment have a fixed order', async () => {
      assert.deepEqual(await list(), [5, 'D-2', 'D', 'C', 'A', 'B']);
      assert.deepEqual((await opened().assignments({ ...EVERYTHING, offset: 4 })).assignments, [
        assigned('B', '2025-03-01T05:29:59.999+05:30'),
      ]);
    });

    it('can be limited to one partner', async () => {
      assert.deepEqual(await list({ partnerId: 'swift-air' }), [4, 'D-2', 'D', 'A', 'B']);
      assert.deepEqual(await list({ partnerId: 'hill-carts' }), [1, 'C']);
      assert.deepEqual(await list({ partnerId: 'swift' }), [0]);
    });

    it('tell the latest of what was asked, of those that keep it', async () => {
      const store = await open();
      const asked = { pickupPincode: '110001', customerId: 'the "best", "assignment":, of all' };
      const newest = { ...assigned('N', '2025-03-03T00:00:00.000Z'), asked: { ...asked, weight: 1 } };
      const oldest = { ...assigned('O', '2025-03-02T00:00:00.000Z', 'hill-carts'), asked: { ...asked, weight: 2 } };
      await store.importAll({ ...fixtureDocuments(), assignments: [oldest, assigned('A', '2025-03-04T00:00:00Z')] });
      const { assignment, ...document } = newest;
      await store.write([{ kind: 'insert-assignment', document, text: JSON.stringify(assignment) as Json }]);
      const sampleOf = ({ shipmentId, partnerId, asked, caller, createdAt, assignment }: AssignmentRecord) => ({
        ...{ shipmentId, partnerId, asked, createdAt },
        ...(caller && { caller }),
        ...(assignment['assignmentType'] !== undefined && { assignmentType: assignment['assignmentType'] }),
      });
      const all = [sampleOf(newest), sampleOf(oldest)];
      const latest = async (limit: number) => {
        const taken: AssignmentSample[] = [];
        await store.latestRequests(limit, (assignment) => taken.push(assignment));
        return taken;
      };
      assert.deepEqual(await latest(10), all);
      assert.deepEqual(await latest(2), all.slice(0, 1), 'A is the latest and says nothing');
      assert.deepEqual(await latest(1), []);
      await store.close();
    });

    it('are asked again in the order of moment, caller and shipmentId, the latest that have a request', async () => {
      const store = await open();
      const at = (shipmentId: string, createdAt: string, more: Partial<AssignmentRecord> = {}, caller?: string) => ({
        ...fixtureAssignment(shipmentId, caller),
        ...{ createdAt, asked: { customerId: shipmentId.slice(0, 1) } },
        ...more,
      });
      const noon = '2025-03-01T12:00:00.000Z';
      const cancelled = { life: { state: 'CANCELLED' as const, attempt: 1, at: noon } };
      const { asked: _, ...silent } = at('S', noon);
      await store.importAll({
        ...fixtureDocuments(),
        assignments: [
          at('Z', '2025-03-01T11:00:00.000Z'),
          at('B', noon, {}, 'service:b'),
          at('A', noon, {}, 'service:b'),
          at('Y', noon, {}, 'service:a'),
          at('X', noon, cancelled, 'service:a'),
          at('N', noon),
          at('A-2', '2025-03-01T12:00:00.001Z', { life: { state: 'HANDED_OVER', attempt: 2, at: noon } }),
          silent,
        ],
      });
      const run = async (query: Partial<RequestQuery> = {}) => {
        const { fromMs, toMs } = EVERYTHING;
        const { count, pages } = await store.requests({ fromMs, toMs, customerId: null, limit: 100, ...query });
        const found: string[] = [];
        for await (const page of pages) found.push(...page.map(({ shipmentId }) => shipmentId));
        assert.equal(count, found.length);
        return found.join(' ');
      };
      assert.equal(await run(), 'Z N Y A B A-2');
      assert.equal(await run({ limit: 3 }), 'A B A-2', 'of one moment the last ones');
      assert.equal(await run({ limit: 1 }), 'A-2');
      assert.equal(await run({ customerId: 'A' }), 'A A-2');
      assert.equal(await run({ fromMs: Date.parse(noon), toMs: Date.parse(noon) + 1, limit: 2 }), 'A B');
      assert.equal(await run({ toMs: 0 }), '');
      await store.close();
    });

    it('are asked again page by page, also of one moment', async () => {
      const store = await open();
      const count = 1_203;
      const assignments = Array.from({ length: count }, (_, index) => ({
        ...fixtureAssignment(`S-${String(index).padStart(4, '0')}`, `service:${index % 3}`),
        ...{ createdAt: new Date(MIDNIGHT + (index < 700 ? 0 : index)).toISOString(), asked: {} },
      }));
      await store.importAll({ ...fixtureDocuments(), assignments });
      const sorted = assignments
        .map(({ createdAt, caller, shipmentId }) => `${createdAt} ${callerTextOf(caller)} ${shipmentId}`)
        .sort()
        .map((text) => text.slice(-'S-0000'.length));
      for (const limit of [2_000, 1_000, 500]) {
        const { pages } = await store.requests({ fromMs: 0, toMs: EVERYTHING.toMs, customerId: null, limit });
        const found: string[] = [];
        for await (const page of pages) found.push(...page.map(({ shipmentId }) => shipmentId));
        assert.deepEqual(found, sorted.slice(-limit));
      }
      await store.close();
    });

    it('include the start of the period and exclude its end', async () => {
      assert.deepEqual(await list({ fromMs: MIDNIGHT }), [4, 'D-2', 'D', 'C', 'A']);
      assert.deepEqual(await list({ toMs: MIDNIGHT }), [1, 'B']);
      assert.deepEqual(await list({ partnerId: 'swift-air', fromMs: MIDNIGHT, toMs: MIDNIGHT + 1 }), [1, 'A']);
      assert.deepEqual(await list({ fromMs: MIDNIGHT, toMs: MIDNIGHT }), [0]);
      assert.deepEqual(await list({ fromMs: MIDNIGHT + 1, toMs: MIDNIGHT }), [0]);
    });

    it('are sorted within one millisecond by shipmentId and then by caller, both descending', async () => {
      const store = await open();
      const callers = [undefined, 'partner:x', 'service:a', 'service:b'];
      const at = (shipmentId: string, caller?: string) => ({
        ...fixtureAssignment(shipmentId, caller),
        createdAt: '2025-03-01T00:00:00.000Z',
      });
      await store.importAll({
        ...fixtureDocuments(),
        assignments: ['A', 'A-1', 'B'].flatMap((shipmentId) => callers.map((caller) => at(shipmentId, caller))),
      });
      const sorted = ['B', 'A-1', 'A'].flatMap((shipmentId) =>
        callers.toReversed().map((caller) => at(shipmentId, caller)),
      );
      for (const partnerId of [null, 'swift-air']) {
        assert.deepEqual(await store.assignments({ ...EVERYTHING, partnerId }), {
          total: 12,
          assignments: sorted,
          unreadable: [],
          last: null,
        });
        const page = await store.assignments({ ...EVERYTHING, partnerId, offset: 3, limit: 6 });
        const last = positionOf(sorted[8]!);
        assert.deepEqual(page, { total: 12, assignments: sorted.slice(3, 9), unreadable: [], last });
        for (const [index, row] of sorted.entries()) {
          const behind = await store.assignments({ ...EVERYTHING, partnerId, after: positionOf(row), limit: 5 });
          assert.deepEqual(
            behind,
            {
              total: 12,
              assignments: sorted.slice(index + 1, index + 6),
              unreadable: [],
              last: index + 6 < 12 ? positionOf(sorted[index + 5]!) : null,
            },
            `behind ${row.shipmentId} of ${row.caller?.id}`,
          );
        }
      }
      await store.close();
    });

    it('are counted over all pages, also on a page beyond the last', async () => {
      assert.deepEqual(await list({ limit: 2 }), [5, 'D-2', 'D']);
      assert.deepEqual(await list({ offset: 2, limit: 2 }), [5, 'C', 'A']);
      assert.deepEqual(await list({ offset: 4, limit: 2 }), [5, 'B']);
      assert.deepEqual(await list({ offset: 5, limit: 2 }), [5]);
      assert.deepEqual(await list({ offset: 50, limit: 2 }), [5]);
      assert.deepEqual(await list({ limit: 0 }), [5]);
    });

    it('need not be counted', async () => {
      const pages = async (query: Partial<AssignmentQuery>) => {
        const shown: string[] = [];
        let behind: AssignmentPosition | null = null;
        do {
          const page = await opened().assignments({
            ...{ ...EVERYTHING, ...query, limit: 2, isCounted: false },
            ...(behind !== null && { after: behind }),
          });
          assert.equal(page.total, null);
          shown.push(...page.assignments.map(({ shipmentId }) => shipmentId), '|');
          behind = page.last;
        } while (behind !== null);
        return shown.join(' ');
      };
      assert.equal(await pages({}), 'D-2 D | C A | B |');
      assert.equal(await pages({ partnerId: 'swift-air' }), 'D-2 D | A B |');
      assert.equal(await pages({ where: { states: ['ASSIGNED'] } }), 'D-2 D | C A | B |');
      assert.equal(await pages({ partnerId: 'swift-air', where: { states: ['ASSIGNED'] } }), 'D-2 D | A B |');
      assert.equal(await pages({ where: { states: ['CANCELLED'] } }), '|');
      assert.equal(await pages({ fromMs: MIDNIGHT, toMs: MIDNIGHT }), '|');
      assert.equal(await pages({ offset: 1, fromMs: MIDNIGHT, toMs: MIDNIGHT + 1 }), '|');
    });

    it('begin behind any position, also one whose assignment is gone, or that is outside the period', async () => {
      const behind = async (atMs: number, shipmentId: string, query: Partial<AssignmentQuery> = {}) =>
        (await list({ after: { atMs, shipmentId, callerText: null }, ...query })).slice(1);
      assert.deepEqual(await behind(MIDNIGHT + 1, 'D'), ['C', 'A', 'B']);
      assert.deepEqual(await behind(MIDNIGHT + 1, 'D-1'), ['D', 'C', 'A', 'B']);
      assert.deepEqual(await behind(MIDNIGHT + 1, 'D', { partnerId: 'swift-air' }), ['A', 'B']);
      assert.deepEqual(await behind(MIDNIGHT, 'A', { fromMs: MIDNIGHT }), []);
      assert.deepEqual(await behind(MIDNIGHT + 99, 'Z', { toMs: MIDNIGHT + 1 }), ['A', 'B']);
      assert.deepEqual(await behind(0, 'A'), []);
      assert.equal((await opened().assignments({ ...EVERYTHING, limit: 0 })).last, null);
    });

    it('behind a page stay the same while others are made', async () => {
      const store = opened();
      const { last } = await store.assignments({ ...EVERYTHING, limit: 2 });
      assert.deepEqual(last, { atMs: MIDNIGHT + 1, shipmentId: 'D', callerText: null });
      await store.write([
        insert('assignments', assigned('NEW', '2025-03-02T00:00:00Z')),
        insert('assignments', assigned('D-3', '2025-03-01T00:00:00.001Z')),
      ]);
      assert.deepEqual(await list({ after: last!, limit: 2 }), [7, 'C', 'A']);
      assert.deepEqual(await list({ offset: 2, limit: 2 }), [7, 'D-2', 'D'], 'by number they are seen again');
      await store.write(['NEW', 'D-3'].map((key) => ({ kind: 'delete', collection: 'assignments', key })));
    });

    it('change with writes: a new one, another partner or moment, a deleted one', async () => {
      const store = opened();
      await store.write([insert('assignments', assigned('NEW', '2025-03-02T00:00:00Z'))]);
      assert.deepEqual(await list({ limit: 1 }), [6, 'NEW']);
      await store.write([put('assignments', assigned('NEW', '2025-02-01T00:00:00Z', 'hill-carts'))]);
      assert.deepEqual(await list({ fromMs: MIDNIGHT - 10 }), [5, 'D-2', 'D', 'C', 'A', 'B']);
      assert.deepEqual(await list({ partnerId: 'hill-carts' }), [2, 'C', 'NEW']);
      await store.write([{ kind: 'delete', collection: 'assignments', key: 'NEW' }]);
      assert.deepEqual(await list({ partnerId: 'hill-carts' }), [1, 'C']);
      const refused = await store.write([
        insert('assignments', assigned('E', '2025-03-02T00:00:00Z')),
        insert('assignments', assigned('A', '2025-03-02T00:00:00Z')),
      ]);
      assert.equal(refused.ok, false);
      assert.deepEqual(await list(), [5, 'D-2', 'D', 'C', 'A', 'B']);
    });

    it('change with a write that changes the same one twice', async () => {
      const store = opened();
      await store.write([
        insert('assignments', assigned('TWICE', '2025-03-03T00:00:00Z')),
        put('assignments', assigned('TWICE', '2025-03-04T00:00:00Z')),
      ]);
      assert.deepEqual(await list({ fromMs: Date.parse('2025-03-03T00:00:00Z') }), [1, 'TWICE']);
    });

    it('are those of the last import', async () => {
      await opened().importAll({ ...fixtureDocuments(), assignments: [assigned('ONLY', '2025-03-01T00:00:00Z')] });
      assert.deepEqual(await list(), [1, 'ONLY']);
    });
  });
}
