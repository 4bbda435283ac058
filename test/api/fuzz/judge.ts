/** Checks whether an answer is the one that its request must get. */
import assert from 'node:assert/strict';
import { ERRORS, type ErrorCode } from '../../../src/errors.js';
import { createConformance } from '../../support/conformance.js';
import { type Call, statusesOf } from './calls.js';
import type { RawReply } from './connection.js';
import { FUZZED } from './mix.js';
import { mayComeTo } from './outcomes.js';
import { unknownMembers, unknownParameters } from './unknown.js';

const LONGEST_SHOWN = 2_000;

interface Failed {
  success: false;
  error: { code: ErrorCode; message: string; details: unknown; field_count?: number };
  request_id: string;
}

/** Rules that check a body together with its schema, and may name an additional field. */
const ALSO_NAMED: Readonly<Record<string, readonly string[]>> = {
  // without the invalid services, such as COD, the shipment may be a prepaid one
  assignShipment: [
    'shipmentDetails.serviceTypes',
    'shipmentDetails.codAmount',
    'assignmentPreferences.selectedPartner',
  ],
};

/** What a fault of another field may bring with it. */
function alsoNamed(id: string, wrong: readonly string[]): readonly string[] {
  // a token, even an invalid one, is the choice of the partner: there is nothing to be chosen by a strategy
  const isBooked = wrong.includes('assignmentPreferences.quoteToken');
  return [...(ALSO_NAMED[id] ?? []), ...(isBooked ? ['assignmentPreferences.assignmentStrategy'] : [])];
}

interface PartnerDetails {
  validationErrors: { field: string; value?: unknown }[];
  errorCount: number;
  validFields: string[];
}

interface Warned {
  warnings?: { code: string; field: string }[];
  from_cache?: boolean;
  data?: Warned;
}

export class Judge {
  readonly #conformance = createConformance();
  readonly counts = new Map<string, number>();

  /** Throws unless `reply` is the required answer to `call`. */
  judge(call: Call, reply: RawReply, requestId: string): void {
    try {
      this.#judge(call, reply, requestId);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nanswered ${reply.status} ${reply.text.slice(0, LONGEST_SHOWN)}`, {
        cause: error,
      });
    }
  }

  #judge(call: Call, reply: RawReply, requestId: string): void {
    const { contract, wire, refusal } = call;
    const { status, headers, text } = reply;
    // more connections at once than a credential may have streams
    const mayStream = contract.streams.length > 0 || contract.mediaType !== 'application/json';
    const isCrowded = status === 503 && mayStream && text.includes('"OVERLOADED"');
    assert.ok(status < 500 || isCrowded, 'the server failed');
    assert.equal(headers['connection'] ?? 'keep-alive', 'keep-alive', 'the connection does not stay open');
    assert.equal(headers['x-request-id'], requestId);
    const isJson = headers['content-type'] === 'application/json';
    assert.ok(isJson || status === contract.status, 'an answer that is not JSON');
    const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : null;
    if (json !== null && !(contract.isBare && status === contract.status)) assert.equal(json['request_id'], requestId);
    if (refusal?.isDocumented !== false)
      assert.deepEqual(
        this.#conformance.check(wire.method, contract.path, status, headers, json ?? text),
        [],
        'not as documented',
      );
    if (isCrowded) return;
    const isStrict = 'prefer' in wire.headers;
    assert.equal(headers['preference-applied'], isStrict ? 'handling=strict' : undefined);
    if (refusal === null) this.#judgeValid(call, status, json as unknown as Failed | null);
    else judgeRefusal(call, status, json as unknown as Failed);
    const outcome = `${contract.id} ${status < 400 ? status : (json as unknown as Failed).error.code}`;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** Operations of which no request has succeeded. */
  unanswered(): string[] {
    return FUZZED.filter(({ id, status }) => !this.counts.has(`${id} ${status}`)).map(({ id }) => id);
  }

  #judgeValid(call: Call, status: number, json: Failed | null): void {
    const { contract, parts } = call;
    if (status === contract.status) {
      const warns = contract.access === 'signed' && !contract.isBare;
      return warns ? judgeWarnings(call, json as Warned) : undefined;
    }
    const code = json?.error.code;
    assert.ok(code !== undefined && mayComeTo(contract, code, parts), `a valid request got ${status} ${code}`);
    assert.equal(status, ERRORS[code].status);
  }
}

/** Asserts that everything unused is named, and nothing else. */
function judgeWarnings({ contract, parts, wire }: Call, json: Warned): void {
  const { warnings = [] } = contract.warnsInData ? json.data! : json;
  const unknown = [...unknownParameters(contract, parts), ...unknownMembers(contract, parts)];
  const named = warnings.filter(({ code }) => code === 'UNKNOWN_FIELD').map(({ field }) => field);
  assert.deepEqual(named.sort(), unknown.sort(), 'warnings name other members than the unknown ones');
  if (contract.reads.length === 0) return;
  const isForced = parts.query['forceRefresh'] === true;
  const isOfPartner = wire.credential!.kind === 'partner';
  assert.equal(json.from_cache, !isForced || isOfPartner);
  assert.equal(
    warnings.some(({ code }) => code === 'FORCE_REFRESH_IGNORED'),
    isForced && isOfPartner,
  );
}

function judgeRefusal({ contract, wire, refusal }: Call, status: number, { success, error }: Failed): void {
  assert.equal(success, false, 'a spoiled request succeeded');
  assert.ok(refusal!.codes.includes(error.code), `refused with ${error.code}, not ${refusal!.codes.join(' or ')}`);
  assert.ok(statusesOf(refusal!).includes(status), `refused with ${status}`);
  if (refusal!.fields === null) return;
  const named = wire.credential?.kind === 'partner' ? namedToPartner(error, refusal!.fields) : namedToService(error);
  const also = alsoNamed(contract.id, refusal!.fields);
  const expected = [
    ...refusal!.fields,
    ...also.filter((field) => named.includes(field) && !refusal!.fields!.includes(field)),
  ];
  // a path parameter and a query parameter may have the same name
  assert.deepEqual([...new Set(named)].sort(), expected.sort(), 'other fields are named than the invalid ones');
}

function namedToService({ details, field_count: count }: Failed['error']): string[] {
  const faults = details as { field: string }[];
  assert.equal(count, faults.length);
  return faults.map(({ field }) => field);
}

function namedToPartner({ details }: Failed['error'], wrong: readonly string[]): string[] {
  const { validationErrors, errorCount, validFields } = details as PartnerDetails;
  assert.equal(errorCount, validationErrors.length);
  for (const fault of validationErrors) {
    const isExpected = 'allowedValues' in fault || 'constraints' in fault || 'expectedFormat' in fault;
    assert.ok(isExpected, `${fault.field} is invalid, but nothing says what is expected`);
    // lists and objects are texts
    assert.ok(
      fault.value === null || ['string', 'number', 'boolean'].includes(typeof fault.value),
      `${fault.field}: the sent value is not shown`,
    );
  }
  for (const field of wrong) assert.ok(!validFields.includes(field), `${field} is invalid, but listed as valid`);
  return validationErrors.map(({ field }) => field);
}
