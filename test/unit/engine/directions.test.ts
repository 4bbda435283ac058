/** Returns: what an RTO and a customer's return require and cost (docs/rules.md#directions). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Package, RtoTerms } from '../../../src/model/documents.js';
import { surcharge } from '../../reference/card-fixture.js';
import { packageRow, workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import { answerJob } from '../../../src/engine/engine.js';
import type { Job } from '../../../src/engine/question.js';
import { viewOf } from '../index/world.js';
import { type AnyJson, askWorld, AVAILABILITY, CHARGES, contextOf } from './ask.js';

/** Acme's rows; its zones fetch returns for 12 Rupees at the pickup. */
const withRows =
  (...rows: Package[]) =>
  (world: World): void => {
    world.packages = rows;
    world.zones[0]!.services.push({ serviceTypeId: 'REVERSE', isAvailable: true, baseCharge: 12 });
  };
const FORWARD = packageRow({ id: 1 });
const RTO = packageRow({ id: 2, direction: 'RTO', baseCharge: 30 });
const REVERSE = packageRow({ id: 3, direction: 'REVERSE', baseCharge: 50 });

const rules = ({ breakdown }: AnyJson): string[] => breakdown.map(({ rule }: AnyJson) => rule);
const codes = ({ warnings }: AnyJson): string[] => warnings.map(({ code }: AnyJson) => code);

describe('an RTO', () => {
  it('has rows of its own, requires no service, charges none and collects nothing', async () => {
    const ask = await askWorld(workedWorld(withRows(FORWARD, RTO)));
    const body = { ...CHARGES, direction: 'RTO', urgency: 'URGENT', serviceRequirements: ['PICKUP', 'TRACKING'] };
    const { data } = ask('charges', body).json;
    assert.deepEqual(rules(data).slice(0, 3), ['packages/2', 'distance-charges/8', 'discounts/9']);
    const { weightCharge, otherCharges, codCharge, insuranceCharge } = data.charges;
    assert.deepEqual([weightCharge, otherCharges, codCharge, insuranceCharge], [60, 0, 0, 0]);
    assert.equal(data.shipment.codAmount, 0);
    assert.equal(data.coverage.estimatedTime, 48, 'not six tenths of it');
    assert.deepEqual(codes(data), []);
    const { services } = ask('availability', { ...AVAILABILITY, direction: 'RTO' }).json.data;
    assert.deepEqual([services.required, services.matchPercentage], [[], 100]);
    assert.deepEqual(ask('charges', body, { partner: 'acme' }).json.data.alternatives, [], 'none by EXPRESS');
  });

  it('is not held against maxCodAmount', async () => {
    const ask = await askWorld(workedWorld(withRows(FORWARD, RTO)));
    const body = { ...CHARGES, codAmount: 20_000.01 };
    assert.equal(ask('charges', body).json.data.coverage.reason, 'COD_AMOUNT_EXCEEDED');
    assert.equal(ask('charges', { ...body, direction: 'RTO' }).json.data.available, true);
  });

  it('without rows is NO_RATE, and has the place of supply of the forward shipment', async () => {
    const none = await askWorld(workedWorld(withRows(FORWARD)));
    assert.equal(none('charges', { ...CHARGES, direction: 'RTO' }).json.data.coverage.reason, 'NO_RATE');
    const ask = await askWorld(workedWorld(withRows(RTO)));
    const { data } = ask('charges', { ...CHARGES, direction: 'RTO' }).json;
    assert.equal(data.breakdown.filter(({ component }: AnyJson) => component === 'gst').length, 2, 'Maharashtra');
  });
});

describe('the terms of an RTO', () => {
  const terms = (fields: Partial<RtoTerms> & Pick<RtoTerms, 'id'>): RtoTerms => ({
    ...{ partnerId: 'acme', basis: 'PERCENT_OF_FORWARD', percent: 50, status: true },
    createdAt: '2024-04-01T00:00:00.000Z',
    ...fields,
  });
  /** The rule and the amount of each part of the freight. */
  const freight = async (rows: RtoTerms[], more: object = {}, packages = [FORWARD, RTO]): Promise<unknown[]> => {
    const change = (world: World) => {
      withRows(...packages)(world);
      world['rto-terms'] = rows;
    };
    const { data } = (await askWorld(workedWorld(change)))('charges', { ...CHARGES, direction: 'RTO', ...more }).json;
    if (!data.available) return [data.coverage.reason];
    const { breakdown } = data;
    return breakdown.slice(0, 2).flatMap(({ rule, amount }: AnyJson) => [rule, amount]);
  };
  const byCard = ['packages/2', 60, 'distance-charges/8', 18];

  it('take a percentage of the forward weight charge and of the distance charge, each rounded half up', async () => {
    const percent = 66.6667;
    assert.deepEqual(await freight([terms({ id: 4, percent })]), ['rto-terms/4', 46.67, 'rto-terms/4', 12]);
    assert.deepEqual(await freight([terms({ id: 4, percent })], {}, [RTO]), ['NO_RATE'], 'no forward row');
    const ask = await askWorld(workedWorld((world) => (world['rto-terms'] = [terms({ id: 4, percent })])));
    const [weight, distance] = ask('charges', { ...CHARGES, direction: 'RTO' }).json.data.breakdown;
    assert.deepEqual([weight.rate, weight.base, weight.calculation], [percent, 70, '66.6667 % of INR 70.00']);
    assert.deepEqual([distance.rate, distance.base, distance.category], [percent, 18, 'freight']);
  });

  it('of CARD, or none in force, leave it to the rows of the direction', async () => {
    assert.deepEqual(await freight([]), byCard);
    assert.deepEqual(await freight([terms({ id: 1, basis: 'CARD', percent: null })]), byCard);
    assert.deepEqual(await freight([terms({ id: 1, status: false })]), byCard);
    assert.deepEqual(await freight([terms({ id: 1, validTo: '2026-03-11T06:29:59.999Z' })]), byCard);
  });

  it("are the customer's before the general ones, then the latest to begin, then the highest id", async () => {
    const rows = [
      terms({ id: 1, percent: 10, validFrom: '2026-03-01T00:00:00.000Z' }),
      terms({ id: 3, percent: 20, validFrom: '2026-03-02T00:00:00.000Z' }),
      terms({ id: 2, percent: 30, validFrom: '2026-03-02T00:00:00.000Z' }),
      terms({ id: 9, percent: 40 }),
      terms({ id: 4, percent: 50, customerId: 'C-1' }),
      terms({ id: 5, basis: 'CARD', percent: null, customerId: 'C-2' }),
    ];
    assert.equal((await freight(rows))[0], 'rto-terms/3');
    assert.equal((await freight(rows, { customerId: 'C-1' }))[0], 'rto-terms/4');
    assert.equal((await freight(rows, { customerId: 'C-2' }))[0], 'packages/2');
    assert.equal((await freight(rows, { customerId: 'C-3' }))[0], 'rto-terms/3');
    const [weight] = await freight(rows, { direction: 'FORWARD' });
    assert.equal(weight, 'packages/1', 'they are for the RTO alone');
  });
});

describe("a customer's return", () => {
  const body = { ...CHARGES, direction: 'REVERSE', paymentType: 'PREPAID' };

  it('requires REVERSE at the pickup in place of PICKUP, charged there', async () => {
    const ask = await askWorld(workedWorld(withRows(FORWARD, REVERSE)));
    for (const serviceRequirements of [[], ['PICKUP'], ['REVERSE', 'PICKUP', 'DELIVERY']]) {
      const { data } = ask('charges', { ...body, serviceRequirements }).json;
      assert.equal(data.charges.weightCharge, 80);
      assert.ok(rules(data).includes('zones/1/services/REVERSE'));
      assert.ok(!rules(data).includes('zones/1/services/PICKUP'));
      assert.deepEqual(codes(data), []);
    }
    const { services } = ask('availability', { ...AVAILABILITY, ...body }).json.data;
    assert.deepEqual(services.required, ['DELIVERY', 'PREPAID', 'REVERSE']);
  });

  it('is unavailable where nobody fetches it', async () => {
    const ask = await askWorld(workedWorld((world) => (world.packages = [REVERSE])));
    const { coverage } = ask('charges', body).json.data;
    assert.deepEqual([coverage.reason, coverage.unavailableServices], ['SERVICE_UNAVAILABLE', ['REVERSE']]);
  });
});

describe('returnCharges', () => {
  const body = { ...CHARGES, urgency: 'EXPRESS', serviceRequirements: ['PICKUP'], includeReturns: true };
  /** Both zones offer every service; REVERSE costs 12 Rupees in Mumbai and 9 in Delhi. */
  const both = (...rows: Package[]) => {
    const change = (world: World) => {
      world.packages = rows;
      for (const [index, one] of world.zones.entries())
        one.services = SERVICE_TYPE_IDS.map((serviceTypeId) => ({
          serviceTypeId,
          isAvailable: true,
          baseCharge: serviceTypeId === 'REVERSE' ? [12, 9][index]! : 0,
        }));
    };
    return askWorld(workedWorld(change));
  };

  it('are those of the RTO and of the return that the recipient sends, prepaid and in no hurry', async () => {
    const ask = await both(FORWARD, RTO, REVERSE);
    const back = { pickupPincode: CHARGES.deliveryPincode, deliveryPincode: CHARGES.pickupPincode };
    const expected = {
      rto: ask('charges', { ...CHARGES, direction: 'RTO' }).json.data.charges,
      reverse: ask('charges', { ...CHARGES, ...back, direction: 'REVERSE', paymentType: 'PREPAID' }).json.data.charges,
      reasons: { rto: [], reverse: [] },
    };
    assert.deepEqual([expected.rto.weightCharge, expected.reverse.otherCharges], [60, 9]);
    for (const as of ['service', { partner: 'acme' }] as const)
      assert.deepEqual(ask('charges', body, as).json.data.returnCharges, expected);
  });

  it('judge days at the end concerned: the return leaves where the shipment arrives', async () => {
    const ask = await askWorld(
      workedWorld((world) => {
        world.packages = [FORWARD, REVERSE];
        for (const one of world.zones)
          one.services = SERVICE_TYPE_IDS.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true }));
        const holiday = { id: 1, stateId: 2, date: '2026-03-11', kind: 'NO_PICKUP' as const, name: 'Fair in Delhi' };
        world.holidays = [{ ...holiday, createdAt: '2026-01-01T00:00:00.000Z' }];
        const onThursdays = { directions: ['REVERSE' as const], weekdays: [4] };
        world.surcharges = [surcharge(1, { value: 33, when: onThursdays })];
      }),
    );
    const { reverse } = ask('charges', body).json.data.returnCharges;
    assert.equal(reverse.otherCharges, 33, 'on Wednesday nothing is fetched in Delhi');
  });

  it('are null with their reasons, and left out unless asked for or where the shipment is refused', async () => {
    const ask = await both(FORWARD);
    assert.deepEqual(ask('charges', body).json.data.returnCharges, {
      ...{ rto: null, reverse: null },
      reasons: { rto: ['NO_RATE'], reverse: ['NO_RATE'] },
    });
    assert.ok(!('returnCharges' in ask('charges', { ...body, includeReturns: false }).json.data));
    assert.ok(!('returnCharges' in ask('charges', { ...body, weight: 50_000 }).json.data));
  });
});

it('a row without a direction is forward, and a forward shipment has no other rows', async () => {
  const ask = await askWorld(workedWorld(withRows(RTO, REVERSE, packageRow({ id: 4, direction: null }))));
  for (const more of [{}, { direction: 'FORWARD' }])
    assert.equal(rules(ask('charges', { ...CHARGES, ...more }).json.data)[0], 'packages/4');
});

it('what a question does not take is named once, also by a strict one', async () => {
  const job: Job = {
    ...{ question: 'availability', callerKind: 'service', callerId: 'main-system', requestId: 'r-1', receivedAt: 0 },
    body: JSON.stringify({ ...AVAILABILITY, includeReturns: true }),
    isStrict: true,
  };
  const { status, body } = answerJob(contextOf(await viewOf(workedWorld())), job);
  const { error } = JSON.parse(body) as AnyJson;
  assert.deepEqual([status, error.code, error.field_count], [400, 'VALIDATION_ERROR', 1]);
  assert.equal(error.details[0].field, 'includeReturns');
});
