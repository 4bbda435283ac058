/** The fields of a sheet of outcomes, the usual words for them, and the columns that are about people. */
import type { CellKind } from '../cells/kinds.js';
import { SHIPMENTS } from '../shipments/form.js';
import { finderOf, type TableForm, wordsOf } from '../tables/form.js';
import { MapFault, type SheetMap } from '../tables/map.js';

/** `failed_attempts` are those before the delivery, of sheets that count non-deliveries. Dates are moments in India. */
export const OUTCOME_FIELDS = [
  'awb',
  'ref',
  'partner',
  'from',
  'to',
  'payment',
  'weight',
  'billed_weight',
  'status',
  'picked_up',
  'promised',
  'first_attempt',
  'attempts',
  'failed_attempts',
  'delivered',
  'returned',
] as const;
export type OutcomeField = (typeof OUTCOME_FIELDS)[number];

const SHARED = ['awb', 'ref', 'partner', 'from', 'to', 'payment', 'weight', 'status'];
const DATES: ReadonlySet<string> = new Set(['picked_up', 'promised', 'first_attempt', 'delivered', 'returned']);

const WORDS: Readonly<Record<string, readonly string[]>> = {
  billed_weight: ['charged weight', 'billed grams', 'chargeable weight', 'billing weight'],
  picked_up: [
    'picked up at',
    'pickup date',
    'picked on',
    'picked up date',
    'pickup time',
    'shipped date',
    'booking date',
  ],
  promised: ['promised at', 'promised date', 'promised delivery date', 'edd', 'expected delivery date', 'due date'],
  first_attempt: ['first attempt at', 'first attempt date', 'first ofd date', 'first out for delivery date'],
  attempts: ['attempt count', 'attempts count', 'no of attempts', 'number of attempts', 'delivery attempts'],
  failed_attempts: ['ndr count', 'no of ndr', 'number of ndr attempts', 'failed attempt count'],
  delivered: ['delivered at', 'delivery date', 'delivered date', 'delivered on', 'date of delivery'],
  returned: ['rto at', 'rto date', 'rto delivered date', 'rto delivery date', 'returned date', 'return delivered date'],
};

const ID_OF_PARTNER = 'partnerid';

/** Nothing but the status is required: what a row needs depends on how its parcel is known. */
export const OUTCOMES: TableForm = {
  kind: 'outcomes',
  names: OUTCOME_FIELDS,
  required: ['status'],
  find: finderOf(OUTCOME_FIELDS),
  words: new Map([
    ...[...SHIPMENTS.words].filter(([, field]) => SHARED.includes(field)),
    [ID_OF_PARTNER, 'partner'],
    ...wordsOf(Object.keys(WORDS), WORDS),
  ]),
  wordOf: (heading, map) => (SHIPMENTS.wordOf?.(heading, map) === 'weight' ? 'weight' : null),
  kindOf: (field): CellKind => {
    if (DATES.has(field)) return 'date';
    if (field === 'attempts' || field === 'failed_attempts') return 'number';
    return field === 'billed_weight' ? 'weight' : field === 'awb' ? 'identifier' : SHIPMENTS.kindOf(field);
  },
  key: 'awb',
  judgedByRow: true,
  hidesUnread: true,
};

const PERSONAL =
  /\b(?:name|phone|mobile|telephone|contact|e ?mail|address|landmark|consignee|receiver|received|recipient)\b/;
/** Of a consignee, and no person's own. */
const OF_PLACES = /\b(?:pin|pincode|pin ?code|postal|zip|courier|partner|carrier)\b/;

/** Whether a column holds names, addresses or numbers of people: no cell of it is read or shown. */
export function isPersonal(heading: string): boolean {
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return PERSONAL.test(words) && !OF_PLACES.test(words);
}

/** @throws {MapFault} if the map takes a field from such a column */
export function refusePersonal({ columns, file }: SheetMap): void {
  for (const [field, headings] of columns)
    for (const heading of headings)
      if (isPersonal(heading))
        throw new MapFault(`${file}: columns: ${field}: "${heading}" is about a person, and is never read`);
}
