/**
 * The page's rules of a difference once more, as simply as they can be said: a list of claims is accepted one after the
 * other, the parcel is priced again each time, and what the price grows by is the claim's cause.
 */
import { GST, laneOf, toyCharges, type ToyParcel } from './toy-card.js';

type Leg = ToyParcel['leg'];
export interface ReferenceLine {
  to: string;
  grams: number;
  isCod: boolean;
  valuePaise: number;
  isCollected: boolean;
  legs: Leg[];
  notOwed: Partial<Record<Leg, 'DUPLICATE' | 'DIRECTION'>>;
  chargedGrams: number | null;
  billedLane: string | null;
  total: number;
  cells: Partial<Record<string, number>>;
}
export interface ReferenceTerms {
  withTax: boolean;
  compare: string[] | null;
  columns: string[];
  isWithTaxCard: boolean;
  isInRupees: boolean;
}

const halfUp = (amount: number): number => Math.floor(amount + 0.5);
const ALL = ['freight', 'rto', 'fsc', 'cod', 'docket', 'insurance', 'other', 'discount'];

/** A leg's parts without tax, and its tax. null: no rate */
function partsOf(line: ReferenceLine, leg: Leg, grams: number, lane: string | null, terms: ReferenceTerms) {
  const { to, isCod, valuePaise, isCollected } = line;
  const price = toyCharges({ to, grams, leg, isCod, valuePaise, isCollected, lane }, terms.isWithTaxCard);
  if (price === null) return null;
  const net = (paise: number): number => (terms.isWithTaxCard ? halfUp((paise * 100) / (100 + GST)) : paise);
  const parts: Record<string, number> = {
    ...{ freight: 0, rto: 0, fsc: net(price.fscCharge), cod: net(price.codCharge), docket: net(price.docketCharge) },
    ...{ insurance: net(price.insuranceCharge), other: net(price.otherCharges), discount: -net(price.discountAmount) },
    tax: price.gstAmount,
  };
  const others = ALL.reduce((sum, part) => sum + parts[part]!, 0);
  parts[leg === 'RTO' ? 'rto' : 'freight'] = price.totalAmount - price.gstAmount - others;
  return parts;
}

function together(line: ReferenceLine, legs: Leg[], grams: number, lane: string | null, terms: ReferenceTerms) {
  const sums: Record<string, number> = { tax: 0, ...Object.fromEntries(ALL.map((part) => [part, 0])) };
  for (const leg of legs) {
    const parts = partsOf(line, leg, grams, lane, terms);
    if (parts === null) return null;
    for (const name of Object.keys(sums)) sums[name]! += parts[name]!;
  }
  return sums;
}

function countedOf({ compare }: ReferenceTerms, line: ReferenceLine): string[] {
  if (compare === null) return ALL;
  const isReturnAlone = line.legs.join() === 'RTO';
  return isReturnAlone && compare.includes('freight') ? [...new Set([...compare, 'rto'])] : compare;
}

export function reference(
  line: ReferenceLine,
  terms: ReferenceTerms,
): { expected: number; causes: Record<string, number> } | null {
  const counted = countedOf(terms, line);
  const isTaxed = terms.withTax && terms.compare === null;
  const worth = (sums: Record<string, number>): number =>
    counted.reduce((sum, part) => sum + sums[part]!, 0) + (isTaxed ? sums['tax']! : 0);
  const owed = line.legs.filter((leg) => line.notOwed[leg] === undefined);
  let state = { legs: owed, grams: line.grams, lane: null as string | null };
  const priceOf = (of: typeof state) => together(line, of.legs, of.grams, of.lane, terms);
  // all that is claimed at our weight and lane must have a price
  if (priceOf({ ...state, legs: line.legs }) === null) return null;
  const expected = worth(priceOf(state)!);
  const causes: Record<string, number> = {};
  const accept = (cause: string, next: typeof state): boolean => {
    const grown = priceOf(next);
    if (grown === null) return false;
    causes[cause] = (causes[cause] ?? 0) + worth(grown) - worth(priceOf(state)!);
    state = next;
    return true;
  };
  for (const leg of line.legs)
    if (line.notOwed[leg] !== undefined) accept(line.notOwed[leg], { ...state, legs: [...state.legs, leg] });
  const { chargedGrams, billedLane } = line;
  if (chargedGrams !== null) accept('WEIGHT', { ...state, grams: chargedGrams });
  if (billedLane !== null && billedLane !== laneOf(line.to))
    if (!accept('LANE', { ...state, lane: billedLane, grams: chargedGrams ?? state.grams }))
      accept('LANE', { ...state, lane: billedLane });

  const claimed = priceOf(state)!;
  const columns = counted.filter((part) => terms.columns.includes(part));
  const rest = line.total - worth(claimed);
  if (columns.length === 0) causes['RATE'] = rest;
  else {
    const groups: [string, string[]][] = [
      ['BASE_RATE', ['freight', 'rto']],
      ...[...'FSC COD DOCKET INSURANCE'.split(' ')].map((name): [string, string[]] => [name, [name.toLowerCase()]]),
      ['SURCHARGES', ['other']],
      ['DISCOUNT', ['discount']],
    ];
    const shown = groups.filter(([, parts]) => parts.some((part) => columns.includes(part)));
    const names = shown.map(([name]) => name);
    const home = (part: string): string | undefined => {
      const own = groups.find(([, parts]) => parts.includes(part))![0];
      return [own, 'SURCHARGES', 'BASE_RATE'].find((name) => names.includes(name));
    };
    let shares = 0;
    let sumOfColumns = 0;
    for (const [name, parts] of shown) {
      const billed = parts.reduce((sum, part) => sum + (columns.includes(part) ? (line.cells[part] ?? 0) : 0), 0);
      const engine = counted.filter((part) => home(part) === name).reduce((sum, part) => sum + claimed[part]!, 0);
      const share = isTaxed && claimed['tax'] !== 0 ? halfUp(((billed - engine) * GST) / 100) : 0;
      shares += share;
      sumOfColumns += billed;
      causes[name] = billed - engine + share;
    }
    const homeless = counted.filter((part) => home(part) === undefined).reduce((sum, part) => sum + claimed[part]!, 0);
    if (isTaxed && (terms.columns.includes('tax') || homeless === 0)) {
      const tax = terms.columns.includes('tax') ? (line.cells['tax'] ?? 0) : line.total - sumOfColumns;
      causes['TAX'] = tax - claimed['tax']! - shares;
      causes['RATE'] = line.total - sumOfColumns - tax - homeless;
    } else causes['RATE'] = line.total - worth(claimed) - names.reduce((sum, name) => sum + causes[name]!, 0);
  }
  const most = terms.isInRupees
    ? 50
    : columns.length + Number(terms.columns.includes('total')) + Number(isTaxed && terms.columns.includes('tax'));
  for (const name of ['TAX', 'RATE'])
    if (Math.abs(causes[name] ?? 0) <= most) {
      causes['ROUNDING'] = (causes['ROUNDING'] ?? 0) + (causes[name] ?? 0);
      causes[name] = 0;
    }
  return { expected, causes };
}
