/**
 * The surcharges of a rate card, its own and those without a partner, in the order of evaluation. What they say of
 * zones, attributes, lanes, kinds of shipments and weekdays is compiled into sets of rows. A card without
 * any has no columns.
 */
import { scaleDecimal, toPaise, toRate } from '../../domain/money.js';
import { toGrams, toSideParts } from '../../domain/weight.js';
import type { SurchargeColumns } from '../../domain/rate-card.js';
import { SURCHARGE_BASES } from '../../domain/surcharge-bases.js';
import {
  ANY_SERVICE,
  ATTRIBUTE_SETS,
  attributeSet,
  OF_CUSTOMER,
  OF_NO_PARTNER,
  OF_PARTNER,
} from '../../domain/surcharges.js';
import { CUSTOMER_TYPES, DIRECTIONS, PAYMENT_TYPES, serviceMask, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { Surcharge } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, setsOf, table, unpacked } from '../columns.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import { maskOfCodes, maskOfStandard } from './bases.js';
import type { CardDocuments } from './documents.js';
import { codeNumbers, laneNumbers } from './lanes.js';
import { DATES, numbersFromOne } from './rows.js';

/** By row. */
export interface SurchargeName {
  code: string;
  label: string;
}

interface Names {
  rows: SurchargeName[];
  customers: string[];
}

export interface Surcharges {
  rows: SurchargeColumns;
  names: readonly SurchargeName[];
  /** The number of each customer that has rows of its own, from 1. */
  customers: ReadonlyMap<string, number>;
}

const WEEKDAYS = 7;
/** Every combination, in the order of {@link kindOf}. */
const KINDS = DIRECTIONS.flatMap((direction) =>
  PAYMENT_TYPES.flatMap((payment) =>
    SHIPMENT_TYPES.flatMap((shipment) =>
      CUSTOMER_TYPES.map((customer) => ({ direction, payment, shipment, customer })),
    ),
  ),
);
const VALUES_IN_A_RUPEE = 10_000;

type Conditions = NonNullable<Surcharge['when']>;

/** The numbers of names that rows have. */
interface Numbers {
  codes: ReadonlyMap<string, number>;
  customers: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
}

const { f64, u32, u16, u8, ifAny } = columnsOf<Surcharge>();
const whenOf = ({ when }: Surcharge): Conditions => when ?? NO_CONDITIONS;
const numberOf = (numbers: ReadonlyMap<string, number>, name: string | null | undefined): number =>
  isGiven(name) ? numbers.get(name)! : 0;

const rowColumns = ({ codes, customers, groups }: Numbers) => ({
  id: f64(({ id }) => id),
  code: u8(({ code }) => codes.get(code)!),
  owner: u8(({ customerId, partnerId }) =>
    isGiven(customerId) ? OF_CUSTOMER : isGiven(partnerId) ? OF_PARTNER : OF_NO_PARTNER,
  ),
  customer: u16(({ customerId }) => numberOf(customers, customerId)),
  group: u8(({ group }) => numberOf(groups, group)),
  order: u16(({ order }) => order),
  basis: u8(({ basis }) => SURCHARGE_BASES.indexOf(basis)),
  value: f64(({ basis, value }) => (basis === 'PERCENT' ? toRate(value) : scaleDecimal(value, VALUES_IN_A_RUPEE))),
  taxable: u8(({ taxable }) => (taxable === false ? 0 : 1)),
  ofStandard: u16(({ of }) => maskOfStandard(of ?? [])),
  ofCodes: u32(({ of }) => maskOfCodes(of ?? [], codes)),
  abovePaise: f64(({ above }) => toPaise(above ?? 0)),
  minPaise: f64(({ min }) => toPaise(min ?? 0)),
  maxPaise: f64(({ max }) => toPaise(max ?? Infinity)),
  ...DATES,
  fromGrams: f64((row) => toGrams(whenOf(row).kgFrom ?? 0)),
  toGrams: f64((row) => toGrams(whenOf(row).kgTo ?? Infinity)),
  fromKm: f64((row) => whenOf(row).kmFrom ?? 0),
  toKm: f64((row) => whenOf(row).kmTo ?? Infinity),
  fromPaise: f64((row) => toPaise(whenOf(row).valueFrom ?? 0)),
  toPaise: f64((row) => toPaise(whenOf(row).valueTo ?? Infinity)),
  ...ifAny((row) => [whenOf(row).edlKmFrom, whenOf(row).edlKmTo].some(isGiven), {
    fromEdlKm: f64((row) => whenOf(row).edlKmFrom ?? 0),
    toEdlKm: f64((row) => whenOf(row).edlKmTo ?? Infinity),
    isEdlOfPickup: u8((row) => (whenOf(row).end === 'PICKUP' ? 1 : 0)),
  }),
  ...ifAny((row) => [whenOf(row).codFrom, whenOf(row).codTo].some(isGiven), {
    fromCodPaise: f64((row) => toPaise(whenOf(row).codFrom ?? 0)),
    toCodPaise: f64((row) => toPaise(whenOf(row).codTo ?? Infinity)),
  }),
  ...ifAny((row) => [whenOf(row).piece?.lengthPlusGirthCmFrom, whenOf(row).piece?.sideSumCmFrom].some(isGiven), {
    pieceGirth: f64((row) => toSideParts(whenOf(row).piece?.lengthPlusGirthCmFrom ?? 0)),
    pieceSideSum: f64((row) => toSideParts(whenOf(row).piece?.sideSumCmFrom ?? 0)),
  }),
  services: u32((row) => {
    const { services } = whenOf(row);
    return isGiven(services) ? serviceMask(services) : ANY_SERVICE;
  }),
  pieceGrams: f64((row) => toGrams(whenOf(row).piece?.kgFrom ?? 0)),
  pieceCm: f64((row) => whenOf(row).piece?.longestCmFrom ?? 0),
});

type Documents = Pick<CardDocuments, 'surcharges' | 'laneRules' | 'zones'>;

function columnsFor(documents: Documents) {
  const rows = documents.surcharges.filter(({ status }) => status).sort((a, b) => a.order - b.order || a.id - b.id);
  const zones = numberedZones(documents.zones);
  const lanes = [...laneNumbers(documents).keys()];
  const customers = distinct(rows.map(({ customerId }) => customerId));
  const numbers: Numbers = {
    codes: codeNumbers(documents.surcharges),
    customers: numbersFromOne(customers),
    groups: numbersFromOne(distinct(rows.map(({ group }) => group))),
  };
  const sets = (count: number, isInSet: (when: Conditions, set: number) => boolean) =>
    setsOf(rows.map(whenOf), count, isInSet);
  const named: Names = { rows: rows.map(({ code, label }) => ({ code, label })), customers };
  return {
    rows: {
      ...table(rowColumns(numbers), rows),
      atPickup: sets(1, ({ end }) => end !== 'DELIVERY'),
      atDelivery: sets(1, ({ end }) => end !== 'PICKUP'),
      zones: sets(zones.length + 1, (when, number) => {
        const zone = zones[number - 1];
        if (zone === undefined) return !isGiven(when.zones) && !isGiven(when.tags);
        return namesOneOf(when.zones, [zone.id]) && namesOneOf(when.tags, zone.tags ?? []);
      }),
      attributes: sets(
        ATTRIBUTE_SETS,
        ({ attributes }, set) => !isGiven(attributes) || (attributeSet(serviceMask(attributes)) & set) !== 0,
      ),
      lanes: sets(lanes.length + 1, (when, number) =>
        number === 0 ? !isGiven(when.lanes) : namesOneOf(when.lanes, [lanes[number - 1]!]),
      ),
      kinds: sets(KINDS.length, (when, kind) => {
        const { direction, payment, shipment, customer } = KINDS[kind]!;
        return (
          (when.directions ?? ['FORWARD']).includes(direction)
          && namesOneOf(when.paymentTypes, [payment])
          && namesOneOf(when.shipmentTypes, [shipment])
          && namesOneOf(when.customerTypes, [customer])
        );
      }),
      weekdays: sets(WEEKDAYS, (when, day) => namesOneOf(when.weekdays, [day + 1])),
    },
    names: packed(named),
  };
}

/** Most cards have none, and every thread keeps the layout of every card's block. */
export const buildSurcharges = builderOf((documents: Documents) =>
  documents.surcharges.some(({ status }) => status) ? columnsFor(documents) : {},
);

export function resolveSurcharges(block: Block): Surcharges {
  if (block.buffer.byteLength === 0) return NONE;
  const { rows, names } = resolveAs<typeof columnsFor>(block);
  const named = unpacked<Names>(names);
  return { rows, names: named.rows, customers: numbersFromOne(named.customers) };
}

const NO_CONDITIONS: Conditions = {};

/** Whether a list names one of the values; one that is not given allows any. */
function namesOneOf<T>(list: readonly T[] | null | undefined, values: readonly T[]): boolean {
  return !isGiven(list) || values.some((value) => list.includes(value));
}

/** A null member is as an absent one. */
function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function distinct(names: readonly (string | null | undefined)[]): string[] {
  return [...new Set(names.filter(isGiven))].sort();
}

const NONE: Surcharges = {
  rows: resolveAs<typeof columnsFor>(builderOf(columnsFor)({ surcharges: [], laneRules: [], zones: [] }, 0)).rows,
  names: [],
  customers: new Map(),
};
