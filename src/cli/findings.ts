/** The text of the linter's findings. */
import type { Finding } from '../contract/finding.js';
import { table } from './tables.js';
import type { World } from './world.js';

/** One below the other, with its documents and an example to try. */
export function findingsInWords(findings: readonly Finding[], world: World): string {
  const rows = findings.map(({ code, severity, message, documents, examples, action }) => [
    `${severity}\n${code}`,
    [
      message,
      documents.join(' '),
      ...(action === undefined ? [] : [`do: ${action}`]),
      ...examples.map((example) => `try: ${questionInWords(example)}`),
    ].join('\n'),
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
  pieces?: readonly { count: number; weight: number }[];
  customerId?: string;
  direction?: string;
  declaredValue?: number;
  serviceRequirements?: readonly string[];
}

function questionInWords(example: object): string {
  const { pickupPincode, deliveryPincode, weight, pieces, paymentType, shipmentType, ...more } = example as Question;
  const { direction, customerId, serviceRequirements, declaredValue, shipDate } = more;
  return [
    `${pickupPincode} ${deliveryPincode}`,
    pieces === undefined ? `${weight} g` : pieces.map((piece) => `${piece.count} × ${piece.weight} g`).join(' + '),
    paymentType,
    shipmentType,
    direction,
    customerId && `for customer ${customerId}`,
    serviceRequirements && `with ${serviceRequirements.join(', ')}`,
    declaredValue && `worth ₹${declaredValue}`,
    shipDate && `on ${shipDate}`,
  ]
    .filter(Boolean)
    .join(' ');
}
