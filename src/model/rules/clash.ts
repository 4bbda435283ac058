/** What rules between documents find. */
import type { Fault } from '../schema-faults.js';

/**
 * A document that breaks a rule together with others of its partner; `other` is the one it clashes with, if it is a
 * single one.
 */
export interface Clash<D> extends Fault {
  document: D;
  other: D | null;
}
