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
 * Each row whose range overlaps the furthest-reaching one of those that begin before it, with that one. Empty: no two
 * ranges overlap.
 */
export function overlaps<D extends Range>(rows: readonly D[]): Overlap<D>[] {
  const order = rows.map((_, position) => position).sort((a, b) => rows[a]!.distanceFrom - rows[b]!.distanceFrom);
  const found: Overlap<D>[] = [];
  let furthest: number | undefined;
  for (const position of order) {
    const row = rows[position]!;
    if (furthest !== undefined && row.distanceFrom < rows[furthest]!.distanceTo)
      found.push({ earlier: rows[Math.min(position, furthest)]!, later: rows[Math.max(position, furthest)]! });
    if (furthest === undefined || row.distanceTo > rows[furthest]!.distanceTo) furthest = position;
  }
  return found;
}
