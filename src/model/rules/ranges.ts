/** From `distanceFrom` inclusive to `distanceTo` exclusive. */
interface Range {
  distanceFrom: number;
  distanceTo: number;
}

/** Two rows whose ranges share more than a bound; `later` comes after `earlier` in the given rows. */
export interface Overlap<D> {
  earlier: D;
  later: D;
}

/**
 * Each row whose range overlaps that of a row which begins before it, with the furthest-reaching of these. Empty: no
 * two ranges overlap.
 * @param mayMeet whether two rows could count for the same shipment at all; all rows unless given
 */
export function overlaps<D extends Range>(
  rows: readonly D[],
  mayMeet: (one: D, other: D) => boolean = () => true,
): Overlap<D>[] {
  const order = rows.map((_, position) => position).sort((a, b) => rows[a]!.distanceFrom - rows[b]!.distanceFrom);
  const found: Overlap<D>[] = [];
  /** Ranges that reach beyond the beginning of the row, the furthest-reaching first. */
  let open: number[] = [];
  for (const position of order) {
    const row = rows[position]!;
    open = open.filter((other) => row.distanceFrom < rows[other]!.distanceTo);
    const furthest = open.find((other) => mayMeet(rows[other]!, row));
    if (furthest !== undefined)
      found.push({ earlier: rows[Math.min(position, furthest)]!, later: rows[Math.max(position, furthest)]! });
    const rank = open.findIndex((other) => rows[other]!.distanceTo < row.distanceTo);
    open.splice(rank === -1 ? open.length : rank, 0, position);
  }
  return found;
}
