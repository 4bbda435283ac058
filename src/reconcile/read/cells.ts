/** Cells of invoices: amounts, which may be below 0, and weights with the unit of their column. */
import { money, PER_PAISA } from '../../sheets/cells/money.js';
import { cellText, fault, type ParsedCell, parsed } from '../../sheets/cells/text.js';
import { unitInHeading, unitOf, weight, type WeightUnit } from '../../sheets/cells/weights.js';
import { STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { Table } from '../../sheets/tables/table.js';

/** Programs write what sums of binary fractions leave: 129.80000000000001. */
const FURTHER_DECIMALS = new RegExp(String.raw`(\.\d{${STEP_CHARGE_DECIMALS}})\d+`);

/** Paise, rounded half up. */
export function paiseIn(text: string): ParsedCell<number> {
  const exact = money(cellText(text).replace(FURTHER_DECIMALS, '$1'), STEP_CHARGE_DECIMALS);
  if (!exact.ok) return exact;
  const twice = 2n * exact.value + PER_PAISA;
  const unit = 2n * PER_PAISA;
  return parsed(Number(twice / unit - (twice % unit < 0n ? 1n : 0n)));
}

/** The unit of a column of weights: the map's or its heading's. null: each cell has to say it */
export function unitOfColumn(table: Table, field: string): WeightUnit | null {
  const said = table.map.units.get(field);
  if (said !== undefined) return unitOf(said);
  const [column] = table.columns.fields.get(field) ?? [];
  return column?.texts.map(unitInHeading).find((unit) => unit !== null) ?? null;
}

/** @throws {SheetFaults} if neither column nor cells say a unit */
export function checkUnit(table: Table, field: string): void {
  if (!table.hasColumn(field) || unitOfColumn(table, field) !== null) return;
  const row = table.rows.find((each) => /^[\d.,]+$/.test(each.get(field)));
  if (row === undefined) return;
  const says = weight(row.get(field), null);
  if (says.ok) return;
  throw new SheetFaults([{ ...row.position(field), message: says.message }], table.proposal());
}

const MOST_GRAMS = 25_000_000;

/** Whole grams, from 0. */
export function gramsIn(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const found = weight(text, unit);
  return found.ok && found.value > MOST_GRAMS ? fault(`is above 25,000 kg: "${text}"`) : found;
}
