/** Sentences for a courier's desk. */
import { CAUSES, type Cause } from './causes.js';
import { billedLane, chargedGrams, expectedGrams, expectedLane, isUnreadable, type LineFinding } from './finding.js';
import { PARTS } from './line.js';
import { rupeesText } from './money.js';

/** Why a line is disputed: a sentence for each cause by which it is too dear. */
export function disputeReason(finding: LineFinding): string {
  const { causes } = finding;
  const found = CAUSES.filter((cause) => (causes[cause] ?? 0) > 0);
  const less = CAUSES.filter((cause) => (causes[cause] ?? 0) < 0);
  const sentences = found.map((cause) => sentenceOf(cause, finding, causes[cause]!));
  if (less.length > 0) {
    const sum = less.reduce((paise, cause) => paise + causes[cause]!, 0);
    sentences.push(`Against that stand Rs ${rupeesText(-sum)} billed too little.`);
  }
  return sentences.join(' ');
}

function sentenceOf(cause: Cause, finding: LineFinding, paise: number): string {
  const more = `Rs ${rupeesText(paise)}`;
  switch (cause) {
    case 'NOT_BOOKED':
      return `We have not shipped this parcel: ${more} are not due.`;
    case 'CANCELLED':
      return `This shipment was cancelled: ${more} are not due.`;
    case 'DUPLICATE':
      return `This was billed before: ${more} are billed twice.`;
    case 'DIRECTION':
      return `The parcel was delivered, and a return is billed: ${more} are not due.`;
    case 'WEIGHT':
      return (
        `Charged weight ${gramsText(chargedGrams(finding))}, our weight by the contract `
        + `${gramsText(expectedGrams(finding))}: ${more} too much.`
      );
    case 'LANE':
      return `Billed as ${billedLane(finding)}, by the contract ${expectedLane(finding)}: ${more} too much.`;
    case 'BASE_RATE':
      return `Freight is above the contract's rate: ${more} too much.`;
    case 'FSC':
      return `The fuel surcharge is above the contract's: ${more} too much.`;
    case 'COD':
      return `The cash on delivery charge is above the contract's: ${more} too much.`;
    case 'DOCKET':
      return `The docket charge is above the contract's: ${more} too much.`;
    case 'INSURANCE':
      return `The insurance charge is above the contract's: ${more} too much.`;
    case 'SURCHARGES':
      return `Other charges are above the contract's: ${more} too much.`;
    case 'DISCOUNT':
      return `The discount of the contract is missing: ${more} too much.`;
    case 'TAX':
      return `The tax is above the tax of these charges: ${more} too much.`;
    case 'RATE':
      if (isBeyondColumns(finding, paise)) return `The total is ${more} more than the sum of its own columns.`;
      return `The amount is above the contract's for this weight and lane: ${more} too much.`;
    case 'ROUNDING':
      return `The amount is rounded up: ${more} too much.`;
    case 'CREDIT':
      return '';
  }
}

/** Whether the line's total has these paise that none of its columns has. */
function isBeyondColumns({ line }: LineFinding, paise: number): boolean {
  if (isUnreadable(line)) return false;
  const { amounts, totalPaise } = line;
  const parts = PARTS.filter((part) => amounts[part] !== undefined);
  const rest = parts.reduce((left, part) => left - amounts[part]!, totalPaise);
  return parts.length > 0 && (rest === paise || rest - (amounts.tax ?? 0) === paise);
}

const gramsText = (grams: number | null): string => (grams === null ? 'unknown' : `${grams} g`);
