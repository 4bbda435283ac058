/** What the demo's cards have of real contracts, priced by the reference model. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeDemo } from '../../data/demo-maker/demo.js';
import { readGeography } from '../../data/demo-maker/geography.js';
import { noContractRows, type CardWorld } from '../reference/documents.js';
import { referenceCheck } from '../reference/model.js';
import type { Check, Price, Shipment } from '../reference/types.js';

const geography = readGeography();
const { states, cities, pincodes } = geography;
// the model looks at the areas of a pincode, never at the areas' own rows
const world = {
  ...noContractRows(),
  ...{ states: [...states], cities: [...cities], pincodes: [...pincodes], areas: [], assignments: [] },
  ...makeDemo(geography),
} as unknown as CardWorld;

const [NEW_DELHI, MUMBAI, BENGALURU, CHENNAI] = ['110001', '400001', '560001', '600001'];
const [PUNE, JAIPUR, KOCHI, GUWAHATI, SHILLONG] = ['411001', '302001', '682001', '781001', '793001'];
const [SRINAGAR, LEH, KARGIL, PORT_BLAIR] = ['190001', '194101', '194103', '744101'];

/** A Wednesday in June 2027, 11 o'clock in India. */
const NOW = '2027-06-16T11:00:00+05:30';

function ask(partnerId: string, from: string, to: string, more: Partial<Shipment> = {}, now = NOW): Check {
  const shipment: Shipment = {
    pickupPincode: from,
    deliveryPincode: to,
    weight: 500,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    declaredValue: 0,
    services: [],
    ...more,
  };
  const answer = referenceCheck(world, partnerId, shipment, new Date(now));
  assert.ok(answer.kind === 'CHECKED', answer.kind);
  return answer;
}

function priceOf(...question: Parameters<typeof ask>): Price {
  const { price, reasons } = ask(...question);
  assert.deepEqual(reasons, [], question.slice(0, 3).join(' '));
  return price!;
}

describe('the letters of the air carrier', () => {
  const LETTERS: Record<string, readonly (readonly [string, string])[]> = {
    A: [
      [NEW_DELHI!, '110002'],
      [NEW_DELHI!, '122001'],
      [JAIPUR!, '302017'],
      [GUWAHATI!, '781005'],
    ],
    B: [
      [NEW_DELHI!, JAIPUR!],
      [BENGALURU!, CHENNAI!],
      [MUMBAI!, PUNE!],
      [GUWAHATI!, SHILLONG!],
    ],
    C1: [
      [NEW_DELHI!, MUMBAI!],
      [CHENNAI!, MUMBAI!],
    ],
    C: [
      [NEW_DELHI!, CHENNAI!],
      [PUNE!, BENGALURU!],
    ],
    D: [
      [JAIPUR!, KOCHI!],
      [JAIPUR!, MUMBAI!],
    ],
    E: [
      [NEW_DELHI!, GUWAHATI!],
      [SRINAGAR!, NEW_DELHI!],
      [SRINAGAR!, GUWAHATI!],
      [LEH!, KARGIL!],
    ],
    F: [
      [NEW_DELHI!, LEH!],
      [PORT_BLAIR!, CHENNAI!],
      [SRINAGAR!, LEH!],
    ],
  };

  it('depend on both ends', () => {
    for (const [letter, routes] of Object.entries(LETTERS))
      for (const [from, to] of routes) assert.equal(priceOf('nabhdoot-air', from, to).lane, letter, `${from} to ${to}`);
  });

  it('have their price', () => {
    const ofLetter = Object.entries(LETTERS).map(([letter, [first]]) => {
      const { weightCharge } = priceOf('nabhdoot-air', ...first!);
      return [letter, weightCharge / 100];
    });
    assert.deepEqual(Object.fromEntries(ofLetter), { A: 34, B: 42, C1: 51, C: 54, D: 62, E: 84, F: 120 });
  });
});

describe('the carrier of the same day', () => {
  it('has other freight for cash on delivery', () => {
    const within = (more: Partial<Shipment>) => priceOf('nagarvega-sameday', NEW_DELHI!, '110002', more).weightCharge;
    assert.equal(within({ weight: 1_000 }), 6_400);
    assert.equal(within({ weight: 1_000, paymentType: 'COD', declaredValue: 900 }), 7_000);
  });
});

describe('the surface carrier of the South', () => {
  it('has another fuel surcharge from the first of a month on, by Indian time', () => {
    const fuelAt = (now: string): number => {
      const { fsc, weightCharge, distanceCharge } = priceOf('dakshinpath-courier', BENGALURU!, CHENNAI!, {}, now);
      return (100 * fsc) / (weightCharge + distanceCharge);
    };
    const percents = [
      ['2026-10-31T23:59:59+05:30', 10],
      ['2026-11-01T00:00:00+05:30', 10.75],
      ['2026-11-30T23:59:59+05:30', 10.75],
      ['2026-12-01T00:00:00+05:30', 10.25],
      ['2027-01-01T00:00:00+05:30', 11.5],
    ] as const;
    for (const [now, percent] of percents) assert.ok(Math.abs(fuelAt(now) - percent) < 0.02, `${now} ${fuelAt(now)}`);
  });
});

describe('the freight carrier', () => {
  const load = { shipmentType: 'B2B', weight: 10_000 } as const;

  it('leaves the GST to the recipient', () => {
    const { gst, recipientLiability, regime, sac, taxable, total } = priceOf(
      'gajavahan-freight',
      MUMBAI!,
      BENGALURU!,
      load,
    );
    assert.deepEqual([gst, regime, sac, total], [0, 'REVERSE_CHARGE', '996511', taxable]);
    assert.equal(recipientLiability, Math.round(taxable * 0.05));
  });

  it('has a minimum freight', () => {
    assert.equal(priceOf('gajavahan-freight', MUMBAI!, PUNE!, load).weightCharge, 40_000);
    // ₹240 for 20 kg, ₹8 for each further one
    assert.equal(priceOf('gajavahan-freight', MUMBAI!, PUNE!, { ...load, weight: 41_000 }).weightCharge, 40_800);
  });
});
