/**
 * The charges object, and the additional members for a partner's own credential: the amounts grouped as on an invoice,
 * and the tax split.
 */
import { toPercent, toRupees } from '../domain/money.js';
import { weighedBy } from '../domain/weight-terms.js';
import { paiseOf } from '../domain/pricing.js';
import { NO_ROW } from '../domain/rates.js';
import { REVERSE_CHARGE, ZERO_RATED } from '../domain/tax.js';
import type { Shipment } from '../domain/rate-card.js';
import { EXPRESS, PRICE_REGIMES, RTO_DIRECTION, SERVICE_TYPE_IDS } from '../domain/vocabulary.js';
import type { EngineContext } from './context.js';
import { rupees } from './text/explain-entries.js';
import { rupeesJson, toJson } from '../json.js';
import { isoTime, transitDescription } from './text/parts.js';
import { type Offer, quote, QuoteBuffer } from './quote.js';
import { GST_CODE_LENGTH } from './shipment.js';
import type { Route } from './route.js';

/** The members of the charges object: the sums of docs/rules.md#pricing. */
export function chargesMembers({ price }: Offer): string {
  return `"weightCharge":${rupeesJson(price.weightPaise)},"distanceCharge":${rupeesJson(price.distancePaise)},\
"fscCharge":${rupeesJson(paiseOf(price.fsc))},"codCharge":${rupeesJson(paiseOf(price.cod))},\
"docketCharge":${rupeesJson(paiseOf(price.docket))},\
"insuranceCharge":${rupeesJson(paiseOf(price.insurance))},"otherCharges":${rupeesJson(price.otherPaise)},\
"subtotal":${rupeesJson(price.subtotalPaise)},\
"nonTaxableAmount":${rupeesJson(price.nonTaxablePaise)},"discountAmount":${rupeesJson(price.discountPaise)},\
"taxableAmount":${rupeesJson(price.taxablePaise)},"gstAmount":${rupeesJson(price.gstPaise)},\
"totalAmount":${rupeesJson(price.totalPaise)}`;
}

/** The members that a service sees: under reverse charge the tax too, since the recipient has to pay it. */
export function serviceChargesMembers(offer: Offer, shipment: Shipment): string {
  const members = chargesMembers(offer);
  return offer.price.regime === REVERSE_CHARGE ? `${members},"taxes":${toJson(taxes(offer, shipment))}` : members;
}

/** The members to add to data; `charges` has members to add to its charges. */
export function ownPriceMembers(
  context: Pick<EngineContext, 'view' | 'now'>,
  offer: Offer,
  route: Route,
  shipment: Shipment,
) {
  const { partner, price } = offer;
  const { weights } = shipment;
  const { volumetric, isVolumetric } = weighedBy(partner.card, offer.eligibility.weightTerms, shipment);
  return {
    chargeableWeight: price.chargeableGrams,
    weightType: isVolumetric ? 'VOLUMETRIC' : 'ACTUAL',
    actualWeight: weights.actualGrams,
    volumetricWeight: volumetric,
    charges: {
      serviceCharges: byService(offer),
      surcharges: {
        fuelSurcharge: toRupees(paiseOf(price.fsc)),
        codCharge: toRupees(paiseOf(price.cod)),
        docketCharge: toRupees(paiseOf(price.docket)),
        insuranceCharge: toRupees(paiseOf(price.insurance)),
        ...byCode(offer),
      },
      discounts: { weightDiscount: price.discountPaise === 0 ? 0 : -toRupees(price.discountPaise) },
      taxes: taxes(offer, shipment),
      roundedAmount: Math.floor((price.totalPaise + 50) / 100),
    },
    alternatives: expressAlternative(context, offer, route, shipment),
    metadata: {
      generationId: context.view.id,
      rateCardVersion: partner.rateCardVersion,
      currency: 'INR',
      calculatedAt: isoTime(context.now),
    },
  };
}

function byService({ price }: Offer): Record<string, number> {
  const paise = new Map<string, number>();
  for (const charge of price.services.list()) {
    const service = SERVICE_TYPE_IDS[charge.service]!;
    paise.set(service, (paise.get(service) ?? 0) + charge.paise);
  }
  return Object.fromEntries([...paise].map(([service, amount]) => [service, toRupees(amount)]));
}

/** The surcharges that count, with one sum for each code. */
function byCode({ partner: { names }, price }: Offer): Record<string, number> {
  const paise: Record<string, number> = {};
  for (const charge of price.surcharges) {
    const { code } = names.surcharges[charge.row]!;
    paise[code] = (paise[code] ?? 0) + charge.paise;
  }
  for (const code of Object.keys(paise)) paise[code] = toRupees(paise[code]!);
  return paise;
}

function taxes({ partner, price }: Offer, shipment: Shipment) {
  const { placeOfSupply: state } = shipment;
  const placeOfSupply = Number.isNaN(state) ? null : String(state).padStart(GST_CODE_LENGTH, '0');
  const entry = price.taxRow === NO_ROW ? null : partner.names.partner.tax![partner.card.tax.entry[price.taxRow]!]!;
  return {
    regime: PRICE_REGIMES[price.regime]!,
    sac: entry?.sac ?? null,
    gstRate: price.regime === ZERO_RATED ? 0 : toPercent(price.taxRate),
    gstAmount: toRupees(price.gstPaise),
    cgst: toRupees(price.cgstPaise),
    sgst: toRupees(price.sgstPaise),
    igst: toRupees(price.igstPaise),
    placeOfSupply,
    reverseCharge: price.regime === REVERSE_CHARGE,
    recipientLiability: toRupees(price.recipientLiabilityPaise),
  };
}

const ofExpress = new QuoteBuffer();

/** The same shipment by EXPRESS, when the partner offers that and the request did not ask for it; not for an RTO. */
function expressAlternative(
  { view }: Pick<EngineContext, 'view'>,
  { partner }: Offer,
  route: Route,
  shipment: Shipment,
) {
  if ((shipment.services & EXPRESS) !== 0 || shipment.direction === RTO_DIRECTION) return [];
  const services = shipment.services | EXPRESS;
  const rowServices = shipment.rowServices | EXPRESS;
  const express = quote(view, partner, route, { ...shipment, services, rowServices }, ofExpress);
  if (express.price === null) return [];
  return [
    {
      suggestion: 'EXPRESS',
      totalAmount: toRupees(express.price.totalPaise),
      transitHours: express.eligibility.hours,
      action: `Require EXPRESS: ${transitDescription(express.eligibility.hours)} for ${rupees(express.price.totalPaise)}`,
    },
  ];
}
