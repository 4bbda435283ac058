import { firstFrom } from '../../../domain/pincode-sets.js';
import type { PincodeRow } from '../../../model/documents.js';

/** The digits of a pincode that name its sorting district. */
const DISTRICT_DIGITS = 3;

/**
 * The row whose number is nearest to `pincode` in its sorting district, the lower one of two equally near; null: the
 * district has none. `rows` must be ascending.
 */
export function nearestPincode(rows: readonly PincodeRow[], pincode: string): PincodeRow | null {
  const next = firstFrom(rows, pincode);
  const [below, above] = [rows[next - 1], rows[next]].map((row) =>
    row !== undefined && districtOf(row.pincode) === districtOf(pincode) ? row : null,
  );
  if (!below || !above) return below ?? above ?? null;
  return Number(pincode) - Number(below.pincode) <= Number(above.pincode) - Number(pincode) ? below : above;
}

function districtOf(pincode: string): string {
  return pincode.slice(0, DISTRICT_DIGITS);
}
