/** The columns of amounts of a line next to what the contract allows for each. */
import type { InvoiceTerms, PricedLine } from './decompose.js';
import { PARTS, type Part } from './line.js';
import { columnOf, comparedParts, partsOf, taxOf } from './prices.js';

export interface ComponentAmounts {
  name: Part | 'tax';
  /** null: no column has it. */
  billedPaise: number | null;
  expectedPaise: number;
}

/**
 * What the legs that are owed cost, by component without tax, and their tax. A component without a column counts to
 * that of {@link columnOf}. One that is 0 on both sides is left out.
 *
 * @returns empty: the sheet has no column of a component
 */
export function componentsOf(
  { line, ours, notOwed }: PricedLine,
  { basis, columns }: Pick<InvoiceTerms, 'basis' | 'columns'>,
): ComponentAmounts[] {
  const owed = ours.filter(({ leg }) => !notOwed.has(leg));
  const engine = partsOf(owed);
  const counted = comparedParts(basis, line.direction);
  const withColumn = counted.filter((part) => columns.has(part));
  if (withColumn.length === 0) return [];
  const expected = new Map<ComponentAmounts['name'], number>();
  for (const part of counted) {
    const at = columnOf(part, withColumn) ?? part;
    expected.set(at, (expected.get(at) ?? 0) + engine[part]);
  }
  if (basis.withTax && basis.compare === null) expected.set('tax', taxOf(owed));
  return [...PARTS, 'tax' as const].flatMap((name) => {
    const expectedPaise = expected.get(name);
    if (expectedPaise === undefined) return [];
    const billedPaise = columns.has(name) ? (line.amounts[name] ?? 0) : null;
    return (billedPaise ?? 0) === 0 && expectedPaise === 0 ? [] : [{ name, billedPaise, expectedPaise }];
  });
}
