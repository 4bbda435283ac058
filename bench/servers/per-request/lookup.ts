/** From a request to quotes: the queries, independent ones in parallel. */
import { greatCircleKm, roadKm } from '../../../src/domain/distance.js';
import type { Partner, PincodeRow } from '../../../src/model/documents.js';
import type { Rows } from './rows.js';
import { type Coverage, coverage, type Offer, type Quote, quote, type Shipment } from './rules.js';

export interface Settings {
  gstPercent: number;
  roadFactor: number;
}

export interface Route {
  pickup: PincodeRow;
  delivery: PincodeRow;
  km: number;
}

export interface RouteLookup {
  route: Route;
  quotes: (Quote | Offer)[];
  /** Partners that do not cover both ends. */
  uncovered: Partner[];
}

export const isOffer = (answer: Quote | Offer): answer is Offer => 'price' in answer;

/**
 * The quotes of one active partner, or of all when `partnerId` is null; null when that partner or a pincode is unknown.
 */
export async function findQuotes(
  rows: Rows,
  settings: Settings,
  ends: readonly [string, string],
  partnerId: string | null,
  shipment: Shipment,
  now: number,
): Promise<RouteLookup | null> {
  const [partners, found] = await Promise.all([
    partnerId === null ? rows.activePartners() : rows.partner(partnerId),
    rows.pincodes([...new Set(ends)]),
  ]);
  const asked = Array.isArray(partners) ? partners : partners?.status === 'ACTIVE' ? [partners] : [];
  const [pickup, delivery] = ends.map((pincode) => found.find((row) => row.pincode === pincode));
  if (asked.length === 0 || pickup === undefined || delivery === undefined) return null;

  const [entries, around, state] = await Promise.all([
    rows.zonePincodes([...new Set(ends)], partnerId),
    rows.zonesAround(found, partnerId),
    rows.state(pickup.stateId),
  ]);
  const elsewhere = entries.map(({ zoneId }) => zoneId).filter((zoneId) => !around.some(({ id }) => id === zoneId));
  const zones = [...around, ...(await rows.zones([...new Set(elsewhere)]))];
  const end = (partner: Partner, row: PincodeRow): Coverage | null =>
    coverage(
      row,
      zones.filter((zone) => zone.partnerId === partner.partnerId),
      entries.find((entry) => entry.partnerId === partner.partnerId && entry.pincode === row.pincode)?.zoneId,
    );
  const covering: { partner: Partner; from: Coverage; to: Coverage }[] = [];
  const uncovered: Partner[] = [];
  for (const partner of asked) {
    const [from, to] = [end(partner, pickup), end(partner, delivery)];
    if (from === null || to === null) uncovered.push(partner);
    else covering.push({ partner, from, to });
  }
  const { gstPercent, roadFactor } = settings;
  const km = distance(pickup, delivery, roadFactor);
  const placeOfSupply = shipment.customerGstin?.slice(0, 2) ?? state!.gstCode;
  if (covering.length === 0) return { route: { pickup, delivery, km }, quotes: [], uncovered };

  const ids = covering.map(({ partner }) => partner.partnerId);
  const [packages, distanceCharges, customerCharges, discounts] = await Promise.all([
    rows.packages(
      covering.map(({ partner, from, to }) => ({
        partnerId: partner.partnerId,
        fromZoneId: from.zone.id,
        toZoneId: to.zone.id,
      })),
    ),
    rows.distanceCharges(ids),
    rows.customerCharges(ids),
    rows.discounts(ids),
  ]);
  const quotes = covering.map(({ partner, from, to }) => {
    const isOwn = (row: { partnerId: string | null }) => row.partnerId === partner.partnerId;
    const card = {
      partner,
      packages: packages.filter(isOwn),
      distanceCharges: distanceCharges.filter(isOwn),
      customerCharges: customerCharges.filter((row) => isOwn(row) || row.partnerId === null),
      discounts: discounts.filter(isOwn),
    };
    return quote(card, from, to, shipment, { km, now, gstPercent, placeOfSupply });
  });
  return { route: { pickup, delivery, km }, quotes, uncovered };
}

/** Road kilometres. The questions name only pincodes with a known position. */
function distance(pickup: PincodeRow, delivery: PincodeRow, roadFactor: number): number {
  const [a, b] = [pickup, delivery].map(({ pincode, latitude, longitude }) => {
    if (latitude === null || longitude === null) throw new Error(`the position of ${pincode} is unknown`);
    return { latitude, longitude };
  });
  return roadKm(greatCircleKm(a!.latitude, a!.longitude, b!.latitude, b!.longitude), roadFactor);
}
