/** Sums of assignments by day in India, against a loop over all of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SUMMARY_KEYS, type SummaryKey } from '../../src/domain/vocabulary.js';
import type { Json } from '../../src/json.js';
import type { AssignmentRecord } from '../../src/model/documents.js';
import type { Store } from '../../src/store/port.js';
import { seededRng } from '../reference/random.js';
import { seedOf } from '../support/depth.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';
import { insert, put } from './suite-support.js';

const SEED = seedOf(20_261_129);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_MS = 5.5 * HOUR_MS;
/** Three days in India, of which the last is the present one. */
const START = Date.parse('2026-03-01T00:00:00+05:30');
const FIRST_DAY = Math.round((START + IST_MS) / DAY_MS);
const NOW = START + 2 * DAY_MS + 2 * HOUR_MS;
const STATE_OF: Readonly<Record<string, number>> = { '110001': 1, '400001': 2, '411005': 2 };

export function sumsSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: sums of assignments (PINRATE_TEST_SEED=${SEED})`, () => {
    const rng = seededRng(SEED);
    const pick = <T>(...of: readonly T[]): T => of[Math.floor(rng.next() * of.length)]!;
    let made = 0;
    const random = (): AssignmentRecord => {
      const cost = Math.floor(rng.next() * 100_000) / 100;
      const payment = pick('COD', 'PREPAID');
      const cod = payment === 'COD' ? Math.floor(rng.next() * 500_000) / 100 : 0;
      const paymentTerms = { method: payment, collectionAmount: cod };
      const pincode = pick('110001', '400001', '411005', '999999', null);
      return {
        ...fixtureAssignment(`S-${++made}`),
        partnerId: pick('swift-air', 'hill-carts'),
        // the last moment of a day, and the first of the next one, are among them
        createdAt: new Date(
          START + Math.round((rng.next() * 5 * DAY_MS) / HOUR_MS) * (HOUR_MS / 2) - pick(0, 1),
        ).toISOString(),
        ...(pincode !== null && { asked: { deliveryPincode: pincode } }),
        assignment: pick<AssignmentRecord['assignment']>(
          // as the engine writes it, with a text that looks like the amounts
          { note: '"totalCost":1}', estimates: { window: '{9-21}', totalCost: cost }, charges: { paymentTerms } },
          {
            estimates: { totalCost: cost },
            charges: { totalAmount: cost, paymentTerms },
            alternatives: [{ totalCost: 1 }],
          },
          { shipmentId: 'of another program' },
        ),
      };
    };

    interface Sum {
      parcels: number;
      costPaise: number;
      codPaise: number;
    }
    const amount = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
    function keyOf({ partnerId, createdAt, asked, assignment }: AssignmentRecord, by: SummaryKey): string {
      const { charges } = assignment as { charges?: { paymentTerms: { method: string } } };
      if (by === 'partner') return partnerId;
      if (by === 'payment') return charges?.paymentTerms.method ?? '';
      if (by === 'state') return String(STATE_OF[String(asked?.['deliveryPincode'])] ?? '');
      return String(Number(new Date(Date.parse(createdAt) + IST_MS).toISOString().slice(11, 13)));
    }
    function expected(all: readonly AssignmentRecord[], by: SummaryKey): Map<string, Sum> {
      const sums = new Map<string, Sum>();
      for (const each of all) {
        const { estimates, charges } = each.assignment as {
          estimates?: { totalCost: number };
          charges?: { paymentTerms: { collectionAmount: number } };
        };
        const sum = sums.get(keyOf(each, by)) ?? { parcels: 0, costPaise: 0, codPaise: 0 };
        sum.parcels++;
        sum.costPaise += amount(estimates?.totalCost);
        sum.codPaise += amount(charges?.paymentTerms.collectionAmount);
        sums.set(keyOf(each, by), sum);
      }
      return sums;
    }
    async function expectSums(store: Store, all: readonly AssignmentRecord[], label: string): Promise<void> {
      for (const by of SUMMARY_KEYS)
        for (const partnerId of [null, 'swift-air', 'nobody'])
          for (const [from, to] of [
            [0, 2],
            [1, 1],
            [2, 2],
            [7, 9],
          ] as const) {
            const chosen = all.filter((each) => {
              const day = Math.floor((Date.parse(each.createdAt) - START) / DAY_MS);
              return day >= from && day <= to && (partnerId === null || each.partnerId === partnerId);
            });
            const found = await store.assignmentSums({
              partnerId,
              fromDay: FIRST_DAY + from,
              toDay: FIRST_DAY + to,
              by,
              nowMs: NOW,
              stateOf: (pincode) => STATE_OF[pincode] ?? null,
            });
            const sums = new Map(found.map(({ key, ...sum }) => [key, sum]));
            assert.equal(sums.size, found.length);
            assert.deepEqual(
              sums,
              new Map([...expected(chosen, by)].map(([key, sum]) => [key, sum])),
              `${label} ${by} ${partnerId} ${from} ${to}`,
            );
          }
    }

    it('are those of all of them, imported or written, also in one transaction', async () => {
      const store = await open();
      const imported = Array.from({ length: 60 }, random);
      await store.importAll({ ...fixtureDocuments(), assignments: imported });
      await expectSums(store, imported, 'imported');
      const isOpen = ({ createdAt }: AssignmentRecord) => Date.parse(createdAt) >= NOW;
      // hours that are over are read once for a while, since nobody dates an assignment back
      const written = Array.from({ length: 200 }, random).filter(isOpen);
      await Promise.all(
        written.map(({ assignment, ...document }, at) =>
          store.write(
            at % 3 === 0
              ? [insert('assignments', { ...document, assignment })]
              : [{ kind: 'insert-assignment', document, text: JSON.stringify(assignment) as Json }],
          ),
        ),
      );
      assert.ok(written.length > 10);
      await expectSums(store, [...imported, ...written], 'written');
      const [gone, changed, ...rest] = written;
      const other = { ...random(), shipmentId: changed!.shipmentId, createdAt: changed!.createdAt };
      await Promise.all([
        store.write([{ kind: 'delete', collection: 'assignments', key: gone!.shipmentId }]),
        store.write([put('assignments', other)]),
        store.write([insert('assignments', { ...gone!, shipmentId: 'twice' })]),
        store.write([{ kind: 'delete', collection: 'assignments', key: 'twice' }]),
      ]);
      const refused = await store.write([insert('assignments', rest[0]!)]);
      assert.equal(refused.ok, false, 'it is there already');
      await expectSums(store, [...imported, other, ...rest], 'changed');
      await store.close();
    });

    it('of no assignments are none', async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      await expectSums(store, [], 'empty');
      await store.close();
    });
  });
}
