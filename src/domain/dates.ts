/** Which rows are in force at a moment (docs/rules.md#dates). */

/** When rows are in force, both bounds inclusive. The columns are empty if no row has a date: then all rows are. */
export interface DatedColumns {
  validFrom: ArrayLike<number>;
  validTo: ArrayLike<number>;
}

/**
 * Takes the two columns, not the object that has them: of rows of eight kinds, that object has eight shapes, and to
 * read a property of any of them takes longer than all the rest.
 *
 * @param at the pricing moment, milliseconds since the epoch
 */
export function isInForce(
  validFrom: DatedColumns['validFrom'],
  validTo: DatedColumns['validTo'],
  row: number,
  at: number,
): boolean {
  return validFrom.length === 0 || (validFrom[row]! <= at && at <= validTo[row]!);
}
