/** The difference of a priced line, taken apart by steps from what should be to what was claimed. */
import type { Cause, CauseAmounts, LineStatus } from './causes.js';
import { type AmountName, type InvoiceLine, type Leg, type Part, PARTS } from './line.js';
import { shareOf } from './money.js';
import { amountIn, type Basis, columnOf, comparedParts, type LegPrice, partsOf, taxOf } from './prices.js';

/** Why a leg is not owed. */
export type NotOwed = 'DUPLICATE' | 'DIRECTION';

/** What an invoice's amounts are. */
export interface InvoiceTerms {
  basis: Basis;
  /** The columns of amounts that the sheet has. */
  columns: ReadonlySet<AmountName>;
  /** All totals are whole Rupees. */
  isInRupees: boolean;
}

/** A line with the prices of its legs. */
export interface PricedLine {
  line: InvoiceLine;
  /** Of all legs that it claims, at our weight and lane. */
  ours: readonly LegPrice[];
  notOwed: ReadonlyMap<Leg, NotOwed>;
  /** At the charged weight and our lane; null: it claims no other, or the card cannot price it. */
  weighed: readonly LegPrice[] | null;
  /** At the billed lane as well; null as above. */
  routed: readonly LegPrice[] | null;
}

export interface Difference {
  expectedPaise: number;
  /** Their sum is what is billed less what is expected. */
  causes: CauseAmounts;
}

const CAUSE_OF: Readonly<Record<Part, Cause>> = {
  freight: 'BASE_RATE',
  rto: 'BASE_RATE',
  fsc: 'FSC',
  cod: 'COD',
  docket: 'DOCKET',
  insurance: 'INSURANCE',
  other: 'SURCHARGES',
  discount: 'DISCOUNT',
};

/** Where all totals are whole Rupees, what their rounding may be. */
const HALF_A_RUPEE = 50;

/** The legs as the line claims them. */
export const claimedOf = ({ ours, weighed, routed }: PricedLine): readonly LegPrice[] => routed ?? weighed ?? ours;

/**
 * The steps, each of which adds its cause:
 *
 * 1. What is owed: the legs that are, at our weight and lane.
 * 2. DUPLICATE and DIRECTION: the other legs.
 * 3. WEIGHT: the charged weight in place of ours.
 * 4. LANE: the billed lane as well.
 * 5. What is left, by the columns of the sheet ({@link restOf}).
 */
export function differenceOf(priced: PricedLine, terms: InvoiceTerms): Difference {
  const { line, ours, notOwed, weighed, routed } = priced;
  const amount = (prices: readonly LegPrice[]): number => amountIn(terms.basis, prices, line.direction);
  const owedFor = (why: NotOwed | undefined): number => amount(ours.filter(({ leg }) => notOwed.get(leg) === why));
  const atOurs = amount(ours);
  const atWeight = weighed === null ? atOurs : amount(weighed);
  const atLane = routed === null ? atWeight : amount(routed);
  return {
    expectedPaise: owedFor(undefined),
    causes: {
      DUPLICATE: owedFor('DUPLICATE'),
      DIRECTION: owedFor('DIRECTION'),
      WEIGHT: atWeight - atOurs,
      LANE: atLane - atWeight,
      ...restOf(priced, line.totalPaise - atLane, terms),
    },
  };
}

/**
 * The rest of a difference when weight and lane are as claimed.
 *
 * 1. Without columns of parts: RATE.
 * 2. Of each part, what is billed less what the engine has. A part without a column counts to that of
 *    {@link columnOf}. In a basis with tax each has the tax on it.
 * 3. TAX: that of the sheet, or else what its total has beyond the parts, less the engine's and that of step 2.
 * 4. RATE: the rest. If TAX or RATE is so small as rounding makes it, it is ROUNDING.
 */
function restOf(priced: PricedLine, restPaise: number, { basis, columns, isInRupees }: InvoiceTerms): CauseAmounts {
  const { line } = priced;
  const claimed = claimedOf(priced);
  const counted = comparedParts(basis, line.direction);
  const withColumn = counted.filter((part) => columns.has(part));
  const withTax = basis.compare === null && basis.withTax;
  const most = isInRupees
    ? HALF_A_RUPEE
    : withColumn.length + Number(columns.has('total')) + Number(withTax && columns.has('tax'));
  if (withColumn.length === 0) return withRounding({ RATE: restPaise }, most);
  const causes: Partial<Record<Cause, number>> = {};
  let partsPaise = 0;
  for (const part of withColumn) {
    const paise = line.amounts[part] ?? 0;
    partsPaise += paise;
    causes[CAUSE_OF[part]] = (causes[CAUSE_OF[part]] ?? 0) + paise;
  }
  const engine = partsOf(claimed);
  let isWhole = true;
  for (const part of counted) {
    const column = columnOf(part, withColumn);
    if (column !== undefined) causes[CAUSE_OF[column]]! -= engine[part];
    else if (engine[part] !== 0) isWhole = false;
  }
  let sharesPaise = 0;
  if (withTax) {
    const percent = Math.max(0, ...claimed.map(({ taxPercent }) => taxPercent));
    for (const cause of Object.keys(causes) as Cause[]) {
      const share = shareOf(causes[cause]!, percent);
      sharesPaise += share;
      causes[cause]! += share;
    }
    const billedTax = columns.has('tax') ? (line.amounts.tax ?? 0) : isWhole ? line.totalPaise - partsPaise : null;
    if (billedTax !== null) causes.TAX = billedTax - taxOf(claimed) - sharesPaise;
  }
  causes.RATE = restPaise - Object.values(causes).reduce((sum, paise) => sum + paise, 0);
  return withRounding(causes, most);
}

function withRounding(causes: CauseAmounts, mostPaise: number): CauseAmounts {
  const { TAX = 0, RATE = 0 } = causes;
  const isSmall = (paise: number): boolean => Math.abs(paise) <= mostPaise;
  return {
    ...causes,
    TAX: isSmall(TAX) ? 0 : TAX,
    RATE: isSmall(RATE) ? 0 : RATE,
    ROUNDING: (isSmall(TAX) ? TAX : 0) + (isSmall(RATE) ? RATE : 0),
  };
}

/** Of a line that was priced, or of which everything is a cause. @param tolerancePaise that is accepted either way */
export function statusOf(differencePaise: number, tolerancePaise: number): LineStatus {
  if (differencePaise === 0) return 'OK';
  if (Math.abs(differencePaise) <= tolerancePaise) return 'WITHIN';
  return differencePaise > 0 ? 'OVERBILLED' : 'UNDERBILLED';
}

/** Whether the parts of prices are looked at, so that the percent of tax has to be known. */
export const needsParts = ({ basis, columns }: InvoiceTerms, hasFoot: boolean): boolean =>
  hasFoot || basis.compare !== null || PARTS.some((part) => columns.has(part));
