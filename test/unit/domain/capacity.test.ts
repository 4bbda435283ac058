/** Capacities at their edges: the last parcel, the last moment, the end of a month, and which row is named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  byPrecedence,
  capacityAdditions,
  type CapacityParcel,
  type CapacityRow,
  demandsOf,
  fullAmong,
} from '../../../src/domain/allocation/capacity.js';
import type { CounterReader } from '../../../src/domain/allocation/counters.js';
import { dayNumber } from '../../../src/domain/calendar.js';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const LAST_OF_JANUARY = at('2027-01-31T23:59:59.999');
const EVERYTHING = { fromGroups: null, toGroups: null, paymentTypes: null, shipmentTypes: null, urgencies: null };

const row = (more: Partial<CapacityRow> = {}): CapacityRow => ({
  ...{ id: 1, partnerId: 'acme', limit: 10, unit: 'PARCELS', per: 'DAY', dayOf: 'PICKUP', isHard: true },
  when: EVERYTHING,
  closedUntilMs: -Infinity,
  period: { fromMs: -Infinity, toMs: Infinity },
  counter: `capacity/${more.id ?? 1}`,
  ...more,
});
const PARCEL: CapacityParcel = {
  ...{ fromGroups: [1, 0], toGroups: [2, 0], paymentType: 0, shipmentType: 0, urgency: 0 },
  pieces: 3,
  codPaise: 2_500_50,
  askedAt: at('2027-01-30T12:00:00'),
};
const CARRIED = { pickupAt: LAST_OF_JANUARY, chargeableGrams: 1_500 };
const used =
  (values: Record<string, number>): CounterReader['valuesOf'] =>
  (counter, window) => {
    const value = values[`${counter} ${window}`];
    return value === undefined ? [] : [value];
  };
const fullOf = (rows: readonly CapacityRow[], values: Record<string, number> = {}) =>
  fullAmong(demandsOf([...rows].sort(byPrecedence), PARCEL, CARRIED), { valuesOf: used(values) });
const JANUARY = dayNumber(at('2027-01-01T00:00:00'));
const LAST_DAY = dayNumber(LAST_OF_JANUARY);

describe('a capacity', () => {
  it('takes the last parcel, and not the one behind it', () => {
    assert.equal(fullOf([row()], { [`capacity/1 ${LAST_DAY}`]: 9 }), null);
    assert.equal(fullOf([row()], { [`capacity/1 ${LAST_DAY}`]: 10 })?.used, 10);
    assert.equal(fullOf([row()], { [`capacity/1 ${LAST_DAY + 1}`]: 10 }), null, 'another day');
  });

  it('counts parcels, pieces, chargeable grams and what is collected, of the day or the month', () => {
    const add = (unit: CapacityRow['unit'], more: Partial<CapacityRow> = {}) =>
      capacityAdditions(demandsOf([row({ unit, ...more })], PARCEL, CARRIED));
    const endsAtMs = LAST_OF_JANUARY;
    assert.deepEqual(add('PARCELS'), [{ counter: 'capacity/1', window: LAST_DAY, add: [1], limit: 10, endsAtMs }]);
    assert.deepEqual(add('PIECES', { per: 'MONTH', isHard: false }), [
      { counter: 'capacity/1', window: JANUARY, add: [3], limit: null, endsAtMs },
    ]);
    assert.deepEqual(
      (['GRAMS', 'COD_RUPEES'] as const).map((unit) => add(unit)[0]!.add),
      [[1_500], [2_500_50]],
    );
    assert.equal(add('PARCELS', { dayOf: 'ASSIGNED' })[0]!.window, dayNumber(PARCEL.askedAt));
    const prepaid = demandsOf([row({ unit: 'COD_RUPEES' })], { ...PARCEL, codPaise: 0 }, CARRIED);
    assert.deepEqual(capacityAdditions(prepaid), [], 'nothing is collected');
  });

  it('is closed for a parcel whose moment lies before, and open at the moment itself', () => {
    assert.equal(fullOf([row({ closedUntilMs: LAST_OF_JANUARY + 1 })])?.isClosed, true);
    assert.equal(fullOf([row({ closedUntilMs: LAST_OF_JANUARY })]), null);
    assert.equal(fullOf([row({ closedUntilMs: LAST_OF_JANUARY, dayOf: 'ASSIGNED' })])?.isClosed, true);
  });

  it('counts what it is for, while it is in force at the moment of the day', () => {
    const closedUntilMs = Infinity;
    const isFor = (when: Partial<CapacityRow['when']>): boolean =>
      fullOf([row({ closedUntilMs, when: { ...EVERYTHING, ...when } })]) !== null;
    assert.deepEqual([isFor({ fromGroups: [3, 0] }), isFor({ fromGroups: [2, 0] })], [true, false]);
    assert.deepEqual([isFor({ toGroups: [2, 0] }), isFor({ toGroups: [0, 2] })], [true, false]);
    assert.deepEqual([isFor({ paymentTypes: 1 }), isFor({ paymentTypes: 2 })], [true, false]);
    assert.deepEqual([isFor({ shipmentTypes: 1 }), isFor({ urgencies: 2 })], [true, false]);
    const inForce = (fromMs: number, toMs: number): boolean =>
      fullOf([row({ closedUntilMs, period: { fromMs, toMs } })]) !== null;
    assert.deepEqual(
      [inForce(LAST_OF_JANUARY, LAST_OF_JANUARY), inForce(LAST_OF_JANUARY + 1, Infinity)],
      [true, false],
    );
    assert.equal(inForce(-Infinity, LAST_OF_JANUARY - 1), false);
  });

  it('is named HARD before SOFT, then the lowest id', () => {
    const closedUntilMs = Infinity;
    const soft = row({ id: 1, isHard: false, closedUntilMs });
    const hard = [row({ id: 3, closedUntilMs }), row({ id: 2, closedUntilMs })];
    assert.equal(fullOf([soft, ...hard])?.row.id, 2);
    assert.equal(fullOf([row({ id: 9, isHard: false, closedUntilMs }), soft])?.row.id, 1);
    assert.equal(fullOf([soft, row({ id: 2 })])?.row.id, 1, 'the HARD one is not full');
  });
});
