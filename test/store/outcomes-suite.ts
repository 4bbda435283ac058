/** Outcomes: lines and what they add up to, written together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SumsOfLines } from '../../src/domain/outcomes/counts.js';
import type { OutcomeSums } from '../../src/domain/outcomes/sums.js';
import type { Outcome } from '../../src/model/documents.js';
import type { OutcomeChange } from '../../src/store/outcomes.js';
import type { OutcomeSumsQuery } from '../../src/store/outcome-rows.js';
import type { Store } from '../../src/store/port.js';
import { inReferenceForm, referenceSums } from '../reference/outcome-lines.js';
import { Rng } from '../reference/rng.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';
import { insert, put, useStore } from './suite-support.js';

const AT = '2026-03-02T06:30:00.000Z';
/** Monday 5 January 2026. */
const WEEK = 20_458;
const ALL = { partnerId: null, fromWeek: 0, toWeek: 99_999 };
const DAY_MS = 86_400_000;

export function outcomesSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: outcomes`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const sumsIn = (query: OutcomeSumsQuery = ALL) => all(opened().outcomeSums(query));

    it('are in the sums with their lines, and replaced lines are no more', async () => {
      const store = opened();
      assert.deepEqual(await sumsIn(), []);
      const open1 = line('a', { status: 'OPEN', attempts: 1 });
      assert.equal(await writeLines(store, [open1, line('b')]), true);
      assert.deepEqual(await store.get('outcomes', 'a'), open1);
      assert.deepEqual(inReferenceForm(await sumsIn()), referenceSums([open1, line('b')]));
      const closed = line('a', { status: 'RTO', attempts: 3, firstAttemptAt: '2026-01-09T06:00:00.000Z' });
      await writeLines(store, [closed]);
      assert.deepEqual(inReferenceForm(await sumsIn()), referenceSums([closed, line('b')]));
      assert.deepEqual(await store.get('outcome-partners', 'swift-air'), { partnerId: 'swift-air', lastLineAt: AT });
    });

    it('go with their counts when a line is removed', async () => {
      const store = opened();
      const removed = ['a', 'b'].map(async (key) => ({ key, former: (await store.get('outcomes', key))!, line: null }));
      await write(store, await Promise.all(removed));
      assert.deepEqual([await sumsIn(), await store.page('outcomes', null, 10)], [[], []]);
      assert.deepEqual(await store.page('outcome-sums', null, 10), []);
    });

    it('are refused at another revision, and then nothing is written', async () => {
      const store = opened();
      const revision = await store.outcomesRevision();
      await writeLines(store, [line('first')]);
      const late = { key: 'late', former: null, line: line('late') };
      assert.equal(await store.writeOutcomes({ revision, changes: [late], sums: sumsOf([late]), at: AT }), false);
      assert.equal(await store.get('outcomes', 'late'), undefined);
      assert.deepEqual(inReferenceForm(await sumsIn()), referenceSums([line('first')]));
    });

    it('are counted once each by writers at the same time', async () => {
      const store = opened();
      const earlier = await sumsIn();
      const lines = Array.from({ length: 12 }, (_, number) => line(`together-${number}`));
      const writer = async (some: Outcome): Promise<void> => {
        while (!(await writeLines(store, [some])));
      };
      await Promise.all(lines.map(writer));
      assert.equal((await sumsIn())[0]!.n, earlier[0]!.n + lines.length);
    });

    it('add up like the reference model, whatever is replaced', async () => {
      const seed = Math.floor(Math.random() * 1e9);
      const rng = new Rng(seed);
      const store = opened();
      const kept = new Map<string, Outcome>();
      for (const key of (await store.page('outcomes', null, 1_000)).map(({ key }) => key))
        kept.set(key, (await store.get('outcomes', key))!);
      for (let round = 0; round < 8; round++) {
        const lines = new Map<string, Outcome>();
        for (let number = 0; number < 60; number++) {
          const some = randomLine(rng);
          lines.set(some.key, some);
        }
        assert.equal(await writeLines(store, [...lines.values()]), true);
        for (const [key, some] of lines) kept.set(key, some);
        assert.deepEqual(inReferenceForm(await sumsIn()), referenceSums(kept.values()), `seed ${seed}`);
      }
    });

    it('are found by partner and week, and in the order of both', async () => {
      const found = await sumsIn();
      const order = found.map(({ week, partnerId, pincode }) => `${week}/${partnerId}/${pincode}`);
      assert.deepEqual(order, order.toSorted());
      for (const partnerId of ['swift-air', 'slow-road', 'nobody']) {
        const query = { partnerId, fromWeek: WEEK + 7, toWeek: WEEK + 14 };
        const wanted = found.filter(
          (sums) => sums.partnerId === partnerId && sums.week >= WEEK + 7 && sums.week <= WEEK + 14,
        );
        assert.deepEqual(await sumsIn(query), wanted);
      }
      assert.deepEqual(
        await sumsIn({ partnerId: null, fromWeek: WEEK, toWeek: WEEK }),
        found.filter(({ week }) => week === WEEK),
      );
    });

    it('may be added without lines', async () => {
      const store = opened();
      const rows = [
        { ...sumsOf([{ key: 'x', former: null, line: line('x') }])[0]!, week: WEEK - 70, n: 40, delivered: 40 },
      ];
      await store.addOutcomeSums(rows, '2026-03-03T00:00:00.000Z');
      await store.addOutcomeSums(rows, AT);
      const query = { partnerId: 'swift-air', fromWeek: WEEK - 70, toWeek: WEEK - 70 };
      assert.deepEqual(
        (await sumsIn(query)).map(({ n, delivered }) => [n, delivered]),
        [[80, 80]],
      );
      assert.equal((await store.get('outcome-partners', 'swift-air'))?.lastLineAt, '2026-03-03T00:00:00.000Z');
    });

    it('lose the weeks that are too old', async () => {
      const earlier = await sumsIn();
      assert.ok((await opened().forgetOutcomeSums(WEEK)) > 0);
      assert.deepEqual(
        await sumsIn(),
        earlier.filter(({ week }) => week >= WEEK),
      );
      assert.equal(await opened().forgetOutcomeSums(WEEK), 0);
    });

    it('are forgotten line by line, and stay in the sums', async () => {
      const store = opened();
      const expiresAt = '2026-03-10T00:00:00.000Z';
      await writeLines(store, [line('soon', { expiresAt }), line('open', { status: 'OPEN', expiresAt: null })]);
      const earlier = await sumsIn();
      await store.forgetExpired(Date.parse(expiresAt) - 1);
      assert.notEqual(await store.get('outcomes', 'soon'), undefined);
      await store.forgetExpired(Date.parse(expiresAt) + 1);
      assert.equal(await store.get('outcomes', 'soon'), undefined);
      assert.notEqual(await store.get('outcomes', 'open'), undefined);
      assert.deepEqual(await sumsIn(), earlier);
    });

    it('are refused nowhere for the bytes of a copy: lines and sums are documents too', async () => {
      const store = opened();
      const [sums] = await store.page('outcome-sums', null, 1);
      assert.equal((await store.write([put('outcome-sums', sums!), put('outcomes', line('copied'))])).ok, true);
      assert.deepEqual(await store.get('outcomes', 'copied'), line('copied'));
    });

    it('know the parcels of assignments by key and by number', async () => {
      const store = opened();
      const assigned = {
        ...fixtureAssignment('P1'),
        asked: { pickupPincode: '110001', deliveryPincode: '560001', paymentType: 'COD' },
        assignment: { estimates: { pickupDate: AT, deliveryDate: '2026-03-04T12:30:00.000Z', totalCost: 3 } },
      };
      const { key: keyOfP1, ...parcel } = {
        key: keyOf(assigned),
        partnerId: assigned.partnerId,
        awb: null,
        at: assigned.createdAt,
        pickupPincode: '110001',
        deliveryPincode: '560001',
        paymentType: 'COD',
        handedOverAt: null,
        pickupDate: AT,
        deliveryDate: '2026-03-04T12:30:00.000Z',
      };
      await store.write([insert('assignments', assigned), insert('assignments', fixtureAssignment('P2'))]);
      const key = keyOfP1;
      assert.deepEqual(await store.assignedParcels([key, 'nothing'], []), [{ key, ...parcel }]);
      assert.deepEqual(await store.assignedParcels([], [{ partnerId: assigned.partnerId, awb: 'AWB-1' }]), []);
      const life = { state: 'HANDED_OVER', attempt: 1, at: AT, awb: 'AWB-1', handedOverAt: AT } as const;
      await store.write([put('assignments', { ...assigned, life })]);
      const found = await store.assignedParcels(
        [],
        [
          { partnerId: assigned.partnerId, awb: 'AWB-1' },
          { partnerId: 'nobody', awb: 'AWB-1' },
        ],
      );
      assert.deepEqual(found, [{ key, ...parcel, awb: 'AWB-1', at: AT, handedOverAt: AT }]);
      await store.write([put('assignments', { ...assigned, life: { ...life, awb: 'AWB-2' } })]);
      assert.deepEqual(await store.assignedParcels([], [{ partnerId: assigned.partnerId, awb: 'AWB-1' }]), []);
    });
  });
}

const keyOf = ({ caller, shipmentId }: ReturnType<typeof fixtureAssignment>): string =>
  caller ? `${caller.kind}:${caller.id}/${shipmentId}` : shipmentId;

function line(key: string, more: Partial<Outcome> = {}): Outcome {
  return {
    key,
    partnerId: 'swift-air',
    deliveryPincode: '560001',
    paymentType: 'COD',
    pickedUpAt: '2026-01-06T06:00:00.000Z',
    promisedAt: '2026-01-08T12:00:00.000Z',
    firstAttemptAt: '2026-01-08T06:00:00.000Z',
    attempts: 1,
    deliveredAt: '2026-01-08T06:00:00.000Z',
    status: 'DELIVERED',
    expiresAt: '2026-05-01T00:00:00.000Z',
    ...more,
  };
}

function randomLine(rng: Rng): Outcome {
  const pickedUpMs = Date.parse('2026-01-04T18:00:00.000Z') + rng.int(0, 20 * 24) * 3_600_000;
  const later = (most: number): string => new Date(pickedUpMs + rng.int(0, most * 4) * (DAY_MS / 4)).toISOString();
  const { promisedAt: _, firstAttemptAt: __, attempts: ___, deliveredAt: ____, ...base } = line(`r${rng.int(0, 150)}`);
  return {
    ...base,
    partnerId: rng.pick(['swift-air', 'slow-road']),
    deliveryPincode: rng.pick(['560001', '560002', '110001']),
    paymentType: rng.pick(['COD', 'PREPAID'] as const),
    pickedUpAt: new Date(pickedUpMs).toISOString(),
    status: rng.pick(['DELIVERED', 'RTO', 'LOST', 'OPEN'] as const),
    ...(rng.chance(0.8) && { promisedAt: later(6) }),
    ...(rng.chance(0.8) && { firstAttemptAt: later(18) }),
    ...(rng.chance(0.8) && { attempts: rng.int(0, 3) }),
    ...(rng.chance(0.5) && { deliveredAt: later(18) }),
  };
}

function sumsOf(changes: readonly OutcomeChange[]): OutcomeSums[] {
  const sums = new SumsOfLines();
  for (const change of changes) {
    if (change.former !== null) sums.add(change.former, -1);
    if (change.line !== null) sums.add(change.line, 1);
  }
  return [...sums.changes()];
}

async function write(store: Store, changes: readonly OutcomeChange[]): Promise<boolean> {
  const revision = await store.outcomesRevision();
  return store.writeOutcomes({ revision, changes, sums: sumsOf(changes), at: AT });
}

async function writeLines(store: Store, lines: readonly Outcome[]): Promise<boolean> {
  const revision = await store.outcomesRevision();
  const former = await store.getMany(
    'outcomes',
    lines.map(({ key }) => key),
  );
  const byKey = new Map(former.map((each) => [each.key, each]));
  const changes = lines.map((each) => ({ key: each.key, former: byKey.get(each.key) ?? null, line: each }));
  return store.writeOutcomes({ revision, changes, sums: sumsOf(changes), at: AT });
}

async function all(pages: AsyncIterable<readonly OutcomeSums[]>): Promise<OutcomeSums[]> {
  const found: OutcomeSums[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}
