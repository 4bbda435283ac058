/** What is known of a parcel as a short text: of a million parcels, a letter is a megabyte. */
import type { ShipmentFacts } from './line.js';

interface Keys {
  awb: string;
  ref: string;
}

interface PackedShipment extends Keys {
  facts: ShipmentFacts;
}

/** In the order in which a text has them; those that few parcels have are last. */
const FACTS = [
  'to',
  'grams',
  'date',
  'payment',
  'valuePaise',
  'from',
  'codPaise',
  'status',
  'type',
  'length',
  'width',
  'height',
  'customer',
  'services',
  'partner',
  'isReverse',
  'asked',
] as const satisfies readonly (keyof ShipmentFacts)[];

/** Words of these are the same for many parcels: a text has their numbers. */
const WORDS: ReadonlySet<keyof ShipmentFacts> = new Set<keyof ShipmentFacts>([
  'date',
  'payment',
  'from',
  'status',
  'type',
  'customer',
  'partner',
]);
/** Beyond so many different ones, words stand as they are. */
const MAX_WORDS = 4_096;

/** No member has it: amounts may be 0. */
const ABSENT = -1;
/** A name that is as its key, in small or in large letters. */
const [AS_KEY, AS_LARGE_KEY] = [0, 1];

export class FactsPacker {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** @param keys as which the names are compared, in small letters */
  pack({ awb, ref, facts }: PackedShipment, keys: Keys): string {
    const values: unknown[] = FACTS.map((name) => {
      const value = facts[name];
      return WORDS.has(name) && typeof value === 'string' ? this.#packed(value) : (value ?? ABSENT);
    });
    while (values.at(-1) === ABSENT) values.pop();
    return JSON.stringify([packedName(awb, keys.awb), packedName(ref, keys.ref), ...values]);
  }

  unpack(text: string, keys: Keys): PackedShipment {
    const [awb, ref, ...values] = JSON.parse(text) as [string | number, string | number, ...unknown[]];
    const facts: Record<string, unknown> = {};
    for (const [at, value] of values.entries()) {
      const name = FACTS[at]!;
      if (value !== ABSENT) facts[name] = WORDS.has(name) && typeof value === 'number' ? this.#words[value] : value;
    }
    return { awb: nameOf(awb, keys.awb), ref: nameOf(ref, keys.ref), facts: facts as ShipmentFacts };
  }

  #packed(word: string): number | string {
    let number = this.#numbers.get(word);
    if (number !== undefined) return number;
    if (this.#words.length === MAX_WORDS) return word;
    number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    return number;
  }
}

function packedName(name: string, key: string): string | number {
  if (name === key) return AS_KEY;
  return name === key.toUpperCase() ? AS_LARGE_KEY : name;
}

const nameOf = (packed: string | number, key: string): string =>
  packed === AS_KEY ? key : packed === AS_LARGE_KEY ? key.toUpperCase() : String(packed);
