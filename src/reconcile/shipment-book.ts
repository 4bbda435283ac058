/** What is known of the parcels that were shipped, by two keys, in little memory. */
import { KeyIndex } from './key-index.js';
import type { ShipmentFacts } from './line.js';
import { FactsPacker } from './facts-packer.js';
import { TextStore, withRoom } from './text-store.js';

/** The keys of a parcel in the form in which they are compared; empty: it has none. */
export interface ParcelKeys {
  awb: string;
  ref: string;
}

/** A parcel as its source names it. */
export interface KnownShipment {
  /** As they are written. */
  awb: string;
  ref: string;
  facts: ShipmentFacts;
}

/** An item of a parcel. @property grams of all its pieces; null: nobody knows */
export interface ShipmentItem {
  grams: number | null;
}

/** Why a row of shipments is refused. */
export type BookFault = 'CONTRADICTS';

const UNKNOWN = Number.NaN;

/** The parcels of one source, such as a sheet of orders. */
export class ShipmentBook {
  readonly #texts = new TextStore();
  readonly #byAwb = new KeyIndex();
  readonly #byRef = new KeyIndex();
  #ofAwb = new Int32Array(1_024);
  #ofRef = new Int32Array(1_024);
  /** By parcel, the numbers of its keys; -1: it has none. */
  #awbOf = new Int32Array(1_024);
  #refOf = new Int32Array(1_024);
  readonly #packer = new FactsPacker();
  /** Grams of the items of a parcel together. */
  #itemGrams = new Float64Array(0);
  #billed = new Uint8Array(1_024);

  get count(): number {
    return this.#texts.count;
  }

  /** The number of the parcel with this AWB or, failing that, with this order. undefined: it is not known */
  find({ awb, ref }: ParcelKeys): number | undefined {
    const ofAwb = awb === '' ? undefined : this.#byAwb.find(awb);
    if (ofAwb !== undefined) return this.#ofAwb[ofAwb];
    const ofRef = ref === '' ? undefined : this.#byRef.find(ref);
    return ofRef === undefined ? undefined : this.#ofRef[ofRef];
  }

  at(number: number): KnownShipment {
    const { awb, ref, facts } = this.#shipmentAt(number);
    const grams = this.#itemGrams[number];
    // items decide once a parcel has any
    if (grams === undefined || this.#itemGrams.length === 0) return { awb, ref, facts };
    const { grams: own, ...others } = facts;
    void own;
    return { awb, ref, facts: Number.isNaN(grams) ? others : { ...others, grams } };
  }

  /**
   * A row. The same parcel again counts once; with other facts it is a fault.
   * @param keys its key is the AWB, or else the order
   */
  add(keys: ParcelKeys, shipment: KnownShipment): BookFault | null {
    const known = this.#sameKey(keys);
    const text = this.#packer.pack(shipment, keys);
    if (known !== undefined) return this.#texts.is(known, text) ? null : 'CONTRADICTS';
    this.#put(keys, text);
    return null;
  }

  /** A row that is an item of its parcel: weights add up, and what only one of the rows says counts for all. */
  addItem(keys: ParcelKeys, shipment: KnownShipment, { grams }: ShipmentItem): BookFault | null {
    const number = this.#sameKey(keys) ?? this.#put(keys, this.#packer.pack(shipment, keys));
    const isFirst = number >= this.#itemGrams.length || this.#itemGrams[number] === -1;
    if (number >= this.#itemGrams.length) {
      const before = this.#itemGrams.length;
      this.#itemGrams = withRoom(this.#itemGrams, number + 1);
      this.#itemGrams.fill(-1, before);
    }
    const sum = isFirst ? 0 : this.#itemGrams[number]!;
    this.#itemGrams[number] = sum + (grams ?? UNKNOWN);
    if (isFirst) return null;
    const { awb, ref, facts: before } = this.#shipmentAt(number);
    const merged = mergedFacts(before, shipment.facts);
    if (merged === null) return 'CONTRADICTS';
    const text = this.#packer.pack({ awb, ref, facts: merged }, this.#keysAt(number));
    if (!this.#texts.is(number, text)) this.#texts.replace(number, text);
    return null;
  }

  markBilled(number: number): void {
    this.#billed[number] = 1;
  }

  isBilled(number: number): boolean {
    return this.#billed[number] === 1;
  }

  #shipmentAt(number: number): KnownShipment {
    return this.#packer.unpack(this.#texts.at(number), this.#keysAt(number));
  }

  #keysAt(number: number): ParcelKeys {
    const [awb, ref] = [this.#awbOf[number]!, this.#refOf[number]!];
    return { awb: awb === -1 ? '' : this.#byAwb.keyAt(awb), ref: ref === -1 ? '' : this.#byRef.keyAt(ref) };
  }

  #sameKey({ awb, ref }: ParcelKeys): number | undefined {
    if (awb !== '') {
      const number = this.#byAwb.find(awb);
      return number === undefined ? undefined : this.#ofAwb[number];
    }
    const number = ref === '' ? undefined : this.#byRef.find(ref);
    return number === undefined ? undefined : this.#ofRef[number];
  }

  #put({ awb, ref }: ParcelKeys, text: string): number {
    const number = this.#texts.add(text);
    this.#billed = withRoom(this.#billed, number + 1);
    this.#awbOf = withRoom(this.#awbOf, number + 1);
    this.#refOf = withRoom(this.#refOf, number + 1);
    this.#awbOf[number] = this.#refOf[number] = -1;
    if (awb !== '') {
      const key = this.#byAwb.add(awb);
      this.#awbOf[number] = key;
      this.#ofAwb = withRoom(this.#ofAwb, key + 1);
      this.#ofAwb[key] = number;
    }
    if (ref !== '') {
      const isFirst = this.#byRef.find(ref) === undefined;
      const key = this.#byRef.add(ref);
      this.#refOf[number] = key;
      this.#ofRef = withRoom(this.#ofRef, key + 1);
      // of several parcels of an order the first is the one that its id names
      if (isFirst) this.#ofRef[key] = number;
    }
    return number;
  }
}

/** null: they contradict each other. */
function mergedFacts(one: ShipmentFacts, other: ShipmentFacts): ShipmentFacts | null {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    if (name === 'grams' || value === undefined) continue;
    if (merged[name] === undefined) merged[name] = value;
    else if (JSON.stringify(merged[name]) !== JSON.stringify(value)) return null;
  }
  return merged;
}

/** Of each member the first source that has it. Pieces are a weight. */
export function factsOf(sources: readonly ShipmentFacts[]): ShipmentFacts {
  const facts: Record<string, unknown> = {};
  let isWeighed = false;
  for (const source of sources) {
    for (const [name, value] of Object.entries(source))
      if (value !== undefined && facts[name] === undefined && !(isWeighed && name === 'grams')) facts[name] = value;
    isWeighed ||= source.asked?.['pieces'] !== undefined;
  }
  return facts;
}
