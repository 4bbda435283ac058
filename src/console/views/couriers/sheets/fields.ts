/** Sheets whose rows are documents and whose columns are their fields. */
import {
  CHARGE_DIRECTIONS,
  CHARGE_TYPES,
  type ChargeType,
  DISCOUNT_BASES,
  HOLIDAY_KINDS,
  RATE_TYPES,
  RTO_BASES,
  SURCHARGE_ENDS,
  VOLUMETRIC_BASES,
} from '../../../../domain/vocabulary.js';
import { parsed } from '../../../../sheets/cells/text.js';
import { fieldName } from '../../../parts/names.js';
import { beginsLater, type Doc, isOver } from '../read.js';
import { replaced } from './replaced.js';
import {
  CODE,
  END,
  FLAG,
  type Kind,
  LIST,
  type Names,
  NUMBER,
  NUMBERS,
  oneOf,
  START,
  TEXT,
  WEIGHT,
  ZONE,
  ZONES,
} from './field-kinds.js';
import { byRow, type Sheet, type TypedCell } from './sheet.js';

type Row = Doc & { id: number };

type Field = readonly [path: string, kind: Kind, name?: string];

const VALIDITY: readonly Field[] = [
  ['validFrom', START, 'From'],
  ['validTo', END, 'To'],
];
const CUSTOMER: Field = ['customerId', TEXT, 'Customer'];
const STATUS: Field = ['status', FLAG, 'Active'];

interface SheetForm {
  collection: string;
  title: string;
  /** A row in words, where its fields say enough. */
  words?(row: Doc): string;
  fields: readonly Field[];
  /** Of a row that is added. */
  fresh: Doc;
  /** There can be no new row here. */
  isClosed?: true;
}

const conditions = (names: readonly string[], kind: Kind): Field[] =>
  names.map((name) => [`when.${name}`, kind, fieldName(name)]);

const CHARGE_NAMES: Readonly<Record<string, string>> = {
  fsc: 'Fuel',
  docket: 'Docket',
  cod: 'COD',
  insurance: 'Insurance',
} satisfies Record<ChargeType, string>;
const chargeWords = (type: unknown): string => CHARGE_NAMES[String(type)] ?? '';

/** `from 5 kg`, `up to 20 kg`, `5 to 20 kg`; '' without a bound. */
function bandOf(from: unknown, to: unknown): string {
  const [least, most] = [from ?? 0, to ?? null];
  if (most === null) return least === 0 ? '' : `from ${String(least)} kg`;
  return least === 0 ? `up to ${String(most)} kg` : `${String(least)} to ${String(most)} kg`;
}

const CHARGES: readonly SheetForm[] = [
  {
    collection: 'customer-charges',
    title: 'Fuel, docket, COD, insurance',
    words: ({ type, minKg, maxKg, customerId }) =>
      [chargeWords(type), bandOf(minKg, maxKg), customerId].filter(Boolean).join(', '),
    fields: [
      ['type', oneOf(CHARGE_TYPES)],
      ['chargeType', oneOf(RATE_TYPES), 'Flat or percentage'],
      ['value', NUMBER],
      ...VALIDITY,
      CUSTOMER,
      ['direction', oneOf(CHARGE_DIRECTIONS)],
      ['of', LIST, 'Percentage of'],
      ['above', NUMBER],
      ['min', NUMBER],
      ['max', NUMBER],
      ['always', FLAG],
      ['minKg', NUMBER, 'From kg'],
      ['maxKg', NUMBER, 'To kg'],
      ['codFrom', NUMBER, 'From COD'],
      ['codTo', NUMBER, 'To COD'],
      STATUS,
    ],
    fresh: { customerId: null, minKg: null, maxKg: null, status: true },
  },
  {
    collection: 'distance-charges',
    title: 'By distance',
    fields: [
      ['distanceFrom', NUMBER, 'From km'],
      ['distanceTo', NUMBER, 'To km'],
      ['charge', NUMBER],
      ['chargeType', oneOf(RATE_TYPES), 'Flat or percentage'],
      ['lane', CODE],
      STATUS,
      ...VALIDITY,
    ],
    fresh: { status: true },
  },
  {
    collection: 'discounts',
    title: 'Discounts',
    fields: [
      CUSTOMER,
      ['fromWeight', NUMBER, 'From kg'],
      ['toWeight', NUMBER, 'To kg'],
      ['discountType', oneOf(RATE_TYPES), 'Flat or percentage'],
      ['discountValue', NUMBER, 'Value'],
      ['appliesTo', oneOf(DISCOUNT_BASES), 'Of'],
      ['description', TEXT],
      STATUS,
      ...VALIDITY,
    ],
    fresh: { status: true },
  },
];

const SURCHARGES: readonly SheetForm[] = [
  {
    collection: 'surcharges',
    title: 'Surcharges',
    words: ({ label, code }) => String(label ?? code),
    fields: [
      ['code', CODE],
      ['label', TEXT],
      ['basis', CODE],
      ['value', NUMBER],
      ...VALIDITY,
      ['of', LIST, 'Percentage of'],
      ['above', NUMBER],
      ['min', NUMBER],
      ['max', NUMBER],
      CUSTOMER,
      ['group', TEXT],
      ['order', NUMBER],
      ['taxable', FLAG],
      ['when.end', oneOf(SURCHARGE_ENDS), 'End'],
      ['when.zones', ZONES, 'Zones'],
      ...conditions(
        ['attributes', 'tags', 'lanes', 'paymentTypes', 'shipmentTypes', 'customerTypes', 'directions', 'services'],
        LIST,
      ),
      ...conditions(
        ['kgFrom', 'kgTo', 'kmFrom', 'kmTo', 'edlKmFrom', 'edlKmTo', 'valueFrom', 'valueTo', 'codFrom', 'codTo'],
        NUMBER,
      ),
      ['when.weekdays', NUMBERS, 'Weekdays'],
      STATUS,
    ],
    fresh: { customerId: null, when: {}, order: 800, status: true },
  },
];

const TRANSIT: readonly SheetForm[] = [
  {
    collection: 'transit-lanes',
    title: 'Transit',
    fields: [
      ['lane', CODE],
      ['fromZoneId', ZONE, 'From zone'],
      ['toZoneId', ZONE, 'To zone'],
      ['hours', NUMBER],
      ['days', NUMBER],
      STATUS,
      ...VALIDITY,
    ],
    fresh: { status: true },
  },
];

const TERMS: readonly SheetForm[] = [
  {
    collection: 'rto-terms',
    title: 'Returns',
    fields: [CUSTOMER, ['basis', oneOf(RTO_BASES)], ['percent', NUMBER], STATUS, ...VALIDITY],
    fresh: { customerId: null, percent: null, status: true },
  },
  {
    collection: 'weight-terms',
    title: 'Volume and minimum weight',
    fields: [
      CUSTOMER,
      ['lane', CODE],
      ['service', CODE],
      ['volumetricDivisor', NUMBER],
      ['cft', NUMBER],
      ['none', FLAG, 'Volume never counts'],
      ['basis', oneOf(VOLUMETRIC_BASES)],
      ['deadWeightUpTo', WEIGHT],
      ['minChargeableWeight', WEIGHT],
      STATUS,
      ...VALIDITY,
    ],
    fresh: { status: true },
  },
  {
    collection: 'lane-rules',
    title: 'Lanes',
    fields: [
      ['priority', NUMBER],
      ['lane', CODE],
      ...conditions(['sameZone', 'sameCity', 'sameState'], FLAG),
      ...conditions(['fromZones', 'toZones'], ZONES),
      ...conditions(['fromTags', 'toTags', 'bothTags', 'anyTags'], LIST),
      ...conditions(['kmFrom', 'kmTo'], NUMBER),
      STATUS,
      ...VALIDITY,
    ],
    fresh: { when: {}, status: true },
  },
  {
    collection: 'holidays',
    title: 'Holidays',
    fields: [
      ['date', TEXT],
      ['kind', oneOf(HOLIDAY_KINDS)],
      ['name', TEXT],
      ['stateId', NUMBER, 'State'],
    ],
    fresh: { stateId: null },
  },
];

export const FIELD_TABS = { charges: CHARGES, surcharges: SURCHARGES, transit: TRANSIT, terms: TERMS } as const;
type FieldTab = keyof typeof FIELD_TABS;
export const isFieldTab = (tab: string): tab is FieldTab => Object.hasOwn(FIELD_TABS, tab);

/** Rows that are over are not in it. @param now ISO 8601 */
export function fieldSheet(form: SheetForm, documents: readonly Doc[], names: Names, now: string): Sheet {
  const { collection, title, words, fields, fresh } = form;
  const rows = (documents as readonly Row[]).filter((row) => !isOver(row, now)).sort((a, b) => a.id - b.id);
  const byKey = new Map(rows.map((row) => [String(row.id), row]));
  // a condition that no row has is a column only where there are few
  const isShown = ([path]: Field): boolean => !path.startsWith('when.') || rows.some((row) => at(row, path) !== null);
  const shown = fields.filter(isShown);
  const kindOf = (column: string): Kind => fields.find(([path]) => path === column)![1];
  const columnOf = ([path, kind, name]: Field) => ({
    key: path,
    name: name ?? fieldName(path),
    isNumber: kind.isNumber === true,
  });
  return {
    key: collection,
    title,
    units: 'Amounts in ₹.',
    rowHead: 'Document',
    columns: shown.map(columnOf),
    rows: rows.map((row) => ({
      key: String(row.id),
      name: `${collection}/${row.id}`,
      to: `/documents/${collection}/${row.id}`,
      ...(words && { words: words(row) }),
    })),
    wordsOf(row, column) {
      // the others are words already
      if (column === 'type' && at(byKey.get(row) ?? {}, column) === 'fsc') return CHARGE_NAMES['fsc']!;
      return column === 'validFrom' && beginsLater(byKey.get(row) ?? {}, now) ? 'begins later' : '';
    },
    text(row, column) {
      const value = at(byKey.get(row) ?? {}, column);
      return value === null ? '' : kindOf(column).show(value, names);
    },
    read(_, column, text) {
      if (text.trim() === '') return parsed('');
      const value = kindOf(column).read(text.trim(), names);
      return value.ok ? parsed(kindOf(column).show(value.value, names)) : value;
    },
    newRow: {
      label: 'Name of the row',
      hint: 'Any word, for this page alone; then fill its cells',
      parse(text, of) {
        const name = text.trim();
        const found = of.find((row) => row.name === name || row.key === name);
        return parsed(found ?? { key: `new ${name}`, name });
      },
    },
    newColumn(heading) {
      const found = fields.find((field) => columnOf(field).name.toLowerCase() === heading.trim().toLowerCase());
      return found === undefined ? null : columnOf(found);
    },
    lines(cells, begins) {
      const values = ({ column, text }: TypedCell): readonly [string, unknown] => {
        const value = text === '' ? null : kindOf(column.key).read(text, names);
        return [column.key, value?.ok === true ? value.value : null];
      };
      const dated = fields.some(([path]) => path === 'validFrom');
      return [...byRow(cells)].flatMap(([key, of]) => {
        const before = byKey.get(key);
        const after = of.map(values).reduce(withValue, before ?? { ...fresh, partnerId: names.partnerId });
        if (before !== undefined) return replaced(collection, before, after, dated ? begins : null);
        const starts = dated && begins !== null && at(after, 'validFrom') === null && { validFrom: begins };
        return [{ collection, document: { ...after, ...starts } }];
      });
    },
  };
}

/** A member by its path; null: there is none. */
function at(document: Doc, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) value = (value as Doc | null | undefined)?.[name];
  return value ?? null;
}

/** The document with another value of a member; an empty cell is no member. */
function withValue(document: Doc, [path, value]: readonly [string, unknown]): Doc {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    if (value === null && !(name in document && document[name] === null)) {
      const { [name]: _, ...others } = document;
      return NULLABLE.has(name) ? { ...others, [name]: null } : others;
    }
    return { ...document, [name]: value };
  }
  return { ...document, [name]: withValue((document[name] ?? {}) as Doc, [rest.join('.'), value]) };
}

/** What a document must have even where it says nothing. */
const NULLABLE: ReadonlySet<string> = new Set(['customerId', 'minKg', 'maxKg', 'percent', 'hours', 'stateId']);
