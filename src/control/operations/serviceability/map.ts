/** GET /map/pincodes: every pincode as columns, and what a partner serves there. */
import { hash } from 'node:crypto';
import { Packr } from 'msgpackr';
import { getMapPincodes as contract } from '../../../contract/map.js';
import { MAP_FLAGS } from '../../../contract/map-flags.js';
import { type ServiceTypeId, serviceBit } from '../../../domain/vocabulary.js';
import { derivedFrom } from '../../../model/derived.js';
import type { City, Partner, PincodeRow, State, Zone } from '../../../model/documents.js';
import type { Catalog } from '../../documents/catalog.js';
import { type Api, implement } from '../operation.js';
import { partnerOf } from '../owner.js';
import { placeTable } from '../zones/place-table.js';
import { heldPincodes } from './held-pincodes.js';
import { type Offer, PartnerPlaces } from './partner-places.js';

export const getMapPincodes = implement(contract, ({ caller, query }, api) => {
  if (query.partnerId === undefined) return { ok: true, ...placesOf(api.catalog) };
  const scoped = partnerOf(caller, query.partnerId, api);
  return scoped.ok ? { ok: true, ...partnerColumns(scoped.value, api) } : scoped;
});

/** MessagePack in memory that threads share, and its ETag. */
interface PackedMap {
  bytes: Uint8Array;
  etag: string;
}

// each map has its own names: other readers know no shared structures
const packr = new Packr({ useRecords: false });

function packed(value: object): PackedMap {
  const found = packr.pack(value);
  const bytes = new Uint8Array(new SharedArrayBuffer(found.length));
  bytes.set(found);
  return { bytes, etag: `"${hash('sha1', found, 'base64url')}"` };
}

/** The bytes of a column; every machine that Node.js supports is little-endian. */
const column = ({ buffer }: { buffer: ArrayBuffer }): Buffer => Buffer.from(buffer);

interface Geography {
  rows: readonly PincodeRow[];
  packed: PackedMap;
}

const placesOf = (catalog: Catalog): PackedMap => geographyOf(catalog).packed;

/** Of pincodes whose city and state exist: other programs may have removed them. */
function geographyOf(catalog: Catalog): Geography {
  const { pincodes, cities, states } = catalog.geographyDocuments();
  return packedGeography(pincodes, cities, states);
}

const packedGeography = derivedFrom(
  (pincodes: readonly PincodeRow[], cities: readonly City[], states: readonly State[]): Geography => {
    const stateAt = new Map(states.map(({ id }, at) => [id, at]));
    const cityAt = new Map(cities.map(({ id }, at) => [id, at]));
    const rows = pincodes.filter(({ cityId, stateId }) => cityAt.has(cityId) && stateAt.has(stateId));
    const columns = {
      count: rows.length,
      pincodes: column(Uint32Array.from(rows, ({ pincode }) => Number(pincode))),
      latitude: column(Float32Array.from(rows, ({ latitude }) => latitude ?? NaN)),
      longitude: column(Float32Array.from(rows, ({ longitude }) => longitude ?? NaN)),
      state: column(Uint8Array.from(rows, ({ stateId }) => stateAt.get(stateId)!)),
      city: column(Uint16Array.from(rows, ({ cityId }) => cityAt.get(cityId)!)),
      states: states.map(({ id, name, code }) => ({ id, name, code })),
      cities: cities.map(({ id, name, stateId }) => ({ id, name, stateId })),
    };
    return { rows, packed: packed(columns) };
  },
);

function partnerColumns({ partnerId, status }: Partner, { catalog, now }: Api): PackedMap {
  const { rows } = geographyOf(catalog);
  const zone = new Uint16Array(rows.length);
  const flags = new Uint16Array(rows.length);
  const zones: Pick<Zone, 'id' | 'name'>[] = [];
  const zoneAt = new Map<Zone, number>();
  const nowMs = now();
  if (status === 'ACTIVE') {
    const table = placeTable(catalog);
    const places = new PartnerPlaces(catalog, partnerId, nowMs);
    const isPickupHeld = heldPincodes(catalog, partnerId, 'PICKUP', nowMs);
    const isDeliveryHeld = heldPincodes(catalog, partnerId, 'DELIVERY', nowMs);
    for (const [at, { pincode }] of rows.entries()) {
      const digits = Number(pincode);
      const offer = places.at(table.slotOf(digits), digits);
      if (offer === null) continue;
      let number = zoneAt.get(offer.zone);
      if (number === undefined) {
        zoneAt.set(offer.zone, (number = zones.push({ id: offer.zone.id, name: offer.zone.name })));
      }
      zone[at] = number;
      flags[at] =
        flagsOf(offer)
        | (isPickupHeld(pincode) ? MAP_FLAGS.PICKUP_HELD : 0)
        | (isDeliveryHeld(pincode) ? MAP_FLAGS.DELIVERY_HELD : 0);
    }
  }
  return packed({ partnerId, count: rows.length, zone: column(zone), flags: column(flags), zones });
}

const SERVICES = ['PICKUP', 'DELIVERY', 'PREPAID', 'COD', 'REVERSE'] as const satisfies readonly ServiceTypeId[];
const SERVICE_FLAGS = SERVICES.map((service) => [serviceBit(service), MAP_FLAGS[service]] as const);

function flagsOf({ services, attributes, blocked }: Offer): number {
  let flags = blocked === null ? 0 : MAP_FLAGS.BLOCKED;
  for (const [bit, flag] of SERVICE_FLAGS) if ((services & bit) !== 0) flags |= flag;
  for (const attribute of attributes) flags |= MAP_FLAGS[attribute];
  return flags;
}
