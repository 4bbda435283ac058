/** Matrices of rates: slab × lane and distance × slab, either way round, and zone × zone by the kilogram. */
import { isNumberLike } from '../cells/kinds.js';
import { sheetSlabOf, type Slab } from '../cells/slabs.js';
import { fault as failed, isEmptyForm, isFailure, parsed, type ParsedCell, plainText } from '../cells/text.js';
import { unitInHeading, unitOf, weight, type WeightUnit } from '../cells/weights.js';
import { isIgnored, type SheetColumn } from '../tables/columns.js';
import { REPEATED_HEADINGS } from '../tables/filter.js';
import type { Faults, SourcePosition } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import { columnLetters } from '../sheet.js';
import type { Notes } from '../tables/reading.js';
import type { Table, TableRow } from '../tables/table.js';
import { unitOfColumn } from '../tables/units.js';
import type { RowMembers } from '../../model/same-row.js';
import { bandsOf, type PerKg, type StatedSlab } from './bands.js';
import type { CardRow } from './card-row.js';
import { distanceOf, isLocal, kmOf } from './distances.js';
import { isRoute, SLAB_FIELDS } from './form.js';
import { decimalsPerKg, perKgMembers, price, routeRows } from './prices.js';
import { hasRoutes, routePosition, routeText } from './route-columns.js';
import { routeKey, type Routes } from './routes.js';

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
  const prices = priceColumns(table, context.routes);
  const down = hasSlabs ? NO_KEYS : downKeys(table, prices);
  for (const column of prices) table.take(column, freeName(column, table));
  const all = table.fields.filter(isRoute).map((field): Key => acrossKey(field, table));
  const slabs = hasSlabs ? null : slabsOfNames(down, all, table);
  if (context.perKg !== false && !hasSlabs && slabs === null) {
    const cells = betweenZones(down.keys, all, table, context);
    return cells === null ? null : zoneRows(cells, context);
  }
  const across = ofPartner(all, table, context);
  if (across.length === 0) {
    context.faults.add({ line: table.headerLine, column: null }, 'there is no column of a LANE or FROM>TO');
    return [];
  }
  const unread = hasSlabs && !table.hasColumn('lane') ? table.unreadKey : null;
  if (unread !== null) context.faults.add(table.columnPosition(unread), NOT_OF_ONE);
  if (hasSlabs) return slabRows(statedSlabs(table), across, table, context);
  if (slabs === null) return null;
  const keys = slabs.areDown ? down.keys : across;
  return slabRows(plainSlabs(keys, slabs.unit), slabs.areDown ? across : down.keys, table, context);
}

const NOT_OF_ONE =
  'is not read, and its rows differ: say what it is by columns in the map, such as partner or service, or ignore it';

interface SlabNames {
  areDown: boolean;
  unit: WeightUnit | null;
}

/**
 * Where the slabs are that no field names: those with units, else those whose unit the map says, else those without one,
 * which are faults. null: nowhere
 */
function slabsOfNames({ title, keys }: DownKeys, across: readonly Key[], { map }: Table): SlabNames | null {
  const said = unitOf(map.units.get('slab') ?? '');
  const ofTitle = unitInHeading(title) ?? said;
  if (areSlabs(keys, ofTitle)) return { areDown: true, unit: ofTitle };
  if (areSlabs(across, said)) return { areDown: false, unit: said };
  const [areDown, areAcross] = [areSlabs(keys, 'g'), areSlabs(across, 'g')];
  return areDown === areAcross ? null : { areDown, unit: null };
}

/** Two columns may have one heading. */
export const freeName = ({ title, index }: SheetColumn, table: Table): string =>
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

/** Columns of prices: most of their cells are, or their heading is a route that is known. */
function priceColumns(table: Table, routes: Routes): SheetColumn[] {
  return table.columns.notRead.filter((column) => {
    const { index, hasTitle, texts } = column;
    if (!hasTitle || isIgnored(column, table.map) || texts.some(isSerial)) return false;
    const filled = table.rows.map(({ cells }) => cells[index] ?? '').filter((text) => !isEmptyForm(text));
    const numbers = filled.filter(isNumberLike).length;
    if (numbers * 2 >= filled.length && numbers > 0) return true;
    // a route that is known has prices, whatever stands below it, unless it heads the names of the rows
    const mayBePrices = numbers > 0 || filled.every(isFailure) || KEY_FIELDS.some((field) => table.hasColumn(field));
    return mayBePrices && texts.some((text) => routes.isKnown(text));
  });
}

const KEY_FIELDS = [...SLAB_FIELDS, 'lane', 'from_zone', 'to_zone'] as const;

/** Of the numbers of rows. */
const SERIAL = /^(?:#|no|(?:s|sr|sl|serial)(?:no|number)?)$/;
const isSerial = (heading: string): boolean => SERIAL.test(plainHeading(heading));

interface DownKeys {
  title: string;
  keys: Key[];
}

const NO_KEYS: DownKeys = { title: '', keys: [] };

/** The columns that say a route, else the first one without prices whose cells differ: `ORIGIN` may stand beside it. */
function downKeys(table: Table, prices: readonly SheetColumn[]): DownKeys {
  if (hasRoutes(table)) {
    const [column] = table.columns.fields.get('lane') ?? [];
    return { title: column?.hasTitle === true ? column.title : '', keys: keysOf(table, routeText) };
  }
  const others = table.columns.notRead.filter((each) => !prices.includes(each) && isFilled(table, each));
  const column = others.find((each) => differs(table, each)) ?? others[0];
  if (column === undefined) return NO_KEYS;
  table.take(column, 'lane');
  return { title: column.hasTitle ? column.title : '', keys: keysOf(table, routeText) };
}

const keysOf = ({ rows }: Table, textOf: (row: TableRow) => string): Key[] =>
  rows.map((row) => {
    const text = textOf(row);
    return { text, names: [text], position: routePosition(row), row, column: null };
  });

const differs = ({ rows }: Table, { index }: SheetColumn): boolean =>
  rows.some(({ cells }) => plainText(cells[index] ?? '') !== plainText(rows[0]!.cells[index] ?? ''));

const isFilled = ({ rows }: Table, { index }: SheetColumn): boolean =>
  rows.some(({ cells }) => (cells[index] ?? '').trim() !== '');

/** By the map, else by the heading; below our own heading `slab` weights are grams. */
function unitOfField(table: Table, field: string): WeightUnit | null {
  const [column] = table.columns.fields.get(field) ?? [];
  const isOurs = column?.texts.some((text) => plainHeading(text) === 'slab') === true;
  return unitOfColumn(table, field) ?? (isOurs ? 'g' : null);
}

/** Slabs of the columns `slab`, or `from` and `to`, and `step`. */
export function statedSlabs(table: Table, rows: readonly TableRow[] = table.rows): StatedSlab<Key>[] {
  const field = (['slab', 'from', 'to', 'step'] as const).find((each) => table.hasColumn(each))!;
  const isUnitSaid = unitOfColumn(table, field) !== null;
  return rows.map((row) => {
    const key: Key = { text: row.get(field), names: [], position: row.position(field), row, column: null };
    const step = row.get('step') === '' ? null : weight(row.get('step'), unitOfField(table, 'step'));
    const isOne = field === 'slab';
    const text = isOne ? row.get(field) : `${row.get('from')}-${row.get('to')}`;
    const unit = isOne && row.isByMap(field) ? 'g' : unitOfField(table, field);
    const read = isOne ? sheetSlabOf(text, unit, isUnitSaid) : rangeOf(row, table);
    const slab = read.ok ? read : failed(read.message + row.noteAdvice);
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
  keys.map((key) => {
    const slab = sheetSlabOf(key.text, unit, false);
    const isOther = key.column !== null && !slab.ok && !/\d/.test(key.text);
    const advice = `; if it is no price by weight, say ignore: [${key.text}] in the map`;
    return { row: key, text: key.text, slab: isOther ? failed(slab.message + advice) : slab, step: null };
  });

/** Whether most texts are slabs: the others are faults then. */
function areSlabs(keys: readonly Key[], unit: WeightUnit | null): boolean {
  const fitting = keys.filter(({ text }) => sheetSlabOf(text, unit, false).ok && distanceText(text) === null);
  return fitting.length > 0 && fitting.length * 2 > keys.length;
}

/** null: it says no kilometres. */
const distanceText = (text: string): string | null => (/\bkms?\b/i.test(text) ? text : null);

function slabRows(
  slabs: readonly StatedSlab<Key>[],
  routes: readonly Key[],
  table: Table,
  { routes: known, constants, perKg, faults }: RatesContext,
): CardRow[] {
  const { open } = table.map;
  const { notes } = table;
  const again = adviceOnAgain(slabs, table);
  const bands = bandsOf(slabs, { open, perKg, notes }, ({ position }, message) =>
    faults.add(position, message + again),
  );
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
      faults.add(key.position, route.message + noteAdvice(key));
      return [];
    }
    const id = routeKey(route.value);
    const twin = twins.get(id);
    if (twin !== undefined) faults.add(key.position, `is the same route as ${twin}${adviceOnBlocks(key)}`);
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
      { open, perKg, faults, notes },
    );
  });
}

/** Slabs that come twice: below each other, or in blocks of two rows of headings. */
function adviceOnAgain(slabs: readonly StatedSlab<Key>[], table: Table): string {
  const texts = slabs.map(({ text }) => plainText(text));
  if (new Set(texts).size === texts.length) return '';
  const again = table.leftOut.all.find(({ what }) => what === REPEATED_HEADINGS);
  if (again !== undefined)
    return `; the headings come again in ${again.example}: if that is another table, choose one by headings and rows in the map`;
  const isOfBlocks = slabs.some(({ row: { column, names } }) => column !== null && names.length > 1);
  return isOfBlocks
    ? '; of two rows of headings, say columns: {"{direction} {slab}": price} in the map, or another field for the first'
    : '';
}

/** Blocks side by side, such as Surface and Air: how one of them is named. */
function adviceOnBlocks({ names }: Key): string {
  const [lower, both] = names;
  if (lower === undefined || both === undefined || !both.endsWith(lower)) return '';
  return `: of blocks side by side, say columns: {"${both.slice(0, -lower.length)}{lane}": price} in the map`;
}

const noteAdvice = ({ row }: Key): string => row?.noteAdvice ?? '';

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
  return betweenZones(down.keys, across, table, context);
}

/** null: they are no zones, or destinations stand down. */
function betweenZones(
  down: readonly Key[],
  across: readonly Key[],
  table: Table,
  context: ZoneContext,
): ZoneCell[] | null {
  if (table.hasColumn('to_zone') || down.length === 0) return null;
  const origins = table.hasColumn('from_zone') ? keysOf(table, (row) => row.get('from_zone')) : down;
  return areZones(origins, across, context.routes) ? cellsBetween(origins, across, context) : null;
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
    if (!zone.ok) faults.add(key.position, zone.message + noteAdvice(key));
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

export const pricePerKg = (text: string, perKg: PerKg): ParsedCell<bigint> => price(text, decimalsPerKg(perKg));

/** A price for each started kilogram, or to the gram. */
export function perKgRow(
  common: RowMembers,
  amount: bigint,
  perKg: PerKg,
  said: ReadonlySet<string>,
  position: SourcePosition,
): CardRow {
  return { members: { ...common, ...perKgMembers(amount, perKg) }, said, positionOf: () => position };
}
