/** An invoice with the sheets next to it: opened, then held against the contract. */
import { connect, type Pinrate } from '../../client/connect.js';
import { getHealth } from '../../client/operations.js';
import { assignmentsOf, cardNames } from '../../bulk/node.js';
import { NodePrices } from '../../bulk/prices.js';
import { BilledLegs } from '../../reconcile/billed-legs.js';
import { type InvoiceTerms, needsParts } from '../../reconcile/decompose.js';
import type { Known } from '../../reconcile/intake.js';
import { dayOf } from '../../reconcile/money.js';
import { PriceSource } from '../../reconcile/price-source.js';
import { factsSetBy, withoutFacts } from '../../reconcile/read/facts.js';
import { INVOICE, ORDERS } from '../../reconcile/read/form.js';
import { glanceAt, type InvoiceGlance, InvoiceReader, linesOf } from '../../reconcile/read/invoice.js';
import { type InvoiceMap, invoiceMapOf, keysBy, NO_INVOICE_MAP } from '../../reconcile/read/map.js';
import { readShipments } from '../../reconcile/read/shipments.js';
import { reconcile } from '../../reconcile/reconcile.js';
import { factsOf, type ShipmentBook } from '../../reconcile/shipment-book.js';
import { unbilled } from '../../reconcile/unbilled.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { InputColumns } from '../../sheets/tables/input-columns.js';
import { dayOrderOf, type TableStream } from '../../sheets/tables/stream.js';
import type { InvoiceOptions, InvoiceRequest, Outcome, SeenSheets, SheetRole } from './invoice-messages.js';
import { OutcomeBuilder } from './outcome.js';
import { openSheet, withChoices, withFaults } from './seen-sheet.js';

/** The sheets of an invoice, read as far as their columns say. */
export interface OpenedInvoice {
  seen: SeenSheets;
  lineCount: number;
  /** null: there are faults. */
  reconciliation: Reconciliation | null;
}

/** More often nobody reads it, or listens to it. */
const PROGRESS_LINES = 5_000;
const WEIGHTS = ['weight', 'charged_weight'];

type Say = (words: string, share: number | null) => void;

/**
 * @throws {SheetRefusal} if a file cannot be read
 * @throws {MapFault} if the map is none
 * @throws {PinrateError}
 */
export async function openInvoice(request: InvoiceRequest, say: Say): Promise<OpenedInvoice> {
  const { origin, credential, invoice, orders, options } = request;
  const { kind, id, key } = credential;
  const pinrate = connect(kind === 'service' ? { url: origin, service: id, key } : { url: origin, partner: id, key });
  const map = mapOf(request);
  say('Reading the invoice …', null);
  const ofInvoice = await openSheet(invoice, INVOICE, sheetMapOf(map.invoice.map, options, 'invoice'));
  const ofOrders =
    orders === null ? null : await openSheet(orders, ORDERS, sheetMapOf(map.shipments.map, options, 'orders'));
  const seen = { invoice: ofInvoice.seen, orders: ofOrders?.seen ?? null };
  const nothing = { seen, lineCount: 0, reconciliation: null };
  if (ofInvoice.stream === null || ofOrders?.stream === null) return nothing;
  const card = await cardNames(pinrate, options.partner);
  try {
    const order = await dayOrderOf(ofInvoice.stream, 'date');
    const withTax = options.basis === 'withTax';
    const reader = new InvoiceReader(ofInvoice.stream.table, order, {
      partnerId: options.partner,
      cards: [card],
      basis: { withTax, compare: map.compare },
      ignoresUnknown: map.ignoresUnknown,
    });
    const glance = await glanceAt(ofInvoice.stream, reader);
    const shipments = ofOrders === null ? null : await shipmentsOf(ofOrders.stream!, map);
    if (shipments instanceof SheetFaults)
      return { ...nothing, seen: { ...seen, orders: withFaults(ofOrders!.seen, shipments) } };
    const reconciliation = new Reconciliation(pinrate, request, map, ofInvoice.stream, reader, glance, shipments);
    return { seen, lineCount: glance.lines, reconciliation };
  } catch (error) {
    if (!(error instanceof SheetFaults)) throw error;
    return { ...nothing, seen: { ...seen, invoice: withFaults(ofInvoice.seen, error) } };
  }
}

/** The faults of rows are for the table of faults. */
async function shipmentsOf(stream: TableStream, map: InvoiceMap): Promise<ShipmentBook | SheetFaults> {
  try {
    return await readShipments(stream, map.shipments.strip, null);
  } catch (error) {
    if (error instanceof SheetFaults) return error;
    throw error;
  }
}

function mapOf({ map, options }: InvoiceRequest): InvoiceMap {
  if (map === null) return NO_INVOICE_MAP;
  const read = invoiceMapOf(new TextDecoder().decode(map.bytes), map.name);
  const said = read.compare === null ? read.amounts : 'withoutTax';
  if (said !== null && said !== options.basis)
    throw new SheetRefusal(
      `${map.name} says that the amounts are ${said === 'withTax' ? 'with' : 'without'} tax: choose that as Amounts`,
    );
  return read;
}

/** The map of a sheet with what was chosen on the page. */
function sheetMapOf(map: SheetMap, { days, unit, choices }: InvoiceOptions, role: SheetRole): SheetMap {
  const chosen = withChoices(withoutFacts(map), choices[role]);
  return {
    ...chosen,
    ...(days !== '' && { dates: days }),
    ...(unit !== '' && { units: new Map([...WEIGHTS.map((field) => [field, unit] as const), ...chosen.units]) }),
  };
}

export class Reconciliation {
  constructor(
    private readonly pinrate: Pinrate,
    private readonly request: InvoiceRequest,
    private readonly map: InvoiceMap,
    private readonly stream: TableStream,
    private readonly reader: InvoiceReader,
    private readonly glance: InvoiceGlance,
    private readonly shipments: ShipmentBook | null,
  ) {}

  /** @throws {PinrateError} */
  async run(say: Say): Promise<{ outcome: Outcome; builder: OutcomeBuilder }> {
    const { options } = this.request;
    say('Asking the node what it has assigned …', null);
    const known = await this.#known();
    const terms: InvoiceTerms = {
      basis: { withTax: options.basis === 'withTax', compare: this.map.compare },
      columns: this.reader.columns,
      isInRupees: this.glance.isInRupees,
    };
    const progress = (done: number, isWaiting: boolean) =>
      say(
        `Priced ${done.toLocaleString('en-IN')} of ${this.glance.lines.toLocaleString('en-IN')} lines${isWaiting ? '; the node is busy' : ''} …`,
        done / Math.max(1, this.glance.lines),
      );
    const builder = new OutcomeBuilder(new InputColumns(this.stream.table));
    const port = new NodePrices(this.pinrate, () => progress(builder.lineCount, true));
    const source = new PriceSource(port, needsParts(terms, this.map.foot.size > 0));
    progress(0, false);
    for await (const finding of reconcile(linesOf(this.stream, this.reader), source, terms, known)) {
      builder.add(finding);
      if (builder.lineCount % PROGRESS_LINES === 0) progress(builder.lineCount, false);
    }
    say('Summing up what is not billed yet …', null);
    for await (const shipment of unbilled(known, [options.partner], builder.days, source, terms))
      builder.addUnbilled(shipment);
    const { pinrateVersion } = await getHealth(this.pinrate);
    const outcome = await builder.outcome(this.request, {
      engine: pinrateVersion,
      number: [...this.glance.numbers][0] ?? this.request.invoice.name,
      basis: terms.basis,
      foot: this.map.foot,
      tolerancePaise: known.tolerancePaise,
    });
    return { outcome, builder };
  }

  async #known(): Promise<Known> {
    const { invoice, shipments, codOnReturn } = this.map;
    const { partner, tolerancePaise, date } = this.request.options;
    const assignments = await assignmentsOf(this.pinrate, partner, this.glance.days, shipments.strip);
    return {
      shipments: this.shipments,
      assignments: new Map([[partner, assignments]]),
      set: factsOf([factsSetBy(shipments.map, 'shipments'), factsSetBy(invoice.map, 'invoice')]),
      billed: new BilledLegs(),
      keysOf: keysBy(invoice.strip),
      rowKeysOf: keysBy(shipments.strip),
      routeOf: () => undefined,
      codOnReturn,
      tolerancePaise,
      date: date === '' ? null : date,
      today: dayOf(new Date().toISOString()),
    };
  }
}
