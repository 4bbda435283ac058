/** Two rows whose ranges share more than a bound; `later` stands after `earlier` in the rows that were given. */
export interface Overlap<D> {
  earlier: D;
  later: D;
}

/** The rows whose [from, to) ranges overlap the one that reaches furthest of those that begin before them; none: no two overlap. */
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
