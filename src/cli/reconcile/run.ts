/** A reconciliation from its files to its results. */
import { getDocument } from '../../client/operations.js';
import { dayInIndia } from '../../domain/calendar.js';
import { PACKAGE_VERSION } from '../../package-root.js';
import { BilledLegs } from '../../reconcile/billed-legs.js';
import { type InvoiceTerms, needsParts } from '../../reconcile/decompose.js';
import type { Knowledge } from '../../reconcile/intake.js';
import type { BilledRoute } from '../../reconcile/line.js';
import { numbersOf } from '../../reconcile/ledger.js';
import { PriceSource } from '../../reconcile/price-source.js';
import type { Basis } from '../../reconcile/prices.js';
import { factsSetBy, withoutFacts } from '../../reconcile/read/facts.js';
import { INVOICE, ITEMS, ORDERS, ROUTES } from '../../reconcile/read/form.js';
import { glanceAt, hasPartners, type InvoiceGlance, InvoiceReader, linesOf } from '../../reconcile/read/invoice.js';
import { type InvoiceMap, keysBy } from '../../reconcile/read/map.js';
import { type CardNames, RouteNames } from '../../reconcile/read/names.js';
import { readItems, readRoutes, readShipments, routeIn } from '../../reconcile/read/shipments.js';
import { reconcile } from '../../reconcile/reconcile.js';
import { factsOf } from '../../reconcile/shipment-book.js';
import { hasFindings, type Summary, summaryJson, SummarySums } from '../../reconcile/summary.js';
import { unbilled } from '../../reconcile/unbilled.js';
import { assumedInWords, leftOutInWords, notReadInWords } from '../../import/words.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { leftOutOf, Notes } from '../../sheets/tables/reading.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { dayOrderOf, type TableStream } from '../../sheets/tables/stream.js';
import { whole } from '../../words.js';
import { KeptMaps } from '../import/kept-maps.js';
import { Progress } from '../progress.js';
import type { Session } from '../session.js';
import { CommandError, EXIT, printable } from '../world.js';
import {
  inFile,
  type InputFile,
  inputFile,
  makeFolder,
  openSheet,
  readInvoiceMap,
  refuseToWriteOver,
  type Section,
  sectionText,
} from './files.js';
import { LedgerFile } from './ledger-file.js';
import { cardNames, nodeKnowledge } from '../../bulk/node.js';
import { Results } from './results.js';
import { NodePrices } from '../../bulk/prices.js';

export interface ReconcileOptions {
  partner?: string;
  out?: string;
  map?: string;
  propose?: string;
  shipments?: string;
  items?: string;
  routes?: string;
  ledger?: string;
  invoice?: string;
  date?: string;
  /** Paise. */
  tolerance: number;
  /** Of the invoice's workbook. */
  sheet?: string;
  allFaults?: boolean;
  force?: boolean;
}

/** The files that were given, by their sections of the map. */
interface Inputs {
  invoice: InputFile;
  shipments: InputFile | null;
  items: InputFile | null;
  routes: InputFile | null;
  map: InputFile | null;
}

interface Sheets {
  invoice: TableStream;
  shipments: TableStream | null;
  items: TableStream | null;
  routes: TableStream | null;
}

/** Lines between two words of progress. */
const SHOWN_EVERY = 500;

export type Outcome = { proposal: string } | { summary: Summary; json: string; hasFindings: boolean };

/** @throws a CommandError, a Proposal or a PinrateError */
export async function reconcileInvoice(session: Session, file: string, options: ReconcileOptions): Promise<Outcome> {
  const { shipments, items, routes, propose } = options;
  const sheets = [file, shipments, items, routes].filter((path) => path !== undefined);
  if (propose !== undefined) await refuseToWriteOver(sheets, [propose]);
  const map = await readInvoiceMap(options.map);
  const given = async (path: string | undefined, section?: Section) =>
    path === undefined ? null : await inputFile(path, section);
  const inputs: Inputs = {
    invoice: await inputFile(file, 'invoice'),
    shipments: await given(shipments, 'shipments'),
    items: await given(items, 'items'),
    routes: await given(routes, 'routes'),
    map: await given(options.map),
  };
  const progress = new Progress(session.world);
  const maps = new KeptMaps(session.world, 'invoice', options.partner ?? null);
  try {
    const run = new Run(session, inputs, map, options, progress, maps);
    const opened = await run.open();
    if (propose !== undefined) return { proposal: proposalOf(opened, map) };
    const outcome = await run.reconcile(opened);
    await maps.keep(options.map);
    return outcome;
  } finally {
    progress.end();
    await maps.say(options.map);
  }
}

class Run {
  constructor(
    private readonly session: Session,
    private readonly inputs: Inputs,
    private readonly map: InvoiceMap,
    private readonly options: ReconcileOptions,
    private readonly progress: Progress,
    private readonly maps: KeptMaps,
  ) {}

  /** Files that the run reads. */
  get #read(): string[] {
    const { invoice, shipments, items, routes, map } = this.inputs;
    const sheets = [invoice, shipments, items, routes, map].flatMap((input) => (input === null ? [] : [input.path]));
    const { ledger } = this.options;
    return ledger === undefined ? sheets : [...sheets, ledger];
  }

  async open(): Promise<Sheets> {
    const { inputs, map, maps, options } = this;
    const sheet = async (input: InputFile | null, form: TableForm, of: SheetMap) =>
      input === null ? null : await openSheet(input, form, of);
    return {
      invoice: await openSheet(
        inputs.invoice,
        INVOICE,
        { ...withoutFacts(map.invoice.map), ...(options.sheet !== undefined && { sheet: options.sheet }) },
        (sheet) => maps.see(sheet),
      ),
      // orders of other couriers stand there too
      shipments: await sheet(inputs.shipments, ORDERS, { ...withoutFacts(map.shipments.map), partners: new Map() }),
      items: await sheet(inputs.items, ITEMS, map.items.map),
      routes: await sheet(inputs.routes, ROUTES, map.routes.map),
    };
  }

  async reconcile(sheets: Sheets): Promise<Outcome> {
    const { session, inputs, map, options, progress } = this;
    const partnerIds = this.#partners(sheets.invoice);
    const basis = basisOf(map);
    const cards = await this.#cards(partnerIds);
    const reading = {
      partnerId: hasPartners(sheets.invoice.table) ? null : partnerIds[0]!,
      cards,
      basis,
      ignoresUnknown: map.ignoresUnknown,
    };
    const order = await inFile(inputs.invoice.path, () => dayOrderOf(sheets.invoice, 'date'));
    const reader = await inFile(
      inputs.invoice.path,
      () => new InvoiceReader(sheets.invoice.table, order, reading),
      'invoice',
    );
    progress.at('looking at the invoice');
    const leftOut = new Notes();
    const glance = await inFile(inputs.invoice.path, () => glanceAt(sheets.invoice, reader, leftOut));
    this.#sayReading(sheets);
    this.#sayLeftOut('invoice', sheets.invoice, leftOut);
    await makeFolder(options.out!, options.force === true, this.#read);
    const terms: InvoiceTerms = { basis, columns: reader.columns, isInRupees: glance.isInRupees };
    const known = await this.#known(sheets, cards, glance);
    const numbers = numbersOf(glance, options.invoice ?? null, inputs.invoice.name);
    const source = new PriceSource(
      new NodePrices(session.pinrate, () => progress.at('waiting for the node')),
      needsParts(terms, map.foot.size > 0),
    );
    const sums = new SummarySums();
    const ledger = options.ledger === undefined ? null : await LedgerFile.open(options.ledger, numbers, known);
    const results = await Results.create(options.out!, sheets.invoice.table);
    try {
      await inFile(inputs.invoice.path, async () => {
        const lines = linesOf(sheets.invoice, reader);
        let count = 0;
        for await (const finding of reconcile(lines, source, terms, known)) {
          sums.add(finding);
          await results.add(finding);
          await ledger?.add(finding);
          if (++count % SHOWN_EVERY === 0)
            progress.at(`${whole(count)} of ${whole(glance.lines)} lines`, count / glance.lines);
        }
      });
      progress.at('looking for what is not billed');
      for await (const shipment of unbilled(known, partnerIds, glance.days, source, terms)) {
        sums.addUnbilled(shipment.expectedPaise);
        await results.addUnbilled(shipment);
      }
      const summary = sums.result({
        inputs: [inputs.invoice, inputs.map, inputs.shipments, inputs.items, inputs.routes].flatMap((input) =>
          input === null ? [] : [{ name: input.name, sha256: input.sha256 }],
        ),
        engine: PACKAGE_VERSION,
        partnerIds,
        number: numbers.number,
        basis,
        foot: map.foot,
        tolerancePaise: options.tolerance,
        ranAt: new Date().toISOString(),
      });
      const json = summaryJson(summary);
      await results.finish(summary, json);
      await ledger?.finish();
      for (const partnerId of sums.changedCards)
        session.world.err.write(`the card of ${partnerId} changed during the run: some lines have its former rates\n`);
      return { summary, json, hasFindings: hasFindings(summary, options.tolerance) };
    } catch (error) {
      await results.close();
      await ledger?.drop();
      throw error;
    }
  }

  /** What of the sheets is not read or assumed, on standard error. */
  #sayReading(sheets: Sheets): void {
    for (const section of ['invoice', 'shipments', 'items', 'routes'] as const) {
      const table = sheets[section]?.table;
      if (table === undefined) continue;
      this.#say(section, notReadInWords(table.unread.map(({ title }) => title)));
      this.#say(section, assumedInWords(table.reading));
    }
  }

  #sayLeftOut(section: Section, { table }: TableStream, leftOut: Notes): void {
    this.#say(section, leftOutInWords({ leftOut: leftOutOf(table, leftOut) }));
  }

  #say(section: Section, sentences: readonly string[]): void {
    const { name } = this.inputs[section]!;
    for (const words of sentences) this.session.world.err.write(`${printable(`${name}: ${words}`)}\n`);
  }

  /** By the map where a column says whose each line is, or the one of the option. */
  #partners({ table }: TableStream): string[] {
    const { partner } = this.options;
    if (hasPartners(table)) return [...new Set(table.map.partners.values())].sort();
    if (partner === undefined)
      throw usage('name the courier by --partner, or by a column partner with partners in the map');
    return [partner];
  }

  async #cards(partnerIds: readonly string[]): Promise<CardNames[]> {
    const { pinrate } = this.session;
    const cards: CardNames[] = [];
    for (const partnerId of partnerIds) {
      this.progress.at(`reading the card of ${partnerId}`);
      // a wrong id is reported by its name
      await getDocument(pinrate, 'partners', partnerId);
      cards.push(await cardNames(pinrate, partnerId));
    }
    return cards;
  }

  /** The routes that the house holds, by partnerId. */
  async #held(
    routes: TableStream,
    cards: readonly CardNames[],
    leftOut: Notes,
  ): Promise<Map<string, ReadonlyMap<string, BilledRoute>>> {
    const held = new Map<string, ReadonlyMap<string, BilledRoute>>();
    for (const [at, card] of cards.entries()) {
      const names = new RouteNames(card, this.map.routes.map);
      // the sheet is read once for each card, and what it leaves out counts once
      const notes = at === 0 ? leftOut : new Notes();
      held.set(card.partnerId, await readRoutes(routes, names, cards.length === 1, notes));
    }
    return held;
  }

  async #known(sheets: Sheets, cards: readonly CardNames[], glance: InvoiceGlance): Promise<Knowledge> {
    const { inputs, map, options, session, progress } = this;
    const { items, shipments, routes } = sheets;
    progress.at('reading what was shipped');
    const read = async <T>(
      section: Exclude<Section, 'invoice'>,
      stream: TableStream,
      work: (leftOut: Notes) => Promise<T>,
    ): Promise<T> => {
      const leftOut = new Notes();
      const found = await inFile(inputs[section]!.path, () => work(leftOut), section);
      this.#sayLeftOut(section, stream, leftOut);
      return found;
    };
    const grams = items === null ? null : await read('items', items, (leftOut) => readItems(items, leftOut));
    const strips = map.shipments.strip;
    const reading = { strips, items: grams, partners: map.shipments.map.partners };
    const book =
      shipments === null
        ? null
        : await read('shipments', shipments, (leftOut) => readShipments(shipments, reading, leftOut));
    const held =
      routes === null
        ? new Map<string, ReadonlyMap<string, BilledRoute>>()
        : await read('routes', routes, (leftOut) => this.#held(routes, cards, leftOut));
    const partnerIds = cards.map(({ partnerId }) => partnerId);
    return {
      shipments: book,
      ...(await nodeKnowledge(session.pinrate, partnerIds, glance.days, strips)),
      set: factsOf([
        await inFile(inputs.invoice.path, () => factsSetBy(map.shipments.map, 'shipments')),
        await inFile(inputs.invoice.path, () => factsSetBy(map.invoice.map, 'invoice')),
      ]),
      billed: new BilledLegs(),
      keysOf: keysBy(map.invoice.strip),
      rowKeysOf: keysBy(strips),
      routeOf: (partnerId, facts) => routeIn(held.get(partnerId), facts),
      codOnReturn: map.codOnReturn,
      tolerancePaise: options.tolerance,
      date: options.date ?? null,
      today: dayInIndia(Date.now()),
    };
  }
}

function basisOf({ amounts, compare }: InvoiceMap): Basis {
  if (compare !== null) return { withTax: false, compare };
  if (amounts === null)
    throw usage('say in the map whether the totals have the tax in them: amounts: withTax, or amounts: withoutTax');
  return { withTax: amounts === 'withTax', compare: null };
}

/** A map to start from, with a section for each sheet. */
function proposalOf(sheets: Sheets, { amounts }: InvoiceMap): string {
  const sections = (['invoice', 'shipments', 'items', 'routes'] as const).flatMap((section) => {
    const stream = sheets[section];
    return stream === null ? [] : [sectionText(section, stream.table.proposal())];
  });
  return `${amounts === null ? '# amounts: withTax, or withoutTax' : `amounts: ${amounts}`}\n${sections.join('')}`;
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
