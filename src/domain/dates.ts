/** Which rows are in force at a moment (docs/rules.md#dates). */

/** When rows are in force, both bounds inclusive. The columns are empty if no row has a date: then all rows are. */
export interface DatedColumns {
  validFrom: ArrayLike<number>;
  validTo: ArrayLike<number>;
}

/** `at`: the pricing moment, milliseconds since the epoch. */
export function isInForce({ validFrom, validTo }: DatedColumns, row: number, at: number): boolean {
  return validFrom.length === 0 || (validFrom[row]! <= at && at <= validTo[row]!);
}
