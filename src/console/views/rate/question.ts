/** A parcel's question: the texts of the form, which are the query of the address, and the body that they make. */
import type { checkAvailability } from '../../../client/operations.js';
import type { ParsedCell } from '../../../sheets/cells/text.js';
import { amountOf, dayInIndia, weightOf } from '../../parts/words.js';

export type Question = Parameters<typeof checkAvailability>[1];
type Piece = NonNullable<Question['pieces']>[number];

export const FORM_FIELDS = [
  'from',
  'to',
  'weight',
  'pieces',
  'cod',
  'value',
  'date',
  'type',
  'customer',
  'services',
  'direction',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];
/** As typed; empty: not given. */
export type Form = Record<FormField, string>;
export type FormFaults = Partial<Record<FormField, string>>;

/** Services that a sender may add; the others follow from direction and payment. */
export const EXTRA_SERVICES = ['EXPRESS', 'INSURANCE'] as const;

export interface ReadForm {
  /** null: something is missing or wrong. */
  question: Question | null;
  faults: FormFaults;
  /** The day is over: prices of it are asked courier by courier. */
  isPast: boolean;
}

export const formOf = (query: URLSearchParams): Form =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, query.get(field) ?? ''])) as Form;

const PINCODE = /^[1-9]\d{5}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** `12 kg 40x30x20 x2`: the weight of one piece, its sides in cm, how many. */
const PIECE =
  /^(\S+?\s*(?:kg|g)?)(?:[\s,]+(\d+(?:\.\d)?)\s*x\s*(\d+(?:\.\d)?)\s*x\s*(\d+(?:\.\d)?))?(?:[\s,]+x\s*(\d+))?$/i;

export function readForm(form: Form, now: Date): ReadForm {
  const faults: FormFaults = {};
  const read = <T>(field: FormField, parse: (text: string) => ParsedCell<T>): T | undefined => {
    const text = form[field].trim();
    if (text === '') return undefined;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    faults[field] = sentence(parsed.message);
    return undefined;
  };
  const weight = read('weight', weightOf);
  const pieces = read('pieces', piecesOf);
  const codAmount = read('cod', amountOf);
  const value = read('value', amountOf);
  const isPast = DAY.test(form.date) && form.date < dayInIndia(now);
  if (codAmount !== undefined && form.direction === 'REVERSE')
    faults.cod = 'Nothing is collected for a return: leave it empty';
  const from = form.from.trim();
  const to = form.to.trim();
  const hasLoad = pieces !== undefined || weight !== undefined;
  const isWhole = PINCODE.test(from) && PINCODE.test(to) && hasLoad && Object.keys(faults).length === 0;
  if (!isWhole) return { question: null, faults, isPast };
  const declaredValue = value ?? codAmount;
  const extra = EXTRA_SERVICES.filter((service) => form.services.split(',').includes(service));
  const question: Question = {
    pickupPincode: from,
    deliveryPincode: to,
    ...(pieces === undefined ? { weight: weight! } : { pieces }),
    shipmentType: form.type === 'B2B' ? 'B2B' : 'B2C',
    paymentType: codAmount === undefined ? 'PREPAID' : 'COD',
    ...(declaredValue !== undefined && { declaredValue }),
    ...(codAmount !== undefined && { codAmount }),
    ...(DAY.test(form.date) && { shipDate: form.date }),
    ...(form.customer.trim() !== '' && { customerId: form.customer.trim() }),
    ...((form.direction === 'REVERSE' || form.direction === 'RTO') && { direction: form.direction }),
    serviceRequirements: [form.direction === 'REVERSE' ? 'REVERSE' : 'PICKUP', 'DELIVERY', ...extra],
  };
  return { question, faults, isPast };
}

/** One a line, or separated by semicolons. */
function piecesOf(text: string): ParsedCell<Piece[]> {
  const pieces: Piece[] = [];
  for (const line of text.split(/[\n;]+/).map((part) => part.trim())) {
    if (line === '') continue;
    const [, heavy, length, width, height, count = '1'] = PIECE.exec(line) ?? [];
    if (heavy === undefined)
      return { ok: false, message: `must be pieces such as 12 kg 40x30x20 x2, but is "${line}"` };
    const weight = weightOf(heavy);
    if (!weight.ok) return weight;
    const sides = length !== undefined && {
      dimensions: { length: Number(length), width: Number(width), height: Number(height) },
    };
    pieces.push({ count: Number(count), weight: weight.value, ...sides });
  }
  return { ok: true, value: pieces };
}

/** `must be …` as a sentence about the field. */
const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
