/** Cells of invoices: amounts, which may be below 0, and columns of weights without a unit. */
import { money, PER_PAISA } from '../../sheets/cells/money.js';
import { cellText, type ParsedCell, parsed } from '../../sheets/cells/text.js';
import { weight } from '../../sheets/cells/weights.js';
import { STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { Table } from '../../sheets/tables/table.js';
import { unitOfColumn } from '../../sheets/tables/units.js';

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

/** @throws {SheetFaults} if neither column nor cells say a unit */
export function checkUnit(table: Table, field: string): void {
  if (!table.hasColumn(field) || unitOfColumn(table, field) !== null) return;
  const row = table.rows.find((each) => /^[\d.,]+$/.test(each.get(field)));
  if (row === undefined) return;
  const says = weight(row.get(field), null);
  if (says.ok) return;
  throw new SheetFaults([{ ...row.position(field), message: says.message }], table.proposal());
}
