/** Findings of the linter in words. */
import type { Finding } from '../contract/finding.js';
import { table } from './tables.js';
import type { World } from './world.js';

/** One below the other, with its documents and an example to try. */
export function findingsInWords(findings: readonly Finding[], world: World): string {
  const rows = findings.map(({ code, severity, message, documents, examples }) => [
    `${severity}\n${code}`,
    [message, documents.join(' '), ...examples.map((example) => `try: ${questionInWords(example)}`)].join('\n'),
  ]);
  return table([{ title: 'SEVERITY', fixed: true }, { title: 'WHAT' }], rows, world);
}

interface Question {
  pickupPincode?: string;
  deliveryPincode?: string;
  weight?: number;
  paymentType?: string;
  shipmentType?: string;
  shipDate?: string;
}

function questionInWords(example: object): string {
  const { pickupPincode, deliveryPincode, weight, paymentType, shipmentType, shipDate } = example as Question;
  return [
    `${pickupPincode} ${deliveryPincode}`,
    weight === undefined ? 'pieces' : `${weight} g`,
    paymentType,
    shipmentType,
    shipDate === undefined ? '' : `on ${shipDate}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
