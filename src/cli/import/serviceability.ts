/** Serviceability: the rows of a sheet as zone-pincodes. */
import type { ZonePincode } from '../../model/documents.js';
import { dayInIndia, flag, number, type ParsedCell, pincode } from './cells.js';
import type { Fault, Faults } from './faults.js';
import { documentLine, type ImportLine } from './lines.js';
import { finderOf, type Headings, type Table, type TableRow } from './table.js';
import type { ZoneNames } from './zone-names.js';

const SERVICES = {
  pickup: 'PICKUP',
  delivery: 'DELIVERY',
  prepaid: 'PREPAID',
  cod: 'COD',
  reverse: 'REVERSE',
} as const;
const ATTRIBUTES = { oda: 'ODA', hill: 'HILL' } as const;
type Service = keyof typeof SERVICES;
type Attribute = keyof typeof ATTRIBUTES;
const SERVICE_NAMES = Object.keys(SERVICES) as Service[];
const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as Attribute[];

const NAMES = [
  'pincode',
  'zone',
  ...SERVICE_NAMES,
  ...ATTRIBUTE_NAMES,
  'max_cod',
  'blocked_from',
  'blocked_to',
  'reason',
] as const;
type Name = (typeof NAMES)[number];

export const SERVICEABILITY: Headings = {
  kind: 'serviceability',
  names: NAMES,
  required: ['pincode', 'zone'],
  find: finderOf(NAMES),
  isData: (cell) => pincode(cell).ok,
  mayHaveTwoRows: true,
};

/** The partner's zones and the pincodes that the node has. */
export interface PartnerPlaces {
  partnerId: string;
  zones: ZoneNames;
  pincodes: ReadonlySet<string>;
}

export interface Serviceability {
  lines: ImportLine[];
  /** Rows of pincodes that the node does not know. */
  unknown: Fault[];
}

type PlannedCoverage = Omit<ZonePincode, 'assignedAt'>;

/** Each row is its pincode's whole entry: an empty cell leaves the value to the zone. */
export function serviceabilityOf(table: Table, known: PartnerPlaces, faults: Faults): Serviceability {
  const lines: ImportLine[] = [];
  const unknown: Fault[] = [];
  const lineOf = new Map<string, number>();
  for (const row of table.rows) {
    const reader = new RowReader(row, faults);
    const code = reader.required('pincode', pincode);
    const first = code === null ? undefined : lineOf.get(code);
    if (code !== null && first === undefined) lineOf.set(code, row.line);
    if (first !== undefined) faults.add(row.position('pincode'), `${code} is on line ${first} already`);
    const isUnknown = code !== null && !known.pincodes.has(code);
    if (isUnknown && first === undefined)
      unknown.push({ ...row.position('pincode'), message: `the node does not know pincode ${code}` });
    const entry = entryOf(reader, code ?? '', known);
    if (entry === null || code === null || isUnknown) continue;
    lines.push({
      text: documentLine('zone-pincodes', entry),
      positionOf: (field) => row.position(columnOf(field, entry)),
    });
  }
  return { lines, unknown };
}

function entryOf(reader: RowReader, code: string, { partnerId, zones }: PartnerPlaces): PlannedCoverage | null {
  const zoneId = reader.required('zone', (text): ParsedCell<number> => {
    const found = zones.find(text);
    return found.ok ? { ok: true, value: found.id } : found;
  });
  const services = SERVICE_NAMES.flatMap((name) => {
    const isAvailable = reader.optional(name, flag);
    return isAvailable === null ? [] : [[SERVICES[name], isAvailable]];
  });
  const attributes = attributesOf(reader, zoneId === null ? [] : (zones.zone(zoneId)?.attributes ?? []));
  const maxCodAmount = reader.optional('max_cod', number);
  const blocked = blockOf(reader);
  if (zoneId === null) return null;
  return {
    partnerId,
    zoneId,
    pincode: code,
    ...(services.length > 0 && { services: Object.fromEntries(services) as PlannedCoverage['services'] }),
    ...(attributes !== null && { attributes }),
    ...(blocked !== null && { blocked }),
    ...(maxCodAmount !== null && { maxCodAmount }),
  };
}

/** The zone's attributes as the flags change them; null: no flag has a value. */
function attributesOf(reader: RowReader, ofZone: readonly string[]): ('ODA' | 'HILL')[] | null {
  const flags = ATTRIBUTE_NAMES.map((name) => reader.optional(name, flag));
  if (flags.every((value) => value === null)) return null;
  return ATTRIBUTE_NAMES.map((name) => ATTRIBUTES[name]).filter((name, at) => flags[at] ?? ofZone.includes(name));
}

function blockOf(reader: RowReader): PlannedCoverage['blocked'] | null {
  const from = reader.optional('blocked_from', (text) => dayInIndia(text, false));
  const to = reader.optional('blocked_to', (text) => dayInIndia(text, true));
  const reason = reader.optional('reason', (text): ParsedCell<string> => ({ ok: true, value: text }));
  if (!reader.has('blocked_from')) {
    // a map may set the reason, or the end, of all blocks: a row without a block ignores it
    const other = (['blocked_to', 'reason'] as const).find((name) => reader.says(name));
    if (other !== undefined) reader.fault('blocked_from', `is required with ${other}`);
    return null;
  }
  if (reason === null) reader.fault('reason', 'is required with blocked_from');
  if (from !== null && to !== null && to < from) reader.fault('blocked_to', 'must not be before blocked_from');
  return from === null || reason === null ? null : { from, to, reason };
}

/** The values of a row. A faulty value is null, and its fault is added. */
class RowReader {
  constructor(
    private readonly row: TableRow,
    private readonly faults: Faults,
  ) {}

  has(name: Name): boolean {
    return this.row.get(name) !== '';
  }

  /** Whether the row itself has it, not the map for all rows. */
  says(name: Name): boolean {
    return this.row.says(name);
  }

  optional<T>(name: Name, parse: (text: string) => ParsedCell<T>): T | null {
    const text = this.row.get(name);
    if (text === '') return null;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    this.fault(name, parsed.message);
    return null;
  }

  required<T>(name: Name, parse: (text: string) => ParsedCell<T>): T | null {
    if (!this.has(name)) this.fault(name, 'is required');
    return this.optional(name, parse);
  }

  fault(name: Name, message: string): void {
    this.faults.add(this.row.position(name), message);
  }
}

/** Our heading of a member of the document, such as `services.COD` or `attributes[0]`. */
function columnOf(field: string, { attributes }: PlannedCoverage): string {
  const [, index] = /^attributes\[(\d)\]/.exec(field) ?? [];
  if (index !== undefined) return attributes![Number(index)]!.toLowerCase();
  const service = SERVICE_NAMES.find((name) => field === `services.${SERVICES[name]}`);
  return service ?? COLUMNS[field] ?? field;
}

const COLUMNS: Readonly<Record<string, Name>> = {
  'zoneId': 'zone',
  'maxCodAmount': 'max_cod',
  'blocked.from': 'blocked_from',
  'blocked.to': 'blocked_to',
  'blocked.reason': 'reason',
};
