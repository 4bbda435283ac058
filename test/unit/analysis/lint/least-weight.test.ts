/** Weights below the least chargeable weight of a card do not occur: nothing is said of them. Holds are no part of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCard } from '../../../cards/card.js';
import type { CardWorld } from '../../../reference/documents.js';
import { lint } from './linted.js';
import { assertShown } from './shown.js';

const CREATED = { status: true, createdAt: '2026-01-01T00:00:00.000Z' } as const;

type Package = CardWorld['packages'][number];
type Terms = NonNullable<CardWorld['weight-terms']>[number];

/** The card whose lanes are A to E, with general rows in place of its rates, and these terms of weight. */
function cardOf(rates: Partial<Package>[], terms: Partial<Terms>[]): CardWorld {
  const world = readCard('national-a-to-e');
  const { partnerId } = world.partners[0]!;
  const row = { ...world.packages[0]!, lane: undefined };
  const packages = rates.map((more, index) => ({ ...row, id: 900 + index, packageId: `row-${index}`, ...more }));
  const weightTerms = terms.map((more, index) => ({ id: 1 + index, partnerId, ...CREATED, ...more }));
  return { ...world, packages, 'weight-terms': weightTerms as Terms[] };
}

/** The codes and messages of what is found, each of which the reference model confirms. */
async function found(rates: Partial<Package>[], terms: Partial<Terms>[]): Promise<string[]> {
  const world = cardOf(rates, terms);
  const { findings } = await lint(world);
  for (const finding of findings) assertShown(world, finding);
  return findings.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

const AT_LEAST_5_KG = [{ minChargeableWeight: 5_000 }];

describe('a least chargeable weight', () => {
  it('leaves no gap below it, and shows one above it', async () => {
    assert.match((await found([{ minWeight: 4_999 }], [])).join('\n'), /^error RATE_GAP 1 to 4,999 g /);
    assert.deepEqual(await found([{ minWeight: 4_999 }], AT_LEAST_5_KG), []);
    const [gap] = await found([{ minWeight: 6_000 }], AT_LEAST_5_KG);
    assert.match(gap!, /^error RATE_GAP 5,000 to 6,000 g /);
  });

  it('leaves no overlap below it', async () => {
    const rates = [{ maxWeight: 3_000 }, { baseCharge: 99 }];
    assert.match(
      (await found(rates, [])).join('\n'),
      /^warning RATE_OVERLAP packages\/900 and packages\/901 both carry 1 g/,
    );
    const light = 'packages/900 never counts on any route: weight terms charge at least 5,000 g';
    assert.deepEqual(await found(rates, AT_LEAST_5_KG), [`warning ROW_NEVER_COUNTS ${light}`]);
  });

  it('makes an overlap an error where the dearer row would be the cheaper one only below it', async () => {
    const rates = [
      { baseWeight: 500, baseCharge: 10, addonWeight: 500, addonCharge: 20 },
      { baseWeight: 1_000, baseCharge: 40, addonWeight: 1_000, addonCharge: 1 },
    ];
    const overlap = (grams: string) =>
      `RATE_OVERLAP packages/900 and packages/901 both carry ${grams} g on any route, at different prices: the cheaper counts`;
    assert.deepEqual(await found(rates, []), [`warning ${overlap('1')}`]);
    assert.deepEqual(await found(rates, AT_LEAST_5_KG), [`error ${overlap('5,000')}`]);
  });

  it('leaves no falling price below it', async () => {
    const rates = [{ baseWeight: 2_000, baseCharge: 200, addonWeight: 0, maxWeight: 2_000 }, { minWeight: 2_000 }];
    assert.match((await found(rates, [])).join('\n'), /^warning RATE_FALLS 2,001 g /);
    assert.doesNotMatch((await found(rates, AT_LEAST_5_KG)).join('\n'), /RATE_FALLS/);
  });

  it('of other shipments hides no row', async () => {
    const rates = [{ maxWeight: 3_000, baseCharge: 20 }, { minWeight: 3_000 }];
    const others: Partial<Terms>[][] = [
      [{ ...AT_LEAST_5_KG[0]!, service: 'EXPRESS' }],
      [{ ...AT_LEAST_5_KG[0]!, customerId: 'ACME' }],
      [...AT_LEAST_5_KG, { service: 'EXPRESS' }],
      [...AT_LEAST_5_KG, { customerId: 'ACME', basis: 'PIECE' }],
      [{ ...AT_LEAST_5_KG[0]!, validTo: '2026-04-01T00:00:00+05:30' }],
    ];
    for (const terms of others) assert.deepEqual(await found(rates, terms), [], JSON.stringify(terms));
  });

  it('leaves no gap in time below it', async () => {
    const dated = [{ validTo: '2026-06-30T23:59:59+05:30' }, { validFrom: '2026-08-01T00:00:00+05:30' }];
    const rates = [{ maxWeight: 3_000 }, { minWeight: 3_000 }].flatMap((bounds) =>
      dated.map((dates) => ({ ...dates, ...bounds })),
    );
    const inTime = async (terms: Partial<Terms>[]) => {
      const { findings } = await lint(cardOf(rates, terms));
      return findings.filter(({ code }) => code === 'DATES_GAP').map(({ documents }) => documents);
    };
    const [light, heavy] = [
      ['packages/900', 'packages/901'],
      ['packages/902', 'packages/903'],
    ];
    assert.deepEqual(await inTime([]), [light, heavy]);
    assert.deepEqual(await inTime(AT_LEAST_5_KG), [heavy]);
    // nor of charges
    const charges = async (terms: Partial<Terms>[]) => {
      const world = cardOf([{}], terms);
      const [charge] = world['customer-charges'].filter(({ type }) => type === 'fsc');
      const others = world['customer-charges'].filter((one) => one !== charge);
      const [first, second] = dated;
      const both = [
        { ...charge!, id: 901, ...first, maxKg: 3 },
        { ...charge!, id: 902, ...second },
      ];
      world['customer-charges'] = [...others, ...both];
      return (await lint(world)).counts;
    };
    assert.deepEqual(await charges([]), { DATES_GAP: 1 });
    assert.deepEqual(await charges(AT_LEAST_5_KG), {});
  });
});

describe('holds', () => {
  const rates = [{ maxWeight: 20_000 }];
  const hold = (places: object) => ({
    id: 1,
    partnerId: null,
    from: null,
    to: null,
    reason: 'floods',
    ...CREATED,
    ...places,
  });
  const gapsOf = async (holds: object[]) => {
    const world = { ...cardOf(rates, []), holds: holds as NonNullable<CardWorld['holds']> };
    const { findings } = await lint(world);
    const gaps = findings.filter(({ code }) => code === 'RATE_GAP');
    return { world, gaps };
  };

  it('hide no finding', async () => {
    const { gaps } = await gapsOf([]);
    assert.ok(gaps.length > 0);
    const { gaps: held } = await gapsOf([hold({ everywhere: true })]);
    assert.deepEqual(held, gaps);
  });

  it('leave examples to other places', async () => {
    const { gaps } = await gapsOf([]);
    const { pickupPincode } = gaps[0]!.examples[0] as { pickupPincode: string };
    const { world, gaps: others } = await gapsOf([hold({ pincodes: [pickupPincode] })]);
    assert.equal(others.length, gaps.length);
    assertShown(world, others[0]!);
  });
});
