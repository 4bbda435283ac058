/**
 * Warnings of a question that was answered: likely mistakes that would otherwise go unnoticed in the price. A warning
 * never changes a status or an amount.
 */
import type { Shipment } from '../domain/rate-card.js';
import { COD_PAYMENT, FORWARD_DIRECTION, PICKUP, RTO_DIRECTION, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { LEAST_PLAUSIBLE_GRAMS } from '../limits/requests.js';
import type { UnknownField } from '../model/unknown-fields.js';
import { unknownFieldWarning, type Warning } from '../contract/warnings.js';
import { asJson, type Json, toJson } from '../json.js';

/** The paths of the members that warnings name. */
export interface FieldNames {
  weight: string;
  codAmount: string;
  services: string;
  customerGstin: string;
}

/** For availability and charges, whose members are at the top of the body. */
export const TOP_FIELDS: FieldNames = {
  weight: 'weight',
  codAmount: 'codAmount',
  services: 'serviceRequirements',
  customerGstin: 'customerGstin',
};

const NO_WARNINGS: readonly Warning[] = [];
const NO_WARNINGS_JSON = asJson('[]');
const B2B = SHIPMENT_TYPES.indexOf('B2B');
const B2C = SHIPMENT_TYPES.indexOf('B2C');

/** The warnings of a question; `further` needed the answer. */
export function warningsOf(
  unknown: readonly UnknownField[],
  shipment: Shipment,
  recipient: Recipient,
  fields: FieldNames,
  further: readonly Warning[] = NO_WARNINGS,
): readonly Warning[] {
  const found = shipmentWarnings(shipment, recipient, fields);
  if (unknown.length + found.length + further.length === 0) return NO_WARNINGS;
  return [...unknown.map(unknownFieldWarning), ...found, ...further];
}

/** The same as a JSON list. */
export const warningsJson = (...question: Parameters<typeof warningsOf>): Json => listJson(warningsOf(...question));

export const listJson = (warnings: readonly Warning[]): Json =>
  warnings.length === 0 ? NO_WARNINGS_JSON : toJson(warnings);

/** What a question says of the registration of its recipient. */
interface Recipient {
  customerGstin?: string;
  placeOfSupply?: string;
}

function shipmentWarnings(shipment: Shipment, recipient: Recipient, fields: FieldNames): Warning[] {
  const { actualGrams, shipmentType, paymentType, codPaise, services, direction } = shipment;
  const found: Warning[] = [];
  if (shipmentType === B2C && actualGrams < LEAST_PLAUSIBLE_GRAMS) {
    found.push({
      code: 'WEIGHT_LOOKS_LIKE_KG',
      field: fields.weight,
      message: `${fields.weight} is in grams, and ${actualGrams} g is very little: was it meant in kilograms?`,
    });
  }
  if (paymentType === COD_PAYMENT && codPaise === 0 && direction !== RTO_DIRECTION) {
    found.push({
      code: 'COD_AMOUNT_MISSING',
      field: fields.codAmount,
      message: `Nothing is collected on delivery: give ${fields.codAmount}, or a declared value`,
    });
  }
  // REVERSE fetches from a customer, an RTO has no pickup
  if ((services & PICKUP) === 0 && direction === FORWARD_DIRECTION) {
    found.push({
      code: 'SERVICES_NOT_PRICED',
      field: fields.services,
      message:
        `The price has no pickup: name PICKUP in ${fields.services}, ` + 'unless the parcel is brought to the partner',
    });
  }
  if (shipmentType === B2B && recipient.customerGstin === undefined && recipient.placeOfSupply === undefined) {
    found.push({
      code: 'GSTIN_MISSING',
      field: fields.customerGstin,
      message:
        `Without ${fields.customerGstin} the place of supply is the state of the pickup: `
        + `give the recipient's GSTIN, if there is one`,
    });
  }
  return found;
}
