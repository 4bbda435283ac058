/** Rates as contracts have them: slabs of weight down, lanes or FROM>TO across, a sheet for each kind of shipment. */
import { rupees as rupeesOf, money } from '../../../../sheets/cells/money.js';
import { slabOf } from '../../../../sheets/cells/slabs.js';
import { fault, parsed, type ParsedCell } from '../../../../sheets/cells/text.js';
import type { GridColumn, GridRow } from '../../../parts/grid/cells.js';
import { beginsLater, type Doc, isOver, laterWords } from '../read.js';
import { type Band, bandOf, bandOfKey, byWeight, keyOfBand, nameOfBand, type Part } from './bands.js';
import { replaced } from './replaced.js';
import type { Sheet, TypedCell } from './sheet.js';

/** A row of packages; weights are grams, charges Rupees. */
export interface Rate extends Doc {
  id: number;
  baseWeight: number;
  baseCharge: number;
  addonWeight: number;
  addonCharge: number;
  minWeight?: number | null;
  maxWeight?: number | null;
  minCharge?: number | null;
}

interface Slot {
  rate: Rate;
  part: Part;
}

/** A courier, and what it has that names routes. */
export interface RouteNames {
  partnerId: string;
  zones: readonly { id: number; name: string }[];
  lanes: readonly string[];
}

/** What cells, their places and their dates say of a rate. The rest is what it is for, and makes a sheet. */
const OF_CELLS: ReadonlySet<string> = new Set([
  ...['id', 'packageId', 'partnerId', 'packageName', 'status', 'validFrom', 'validTo', 'createdAt'],
  ...['baseWeight', 'baseCharge', 'addonWeight', 'addonCharge', 'minCharge', 'minWeight', 'maxWeight'],
  ...['kmFrom', 'kmTo', 'fromZoneId', 'toZoneId', 'lane'],
]);
const MAX_DECIMALS = { base: 2, step: 4, top: 4, whole: 2, start: 2, least: 2 } as const;

/**
 * The sheets of the rates that are in force, those for all customers first. A kind whose rates all begin later has an
 * empty one, which says when. @param now ISO 8601
 */
export function rateSheets(rates: readonly Rate[], names: RouteNames, now: string): Sheet[] {
  const groups = new Map<string, { present: Rate[]; later: string[] }>();
  for (const rate of rates) {
    if (isOver(rate, now)) continue;
    const key = JSON.stringify(filtersOf(rate));
    const group = groups.get(key) ?? { present: [], later: [] };
    groups.set(key, group);
    if (beginsLater(rate, now)) group.later.push(String(rate['validFrom']));
    else group.present.push(rate);
  }
  if (groups.size === 0) groups.set(JSON.stringify(filtersOf({})), { present: [], later: [] });
  return [...groups]
    .sort(([a, { present: first }], [b, { present: second }]) => rankOf(a, first.length) - rankOf(b, second.length))
    .map(([key, { present, later }]) => ({ ...sheetOf(key, present, names), later: laterWords(later) }));
}

/** Those for one customer come last, returns before them; then the longer sheets first. */
function rankOf(key: string, length: number): number {
  const { customerId, direction } = JSON.parse(key) as Record<string, unknown>;
  return (customerId === undefined ? 0 : 2e6) + (direction === undefined ? 0 : 1e6) - length;
}

function filtersOf(rate: Doc): Record<string, unknown> {
  const isGiven = (name: string, value: unknown): boolean =>
    !OF_CELLS.has(name) && (value ?? null) !== null && !(name === 'direction' && value === 'FORWARD');
  return Object.fromEntries(
    Object.entries(rate)
      .filter(([name, value]) => isGiven(name, value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function titleOf(filters: Record<string, unknown>): string {
  const { customerId, direction, paymentType, shipmentType, ...others } = filters as Record<string, string | undefined>;
  return [
    customerId === undefined ? 'All customers' : `Customer ${customerId}`,
    direction ?? 'forward',
    paymentType ?? 'COD and prepaid',
    shipmentType ?? 'B2B and B2C',
    ...Object.values(others),
  ].join(', ');
}

/** The cells of a row of packages. */
function slotsOf(rate: Rate, isDerived: boolean): [Band, Part][] {
  const { baseWeight, addonWeight: step, baseCharge, addonCharge } = rate;
  const from = rate.minWeight ?? 0;
  const most = rate.maxWeight ?? Infinity;
  const base = Math.min(baseWeight, most);
  const km = kmOf(rate);
  const of = (part: Part, stepOf = 0): [Band, Part] => [{ part, from, base, step: stepOf, km }, part];
  const least = (rate.minCharge ?? null) === null ? [] : [of('least')];
  if (baseWeight > from) return [of('base'), ...(step === 0 || most <= baseWeight ? [] : [of('step', step)]), ...least];
  if (baseWeight === step && baseCharge === addonCharge) return [of('whole', step), ...least];
  return [...(isDerived ? [] : [of('start')]), of('top', step), ...least];
}

function kmOf({ kmFrom, kmTo }: Doc): string {
  if ((kmFrom ?? null) === null && (kmTo ?? null) === null) return '';
  return (kmTo ?? null) === null ? `above ${String(kmFrom ?? 0)} km` : `${String(kmFrom ?? 0)} to ${String(kmTo)} km`;
}

/** Rupees at a weight. */
function chargeAt({ baseWeight, baseCharge, addonWeight, addonCharge }: Rate, grams: number): number {
  const steps = addonWeight === 0 ? 0 : Math.ceil(Math.max(0, grams - baseWeight) / addonWeight);
  return Math.round((baseCharge + steps * addonCharge) * 100 + 1e-6) / 100;
}

const routeOf = ({ lane, fromZoneId, toZoneId }: Doc): string =>
  JSON.stringify([lane, fromZoneId, toZoneId].map((each) => each ?? null));

/** The price of this row begins where another one of its route ends. */
const lowerOf = (rate: Rate, rates: readonly Rate[]): Rate | undefined =>
  rates.find(
    (other) =>
      other !== rate
      && routeOf(other) === routeOf(rate)
      && kmOf(other) === kmOf(rate)
      && other.maxWeight === rate.minWeight
      && chargeAt(other, rate.minWeight ?? 0) === rate.baseCharge,
  );

const isDerivedFrom = (rate: Rate, rates: readonly Rate[]): Rate | undefined =>
  rate.baseWeight === (rate.minWeight ?? 0) && rate.baseWeight > 0 ? lowerOf(rate, rates) : undefined;

function sheetOf(key: string, rates: readonly Rate[], names: RouteNames): Sheet {
  const filters = JSON.parse(key) as Record<string, unknown>;
  const slots = new Map<string, Slot>();
  const rows = new Map<string, GridRow>();
  const columns = new Map<string, GridColumn>();
  for (const rate of rates) {
    const route = routeOf(rate);
    if (!columns.has(route)) columns.set(route, { key: route, name: nameOfRoute(route, names), isNumber: true });
    for (const [band, part] of slotsOf(rate, isDerivedFrom(rate, rates) !== undefined)) {
      const own = keyOfBand(band);
      // of two rows for the same the second has its own line
      const isTaken = slots.has(`${own}\n${route}`);
      const row = isTaken ? `${own}#${rate.id}` : own;
      rows.set(row, { key: row, name: nameOfBand(band) + (isTaken ? ` (packages/${rate.id})` : '') });
      slots.set(`${row}\n${route}`, { rate, part });
    }
  }
  for (const lane of [...columns.values()].some(({ key: route }) => route.startsWith('["')) || rates.length === 0
    ? names.lanes
    : []) {
    const route = routeOf({ lane });
    if (!columns.has(route)) columns.set(route, { key: route, name: lane, isNumber: true });
  }
  const sorted = [...rows.values()].sort((a, b) => byWeight(bandOfKey(a.key), bandOfKey(b.key)));
  return {
    key,
    title: titleOf(filters),
    units: 'Weights down in grams, lanes across; prices in ₹. +500 is each started 500 g more.',
    rowHead: 'Slab',
    columns: [...columns.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    rows: sorted,
    text: (row, column) => {
      const slot = slots.get(`${row}\n${column}`);
      return slot === undefined ? '' : String(valueOf(slot));
    },
    placeOf: (document) => {
      const [place] = [...slots].find(([, { rate }]) => document === `packages/${rate.id}`) ?? [];
      const [row, column] = place?.split('\n') ?? [];
      return place === undefined ? null : { row: rows.get(row!)!, column: columns.get(column!)! };
    },
    read: (row, _, text) => amount(text, bandOfKey(row).part),
    newRow: {
      label: 'Slab',
      hint: 'As 500-1000, +500 or 5000+ +1000, in grams',
      parse: rowOf,
    },
    newColumn: (heading) => newRoute(heading, names),
    lines: (cells, begins) =>
      linesOf(cells, begins, { rates, slots, common: { ...filters, partnerId: names.partnerId } }),
  };
}

const valueOf = ({ rate, part }: Slot): number =>
  part === 'step' || part === 'top' ? rate.addonCharge : part === 'least' ? rate.minCharge! : rate.baseCharge;

/** Rupees, written plainly; '' is no price. */
function amount(text: string, part: Part): ParsedCell<string> {
  if (text.trim() === '') return parsed('');
  const read = money(text, MAX_DECIMALS[part]);
  if (!read.ok) return read;
  return read.value < 0n ? fault('must be 0 or more') : parsed(String(rupeesOf(read.value)));
}

function nameOfRoute(route: string, { zones }: RouteNames): string {
  const [lane, from, to] = JSON.parse(route) as [string | null, number | null, number | null];
  if (lane !== null) return lane;
  const zone = (id: number | null): string =>
    id === null ? '' : (zones.find((each) => each.id === id)?.name ?? String(id));
  return from === null && to === null ? 'anywhere' : `${zone(from)}>${zone(to)}`;
}

function newRoute(heading: string, names: RouteNames): GridColumn | null {
  const { zones, lanes } = names;
  const name = heading.trim();
  const column = (route: Doc, shown: string): GridColumn => ({ key: routeOf(route), name: shown, isNumber: true });
  const lane = lanes.find((each) => each.toLowerCase() === name.toLowerCase());
  if (lane !== undefined) return column({ lane }, lane);
  const ends = name.split('>').map((each) => each.trim());
  if (ends.length !== 2 || ends.every((each) => each === '')) return null;
  const ids = ends.map((each) => zones.find((zone) => zone.name.toLowerCase() === each.toLowerCase())?.id);
  if (ends.some((each, at) => each !== '' && ids[at] === undefined)) return null;
  const route = { fromZoneId: ids[0] ?? null, toZoneId: ids[1] ?? null };
  return column(route, nameOfRoute(routeOf(route), names));
}

/** A slab as sheets write it; steps belong to the slab above them. */
function rowOf(text: string, rows: readonly GridRow[], above?: GridRow): ParsedCell<GridRow> {
  const slab = slabOf(text, 'g');
  if (!slab.ok) return slab;
  const bands = (above === undefined ? rows : [above]).map(({ key }) => bandOfKey(key));
  const last = bands.filter(({ part }) => part === 'base').at(-1);
  const band = bandOf(slab.value, last);
  if (typeof band === 'string') return fault(band);
  const key = keyOfBand(band);
  return parsed(rows.find((row) => row.key === key) ?? { key, name: nameOfBand(band) });
}

interface SheetRates {
  rates: readonly Rate[];
  slots: ReadonlyMap<string, Slot>;
  /** Members of all rows of the sheet. */
  common: Doc;
}

/** The changed rows of packages, and new ones. */
function linesOf(cells: readonly TypedCell[], begins: string | null, sheet: SheetRates): object[] {
  const after = new Map<Rate, Rate | null>();
  const added = new Map<string, Rate>();
  const fresh: TypedCell[] = [];
  for (const cell of cells) {
    const slot = sheet.slots.get(`${cell.row.key}\n${cell.column.key}`);
    if (slot === undefined) fresh.push(cell);
    else {
      const before = after.has(slot.rate) ? after.get(slot.rate)! : slot.rate;
      if (before !== null) after.set(slot.rate, changed(before, slot.part, cell.text));
    }
  }
  // slabs before their steps
  fresh.sort((a, b) => byWeight(bandOfKey(a.row.key), bandOfKey(b.row.key)));
  const placed = fresh.filter(({ text }) => text !== '');
  for (const cell of placed) place(cell, sheet, after, added, placed);
  for (const rate of sheet.rates) {
    const lower = isDerivedFrom(rate, sheet.rates);
    const present = after.has(rate) ? after.get(rate) : rate;
    const below = lower === undefined ? undefined : after.get(lower);
    if (present && below) after.set(rate, { ...present, baseCharge: chargeAt(below, rate.minWeight ?? 0) });
  }
  return [
    ...[...after].flatMap(([before, rate]) => replaced('packages', before, rate, begins)),
    ...[...added.values()].map((rate) => ({
      collection: 'packages',
      match: true,
      document: { ...rate, ...(begins !== null && { validFrom: begins }) },
    })),
  ];
}

/** A row with the new value of one of its cells; null: without a price it is gone. */
function changed(rate: Rate, part: Part, text: string): Rate | null {
  const value = Number(text);
  if (part === 'least') return { ...rate, minCharge: text === '' ? null : value };
  if (text !== '') {
    if (part === 'base' || part === 'start') return { ...rate, baseCharge: value };
    if (part === 'whole') return { ...rate, baseCharge: value, addonCharge: value };
    return { ...rate, addonCharge: value };
  }
  if (part === 'step') return { ...rate, addonWeight: 0, addonCharge: 0, maxWeight: rate.baseWeight };
  return null;
}

/** A price where there was none: a new row, or the step of one. */
function place(
  { row, column, text }: TypedCell,
  { rates, common }: SheetRates,
  after: Map<Rate, Rate | null>,
  added: Map<string, Rate>,
  placed: readonly TypedCell[],
): void {
  const { part, from, base, step } = bandOfKey(row.key);
  const charge = Number(text);
  const [lane, fromZoneId, toZoneId] = JSON.parse(column.key) as [string | null, number | null, number | null];
  const ofRoute = rates.filter((rate) => routeOf(rate) === column.key && after.get(rate) !== null);
  const now = (rate: Rate): Rate => after.get(rate) ?? rate;
  if (part === 'step') {
    const own = added.get(`${column.key} ${from}`);
    const next = nextFrom(from, ofRoute, column.key, placed);
    const steps = { addonWeight: step, addonCharge: charge, maxWeight: next };
    if (own !== undefined) added.set(`${column.key} ${from}`, withoutNulls({ ...own, ...steps }));
    else
      for (const rate of ofRoute)
        if ((rate.minWeight ?? 0) === from && rate.baseWeight === base) after.set(rate, { ...now(rate), ...steps });
    return;
  }
  const lower = ofRoute
    .map(now)
    .concat([...added.values()].filter((rate) => routeOf(rate) === column.key))
    .filter((rate) => (rate.minWeight ?? 0) < from)
    .sort((a, b) => (b.minWeight ?? 0) - (a.minWeight ?? 0))[0];
  const isTop = part === 'top';
  const document = {
    ...common,
    lane,
    fromZoneId,
    toZoneId,
    minWeight: from === 0 ? null : from,
    maxWeight: isTop ? null : base,
    baseWeight: base,
    baseCharge: isTop && lower !== undefined ? chargeAt(lower, from) : charge,
    addonWeight: isTop ? step : 0,
    addonCharge: isTop ? charge : 0,
  } as unknown as Rate;
  added.set(`${column.key} ${from}`, withoutNulls(document));
  // what was priced by steps from below ends where the new slab begins
  for (const rate of ofRoute)
    if ((rate.minWeight ?? 0) < from && (now(rate).maxWeight ?? Infinity) > from)
      after.set(rate, { ...now(rate), maxWeight: from });
}

/** Where the next slab of the route begins; null: there is none. */
function nextFrom(from: number, rates: readonly Rate[], route: string, placed: readonly TypedCell[]): number | null {
  const begins = [
    ...rates.map((rate) => rate.minWeight ?? 0),
    ...placed.flatMap(({ row, column }) => (column.key === route ? [bandOfKey(row.key).from] : [])),
  ].filter((each) => each > from);
  return begins.length === 0 ? null : Math.min(...begins);
}

const withoutNulls = (rate: Rate): Rate =>
  Object.fromEntries(Object.entries(rate).filter(([, value]) => value !== null && value !== undefined)) as Rate;
