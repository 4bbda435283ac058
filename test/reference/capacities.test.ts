/** Which rows are full, what is used of them and who gets a parcel is what the reference model of capacities says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CapacityParcel, demandsOf } from '../../src/domain/allocation/capacity.js';
import type { CounterAddition, CounterReader } from '../../src/domain/allocation/counters.js';
import { groupSetOf } from '../../src/domain/allocation/parcel.js';
import { PAYMENT_TYPES, SHIPMENT_TYPES, URGENCY_LEVELS } from '../../src/domain/vocabulary.js';
import {
  additionsOf,
  choose,
  isOpen,
  type OfferedCandidate,
  readCapacities,
} from '../../src/engine/allocation/choice.js';
import { capacitiesOf } from '../../src/index/capacities.js';
import type { Capacity } from '../../src/model/documents.js';
import { rounds, seedOf } from '../support/depth.js';
import type { Place, PlaceGroup } from './allocation-types.js';
import { isInGroup } from './allocation-when.js';
import * as model from './capacities.js';
import { GROUP_IDS, randomGroup } from './random-policies.js';
import { PLACES } from './random-whens.js';
import { seededRng } from './random.js';
import type { Rng } from './rng.js';

const SEED = seedOf(20_261_205);
const WORLDS = rounds(60, 5_000);
const PARCELS = 40;
const PARTNERS = ['acme', 'bolt', 'cart'];
const HOUR_MS = 3_600_000;
/** The last days of a month in India, of a leap year. */
const BEGINNING = Date.parse('2028-02-28T00:00:00+05:30');

/** Around midnight in India more often than at other times. */
const randomMoment = (rng: Rng): Date =>
  new Date(BEGINNING + rng.int(0, 3) * 24 * HOUR_MS + rng.pick([-1, 0, 1, rng.int(0, 24 * HOUR_MS)]));

const maybe = <T>(rng: Rng, value: () => T): T | null | undefined =>
  rng.pick<() => T | null | undefined>([() => undefined, () => null, value])();

function randomRow(rng: Rng, id: number): model.Capacity {
  const some = <T>(values: readonly T[]) => maybe(rng, () => [rng.pick(values), ...rng.some(values, 0.4)]);
  const unit = rng.pick(['PARCELS', 'PIECES', 'GRAMS', 'COD_RUPEES'] as const);
  const most = { PARCELS: 6, PIECES: 12, GRAMS: 5_000, COD_RUPEES: 3_000 }[unit];
  return {
    id,
    partnerId: rng.pick(PARTNERS),
    limit: rng.int(1, most),
    unit,
    per: rng.pick(['DAY', 'MONTH']),
    dayOf: maybe(rng, () => rng.pick(['PICKUP', 'ASSIGNED'])),
    kind: maybe(rng, () => rng.pick(['HARD', 'SOFT'])),
    when: maybe(rng, () => ({
      fromGroups: some(GROUP_IDS),
      toGroups: some(GROUP_IDS),
      paymentTypes: some(PAYMENT_TYPES),
      shipmentTypes: some(SHIPMENT_TYPES),
      urgencies: some(URGENCY_LEVELS),
    })),
    closedUntil: rng.chance(0.15) ? randomMoment(rng).toISOString() : maybe(rng, () => null),
    status: rng.chance(0.9),
    ...(rng.chance(0.2) && { validFrom: randomMoment(rng).toISOString() }),
    ...(rng.chance(0.2) && { validTo: randomMoment(rng).toISOString() }),
  };
}

function randomParcel(rng: Rng): model.Parcel {
  const paymentType = rng.pick(PAYMENT_TYPES);
  return {
    from: rng.pick(PLACES),
    to: rng.pick(PLACES),
    paymentType,
    shipmentType: rng.pick(SHIPMENT_TYPES),
    urgency: rng.pick(URGENCY_LEVELS),
    pieces: rng.pick([1, 1, 3]),
    codPaise: paymentType === 'COD' ? rng.int(1, 99_999) : 0,
    at: randomMoment(rng),
  };
}

const randomCarrier = (rng: Rng, partnerId: string): model.Carrier => ({
  partnerId,
  costPaise: rng.int(1, 4),
  pickupAt: randomMoment(rng),
  chargeableGrams: rng.pick([500, 500, 1_250]),
});

/** The counts, as the store keeps them. */
class Counts implements CounterReader {
  readonly #values = new Map<string, number>();

  valuesOf(counter: string, window: number): readonly number[] {
    const value = this.#values.get(`${counter}/${window}`);
    return value === undefined ? [] : [value];
  }

  add(additions: readonly CounterAddition[]): void {
    for (const { counter, window, add, limit } of additions) {
      const sum = (this.valuesOf(counter, window)[0] ?? 0) + add[0]!;
      assert.ok(limit === null || sum <= limit, `${counter}: ${sum} exceeds ${limit}`);
      this.#values.set(`${counter}/${window}`, sum);
    }
  }
}

function parcelOf(parcel: model.Parcel, groups: readonly PlaceGroup[]): CapacityParcel {
  const setOf = (place: Place) =>
    groupSetOf(groups.flatMap((group, number) => (isInGroup(group, place) ? [number] : [])));
  return {
    fromGroups: setOf(parcel.from),
    toGroups: setOf(parcel.to),
    paymentType: PAYMENT_TYPES.indexOf(parcel.paymentType as 'COD'),
    shipmentType: SHIPMENT_TYPES.indexOf(parcel.shipmentType as 'B2C'),
    urgency: URGENCY_LEVELS.indexOf(parcel.urgency as 'URGENT'),
    pieces: parcel.pieces,
    codPaise: parcel.codPaise,
    askedAt: parcel.at.getTime(),
  };
}

const CHEAPEST = {
  strategy: 'CHEAPEST',
  urgency: 'STANDARD',
  weights: undefined,
  selected: undefined,
  allowAlternatives: false,
  landedCosts: () => null,
} as const;

describe(`capacities (seed ${SEED})`, () => {
  it('are full, count and choose as the reference model does', () => {
    const seen = { hard: 0, soft: 0, nobody: 0 };
    for (let round = 0; round < WORLDS; round++) {
      const rng = seededRng(SEED + round);
      const groups = GROUP_IDS.map((groupId) => randomGroup(rng, groupId)).filter(({ status }) => status);
      const rows = Array.from({ length: rng.int(1, 8) }, (_, index) => randomRow(rng, index + 1));
      const active = rng.shuffled(rows.filter(({ status }) => status)) as unknown as Capacity[];
      const compiled = capacitiesOf(active, { names: groups.map(({ groupId }) => groupId), of: () => [0, 0] });
      const counts = new Counts();
      const given: model.Assigned[] = [];
      for (let nth = 0; nth < PARCELS; nth++) {
        const parcel = randomParcel(rng);
        const carriers = PARTNERS.map((partnerId) => randomCarrier(rng, partnerId));
        const what = `round ${round}, parcel ${nth}`;
        const read = parcelOf(parcel, groups);
        const candidates = carriers.map(({ partnerId, costPaise, pickupAt, chargeableGrams }) =>
          candidateOf(partnerId, costPaise, {
            demands: demandsOf(compiled.get(partnerId) ?? [], read, { pickupAt: pickupAt.getTime(), chargeableGrams }),
          }),
        );
        readCapacities(candidates, counts);
        for (const [index, carrier] of carriers.entries()) {
          const { full } = candidates[index]!;
          const found = full && { id: full.row.id, isHard: full.row.isHard, used: full.used };
          assert.deepEqual(found, model.fullFor(rows, groups, { parcel, carrier }, given), what);
          if (found !== null) seen[found.isHard ? 'hard' : 'soft']++;
        }
        const choice = choose(null, CHEAPEST, candidates.filter(isOpen), counts);
        const chosen = choice.chosen?.partnerId ?? null;
        assert.equal(chosen, model.cheapestFor(rows, groups, parcel, carriers, given), what);
        counts.add(additionsOf(choice, null));
        const carrier = carriers.find(({ partnerId }) => partnerId === chosen);
        if (carrier === undefined) seen.nobody++;
        else given.push({ parcel, carrier });
      }
    }
    for (const [what, times] of Object.entries(seen)) assert.ok(times > WORLDS / 10, `${what}: ${times} times`);
  });
});

const candidateOf = (
  partnerId: string,
  costPaise: number,
  more: Pick<OfferedCandidate, 'demands'>,
): OfferedCandidate => ({
  partner: null as never,
  partnerId,
  costPaise,
  totalPaise: costPaise,
  untaxedPaise: costPaise,
  hours: 24,
  successRate: 1,
  coverageHundredths: 100,
  groups: [],
  lane: null,
  isSoftFull: false,
  full: null,
  ...more,
});
