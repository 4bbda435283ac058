/** A pincode with everything that couriers do there. */
import type { Pinrate } from '../../../client/connect.js';
import { all } from '../../../client/lists.js';
import { getPincode, listDocuments } from '../../../client/operations.js';
import type { Hold, Partner, PincodeRow, ZonePincode } from '../../../model/documents.js';
import { documentOrNull } from '../../parts/entries.js';

type Answer = Awaited<ReturnType<typeof getPincode>>['data'];
/** Of a courier that covers it. */
export type Offer = Answer['partners'][number];

export interface CourierThere {
  id: string;
  name: string;
  isActive: boolean;
  /** null: the courier does not cover the pincode. */
  offer: Offer | null;
  /** Rupees; null: no limit. */
  codLimit: number | null;
  /** In force now, and to come. */
  holds: readonly Hold[];
}

export interface PincodeThere {
  place: Omit<Answer, 'partners'>;
  couriers: readonly CourierThere[];
}

/** @throws {PinrateError} if nobody knows the pincode */
export async function readPincode(pinrate: Pinrate, pincode: string, signal: AbortSignal): Promise<PincodeThere> {
  const options = { signal };
  const [answer, row, partners, holds] = await Promise.all([
    getPincode(pinrate, pincode, {}, options),
    documentOrNull<PincodeRow>(pinrate, 'pincodes', pincode, signal),
    listed<Partner>(pinrate, 'partners', signal),
    listed<Hold>(pinrate, 'holds', signal),
  ]);
  const { partners: offers, ...place } = answer.data;
  const nowMs = Date.now() + pinrate.signer.clockDifferenceMs;
  const here = holds.filter((hold) => !isOver(hold, nowMs) && row !== null && holdsPlace(hold, row));
  const couriers = await Promise.all(
    partners.map(async ({ partnerId: id, name, status, limits, paymentTypes }): Promise<CourierThere> => {
      const offer = offers.find(({ partnerId }) => partnerId === id) ?? null;
      const own =
        offer?.level === 'pincode'
          ? await documentOrNull<ZonePincode>(pinrate, 'zone-pincodes', `${id}:${pincode}`, signal)
          : null;
      const most = [limits?.maxCodAmount, own?.maxCodAmount].filter((each) => each !== null && each !== undefined);
      const codLimit = !paymentTypes.includes('COD') ? 0 : most.length === 0 ? null : Math.min(...most);
      const isOfAll = ({ partnerId }: Hold): boolean => partnerId === null || partnerId === undefined;
      return {
        ...{ id, name, isActive: status === 'ACTIVE', offer, codLimit },
        holds: here.filter((hold) => isOfAll(hold) || hold.partnerId === id),
      };
    }),
  );
  // who covers it first, then by name
  couriers.sort((a, b) => Number(a.offer === null) - Number(b.offer === null) || a.name.localeCompare(b.name));
  return { place, couriers };
}

async function listed<D>(pinrate: Pinrate, collection: 'partners' | 'holds', signal: AbortSignal): Promise<D[]> {
  const found: D[] = [];
  for await (const each of all(pinrate, listDocuments, collection, { limit: 100 }, { signal })) found.push(each as D);
  return found;
}

const isOver = ({ status, to }: Hold, nowMs: number): boolean =>
  status === false || (to !== null && to !== undefined && Date.parse(to) < nowMs);

const holdsPlace = ({ everywhere, states, cities, areas, pincodes }: Hold, place: PincodeRow): boolean =>
  everywhere === true
  || (states?.includes(place.stateId) ?? false)
  || (cities?.includes(place.cityId) ?? false)
  || (pincodes?.includes(place.pincode) ?? false)
  || place.areaIds.some((areaId) => areas?.includes(areaId) ?? false);
