/** The entries of surcharges in a breakdown, as JSON text. The constant parts are made once per row. */
import { toPercent } from '../../domain/money.js';
import type { SurchargeColumns } from '../../domain/rate-card.js';
import { BASIS_FACTS, PERCENT } from '../../domain/surcharge-bases.js';
import { exactSurcharge, type SurchargeChoice } from '../../domain/surcharges.js';
import type { PartnerView } from '../../index/view.js';
import { inOnePiece, rupeesJson } from '../../json.js';
import { textsByRow } from './parts.js';
import {
  boundText,
  type Detail,
  flatMembers,
  type Label,
  nextEntryStart,
  percentageEntry,
  percentageHead,
  type PercentageEntry,
  raisedText,
  rupees,
} from './explain-entries.js';

type SurchargeHead = PercentageEntry | string;
const headsOf = { full: textsByRow<SurchargeHead>(), brief: textsByRow<SurchargeHead>() };

/** The entries of the surcharges that count, in the order of evaluation, each with the comma before it. */
export function surchargeEntries(
  detail: Detail,
  { card: { surcharges: rows }, names }: PartnerView,
  counted: readonly SurchargeChoice[],
): string {
  const heads = headsOf[detail](rows);
  let entries = '';
  for (const choice of counted) {
    const { row, times, paise, netPaise } = choice;
    const isPercent = rows.basis[row] === PERCENT;
    const head = (heads[row] ??= headOf(detail, rows, row, names.surcharges[row]!));
    const amount = rupeesJson(paise);
    const raised = paise === netPaise ? '' : raisedText(netPaise);
    const bound = detail === 'full' ? boundText(exactSurcharge(rows, row, times), netPaise) + raised : '';
    if (isPercent) entries += percentageEntry(head as PercentageEntry, times, amount, bound);
    else if (detail === 'brief') entries += `${head as string}"amount":${amount}}`;
    else entries += `${head as string}"calculation":"${productText(rows, choice)}${bound}","amount":${amount}}`;
  }
  return entries;
}

/** Up to the base of a PERCENT, otherwise up to the calculation. */
function headOf(
  detail: Detail,
  rows: SurchargeColumns,
  row: number,
  { code, label: description }: { code: string; label: string },
): SurchargeHead {
  const rule = `surcharges/${rows.id[row]!}`;
  const label: Label = { component: 'otherCharges', code, category: 'surcharge', description, rule };
  if (rows.basis[row] === PERCENT) return percentageHead(detail, label, toPercent(rows.value[row]!));
  return inOnePiece(`${nextEntryStart(detail, label)}${flatMembers(detail)}`);
}

/** `INR 2.50 x 1.2 kg`. */
function productText(rows: SurchargeColumns, { row, times }: SurchargeChoice): string {
  const value = valueText(rows.value[row]!);
  const { unitsOf, unitsText } = BASIS_FACTS[rows.basis[row]!]!;
  return unitsOf === null ? `flat ${value}` : `${value} x ${unitsText(times)}`;
}

const HUNDREDTHS = 100;

/** Hundredths of a paisa, with its decimals below a paisa where it has them: `INR 2.50`, `INR 2.5025`. */
function valueText(value: number): string {
  const below = value % HUNDREDTHS;
  return `${rupees((value - below) / HUNDREDTHS)}${below === 0 ? '' : String(below).padStart(2, '0')}`;
}
