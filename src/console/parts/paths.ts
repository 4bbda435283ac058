/** The paths of views, below /console. */

export const ROOT = '/console';

/** A path with the parameters that have a value. */
export function pathWith(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The tab of a courier that has the rows of a collection. */
const TABS: Readonly<Record<string, string>> = {
  'packages': 'rates',
  'customer-charges': 'charges',
  'distance-charges': 'charges',
  'discounts': 'charges',
  'surcharges': 'surcharges',
  'zones': 'zones',
  'transit-lanes': 'transit',
  'rto-terms': 'terms',
  'weight-terms': 'terms',
  'lane-rules': 'terms',
  'holidays': 'terms',
};

/** The path of the place where a courier's document is changed; null: there is none. @param name `collection/key` */
export function changingPath(name: string, courierId: string): string | null {
  const [collection = '', key = ''] = name.split('/');
  if (collection === 'zone-pincodes') return `/pincodes/${key.split(':').at(-1)!}`;
  if (collection === 'holds') return `/couriers/${encodeURIComponent(courierId)}`;
  const tab = TABS[collection];
  if (tab === undefined) return null;
  const sheet = collection === 'packages' ? undefined : collection;
  return pathWith(`/couriers/${encodeURIComponent(courierId)}/${tab}`, { sheet, document: name });
}

/** The path of a document's page. @param name `collection/key`; what follows the key is a part of the document */
export function documentPath(name: string): string | null {
  const [collection, key] = name.split('/');
  return collection === undefined || key === undefined ? null : `/documents/${collection}/${encodeURIComponent(key)}`;
}
