/** The map of a reconciliation: a section for each sheet, and what an invoice's amounts are. */
import { isMembers } from '../../model/members.js';
import { mapFrom, MapFault, NO_MAP, patternOf, type SheetMap } from '../../sheets/tables/map.js';
import { membersOfMap } from '../../sheets/tables/map-text.js';
import { money, PER_PAISA } from '../../sheets/cells/money.js';
import { type Part, PARTS } from '../line.js';
import type { ParcelKeys } from '../shipment-book.js';
import { FOOT_NAMES, type FootName } from '../summary.js';

/** What is cut out of keys before they are compared. */
export interface Strips {
  awb: RegExp | null;
  ref: RegExp | null;
}

/** A sheet's own part. */
export interface SheetSection {
  map: SheetMap;
  strip: Strips;
}

export interface InvoiceMap {
  invoice: SheetSection;
  shipments: SheetSection;
  items: SheetSection;
  routes: SheetSection;
  /** null: the map does not say it. */
  amounts: 'withTax' | 'withoutTax' | null;
  compare: readonly Part[] | null;
  /** Paise. */
  foot: ReadonlyMap<FootName, number>;
  /** A cell that nothing explains is an empty one. */
  ignoresUnknown: boolean;
  codOnReturn: boolean;
}

const SECTIONS = ['invoice', 'shipments', 'items', 'routes'] as const;
const OWN = ['amounts', 'compare', 'foot', 'unknown', 'codOnReturn', 'partners'] as const;
const AMOUNTS = ['withTax', 'withoutTax'] as const;

const NO_STRIPS: Strips = { awb: null, ref: null };
const NO_SECTION: SheetSection = { map: NO_MAP, strip: NO_STRIPS };

export const NO_INVOICE_MAP: InvoiceMap = {
  invoice: NO_SECTION,
  shipments: NO_SECTION,
  items: NO_SECTION,
  routes: NO_SECTION,
  amounts: null,
  compare: null,
  foot: new Map(),
  ignoresUnknown: false,
  codOnReturn: false,
};

/** @param file its name, for messages @throws {MapFault} */
export function invoiceMapOf(text: string, file: string): InvoiceMap {
  const members = membersOfMap(text, file);
  const names = [...SECTIONS, ...OWN];
  if (!isMembers(members)) throw new MapFault(`${file}: must have ${names.join(', ')}, or some of them`);
  const unknown = Object.keys(members).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new MapFault(`${file}: ${unknown} is none of ${names.join(', ')}`);
  // what an invoice's amounts are may stand with its columns too
  const ofInvoice = isMembers(members['invoice']) ? members['invoice'] : {};
  const own = Object.fromEntries(
    OWN.filter((name) => name !== 'partners').map((name) => [name, members[name] ?? ofInvoice[name]]),
  );
  const { partners } = members;
  const amounts = oneOf(own['amounts'], AMOUNTS, `${file}: amounts`);
  const compare = compareOf(own['compare'], `${file}: compare`);
  if (compare !== null && amounts === 'withTax')
    throw new MapFault(`${file}: compare is without tax, and does not go with amounts: withTax`);
  const section = (name: (typeof SECTIONS)[number]): SheetSection =>
    sectionOf(members[name], partners, `${file}: ${name}`);
  return {
    invoice: section('invoice'),
    shipments: section('shipments'),
    items: section('items'),
    routes: section('routes'),
    amounts,
    compare,
    foot: footOf(own['foot'], `${file}: foot`),
    ignoresUnknown: oneOf(own['unknown'], ['ignore'] as const, `${file}: unknown`) !== null,
    codOnReturn: oneOf(own['codOnReturn'], ['true', 'false'] as const, `${file}: codOnReturn`) === 'true',
  };
}

function sectionOf(given: unknown, partners: unknown, where: string): SheetSection {
  if (given !== undefined && given !== '' && !isMembers(given))
    throw new MapFault(`${where}: must have columns, units, values and so on`);
  const { strip, ...members }: Record<string, unknown> = isMembers(given) ? given : {};
  for (const name of OWN) if (name !== 'partners') delete members[name];
  const all = { ...(partners !== undefined && { partners }), ...members };
  return {
    map: mapFrom(all, where, { hasPatterns: true, sharesHeadings: true }),
    strip: stripsOf(strip, `${where}: strip`),
  };
}

function stripsOf(value: unknown, where: string): Strips {
  if (value === undefined || value === '') return NO_STRIPS;
  if (!isMembers(value)) throw new MapFault(`${where}: must be patterns of awb and ref, such as {awb: /^\\(R\\)/}`);
  const strips = { ...NO_STRIPS };
  for (const [name, text] of Object.entries(value)) {
    const pattern = typeof text === 'string' ? patternOf(text, where) : null;
    if ((name !== 'awb' && name !== 'ref') || pattern === null)
      throw new MapFault(`${where}: ${name}: must be a pattern of awb or ref between slashes`);
    strips[name] = new RegExp(pattern.source, 'giu');
  }
  return strips;
}

function oneOf<W extends string>(value: unknown, words: readonly W[], where: string): W | null {
  if (value === undefined || value === '') return null;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new MapFault(`${where}: must be ${words.join(' or ')}`);
  return found;
}

function compareOf(value: unknown, where: string): Part[] | null {
  if (value === undefined || value === '') return null;
  const names: unknown[] = Array.isArray(value) ? value : [value];
  const isPart = (name: unknown): name is Part => (PARTS as readonly unknown[]).includes(name);
  if (names.length === 0 || !names.every(isPart)) throw new MapFault(`${where}: must be a list of ${PARTS.join(', ')}`);
  return PARTS.filter((part) => names.includes(part));
}

function footOf(value: unknown, where: string): Map<FootName, number> {
  if (value === undefined || value === '') return new Map();
  if (!isMembers(value)) throw new MapFault(`${where}: must have amounts, such as {fsc: 12345.60}`);
  return new Map(
    Object.entries(value).map(([name, text]) => {
      const found = FOOT_NAMES.find((each) => each === name);
      const amount = typeof text === 'string' ? money(text, 2) : null;
      if (found === undefined || amount?.ok !== true)
        throw new MapFault(`${where}: ${name}: must be an amount of ${FOOT_NAMES.join(', ')}`);
      return [found, Number(amount.value / PER_PAISA)];
    }),
  );
}

/** A key as it is compared: without case and without what is stripped. */
export const keyText = (text: string, strip: RegExp | null): string =>
  (strip === null ? text : text.replace(strip, '')).trim().toLowerCase();

/** The keys of a row as they are compared. */
export const keysBy =
  (strips: Strips) =>
  ({ awb, ref }: { awb: string; ref: string }): ParcelKeys => ({
    awb: keyText(awb, strips.awb),
    ref: keyText(ref, strips.ref),
  });
