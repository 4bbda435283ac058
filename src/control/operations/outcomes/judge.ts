/** A line of outcomes, completed by what is known of its shipment, or what is wrong with it. */
import { DAY_MS, momentOf } from '../../../domain/calendar.js';
import type { PaymentType } from '../../../domain/vocabulary.js';
import { KEPT_OUTCOME_DAYS, EVENT_AHEAD_MS } from '../../../limits/outcomes.js';
import type { Outcome } from '../../../model/documents.js';
import { foreignKeyOf } from '../../../model/outcomes.js';
import type { AssignedParcel } from '../../../store/outcomes.js';
import type { Catalog } from '../../documents/catalog.js';
import type { LineFault } from '../json-lines.js';
import type { FoundLine } from './parcels.js';

export interface JudgedLine {
  line: Outcome;
  /** Of a shipment that was assigned here: the key of former lines that had the courier's number alone. */
  foreignKey: string | null;
}

/** In their order. A parcel is tried before it arrives or comes back. */
const DATES = ['pickedUpAt', 'promisedAt', 'firstAttemptAt', 'deliveredAt', 'rtoAt'] as const;
type DateName = (typeof DATES)[number];
/** What has happened by now. */
const EVENTS = ['pickedUpAt', 'firstAttemptAt', 'deliveredAt', 'rtoAt'] as const satisfies readonly DateName[];
type Moments = Partial<Record<DateName, number>>;

/** Judges lines as of a moment, in Unix milliseconds. */
export class LineJudge {
  readonly #expiresAt: string;

  constructor(
    private readonly catalog: Pick<Catalog, 'find'>,
    private readonly nowMs: number,
  ) {
    this.#expiresAt = new Date(nowMs + KEPT_OUTCOME_DAYS * DAY_MS).toISOString();
  }

  judge(found: FoundLine): JudgedLine | LineFault[] {
    const { given, parcel } = found;
    const faults: LineFault[] = [];
    const moments: Moments = {};
    for (const name of DATES) {
      const text = given[name];
      if (text === undefined) continue;
      const ms = momentOf(text);
      if (Number.isNaN(ms))
        faults.push({ field: name, message: 'must be a moment that exists', code: 'INVALID_VALUE' });
      else moments[name] = ms;
    }
    faults.push(...this.#ofShipment(found), ...this.#ofPlaces(found), ...this.#ofDates(moments), ...ofStatus(found));
    if (faults.length > 0) return faults;
    const partnerId = parcel?.partnerId ?? given.partnerId!;
    const awb = given.awb ?? parcel?.awb ?? undefined;
    const pickupPincode = given.pickupPincode ?? parcel?.pickupPincode ?? undefined;
    const pickedUpMs = moments.pickedUpAt ?? pickupOf(parcel!, moments);
    const promisedAt = isoOf(moments.promisedAt) ?? isoOf(momentIn(parcel?.deliveryDate));
    const { weight, attempts, billedGrams, status } = given;
    const line: Outcome = {
      key: parcel?.key ?? foreignKeyOf(partnerId, awb!),
      partnerId,
      ...(awb !== undefined && { awb }),
      ...(pickupPincode !== undefined && { pickupPincode }),
      deliveryPincode: given.deliveryPincode ?? parcel!.deliveryPincode!,
      paymentType: (given.paymentType ?? parcel!.paymentType!) as PaymentType,
      ...(weight !== undefined && { weight }),
      pickedUpAt: isoOf(pickedUpMs)!,
      ...(promisedAt !== undefined && { promisedAt }),
      ...(moments.firstAttemptAt !== undefined && { firstAttemptAt: isoOf(moments.firstAttemptAt)! }),
      ...(attempts !== undefined && { attempts }),
      ...(moments.deliveredAt !== undefined && { deliveredAt: isoOf(moments.deliveredAt)! }),
      ...(moments.rtoAt !== undefined && { rtoAt: isoOf(moments.rtoAt)! }),
      status,
      ...(billedGrams !== undefined && { billedGrams }),
      expiresAt: status === 'OPEN' ? null : this.#expiresAt,
    };
    return { line, foreignKey: parcel === null || awb === undefined ? null : foreignKeyOf(partnerId, awb) };
  }

  *#ofShipment({ given, parcel }: FoundLine): Generator<LineFault> {
    const { shipmentId, awb, partnerId } = given;
    if (parcel !== null) {
      if (partnerId !== undefined && partnerId !== parcel.partnerId)
        yield invalid('partnerId', `must be ${parcel.partnerId}, whose the current attempt of the shipment is`);
      if (awb !== undefined && parcel.awb !== null && awb !== parcel.awb)
        yield invalid('awb', `must be ${parcel.awb}, with which the shipment was confirmed`);
      if (given.deliveryPincode === undefined && parcel.deliveryPincode === null) yield required('deliveryPincode');
      if (given.paymentType === undefined && parcel.paymentType === null) yield required('paymentType');
      return;
    }
    if (shipmentId !== undefined && (awb === undefined || partnerId === undefined)) {
      const others = 'a shipment from elsewhere needs awb and partnerId';
      yield invalid('shipmentId', `must be a shipment that ${given.caller ?? 'the sender'} has assigned: ${others}`);
      return;
    }
    for (const field of ['awb', 'partnerId', 'deliveryPincode', 'paymentType', 'pickedUpAt'] as const)
      if (given[field] === undefined) yield required(field);
  }

  *#ofPlaces({ given }: FoundLine): Generator<LineFault> {
    const { partnerId } = given;
    if (partnerId !== undefined && this.catalog.find('partners', partnerId) === undefined)
      yield invalid('partnerId', 'must be a partner that exists');
    for (const field of ['pickupPincode', 'deliveryPincode'] as const)
      if (given[field] !== undefined && this.catalog.find('pincodes', given[field]) === undefined)
        yield invalid(field, 'must be a pincode that exists');
  }

  *#ofDates(moments: Moments): Generator<LineFault> {
    const { pickedUpAt, firstAttemptAt } = moments;
    for (const name of EVENTS) {
      const ms = moments[name];
      if (ms === undefined) continue;
      if (ms > this.nowMs + EVENT_AHEAD_MS) yield outOfRange(name, 'must not lie in the future');
      if (pickedUpAt !== undefined && ms < pickedUpAt) yield outOfRange(name, 'must not be before pickedUpAt');
      else if (name !== 'pickedUpAt' && firstAttemptAt !== undefined && ms < firstAttemptAt)
        yield outOfRange(name, 'must not be before firstAttemptAt');
    }
  }
}

/** A parcel that is delivered, or comes back, has been tried. */
function* ofStatus({
  given: { status, attempts, firstAttemptAt, deliveredAt, rtoAt },
}: FoundLine): Generator<LineFault> {
  if (status === 'DELIVERED') {
    if (deliveredAt === undefined) yield required('deliveredAt');
    if (attempts === 0) yield invalid('attempts', 'must be at least 1 of a parcel that is DELIVERED');
  } else if (deliveredAt !== undefined) yield invalid('deliveredAt', `must be absent of a parcel that is ${status}`);
  if (rtoAt !== undefined && (status === 'DELIVERED' || status === 'OPEN'))
    yield invalid('rtoAt', `must be absent of a parcel that is ${status}`);
  if (attempts === 0 && firstAttemptAt !== undefined && status !== 'DELIVERED')
    yield invalid('firstAttemptAt', 'must be absent where attempts is 0');
}

/** When a shipment left that no line says: at its handover, else as estimated, but before anything else happened. */
function pickupOf({ handedOverAt, pickupDate, at }: AssignedParcel, moments: Moments): number {
  const known = momentIn(handedOverAt) ?? momentIn(pickupDate) ?? Date.parse(at);
  return Math.min(known, ...EVENTS.map((name) => moments[name] ?? Infinity));
}

/** What a record of an earlier release, or of another program, holds need not be a moment. */
function momentIn(text: string | null | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

const isoOf = <M extends number | undefined>(ms: M): string | (M & undefined) =>
  ms === undefined ? (undefined as M & undefined) : new Date(ms).toISOString();

const invalid = (field: string, message: string): LineFault => ({ field, message, code: 'INVALID_VALUE' });
const outOfRange = (field: string, message: string): LineFault => ({ field, message, code: 'OUT_OF_RANGE' });
const required = (field: string): LineFault => ({ field, message: 'is required', code: 'REQUIRED' });
