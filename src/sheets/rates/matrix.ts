/** Matrices of rates: slab × lane and distance × slab, either way round, and zone × zone by the kilogram. */
import type { RowMembers } from '../../model/row-filters.js';
import { fault as failed, type ParsedCell, parsed, plainText } from '../cells/text.js';
import { REPEATED_HEADINGS } from '../tables/filter.js';
import type { Table, TableRow } from '../tables/table.js';
import { bandsOf, type StatedSlab } from './bands.js';
import type { CardRow } from './card-row.js';
import type { RatesContext } from './context.js';
import { distanceOf, isLocal, kmOf } from './distances.js';
import { isRoute, SLAB_FIELDS } from './form.js';
import {
  acrossKey,
  downKeys,
  freeName,
  type Key,
  NO_KEYS,
  noteAdvice,
  ofPartner,
  priceColumns,
  ROUTE_FIELDS,
} from './matrix-keys.js';
import { routeRows } from './prices.js';
import { routeKey, type Routes } from './routes.js';
import { plainSlabs, slabsOfNames, statedSlabs } from './stated-slabs.js';
import { betweenZones, zoneRows } from './zone-matrix.js';

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
  const unread = hasSlabs ? table.unreadKey : null;
  const [route] = hasSlabs ? ROUTE_FIELDS.filter((field) => table.hasColumn(field)) : [];
  if (route !== undefined) {
    const advice =
      'name what they are for by a pattern, such as columns: {"{service}": price} in the map, or ignore them';
    const others = across.map(({ text }) => text).join(', ');
    context.faults.add(
      table.positionOf(table.headerLine, route),
      `has routes, and ${others} are read as routes too: ${advice}`,
    );
  } else if (unread !== null) context.faults.add(table.columnPosition(unread), NOT_OF_ONE);
  if (hasSlabs) return slabRows(statedSlabs(table), across, table, context);
  if (slabs === null) return null;
  const keys = slabs.areDown ? down.keys : across;
  return slabRows(plainSlabs(keys, slabs.unit), slabs.areDown ? across : down.keys, table, context);
}

const NOT_OF_ONE =
  'is not read, and its rows differ: say what it is by columns in the map, such as partner or service, or ignore it';

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
