/** Rows that end because a sheet of rates has other prices of their routes. */
import type { ChangeAnswer } from '../contract/apply.js';
import type { Effect } from '../sheets/serviceability/effect.js';

const SHOWN_ROWS = 6;
/** Members by which a row ends. */
const OF_AN_END: ReadonlySet<string | null> = new Set(['status', 'validTo', 'updatedAt']);

/** Empty: none ends. The node lists them before other differences, of which it shows the first ones. */
export function endsOf({ diff, counts }: ChangeAnswer): Effect[] {
  const ending = new Set<string | number>();
  const others = new Set<string | number>();
  for (const { collection, key, field } of diff)
    if (collection === 'packages') (OF_AN_END.has(field) ? ending : others).add(key);
  const keys = [...ending].filter((key) => !others.has(key));
  if (keys.length === 0) return [];
  const shown = keys.slice(0, SHOWN_ROWS).map((key) => `packages/${key}`);
  const count = Math.max(keys.length, counts.ended);
  const names = shown.join(', ') + (count > shown.length ? ', …' : '');
  return [{ what: `rows end, replaced by the sheet: ${names}`, count, before: null, after: null }];
}
