/** What a reconciliation reads of a node before it asks for prices. */
import { lines } from '../client/lists.js';
import { listOutcomes, listShipments } from '../client/operations.js';
import type { Pinrate } from '../client/connect.js';
import type { Shipment } from '../contract/shipments.js';
import { daysAfter } from '../domain/calendar.js';
import { documentsOf } from '../import/node-documents.js';
import type { ShipmentFacts } from '../reconcile/line.js';
import { paiseOf } from '../reconcile/money.js';
import { keyText, type Strips } from '../reconcile/read/map.js';
import type { CardNames } from '../reconcile/read/names.js';
import { OutcomeBook } from '../reconcile/outcome-book.js';
import { ShipmentBook } from '../reconcile/shipment-book.js';

/** A parcel is billed when its journey has ended. */
const DAYS_BEFORE = 60;

/** The names of lanes and zones of a partner's card. @throws {PinrateError} */
export async function cardNames(pinrate: Pinrate, partnerId: string): Promise<CardNames> {
  // one after the other: a credential may have two streams at once
  const zones = await documentsOf(pinrate, 'zones', partnerId);
  const rules = await documentsOf(pinrate, 'lane-rules', partnerId);
  const rows = await documentsOf(pinrate, 'packages', partnerId);
  const lanes = [...rules, ...rows].flatMap(({ lane }) => (lane === null || lane === undefined ? [] : [lane]));
  return { partnerId, lanes: [...new Set(lanes)], zones };
}

/** What the node knows of parcels, by partnerId. */
export interface NodeKnowledge {
  assignments: Map<string, ShipmentBook>;
  outcomes: Map<string, OutcomeBook>;
}

/**
 * The assignments of partners and what became of their parcels, for the days of an invoice and 60 before them, each as
 * one stream.
 * @param days null: no line has one, and all may be meant
 */
export async function nodeKnowledge(
  pinrate: Pinrate,
  partnerIds: readonly string[],
  days: { from: string; to: string } | null,
  strips: Strips,
): Promise<NodeKnowledge> {
  const period = days === null ? {} : { from: daysAfter(days.from, -DAYS_BEFORE), to: days.to };
  const assignments = new Map<string, ShipmentBook>();
  for (const partnerId of partnerIds)
    assignments.set(partnerId, await assignmentsOf(pinrate, { partnerId, ...period }, strips));
  return { assignments, outcomes: await outcomesOf(pinrate, partnerIds, period, strips) };
}

/** Days; absent: all. */
interface Period {
  from?: string;
  to?: string;
}

async function assignmentsOf(
  pinrate: Pinrate,
  query: Period & { partnerId: string },
  strips: Strips,
): Promise<ShipmentBook> {
  const book = new ShipmentBook();
  for await (const row of lines(pinrate, listShipments, { ...query, includeAsked: true })) {
    const shipment = row as Shipment;
    const awb = shipment.lifecycle.awb ?? '';
    const ref = shipment.shipmentId;
    const keys = { awb: keyText(awb, strips.awb), ref: keyText(ref, strips.ref) };
    // of two callers with the same id the newer counts, which comes first
    book.add(keys, { awb, ref, facts: factsOf(shipment) });
  }
  return book;
}

/** Read once for all partners: the node goes through the outcomes of all for each list. */
async function outcomesOf(
  pinrate: Pinrate,
  partnerIds: readonly string[],
  period: Period,
  strips: Strips,
): Promise<Map<string, OutcomeBook>> {
  const books = new Map(partnerIds.map((partnerId) => [partnerId, new OutcomeBook()]));
  const query = { ...period, ...(partnerIds.length === 1 && { partnerId: partnerIds[0]! }) };
  for await (const { partnerId = '', awb = '', shipmentId = '', status } of listOutcomes(pinrate, query)) {
    const book = books.get(partnerId);
    if (book === undefined) continue;
    const keys = { awb: keyText(awb, strips.awb), ref: keyText(shipmentId, strips.ref) };
    if (status === 'DELIVERED') book.add(keys, 'DELIVERED');
    else if (status === 'RTO') book.add(keys, 'RETURNED');
  }
  return books;
}

/** What was asked, as far as it is known; further members of a question go with it as they are. */
function factsOf({ asked, lifecycle, assignedAt }: Shipment): ShipmentFacts {
  const isCancelled = lifecycle.state === 'CANCELLED';
  const known = (asked ?? {}) as Record<string, unknown>;
  const { pickupPincode, deliveryPincode, weight, dimensions, paymentType, declaredValue, codAmount } = known;
  const { shipmentType, customerId, services, shipDate, direction } = known;
  const { pieces, customerType, urgency, placeOfSupply, customerGstin, customerSez } = known;
  const place = placeOfSupply ?? customerGstin;
  const further = {
    ...(pieces !== undefined && { pieces }),
    ...(customerType !== undefined && { customerType }),
    ...(urgency !== undefined && { urgency }),
    // of a GSTIN the two digits of its state are kept
    ...(place !== undefined && { placeOfSupply: place }),
    ...(customerSez !== undefined && { customerSez }),
  };
  return {
    ...(pickupPincode !== undefined && { from: pickupPincode as string }),
    ...(deliveryPincode !== undefined && { to: deliveryPincode as string }),
    ...(weight !== undefined && { grams: weight as number }),
    ...(dimensions as object | undefined),
    ...(paymentType !== undefined && { payment: paymentType as 'COD' }),
    ...(declaredValue !== undefined && { valuePaise: paiseOf(declaredValue as number) }),
    ...(codAmount !== undefined && { codPaise: paiseOf(codAmount as number) }),
    ...(shipmentType !== undefined && { type: shipmentType as 'B2C' }),
    ...(customerId !== undefined && { customer: customerId as string }),
    ...(Array.isArray(services) && services.length > 0 && { services: services as string[] }),
    date: (shipDate as string | undefined) ?? assignedAt,
    ...(isCancelled && { status: 'CANCELLED' as const }),
    ...(direction === 'REVERSE' && { isReverse: true as const }),
    ...(Object.keys(further).length > 0 && { asked: further }),
  };
}
