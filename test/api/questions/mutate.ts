/** Invalid bodies: a valid one with a few of its values, keys or bytes replaced. */
import type { Rng } from '../../reference/rng.js';

const JUNK: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  12,
  0.5,
  1e21,
  1e-7,
  50_000,
  50_001,
  -0,
  '',
  'x',
  'NaN',
  'Infinity',
  '110001',
  '999999',
  'acme',
  'COD',
  'PICKUP',
  'MANUAL_SELECTION',
  '__proto__',
  '\u0000',
  '\ud800',
  '🚚',
  'é'.repeat(300),
  [],
  {},
  [[]],
  [null],
  ['PICKUP'],
  ['PICKUP', 'DELIVERY'],
  { length: 1 },
  { length: 1, width: 2, height: 3 },
  { length: 1e-9, width: 1e4, height: 9_999.999 },
  Array.from({ length: 50 }, () => ({})),
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'partnerId',
  'weight',
  'dimensions',
  'customerDetails',
  'options',
  'urgency',
  'declaredValue',
  '',
  '0',
  'toJSON',
  'ключ',
];

/** The place of a value: its holder and its key there. */
type Place = [holder: Record<string, unknown>, key: string];

function places(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Record<string, unknown>, key]);
    places((value as Record<string, unknown>)[key], found);
  }
  return found;
}

function mutateValue(rng: Rng, body: Record<string, unknown>): void {
  const [holder, key] = rng.pick(places(body));
  const change = rng.int(0, 5);
  if (change <= 2) holder[key] = structuredClone(rng.pick(JUNK));
  else if (change === 3) delete holder[key];
  else if (change === 4 && !Array.isArray(holder))
    Object.defineProperty(holder, rng.pick(KEYS), {
      value: structuredClone(rng.pick(JUNK)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else if (typeof holder[key] === 'number')
    holder[key] = (holder[key] as number) * rng.pick([0, -1, 0.1, 10, 1e6, 1.000_1]);
  else holder[key] = [holder[key]];
}

/** One character replaced, a part removed, or a part repeated. */
function mutateText(rng: Rng, text: string): string {
  const at = rng.int(0, text.length - 1);
  const end = Math.min(text.length, at + rng.int(1, 8));
  return rng.pick([
    () => text.slice(0, at) + rng.pick([...'{}[]",:0e-\\u ']) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, end) + text.slice(at),
    () => text.slice(0, at),
  ])();
}

export function mutated(rng: Rng, body: object): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (let n = rng.int(1, 3); n > 0 && Object.keys(copy).length > 0; n--) mutateValue(rng, copy);
  const text = JSON.stringify(copy);
  return rng.chance(0.2) ? mutateText(rng, text) : text;
}
