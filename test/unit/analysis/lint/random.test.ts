/** Random cards: the reference model confirms every finding, and no route without a rate is missed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Finding } from '../../../../src/contract/finding.js';
import type { CardWorld } from '../../../reference/documents.js';
import { referenceCheck } from '../../../reference/model.js';
import { seededRng } from '../../../reference/random.js';
import { randomCardWorld } from '../../../reference/random-cards.js';
import type { Rng } from '../../../reference/rng.js';
import type { Shipment } from '../../../reference/types.js';
import { rounds, seedOf } from '../../../support/depth.js';
import { AT, lint } from './linted.js';
import { assertShown } from './shown.js';

const SEED = seedOf(20_261_126);
const WORLDS = rounds(2, 40);
const QUESTIONS = 150;

/** A world that has this partner's documents first. */
const first = (world: CardWorld, partnerId: string): CardWorld => ({
  ...world,
  partners: [...world.partners].sort((a, b) => Number(b.partnerId === partnerId) - Number(a.partnerId === partnerId)),
});

/** Without the rows of which it is said, without an example, that they never count. */
function withoutUseless(world: CardWorld, findings: readonly Finding[]): CardWorld {
  const useless = new Set(
    findings
      .filter(({ code, examples }) => code === 'ROW_NEVER_COUNTS' && examples.length === 0)
      .flatMap(({ documents }) => documents),
  );
  const without = <D extends { id: number }>(collection: string, rows: readonly D[]): D[] =>
    rows.filter(({ id }) => !useless.has(`${collection}/${id}`));
  return {
    ...world,
    'packages': without('packages', world.packages),
    'lane-rules': without('lane-rules', world['lane-rules']),
    'transit-lanes': without('transit-lanes', world['transit-lanes']),
    'distance-charges': without('distance-charges', world['distance-charges']),
    'surcharges': without('surcharges', world.surcharges),
  };
}

function question(rng: Rng, world: CardWorld, partnerId: string): Shipment {
  const { limits, paymentTypes, shipmentTypes } = world.partners.find((row) => row.partnerId === partnerId)!;
  const paymentType = rng.pick(paymentTypes);
  return {
    pickupPincode: rng.pick(world.pincodes).pincode,
    deliveryPincode: rng.pick(world.pincodes).pincode,
    weight: rng.int(1, Math.min(limits.maxWeight, 50_000)),
    shipmentType: rng.pick(shipmentTypes),
    paymentType,
    declaredValue: 0,
    services: [],
  };
}

describe(`random cards (seed ${SEED})`, () => {
  for (let round = 0; round < WORLDS; round++)
    it(`have what is found in them, and nothing is missed: world ${round}`, async () => {
      const rng = seededRng(SEED + round);
      const world = randomCardWorld(rng, AT);
      for (const { partnerId } of world.partners.filter(({ status }) => status === 'ACTIVE')) {
        const { findings, counts } = await lint(first(world, partnerId));
        // holds are no part of a card
        const own = { ...first(world, partnerId), holds: [] };
        for (const finding of findings) assertShown(own, finding);
        const useful = withoutUseless(own, findings);
        for (let asked = 0; asked < QUESTIONS; asked++) {
          const shipment = question(rng, own, partnerId);
          const found = referenceCheck(own, partnerId, shipment, AT);
          assert.ok(found.kind === 'CHECKED');
          assert.deepEqual(referenceCheck(useful, partnerId, shipment, AT), found, JSON.stringify(shipment));
          if (found.reasons.join() === 'NO_RATE')
            assert.ok((counts['RATE_GAP'] ?? 0) > 0, `${partnerId}: ${JSON.stringify(shipment)}`);
        }
      }
    });
});
