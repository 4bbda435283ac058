/** Whether the partner of an offer is full for the shipment, and what the shipment would count in. */
import {
  type CapacityDemand,
  type CapacityParcel,
  type CapacityUnit,
  demandsOf,
  fullAmong,
  type FullCapacity,
} from '../../domain/allocation/capacity.js';
import { inIndia } from '../../domain/calendar.js';
import { toRupees } from '../../domain/money.js';
import type { Shipment } from '../../domain/rate-card.js';
import { FORWARD_DIRECTION, URGENCY_LEVELS, type UrgencyLevel } from '../../domain/vocabulary.js';
import type { CapacityReason } from '../../contract/answers/capacity.js';
import type { GenerationView } from '../../index/view.js';
import type { EngineContext } from '../context.js';
import type { Offer } from '../quote.js';
import type { Route } from '../route.js';

/** The shipment as capacities read it; null: there are none, or it is a return, which nobody is assigned. */
export function capacityParcelOf(
  { view: { general }, now, rowsAt }: Pick<EngineContext, 'view' | 'now' | 'rowsAt'>,
  { pickupSlot, deliverySlot }: Route,
  shipment: Shipment,
  urgency: UrgencyLevel = 'STANDARD',
): CapacityParcel | null {
  const { capacities, groups } = general;
  if (capacities.size === 0 || shipment.direction !== FORWARD_DIRECTION) return null;
  const { paymentType, shipmentType, codPaise } = shipment;
  return {
    fromGroups: groups.of(pickupSlot),
    toGroups: groups.of(deliverySlot),
    paymentType,
    shipmentType,
    urgency: URGENCY_LEVELS.indexOf(urgency),
    pieces: shipment.pieces.reduce((sum, { count }) => sum + count, 0),
    codPaise,
    askedAt: now,
    ...(rowsAt !== undefined && { rowsAt }),
  };
}

const NO_DEMANDS: readonly CapacityDemand[] = [];

/** What the shipment asks of the partner of an offer. */
export function demandsOfOffer(
  { general: { capacities } }: GenerationView,
  parcel: CapacityParcel | null,
  { partner: { partnerId }, schedule: { pickupAt }, price: { chargeableGrams } }: Offer,
): readonly CapacityDemand[] {
  const rows = parcel === null ? undefined : capacities.get(partnerId);
  return rows === undefined ? NO_DEMANDS : demandsOf(rows, parcel!, { pickupAt, chargeableGrams });
}

/** The row of an offer's partner that is full for the shipment; null: none is. */
export const fullOf = (
  { view, counters }: Pick<EngineContext, 'view' | 'counters'>,
  parcel: CapacityParcel | null,
  offer: Offer,
): FullCapacity | null => (parcel === null ? null : fullAmong(demandsOfOffer(view, parcel, offer), counters));

/** Amounts to collect in Rupees, all others as they are counted. */
export const inUnits = (unit: CapacityUnit, value: number): number => (unit === 'COD_RUPEES' ? toRupees(value) : value);

/** The member `capacity` of an answer. */
export const capacityMember = ({ row: { id, unit, limit }, used }: FullCapacity) => ({
  full: true,
  id,
  used: inUnits(unit, used),
  limit: inUnits(unit, limit),
});

/** As in "the partner is …": at its limit of 4,000 parcels a day. */
export function fullnessText({ row: { unit, per, limit, closedUntilMs }, isClosed }: FullCapacity): string {
  if (isClosed) return `closed until ${inIndia(new Date(closedUntilMs).toISOString(), 'HH:mm')}`;
  const amount = inUnits(unit, limit).toLocaleString('en-IN');
  return `at its limit of ${AMOUNT_TEXTS[unit](amount)} a ${per.toLowerCase()}`;
}

const AMOUNT_TEXTS: { readonly [U in CapacityUnit]: (amount: string) => string } = {
  PARCELS: (amount) => `${amount} shipment${amount === '1' ? '' : 's'}`,
  PIECES: (amount) => `${amount} piece${amount === '1' ? '' : 's'}`,
  GRAMS: (amount) => `${amount} g`,
  COD_RUPEES: (amount) => `₹${amount} to collect`,
};

/** Why a partner that can carry the shipment does not get it. */
export function capacityReason(full: FullCapacity): CapacityReason {
  const { id, used, limit } = capacityMember(full);
  const { closedUntilMs } = full.row;
  return {
    code: 'CAPACITY_FULL',
    message: `The partner is ${fullnessText(full)}`,
    action: 'Choose another partner or another day, or raise its limit',
    details: {
      capacityId: id,
      used,
      limit,
      ...(full.isClosed && { closedUntil: new Date(closedUntilMs).toISOString() }),
    },
  };
}
