/** The items of a bulk of charges, each by itself: a charge that may be written, or its faults. */
import type { Catalog } from '../../documents/catalog.js';
import { type BulkChargeError, NewCustomerCharge } from '../../../contract/charges.js';
import { isPartnerId } from '../../../model/fields.js';
import type { CustomerCharge } from '../../../model/documents.js';
import { PARTNER_ID_REQUIRED, RequestValidator } from '../../../contract/faults.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { faultsOfRow } from './document-faults.js';
import type { Caller } from '../../../caller.js';
import { isMembers, membersIn } from '../../../model/members.js';
import { inUtc } from '../../../domain/dates.js';

/** A charge without an id. */
export type Draft = Omit<CustomerCharge, 'id' | 'partnerId'> & { partnerId: string };

export type Item =
  | { ok: true; index: number; draft: Draft }
  | { ok: false; index: number; error: BulkChargeError; faults: readonly RequestFault[] };

const validator = new RequestValidator(NewCustomerCharge);
/** Replaces the id that a charge gets when it is written. */
const DRAFT_ID = 1;

/** Whether an item names another partner than the caller. */
export function isForeign(given: unknown, caller: Caller): boolean {
  const partnerId = textMember(given, 'partnerId');
  return caller.kind === 'partner' && isPartnerId(partnerId) && partnerId !== caller.id;
}

/** @param createdAt ISO 8601 */
export function takeItem(given: unknown, index: number, caller: Caller, catalog: Catalog, createdAt: string): Item {
  const faults = validator.accepts(given) ? [] : validator.faults(given);
  if (!isMembers(given)) return failed(given, index, faults);
  const isOwn = given.partnerId === undefined && caller.kind === 'partner';
  if (given.partnerId === undefined && !isOwn) faults.push(PARTNER_ID_REQUIRED);
  const blamed = new Set(faults.map(({ field }) => field));
  // without the faulty members, which no rule may hold against another member
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !blamed.has(name))) as NewCustomerCharge;
  const draft = draftOf(sound, isOwn ? caller.id : sound.partnerId, createdAt);
  faults.push(...faultsOfRow('customer-charges', { ...draft, id: DRAFT_ID }).filter(({ field }) => !blamed.has(field)));
  const isUnknown = !blamed.has('partnerId') && catalog.find('partners', draft.partnerId) === undefined;
  if (isUnknown)
    faults.push({ field: 'partnerId', code: 'INVALID_VALUE', message: 'is not a partner', value: draft.partnerId });
  if (faults.length > 0)
    return failed(given, index, faults, isUnknown && faults.length === 1 ? 'PARTNER_NOT_FOUND' : 'VALIDATION_ERROR');
  return { ok: true, index, draft };
}

function draftOf(
  {
    type,
    chargeType,
    value,
    customerId,
    codFrom,
    codTo,
    minKg,
    maxKg,
    validFrom,
    validTo,
    status = true,
  }: NewCustomerCharge,
  partnerId = 'none',
  createdAt: string,
): Draft {
  return {
    partnerId,
    customerId: customerId ?? null,
    type,
    chargeType,
    value,
    ...(typeof codFrom === 'number' && { codFrom }),
    ...(typeof codTo === 'number' && { codTo }),
    minKg: minKg ?? null,
    maxKg: maxKg ?? null,
    status,
    validFrom: inUtc(validFrom),
    validTo: inUtc(validTo),
    createdAt,
  };
}

function failed(
  given: unknown,
  index: number,
  faults: readonly RequestFault[],
  code: BulkChargeError['code'] = 'VALIDATION_ERROR',
): Item {
  const message = faults.map((fault) => `${fault.field || 'the item'} ${fault.message}`).join('; ');
  const error = {
    index,
    partnerId: textMember(given, 'partnerId'),
    type: textMember(given, 'type'),
    code,
    message,
    faults: faults.map((fault) => ({ field: fault.field, message: fault.message, code: fault.code })),
  };
  return { ok: false, index, error, faults };
}

function textMember(given: unknown, name: 'partnerId' | 'type'): string | null {
  const value = membersIn(given)?.[name];
  return typeof value === 'string' ? value : null;
}
