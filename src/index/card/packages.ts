/** The packages of a rate card: the charges for a weight between two zones. */
import { scaleDecimal, toPaise } from '../../domain/money.js';
import { acceptedBy, packageBucket, type PackageColumns } from '../../domain/rate-card.js';
import { FRACTIONS_IN_A_PAISA } from '../../domain/rates.js';
import { DIRECTIONS, PAYMENT_TYPES, serviceBit, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { Package } from '../../model/documents.js';
import {
  builderOf,
  columnsOf,
  packed,
  resolveAs,
  startsOf,
  table,
  Texts,
  textsOf,
  unpacked,
  valuesOf,
} from '../columns.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { DATES, numbersFromOne } from './rows.js';

const PAISE_IN_A_RUPEE = 100;

/** The charge of a step, in ten-thousandths of a paisa. */
const addonOf = ({ addonCharge }: Package): number =>
  scaleDecimal(addonCharge, PAISE_IN_A_RUPEE * FRACTIONS_IN_A_PAISA);
const fractionOf = (row: Package): number => addonOf(row) % FRACTIONS_IN_A_PAISA;

/** One bit for a value, all bits for none. */
function maskOf<T>(vocabulary: readonly T[], value: T | null | undefined): number {
  return value ? 1 << vocabulary.indexOf(value) : (1 << vocabulary.length) - 1;
}

const { f64, u8, u16, u32, ifAny } = columnsOf<Package>();

const ROWS = {
  id: f64(({ id }) => id),
  baseGrams: f64(({ baseWeight }) => baseWeight),
  basePaise: f64(({ baseCharge }) => toPaise(baseCharge)),
  addonGrams: f64(({ addonWeight }) => addonWeight),
  addonPaise: f64((row) => Math.floor(addonOf(row) / FRACTIONS_IN_A_PAISA)),
  ...ifAny(fractionOf, { addonFraction: u16(fractionOf) }),
  ...ifAny(({ minCharge }) => minCharge, { minPaise: f64(({ minCharge }) => toPaise(minCharge ?? 0)) }),
  minGrams: f64(({ minWeight }) => minWeight ?? 0),
  maxGrams: f64(({ maxWeight }) => maxWeight ?? Infinity),
  accepts: u8(({ shipmentType, paymentType }) =>
    acceptedBy(maskOf(SHIPMENT_TYPES, shipmentType), maskOf(PAYMENT_TYPES, paymentType)),
  ),
  ...ifAny(({ service }) => service, { service: u32(({ service }) => (service ? serviceBit(service) : 0)) }),
  // a row from 0 km on may end: its lower bound alone says nothing
  ...ifAny(({ kmFrom, kmTo }) => kmFrom || (kmTo ?? null) !== null, {
    fromKm: f64(({ kmFrom }) => kmFrom ?? 0),
    toKm: f64(({ kmTo }) => kmTo ?? Infinity),
  }),
  ...DATES,
};

type Documents = Pick<CardDocuments, 'packages' | 'zones' | 'laneRules'>;

function columnsFor(documents: Documents) {
  const { rows, owners, places } = rowsOf(documents);
  // the keys of the forward rows for everyone are the numbers of their lists
  const lists = [...new Set(rows.flatMap(({ list }) => (list < places ? [] : [list])))];
  const place = new Map(lists.map((list, index) => [list, places + index]));
  return {
    rows: {
      ...table(
        ROWS,
        rows.map(({ document }) => document),
      ),
      list: valuesOf('f64', lists),
      start: startsOf(
        rows.map(({ list }) => place.get(list) ?? list),
        places + lists.length,
      ),
    },
    customers: packed(owners),
    names: textsOf(rows.map(({ document }) => document.packageName)),
  };
}

export const buildPackages = builderOf(columnsFor);

export function resolvePackages(block: Block): { rows: PackageColumns; names: Texts } {
  const { rows, names, customers } = resolveAs<typeof columnsFor>(block);
  return {
    rows: { ...rows, customers: numbersFromOne(unpacked<string[]>(customers)) },
    names: new Texts(names),
  };
}

/**
 * The rows that can match, in the order of their lists (see PackageColumns) and ids, their customers, and the number of
 * places that lists are for.
 */
function rowsOf(documents: Documents): {
  rows: { document: Package; list: number }[];
  owners: string[];
  places: number;
} {
  const { packages, zones } = documents;
  const numbered = numberedZones(zones);
  const width = numbered.length + 1;
  const zoneNumber = new Map<number | null | undefined, number>(numbered.map(({ id }, index) => [id, index + 1]));
  for (const any of [null, undefined]) zoneNumber.set(any, 0);
  const lanes = laneNumbers(documents);
  const placeOf = ({ lane, fromZoneId, toZoneId }: Package): number => {
    if (lane) return width * width + (lanes.get(lane) ?? NaN) - 1;
    return (zoneNumber.get(fromZoneId) ?? NaN) * width + (zoneNumber.get(toZoneId) ?? NaN);
  };
  // a row that names an inactive zone, or a lane that no rule gives, can never match: inactive zones cover nothing
  const placed = packages
    .map((document) => ({ document, place: placeOf(document) }))
    .filter(({ document, place }) => document.status && !Number.isNaN(place));
  const places = width * width + (placed.some(({ document }) => document.lane) ? lanes.size : 0);
  const ownerNumber = new Map<string, number>();
  const rows = placed.map(({ document, place }) => {
    const { customerId } = document;
    if (customerId && !ownerNumber.has(customerId)) ownerNumber.set(customerId, ownerNumber.size + 1);
    const owner = customerId ? ownerNumber.get(customerId)! : 0;
    const bucket = packageBucket(owner, DIRECTIONS.indexOf(document.direction ?? 'FORWARD'));
    return { document, list: bucket * places + place };
  });
  rows.sort((a, b) => a.list - b.list || a.document.id - b.document.id);
  return { rows, owners: [...ownerNumber.keys()], places };
}
