/** The unit of a column of weights. */
import { unitInHeading, unitOf, type WeightUnit } from '../cells/weights.js';
import type { Table } from './table.js';

/** The map's, or its heading's. null: each cell has to say it */
export function unitOfColumn(table: Table, field: string): WeightUnit | null {
  const said = table.map.units.get(field);
  if (said !== undefined) return unitOf(said);
  const [column] = table.columns.fields.get(field) ?? [];
  return column?.texts.map(unitInHeading).find((unit) => unit !== null) ?? null;
}
