/** The rules of `of`, the list of the amounts that a percentage is of. */
import { BASE_ORDERS, isStandardBase } from '../../domain/bases.js';
import type { Documents } from '../documents.js';
import type { Fault } from '../schema-faults.js';

/** The row that `of` belongs to. */
interface Row {
  partnerId?: string | null;
  /** A surcharge's code, or the standard amount that the row charges. `of` may not name it. */
  self: string;
  /** Its rank in the order of evaluation. */
  order: number;
}

/** The faults of `of` that no other row decides. Whether the codes in it stand before is a rule between rows. */
export function* ofFaults(of: readonly string[], row: Row): Iterable<Fault> {
  for (const [index, name] of of.entries()) {
    const message = faultOf(name, of, row);
    if (message !== null) yield { field: `of[${index}]`, message };
  }
}

function faultOf(name: string, of: readonly string[], { partnerId, self, order }: Row): string | null {
  if (name === self) return `is ${name} itself`;
  if (!isStandardBase(name))
    return (partnerId ?? null) === null
      ? `${name} is no standard amount: a row without a partner names no codes`
      : null;
  if (name === 'freight' && (of.includes('weightCharge') || of.includes('distanceCharge')))
    return 'freight contains weightCharge and distanceCharge: name either it or its parts';
  const base = BASE_ORDERS[name];
  // a standard amount stands before the surcharges of its own order
  return base > order ? `${name} is known at ${base}, which is behind this row's ${order}` : null;
}

/** The rank of a row of customer charges in the order of evaluation. */
export function orderOf({ type }: Pick<Documents['customer-charges'], 'type'>): number {
  return BASE_ORDERS[type];
}

/** Whether a name in `of` is a surcharge's code. */
export const isCodeOf = (name: string): boolean => !isStandardBase(name);

/** A fault of a customer charge that depends on surcharges. */
interface LateCode {
  charge: Documents['customer-charges'];
  surcharge: Documents['surcharges'];
  field: string;
  message: string;
}

/**
 * Customer charges that are a percentage of a code that is not computed before them: each of the code's rows, the
 * partner's and those without a partner, whatever their status and dates, must have a lower order than the charge.
 */
export function* lateCodes(
  charges: readonly Documents['customer-charges'][],
  surcharges: readonly Documents['surcharges'][],
): Generator<LateCode> {
  for (const charge of charges) {
    const order = orderOf(charge);
    for (const [index, code] of (charge.of ?? []).entries()) {
      const late = surcharges.find(
        (row) => row.code === code && row.order >= order && (row.partnerId ?? charge.partnerId) === charge.partnerId,
      );
      if (late === undefined) continue;
      const orders = `surcharge ${late.id} has the order ${late.order}, ${charge.type} ${order}`;
      const message = `${code} is not computed before this charge: ${orders}`;
      yield { charge, surcharge: late, field: `of[${index}]`, message };
    }
  }
}
