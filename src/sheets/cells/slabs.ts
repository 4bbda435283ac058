/** Slabs of weight as couriers write them. Weights are whole grams. */
import { fault, type ParsedCell, parsed, plainText } from './text.js';
import { grams, UNIT_WORDS, unitOf, type WeightUnit } from './weights.js';

/**
 * - RANGE `0-500`: the price for more than `from`, up to and with `to`. `from` null: from the slab above, as in
 *   `up to 500 g`; `to` null: without an end, as in `above 10 kg`.
 * - STEP `+500`: for each started 500 more.
 * - ON_TOP `5000+ +1000`: from 5,000 on, for each started 1,000 on top of the price at 5,000.
 * - PER_KG `per kg`: each started kilogram, in a way that the map says.
 */
export type Slab =
  | { kind: 'RANGE'; from: number | null; to: number | null }
  | { kind: 'STEP'; step: number }
  | { kind: 'ON_TOP'; from: number; step: number }
  | { kind: 'PER_KG' };

const N = String.raw`(\d+(?:,\d{2,3})*(?:\.\d+)?)\s*(${UNIT_WORDS})?\.?`;
const MORE = String.raw`(?:add(?:itional|l)?\.?|addn\.?|further|next|extra|subsequent|thereafter)`;
const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

const RANGE = form(String.raw`${N}\s*(?:-|–|—|to)\s*${N}`);
const UP_TO = form(String.raw`(?:up\s*to|first|till|<=)\s*${N}`);
const OPEN = [
  form(String.raw`(?:>|above|over|more than|beyond)\s*${N}`),
  form(String.raw`${N}\s*(?:\+|&\s*above|and above|onwards?|(?:-|–)\s*>>?)`),
];
const STEP = [
  form(String.raw`\+\s*${N}`),
  form(String.raw`(?:(?:every|each|per)\s+)?${MORE}\s*(?:every\s+|each\s+|per\s+)?${N}`),
];
const ON_TOP = form(String.raw`${N}\s*\+\s*\+\s*${N}`);
const PER_KG = /^(?:rate\s+)?(?:per|\/)\s*(?:1\s*)?(?:kgs?|kilograms?)\.?$/;

/** Each started step counts, whether it is said or not. */
const PART = /,?\s*(?:or|and|&)?\s*(?:any\s+)?(?:part|fraction)s?(?:\s*there\s*of)?\.?$/;

const FORMS =
  'must be a slab such as 0-500, +500 or 5000+ +1000, in grams, or with units: up to 500 g, 0.5-1 kg, add. 500 g';

/** @param unit where the text says none; null: then it is a fault */
export function slabOf(text: string, unit: WeightUnit | null): ParsedCell<Slab> {
  const plain = plainText(text).replace(PART, '');
  const none = fault(`${FORMS}, but is "${text}"`);
  if (PER_KG.test(plain)) return parsed({ kind: 'PER_KG' });
  const range = RANGE.exec(plain);
  if (range !== null) {
    const ends = weights(range, unit, text);
    if (!ends.ok) return ends;
    const [from, to] = ends.value;
    return from! < to! ? parsed({ kind: 'RANGE', from: from!, to: to! }) : none;
  }
  const onTop = ON_TOP.exec(plain);
  if (onTop !== null) {
    const parts = weights(onTop, unit, text);
    if (!parts.ok) return parts;
    const [from, step] = parts.value;
    return from! > 0 && step! > 0 ? parsed({ kind: 'ON_TOP', from: from!, step: step! }) : none;
  }
  const single = (forms: readonly RegExp[]): ParsedCell<number> | null => {
    const found = forms.map((each) => each.exec(plain)).find((each) => each !== null);
    if (found === undefined || found === null) return null;
    const weight = weights(found, unit, text);
    return weight.ok ? parsed(weight.value[0]!) : weight;
  };
  const upTo = single([UP_TO]);
  if (upTo !== null) return upTo.ok ? positive(upTo.value, none, (to) => ({ kind: 'RANGE', from: null, to })) : upTo;
  const step = single(STEP);
  if (step !== null) return step.ok ? positive(step.value, none, (each) => ({ kind: 'STEP', step: each })) : step;
  const open = single(OPEN);
  if (open !== null) return open.ok ? parsed({ kind: 'RANGE', from: open.value, to: null }) : open;
  return none;
}

const positive = (weight: number, none: ParsedCell<never>, make: (weight: number) => Slab): ParsedCell<Slab> =>
  weight > 0 ? parsed(make(weight)) : none;

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
