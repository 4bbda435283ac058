/** The body of a matrix as a question: whether its rules hold, and what it names. */
import type { Caller } from '../../caller.js';
import { PARTNER_ID_REQUIRED } from '../../contract/faults.js';
import { MatrixRequest } from '../../contract/matrix-request.js';
import type { Failure } from '../../errors.js';
import type { PartnerView } from '../../index/view.js';
import {
  CELLS_PER_STEP,
  MAX_BULK_PARTNERS,
  MAX_MATRIX_CELLS,
  MAX_MATRIX_DELIVERIES,
  MAX_MATRIX_PICKUPS,
} from '../../limits/bulk.js';
import { MAX_REQUEST_FAULTS } from '../../limits/requests.js';
import { type Members, membersIn } from '../../model/members.js';
import type { RequestFault } from '../../model/schema-faults.js';
import type { UnknownField } from '../../model/unknown-fields.js';
import type { EngineContext } from '../context.js';
import { type ListReader, parsed, readBody } from './body.js';
import { joined, NO_FAULTS } from '../parcel-faults.js';
import { type ShipmentRequest, shipmentRequestOf } from '../shipment.js';
import { MATRIX_SHIPMENT, matrixShipmentFaults } from '../request-faults.js';
import { toResolution } from '../resolution.js';
import { chargesDateFaults, type Moments, momentsOfCharges } from '../ship-date.js';
import { QuestionValidator } from '../validation.js';

export interface MatrixQuestion {
  partners: readonly PartnerView[];
  pickupPincodes: readonly string[];
  pickupSlots: readonly number[];
  deliveryPincodes: readonly string[];
  /** 0: the pincode is not known. */
  deliverySlots: Uint16Array;
  described: ShipmentRequest;
  moments: Moments;
  unknown: readonly UnknownField[];
}

const validator = new QuestionValidator(MatrixRequest);

/** Yields between its parts, each of which takes some tenths of a millisecond. */
export function* readMatrix(
  context: EngineContext,
  caller: Caller,
  text: string,
  isStrict: boolean,
): Generator<undefined, MatrixQuestion | Failure> {
  const read = yield* readBody(text, new DeliveriesReader());
  if (!read.ok) return read.failure;
  const body = read.value;
  const faults = matrixFaults(body, caller, context.now);
  yield undefined;
  const validated = validator.validate(body, faults, caller.kind, isStrict);
  if (!validated.ok) return validated.failure;
  yield undefined;
  const { request, unknown } = validated;
  return question(context, caller, request, unknown);
}

/** The pincodes are parsed many at once: one by one takes three times as long, and all at once too long for a step. */
export class DeliveriesReader implements ListReader {
  readonly name = 'deliveryPincodes';
  #items: unknown[] = [];
  #texts: string[] = [];

  begin(): void {
    this.#items = [];
    this.#texts = [];
  }

  add(text: string): boolean {
    // the rest is refused unread
    if (this.#items.length > MAX_MATRIX_DELIVERIES) return true;
    if (this.#texts.push(text) < CELLS_PER_STEP) return false;
    this.#parse();
    return true;
  }

  end(): unknown[] {
    this.#parse();
    return this.#items;
  }

  #parse(): void {
    this.#items.push(...(parsed(`[${this.#texts.join(',')}]`, null) as unknown[]));
    this.#texts = [];
  }
}

/** The rules that the schema cannot express. */
function matrixFaults(body: unknown, caller: Caller, now: number): readonly RequestFault[] {
  const fields = membersIn(body);
  if (fields === null) return NO_FAULTS;
  const shipment = membersIn(fields.shipment);
  toResolution('charges', fields.shipment);
  return joined(
    caller.kind === 'service' && fields.partnerIds === undefined ? [PARTNER_IDS_REQUIRED] : NO_FAULTS,
    ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((name) => repeated(fields, name)),
    shipment === null ? NO_FAULTS : matrixShipmentFaults(shipment),
    chargesDateFaults(shipment, now, MATRIX_SHIPMENT),
  );
}

/** With the most items of each. */
const LISTS = {
  partnerIds: MAX_BULK_PARTNERS,
  pickupPincodes: MAX_MATRIX_PICKUPS,
  deliveryPincodes: MAX_MATRIX_DELIVERIES,
} as const;
const PARTNER_IDS_REQUIRED: RequestFault = { ...PARTNER_ID_REQUIRED, field: 'partnerIds', expectedFormat: 'array' };

/** The items of a list that it has already. Of a list that is too long, or of other items, the schema says enough. */
function repeated(fields: Readonly<Members>, name: keyof typeof LISTS): readonly RequestFault[] {
  const list = fields[name];
  if (!Array.isArray(list) || list.length > LISTS[name] || new Set(list).size === list.length) return NO_FAULTS;
  if (!list.every((item) => typeof item === 'string')) return NO_FAULTS;
  const known = new Set<unknown>();
  const faults: RequestFault[] = [];
  for (const [index, value] of list.entries()) {
    if (faults.length === MAX_REQUEST_FAULTS) break;
    if (known.has(value))
      faults.push({ field: `${name}[${index}]`, code: 'INVALID_VALUE', message: 'is in the list already', value });
    known.add(value);
  }
  return faults;
}

function question(
  { view, now }: EngineContext,
  caller: Caller,
  { partnerIds = [caller.id], pickupPincodes, deliveryPincodes: asked, shipment }: MatrixRequest,
  unknown: readonly UnknownField[],
): MatrixQuestion | Failure {
  const { geography } = view;
  if (caller.kind === 'partner' && partnerIds.some((partnerId) => partnerId !== caller.id))
    return { code: 'FORBIDDEN' };
  const isAll = asked === 'ALL';
  // slot 0 is no pincode
  const deliveries = isAll ? geography.slots - 1 : asked.length;
  const cells = partnerIds.length * pickupPincodes.length * deliveries;
  if (cells > MAX_MATRIX_CELLS) return tooLarge(cells);
  const partners: PartnerView[] = [];
  for (const partnerId of partnerIds) {
    const partner = view.partner(partnerId);
    if (partner === undefined) return { code: 'PARTNER_NOT_FOUND', details: { partnerId } };
    partners.push(partner);
  }
  const pickupSlots = pickupPincodes.map((pincode) => geography.slot(pincode));
  const strange = pickupPincodes.filter((_, index) => pickupSlots[index] === 0);
  if (strange.length > 0) return { code: 'PINCODE_NOT_FOUND', details: { pincodes: strange } };
  const deliverySlots = Uint16Array.from({ length: deliveries }, (_, index) =>
    isAll ? index + 1 : geography.slot(asked[index]!),
  );
  return {
    partners,
    pickupPincodes,
    pickupSlots,
    deliveryPincodes: isAll ? Array.from(deliverySlots, (slot) => geography.pincode(slot)) : asked,
    deliverySlots,
    described: describedBy(shipment),
    moments: momentsOfCharges(shipment.shipDate, now),
    unknown,
  };
}

/** Member by member: those that a matrix does not know were not validated and must not count. */
const describedBy = (shipment: MatrixRequest['shipment']): ShipmentRequest =>
  shipmentRequestOf({
    weight: shipment.weight,
    pieces: shipment.pieces,
    declaredValue: shipment.declaredValue,
    codAmount: shipment.codAmount,
    shipmentType: shipment.shipmentType,
    paymentType: shipment.paymentType,
    customerType: shipment.customerType,
    customerId: shipment.customerId,
    urgency: shipment.urgency,
    direction: shipment.direction,
    serviceRequirements: shipment.services,
  });

function tooLarge(cells: number): Failure {
  const message = `The matrix has ${cells} cells: at most ${MAX_MATRIX_CELLS} are priced at once`;
  return { code: 'PAYLOAD_TOO_LARGE', message, details: message };
}
