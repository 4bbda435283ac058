/** The rows of lines.csv, dispute.csv, unbilled.csv and of the ledger. */
import { CAUSES } from './causes.js';
import { disputeReason } from './dispute.js';
import {
  billedLane,
  causeOf,
  chargedGrams,
  differenceIn,
  expectedGrams,
  expectedLane,
  type LineFinding,
} from './finding.js';
import { rupeesText } from './money.js';
import type { UnbilledShipment } from './unbilled.js';

export const LINE_HEADINGS: readonly string[] = [
  'line',
  'ref',
  'awb',
  'date',
  'direction',
  'expected_g',
  'charged_g',
  'expected_lane',
  'billed_lane',
  'billed',
  'expected',
  'difference',
  ...CAUSES,
  'cause',
  'status',
];

const gramsText = (grams: number | null): string => (grams === null ? '' : String(grams));

/** A row of lines.csv. What is not known is empty. */
export function lineRow(finding: LineFinding): string[] {
  const { line, causes, billedPaise, expectedPaise, status } = finding;
  const isCompared = expectedPaise !== null;
  return [
    String(line.line),
    line.ref,
    line.awb,
    line.date ?? '',
    line.direction ?? '',
    gramsText(expectedGrams(finding)),
    gramsText(chargedGrams(finding)),
    expectedLane(finding),
    billedLane(finding),
    isTotalUnread(finding) ? '' : rupeesText(billedPaise),
    isCompared ? rupeesText(expectedPaise) : '',
    isCompared ? rupeesText(differenceIn(finding)) : '',
    ...CAUSES.map((cause) => (isCompared ? rupeesText(causes[cause] ?? 0) : '')),
    causeOf(finding),
    status,
  ];
}

const isTotalUnread = ({ line }: LineFinding): boolean => 'unreadable' in line && line.totalPaise === null;

/** What a dispute has behind the invoice's own columns. */
export const DISPUTE_HEADINGS: readonly string[] = ['expected', 'difference', 'cause', 'reason'];

export const disputeCells = (finding: LineFinding): string[] => [
  rupeesText(finding.expectedPaise!),
  rupeesText(differenceIn(finding)),
  causeOf(finding),
  disputeReason(finding),
];

export const UNBILLED_HEADINGS: readonly string[] = ['ref', 'awb', 'date', 'expected'];

export const unbilledRow = ({ ref, awb, date, expectedPaise }: UnbilledShipment): string[] => [
  ref,
  awb,
  date ?? '',
  expectedPaise === null ? '' : rupeesText(expectedPaise),
];

export const LEDGER_HEADINGS: readonly string[] = ['awb', 'ref', 'leg', 'invoice', 'total'];

/** A row for each leg that a line bills or gives back. @param number of the invoice where the line has none */
export const ledgerRows = ({ line, legs }: LineFinding, number: string): string[][] =>
  legs.map(({ leg, totalPaise }) => [line.awb, line.ref, leg, line.invoice ?? number, rupeesText(totalPaise)]);
