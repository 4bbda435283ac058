/** The lines of the output: the input's own cells, then what the node answers. */
import { CHARGE_AMOUNTS } from '../../contract/answers/charges.js';
import { sheetLine } from '../../csv.js';
import { REASONS } from '../../domain/reasons.js';
import type { LineAnswer } from '../../bulk/bulk.js';
import type { RateLine } from './lines.js';

export interface OutputForm {
  /** Offers a line, with their ranks; null: one line, without a rank. */
  best: number | null;
  /** `--partner`; null: the sheet's, or the cheapest. */
  partner: string | null;
  detail: 'total' | 'charges';
}

/** What a search answers where nobody carries the shipment, as the single question does. */
const NOBODY = 'NO_PARTNERS_AVAILABLE';

/** With the details of the charges. */
const COMPONENTS = CHARGE_AMOUNTS.filter((name) => name !== 'totalAmount');

/** Behind the input's columns. */
export const answerColumns = ({ best, detail }: OutputForm): string[] => [
  ...(best === null ? [] : ['rank']),
  ...['partner', 'total', 'chargeable_g', 'hours', 'lane', 'reason'],
  ...(detail === 'charges' ? COMPONENTS : []),
];

/** Whether a reason of the output is an answer, and not the fault of a line. */
export const isNoFault = (reason: string): boolean =>
  reason === '' || reason === NOBODY || Object.hasOwn(REASONS, reason);

/** One row of the output for each offer; one for a line without. @returns text with ends of lines */
export function outputOf({ cells, body }: RateLine, answer: LineAnswer, form: OutputForm): string {
  const asked = body?.partnerId ?? form.partner ?? '';
  const { offers = [] } = answer;
  const rows =
    offers.length > 0
      ? offers.map((offer, at) => answered(offer, String(at + 1), form))
      : [answered({ ...answer, partnerId: answer.partnerId ?? asked, reason: reasonOf(answer) }, '', form)];
  return rows.map((row) => `${sheetLine([...cells, ...row])}\r\n`).join('');
}

const reasonOf = ({ error, offers, reason }: LineAnswer): string =>
  error?.code ?? (offers === undefined ? (reason ?? '') : NOBODY);

/** An answer of one partner, or an offer in an answer. */
type AnswerRow = Omit<Partial<LineAnswer>, 'reason'> & { reason?: string };

function answered(row: AnswerRow, rank: string, { best, detail }: OutputForm): string[] {
  const { partnerId = '', totalAmount, chargeableWeight, hours, lane, reason = '', charges } = row;
  const amount = (value: number | undefined): string => value?.toFixed(2) ?? '';
  return [
    ...(best === null ? [] : [rank]),
    partnerId,
    amount(totalAmount),
    String(chargeableWeight ?? ''),
    String(hours ?? ''),
    lane ?? '',
    reason,
    ...(detail === 'charges' ? COMPONENTS.map((name) => amount(charges?.[name])) : []),
  ];
}
