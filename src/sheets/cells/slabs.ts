/** Slabs of weight as couriers write them. Weights are whole grams. */
import { fault, type ParsedCell, parsed, plainText } from './text.js';
import { grams, UNIT_WORDS, unitOf, type WeightUnit } from './weights.js';

/**
 * - RANGE `0-500`: the price for more than `from`, up to and with `to`. `from` null: from the slab above, as in
 *   `up to 500 g`; `to` null: without an end, as in `above 10 kg`. `isBare`: a weight alone, such as `500 g`.
 * - STEP `+500`: for each started 500 more, up to and with `to`; null: without an end.
 * - ON_TOP `5000+ +1000`: from 5,000 on, for each started 1,000 on top of the price at 5,000.
 * - PER_KG `per kg`: each started kilogram, in a way that the map says.
 */
export type Slab =
  | { kind: 'RANGE'; from: number | null; to: number | null; isBare?: true }
  | { kind: 'STEP'; step: number; to?: number }
  | { kind: 'ON_TOP'; from: number; step: number }
  | { kind: 'PER_KG' };

const N = String.raw`(\d+(?:(?:,\d{2})*,\d{3})?(?:\.\d+)?)\s*(${UNIT_WORDS})?\.?`;
const MORE =
  String.raw`(?:add(?:itional|n?l|tl|n)?\.?(?:\s*on)?|addon|further|next|extra|incremental|subsequent|thereafter)`
  + String.raw`(?:\s+(?:weight|wt\.?))?`;
const EACH = '(?:every|each|per)';
const TO = String.raw`(?:-|–|—|(?:&\s*|and\s+)?(?:up\s*)?to|till)`;
const ABOVE = '(?:>|above|over|more than|beyond|after)';
const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

const RANGE = [form(String.raw`${N}\s*${TO}\s*${N}`), form(String.raw`${ABOVE}\s*${N}\s*${TO}\s*${N}`)];
const UP_TO = [
  form(String.raw`(?:for\s+)?(?:up\s*-?\s*to|first|1st|till|base|basic|initial|<=|≤|not exceeding)\s*${N}`),
  form(String.raw`${N}\s*(?:&|and|or)\s*(?:below|less|under)`),
];
const OPEN = [
  form(String.raw`(?:>|above|over|more than|beyond)\s*${N}`),
  form(String.raw`${N}\s*(?:\+|&\s*above|and above|onwards?|(?:-|–)\s*>>?)`),
];
const STEP_TEXT = String.raw`(?:(?:for\s+)?${EACH}\s+)?${MORE}\s*(?:${EACH}\s+)?${N}`;
const STEP = [form(String.raw`\+\s*${N}`), form(STEP_TEXT), form(String.raw`(?:(?:for\s+)?${EACH}\s+)?${N}\s*${MORE}`)];
const STEP_UP_TO = form(String.raw`${STEP_TEXT},?\s*(?:up\s*to|till)\s*${N}`);
const ON_TOP = form(String.raw`${N}\s*\+\s*\+\s*${N}`);
/** `Above 5 kg, each additional 1 kg`, and the other way round. */
const ON_TOP_IN_WORDS = form(String.raw`${ABOVE}\s*${N},?\s*(?:for\s+)?${EACH}\s+(?:${MORE}\s*)?${N}`);
const STEP_ABOVE = form(String.raw`${STEP_TEXT},?\s*${ABOVE}\s*${N}`);
const PER_KG = /^(?:rate\s+)?(?:per|\/)\s*(?:1\s*)?(?:kgs?|kilograms?)\.?$/;
const BARE = form(N);

/** Each started step counts, whether it is said or not. */
const PART = /,?\s*(?:or|and|&)?\s*(?:any\s+)?(?:part|fraction)s?(?:\s*there\s*of)?\.?$/;

const noSlab = (text: string): { ok: false; message: string } =>
  fault(
    'must be a slab such as 0-500, +500 or 5000+ +1000, in grams, or with units: up to 500 g, 0.5-1 kg, add. 500 g, '
      + `but is "${text}"`,
  );

/** @param unit where the text says none; null: then it is a fault */
export function slabOf(text: string, unit: WeightUnit | null): ParsedCell<Slab> {
  const plain = plainText(text).replace(PART, '');
  if (PER_KG.test(plain)) return parsed({ kind: 'PER_KG' });
  const read = readerOf(plain, unit, text);
  return (
    read(RANGE, (from, to) => (from < to ? { kind: 'RANGE', from, to } : null))
    ?? read([ON_TOP, ON_TOP_IN_WORDS], onTop)
    ?? read([STEP_ABOVE], (step, from) => onTop(from, step))
    ?? read(UP_TO, (to) => (to > 0 ? { kind: 'RANGE', from: null, to } : null))
    ?? read(STEP, (step) => (step > 0 ? { kind: 'STEP', step } : null))
    ?? read(OPEN, (from) => ({ kind: 'RANGE', from, to: null }))
    ?? noSlab(text)
  );
}

/**
 * The same of a sheet, where steps may end, `add. 500 g up to 5 kg`, and a weight may stand alone, `500 g`.
 * @param isUnitSaid by the heading or the map, so that a number alone is a weight
 */
export function sheetSlabOf(text: string, unit: WeightUnit | null, isUnitSaid: boolean): ParsedCell<Slab> {
  const plain = plainText(text);
  const read = readerOf(plain, unit, text);
  const isWeight = isUnitSaid || BARE.exec(plain)?.[2] !== undefined;
  return (
    read([STEP_UP_TO], (step, to) => (step > 0 && to > step ? { kind: 'STEP', step, to } : null))
    ?? (isWeight ? read([BARE], (to) => (to > 0 ? { kind: 'RANGE', from: null, to, isBare: true } : null)) : null)
    ?? slabOf(text, unit)
  );
}

type SlabReader = (
  forms: readonly RegExp[],
  make: (first: number, second: number) => Slab | null,
) => ParsedCell<Slab> | null;

/** Makes a slab of the weights of the first form that fits; null: none fits. */
const readerOf =
  (plain: string, unit: WeightUnit | null, text: string): SlabReader =>
  (forms, make) => {
    const found = forms.map((each) => each.exec(plain)).find((each) => each !== null);
    if (found === undefined || found === null) return null;
    const ends = weights(found, unit, text);
    if (!ends.ok) return ends;
    const [first, second = 0] = ends.value;
    const slab = make(first!, second);
    return slab === null ? noSlab(text) : parsed(slab);
  };

const onTop = (from: number, step: number): Slab | null =>
  from > 0 && step > 0 ? { kind: 'ON_TOP', from, step } : null;

/** The one or two weights of a slab: a unit behind the last one counts for both. */
function weights(
  [, first, firstUnit, second, secondUnit]: RegExpExecArray,
  unit: WeightUnit | null,
  text: string,
): ParsedCell<number[]> {
  const pairs = [
    [first, firstUnit ?? secondUnit] as const,
    ...(second === undefined ? [] : [[second, secondUnit] as const]),
  ];
  const found: number[] = [];
  for (const [digits, word] of pairs) {
    // `250 g - 500`: the first unit counts for the second weight too
    const own = word === undefined ? (firstUnit === undefined ? unit : unitOf(firstUnit)) : unitOf(word);
    if (own === null) return fault(`says no unit: "${text}"; write g or kg, or say it by units in the map`);
    const weight = grams(digits!.replaceAll(',', ''), own, text);
    if (!weight.ok) return weight;
    found.push(weight.value);
  }
  return parsed(found);
}
