/** The first faults of many, and how many there are: those of a long body would not fit into memory. */
import { MAX_APPLY_FAULTS } from '../../../contract/document-names.js';

export class FaultList<F> {
  readonly kept: F[] = [];
  #count = 0;

  add(fault: F): void {
    this.#count++;
    if (!this.isFull) this.kept.push(fault);
  }

  get count(): number {
    return this.#count;
  }

  /** Later faults are only counted. */
  get isFull(): boolean {
    return this.kept.length === MAX_APPLY_FAULTS;
  }
}
