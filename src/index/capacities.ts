/** The capacities of all partners, from their documents to what is evaluated. */
import { hash } from 'node:crypto';
import { byPrecedence, type CapacityRow, type CapacityScope } from '../domain/allocation/capacity.js';
import { canonicalJson } from '../domain/canonical.js';
import { periodOf } from '../domain/dates.js';
import { toPaise } from '../domain/money.js';
import { PAYMENT_TYPES, SHIPMENT_TYPES, URGENCY_LEVELS } from '../domain/vocabulary.js';
import { derivedFrom } from '../model/derived.js';
import type { Capacity } from '../model/documents.js';
import { builderOf, packed, resolveAs, unpacked } from './columns.js';
import type { Block } from './layout.js';
import { groupsIn, type PlaceGroups } from './place-groups.js';

/** By partnerId; a partner without active rows is not there. */
export type Capacities = ReadonlyMap<string, readonly CapacityRow[]>;

/** Those that are active. */
const columnsFor = ({ capacities }: { capacities: readonly Capacity[] }) => ({
  documents: packed(capacities.filter(({ status }) => status)),
});

export const buildCapacities = builderOf(columnsFor);

/** The documents of the capacities that are active. */
export function resolveCapacities(block: Block): readonly Capacity[] {
  return unpacked<Capacity[]>(resolveAs<typeof columnsFor>(block).documents);
}

/** The rows of these documents, by partner and precedence. */
export const capacitiesOf = derivedFrom((documents: readonly Capacity[], groups: PlaceGroups): Capacities => {
  const byPartner = new Map<string, CapacityRow[]>();
  for (const row of documents.map((document) => capacityOf(document, groups)).sort(byPrecedence)) {
    const known = byPartner.get(row.partnerId);
    if (known === undefined) byPartner.set(row.partnerId, [row]);
    else known.push(row);
  }
  return byPartner;
});

/** A capacity as it is evaluated, whatever its status. */
const capacityOf = (document: Capacity, groups: PlaceGroups): CapacityRow => ({
  ...termsOf(document),
  when: scopeOf(document.when ?? {}, groups),
});

/** All but which parcels count in it. */
export function termsOf(document: Capacity): Omit<CapacityRow, 'when'> {
  const { id, partnerId, limit, unit, per, dayOf, kind, closedUntil } = document;
  return {
    id,
    partnerId,
    limit: unit === 'COD_RUPEES' ? toPaise(limit) : limit,
    unit,
    per,
    dayOf: dayOf ?? 'PICKUP',
    isHard: (kind ?? 'HARD') === 'HARD',
    closedUntilMs: closedUntil ? Date.parse(closedUntil) : -Infinity,
    period: periodOf(document),
    counter: counterOf(document),
  };
}

type ScopeDocument = NonNullable<Capacity['when']>;

const scopeOf = (
  { fromGroups, toGroups, paymentTypes, shipmentTypes, urgencies }: ScopeDocument,
  groups: PlaceGroups,
): CapacityScope => ({
  fromGroups: fromGroups ? groupsIn(fromGroups, groups) : null,
  toGroups: toGroups ? groupsIn(toGroups, groups) : null,
  paymentTypes: maskOf(PAYMENT_TYPES, paymentTypes),
  shipmentTypes: maskOf(SHIPMENT_TYPES, shipmentTypes),
  urgencies: maskOf(URGENCY_LEVELS, urgencies),
});

const maskOf = <V>(vocabulary: readonly V[], values: readonly V[] | null | undefined): number | null =>
  values ? values.reduce((mask, value) => mask | (1 << vocabulary.indexOf(value)), 0) : null;

const HASH_LENGTH = 8;

/** Another one for another partner, unit, window, day or other parcels; the order of lists makes no difference. */
function counterOf({ id, partnerId, unit, per, dayOf, when }: Capacity): string {
  const lists = Object.entries(when ?? {}).map(([name, values]) => [name, values && [...values].sort()]);
  const hashed = canonicalJson([partnerId, unit, per, dayOf ?? 'PICKUP', Object.fromEntries(lists)]);
  return `capacity/${id}/${hash('sha256', hashed, 'hex').slice(0, HASH_LENGTH)}`;
}
