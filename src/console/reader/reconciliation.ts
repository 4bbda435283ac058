/** An invoice whose sheets are read, held against the contract. */
import type { Pinrate } from '../../client/connect.js';
import { getHealth } from '../../client/operations.js';
import { dayInIndia } from '../../domain/calendar.js';
import { nodeKnowledge } from '../../bulk/node.js';
import { NodePrices } from '../../bulk/prices.js';
import { BilledLegs } from '../../reconcile/billed-legs.js';
import { type InvoiceTerms, needsParts } from '../../reconcile/decompose.js';
import type { Knowledge } from '../../reconcile/intake.js';
import { formerRows, numbersOf } from '../../reconcile/ledger.js';
import type { BilledRoute } from '../../reconcile/line.js';
import { PriceSource } from '../../reconcile/price-source.js';
import { factsSetBy } from '../../reconcile/read/facts.js';
import { type InvoiceGlance, type InvoiceReader, linesOf } from '../../reconcile/read/invoice.js';
import { type InvoiceMap, keysBy } from '../../reconcile/read/map.js';
import { routeIn } from '../../reconcile/read/shipments.js';
import { reconcile } from '../../reconcile/reconcile.js';
import { factsOf, type ShipmentBook } from '../../reconcile/shipment-book.js';
import { unbilled } from '../../reconcile/unbilled.js';
import { InputColumns } from '../../sheets/tables/input-columns.js';
import type { TableStream } from '../../sheets/tables/stream.js';
import { whole } from '../../words.js';
import type { InvoiceRequest, Outcome } from './invoice-messages.js';
import { OutcomeBuilder } from './outcome.js';

/** The invoice's own sheet. */
interface OpenedLines {
  stream: TableStream;
  reader: InvoiceReader;
  glance: InvoiceGlance;
}

/** What the house's sheets say. */
export interface HeldSheets {
  partnerIds: readonly string[];
  /** null: no orders were given. */
  book: ShipmentBook | null;
  /** By partnerId. */
  routes: ReadonlyMap<string, ReadonlyMap<string, BilledRoute>>;
  /** null: none was given, or it is empty. */
  ledger: TableStream | null;
}

/** @param share of the work, from 0 to 1; null: nobody knows */
export type Say = (words: string, share: number | null) => void;

/** As the page Rate asks of each parcel. */
const AT_THE_DOOR = { services: ['PICKUP', 'DELIVERY'] };

/** More often nobody reads it, or listens to it. */
const PROGRESS_LINES = 5_000;

export class Reconciliation {
  constructor(
    private readonly pinrate: Pinrate,
    private readonly request: InvoiceRequest,
    private readonly map: InvoiceMap,
    private readonly invoice: OpenedLines,
    private readonly held: HeldSheets,
  ) {}

  get lineCount(): number {
    return this.invoice.glance.lines;
  }

  /** @throws {PinrateError} */
  async run(say: Say): Promise<{ outcome: Outcome; builder: OutcomeBuilder }> {
    const { options } = this.request;
    say('Asking the node what it has assigned …', null);
    const known = await this.#known();
    const terms: InvoiceTerms = {
      basis: { withTax: options.basis === 'withTax', compare: this.map.compare },
      columns: this.invoice.reader.columns,
      isInRupees: this.invoice.glance.isInRupees,
    };
    const progress = (done: number, isWaiting: boolean) =>
      say(
        `Priced ${whole(done)} of ${whole(this.lineCount)} lines${isWaiting ? '; the node is busy' : ''} …`,
        done / Math.max(1, this.lineCount),
      );
    const { glance } = this.invoice;
    const numbers = numbersOf(glance, options.number || null, this.request.sheets.invoice!.name);
    const builder = new OutcomeBuilder(new InputColumns(this.invoice.stream.table), numbers, terms);
    if (this.held.ledger !== null)
      for await (const cells of formerRows(this.held.ledger, numbers, known)) builder.addFormer(cells);
    const port = new NodePrices(this.pinrate, () => progress(builder.lineCount, true));
    const source = new PriceSource(port, needsParts(terms, this.map.foot.size > 0));
    progress(0, false);
    for await (const finding of reconcile(linesOf(this.invoice.stream, this.invoice.reader), source, terms, known)) {
      builder.add(finding);
      if (builder.lineCount % PROGRESS_LINES === 0) progress(builder.lineCount, false);
    }
    say('Summing up what is not billed yet …', null);
    for await (const shipment of unbilled(known, this.held.partnerIds, builder.days, source, terms))
      builder.addUnbilled(shipment);
    const { pinrateVersion } = await getHealth(this.pinrate);
    const outcome = await builder.outcome(this.request, {
      engine: pinrateVersion,
      number: numbers.number,
      partnerIds: this.held.partnerIds,
      basis: terms.basis,
      foot: this.map.foot,
      tolerancePaise: known.tolerancePaise,
    });
    return { outcome, builder };
  }

  async #known(): Promise<Knowledge> {
    const { invoice, shipments, codOnReturn } = this.map;
    const { tolerancePaise, date, services } = this.request.options;
    const { partnerIds, book, routes } = this.held;
    return {
      shipments: book,
      ...(await nodeKnowledge(this.pinrate, partnerIds, this.invoice.glance.days, shipments.strip)),
      set: factsOf([
        factsSetBy(shipments.map, 'shipments'),
        factsSetBy(invoice.map, 'invoice'),
        services === 'door' ? AT_THE_DOOR : {},
      ]),
      billed: new BilledLegs(),
      keysOf: keysBy(invoice.strip),
      rowKeysOf: keysBy(shipments.strip),
      routeOf: (partnerId, facts) => routeIn(routes.get(partnerId), facts),
      codOnReturn,
      tolerancePaise,
      date: date === '' ? null : date,
      today: dayInIndia(Date.now()),
    };
  }
}
