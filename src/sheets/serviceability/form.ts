/** The fields of a courier's list of pincodes. */
import type { CellKind } from '../cells/kinds.js';
import { finderOf, type TableForm, wordsOf } from '../tables/form.js';
import { plainHeading } from '../tables/headings.js';
import type { SheetMap } from '../tables/map.js';
import { PARTNER_FIELD } from '../tables/partners.js';

export const SERVICES = {
  pickup: 'PICKUP',
  delivery: 'DELIVERY',
  prepaid: 'PREPAID',
  cod: 'COD',
  reverse: 'REVERSE',
} as const;
export const ATTRIBUTES = { oda: 'ODA', hill: 'HILL' } as const;
export type ServiceField = keyof typeof SERVICES;
export type AttributeField = keyof typeof ATTRIBUTES;
export type Service = (typeof SERVICES)[ServiceField];
export type Attribute = (typeof ATTRIBUTES)[AttributeField];
export const SERVICE_FIELDS = Object.keys(SERVICES) as ServiceField[];
export const ATTRIBUTE_FIELDS = Object.keys(ATTRIBUTES) as AttributeField[];
export const FLAG_FIELDS = [...SERVICE_FIELDS, ...ATTRIBUTE_FIELDS];
export const BLOCK_FIELDS = ['blocked_from', 'blocked_to', 'reason'] as const;

/** Numbers of a pincode that its entry has. */
export const NUMBER_FIELDS = ['edl_km', 'transit_days', 'transit_hours'] as const;
/** For --create-missing. */
const PLACE_FIELDS = ['city', 'state', 'state_code'] as const;
/** Days or hours, as its heading or the map says. */
const TRANSIT = 'transit';

const NAMES = ['pincode', 'zone', ...FLAG_FIELDS, 'max_cod', ...NUMBER_FIELDS, 'embargo', ...BLOCK_FIELDS] as const;
export type Name = (typeof NAMES)[number] | (typeof PLACE_FIELDS)[number] | typeof TRANSIT;

const KINDS: Readonly<Record<string, CellKind>> = {
  pincode: 'pincodes',
  ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, 'flag'])),
  embargo: 'flag',
  max_cod: 'money',
  edl_km: 'number',
  transit_days: 'number',
  transit_hours: 'number',
  transit: 'number',
  blocked_from: 'date',
  blocked_to: 'date',
};

/** `TAT (days)`, `Transit in hours`: their headings without the unit. */
const TRANSIT_WORDS: ReadonlySet<string> = new Set(['tat', TRANSIT]);
const TRANSIT_UNIT = /\b(?:in\s+)?(days?|hours?|hrs?)\b\.?/i;

/** null: the text says neither days nor hours. */
export function transitUnit(text: string): 'days' | 'hours' | null {
  const [, unit] = TRANSIT_UNIT.exec(text.replaceAll('_', ' ')) ?? [];
  if (unit === undefined) return null;
  return unit.toLowerCase().startsWith('d') ? 'days' : 'hours';
}

function transitWord(heading: string, { units }: SheetMap): string | null {
  const plain = plainHeading(heading.replaceAll('_', ' ').replace(TRANSIT_UNIT, ''));
  const isSaid = transitUnit(heading) !== null || transitUnit(units.get(TRANSIT) ?? '') !== null;
  return TRANSIT_WORDS.has(plain) && isSaid ? TRANSIT : null;
}

export const SERVICEABILITY: TableForm = {
  kind: 'serviceability',
  names: NAMES,
  onlyInMaps: [TRANSIT, ...PLACE_FIELDS],
  required: ['pincode'],
  find: finderOf(NAMES),
  words: wordsOf(NAMES),
  wordOf: transitWord,
  kindOf: (field) => KINDS[field] ?? 'text',
  key: 'pincode',
};

/** With the places of the pincodes, for those that are made. */
export const WITH_PLACES: TableForm = {
  ...SERVICEABILITY,
  names: [...NAMES, ...PLACE_FIELDS],
  onlyInMaps: [TRANSIT],
  find: finderOf([...NAMES, ...PLACE_FIELDS]),
};

/** Of an overlay: what stands in other columns is not even looked at. */
export const withOnly = (form: TableForm, only: readonly Name[]): TableForm => ({
  ...form,
  reads: (field) => field === 'pincode' || field === PARTNER_FIELD || (only as readonly string[]).includes(field),
});
