/** The three questions keep their contracts: random ones of every kind, from both kinds of callers. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assignShipment, calculateCharges, checkAvailability } from '../../src/contract/questions.js';
import { SERVICE_TYPE_IDS } from '../../src/domain/vocabulary.js';
import { accepted, parcelBody, SEARCH, startUsualDemo } from '../api/allocation/usual-demo.js';
import { assignment, availability, charges, fullWorld, manualAssignment } from '../api/questions/fixture.js';
import {
  assigned,
  assignmentBody,
  availabilityBody,
  type Body,
  chargesBody,
  type Choice,
  eased,
  untimed,
} from '../api/questions/requests.js';
import { STRATEGIES } from '../api/questions/compare.js';
import { randomNow, randomShipment, randomWorld, seededRng } from '../reference/random.js';
import type { Rng } from '../reference/rng.js';
import type { World } from '../reference/types.js';
import { MAIN, partnerCredential, type Question, TestApp } from '../support/app.js';
import { isDeep, rounds, seedOf } from '../support/depth.js';
import { Failures, Held } from './held.js';

const SEED = seedOf(20_260_311);
const MIN_WORLDS = rounds(1, 2);
/** The rounds continue beyond the minimum until everything documented has occurred. */
const MAX_WORLDS = rounds(MIN_WORLDS, 200);
const MOMENTS_A_WORLD = 3;
const SHIPMENTS_A_MOMENT = 12;
const ACME = partnerCredential('acme');

const failures = new Failures();
const held: Record<Question, Held> = {
  availability: new Held(checkAvailability, failures),
  charges: new Held(calculateCharges, failures),
  assignment: new Held(assignShipment, failures),
};
let asked = 0;

async function ask(app: TestApp, question: Question, body: unknown, credential = MAIN): Promise<string | null> {
  asked++;
  const reply = await app.ask(question, body, credential);
  return held[question].assert(reply, credential.kind, `${question} as ${credential.id}: ${JSON.stringify(body)}`);
}

async function askEverything(app: TestApp, world: World, rng: Rng, shipmentId: string): Promise<void> {
  const shipment = rng.chance(0.5) ? eased(rng, randomShipment(rng, world)) : randomShipment(rng, world);
  const withoutTime = untimed(shipment);
  const toAssign = assigned(shipment);
  const { partnerId } = rng.pick(world.partners);
  const partner = partnerCredential(partnerId);
  const choice: Choice = rng.chance(0.5)
    ? rng.pick(STRATEGIES)
    : { selected: partnerId, allowAlternatives: rng.chance(0.5) };
  await Promise.all([
    ask(app, 'availability', misspelt(rng, availabilityBody(rng, shipment, partnerId))),
    ask(app, 'availability', misspelt(rng, availabilityBody(rng, shipment)), partner),
    ask(app, 'availability', misspelt(rng, availabilityBody(rng, shipment))),
    ask(app, 'charges', misspelt(rng, withToken(chargesBody(rng, withoutTime, partnerId)))),
    ask(app, 'charges', misspelt(rng, withToken(chargesBody(rng, withoutTime))), partner),
    ask(app, 'assignment', misspelt(rng, assignmentBody(rng, shipmentId, toAssign, choice))),
    ask(app, 'assignment', misspelt(rng, assignmentBody(rng, `${shipmentId}-own`, toAssign, choice)), partner),
  ]);
}

/** Every other question asks for a token. */
const withToken = (body: Body): Body => (asked % 2 === 0 ? { ...body, includeQuoteToken: true } : body);

/** Adds unknown members, of which one resembles a known one. */
function misspelt(rng: Rng, body: Body): Body {
  return rng.chance(0.1) ? { ...body, pickup_pincode: '110001', Options: {}, colour: 'red' } : body;
}

/** What the types share with answers that other tests ask for: no question of this file has it. */
const NOT_OF_THESE: readonly RegExp[] = [
  // decisions of every kind: test/api/allocation
  /^service\.data<Assignment\w+>\.decision\b/,
  // of a pickup that is only assumed, which these questions always name
  /\.placeOfSupply is null$/,
  // a partner's credential may not ask for landed costs
  /^partner\.data(?:<\w+>)?\.landed\b/,
];

/** What is documented but never came, of the answers and of the failures with many details. */
function unseen(): string[] {
  const { availability: checks, charges: prices, assignment: assignments } = held;
  const callers = {
    service: [checks.service, prices.service, assignments.service],
    partner: [checks.partner, prices.partner],
  };
  const answers = Object.entries(callers)
    .flatMap(([caller, schemas]) => schemas.flatMap((schema) => schema.unseen().map((fact) => `${caller}${fact}`)))
    .filter((fact) => !NOT_OF_THESE.some((pattern) => pattern.test(fact)));
  const refusals = (['NO_PARTNERS_AVAILABLE', 'INSUFFICIENT_COVERAGE'] as const).flatMap((code) =>
    failures.unseenOf(code),
  );
  return [...answers, ...refusals];
}

const BARE = {
  includePartnerDetails: false,
  includeCostEstimate: false,
  includeTransitTime: false,
  createTrackingNumber: false,
};
/** So many pieces that their quoteToken would be too large; the first one has this weight in grams. */
const manyPieces = (weight: number): Body => ({
  weight: undefined,
  pieces: Array.from({ length: 150 }, (_, index) => ({
    count: 1,
    weight: weight + index,
    dimensions: { length: 1.5 + index / 10, width: 2.2, height: 3.1 },
  })),
  includeQuoteToken: true,
});
/** Fields of documents and options that a random world leaves out. */
const DELIBERATE: [Question, Body][] = [
  ['availability', availability({ partnerId: 'acme', preferredServices: ['EXPRESS', 'DRONE'] })],
  ['availability', availability({ partnerId: 'acme', maxDeliveryTime: 2, weight: 45_000, declaredValue: 30_000 })],
  ['charges', charges({ serviceRequirements: [] })],
  ['charges', charges({ serviceRequirements: [...SERVICE_TYPE_IDS] })],
  [
    'charges',
    charges({ dimensions: { length: 40, width: 20, height: 10 }, volumetricWeight: 99, actualWeight: 1_100 }),
  ],
  ['charges', charges(manyPieces(10.5))],
  ['charges', charges(manyPieces(9_000))],
  ['assignment', manualAssignment('D-1', { autoConfirmAssignment: false })],
  ['assignment', assignment('D-2', { shipmentDetails: { declaredValue: 60_000, paymentType: 'PREPAID' } })],
  ['assignment', assignment('D-3', { shipmentDetails: { weight: 45_000 } })],
  ['assignment', assignment('D-4', { shipmentDetails: { declaredValue: 0 }, options: BARE })],
  // the same again: the answer comes from the store
  ['assignment', assignment('D-4', { shipmentDetails: { declaredValue: 0 }, options: BARE })],
  ['assignment', manualAssignment('D-5', { includeChargeEstimate: false })],
  ['assignment', assignment('D-6', { options: { createAssignmentRecord: false } })],
];

/** Every service at its end, and every one with a cutoff time and a window. */
function talkativeWorld(): World {
  const world = fullWorld();
  Object.assign(world.partners[0]!.limits, { maxLengthPlusGirth: 300, maxSideSum: 200 });
  for (const zone of world.zones) {
    const isPickup = zone.services.some(({ serviceTypeId }) => serviceTypeId === 'PICKUP');
    const offered = SERVICE_TYPE_IDS.filter((service) => (service === 'PICKUP' || service === 'REVERSE') === isPickup);
    zone.services = offered.map((serviceTypeId) => ({
      serviceTypeId,
      isAvailable: true,
      baseCharge: 10,
      additionalInfo: {
        cutoffTime: '15:00',
        deliveryWindow: '10:00-18:00',
        vehicleType: 'Tempo',
        specialInstructions: 'Ask for the gate pass',
      },
    }));
  }
  return world;
}

/** Acme and bolt also take parcels back; acme's tax entry has a SAC. */
function returningWorld(): World {
  const world = talkativeWorld();
  for (const zone of world.zones) {
    zone.services = SERVICE_TYPE_IDS.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true, baseCharge: 10 }));
  }
  const [acme, bolt] = world.partners as [World['partners'][0], World['partners'][0]];
  Object.assign(acme.limits, { maxLengthPlusGirth: null, maxSideSum: null });
  acme.limits.maxPieceWeight = null;
  acme.tax = [{ regime: 'REVERSE_CHARGE', sac: '996812' }];
  bolt.tax = [{ regime: 'REVERSE_CHARGE' }];
  const row = { ...world.packages[0]!, fromZoneId: null, toZoneId: null, direction: 'REVERSE' } as const;
  world.packages.push({ ...row, id: 100 }, { ...row, id: 101, partnerId: 'bolt' });
  const terms = { customerId: null, basis: 'PERCENT_OF_FORWARD', percent: 80, status: true, createdAt: row.createdAt };
  world['rto-terms'] = ['acme', 'bolt'].map((partnerId, index) => ({ id: index + 1, partnerId, ...terms })) as never;
  return world;
}

/** The same for a caller of the other kind, which assigns another shipment. */
function own(question: Question, body: Body): Body {
  if (question !== 'assignment') return body;
  const details = body.shipmentDetails as Body;
  return { ...body, shipmentDetails: { ...details, shipmentId: `${details.shipmentId as string}-own` } };
}

async function askDeliberately(app: TestApp, questions: [Question, Body][]): Promise<void> {
  for (const [question, body] of questions) {
    assert.deepEqual(
      [await ask(app, question, body), await ask(app, question, own(question, body), ACME)],
      [null, null],
    );
  }
  assert.deepEqual(app.errors, []);
}

it('answers with full documents and every option are as documented', async (t) => {
  const app = await TestApp.start(talkativeWorld());
  t.after(() => app.close());
  await askDeliberately(app, DELIBERATE);
});

it('answers about returns are as documented', async (t) => {
  const app = await TestApp.start(returningWorld());
  t.after(() => app.close());
  await ask(app, 'charges', charges({ includeReturns: true, partnerId: 'bolt' }));
  const { json } = await app.ask('charges', charges({ includeReturns: true }), MAIN);
  assert.equal(
    (json as { data: { returnCharges: { reverse: { taxes: { sac: string } } } } }).data.returnCharges.reverse.taxes.sac,
    '996812',
  );
  await askDeliberately(app, [
    ['charges', charges({ includeReturns: true })],
    ['availability', availability({ partnerId: 'acme' })],
  ]);
});

/** What no random world has: rules, capacities, landed terms with outcomes behind them, and a hold without a beginning. */
it('answers about rules, capacities, landed costs and holds are as documented', async (t) => {
  const { app, usual } = await startUsualDemo();
  t.after(() => app.close());
  const [first, second] = usual as [string, string];
  const put = (path: string, document: object): Promise<unknown> => accepted(app.send('PUT', path, document));
  const askAll = async (more: Body = {}): Promise<void> => {
    await ask(app, 'availability', { ...SEARCH, ...more });
    for (const partnerId of [first, second]) {
      await ask(app, 'availability', { ...SEARCH, ...more, partnerId });
      await ask(app, 'charges', { ...SEARCH, ...more, partnerId });
    }
    for (const question of ['availability', 'charges'] as const)
      for (const partnerId of [first, second]) await ask(app, question, SEARCH, partnerCredential(partnerId));
  };
  await askAll({ includeLanded: true });
  await put('/documents/landed-terms/1', {
    ...{ id: 1, customerId: null, taxCredit: 'FULL', returnHandling: 12.5 },
    ...{ valueLossPercent: 4, annualRatePercent: 18, lateCost: 15, status: true },
  });
  await askAll({ includeLanded: true });
  await askAll({ includeLanded: true, paymentType: 'PREPAID' });

  const capacity = { id: 100, partnerId: first, name: 'Vans', limit: 1_000, unit: 'PARCELS', per: 'DAY', status: true };
  await put('/documents/capacities/100', capacity);
  await accepted(app.send('POST', '/capacity/100/close', { until: '2099-01-01T00:00:00+05:30' }));
  const rule = { label: 'A rule', when: {}, status: true };
  const house = { policyId: 'house', name: 'House', priority: 1, status: true };
  const putRules = (...rules: object[]): Promise<unknown> =>
    put('/documents/allocation-policies/house', { ...house, rules: rules.map((each) => ({ ...rule, ...each })) });
  let shipments = 0;
  const assignAll = async (details: Body = {}): Promise<void> => {
    for (const options of [{}, { includeDecision: true }])
      await ask(app, 'assignment', { ...parcelBody(`RULES-${++shipments}`, details), options });
  };
  await assignAll();
  await putRules({ ruleId: 'not-second', exclude: { partners: [second] } });
  await askAll();
  await assignAll();
  await putRules(
    { ruleId: 'prepaid', when: { paymentTypes: ['PREPAID'] }, exclude: { partners: [second] } },
    { ruleId: 'not-second', exclude: { partners: [second] } },
    { ruleId: 'dear', adjust: { rupees: 5 } },
    { ruleId: 'landed', rank: { cost: 'LANDED' } },
  );
  await assignAll();
  await assignAll({ paymentType: 'PREPAID' });
  const selected = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: first };
  await ask(app, 'assignment', parcelBody('CLOSED', {}, selected));
  await accepted(app.send('POST', '/capacity/100/open'));
  await put('/documents/capacities/100', { ...capacity, limit: 1 });
  for (const shipmentId of ['TAKES-IT', 'FULL']) await ask(app, 'assignment', parcelBody(shipmentId, {}, selected));
  await putRules({ ruleId: 'nobody', refuse: { code: 'REFUSED', message: 'Nobody may have it' } });
  await askAll();

  const hold = { cities: [], everywhere: true, reason: 'floods', status: true };
  await put('/documents/holds/100', { ...hold, id: 100, partnerId: second });
  await askAll();
  await app.send('DELETE', '/documents/allocation-policies/house');
  await put('/documents/holds/101', { ...hold, id: 101, partnerId: null });
  await askAll();
  await assignAll();
  assert.deepEqual(app.errors, []);
});

it(`random questions get documented answers, and everything documented occurs (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED);
  for (let w = 0; w < MIN_WORLDS || (w < MAX_WORLDS && unseen().length > 0); w++) {
    const world = randomWorld(rng);
    const app = await TestApp.start(world);
    try {
      for (let m = 0; m < MOMENTS_A_WORLD; m++) {
        app.clock.nowMs = randomNow(rng, world).getTime();
        await Promise.all(
          Array.from({ length: SHIPMENTS_A_MOMENT }, (_, n) => askEverything(app, world, rng, `S-${w}-${m}-${n}`)),
        );
      }
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  t.diagnostic(`${asked} answers; failures: ${failures.met.join(', ')}`);
  if (isDeep) assert.deepEqual(unseen(), []);
});
