/**
 * Rules that no schema states, by operation: each function changes a request that fits the schemas, in place, so that
 * it also follows these rules.
 */
import { MAX_DISCOUNT_PERCENT, MAX_PERCENT } from '../../../src/limits/documents.js';
import { MAX_SUMMARY_DAYS } from '../../../src/limits/requests.js';
import { isDay } from '../../../src/domain/calendar.js';
import type { Contract } from '../../../src/contract/contract.js';
import { isService, type Members, type Parts, type Scene } from './parts.js';

type Rule = (parts: Parts, scene: Scene) => void;

const MANDATORY = ['PICKUP', 'DELIVERY'];
const GRAM_KG = 0.001;
const DAY_MS = 86_400_000;

const members = (value: unknown): Members => value as Members;

/** A prepaid shipment collects nothing. */
function collectByCodAlone(shipment: Members, isCod: boolean): void {
  if (!isCod) delete shipment['codAmount'];
}

/** A customer's return is prepaid, and a return has no returns and no landed cost. */
function keepReturnsValid(shipment: Members): void {
  if (shipment['direction'] === 'REVERSE') shipment['paymentType'] = 'PREPAID';
  if ((shipment['direction'] ?? 'FORWARD') === 'FORWARD') return;
  delete shipment['includeReturns'];
  delete shipment['includeLanded'];
}

/** The landed cost is for services alone. */
function keepLandedPrivate(shipment: Members, scene: Scene): void {
  if (!isService(scene)) delete shipment['includeLanded'];
}

/** Of two names of a member only one is given: an end, and the sides. The recipient is registered in one state. */
function nameOnce(shipment: Members): void {
  for (const [name, other] of [
    ['pickupPincode', 'fromPincode'],
    ['deliveryPincode', 'toPincode'],
    ['dimensions', 'packageDimensions'],
  ] as const)
    if (shipment[name] !== undefined) delete shipment[other];
  for (const name of ['dimensions', 'packageDimensions']) if (shipment[name] !== undefined) notSmall(shipment[name]);
  if (shipment['customerGstin'] !== undefined) shipment['customerGstin'] = '29ABCDE1234F1ZW';
  if (shipment['placeOfSupply'] !== undefined) shipment['placeOfSupply'] = '29';
}

/** The members that availability and charges need under one of several names. */
function nameAll(shipment: Members, { pincode }: Scene, needsServices: boolean): void {
  if (shipment['fromPincode'] === undefined) shipment['pickupPincode'] ??= pincode;
  if (shipment['toPincode'] === undefined) shipment['deliveryPincode'] ??= pincode;
  if (needsServices && shipment['serviceTypes'] === undefined && shipment['additionalServices'] === undefined)
    shipment['serviceRequirements'] ??= ['DELIVERY'];
}

/** What becomes 0 at the resolution is refused. */
function notSmall(sides: unknown): void {
  for (const side of ['length', 'width', 'height'])
    members(sides)[side] = Math.max(0.001, members(sides)[side] as number);
}

/** Pieces replace the whole: no weight or dimensions with them, sides of one decimal, and few of each. */
function weighOnce(shipment: Members, needsWeight: boolean): void {
  const pieces = shipment['pieces'] as Members[] | undefined;
  if (pieces === undefined) {
    if (needsWeight) shipment['weight'] ??= 500;
    return;
  }
  for (const name of ['weight', 'dimensions', 'packageDimensions']) delete shipment[name];
  for (const piece of pieces) {
    piece['count'] = 1 + ((piece['count'] as number) % 2);
    piece['weight'] = Math.max(1, Math.min(piece['weight'] as number, 50_000));
    const sides = piece['dimensions'] as Members | undefined;
    for (const side of sides === undefined ? [] : ['length', 'width', 'height'])
      sides![side] = Math.max(1, Math.round((sides![side] as number) * 10)) / 10;
  }
}

const RULES: Readonly<Record<string, Rule>> = {
  // a partner in the query has to be the one in the path
  getPartnerComprehensiveData: ({ params, query }) => {
    if (query['partnerId'] !== undefined) query['partnerId'] = params['partnerId'];
  },
  summarizeAssignments: ({ query }) => {
    inOrder(query, 'from', 'to', (day) => Date.parse(day as string));
    const days = (Date.parse(query['to'] as string) - Date.parse(query['from'] as string)) / DAY_MS;
    if (days >= MAX_SUMMARY_DAYS) query['to'] = query['from'];
  },
  listChanges: ({ query }) => {
    // a key is one of its collection
    if (query['key'] !== undefined) Object.assign(query, { collection: 'packages', key: '1' });
  },
  listCapacity: ({ query }) => {
    // the schema has the form of a day alone
    if (query['date'] !== undefined && !isDay(query['date'] as string)) query['date'] = '2026-11-21';
  },
  listServingPartners: ({ body }) => {
    if (members(body)['end'] === 'PICKUP') delete members(body)['paymentType'];
  },
  checkAvailability: ({ body }, scene) => {
    nameOnce(members(body));
    nameAll(members(body), scene, true);
    weighOnce(members(body), true);
    keepReturnsValid(members(body));
    keepLandedPrivate(members(body), scene);
    collectByCodAlone(members(body), members(body)['paymentType'] === 'COD');
  },
  calculateCharges: ({ body }, scene) => {
    if (isService(scene)) members(body)['partnerId'] ??= scene.partnerId;
    nameOnce(members(body));
    nameAll(members(body), scene, false);
    weighOnce(members(body), true);
    keepReturnsValid(members(body));
    keepLandedPrivate(members(body), scene);
    collectByCodAlone(members(body), members(body)['paymentType'] === 'COD');
  },
  calculateRatesMatrix: ({ body }, scene) => {
    const shipment = members(members(body)['shipment']);
    const asked = members(body)['partnerIds'];
    if (isService(scene)) members(body)['partnerIds'] ??= [scene.partnerId];
    else if (asked !== undefined) members(body)['partnerIds'] = [scene.partnerId];
    for (const name of ['partnerIds', 'pickupPincodes', 'deliveryPincodes'])
      if (Array.isArray(members(body)[name])) members(body)[name] = [...new Set(members(body)[name] as string[])];
    weighOnce(shipment, true);
    keepReturnsValid(shipment);
    collectByCodAlone(shipment, shipment['paymentType'] === 'COD');
  },
  assignShipment: ({ body }, scene) => {
    const { partnerId } = scene;
    const { shipmentDetails, assignmentPreferences } = body as {
      shipmentDetails: Members;
      assignmentPreferences: Members;
    };
    // decisions are for services alone
    const options = members(body)['options'] as Members | undefined;
    if (!isService(scene) && options !== undefined) delete options['includeDecision'];
    nameOnce(shipmentDetails);
    // both ends are optional, but needed
    if (shipmentDetails['pickupPincode'] === undefined) shipmentDetails['fromPincode'] ??= scene.pincode;
    if (shipmentDetails['deliveryPincode'] === undefined) shipmentDetails['toPincode'] ??= scene.pincode;
    weighOnce(shipmentDetails, false);
    // the world has no policies
    delete assignmentPreferences['policyId'];
    // no text is a token of this node
    delete assignmentPreferences['quoteToken'];
    assignmentPreferences['assignmentStrategy'] ??= 'CHEAPEST';
    const { serviceTypes, serviceRequirements, additionalServices, assignedPartnerId } = shipmentDetails;
    if (serviceTypes !== undefined || (serviceRequirements === undefined && additionalServices === undefined))
      shipmentDetails['serviceTypes'] = [...new Set([...((serviceTypes ?? []) as string[]), ...MANDATORY])];
    const lists = ['serviceTypes', 'serviceRequirements', 'additionalServices'].map((name) => shipmentDetails[name]);
    const impliesCod = (lists as (string[] | undefined)[]).some((list) => list?.includes('COD'));
    collectByCodAlone(shipmentDetails, (shipmentDetails['paymentType'] ?? (impliesCod ? 'COD' : 'PREPAID')) === 'COD');
    if (assignmentPreferences['assignmentStrategy'] === 'MANUAL_SELECTION' && assignedPartnerId === undefined)
      assignmentPreferences['selectedPartner'] ??= partnerId;
  },
  createZone: (parts, scene) => {
    nameOnePartner(parts, scene);
    const { attributes, services = [] } = parts.body as {
      attributes?: string[];
      services?: { serviceTypeId: string; isAvailable: boolean }[];
    };
    // of a service that is listed twice the first counts
    const offered = (id: string) => services.find(({ serviceTypeId }) => serviceTypeId === id)?.isAvailable === true;
    if (attributes !== undefined) members(parts.body)['attributes'] = attributes.filter(offered);
  },
  createCustomerCharges: ({ body }, scene) => {
    for (const charge of members(body)['charges'] as Members[]) {
      if (isService(scene)) charge['partnerId'] ??= scene.partnerId;
      if (charge['chargeType'] === 'percentage') charge['value'] = Math.min(charge['value'] as number, MAX_PERCENT);
      inOrder(charge, 'minKg', 'maxKg', Number);
      if (charge['type'] === 'cod') keepCodInOrder(charge);
      else for (const name of ['codFrom', 'codTo']) delete charge[name];
      keepDatesInOrder(charge);
    }
  },
  createDiscount: (parts, scene) => {
    nameOnePartner(parts, scene);
    const discount = members(parts.body);
    if (discount['discountType'] === 'percentage')
      discount['discountValue'] = Math.min(discount['discountValue'] as number, MAX_DISCOUNT_PERCENT);
    inOrder(discount, 'fromWeight', 'toWeight', Number);
    if (discount['fromWeight'] === discount['toWeight']) discount['fromWeight'] = GRAM_KG;
    if (discount['fromWeight'] === discount['toWeight']) discount['toWeight'] = 1;
    keepDatesInOrder(discount);
  },
};

/** Nothing lies between equal bounds of the amount to collect. */
function keepCodInOrder(charge: Members): void {
  inOrder(charge, 'codFrom', 'codTo', Number);
  if (charge['codFrom'] === charge['codTo']) delete charge['codFrom'];
}

/** Makes a request that fits the schemas of `contract` a valid one. */
export function keepRules({ id, isOfPartner, schemas }: Contract, parts: Parts, scene: Scene): Parts {
  if (isOfPartner && isService(scene) && schemas.body === null) parts.query['partnerId'] ??= scene.partnerId;
  // it is what an answer says; test/api/operations/cursors.test.ts follows them
  delete parts.query['cursor'];
  RULES[id]?.(parts, scene);
  return parts;
}

/** The same request under strict handling, which takes nothing for granted: an assignment says its weight. */
export function strictly({ id }: Contract, parts: Parts): Parts {
  const strict = structuredClone({ ...parts, headers: { ...parts.headers, prefer: STRICT } });
  if (id === 'assignShipment') weighOnce(members(members(strict.body)['shipmentDetails']), true);
  return strict;
}

const STRICT = 'handling=strict';

/** In the query, in the body, or the same one in both; a partner's credential may omit it. */
function nameOnePartner({ query, body }: Parts, scene: Scene): void {
  const given = members(body);
  if (isService(scene) && query['partnerId'] === undefined) given['partnerId'] ??= scene.partnerId;
  if (query['partnerId'] !== undefined && given['partnerId'] !== undefined) given['partnerId'] = query['partnerId'];
}

/** A row ends after it begins. */
function keepDatesInOrder(row: Members): void {
  inOrder(row, 'validFrom', 'validTo', (text) => Date.parse(text as string));
  const { validFrom, validTo } = row;
  if (typeof validFrom === 'string' && Date.parse(validFrom) === Date.parse(validTo as string)) delete row['validTo'];
}

function inOrder(holder: Members, low: string, high: string, valueOf: (value: unknown) => number): void {
  const [from, to] = [holder[low], holder[high]];
  if (from === undefined || from === null || to === undefined || to === null || valueOf(from) <= valueOf(to)) return;
  holder[low] = to;
  holder[high] = from;
}
