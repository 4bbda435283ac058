/**
 * docs/rules.md#capacities: which rows are full and who gets a parcel. What has been assigned is a list, and what is
 * used is counted in it each time.
 */
import type { PlaceGroup, Place } from './allocation-types.js';
import { isInGroup } from './allocation-when.js';
import type { Validity } from './documents.js';
import { dateOf, isInForce } from './moments.js';

type Optional<T> = { [Member in keyof T]?: T[Member] | null };

export interface Capacity
  extends Validity, Optional<{ dayOf: 'PICKUP' | 'ASSIGNED'; kind: 'HARD' | 'SOFT'; closedUntil: string }> {
  id: number;
  partnerId: string;
  /** Rupees for COD_RUPEES. */
  limit: number;
  unit: 'PARCELS' | 'PIECES' | 'GRAMS' | 'COD_RUPEES';
  per: 'DAY' | 'MONTH';
  when?: Optional<{
    fromGroups: string[];
    toGroups: string[];
    paymentTypes: string[];
    shipmentTypes: string[];
    urgencies: string[];
  }> | null;
  status: boolean;
}

export interface Parcel {
  from: Place;
  to: Place;
  paymentType: string;
  shipmentType: string;
  urgency: string;
  pieces: number;
  /** Paise; 0 for PREPAID. */
  codPaise: number;
  at: Date;
}

/** A partner that can carry a parcel. */
export interface Carrier {
  partnerId: string;
  costPaise: number;
  pickupAt: Date;
  chargeableGrams: number;
}

/** A parcel that was assigned. */
export interface Assigned {
  parcel: Parcel;
  carrier: Carrier;
}

export interface Full {
  id: number;
  isHard: boolean;
  /** Paise for COD_RUPEES. */
  used: number;
}

const momentIn = ({ dayOf }: Capacity, { parcel, carrier }: Assigned): Date =>
  (dayOf ?? 'PICKUP') === 'PICKUP' ? carrier.pickupAt : parcel.at;

/** `2026-12-05` or `2026-12`. */
const windowIn = ({ per }: Capacity, at: Date): string => dateOf(at).slice(0, per === 'DAY' ? 10 : 7);

function counts(row: Capacity, groups: readonly PlaceGroup[], assigned: Assigned): boolean {
  const { parcel, carrier } = assigned;
  const { fromGroups, toGroups, paymentTypes, shipmentTypes, urgencies } = row.when ?? {};
  const isIn = (ids: readonly string[] | null | undefined, place: Place): boolean =>
    !ids || groups.some((group) => ids.includes(group.groupId) && isInGroup(group, place));
  return (
    row.partnerId === carrier.partnerId
    && isInForce(row, momentIn(row, assigned))
    && isIn(fromGroups, parcel.from)
    && isIn(toGroups, parcel.to)
    && (!paymentTypes || paymentTypes.includes(parcel.paymentType))
    && (!shipmentTypes || shipmentTypes.includes(parcel.shipmentType))
    && (!urgencies || urgencies.includes(parcel.urgency))
  );
}

function amount({ unit }: Capacity, { parcel, carrier }: Assigned): number {
  if (unit === 'PARCELS') return 1;
  if (unit === 'PIECES') return parcel.pieces;
  return unit === 'GRAMS' ? carrier.chargeableGrams : parcel.codPaise;
}

const limitOf = ({ unit, limit }: Capacity): number => (unit === 'COD_RUPEES' ? limit * 100 : limit);

/** The row that is full for the parcel with this carrier, and is named: HARD first, then the lowest id. */
export function fullFor(
  rows: readonly Capacity[],
  groups: readonly PlaceGroup[],
  asked: Assigned,
  before: readonly Assigned[],
): Full | null {
  const full = rows
    .filter((row) => counts(row, groups, asked))
    .map((row) => {
      const at = momentIn(row, asked);
      const used = before
        .filter((other) => counts(row, groups, other) && windowIn(row, momentIn(row, other)) === windowIn(row, at))
        .reduce((sum, other) => sum + amount(row, other), 0);
      const isClosed = Boolean(row.closedUntil) && at.getTime() < Date.parse(row.closedUntil!);
      const isFull = isClosed || used + amount(row, asked) > limitOf(row);
      return { id: row.id, isHard: row.kind !== 'SOFT', used, isFull };
    })
    .filter(({ isFull }) => isFull)
    .sort((a, b) => Number(b.isHard) - Number(a.isHard) || a.id - b.id)[0];
  return full ? { id: full.id, isHard: full.isHard, used: full.used } : null;
}

/** Who gets the parcel by cost: nobody whose HARD row is full, and those with a full SOFT row only for want of others. */
export function cheapestFor(
  rows: readonly Capacity[],
  groups: readonly PlaceGroup[],
  parcel: Parcel,
  carriers: readonly Carrier[],
  before: readonly Assigned[],
): string | null {
  const open = carriers
    .map((carrier) => ({ carrier, full: fullFor(rows, groups, { parcel, carrier }, before) }))
    .filter(({ full }) => full === null || !full.isHard);
  const free = open.filter(({ full }) => full === null);
  const [best] = (free.length > 0 ? free : open).sort(
    (a, b) => a.carrier.costPaise - b.carrier.costPaise || (a.carrier.partnerId < b.carrier.partnerId ? -1 : 1),
  );
  return best?.carrier.partnerId ?? null;
}
