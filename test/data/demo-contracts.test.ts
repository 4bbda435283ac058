/** What the demo's cards have of real contracts, priced by the reference model. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeDemo } from '../../data/demo-maker/demo.js';
import { readGeography } from '../../data/demo-maker/geography.js';
import { noContractRows, type CardWorld } from '../reference/documents.js';
import { referenceCheck, referenceReturns } from '../reference/model.js';
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
const [JAGDALPUR, KOLKATA, TAWANG, ITANAGAR, KAVARATTI, AGARTALA] = [
  '494001',
  '700001',
  '790104',
  '791111',
  '682555',
  '799001',
];

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

describe('the carrier of one warehouse', () => {
  it('carries from there alone, by where a parcel goes', () => {
    const lanes = [MUMBAI!, NEW_DELHI!, PUNE!, '440001', JAIPUR!, GUWAHATI!].map((to) => {
      const { lane, weightCharge } = priceOf('ekdwar-dispatch', '421302', to);
      return [lane, weightCharge / 100];
    });
    assert.deepEqual(lanes, [
      ['LOCAL', 30],
      ['METRO', 43],
      ['METRO', 43],
      ['WEST', 37],
      ['INDIA', 49],
      ['NE', 70],
    ]);
    for (const from of [MUMBAI!, '421301', NEW_DELHI!])
      assert.deepEqual(ask('ekdwar-dispatch', from, PUNE!).reasons, ['INSUFFICIENT_COVERAGE'], from);
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

describe('the festive season of the South', () => {
  const peakAt = (now: string): number => {
    const { surcharges } = priceOf('dakshinpath-courier', BENGALURU!, CHENNAI!, { weight: 5_000 }, now);
    return surcharges.reduce((sum, { amount }) => sum + amount, 0);
  };

  it('costs 6 % of freight before Diwali of each year', () => {
    assert.equal(peakAt('2026-10-09T23:59:59+05:30'), 0);
    // ₹158 for 5 kg
    for (const date of ['2026-10-10', '2026-11-15', '2027-10-01', '2027-11-07'])
      assert.equal(peakAt(`${date}T12:00:00+05:30`), 948, date);
    for (const date of ['2026-11-16', '2027-11-08']) assert.equal(peakAt(`${date}T12:00:00+05:30`), 0, date);
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

  it('takes a cubic foot for 7 kg, and no piece above 300 kg', () => {
    const dimensions = { length: 60, width: 60, height: 60 };
    const { chargeableGrams } = priceOf('gajavahan-freight', MUMBAI!, PUNE!, { ...load, dimensions });
    assert.equal(chargeableGrams, 56_000);
    const pieces = (weight: number) =>
      ask('gajavahan-freight', MUMBAI!, PUNE!, { ...load, pieces: [{ count: 1, weight }] });
    assert.deepEqual(pieces(300_000).reasons, []);
    assert.deepEqual(pieces(300_001).reasons, ['PIECE_WEIGHT_EXCEEDED']);
  });

  it('charges by the contract of a part load', () => {
    const { surcharges, insurance, fsc, weightCharge } = priceOf('gajavahan-freight', NEW_DELHI!, JAGDALPUR!, {
      ...load,
      weight: 200_000,
      pieces: [
        { count: 2, weight: 80_000 },
        { count: 1, weight: 40_000 },
      ],
    });
    const amounts = surcharges.map(({ code, amount }) => [code, amount]);
    assert.deepEqual(amounts, [
      ['ODA', 80_000],
      ['GREEN_TAX', 10_000],
      ['HANDLING', 70_000],
    ]);
    assert.equal(insurance, 5_000, 'freight on value without a value');
    assert.equal(fsc, Math.round((weightCharge + 80_000) * 0.24));
  });

  it('charges delivery out of the way once: where a zone is, or where it is asked for', () => {
    const odaOf = (to: string, weight: number, services: Shipment['services']): number[] =>
      priceOf('gajavahan-freight', MUMBAI!, to, { ...load, weight, services })
        .surcharges.filter(({ code }) => code === 'ODA')
        .map(({ amount }) => amount);
    assert.deepEqual(odaOf(JAGDALPUR!, 50_000, ['ODA']), [65_000], 'its minimum');
    assert.deepEqual(odaOf(JAIPUR!, 50_000, []), []);
    assert.deepEqual(odaOf(JAIPUR!, 50_000, ['ODA']), [50_000]);
    assert.deepEqual(odaOf(JAIPUR!, 180_000, ['ODA']), [54_000]);
  });
});

describe('what the carrier of the marketplaces takes to fetch a return', () => {
  const fetched = (from: string) => priceOf('haatwala-ecom', from, MUMBAI!, { weight: 900, direction: 'REVERSE' });

  it('has rows of its own, and the fee of the zone where it is fetched', () => {
    // ₹56 and ₹42 for each further 500 g; from the North East ₹78 and ₹60
    assert.equal(fetched(JAIPUR!).weightCharge, 9_800);
    assert.equal(fetched(SHILLONG!).weightCharge, 13_800);
    const fees = fetched(SHILLONG!).other.filter(({ service }) => service === 'REVERSE');
    assert.deepEqual(
      fees.map(({ end, amount }) => [end, amount]),
      [['pickup', 4_500]],
    );
  });

  it('includes a check at the door for each piece', () => {
    const { surcharges, fsc, docket } = fetched(JAIPUR!);
    assert.deepEqual(
      surcharges.map(({ code, amount }) => [code, amount]),
      [['QC', 1_200]],
    );
    assert.deepEqual([fsc, docket], [1_274, 0]);
  });
});

describe('what the carrier of the marketplaces takes for an undelivered parcel', () => {
  const broughtBack = (more: Partial<Shipment> = {}): Price => {
    const cod = { paymentType: 'COD', declaredValue: 1_499 } as const;
    const shipment: Shipment = {
      ...{ pickupPincode: MUMBAI!, deliveryPincode: JAIPUR!, weight: 900, shipmentType: 'B2C', services: [] },
      ...cod,
      ...more,
    };
    const { rto, reasons } = referenceReturns(world, 'haatwala-ecom', shipment, new Date(NOW))!;
    assert.deepEqual(reasons.rto, []);
    return rto!;
  };

  it('is 80 % of its freight, for the largest customer 65 %', () => {
    const { weightCharge } = priceOf('haatwala-ecom', MUMBAI!, JAIPUR!, { weight: 900 });
    assert.equal(broughtBack().weightCharge, weightCharge * 0.8);
    assert.equal(broughtBack({ customerId: 'cust-market-042' }).weightCharge, weightCharge * 0.65);
  });

  it('includes fuel and a docket, which a delivered parcel does not have', () => {
    const { weightCharge, fsc, docket, cod, surcharges } = broughtBack();
    assert.deepEqual([fsc, docket, cod, surcharges], [Math.round(weightCharge * 0.13), 800, 0, []]);
    assert.equal(priceOf('haatwala-ecom', MUMBAI!, JAIPUR!).docket, 0);
  });
});

describe('the days of places that are hard to reach', () => {
  const hoursOf = (...question: Parameters<typeof ask>): number | null => ask(...question).hours;

  it('are believable', () => {
    for (const [partnerId, from, to, hours] of [
      ['nabhdoot-air', NEW_DELHI!, PORT_BLAIR!, 120],
      ['nabhdoot-air', NEW_DELHI!, LEH!, 96],
      ['nabhdoot-air', LEH!, PORT_BLAIR!, 216],
      ['nabhdoot-air', NEW_DELHI!, GUWAHATI!, 72],
      ['dharaline-surface', CHENNAI!, PORT_BLAIR!, 336],
      ['dharaline-surface', KOLKATA!, SHILLONG!, 120],
      ['dharaline-surface', NEW_DELHI!, SHILLONG!, 168],
      ['himbrahma-hills', NEW_DELHI!, TAWANG!, 240],
      ['himbrahma-hills', GUWAHATI!, ITANAGAR!, 84],
    ] as const) {
      assert.equal(hoursOf(partnerId, from, to), hours, `${partnerId} ${from} to ${to}`);
    }
  });

  it('are as before elsewhere', () => {
    assert.equal(hoursOf('dharaline-surface', NEW_DELHI!, BENGALURU!), 132);
    assert.equal(hoursOf('nabhdoot-air', NEW_DELHI!, MUMBAI!), 48);
  });

  it('are none to Lakshadweep while the monsoon keeps ships in port', () => {
    const inMonsoon = ask('dakshinpath-courier', KOCHI!, KAVARATTI!, {}, '2027-07-01T11:00:00+05:30');
    assert.deepEqual(inMonsoon.reasons, ['NO_TRANSIT']);
    assert.equal(hoursOf('dakshinpath-courier', KOCHI!, KAVARATTI!, {}, '2027-09-01T00:00:00+05:30'), 240);
  });
});

describe('the holidays of the demo', () => {
  /** The day in India on which a parcel leaves that is asked for on a day at 11 o'clock. */
  const leavesOn = (partnerId: string, from: string, to: string, day: string): string => {
    const { pickupDate } = ask(partnerId, from, to, {}, `${day}T11:00:00+05:30`);
    return new Date(pickupDate!.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  };

  it('are kept by all couriers, in a state, or by one courier', () => {
    assert.equal(leavesOn('nabhdoot-air', NEW_DELHI!, MUMBAI!, '2027-01-26'), '2027-01-27');
    assert.equal(leavesOn('nabhdoot-air', BENGALURU!, MUMBAI!, '2026-11-01'), '2026-11-02');
    assert.equal(leavesOn('nabhdoot-air', NEW_DELHI!, MUMBAI!, '2026-11-01'), '2026-11-01');
    assert.equal(leavesOn('kachhua-cargo', NEW_DELHI!, MUMBAI!, '2027-03-31'), '2027-04-01');
    assert.equal(leavesOn('dharaline-surface', NEW_DELHI!, MUMBAI!, '2027-03-31'), '2027-03-31');
  });

  it('are days of 2026 and 2027, each once', () => {
    const rows = world.holidays.map(({ date, stateId, partnerId }) => `${date} ${stateId} ${partnerId}`);
    assert.equal(new Set(rows).size, rows.length);
    for (const { date } of world.holidays) {
      assert.match(date, /^202[67]-/);
      assert.equal(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), date);
    }
  });
});

describe('the road distances of the demo', () => {
  it('are nearly those of the road signs where a great circle cuts through another country or over a range', () => {
    for (const [from, to, km] of [
      [KOLKATA!, GUWAHATI!, 1_030],
      [KOLKATA!, AGARTALA!, 1_560],
      [GUWAHATI!, SHILLONG!, 100],
      [NEW_DELHI!, SRINAGAR!, 840],
      [NEW_DELHI!, LEH!, 990],
      [SRINAGAR!, LEH!, 420],
    ] as const) {
      const { distanceKm } = priceOf('nabhdoot-air', from, to);
      assert.ok(Math.abs(distanceKm / km - 1) < 0.1, `${from} to ${to}: ${distanceKm} km rather than ${km}`);
    }
  });
});

describe('pincodes that differ from their zone', () => {
  it('do no COD, or little of it', () => {
    const cod = { paymentType: 'COD', declaredValue: 6_000 } as const;
    assert.deepEqual(ask('haatwala-ecom', NEW_DELHI!, '272001', cod).reasons, ['SERVICE_UNAVAILABLE']);
    assert.deepEqual(ask('haatwala-ecom', NEW_DELHI!, '272002', cod).reasons, []);
    assert.deepEqual(ask('haatwala-ecom', NEW_DELHI!, '841101', cod).reasons, ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(ask('haatwala-ecom', NEW_DELHI!, '841101', { ...cod, declaredValue: 5_000 }).reasons, []);
  });

  it('are out of the way', () => {
    const { other } = priceOf('dharaline-surface', MUMBAI!, '370510');
    assert.deepEqual(
      other.flatMap(({ service, end, amount }) => (amount > 0 ? [[service, end, amount]] : [])),
      [['ODA', 'delivery', 4_000]],
    );
  });

  it('are closed with their pass', () => {
    const toDrass = (now: string) => ask('himbrahma-hills', NEW_DELHI!, '194102', {}, now).reasons;
    assert.deepEqual(toDrass('2026-12-19T23:00:00+05:30'), []);
    assert.deepEqual(toDrass('2026-12-20T00:00:00+05:30'), ['PINCODE_BLOCKED']);
    assert.deepEqual(toDrass('2027-03-16T00:00:00+05:30'), []);
  });
});
