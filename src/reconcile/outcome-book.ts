/** What became of parcels, by two keys, in little memory. */
import { KeyIndex } from './key-index.js';
import type { ShipmentFacts } from './line.js';
import type { ParcelKeys } from './shipment-book.js';
import { withRoom } from './text-store.js';

/** Those that decide whether a return is owed. */
const STATUSES = ['DELIVERED', 'RETURNED'] as const satisfies readonly NonNullable<ShipmentFacts['status']>[];
type OutcomeStatus = (typeof STATUSES)[number];

/** Two outcomes of a key that say different things, as of two callers with the same id. */
const CONTRADICTED = STATUSES.length;

export class OutcomeBook {
  readonly #ofAwb = new Statuses();
  readonly #ofRef = new Statuses();

  add({ awb, ref }: ParcelKeys, status: OutcomeStatus): void {
    if (awb !== '') this.#ofAwb.add(awb, status);
    if (ref !== '') this.#ofRef.add(ref, status);
  }

  /** By the AWB or, failing that, by the order. undefined: it is not known */
  find({ awb, ref }: ParcelKeys): OutcomeStatus | undefined {
    return this.#ofAwb.find(awb) ?? this.#ofRef.find(ref);
  }
}

class Statuses {
  readonly #keys = new KeyIndex();
  /** By the number of a key. */
  #statuses = new Uint8Array(1_024);

  add(key: string, status: OutcomeStatus): void {
    const { count } = this.#keys;
    const number = this.#keys.add(key);
    this.#statuses = withRoom(this.#statuses, number + 1);
    const given = STATUSES.indexOf(status);
    if (number === count) this.#statuses[number] = given;
    else if (this.#statuses[number] !== given) this.#statuses[number] = CONTRADICTED;
  }

  find(key: string): OutcomeStatus | undefined {
    const number = key === '' ? undefined : this.#keys.find(key);
    return number === undefined ? undefined : STATUSES[this.#statuses[number]!];
  }
}
