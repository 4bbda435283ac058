/** Two rows whose ranges share more than a bound; `later` comes after `earlier` in the given rows. */
export interface Overlap<D> {
  earlier: D;
  later: D;
}

/**
 * Each row whose [from, to) range overlaps the furthest-reaching one of those that begin before it, with that one.
 * Empty: no two ranges overlap.
 */
export function overlaps<D>(rows: readonly D[], from: (row: D) => number, to: (row: D) => number): Overlap<D>[] {
  const order = rows.map((_, position) => position).sort((a, b) => from(rows[a]!) - from(rows[b]!));
  const found: Overlap<D>[] = [];
  let furthest: number | undefined;
  for (const position of order) {
    if (furthest !== undefined && from(rows[position]!) < to(rows[furthest]!)) {
      found.push({ earlier: rows[Math.min(position, furthest)]!, later: rows[Math.max(position, furthest)]! });
    }
    if (furthest === undefined || to(rows[position]!) > to(rows[furthest]!)) furthest = position;
  }
  return found;
}
