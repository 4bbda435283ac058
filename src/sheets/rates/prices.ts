/** The prices of one route: a row of packages for each band of weight. */
import { MAX_PARTNER_WEIGHT_GRAMS, MONEY_DECIMALS, STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import type { RowMembers } from '../../model/row-filters.js';
import { isPlainNumber, money, PER_RUPEE, rupees, toPaisa } from '../cells/money.js';
import { fault as failed, type ParsedCell } from '../cells/text.js';
import type { Faults, SourcePosition } from '../tables/faults.js';
import type { OpenSlab } from '../tables/map.js';
import type { Notes } from '../tables/reading.js';
import { type Band, KILOGRAM, type PerKg } from './bands.js';
import type { CardRow } from './card-row.js';

/** The cells of a route. */
export interface RoutePrices<Row> {
  /** For notes. */
  name: string;
  /** Of a slab; '' if there is none. */
  text(row: Row): string;
  position(row: Row): SourcePosition;
  /** Where the weights of a slab are. */
  slabPosition(row: Row): SourcePosition;
}

export interface PriceOptions {
  open: OpenSlab | null;
  perKg: PerKg;
  faults: Faults;
  notes: Notes;
}

/** Rupees that are not below 0. */
export function price(text: string, decimals: number): ParsedCell<bigint> {
  const parsed = money(text, decimals);
  return parsed.ok && parsed.value < 0n ? failed(`must be an amount such as 1250.50, but is "${text}"`) : parsed;
}

/** A gram may cost up to six decimals of a Rupee. */
const EXACT_KG_DECIMALS = 3;

/** Of a price for a kilogram. */
export const decimalsPerKg = (perKg: PerKg): number => (perKg === 'exact' ? EXACT_KG_DECIMALS : MONEY_DECIMALS);

/** Each started kilogram, or each gram, costs its part of `amount`. */
export function perKgMembers(amount: bigint, perKg: PerKg): RowMembers {
  const charge = rupees(amount);
  return perKg === 'exact'
    ? { baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge: Number(amount) / (Number(PER_RUPEE) * KILOGRAM) }
    : { baseWeight: KILOGRAM, baseCharge: charge, addonWeight: KILOGRAM, addonCharge: charge };
}

interface PricedBand<Row> {
  band: Band<Row>;
  /** null: the cell is empty, or has a fault. */
  price: bigint | null;
  step: bigint | null;
}

/** Slabs without a price at the head or the end are not carried; one between prices is a fault. */
export function routeRows<Row>(
  common: RowMembers,
  bands: readonly Band<Row>[],
  cells: RoutePrices<Row>,
  options: PriceOptions,
): CardRow[] {
  const priced = bands.map((band): PricedBand<Row> => {
    const isStep = band.charging === 'ON_TOP';
    const decimals = options.perKg === false ? MONEY_DECIMALS : decimalsPerKg(options.perKg);
    const own = priceOf(band.row, isStep ? STEP_CHARGE_DECIMALS : decimals, cells, options);
    const { stepRow } = band;
    const other = stepRow !== null && stepRow !== band.row;
    return { band, price: own, step: other ? priceOf(stepRow, STEP_CHARGE_DECIMALS, cells, options) : own };
  });
  const isEmpty = ({ band }: PricedBand<Row>): boolean => cells.text(band.row) === '';
  const from = priced.findIndex((each) => !isEmpty(each));
  const to = priced.findLastIndex((each) => !isEmpty(each));
  const rows: CardRow[] = [];
  const said = new Set(Object.keys(common));
  /** The charge of the band above, from which the price of an additional band begins. */
  let above: ((grams: number) => bigint) | null = null;
  for (const [at, each] of priced.entries()) {
    const { text } = each.band;
    if (at < from || at > to || from === -1) {
      options.notes.add('slabs without a price, which are not carried', `${cells.name}: ${text}`);
      continue;
    }
    if (isEmpty(each)) options.faults.add(cells.position(each.band.row), 'has no price, between slabs that have one');
    const band: Band<Row> | null = charged(each, above, at === to, cells, options);
    const start: bigint | null = band?.charging === 'ON_TOP' ? (above?.(band.base) ?? null) : each.price;
    if (band?.charging === 'ON_TOP' && above === null && each.price !== null && at === from)
      options.faults.add(cells.position(band.row), 'has no price below it, on top of which it comes');
    above = null;
    if (band === null || start === null || (band.step > 0 && each.step === null)) continue;
    const step = band.step > 0 ? each.step! : 0n;
    above = (grams): bigint => {
      const started = band.step === 0 ? 0 : Math.ceil(Math.max(0, grams - band.base) / band.step);
      return toPaisa(start + step * BigInt(started));
    };
    rows.push({
      members: {
        ...common,
        ...membersOf(band, start, step),
        ...(options.perKg !== false && perKgMembers(start, options.perKg)),
      },
      said,
      positionOf: (field) => {
        if (field.startsWith('addon') && band.stepRow !== null) return cells.position(band.stepRow);
        return /weight/i.test(field) ? cells.slabPosition(band.row) : cells.position(band.row);
      },
    });
  }
  return rows;
}

function membersOf<Row>({ from, to, base, step }: Band<Row>, start: bigint, each: bigint): RowMembers {
  // one price without an end: what is above costs nothing more
  const isEndless = step === 0 && to === null;
  return {
    baseWeight: isEndless ? Math.min(base, MAX_PARTNER_WEIGHT_GRAMS) : base,
    baseCharge: rupees(start),
    addonWeight: isEndless ? KILOGRAM : step,
    addonCharge: rupees(each),
    ...(from > 0 && { minWeight: from }),
    ...(to !== null && { maxWeight: to }),
  };
}

/**
 * The band as its prices are charged. A step without a price at the end: nothing above the slab is carried. A price
 * below that of the slab above: as the map says, else it is a fault. null: there is one
 */
function charged<Row>(
  { band, price: own, step }: PricedBand<Row>,
  above: ((grams: number) => bigint) | null,
  isLast: boolean,
  cells: RoutePrices<Row>,
  { open, faults }: PriceOptions,
): Band<Row> | null {
  const { charging, from, isSure, row, stepRow } = band;
  if (charging === 'STEPS' && step === null && stepRow !== row) {
    if (cells.text(stepRow!) !== '') return null;
    if (isLast) return { ...band, charging: 'FLAT', step: 0, stepRow: null, to: band.base };
    faults.add(cells.position(stepRow!), 'has no price, between slabs that have one');
    return null;
  }
  const isCheaper = charging === 'FLAT' && !isSure && own !== null && above !== null && own < above(from);
  if (!isCheaper || open === 'flat') return band;
  if (open === 'step') return { ...band, charging: 'ON_TOP', base: from, step: KILOGRAM, stepRow: row };
  if (open === 'whole') return { ...band, charging: 'WHOLE', base: KILOGRAM, step: KILOGRAM, stepRow: row };
  faults.add(
    cells.position(row),
    'is cheaper than the slab before: is it per kg? Say open: step (each started kg on top), whole (each kg of all) or '
      + 'flat (one price) in the map',
  );
  return null;
}

function priceOf<Row>(
  row: Row,
  decimals: number,
  cells: RoutePrices<Row>,
  { faults, notes }: PriceOptions,
): bigint | null {
  const text = cells.text(row);
  if (text === '') return null;
  const parsed = price(text, decimals);
  if (!parsed.ok) faults.add(cells.position(row), parsed.message);
  if (parsed.ok && !isPlainNumber(text))
    notes.add('prices in another form', `${text} is read as ${rupees(parsed.value)}`);
  return parsed.ok ? parsed.value : null;
}
