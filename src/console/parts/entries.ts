/** A courier's own entries of single pincodes: what switches and moves them, as lines of documents. */
import type { Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import { lines } from '../../client/lists.js';
import { getDocument, listDocuments } from '../../client/operations.js';
import type { Zone, ZonePincode } from '../../model/documents.js';

type Collection = Parameters<typeof getDocument>[1];

/** An entry of the courier, without what the node fills in. */
export type Entry = Omit<ZonePincode, 'assignedAt'> & { assignedAt?: string };

/** A pincode, and the zone in which the courier covers it. */
export interface CoveredPincode {
  pincode: string;
  zoneId: number;
}

/** A document; null: there is none. */
export async function documentOrNull<D>(
  pinrate: Pinrate,
  collection: Collection,
  key: string,
  signal?: AbortSignal,
): Promise<D | null> {
  try {
    const { data } = await getDocument(pinrate, collection, key, {}, signal === undefined ? {} : { signal });
    return data as D;
  } catch (error) {
    if (error instanceof PinrateError && error.status === 404) return null;
    throw error;
  }
}

/** Above so many, the entries of the courier are read as a whole. */
const SINGLY = 8;

/**
 * Lines that change the courier's own entries of pincodes; one that is covered by its area, city or state gets an
 * entry. A pincode whose entry stays as it is needs no line.
 */
export async function entryLines(
  pinrate: Pinrate,
  courierId: string,
  pincodes: readonly CoveredPincode[],
  change: (entry: Entry) => Entry,
  signal?: AbortSignal,
): Promise<object[]> {
  const entries = new Map<string, Entry>();
  const options = signal === undefined ? {} : { signal };
  if (pincodes.length > SINGLY) {
    const all = lines(pinrate, listDocuments, 'zone-pincodes', { partnerId: courierId }, options);
    for await (const entry of all as AsyncIterable<ZonePincode>) entries.set(entry.pincode, entry);
  } else
    for (const { pincode } of pincodes) {
      const entry = await documentOrNull<ZonePincode>(pinrate, 'zone-pincodes', `${courierId}:${pincode}`, signal);
      if (entry !== null) entries.set(pincode, entry);
    }
  return pincodes.map(({ pincode, zoneId }) => ({
    collection: 'zone-pincodes',
    document: change(entries.get(pincode) ?? { partnerId: courierId, zoneId, pincode }),
  }));
}

/** The entry with COD switched off, or on as the zone has it; `zones` of the courier, by their ids. */
export function withCod(entry: Entry, isOn: boolean, zones: ReadonlyMap<number, Zone>): Entry {
  const { services, ...rest } = entry;
  const inZone = zones.get(entry.zoneId)?.services.some((each) => each.serviceTypeId === 'COD' && each.isAvailable);
  const { COD: _, ...others } = services ?? {};
  const own = (inZone ?? false) === isOn ? others : { ...others, COD: isOn };
  return Object.keys(own).length === 0 ? rest : { ...rest, services: own };
}
