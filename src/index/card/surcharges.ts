/**
 * The surcharges of a rate card, its own and those without a partner, in the order of evaluation. What they say of
 * zones, attributes, lanes, kinds of shipments and weekdays is compiled into sets of rows. A card without
 * any has no columns.
 */
import { pack, unpack } from 'msgpackr';
import { scaleDecimal, toPaise, toRate } from '../../domain/money.js';
import { toGrams } from '../../domain/weight.js';
import { bitOf, wordOf, wordsFor } from '../../domain/lanes.js';
import type { SurchargeColumns } from '../../domain/rate-card.js';
import {
  ANY_SERVICE,
  ATTRIBUTE_SETS,
  attributeSet,
  kindOf,
  OF_CUSTOMER,
  OF_NO_PARTNER,
  OF_PARTNER,
} from '../../domain/surcharges.js';
import {
  CUSTOMER_TYPES,
  DIRECTIONS,
  PAYMENT_TYPES,
  serviceMask,
  SHIPMENT_TYPES,
  SURCHARGE_BASES,
} from '../../domain/vocabulary.js';
import type { LaneRule, Surcharge, Zone } from '../../model/documents.js';
import { numberedZones } from '../coverage.js';
import { allocate, type Block, resolve } from '../layout.js';
import { maskOfCodes, maskOfStandard } from './bases.js';
import { codeNumbers, laneNumbers } from './lanes.js';
import { datedRows, fillDates } from './rows.js';

export interface SurchargesDocuments {
  /** The partner's and those without a partner, without those that name a zone which is gone. */
  rows: readonly Surcharge[];
  /** The partner's, which number its lanes. */
  laneRules: readonly LaneRule[];
  zones: readonly Zone[];
}

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
const KINDS = DIRECTIONS.length * PAYMENT_TYPES.length * SHIPMENT_TYPES.length * CUSTOMER_TYPES.length;
const VALUES_IN_A_RUPEE = 10_000;

const surchargesLayout = (rows: number, zones: number, lanes: number, dated: number, names: number) => {
  const words = wordsFor(rows);
  return {
    id: ['f64', rows],
    code: ['u8', rows],
    scope: ['u8', rows],
    customer: ['u16', rows],
    group: ['u8', rows],
    order: ['u16', rows],
    basis: ['u8', rows],
    value: ['f64', rows],
    taxable: ['u8', rows],
    ofStandard: ['u16', rows],
    ofCodes: ['u32', rows],
    abovePaise: ['f64', rows],
    minPaise: ['f64', rows],
    maxPaise: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    fromGrams: ['f64', rows],
    toGrams: ['f64', rows],
    fromKm: ['f64', rows],
    toKm: ['f64', rows],
    fromPaise: ['f64', rows],
    toPaise: ['f64', rows],
    services: ['u32', rows],
    pieceGrams: ['f64', rows],
    pieceCm: ['f64', rows],
    atPickup: ['u32', words],
    atDelivery: ['u32', words],
    zones: ['u32', (zones + 1) * words],
    attributes: ['u32', ATTRIBUTE_SETS * words],
    lanes: ['u32', (lanes + 1) * words],
    kinds: ['u32', KINDS * words],
    weekdays: ['u32', WEEKDAYS * words],
    names: ['u8', names],
  } as const;
};

export function buildSurcharges(documents: SurchargesDocuments, version: number): Block {
  const rows = documents.rows.filter(({ status }) => status).sort((a, b) => a.order - b.order || a.id - b.id);
  // most cards have none, and every thread keeps every card's columns
  if (rows.length === 0) return allocate({}, version).block;
  const zones = numberedZones(documents.zones);
  const lanes = laneNumbers(documents.laneRules);
  const codes = codeNumbers(documents.rows);
  const customers = distinct(rows.map(({ customerId }) => customerId));
  const groups = distinct(rows.map(({ group }) => group));
  const named: Names = { rows: rows.map(({ code, label }) => ({ code, label })), customers };
  const names = pack(named);
  const layout = surchargesLayout(rows.length, zones.length, lanes.size, datedRows(rows), names.length);
  const { block, columns } = allocate(layout, version);
  rows.forEach((document, row) => {
    const { basis, customerId, group, partnerId, value } = document;
    const when = document.when ?? NO_CONDITIONS;
    const isPercent = basis === 'PERCENT';
    columns.id[row] = document.id;
    columns.code[row] = codes.get(document.code)!;
    columns.scope[row] = isGiven(customerId) ? OF_CUSTOMER : isGiven(partnerId) ? OF_PARTNER : OF_NO_PARTNER;
    columns.customer[row] = isGiven(customerId) ? customers.indexOf(customerId) + 1 : 0;
    columns.group[row] = isGiven(group) ? groups.indexOf(group) + 1 : 0;
    columns.order[row] = document.order;
    columns.basis[row] = SURCHARGE_BASES.indexOf(basis);
    columns.value[row] = isPercent ? toRate(value) : scaleDecimal(value, VALUES_IN_A_RUPEE);
    columns.taxable[row] = document.taxable === false ? 0 : 1;
    columns.ofStandard[row] = maskOfStandard(document.of ?? []);
    columns.ofCodes[row] = maskOfCodes(document.of ?? [], codes);
    columns.abovePaise[row] = toPaise(document.above ?? 0);
    columns.minPaise[row] = toPaise(document.min ?? 0);
    columns.maxPaise[row] = isGiven(document.max) ? toPaise(document.max) : Infinity;
    columns.fromGrams[row] = toGrams(when.kgFrom ?? 0);
    columns.toGrams[row] = isGiven(when.kgTo) ? toGrams(when.kgTo) : Infinity;
    columns.fromKm[row] = when.kmFrom ?? 0;
    columns.toKm[row] = when.kmTo ?? Infinity;
    columns.fromPaise[row] = toPaise(when.valueFrom ?? 0);
    columns.toPaise[row] = isGiven(when.valueTo) ? toPaise(when.valueTo) : Infinity;
    columns.services[row] = isGiven(when.services) ? serviceMask(when.services) : ANY_SERVICE;
    columns.pieceGrams[row] = toGrams(when.piece?.kgFrom ?? 0);
    columns.pieceCm[row] = when.piece?.longestCmFrom ?? 0;
    fillSets(columns, row, wordsFor(rows.length), when, { zones, lanes });
  });
  fillDates(columns, rows);
  columns.names.set(names);
  return block;
}

type Conditions = NonNullable<Surcharge['when']>;
type Sets = Record<'atPickup' | 'atDelivery' | 'zones' | 'attributes' | 'lanes' | 'kinds' | 'weekdays', Uint32Array>;

/** Adds a row to the sets of everything that it allows. */
function fillSets(
  sets: Sets,
  row: number,
  words: number,
  when: Conditions,
  { zones, lanes }: { zones: readonly Zone[]; lanes: ReadonlyMap<string, number> },
): void {
  const add = (set: Uint32Array, index: number): void => {
    set[index * words + wordOf(row)]! |= bitOf(row);
  };
  if (when.end !== 'DELIVERY') add(sets.atPickup, 0);
  if (when.end !== 'PICKUP') add(sets.atDelivery, 0);
  zones.forEach(({ id, tags }, index) => {
    if (namesOneOf(when.zones, [id]) && namesOneOf(when.tags, tags ?? [])) add(sets.zones, index + 1);
  });
  const wanted = isGiven(when.attributes) ? attributeSet(serviceMask(when.attributes)) : null;
  for (let set = 0; set < ATTRIBUTE_SETS; set++) if (wanted === null || (wanted & set) !== 0) add(sets.attributes, set);
  if (!isGiven(when.lanes)) add(sets.lanes, 0);
  for (const [lane, number] of lanes) if (namesOneOf(when.lanes, [lane])) add(sets.lanes, number);
  for (const [direction, name] of DIRECTIONS.entries()) {
    if (!(when.directions ?? ['FORWARD']).includes(name)) continue;
    for (const [paymentType, payment] of PAYMENT_TYPES.entries())
      for (const [shipmentType, shipment] of SHIPMENT_TYPES.entries())
        for (const [customerType, customer] of CUSTOMER_TYPES.entries())
          if (
            namesOneOf(when.paymentTypes, [payment])
            && namesOneOf(when.shipmentTypes, [shipment])
            && namesOneOf(when.customerTypes, [customer])
          )
            add(sets.kinds, kindOf(direction, { paymentType, shipmentType, customerType }));
  }
  for (let day = 0; day < WEEKDAYS; day++) if (namesOneOf(when.weekdays, [day + 1])) add(sets.weekdays, day);
}

export function resolveSurcharges(block: Block): Surcharges {
  if (block.buffer.byteLength === 0) return NONE;
  const { names, ...rows } = resolve<ReturnType<typeof surchargesLayout>>(block);
  const named = unpack(Buffer.from(names)) as Names;
  return {
    rows,
    names: named.rows,
    customers: new Map(named.customers.map((customer, index) => [customer, index + 1])),
  };
}

const NO_CONDITIONS: Conditions = {};
const NONE: Surcharges = {
  rows: allocate(surchargesLayout(0, 0, 0, 0, 0), 0).columns,
  names: [],
  customers: new Map(),
};

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
