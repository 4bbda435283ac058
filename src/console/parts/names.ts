/** What documents say, for people: collections and fields by their words, values with their units. */
import { moment, rupees, weightInWords } from './words.js';

/** The collections as people call them. */
const NAMES = {
  'partners': 'couriers',
  'zones': 'zones',
  'zone-pincodes': 'pincodes of couriers',
  'packages': 'rates',
  'distance-charges': 'distance rates',
  'customer-charges': 'charges',
  'surcharges': 'surcharges',
  'discounts': 'discounts',
  'lane-rules': 'lane rules',
  'transit-lanes': 'transit',
  'rto-terms': 'return terms',
  'holidays': 'holidays',
  'road-distances': 'road distances',
  'allocation-policies': 'policies',
  'place-groups': 'groups of places',
  'capacities': 'capacities',
  'landed-terms': 'landed terms',
  'service-types': 'services',
  'credentials': 'logins',
  'pincodes': 'pincodes',
  'areas': 'areas',
  'cities': 'cities',
  'states': 'states',
} as const;

export const COLLECTIONS: readonly (readonly [collection: string, name: string])[] = Object.entries(NAMES);

/** A collection of a later release keeps its own name. */
export const collectionName = (collection: string): string =>
  (NAMES as Readonly<Record<string, string>>)[collection] ?? collection;

/** Fields that people call by another name. */
const FIELDS: Readonly<Record<string, string>> = {
  partnerId: 'Courier',
  packageId: 'Code',
  packageName: 'Name',
  addonWeight: 'Step of weight',
  addonCharge: 'Charge of a step',
  fromZoneId: 'From zone',
  toZoneId: 'To zone',
  zoneId: 'Zone',
  serviceTypeId: 'Service',
  gstStateCode: 'GST state',
};

/** Of the trade, as its people write them. */
const CAPITALS = /\b(?:awb|b2[bc]|cod|fsc|gst|oda|rto|sku)\b/g;

/** `validFrom` as `Valid from`, `maxCodAmount` as `Max COD amount`. */
export function fieldName(field: string): string {
  const own = FIELDS[field];
  if (own !== undefined) return own;
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(CAPITALS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const WEIGHT = /^(?:(?:base|addon|min|max)?[wW]eight|maxPieceWeight)$/;
const RUPEES = /^(?:(?:base|addon|minimum|min)Charge|maxCodAmount|maxDeclaredValue)$/;

/** Of `end`: which ends of a route a hold stops. */
const ENDS: Readonly<Record<string, string>> = { PICKUP: 'pickup', DELIVERY: 'delivery', BOTH: 'pickup and delivery' };

export const isAbsent = (value: unknown): boolean => value === null || value === undefined;

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that says nothing is left out. */
export const says = ([, value]: [string, unknown]): boolean => !isAbsent(value) && value !== '';

/** The name of what a field refers to by an id; undefined: it refers to nothing, or the name is not known. */
export type NameOf = (field: string, id: unknown) => string | undefined;

/**
 * Lists with commas, members by name, and names in place of ids as far as they are known.
 *
 * @param field that has the value
 */
export function valueInWords(value: unknown, field: string, nameOf: NameOf = () => undefined): string {
  if (isAbsent(value)) return '–';
  if (typeof value === 'boolean') return field === 'status' ? (value ? 'active' : 'not active') : value ? 'yes' : 'no';
  if (typeof value === 'number' && WEIGHT.test(field)) return weightInWords(value);
  if (typeof value === 'number' && RUPEES.test(field)) return rupees(value);
  if (typeof value === 'string' && field === 'end') return ENDS[value] ?? value;
  if (typeof value === 'string' && MOMENT.test(value)) return moment(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return value.map((each) => nameOf(field, each) ?? valueInWords(each, '', nameOf)).join(', ');
  }
  if (!isObject(value)) return nameOf(field, value) ?? String(value);
  return Object.entries(value)
    .filter(says)
    .map(([name, each]) => `${fieldName(name)}: ${valueInWords(each, name, nameOf)}`)
    .join('; ');
}
