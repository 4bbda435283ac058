/** A matrix of rates: a row for each slab of weight, a column for each lane or pair of zones. */
import type { RowMembers } from '../../model/same-row.js';
import { LANE_PATTERN } from '../../model/lanes.js';
import { MONEY_DECIMALS, STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import { memberSchema } from '../flat.js';
import { amount, rupees, toPaisa } from './amounts.js';
import type { FileRow } from './lines.js';
import type { Faults } from './faults.js';
import { fieldValue } from './long-form.js';
import { plainText, type SheetMap } from './map.js';
import { type Band, bandsOf } from './slabs.js';
import type { Headings, Table, TableRow } from './table.js';
import type { ZoneNames } from './zone-names.js';

export const SLAB = 'slab';
const LANE = new RegExp(LANE_PATTERN);
const NAME = 'LANE or FROM>TO';

/** @param lanes that the partner's rules give; without any, every name may be a lane */
export function matrixHeadings(lanes: ReadonlySet<string>): Headings {
  const isLane = (text: string): boolean => (lanes.size === 0 ? LANE.test(text) : lanes.has(text));
  return {
    kind: `a matrix of rates${lanes.size === 0 ? '' : `, nor a lane that a rule gives (${[...lanes].join(', ')})`}`,
    names: [SLAB, ...lanes],
    required: [SLAB],
    find: (text) => {
      const trimmed = text.trim();
      if (plainText(trimmed) === SLAB) return SLAB;
      return isLane(trimmed) || isPair(trimmed) ? trimmed : null;
    },
    // rows above the headings may have words that lanes could have
    isHeader: (names) => names.includes(SLAB),
    others: `# ${NAME}`,
    setsOtherNames: true,
  };
}

const isPair = (text: string): boolean => /^[^>]*[^>\s][^>]*>[^>]*[^>\s][^>]*$/.test(text);

/** Each column and band is a row of packages. */
export function matrixRows(table: Table, zones: ZoneNames, faults: Faults): FileRow[] {
  if (table.at.get(SLAB) !== 0) faults.add(table.positionOf(table.headerLine, SLAB), 'must be the first column');
  const lanes = [...table.at.keys()].filter((heading) => heading !== SLAB);
  if (lanes.length === 0) faults.add(table.positionOf(table.headerLine, null), `there is no column of a ${NAME}`);
  const bands = bandsOf(
    table.rows,
    (row) => row.get(SLAB),
    (row, message) => faults.add(row.position(SLAB), message),
  );
  const constants = constantsOf(table, zones, faults);
  const routes = new Map<string, string>();
  return lanes.flatMap((heading) => {
    const route = routeOf(heading, table, zones, faults);
    const twin = route === null ? undefined : routes.get(JSON.stringify(route));
    if (twin !== undefined) faults.add(table.positionOf(table.headerLine, heading), `is the same route as ${twin}`);
    if (route === null) return [];
    routes.set(JSON.stringify(route), heading);
    return columnRows(heading, { ...constants, ...route }, bands, pricesOf(heading, table, faults));
  });
}

/** Members that the map sets for all rows: filters, dates, the minimum charge. */
function constantsOf({ map, headerLine }: Table, zones: ZoneNames, faults: Faults): RowMembers {
  const constants: Record<string, unknown> = {};
  for (const [field, text] of map.set) {
    const schema = memberSchema('packages', field);
    const position = { line: headerLine, column: field };
    const parsed = schema === null || isOfTheMatrix(field) ? null : fieldValue(text, field, schema, zones);
    if (parsed === null) faults.add(position, 'is in the map, and is no field of packages that a matrix leaves open');
    else if (parsed.ok) constants[field] = parsed.value;
    else faults.add(position, parsed.message);
  }
  return constants;
}

const GIVEN = ['id', 'partnerId', 'lane', 'fromZoneId', 'toZoneId', 'minWeight', 'maxWeight'] as const;
const CHARGES = ['baseWeight', 'baseCharge', 'addonWeight', 'addonCharge'] as const;
const isOfTheMatrix = (field: string): boolean => ([...GIVEN, ...CHARGES] as readonly string[]).includes(field);

function routeOf(heading: string, table: Table, zones: ZoneNames, faults: Faults): RowMembers | null {
  if (!heading.includes('>')) return { lane: heading };
  const ends = heading.split('>').map((name) => zones.find(name.trim()));
  for (const end of ends) if (!end.ok) faults.add(table.positionOf(table.headerLine, heading), end.message);
  const [from, to] = ends;
  return from?.ok && to?.ok ? { fromZoneId: from.id, toZoneId: to.id } : null;
}

function columnRows(heading: string, common: RowMembers, bands: readonly Band<TableRow>[], prices: Prices): FileRow[] {
  const rows: FileRow[] = [];
  const said = new Set(Object.keys(common));
  /** The charge of the band above, from which the price of an additional band begins. */
  let above: ((grams: number) => bigint) | null = null;
  for (const { row, from, to, base, steps, isOnTop } of bands) {
    const price: bigint | null = isOnTop ? (above?.(base) ?? null) : (prices.get(row) ?? null);
    const step = steps === null ? 0n : (prices.get(steps.row) ?? null);
    above = null;
    if (price === null || step === null) continue;
    const size = steps?.step ?? 0;
    above = (grams): bigint => {
      const started = size === 0 ? 0 : Math.ceil(Math.max(0, grams - base) / size);
      return toPaisa(price + step * BigInt(started));
    };
    rows.push({
      members: {
        ...common,
        baseWeight: base,
        baseCharge: rupees(price),
        addonWeight: size,
        addonCharge: rupees(step),
        ...(from > 0 && { minWeight: from }),
        ...(to !== null && { maxWeight: to }),
      },
      said,
      positionOf: (field) => {
        if (field.startsWith('addon') && steps !== null) return steps.row.position(heading);
        return row.position(/weight/i.test(field) ? SLAB : heading);
      },
    });
  }
  return rows;
}

/** By row, the amount of a column; null: there is a fault. */
type Prices = ReadonlyMap<TableRow, bigint | null>;

function pricesOf(heading: string, table: Table, faults: Faults): Prices {
  return new Map(
    table.rows.map((row) => {
      const isStep = row.get(SLAB).includes('+');
      const text = row.get(heading);
      const parsed =
        text === ''
          ? { ok: false as const, message: 'has no price' }
          : amount(text, isStep ? STEP_CHARGE_DECIMALS : MONEY_DECIMALS);
      if (!parsed.ok) faults.add(row.position(heading), parsed.message);
      return [row, parsed.ok ? parsed.value : null];
    }),
  );
}

/**
 * Whether a sheet is a matrix: some row has the heading of the slabs. Below the heading of a price it is just a word,
 * such as the name of a row.
 */
export function isMatrix(rows: readonly { cells: readonly string[] }[], map: SheetMap): boolean {
  const firstWith = (heading: string): number =>
    rows.findIndex(({ cells }) => cells.some((text) => plainText(map.ours.get(plainText(text)) ?? text) === heading));
  const slab = firstWith(SLAB);
  const price = firstWith('basecharge');
  return slab !== -1 && (price === -1 || slab <= price);
}
