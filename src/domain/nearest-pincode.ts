import { firstFrom } from './pincode-sets.js';

/** The digits of a pincode that name its sorting district. */
const DISTRICT_DIGITS = 3;

/**
 * The row whose number is nearest to `pincode` in its sorting district, the lower one of two equally near; null: the
 * district has none. `rows` must be ascending.
 */
export function nearestPincode<Row extends { pincode: string }>(rows: readonly Row[], pincode: string): Row | null {
  const next = firstFrom(rows, pincode);
  const [below, above] = [rows[next - 1], rows[next]].map((row) =>
    row !== undefined && districtOf(row.pincode) === districtOf(pincode) ? row : null,
  );
  if (!below || !above) return below ?? above ?? null;
  return Number(pincode) - Number(below.pincode) <= Number(above.pincode) - Number(pincode) ? below : above;
}

/** The first three digits. */
export function districtOf(pincode: string): string {
  return pincode.slice(0, DISTRICT_DIGITS);
}
