/** TRANSIT_GAP and COD_WITHOUT_CHARGE: what served routes lack besides a rate. */
import { isInForce } from '../../domain/dates.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { isUnserved } from '../../domain/transit.js';
import { ANY_PAYMENT_TYPE, NO_LANE, type PartnerRoute } from '../../domain/rate-card.js';
import { COD_PAYMENT, PAYMENT_TYPES, SERVICE_TYPE_IDS } from '../../domain/vocabulary.js';
import type { Offer } from '../../engine/quote.js';
import { ask, type Question, questionOf } from './ask.js';
import { type RawFinding, type LintedCard, zonesByNumber } from './card.js';
import { bandOf, shipmentTypesOf, type ServedRoute } from './routes.js';
import { carriedBy } from './slabs.js';
import { type WeightDecision, firstExample, USUAL } from './decisions.js';
import { placeDocuments, routeText } from './weights.js';

export function transitGaps(card: LintedCard, routes: readonly ServedRoute[]): RawFinding[] {
  const found: RawFinding[] = [];
  const { documents, partner, atMs } = card;
  const bounds = documents.partner.transit.flatMap(({ distanceFrom, distanceTo }) => [distanceFrom, distanceTo]);
  bounds.sort((a, b) => a - b);
  const reported = new Set<string>();
  const laneOrZones = laneOrZonesOf(card);
  for (const served of routes) {
    const { own } = served;
    if (served.isTimed || isUnserved(partner.card, own, atMs)) continue;
    const band = bandOf(bounds, own.km);
    const place = laneOrZones(own);
    const key = `${band} ${place}`;
    if (reported.has(key)) continue;
    const [shipmentType] = shipmentTypesOf(card);
    const [paymentType] = served.paymentTypes;
    if (shipmentType === undefined || paymentType === undefined) continue;
    const each = { ...USUAL, served, shipmentType, paymentType };
    const question = questionOf(card, served, { ...each, grams: 1 });
    if (!reasonCodes(ask(card, question).eligibility.reasons).includes('NO_TRANSIT')) continue;
    reported.add(key);
    found.push({
      code: 'TRANSIT_GAP',
      message: `a route of ${own.km.toLocaleString('en-IN')} km ${routeText(card, each)} has no transit hours`,
      documents: [`partners/${documents.partner.partnerId}`, ...(place === null ? [] : placeDocuments(card, each))],
      examples: [question],
      gap: { low: bounds[band - 1] ?? 0, high: bounds[band] ?? Infinity, keys: [place ?? 'km'] },
    });
  }
  return found;
}

/**
 * What a route's hours depend on in addition to its distance, so that a lane without hours does not stand for another
 * one: its lane or its zones where a transit lane names them, and without hours by distance its lane; null: nothing.
 */
function laneOrZonesOf(card: LintedCard): (own: PartnerRoute) => string | null {
  const { documents, partner } = card;
  const lanes = new Set(documents.transitLanes.map(({ lane }) => lane));
  const ofZones = documents.transitLanes.filter(({ fromZoneId, toZoneId }) => fromZoneId || toZoneId);
  const zones = zonesByNumber(card);
  return ({ lane, fromZone, toZone }) => {
    const name = lane === NO_LANE ? null : partner.names.lanes[lane - 1]!;
    if (name !== null && (lanes.has(name) || documents.partner.transit.length === 0)) return `lane ${name}`;
    const [from, to] = [zones[fromZone]!.id, zones[toZone]!.id];
    const isNamed = ofZones.some((row) => (row.fromZoneId ?? from) === from && (row.toZoneId ?? to) === to);
    return isNamed ? `zones ${from}>${to}` : null;
  };
}

/** COD_WITHOUT_CHARGE, also where a rate for COD alone or a surcharge takes the place of the charge. */
export function codWithoutCharge(card: LintedCard, decisions: readonly WeightDecision[]): RawFinding[] {
  const found: RawFinding[] = [];
  const { documents, defaults, atMs } = card;
  if (!documents.partner.paymentTypes.includes('COD')) return found;
  const charges = [...documents.customerCharges.filter(({ customerId }) => !customerId), ...defaults];
  const isOfCod = ({ type, direction }: (typeof charges)[number]) =>
    type === 'cod' && ['FORWARD', 'ANY'].includes(direction ?? 'FORWARD');
  if (charges.some((charge) => isOfCod(charge) && isInForce(charge, atMs))) return found;
  for (const { rows, slabs, cases } of decisions) {
    const ofCod = cases.filter(({ paymentType }) => paymentType === COD_PAYMENT);
    const example = firstExample(ofCod, (each): Question | null => {
      const row = rows.find((each) => slabs.winners.has(each));
      if (row === undefined) return null;
      const { above, upTo } = carriedBy(card.partner.card.packages, row);
      const question = questionOf(card, each.served, { ...each, grams: Math.min(above + 1, upTo) });
      const offer = ask(card, question);
      return offer.price !== null && !chargesForCod(card, offer) ? question : null;
    });
    if (example === null) continue;
    found.push({
      code: 'COD_WITHOUT_CHARGE',
      message: 'COD is served, and no charge of the type cod is in force, neither of the partner nor a default',
      documents: [`partners/${documents.partner.partnerId}`],
      examples: [example.question],
    });
    return found;
  }
  return found;
}

/** Whether a price of a COD shipment has a part that is for COD alone. */
function chargesForCod({ documents, partner }: LintedCard, { price }: Offer): boolean {
  const isRowForCod = (partner.card.packages.accepts[price.packageRow]! & ANY_PAYMENT_TYPE) !== ANY_PAYMENT_TYPE;
  if (price.cod !== null || isRowForCod) return true;
  // the zone may charge for the service
  if (price.services.list().some(({ service, paise }) => SERVICE_TYPE_IDS[service] === 'COD' && paise > 0)) return true;
  const counted = new Set(price.surcharges.map(({ row }) => partner.card.surcharges.id[row]!));
  return documents.surcharges.some(
    ({ id, when, of }) =>
      counted.has(id)
      && ((when?.paymentTypes?.length === 1 && when.paymentTypes[0] === PAYMENT_TYPES[COD_PAYMENT])
        || of?.includes('codAmount') === true),
  );
}
