/** Landed costs are what the reference model says: random cards, parcels, terms and figures, to the paisa. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { landedCost as engineCost, type LandedTerms as EngineTerms } from '../../../src/domain/landed.js';
import { MAX_SUBTOTAL_PAISE } from '../../../src/limits/documents.js';
import type { Performance } from '../../../src/index/performance.js';
import { noContractRows } from '../../reference/documents.js';
import { paise } from '../../reference/exact.js';
import { type Figures, landedCost, landedTermsFor } from '../../reference/landed.js';
import { referenceCheck, referenceReturns } from '../../reference/model.js';
import { randomCardShipment, randomCardWorld, reportedWorld } from '../../reference/random-cards.js';
import { randomFigures, randomLandedTerms, withRemittance } from '../../reference/random-landed.js';
import { randomNow, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import type { Check, Price, Shipment, World } from '../../reference/types.js';
import { rounds, seedOf } from '../../support/depth.js';
import { chargesBody, eased } from '../../api/questions/requests.js';
import { viewOf } from '../index/world.js';
import { type AnyJson, asking, contextOf } from './ask.js';

const SEED = seedOf(20_261_129);
const SHIPMENTS_A_WORLD = 60;
/** How many landed costs are compared. */
const LEAST = rounds(300, 10_000);
const MOST_WORLDS = LEAST;

const inPaise = (rupees: number): number => Number(paise(rupees));

/** Figures by partner, delivery and payment type, which are no others when they are asked for again. */
function figuresOf(rng: Rng): (partnerId: string, pincode: string, paymentType: string) => Figures {
  const known = new Map<string, Figures>();
  return (...where) => {
    const key = where.join();
    if (!known.has(key)) known.set(key, randomFigures(rng));
    return known.get(key)!;
  };
}

describe(`landed costs (PINRATE_TEST_SEED=${SEED})`, () => {
  it('are what the model says of random cards', async () => {
    const seen = { landed: 0, none: 0, assumed: 0, priced: 0, cash: 0, return: 0, late: 0, own: 0 };
    // a seed may begin with worlds that lack a kind
    const isEnough = () => seen.landed >= LEAST && Object.values(seen).every((times) => times > LEAST / 60);
    for (let w = 0; w < MOST_WORLDS && !isEnough(); w++) {
      const rng = seededRng(SEED + w);
      const made = w % 2 === 1 ? reportedWorld(rng) : randomCardWorld(rng);
      const now = randomNow(rng, made);
      const terms = randomLandedTerms(rng, now);
      const partners = made.partners.map((partner) => withRemittance(rng, partner));
      const world = { ...noContractRows(), ...made, partners, 'landed-terms': terms } as World;
      const view = await viewOf(world);
      const figures = figuresOf(rng);
      const performance: Performance = {
        riskAt: (partnerId, slot, paymentType) => ({
          ...figures(partnerId, view.geography.pincode(slot), paymentType),
          ...{ level: 'CITY', n: 12, hasOutcomes: true },
        }),
      };
      const ask = asking(contextOf({ ...view, performance }, now.getTime()));
      for (let s = 0; s < SHIPMENTS_A_WORLD; s++) {
        const { direction: _, ...drawn } = eased(rng, randomCardShipment(rng, world, now));
        const shipment: Shipment = rng.chance(0.4) ? { ...drawn, paymentType: 'COD' } : drawn;
        for (const partner of partners) {
          const { partnerId } = partner;
          const body = { ...chargesBody(rng, shipment, partnerId), includeLanded: true };
          const { data }: AnyJson = ask('charges', body).json;
          if (data?.available !== true) {
            assert.equal(data?.landed, undefined);
            continue;
          }
          const check = referenceCheck(world, partnerId, shipment, now) as Check;
          const chosen = landedTermsFor(terms, shipment, now);
          const codes = data.warnings.map(({ code }: AnyJson) => code);
          assert.equal(codes.includes('NO_LANDED_TERMS'), chosen === null);
          if (chosen === null) {
            assert.equal(data.landed, null);
            seen.none++;
            continue;
          }
          const expected = landedCost(chosen, {
            ...{ shipment, partner, forward: check.price!, hours: check.hours! },
            rto: referenceReturns(world, partnerId, shipment, now)!.rto as Price | null,
            figures: figures(partnerId, shipment.deliveryPincode, shipment.paymentType),
          });
          const { evidence, ...amounts } = data.landed;
          const found = Object.fromEntries(
            Object.entries(amounts).map(([name, rupees]) => [name, inPaise(rupees as number)]),
          );
          const { isReturnAssumed, ...sums } = expected;
          assert.deepEqual(found, sums, JSON.stringify({ w, s, partnerId, body, chosen }));
          assert.deepEqual(evidence, { level: 'CITY', n: 12, ...(isReturnAssumed && { return: 'ASSUMED' }) });
          seen.landed++;
          seen[isReturnAssumed ? 'assumed' : 'priced']++;
          for (const name of ['cash', 'return', 'late'] as const) if (sums[name] > 0) seen[name]++;
          if (chosen.customerId) seen.own++;
        }
      }
    }
    for (const [what, times] of Object.entries(seen)) assert.ok(times > LEAST / 60, `${what}: ${times} times`);
  });

  it('are exact at the bounds of amounts, rates and days', () => {
    const rng = seededRng(SEED);
    const most = (bound: number): number => rng.pick([0, 1, bound - 1, bound, rng.int(0, bound)]);
    const price = (): Price => {
      const taxable = most(MAX_SUBTOTAL_PAISE);
      return { taxable, nonTaxable: most(100), total: taxable + most(taxable), recipientLiability: most(7) } as Price;
    };
    const charged = ({ taxable, nonTaxable, total, recipientLiability }: Price) => ({
      untaxedPaise: taxable + nonTaxable,
      costPaise: total + recipientLiability,
    });
    for (let round = 0; round < 5_000; round++) {
      const terms: EngineTerms = {
        ...{ id: 1, hasTaxCredit: rng.chance(0.5), period: { fromMs: -Infinity, toMs: Infinity } },
        returnHandlingPaise: most(100_000_000),
        valueLossRate: most(1_000_000),
        annualRate: most(10_000_000),
        lateCostPaise: most(100_000_000),
      };
      const [forward, rto] = [price(), rng.chance(0.8) ? price() : null];
      const [declaredPaise, codPaise] = [most(10_000_000_000), most(10_000_000_000)];
      const [hours, remittanceDays] = [most(10_000), most(365)];
      const figures = { rto: most(10_000), onTime: most(10_000) };
      const found = engineCost(terms, {
        ...{ forward: charged(forward), rto: rto && charged(rto), declaredPaise, codPaise, hours, remittanceDays },
        risk: { ...figures, level: 'ALL', n: 3, hasOutcomes: true },
      });
      const expected = landedCost(
        {
          ...{ id: 1, taxCredit: terms.hasTaxCredit ? 'FULL' : 'NONE', status: true, createdAt: '' },
          returnHandling: terms.returnHandlingPaise / 100,
          valueLossPercent: terms.valueLossRate / 10_000,
          annualRatePercent: terms.annualRate / 10_000,
          lateCost: terms.lateCostPaise / 100,
        },
        {
          shipment: { paymentType: 'COD', declaredValue: declaredPaise / 100, codAmount: codPaise / 100 } as Shipment,
          ...{ partner: { codRemittanceDays: remittanceDays }, forward, hours, rto, figures },
        },
      );
      assert.deepEqual(
        {
          ...{ forward: found.forwardPaise, return: found.returnPaise, cash: found.cashPaise, late: found.latePaise },
          ...{ total: found.totalPaise, isReturnAssumed: found.isReturnAssumed },
        },
        expected,
        `round ${round}`,
      );
    }
  });
});
