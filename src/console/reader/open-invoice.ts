/** The sheets of an invoice, opened by what the map and the page say of them. */
import { cardNames } from '../../bulk/node.js';
import { connect, type Pinrate } from '../../client/connect.js';
import type { BilledRoute } from '../../reconcile/line.js';
import { withoutFacts } from '../../reconcile/read/facts.js';
import { INVOICE, ITEMS, ORDERS, ROUTES } from '../../reconcile/read/form.js';
import { glanceAt, hasPartners, InvoiceReader } from '../../reconcile/read/invoice.js';
import { checkLedger, isBareLedger, LEDGER } from '../../reconcile/read/ledger.js';
import { type InvoiceMap, invoiceMapOf, NO_INVOICE_MAP } from '../../reconcile/read/map.js';
import { type CardNames, RouteNames } from '../../reconcile/read/names.js';
import { readItems, readRoutes, readShipments } from '../../reconcile/read/shipments.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { NO_MAP, type SheetMap } from '../../sheets/tables/map.js';
import { dayOrderOf, type TableStream } from '../../sheets/tables/stream.js';
import {
  type Doubt,
  type InvoiceOptions,
  type InvoiceRequest,
  type SeenSheets,
  SHEET_ROLES,
  type SheetRole,
} from './invoice-messages.js';
import { type HeldSheets, Reconciliation, type Say } from './reconciliation.js';
import { doubtsOf } from './doubts.js';
import { withChoices, withMeaning } from './chosen.js';
import { openSheet, withFaults } from './seen-sheet.js';

interface OpenedInvoice {
  seen: SeenSheets;
  lineCount: number;
  doubts: readonly Doubt[];
  /** null: there are faults. */
  reconciliation: Reconciliation | null;
}

const FORMS: Readonly<Record<SheetRole, TableForm>> = {
  invoice: INVOICE,
  orders: ORDERS,
  items: ITEMS,
  routes: ROUTES,
  ledger: LEDGER,
};
const WEIGHTS = ['weight', 'charged_weight'];

/** The ledger has headings of our own. */
const mapOfRole = (map: InvoiceMap, role: SheetRole): SheetMap =>
  role === 'ledger' ? NO_MAP : map[role === 'orders' ? 'shipments' : role].map;

/** Faults of one of the sheets. */
class FaultsOf extends Error {
  constructor(
    readonly role: SheetRole,
    readonly faults: SheetFaults,
  ) {
    super();
  }
}

/** @throws {FaultsOf} in place of the faults of the sheet */
async function inSheet<T>(role: SheetRole, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SheetFaults ? new FaultsOf(role, error) : error;
  }
}

/**
 * @throws {SheetRefusal} if a file cannot be read
 * @throws {MapFault} if the map is none
 * @throws {PinrateError}
 */
export async function openInvoice(request: InvoiceRequest, say: Say): Promise<OpenedInvoice> {
  const { origin, credential, sheets, options } = request;
  const { kind, id, key } = credential;
  const pinrate = connect(kind === 'service' ? { url: origin, service: id, key } : { url: origin, partner: id, key });
  const map = mapOf(request);
  say('Reading the invoice …', null);
  const seen: Record<SheetRole, SeenSheets[SheetRole]> = {
    invoice: null,
    orders: null,
    items: null,
    routes: null,
    ledger: null,
  };
  const streams: Partial<Record<SheetRole, TableStream>> = {};
  for (const role of SHEET_ROLES) {
    const file = sheets[role];
    if (file === null) continue;
    const opened = await openSheet(file, FORMS[role], sheetMapOf(mapOfRole(map, role), options, role));
    const isEmpty = role === 'ledger' && opened.seen.faults.some(({ message }) => isBareLedger(message));
    seen[role] = isEmpty ? { ...opened.seen, faults: [] } : opened.seen;
    if (opened.stream !== null) streams[role] = opened.stream;
  }
  if (SHEET_ROLES.some((role) => (seen[role]?.faults.length ?? 0) > 0))
    return { seen, lineCount: 0, doubts: [], reconciliation: null };
  try {
    const { reconciliation, doubts } = await read(pinrate, request, map, streams);
    return { seen, lineCount: reconciliation.lineCount, doubts, reconciliation };
  } catch (error) {
    if (!(error instanceof FaultsOf)) throw error;
    const { role, faults } = error;
    return {
      seen: { ...seen, [role]: withFaults(seen[role]!, faults) },
      lineCount: 0,
      doubts: [],
      reconciliation: null,
    };
  }
}

async function read(
  pinrate: Pinrate,
  request: InvoiceRequest,
  map: InvoiceMap,
  streams: Partial<Record<SheetRole, TableStream>>,
): Promise<{ reconciliation: Reconciliation; doubts: Doubt[] }> {
  const { partner } = request.options;
  const basis = { withTax: request.options.basis === 'withTax', compare: map.compare };
  const stream = streams.invoice!;
  const isOfSeveral = hasPartners(stream.table);
  const partnerIds = isOfSeveral ? [...new Set(stream.table.map.partners.values())].sort() : [partner];
  const cards: CardNames[] = [];
  for (const partnerId of partnerIds) cards.push(await cardNames(pinrate, partnerId));
  const reader = await inSheet(
    'invoice',
    async () =>
      new InvoiceReader(stream.table, await dayOrderOf(stream, 'date'), {
        partnerId: isOfSeveral ? null : partner,
        cards,
        basis,
        ignoresUnknown: map.ignoresUnknown,
      }),
  );
  const glance = await inSheet('invoice', () => glanceAt(stream, reader));
  const held = await heldBy(streams, map, cards);
  return {
    reconciliation: new Reconciliation(pinrate, request, map, { stream, reader, glance }, held),
    doubts: await doubtsOf(streams, map, reader, basis),
  };
}

async function heldBy(
  { orders, items, routes, ledger }: Partial<Record<SheetRole, TableStream>>,
  map: InvoiceMap,
  cards: readonly CardNames[],
): Promise<HeldSheets> {
  if (ledger !== undefined) await inSheet('ledger', () => checkLedger(ledger));
  const grams = items === undefined ? null : await inSheet('items', () => readItems(items));
  const { strip: strips, map: ofOrders } = map.shipments;
  const reading = { strips, items: grams, partners: ofOrders.partners };
  const book = orders === undefined ? null : await inSheet('orders', () => readShipments(orders, reading));
  const held = new Map<string, ReadonlyMap<string, BilledRoute>>();
  if (routes !== undefined)
    for (const card of cards) {
      const names = new RouteNames(card, map.routes.map);
      held.set(card.partnerId, await inSheet('routes', () => readRoutes(routes, names, cards.length === 1)));
    }
  return { partnerIds: cards.map(({ partnerId }) => partnerId), book, routes: held, ledger: ledger ?? null };
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
function sheetMapOf(map: SheetMap, options: InvoiceOptions, role: SheetRole): SheetMap {
  // what a SKU weighs may be set, and is read as a cell then
  const cells = role !== 'invoice' && role !== 'orders' ? map : withoutFacts(map);
  // orders of other couriers stand there too
  const all = role === 'orders' ? { ...cells, partners: new Map<string, string>() } : cells;
  const weights = WEIGHTS.filter((field) => FORMS[role].names.includes(field));
  return withMeaning(withChoices(all, options.choices[role]), options, weights);
}
