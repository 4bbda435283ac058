/**
 * The invariants of every breakdown: each entry can be recomputed from its own text, names an existing document, and
 * all sum to the total.
 */
import assert from 'node:assert/strict';
import { withinBounds } from '../../reference/amounts.js';
import { decimal, Fraction, larger, paise, smaller } from '../../reference/exact.js';
import type { Price, World } from '../../reference/types.js';

/** In full, or as in a list of many offers, which omits texts and nulls. */
export interface Entry {
  component: string;
  /** Of a surcharge. */
  code?: string;
  rule: string;
  base?: number | null;
  rate?: number | null;
  amount: number;
  category?: string;
  description?: string;
  calculation?: string;
}

const WORDS = ['category', 'description', 'calculation'] as const;
const ORDER = [
  'weightCharge',
  'distanceCharge',
  'fscCharge',
  'codCharge',
  'docketCharge',
  'insuranceCharge',
  'otherCharges',
  'discount',
  'gst',
];
const FREIGHT = ['weightCharge', 'distanceCharge'];
const CATEGORIES: Record<string, string> = {
  weightCharge: 'freight',
  distanceCharge: 'freight',
  fscCharge: 'surcharge',
  codCharge: 'surcharge',
  docketCharge: 'surcharge',
  insuranceCharge: 'surcharge',
  otherCharges: 'service',
  discount: 'discount',
  gst: 'tax',
};
const BOUND = /(?:, at (least|most) INR ([0-9]+\.[0-9]{2}))?/;
const PERCENTAGE = new RegExp(`^([0-9.]+) % of INR ([0-9]+\\.[0-9]{2})${BOUND.source}(?:, to whole Rupees)?$`);
const FLAT = new RegExp(`^flat INR ([0-9]+\\.[0-9]{2,4})${BOUND.source}$`);
const PRODUCT = new RegExp(`^INR ([0-9]+\\.[0-9]{2,4}) x ([0-9.]+) (kg|started kg|pieces?)${BOUND.source}$`);
const BASE = /INR ([0-9]+\.[0-9]{2}) up to ([0-9]+) g/;
const STEPS = /(?: \+ ([0-9]+) x INR ([0-9]+\.[0-9]{2,6}) per ([0-9]+) g)?/;
const LEAST = /(?:, at least INR ([0-9]+\.[0-9]{2}))?/;
const SLABS = new RegExp(`^${BASE.source}${STEPS.source}${LEAST.source}$`);

/** Paise of an amount in Rupees in an answer, which has at most two decimals. */
export function paiseIn(rupees: unknown): number {
  assert.ok(typeof rupees === 'number' && Number.isFinite(rupees), `an amount: ${String(rupees)}`);
  const amount = Math.round(rupees * 100);
  assert.equal(rupees, amount / 100, 'Rupees to the paisa');
  return amount;
}

export interface BreakdownOf {
  world: World;
  partnerId: string;
  price: Price;
  /** Whether the entries have their texts. */
  isFull: boolean;
}

export function assertBreakdown(entries: Entry[], of: BreakdownOf): void {
  const total = entries.reduce((sum, { amount }) => sum + paiseIn(amount), 0);
  assert.equal(total, of.price.total, 'the amounts sum to the total');
  const positions = entries.map(({ component }) => ORDER.indexOf(component));
  assert.ok(!positions.includes(-1), 'every component is known');
  assert.deepEqual(
    positions,
    [...positions].sort((a, b) => a - b),
    'in the order applied',
  );
  assertTax(
    entries.filter(({ component }) => component === 'gst'),
    of,
  );
  const sumOf = (components: readonly string[]): bigint =>
    entries.reduce(
      (sum, { component, amount }) => sum + (components.includes(component) ? BigInt(paiseIn(amount)) : 0n),
      0n,
    );
  if (of.price.isTaxIncluded) assertAmounts(entries, of.price);
  const freight = sumOf(FREIGHT);
  let sumBefore = 0n;
  for (const entry of entries) {
    assert.deepEqual(
      WORDS.filter((word) => typeof entry[word] === 'string'),
      of.isFull ? WORDS : [],
    );
    if (of.isFull) assert.equal(entry.category, entry.code === undefined ? CATEGORIES[entry.component] : 'surcharge');
    assert.deepEqual(
      [typeof entry.base, typeof entry.rate],
      typeof entry.rate === 'number'
        ? ['number', 'number']
        : of.isFull
          ? ['object', 'object']
          : ['undefined', 'undefined'],
    );
    const { flat, isOfFreight, bounds } = assertRule(entry, of);
    // tax within the amounts raises default rows, so that a row alone does not give its amount
    if (of.price.isTaxIncluded) continue;
    const step: Step = { ...of, flat, bounds, base: isOfFreight ? freight : sumBefore - BigInt(of.price.nonTaxable) };
    assert.equal(BigInt(paiseIn(entry.amount)), recomputed(entry, step), `${entry.component}: ${entry.calculation}`);
    // both halves of the tax are based on everything before the first half
    if (entry.component !== 'gst') sumBefore += BigInt(paiseIn(entry.amount));
  }
}

/** Asserts each amount before tax by its rule. */
function assertAmounts(entries: Entry[], { breakdown }: Price): void {
  const shown = entries.map(({ component, rule, amount }) => [component, rule, paiseIn(amount)].join(' '));
  const expected = breakdown.map(({ component, rule, amount }) => [component, rule, amount].join(' '));
  const isAmount = (entry: string): boolean => !entry.startsWith('gst ');
  assert.deepEqual(shown.filter(isAmount).sort(), expected.filter(isAmount).sort());
}

/**
 * Within the partner's state two equal halves of the rate, CGST and SGST; between states the whole rate, IGST. Nothing
 * where the partner charges none.
 */
function assertTax(entries: Entry[], { price, isFull }: BreakdownOf): void {
  const { regime, isWithinState, gstPercent, isTaxIncluded, taxFallenAway } = price;
  // of a rate of 0 or an amount of 0, nothing falls away, and the entry says so
  if (regime === 'ZERO_RATED' && isTaxIncluded) {
    assert.deepEqual(
      entries.map(({ amount }) => paiseIn(amount)),
      [0 - taxFallenAway],
    );
    return;
  }
  if (regime !== 'FORWARD') return assert.deepEqual(entries, []);
  if (isTaxIncluded) return assertIncluded(entries, price, isFull);
  const rules = price.breakdown.flatMap(({ component, rule }) => (component === 'gst' ? [rule] : []));
  for (const [index, rule] of rules.entries()) assert.equal(entries[index]!.rule, rule);
  const expected = isWithinState
    ? [
        ['CGST', gstPercent / 2, price.cgst],
        ['SGST', gstPercent / 2, price.sgst],
      ]
    : [['IGST', gstPercent, price.igst]];
  const named = (description: string | undefined): string | undefined => /^[CSI]GST/.exec(description ?? '')?.[0];
  assert.deepEqual(
    entries.map(({ description, rate, amount }) => [...(isFull ? [named(description)] : []), rate, paiseIn(amount)]),
    expected.map((entry) => (isFull ? entry : entry.slice(1))),
  );
}

/** Entries of 0 that say how much tax the other amounts include. */
function assertIncluded(entries: Entry[], { breakdown }: Price, isFull: boolean): void {
  assert.ok(entries.every(({ amount }) => amount === 0));
  if (!isFull) return;
  const texts = entries.map(({ calculation }) => calculation!);
  for (const { included } of breakdown.filter((entry) => entry.included !== undefined))
    assert.ok(
      texts.some((text) => text.includes('included') && text.includes(`INR ${(included! / 100).toFixed(2)}`)),
      texts.join(),
    );
}

interface Step extends BreakdownOf {
  /** The base of a discount or a tax: the sum of the entries before it, or the freight. */
  base: bigint;
  /** The Rupees of the row that the entry names; null unless it is a flat amount. */
  flat: number | null;
  bounds: Bounds;
}

/** The amount that follows from base and rate, and in full from the text of `calculation`. */
function recomputed(entry: Entry, step: Step): bigint {
  const { component, rate = null, base = null, calculation } = entry;
  const sign = component === 'discount' ? -1n : 1n;
  if (rate !== null) {
    if (step.isFull) assert.deepEqual(PERCENTAGE.exec(calculation!)?.slice(1, 3).map(Number), [rate, base]);
    const isOfAll = component === 'discount' || component === 'gst';
    if (isOfAll) assert.equal(paise(base!), step.base, 'of all before it, or of the freight');
    const unit = component === 'gst' ? BigInt(step.price.taxUnit) : 1n;
    const exact = decimal(rate).times(decimal(base!)).over(new Fraction(unit)).roundHalfUp() * unit;
    return sign * bounded(exact, step, PERCENTAGE.exec(calculation ?? ''));
  }
  assert.equal(base, null);
  if (entry.code !== undefined) return ofSurcharge(entry, step);
  if (component === 'weightCharge') {
    return step.isFull ? bySlabs(calculation!, step.price.chargeableGrams) : paise(entry.amount);
  }
  const flat = step.isFull ? Number(FLAT.exec(calculation!)![1]) : (step.flat ?? entry.amount);
  assert.equal(flat, step.flat ?? flat, 'as the row says');
  if (component === 'discount') return -smaller(paise(flat), step.base);
  return bounded(paise(flat), step, FLAT.exec(calculation ?? ''));
}

/** A surcharge that is no percentage. */
function ofSurcharge({ calculation, amount }: Entry, step: Step): bigint {
  if (!step.isFull) return paise(amount);
  const flat = FLAT.exec(calculation!);
  const product = PRODUCT.exec(calculation!);
  assert.ok(flat !== null || product !== null, calculation);
  const exact = decimal(Number((flat ?? product)![1])).times(decimal(Number(product?.[2] ?? 1)));
  return bounded(exact.times(new Fraction(100n)).roundHalfUp(), step, flat ?? product);
}

interface Bounds {
  /** Rupees. */
  min?: number | null;
  max?: number | null;
}

/** The amount within the row's bounds; the text, if there is one, says which of them made it. */
function bounded(exact: bigint, { bounds, isFull }: Step, said: RegExpExecArray | null): bigint {
  const amount = withinBounds(exact, bounds);
  if (isFull) {
    const [which, rupees] = said!.slice(-2);
    if (amount === exact) assert.equal(which, undefined);
    else assert.deepEqual([which, paise(Number(rupees))], [amount > exact ? 'least' : 'most', amount]);
  }
  return amount;
}

function bySlabs(calculation: string, grams: number): bigint {
  const slabs = SLABS.exec(calculation);
  assert.ok(slabs !== null, calculation);
  const [, first, upTo, steps = '0', step = '0', per = '1', least = '0'] = slabs;
  assert.equal(
    Number(steps),
    Math.ceil(Number(larger(0n, BigInt(grams) - BigInt(upTo!))) / Number(per)),
    'each started step counts',
  );
  const rupees = decimal(Number(first)).plus(decimal(Number(steps)).times(decimal(Number(step))));
  return larger(rupees.times(new Fraction(100n)).roundHalfUp(), paise(Number(least)));
}

interface Rule {
  /** The Rupees of a row with a flat amount. */
  flat: number | null;
  /** Whether it is a discount that applies only to the freight. */
  isOfFreight: boolean;
  bounds: Bounds;
}

/** Asserts that the entry's rule names a document of the partner that says so. */
function assertRule({ component, rule, rate = null }: Entry, { world, partnerId }: BreakdownOf): Rule {
  const none: Rule = { flat: null, isOfFreight: false, bounds: {} };
  if (component === 'gst') {
    assert.ok([`partners/${partnerId}/tax`, 'GST_PERCENT'].includes(rule), rule);
    return none;
  }
  const [collection, id, ...rest] = rule.split('/') as [string, string, ...string[]];
  const rows = world[
    collection as
      | 'packages'
      | 'distance-charges'
      | 'customer-charges'
      | 'surcharges'
      | 'discounts'
      | 'zones'
      | 'rto-terms'
  ] as {
    id: number;
    partnerId: string | null;
  }[];
  const document = rows.find((row) => row.id === Number(id));
  assert.ok(document !== undefined, `${rule} exists`);
  assert.ok(
    document.partnerId === partnerId
      || (['customer-charges', 'surcharges'].includes(collection) && document.partnerId === null),
    `${rule} is ${partnerId}'s`,
  );
  if (collection === 'zones') {
    const [field, service] = rest;
    assert.equal(field, 'services');
    const zone = document as World['zones'][number] & { pickupPincodes?: readonly string[] | null };
    const isOfZone = zone.services.some((entry) => entry.serviceTypeId === service && entry.isAvailable);
    // what differs at a pincode differs in whichever zone it is
    const entries = world['zone-pincodes'].filter(
      (entry) =>
        entry.zoneId === zone.id
        || (entry.partnerId === partnerId && zone.pickupPincodes?.includes(entry.pincode) === true),
    );
    const isOfPincode = entries.some(({ services }) => services?.[service as keyof typeof services] === true);
    // attributes are charged whatever the services are
    const isAttribute = [zone, ...entries].some(({ attributes }) => attributes?.some((name) => name === service));
    assert.ok(isOfZone || isOfPincode || isAttribute, `${rule} exists`);
    return none;
  }
  assert.deepEqual(rest, []);
  if (collection === 'rto-terms') {
    assert.equal(rate, (document as World['rto-terms'][number]).percent, `${rule} says so`);
    return none;
  }
  if (component === 'weightCharge') return none;
  const row = document as unknown as {
    chargeType?: string;
    discountType?: string;
    charge?: number;
    value?: number;
    discountValue?: number;
    appliesTo?: string;
    basis?: string;
  } & Bounds;
  const value = (row.charge ?? row.value ?? row.discountValue)!;
  const isPercentage = (row.chargeType ?? row.discountType) === 'percentage' || row.basis === 'PERCENT';
  assert.equal(rate, isPercentage ? value : null, `${rule} says so`);
  return {
    flat: isPercentage ? null : value,
    isOfFreight: row.appliesTo === 'FREIGHT',
    bounds: { min: row.min, max: row.max },
  };
}
