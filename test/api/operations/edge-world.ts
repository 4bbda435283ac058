/** A partner that has everything that the limits allow it, over the real geography; and requests that ask for most. */
import { noContractRows } from '../../reference/documents.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  MAX_CHARGES_PER_PARTNER,
  MAX_DISCOUNTS_PER_PARTNER,
  MAX_DISTANCE_CHARGES_PER_PARTNER,
  MAX_PLACES_PER_PARTNER,
  MAX_ZONES_PER_PARTNER,
  MAX_ZONE_DETAILS_BYTES,
} from '../../../src/limits/documents.js';
import { MAX_BULK_CHARGES, MAX_ZONE_PLACES, MAX_ZONE_PLACES_SHOWN } from '../../../src/limits/requests.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import type { Zone } from '../../../src/model/documents.js';
import { packageRow, partner, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';

export const EDGE = 'edge';
const CREATED_AT = '2026-01-01T00:00:00.000Z';
/** Zones with as many areas as an answer lists: one page of them. */
const PAGE_ZONES = 100;
const PACKAGES = 2_000;
/** What the requests that create still need. */
const ROOM = { zones: 1, discounts: 1, charges: MAX_BULK_CHARGES };

const read = (name: string): unknown[] =>
  gunzipSync(readFileSync(join(PACKAGE_ROOT, 'data', 'geography', `${name}.ndjson.gz`)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
export const areaIds = (): number[] => (read('areas') as { id: number }[]).map(({ id }) => id);
export const pincodes = (): string[] => (read('pincodes') as { pincode: string }[]).map(({ pincode }) => pincode);

/** A zone's document that is as long as a zone may be. */
function longZone(id: number, areas: number[]): Zone {
  const row = zone({
    id,
    partnerId: EDGE,
    geographical: { states: [], cities: [], areas },
    services: (['PICKUP', 'DELIVERY', 'PREPAID'] as const).map((serviceTypeId) => ({
      serviceTypeId,
      isAvailable: true,
      baseCharge: 0,
    })),
    operationalDetails: { specialHandling: [] },
  });
  const texts = row.operationalDetails!.specialHandling!;
  const length = () => Buffer.byteLength(JSON.stringify({ ...row, geographical: undefined }));
  while (length() < MAX_ZONE_DETAILS_BYTES)
    texts.push('"'.repeat(Math.max(0, Math.min(900, Math.floor((MAX_ZONE_DETAILS_BYTES - length() - 3) / 2)))));
  while (length() > MAX_ZONE_DETAILS_BYTES) texts.pop();
  return row;
}

/**
 * The partner has room for one more zone, one more discount and one more bulk of charges, and its places are all named.
 */
export function edgeWorld(): World {
  const areas = areaIds();
  let next = 0;
  const take = (count: number): number[] => areas.slice(next, (next += count));
  const row = { partnerId: EDGE, status: true, createdAt: CREATED_AT };
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const named = MAX_PLACES_PER_PARTNER - PAGE_ZONES * MAX_ZONE_PLACES_SHOWN;
  const zones = [
    ...many(PAGE_ZONES, (index) => longZone(1 + index, take(MAX_ZONE_PLACES_SHOWN))),
    longZone(PAGE_ZONES + 1, take(Math.min(MAX_ZONE_PLACES, named))),
    longZone(PAGE_ZONES + 2, take(named - Math.min(MAX_ZONE_PLACES, named))),
  ];
  zones.push(
    ...many(MAX_ZONES_PER_PARTNER - ROOM.zones - zones.length, (index) => longZone(zones.length + 1 + index, [])),
  );
  const unlimited = (kind: 'service' | 'partner', id: string) => ({
    id,
    kind,
    tier: 'UNLIMITED' as const,
    status: 'ACTIVE' as const,
    secrets: [{ version: 1, secret: `demo-${id}-secret` }],
  });
  return {
    'states': [],
    'cities': [],
    'areas': [],
    'pincodes': [],
    'service-types': [],
    'partners': [EDGE, 'empty'].map((partnerId) => ({
      ...partner(partnerId),
      contact: { name: 'Desk', phone: '', email: '', trackingUrl: '' },
    })),
    'zones': zones,
    'zone-pincodes': pincodes().map((pincode, index) => ({
      partnerId: EDGE,
      zoneId: 1 + (index % 2),
      pincode,
      assignedAt: CREATED_AT,
    })),
    'packages': many(PACKAGES, (index) => packageRow({ id: index + 1, partnerId: EDGE })),
    'distance-charges': many(MAX_DISTANCE_CHARGES_PER_PARTNER, (index) => ({
      id: index + 1,
      partnerId: EDGE,
      distanceFrom: index,
      distanceTo: index + 1,
      charge: 10,
      chargeType: 'flat' as const,
      status: true,
    })),
    'customer-charges': many(MAX_CHARGES_PER_PARTNER - ROOM.charges, (index) => ({
      ...row,
      id: index + 1,
      customerId: `customer-${index}`,
      type: 'cod' as const,
      chargeType: 'flat' as const,
      value: index + 1,
    })),
    ...noContractRows(),
    'discounts': many(MAX_DISCOUNTS_PER_PARTNER - ROOM.discounts, (index) => ({
      ...row,
      id: index + 1,
      fromWeight: index + 1,
      toWeight: index + 2,
      discountType: 'percentage' as const,
      discountValue: 10,
      description: 'x'.repeat(400),
    })),
    'credentials': [unlimited('service', 'main-system'), unlimited('partner', EDGE), unlimited('partner', 'empty')],
    'assignments': [],
  };
}
