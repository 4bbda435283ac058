/** The fields of a courier's list of pincodes. */
import type { CellKind } from '../cells/kinds.js';
import { finderOf, type TableForm, wordsOf } from '../tables/form.js';

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

const NAMES = ['pincode', 'zone', ...FLAG_FIELDS, 'max_cod', ...BLOCK_FIELDS] as const;
export type Name = (typeof NAMES)[number];

const KINDS: Readonly<Record<string, CellKind>> = {
  pincode: 'pincodes',
  ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, 'flag'])),
  max_cod: 'money',
  blocked_from: 'date',
  blocked_to: 'date',
};

export const SERVICEABILITY: TableForm = {
  kind: 'serviceability',
  names: NAMES,
  required: ['pincode'],
  find: finderOf(NAMES),
  words: wordsOf(NAMES),
  kindOf: (field) => KINDS[field] ?? 'text',
  key: 'pincode',
};
