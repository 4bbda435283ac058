/** The text of a bulk's results: what a partner answers in the detail that was asked for, and why a line fails. */
import { reasonCodes } from '../../domain/eligibility.js';
import type { Shipment } from '../../domain/rate-card.js';
import type { BulkDetail } from '../../contract/bulk-request.js';
import { errorOf } from '../../envelope.js';
import type { Failure } from '../../errors.js';
import { rupeesJson, toJson } from '../../json.js';
import { laneMembers, laneOf, momentJson, numberJson } from '../charges.js';
import { serviceChargesMembers } from '../charges-partner.js';
import type { Offer, Quote } from '../quote.js';
import { fragmentsOf } from '../text/fragments.js';

/** The members of a quote: `available`, the partner, and what the detail asks for. */
export const quoteMembers = (quote: Quote, shipment: Shipment, detail: Exclude<BulkDetail, 'full'>): string =>
  quote.price === null ? refusalMembers(quote, detail) : offerMembers(quote, shipment, detail);

function refusalMembers({ partner, eligibility }: Quote, detail: BulkDetail): string {
  const codes = reasonCodes(eligibility.reasons);
  const all = detail === 'total' ? '' : `,"reasons":${toJson(codes)}`;
  return `"available":false,"partnerId":${fragmentsOf(partner).id},"reason":"${codes[0]!}"${all}`;
}

function offerMembers(offer: Offer, shipment: Shipment, detail: BulkDetail): string {
  const { partner, route, eligibility, price, schedule } = offer;
  const fragments = fragmentsOf(partner);
  const total = `"available":true,"partnerId":${fragments.id},"totalAmount":${rupeesJson(price.totalPaise)},\
"recipientLiability":${rupeesJson(price.recipientLiabilityPaise)},"chargeableWeight":${price.chargeableGrams},\
"hours":${numberJson(eligibility.hours)},"lane":${toJson(laneOf(offer))}`;
  if (detail === 'total') return total;
  return `${total},"charges":{${serviceChargesMembers(offer, shipment)}},\
"deliveryDate":${momentJson(schedule.deliveryAt, eligibility.hours)},${fragments.route(route).zones}${laneMembers(offer)}},\
"rateCardVersion":"${partner.rateCardVersion}"`;
}

/** The start of a line's result. `ok` follows. */
export const lineHead = (index: number, ref: string | null): string =>
  `{"index":${index},"ref":${ref === null ? 'null' : toJson(ref)}`;

export const failedLine = (index: number, ref: string | null, failure: Failure): string =>
  `${lineHead(index, ref)},"ok":false,"error":${toJson(errorOf(failure))}}`;
