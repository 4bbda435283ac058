/** Matrices of rates: slab × lane and distance × slab, either way round, and zone × zone by the kilogram. */
import { MONEY_DECIMALS } from '../../limits/documents.js';
import { isNumberLike } from '../cells/kinds.js';
import { PER_RUPEE, rupees } from '../cells/money.js';
import { type Slab, slabOf } from '../cells/slabs.js';
import { fault as failed, isEmptyForm, isFailure, parsed, type ParsedCell, plainText } from '../cells/text.js';
import { unitInHeading, unitOf, weight, type WeightUnit } from '../cells/weights.js';
import { isIgnored, type SheetColumn } from '../tables/columns.js';
import type { Faults, SourcePosition } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import { columnLetters } from '../sheet.js';
import type { Notes } from '../tables/reading.js';
import type { Table, TableRow } from '../tables/table.js';
import type { RowMembers } from '../../model/same-row.js';
import { bandsOf, KILOGRAM, type StatedSlab } from './bands.js';
import type { CardRow } from './card-row.js';
import { distanceOf, isLocal, kmOf } from './distances.js';
import { RATES, SLAB_FIELDS } from './form.js';
import { price, routeRows } from './prices.js';
import { routeKey, type Routes } from './routes.js';

/** Whether prices are for a kilogram, each started one or to the gram. */
export type PerKg = boolean | 'exact';

/** What else a reader of rates needs. */
export interface RatesContext {
  routes: Routes;
  /** Members of all rows: filters, dates, the minimum charge. */
  constants: RowMembers;
  /** Whose rates are read. */
  partnerId: string;
  perKg: PerKg;
  faults: Faults;
  notes: Notes;
}

/** A row or a column of the matrix. */
export interface Key {
  /** As it is written. */
  text: string;
  /** Its names, the most specific first: of two rows of headings either one may be meant. */
  names: readonly string[];
  position: SourcePosition;
  row: TableRow | null;
  column: string | null;
}

/** Null: the shape is none of these, and the user is asked. */
export function matrixRows(table: Table, context: RatesContext): CardRow[] | null {
  const hasSlabs = SLAB_FIELDS.some((field) => table.hasColumn(field));
  if (context.perKg !== false && !hasSlabs) {
    const cells = zoneCells(table, context);
    return cells === null ? null : zoneRows(cells, context);
  }
  const prices = priceColumns(table, context.routes);
  const down = hasSlabs ? NO_KEYS : downKeys(table, prices);
  for (const column of prices) table.take(column, freeName(column, table));
  const across = ofPartner(
    table.fields.filter(isRoute).map((field): Key => acrossKey(field, table)),
    table,
    context,
  );
  if (across.length === 0) {
    context.faults.add({ line: table.headerLine, column: null }, 'there is no column of a LANE or FROM>TO');
    return [];
  }
  if (hasSlabs) return slabRows(statedSlabs(table), across, table, context);
  const unit = unitInHeading(down.title);
  if (areSlabs(down.keys, unit)) return slabRows(plainSlabs(down.keys, unit), across, table, context);
  return areSlabs(across, null) ? slabRows(plainSlabs(across, null), down.keys, table, context) : null;
}

/** Two columns may have one heading. */
const freeName = ({ title, index }: SheetColumn, table: Table): string =>
  table.hasColumn(title) ? `column ${columnLetters(index)}` : title;

/** A column that the map names has our name of its route. */
function acrossKey(field: string, table: Table): Key {
  const [column] = table.columns.fields.get(field)!;
  const isOurs = table.map.columns.has(field);
  const text = isOurs || !column!.hasTitle ? field : column!.title;
  const position = table.positionOf(table.headerLine, field);
  return { text, names: isOurs ? [field] : column!.texts, position, row: null, column: field };
}

/** Of columns that the map's `partners` name, those of the courier; another column among them is a fault. */
function ofPartner(across: Key[], { map: { partners } }: Table, { partnerId, faults }: RatesContext): Key[] {
  const ownerOf = ({ names }: Key): string | undefined =>
    names.map((name) => partners.get(plainText(name))).find((owner) => owner !== undefined);
  if (across.every((key) => ownerOf(key) === undefined)) return across;
  return across.filter((key) => {
    const owner = ownerOf(key);
    if (owner === undefined) faults.add(key.position, 'is none of partners in the map: add it there, or to ignore');
    return owner === partnerId;
  });
}

const isRoute = (field: string): boolean => RATES.kindOf(field) === 'money' && field !== 'price';

/** Columns of prices: most of their cells are, or they have none and their heading is a route that is known. */
function priceColumns(table: Table, routes: Routes): SheetColumn[] {
  return table.columns.notRead.filter((column) => {
    const { index, hasTitle, texts } = column;
    if (!hasTitle || isIgnored(column, table.map)) return false;
    const filled = table.rows.map(({ cells }) => cells[index] ?? '').filter((text) => text.trim() !== '');
    const arePrices = filled.length > 0 && filled.filter(isNumberLike).length * 2 >= filled.length;
    const areNone = filled.every((text) => isEmptyForm(text) || isFailure(text));
    return arePrices || (areNone && texts.some((text) => routes.isKnown(text)));
  });
}

interface DownKeys {
  title: string;
  keys: Key[];
}

const NO_KEYS: DownKeys = { title: '', keys: [] };

/** The first column that has no prices. */
function downKeys(table: Table, prices: readonly SheetColumn[]): DownKeys {
  const [lane] = table.columns.fields.get('lane') ?? [];
  const column = lane ?? table.columns.notRead.find((each) => !prices.includes(each) && isFilled(table, each));
  if (column === undefined) return NO_KEYS;
  if (lane === undefined) table.take(column, 'lane');
  const keys = table.rows.map((row): Key => {
    const text = row.raw('lane');
    return { text, names: [text], position: row.position('lane'), row, column: null };
  });
  return { title: column.hasTitle ? column.title : '', keys };
}

const isFilled = ({ rows }: Table, { index }: SheetColumn): boolean =>
  rows.some(({ cells }) => (cells[index] ?? '').trim() !== '');

/** By the map, else by the heading; below our own heading `slab` weights are grams. */
function unitOfField(table: Table, field: string): WeightUnit | null {
  const said = table.map.units.get(field);
  if (said !== undefined) return unitOf(said);
  const [column] = table.columns.fields.get(field) ?? [];
  const texts = column?.texts ?? [];
  const ofHeading = texts.map(unitInHeading).find((unit) => unit !== null);
  return ofHeading ?? (texts.some((text) => plainHeading(text) === 'slab') ? 'g' : null);
}

/** Slabs of the columns `slab`, or `from` and `to`, and `step`. */
export function statedSlabs(table: Table, rows: readonly TableRow[] = table.rows): StatedSlab<Key>[] {
  const field = (['slab', 'from', 'to', 'step'] as const).find((each) => table.hasColumn(each))!;
  return rows.map((row) => {
    const key: Key = { text: row.get(field), names: [], position: row.position(field), row, column: null };
    const step = row.get('step') === '' ? null : weight(row.get('step'), unitOfField(table, 'step'));
    const isOne = field === 'slab';
    const text = isOne ? row.get(field) : `${row.get('from')}-${row.get('to')}`;
    const unit = isOne && row.isByMap(field) ? 'g' : unitOfField(table, field);
    const slab = isOne ? slabOf(text, unit) : rangeOf(row, table);
    return step === null || step.ok
      ? { row: key, text, slab, step: step?.value ?? null }
      : { row: key, text, slab: step, step: null };
  });
}

function rangeOf(row: TableRow, table: Table): ParsedCell<Slab> {
  const ends: (number | null)[] = [];
  for (const field of ['from', 'to']) {
    const end = row.get(field) === '' ? null : weight(row.get(field), unitOfField(table, field));
    if (end !== null && !end.ok) return end;
    ends.push(end?.value ?? null);
  }
  const [from = null, to = null] = ends;
  return from !== null && to !== null && to <= from
    ? failed(`must end above where it begins, but is ${from} to ${to} g`)
    : parsed({ kind: 'RANGE', from, to });
}

const plainSlabs = (keys: readonly Key[], unit: WeightUnit | null): StatedSlab<Key>[] =>
  keys.map((key) => ({ row: key, text: key.text, slab: slabOf(key.text, unit), step: null }));

/** Whether most texts are slabs: the others are faults then. */
function areSlabs(keys: readonly Key[], unit: WeightUnit | null): boolean {
  const fitting = keys.filter(({ text }) => slabOf(text, unit).ok && distanceText(text) === null);
  return fitting.length > 0 && fitting.length * 2 > keys.length;
}

/** null: it says no kilometres. */
const distanceText = (text: string): string | null => (/\bkms?\b/i.test(text) ? text : null);

function slabRows(
  slabs: readonly StatedSlab<Key>[],
  routes: readonly Key[],
  table: Table,
  { routes: known, constants, faults }: RatesContext,
): CardRow[] {
  const bands = bandsOf(slabs, table.map.open, ({ position }, message) => faults.add(position, message), table.notes);
  const areDistances = routes.some(({ text }) => distanceOf(text) !== null && /\d/.test(text));
  const twins = new Map<string, string>();
  return routes.flatMap((key) => {
    const cell = (slab: Key): { row: TableRow; column: string } => ({
      row: slab.row ?? key.row!,
      column: slab.column ?? key.column!,
    });
    const text = (slab: Key): string => cell(slab).row.get(cell(slab).column);
    const route: ParsedCell<RowMembers> = areDistances
      ? distanceRoute(key.text, known)
      : routeMembers(known.likeliest(key.names), known);
    if (!route.ok) {
      faults.add(key.position, route.message);
      return [];
    }
    const id = routeKey(route.value);
    const twin = twins.get(id);
    if (twin !== undefined) faults.add(key.position, `is the same route as ${twin}`);
    twins.set(id, key.text);
    return routeRows(
      { ...constants, ...route.value },
      bands,
      {
        name: key.text,
        text,
        position: (slab) => cell(slab).row.position(cell(slab).column),
        slabPosition: ({ position }) => position,
      },
      { open: table.map.open, faults, notes: table.notes },
    );
  });
}

function routeMembers(text: string, routes: Routes): ParsedCell<RowMembers> {
  const route = routes.find(text);
  return route.ok ? parsed({ ...route.value }) : route;
}

/** Routes by distance: the parcels of one city need a rule that gives them a lane. */
function distanceRoute(text: string, routes: Routes): ParsedCell<RowMembers> {
  const range = distanceOf(text);
  if (range !== null) return parsed(kmOf(range));
  const members = routeMembers(text, routes);
  if (!isLocal(text) || (members.ok && 'toZoneId' in members.value) || routes.hasLane(text)) return members;
  return failed(
    'needs a rule that gives routes within a city a lane; apply one, and name it by lanes in the map: '
      + '{"collection":"lane-rules","document":{"partnerId":…,"priority":1,"lane":"LOCAL","when":{"sameCity":true}}}',
  );
}

/** Whether rows and columns have the same names, or most of them are zones. */
function areZones(down: readonly Key[], across: readonly Key[], { zones }: Routes): boolean {
  const names = new Set(down.map(({ text }) => plainText(text)));
  const shared = across.filter(({ text }) => names.has(plainText(text))).length;
  const known = [...down, ...across].filter(({ text }) => zones.find(text).ok).length;
  return shared * 2 >= across.length || known * 2 > down.length + across.length;
}

/** A cell of a matrix of zones. */
export interface ZoneCell {
  route: { fromZoneId: number; toZoneId: number };
  /** Not empty. */
  text: string;
  position: SourcePosition;
}

type ZoneContext = Pick<RatesContext, 'routes' | 'faults' | 'notes'>;

/** Origins down, destinations across; null: the table is no matrix of zones. */
export function zoneCells(table: Table, context: ZoneContext): ZoneCell[] | null {
  const prices = priceColumns(table, context.routes);
  const down = downKeys(table, prices);
  for (const column of prices) table.take(column, freeName(column, table));
  const across = table.fields.filter(isRoute).map((field): Key => acrossKey(field, table));
  return areZones(down.keys, across, context.routes) ? cellsBetween(down.keys, across, context) : null;
}

function cellsBetween(down: readonly Key[], across: readonly Key[], context: ZoneContext): ZoneCell[] {
  const origins = zonesOf(down, context);
  const destinations = zonesOf(across, context);
  return origins.flatMap(({ key: origin, id: fromZoneId }) =>
    destinations.flatMap(({ key, id: toZoneId }): ZoneCell[] => {
      const text = origin.row!.get(key.column!);
      if (text === '') {
        context.notes.add('routes without a price, which are not carried', `${origin.text}>${key.text}`);
        return [];
      }
      return [{ route: { fromZoneId, toZoneId }, text, position: origin.row!.position(key.column) }];
    }),
  );
}

/** Those that are zones; the others are faults, and so is a zone that stands twice. */
function zonesOf(keys: readonly Key[], { routes, faults }: ZoneContext): { key: Key; id: number }[] {
  const twins = new Map<number, string>();
  return keys.flatMap((key) => {
    const zone = routes.zones.find(routes.likeliest(key.names));
    const twin = zone.ok ? twins.get(zone.id) : undefined;
    if (!zone.ok) faults.add(key.position, zone.message);
    else if (twin !== undefined) faults.add(key.position, `is the same zone as ${twin}`);
    else twins.set(zone.id, key.text);
    return zone.ok && twin === undefined ? [{ key, id: zone.id }] : [];
  });
}

function zoneRows(cells: readonly ZoneCell[], { constants, faults, perKg }: RatesContext): CardRow[] {
  const said = new Set(Object.keys(constants));
  return cells.flatMap(({ route, text, position }) => {
    const amount = pricePerKg(text, perKg);
    if (!amount.ok) faults.add(position, amount.message);
    return amount.ok ? [perKgRow({ ...constants, ...route }, amount.value, perKg, said, position)] : [];
  });
}

/** A gram may cost up to six decimals of a Rupee. */
export const pricePerKg = (text: string, perKg: PerKg): ParsedCell<bigint> =>
  price(text, perKg === 'exact' ? EXACT_KG_DECIMALS : MONEY_DECIMALS);

const EXACT_KG_DECIMALS = 3;

/** A price for each started kilogram, or to the gram. */
export function perKgRow(
  common: RowMembers,
  amount: bigint,
  perKg: PerKg,
  said: ReadonlySet<string>,
  position: SourcePosition,
): CardRow {
  const charge = rupees(amount);
  const members =
    perKg === 'exact'
      ? { baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge: Number(amount) / (Number(PER_RUPEE) * KILOGRAM) }
      : { baseWeight: KILOGRAM, baseCharge: charge, addonWeight: KILOGRAM, addonCharge: charge };
  return { members: { ...common, ...members }, said, positionOf: () => position };
}
