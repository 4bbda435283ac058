/** POST /partners/availability/pincodes: who serves pincodes at all, whatever the parcel. */
import { listServingPartners as contract } from '../../../contract/coverage.js';
import { DELIVERY, type PaymentType, serviceBit } from '../../../domain/vocabulary.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { implement } from '../operation.js';
import { placeTable } from '../zones/place-table.js';
import { heldPincodes } from './held-pincodes.js';
import { type Offer, PartnerPlaces } from './partner-places.js';
import { visiblePartners } from '../owner.js';

const ONLY_DELIVERED: Omit<RequestFault, 'value'> = {
  field: 'paymentType',
  code: 'INVALID_VALUE',
  message: 'is of the end DELIVERY: leave it out with PICKUP',
  expectedFormat: 'left out with PICKUP',
};

interface PincodeLookup {
  pincode: string;
  number: number;
  /** 0: there is no such pincode. */
  slot: number;
  /** The JSON of the partners that serve it, each with a comma in front. */
  partners: string;
}

export const listServingPartners = implement(
  contract,
  ({ caller, body: { pincodes, end, paymentType } }, { catalog, now }) => {
    const table = placeTable(catalog);
    // one that is given twice is looked for once
    const asked = new Map<string, PincodeLookup>();
    for (const pincode of pincodes) {
      const number = Number(pincode);
      asked.set(pincode, { pincode, number, slot: table.slotOf(number), partners: '' });
    }
    const known = [...asked.values()].filter(({ slot }) => slot !== 0);
    const required = requiredAt(end, paymentType);
    const nowMs = now();
    for (const { partnerId, paymentTypes } of visiblePartners(caller, catalog)) {
      if (paymentType !== undefined && !paymentTypes.includes(paymentType)) continue;
      const places = new PartnerPlaces(catalog, partnerId, nowMs);
      const isHeld = heldPincodes(catalog, partnerId, end, nowMs);
      // the same for all pincodes of an offer
      const texts = new Map<Offer, string>();
      for (const row of known) {
        const offer = places.at(row.slot, row.number);
        if (offer === null || isHeld(row.pincode)) continue;
        let text = texts.get(offer);
        if (text === undefined) {
          text = serves(offer, required) ? `,${JSON.stringify({ partnerId, zoneId: offer.zone.id })}` : '';
          texts.set(offer, text);
        }
        row.partners += text;
      }
    }
    const texts = pincodes.map((pincode) => textOf(asked.get(pincode)!));
    return { ok: true, text: `{"data":[${texts.join()}]}`, replayed: false };
  },
  ({ body: { end, paymentType: value } }) =>
    end === 'PICKUP' && value !== undefined ? [{ ...ONLY_DELIVERED, value }] : [],
);

/** As text, since there may be a hundred thousand partners in an answer. */
const textOf = ({ pincode, slot, partners }: PincodeLookup): string =>
  `{"pincode":"${pincode}","known":${slot !== 0},"partners":[${partners.slice(1)}]}`;

/**
 * Bit mask of the services that must be available, as in a quote that names none (docs/rules.md#required-services):
 * DELIVERY and the payment type's where a parcel is delivered, and none where it is collected, since a parcel may be
 * brought.
 */
function requiredAt(end: 'PICKUP' | 'DELIVERY', paymentType: PaymentType | undefined): number {
  if (end === 'PICKUP') return 0;
  return DELIVERY | (paymentType === undefined ? 0 : serviceBit(paymentType));
}

const serves = ({ services, blocked }: Offer, required: number): boolean =>
  blocked === null && (services & required) === required;
