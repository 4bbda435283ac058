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
  gstStateCode: 'GST state',
};

/** `validFrom` as `Valid from`. */
export function fieldName(field: string): string {
  const own = FIELDS[field];
  if (own !== undefined) return own;
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
