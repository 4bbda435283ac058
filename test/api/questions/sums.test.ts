/** All listed amounts sum to their total, and the three questions give the same amounts for one shipment. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addReported } from '../../reference/random-reported.js';
import { randomNow, randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import { REPORTED } from '../../reference/reported.js';
import type { Rng } from '../../reference/rng.js';
import type { Shipment } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp, type Question } from '../../support/app.js';
import type { ClientCredential } from '../../support/client.js';
import { isDeep, rounds, seedOf } from '../../support/depth.js';
import { paiseIn, type Entry } from './breakdown.js';
import { assignmentBody, availabilityBody, chargesBody, type Body } from './requests.js';
import type { Json } from './scene.js';
import { easyShipment } from './world.js';

const SEED = seedOf(20_260_311);
const WORLDS = rounds(1, 6);
const SHIPMENTS_A_WORLD = 12;

/** What every answer says of a price, in paise; the discount is negative. */
interface Amounts {
  weightCharge: number;
  distanceCharge: number;
  fuel: number;
  cod: number;
  docket: number;
  insurance: number;
  others: number;
  discount: number;
  taxes: number;
  total: number;
}

const sum = (amounts: unknown[]): number => amounts.map(paiseIn).reduce((total, amount) => total + amount, 0);

/** Amounts of entries by their component; asserts that the entries sum to the total. */
function fromEntries(entries: Entry[], total: unknown): Amounts {
  assert.equal(sum(entries.map(({ amount }) => amount)), paiseIn(total), 'the entries sum to the total');
  const of = (component: string): number =>
    sum(entries.filter((entry) => entry.component === component).map(({ amount }) => amount));
  return {
    weightCharge: of('weightCharge'),
    distanceCharge: of('distanceCharge'),
    fuel: of('fscCharge'),
    cod: of('codCharge'),
    docket: of('docketCharge'),
    insurance: of('insuranceCharge'),
    others: of('otherCharges'),
    discount: of('discount'),
    taxes: of('gst'),
    total: paiseIn(total),
  };
}

/** costBreakdown, estimates.breakdown and pricing. */
function fromCosts({ total, ...parts }: Json): Amounts {
  assert.equal(sum(Object.values(parts)), paiseIn(total), 'the parts sum to the total');
  assert.equal(parts.baseCharge, 0, 'the base slab is part of the weight charge');
  return {
    weightCharge: paiseIn(parts.weightCharge),
    distanceCharge: paiseIn(parts.distanceCharge),
    fuel: paiseIn(parts.fuelSurcharge),
    cod: paiseIn(parts.codCharge),
    docket: paiseIn(parts.docketCharge),
    insurance: paiseIn(parts.insuranceCharge),
    others: sum([parts.expressCharge, parts.otherCharges]),
    discount: paiseIn(parts.discount),
    taxes: paiseIn(parts.taxes),
    total: paiseIn(total),
  };
}

/** The tax is above the components, or they include it; then some may fall away. */
function assertOnTop(onTop: number, gst: unknown): void {
  assert.ok(onTop === paiseIn(gst) || (REPORTED && onTop <= 0), `${onTop} above the components`);
}

/** The standard `charges`: subtotal, savings, taxable amount, and tax. */
function fromCharges(charges: Json): Amounts {
  const components = [
    charges.weightCharge,
    charges.distanceCharge,
    charges.fscCharge,
    charges.codCharge,
    charges.docketCharge,
    charges.insuranceCharge,
    charges.otherCharges,
  ];
  assert.equal(sum(components), paiseIn(charges.subtotal));
  const onTop = paiseIn(charges.totalAmount) - (paiseIn(charges.subtotal) - paiseIn(charges.discountAmount));
  assertOnTop(onTop, charges.gstAmount);
  assert.equal(sum([charges.taxableAmount, charges.nonTaxableAmount, charges.gstAmount]), paiseIn(charges.totalAmount));
  return {
    weightCharge: paiseIn(charges.weightCharge),
    distanceCharge: paiseIn(charges.distanceCharge),
    fuel: paiseIn(charges.fscCharge),
    cod: paiseIn(charges.codCharge),
    docket: paiseIn(charges.docketCharge),
    insurance: paiseIn(charges.insuranceCharge),
    others: paiseIn(charges.otherCharges),
    discount: 0 - paiseIn(charges.discountAmount),
    taxes: onTop,
    total: paiseIn(charges.totalAmount),
  };
}

/** The partner's `charges`: nested, with negative discounts. */
function fromPartnersCharges(charges: Json): Amounts {
  const { weightCharge, distanceCharge, serviceCharges, surcharges, discounts, taxes, totalAmount } = charges;
  const { fuelSurcharge, codCharge, docketCharge, insuranceCharge, ...byCode } = surcharges;
  const lists = [serviceCharges, surcharges, discounts].flatMap((list) => Object.values(list as object));
  const onTop = paiseIn(totalAmount) - sum([weightCharge, distanceCharge, ...lists]);
  assertOnTop(onTop, taxes.gstAmount);
  assert.equal(sum([taxes.cgst, taxes.sgst, taxes.igst]), paiseIn(taxes.gstAmount));
  return {
    weightCharge: paiseIn(weightCharge),
    distanceCharge: paiseIn(distanceCharge),
    fuel: paiseIn(fuelSurcharge),
    cod: paiseIn(codCharge),
    docket: paiseIn(docketCharge),
    insurance: paiseIn(insuranceCharge),
    others: sum([...Object.values(serviceCharges as object), ...Object.values(byCode)]),
    discount: sum(Object.values(discounts as object)),
    taxes: onTop,
    total: paiseIn(totalAmount),
  };
}

/** `charges.breakdown` of an assignment has sums of several components: only the texts are compared. */
function assertChargesOfAssignment({ totalAmount, breakdown }: Json, expected: Amounts): void {
  assert.equal(sum(Object.values(breakdown as object)), paiseIn(totalAmount));
  const { weightCharge, distanceCharge, fuel, cod, docket, insurance, others, discount, taxes, total } = expected;
  const { baseCharges, serviceCharges, surcharges, discounts, taxes: taxed } = breakdown;
  const extra = sum([serviceCharges, surcharges]);
  assert.deepEqual(
    [paiseIn(baseCharges), extra, ...[discounts, taxed, totalAmount].map(paiseIn)],
    [weightCharge + distanceCharge, others + fuel + cod + docket + insurance, discount, taxes, total],
  );
}

const assertScoresSum = (list: Json[]): void => {
  for (const { score, parts } of list) assert.equal(sum(Object.values(parts as object)), paiseIn(score));
};

/** One shipment and one partner, asked in every way and shape. */
class Everywhere {
  readonly #app: TestApp;
  readonly #rng: Rng;
  readonly #partnerId: string;
  readonly #shipment: Shipment;

  constructor(app: TestApp, rng: Rng, partnerId: string, shipment: Shipment) {
    this.#app = app;
    this.#rng = rng;
    this.#partnerId = partnerId;
    this.#shipment = shipment;
  }

  /** The price in each answer, by the answer's name; empty where the partner cannot carry the shipment. */
  async amounts(shipmentId: string): Promise<[string, Amounts][]> {
    const search = await this.#ask('availability', availabilityBody(this.#rng, this.#shipment), MAIN);
    const found = search?.availablePartners;
    const listed = found?.find(({ partnerId }: Json) => partnerId === this.#partnerId);
    if (listed === undefined) return [];
    assertScoresSum(found);
    const own = partnerCredential(this.#partnerId);
    return [
      ['find-all', fromEntries(listed.breakdown, listed.estimatedCost)],
      ...(await this.#charges('service', MAIN)),
      ...(await this.#charges('partner', own)),
      ...(await this.#availability('service', MAIN)),
      ...(await this.#availability('partner', own)),
      ...(await this.#assignment(`${shipmentId}-S`, MAIN)),
      ...(await this.#assignment(`${shipmentId}-P`, own)),
    ];
  }

  async #charges(as: string, credential: ClientCredential): Promise<[string, Amounts][]> {
    const body = chargesBody(this.#rng, this.#shipment, this.#partnerId);
    const { charges, breakdown } = await this.#ask('charges', body, credential);
    return [
      [`charges ${as}`, fromCharges(charges)],
      [`charges.breakdown ${as}`, fromEntries(breakdown, charges.totalAmount)],
      ...(as === 'partner' ? [['charges nested', fromPartnersCharges(charges)] as [string, Amounts]] : []),
    ];
  }

  async #availability(as: string, credential: ClientCredential): Promise<[string, Amounts][]> {
    const body = availabilityBody(this.#rng, this.#shipment, this.#partnerId);
    const { estimates, breakdown, pricing } = await this.#ask('availability', body, credential);
    return [
      [`estimates ${as}`, fromCosts(estimates.breakdown)],
      [`availability.breakdown ${as}`, fromEntries(breakdown, estimates.totalCost)],
      ...(as === 'partner' ? [['pricing', fromCosts(pricing)] as [string, Amounts]] : []),
    ];
  }

  async #assignment(shipmentId: string, credential: ClientCredential): Promise<[string, Amounts][]> {
    const choice = { selected: this.#partnerId, allowAlternatives: false };
    const body = assignmentBody(this.#rng, shipmentId, this.#shipment, choice);
    const { assignment } = await this.#ask('assignment', body, credential);
    assert.equal(assignment.partnerId, this.#partnerId);
    const costs = fromCosts(assignment.costBreakdown);
    assertChargesOfAssignment(assignment.charges, costs);
    assertScoresSum(assignment.alternatives);
    return [
      [`costBreakdown ${shipmentId}`, costs],
      [`priceBreakdown ${shipmentId}`, fromEntries(assignment.priceBreakdown, assignment.estimates.totalCost)],
    ];
  }

  async #ask(question: Question, body: Body, credential: ClientCredential): Promise<Json> {
    const { status, json } = await this.#app.ask(question, body, credential);
    assert.ok(status === 200 || json.error.code === 'NO_PARTNERS_AVAILABLE', JSON.stringify(json));
    return json.data;
  }
}

it(`every list of amounts sums to its total, the same in every answer (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED + 3);
  const seen = new Map<string, number>();
  for (let w = 0; w < WORLDS; w++) {
    const world = randomWorld(rng);
    if (REPORTED) addReported(rng, world, REFERENCE_NOW);
    const app = await TestApp.start(world);
    try {
      for (let n = 0; n < SHIPMENTS_A_WORLD; n++) {
        const now = randomNow(rng, world);
        app.clock.nowMs = now.getTime();
        const shipment = easyShipment(rng, world, now);
        for (const { partnerId } of world.partners) {
          const amounts = await new Everywhere(app, rng, partnerId, shipment).amounts(`SUM-${w}-${n}-${partnerId}`);
          const said = `${partnerId}: ${JSON.stringify(shipment)}`;
          for (const [where, found] of amounts) assert.deepEqual(found, amounts[0]![1], `${where}: ${said}`);
          for (const [name, amount] of Object.entries(amounts[0]?.[1] ?? {})) {
            if (name === 'discount') assert.ok(amount <= 0, `a discount of ${amount}`);
            if (amount !== 0) seen.set(name, (seen.get(name) ?? 0) + 1);
          }
        }
      }
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)));
  const names = [
    'weightCharge',
    'distanceCharge',
    'fuel',
    'cod',
    'docket',
    'insurance',
    'others',
    'discount',
    'taxes',
    'total',
  ];
  if (isDeep)
    assert.deepEqual(
      names.filter((name) => (seen.get(name) ?? 0) < 5),
      [],
      'hardly reached',
    );
});
