/** The table of field names whose values have to exist in the world, or follow a rule that no schema states. */
import fc, { type Arbitrary } from 'fast-check';
import { SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import { MAX_MONEY_RUPEES, MAX_VALUE_BOUND_RUPEES } from '../../../src/limits/documents.js';
import { MAX_DECLARED_VALUE_RUPEES, MAX_STRATEGY_WEIGHT_RUPEES } from '../../../src/limits/requests.js';
import { LIFE_STATES } from '../../../src/model/life.js';
import { REFERENCE_NOW } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import type { ClientCredential } from '../../support/client.js';
import { type Fields, moment } from './arbitrary.js';

const UNKNOWN_ID = 999_999;

const scaled = (lowest: number, highest: number, decimals: number): Arbitrary<number> =>
  fc
    .oneof(
      fc.integer({ min: lowest, max: Math.min(highest, lowest + 10_000) }),
      fc.integer({ min: lowest, max: highest }),
    )
    .map((value) => value / 10 ** decimals);
const money = scaled(0, MAX_MONEY_RUPEES * 100, 2);
const collected = scaled(0, MAX_DECLARED_VALUE_RUPEES * 100, 2);
const strategyWeight = scaled(0, MAX_STRATEGY_WEIGHT_RUPEES * 100, 2);
const kilograms = scaled(1, 50_000_000, 3);
const DAY_MS = 86_400_000;
const dayOf = (iso: string): string => iso.slice(0, 10);
const dayOrMoment = fc.oneof(
  moment().map(dayOf),
  moment().map((value) => value.replace(/\.\d+/, '').replace('z', 'Z')),
);

/** @param caller a partner names only itself, and sees only its own zones */
export function fieldsOf(world: World, caller: ClientCredential | null): Fields {
  const isPartner = caller?.kind === 'partner';
  const anyPartner = fc.constantFrom(...world.partners.map(({ partnerId }) => partnerId));
  const partner = isPartner ? fc.constant(caller.id) : anyPartner;
  const pincode = fc.constantFrom(...world.pincodes.map((row) => row.pincode));
  const ids = (rows: readonly { id: number }[]) => fc.constantFrom(...rows.map(({ id }) => id), UNKNOWN_ID).map(String);
  const listOf = (one: Arbitrary<string>) =>
    fc.array(one, { minLength: 1, maxLength: 4 }).map((list) => list.join(','));
  const zones = world.zones.filter(({ partnerId }) => !isPartner || partnerId === caller.id);
  const named = fc.oneof(
    fc.constantFrom(...[...world.cities, ...world.areas, ...world.states, ...world.partners].map(({ name }) => name)),
    fc.string({ minLength: 2, maxLength: 10 }),
  );
  return {
    'partnerId': partner,
    'selectedPartner': partner,
    'assignedPartnerId': partner,
    'excludePartners': anyPartner,
    'zoneId': ids(zones.length === 0 ? world.zones : zones).filter((id) => id !== String(UNKNOWN_ID)),
    'id': fc.integer({ min: 1, max: 3 }),
    'pickupPincode': pincode,
    'deliveryPincode': pincode,
    'fromPincode': pincode,
    'toPincode': pincode,
    'pincode': pincode,
    'partnerIds': partner,
    'pickupPincodes': pincode,
    // one that is not known is a cell's reason
    'deliveryPincodes': fc.oneof({ weight: 6, arbitrary: pincode }, { weight: 1, arbitrary: fc.constant('999999') }),
    // an unknown, malformed or differently written pincode fails on its own
    'pincodes': fc.oneof(
      { weight: 6, arbitrary: pincode },
      { weight: 1, arbitrary: fc.constantFrom('999999', '000000') },
      { weight: 1, arbitrary: pincode.map(neighbour) },
    ),
    // ids that exist, and one that does not: such a place is omitted
    // of an area, or of shipments
    'states': fc.oneof(ids(world.states), listOf(fc.constantFrom(...LIFE_STATES))),
    'cities': ids(world.cities),
    'areas': ids(world.areas),
    'stateIds': listOf(ids(world.states)),
    'cityIds': listOf(ids(world.cities)),
    'search': named,
    'city': named,
    'state': fc.oneof(named, fc.constantFrom(...world.states.map(({ code }) => code))),
    'serviceTypeId': fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...SERVICE_TYPE_IDS) },
      { weight: 1, arbitrary: fc.constant('TELEPORT') },
    ),
    // it reads whole collections again: a few of these are enough
    'forceRefresh': fc.integer({ min: 0, max: 49 }).map((value) => value === 0),
    // a shipment is assigned once: mostly a new one
    'shipmentId': fc.oneof(
      { weight: 15, arbitrary: fc.stringMatching(/^[a-zA-Z0-9_-]{12,30}$/) },
      { weight: 1, arbitrary: fc.constantFrom('S-1', 'S-2', '__proto__') },
    ),
    // moments that exist, which their pattern alone does not ensure
    'from': dayOrMoment,
    'to': dayOrMoment,
    'pickupFrom': dayOrMoment,
    'pickupTo': dayOrMoment,
    // within what both questions take
    'shipDate': fc
      .tuple(fc.integer({ min: DAY_MS, max: 365 * DAY_MS }), fc.boolean())
      .map(([ahead, isDay]) =>
        new Date(REFERENCE_NOW.getTime() + ahead).toISOString().slice(0, isDay ? 10 : undefined),
      ),
    // as many decimals as the store's documents may have
    'baseCharge': money,
    'customCharges': money,
    'value': scaled(1, MAX_MONEY_RUPEES * 100, 2),
    'discountValue': scaled(1, 1_000_000, 2),
    'codAmount': collected,
    'codFrom': collected,
    'codTo': scaled(1, MAX_VALUE_BOUND_RUPEES * 100, 2),
    'hourValue': strategyWeight,
    'failureCost': strategyWeight,
    'coverageCost': strategyWeight,
    'minKg': kilograms,
    'maxKg': kilograms,
    'fromWeight': kilograms,
    'toWeight': kilograms,
  };
}

/** The next number: perhaps a pincode, perhaps one to be created. */
function neighbour(pincode: string): string {
  return String(Number(pincode) + 1);
}
