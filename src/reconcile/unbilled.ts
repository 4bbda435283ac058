/** Parcels that were shipped and that no invoice bills yet: what is still to come. */
import type { InvoiceTerms } from './decompose.js';
import { type Knowledge, outcomeOf, parcelKey } from './intake.js';
import { questionOf } from './question.js';
import type { Leg } from './line.js';
import { dayOf } from './money.js';
import { amountIn } from './prices.js';
import type { LegQuestion, PriceSource } from './price-source.js';
import { factsOf, type KnownShipment, type ShipmentBook } from './shipment-book.js';

export interface UnbilledShipment {
  ref: string;
  awb: string;
  /** A day; null: none is known. */
  date: string | null;
  /** null: it has no price. */
  expectedPaise: number | null;
}

const BATCH_SHIPMENTS = 500;

/**
 * Parcels of these partners, not cancelled, that neither a line nor the ledger bills, dated within the days or undated.
 * @param partnerIds of the invoice; a parcel that names no partner is the only one's
 * @param days of the invoice's lines; null: they have none, and only undated parcels count
 */
export async function* unbilled(
  known: Knowledge,
  partnerIds: readonly string[],
  days: { from: string; to: string } | null,
  source: PriceSource,
  terms: InvoiceTerms,
): AsyncGenerator<UnbilledShipment> {
  let batch: { shipment: KnownShipment; partnerId: string | null }[] = [];
  for (const shipment of shipmentsOf(known, partnerIds)) {
    const { partner, date, status } = shipment.facts;
    if (status === 'CANCELLED' || (partner !== undefined && !partnerIds.includes(partner))) continue;
    const day = date === undefined ? null : dayOf(date);
    if (day !== null && (days === null || day < days.from || day > days.to)) continue;
    batch.push({ shipment, partnerId: partner ?? (partnerIds.length === 1 ? partnerIds[0]! : null) });
    if (batch.length < BATCH_SHIPMENTS) continue;
    yield* await priced(batch, known, source, terms);
    batch = [];
  }
  if (batch.length > 0) yield* await priced(batch, known, source, terms);
}

/** Those of the sheet, then those that the node alone knows. */
function* shipmentsOf(known: Knowledge, partnerIds: readonly string[]): Generator<KnownShipment> {
  const { shipments, assignments, billed, rowKeysOf } = known;
  const isOpen = (book: ShipmentBook, number: number, shipment: KnownShipment): boolean => {
    const key = parcelKey(rowKeysOf(shipment));
    return !book.isBilled(number) && (key === null || !billed.hasAny(key));
  };
  for (let number = 0; number < (shipments?.count ?? 0); number++) {
    const shipment = shipments!.at(number);
    if (!isOpen(shipments!, number, shipment)) continue;
    const books = shipment.facts.partner === undefined ? partnerIds : [shipment.facts.partner];
    const onNode = books.flatMap((partnerId) => {
      const book = assignments.get(partnerId);
      const found = book?.find(rowKeysOf(shipment));
      const assigned = found === undefined ? [] : [book!.at(found)];
      const names = [shipment, ...assigned].map(rowKeysOf);
      return [...assigned.map(({ facts }) => facts), outcomeOf(partnerId, names, known)];
    });
    yield { ...shipment, facts: factsOf([shipment.facts, ...onNode]) };
  }
  for (const [partner, book] of assignments)
    for (let number = 0; number < book.count; number++) {
      const shipment = book.at(number);
      if (!isOpen(book, number, shipment) || shipments?.find(rowKeysOf(shipment)) !== undefined) continue;
      const outcome = outcomeOf(partner, [rowKeysOf(shipment)], known);
      yield { ...shipment, facts: factsOf([{ ...shipment.facts, partner }, outcome]) };
    }
}

async function priced(
  batch: readonly { shipment: KnownShipment; partnerId: string | null }[],
  known: Knowledge,
  source: PriceSource,
  { basis }: InvoiceTerms,
): Promise<UnbilledShipment[]> {
  const prices = await source.ask(batch.map(({ shipment, partnerId }) => questionsOf(shipment, partnerId, known)));
  return batch.map(({ shipment: { ref, awb, facts } }, at) => {
    const legs = prices[at]!;
    const [first, second] = typeof legs === 'string' ? [] : legs;
    return {
      ref,
      awb,
      date: facts.date === undefined ? null : dayOf(facts.date),
      expectedPaise:
        typeof legs === 'string' || first === undefined
          ? null
          : amountIn(basis, legs, second === undefined ? first.leg : 'BOTH'),
    };
  });
}

/** One that came back is both ways. */
function questionsOf(shipment: KnownShipment, partnerId: string | null, known: Knowledge): LegQuestion[] {
  const facts = factsOf([shipment.facts, known.set]);
  const isBack = facts.status === 'RETURNED';
  const legs: readonly Leg[] = facts.isReverse === true ? ['REVERSE'] : isBack ? ['FORWARD', 'RTO'] : ['FORWARD'];
  if (partnerId === null) return [{ leg: legs[0]!, question: 'PARTNER_UNKNOWN' }];
  const claims = { route: known.routeOf(partnerId, facts), isNotCollected: isBack && !known.codOnReturn };
  const date = facts.date ?? known.date ?? known.today;
  return legs.map((leg) => ({ leg, question: questionOf(partnerId, leg, facts, date, claims) }));
}
