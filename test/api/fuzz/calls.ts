/** Requests, valid and spoiled, with the outcome that each must have. */
import fc, { type Arbitrary } from 'fast-check';
import { type Contract, isWrite } from '../../../src/contract/contract.js';
import { type ErrorCode, ERRORS } from '../../../src/errors.js';
import type { World } from '../../reference/types.js';
import type { ClientCredential } from '../../support/client.js';
import { arbitraryOf } from './arbitrary.js';
import { curlOf } from './connection.js';
import { fieldsOf } from './fields.js';
import { type Members, type Parts, type Scene, targetOf, textOf } from './parts.js';
import { keepRules, strictly } from './rules.js';
import { ruleFaults } from './rule-faults.js';
import type { Schema } from './schema.js';
import { badParameters, type Fault, faultsOf } from './spoil.js';
import { unknownMembers, unknownParameters, withoutUnknown } from './unknown.js';
import { type Wire, wireFaults } from './wire-faults.js';

export class Call {
  /**
   * @param fault what is wrong with it; null: a valid request
   * @param refusal how a spoiled request must be refused; null: a valid one
   */
  constructor(
    readonly contract: Contract,
    readonly parts: Parts,
    readonly wire: Wire,
    readonly fault: string | null,
    readonly refusal: Refusal | null,
  ) {}

  /** How fast-check shows it. */
  [fc.toStringMethod](): string {
    return `${this.contract.id}, ${this.fault ?? 'valid'}\n${curlOf(this.wire)}\n`;
  }
}

export interface Refusal {
  codes: readonly ErrorCode[];
  status?: number;
  /** The fields that the answer's details must name, and no others; null: they name no fields. */
  fields: readonly string[] | null;
  isDocumented: boolean;
}

const MAX_FAULTS = 3;
/** One in this many requests prefers strict handling. */
const STRICT_SHARE = 4;
/** Of a hundred requests that have a key at all. */
const KEY = fc.stringMatching(/^[!-~]{1,12}$/);

/** One caller and one operation: its requests, valid and invalid. */
export class Caller {
  readonly #contract: Contract;
  readonly #scene: Scene;
  readonly #parts: Arbitrary<Parts>;
  /** Without what is refused for a reason of its own. */
  readonly #sound: Arbitrary<Parts>;

  constructor(contract: Contract, world: World, caller: ClientCredential | null) {
    this.#contract = contract;
    const ids = world.partners.map(({ partnerId }) => partnerId);
    const active = world.partners.find(({ status }) => status === 'ACTIVE')!;
    const partnerId = caller?.kind === 'partner' ? caller.id : active.partnerId;
    const isActive = world.partners.some((row) => row.partnerId === partnerId && row.status === 'ACTIVE');
    const { pincode } = world.pincodes[0]!;
    this.#scene = { caller, partnerId, isActive, otherPartnerId: ids.find((id) => id !== partnerId)!, pincode };
    const fields = fieldsOf(world, caller);
    const of = (schema: object | null): Arbitrary<unknown> =>
      schema === null ? fc.constant(null) : arbitraryOf(schema as Schema, fields);
    const { params, query, body } = contract.schemas;
    this.#parts = fc
      .record({
        params: of(params),
        query: of(query),
        body: of(body),
        key: fc.option(KEY, { freq: 4 }),
        hasHash: fc.boolean(),
      })
      .map(({ key, ...given }) =>
        keepRules(
          contract,
          structuredClone({
            ...given,
            repeated: [],
            headers: contract.creates && key !== null ? { 'idempotency-key': key } : {},
          }) as unknown as Parts,
          this.#scene,
        ),
      );
    this.#sound = isWrite(contract) ? this.#parts.map((parts) => withoutUnknown(contract, parts)) : this.#parts;
  }

  /** Also strict ones and writes, where an unknown name is refused. */
  valid(): Arbitrary<Call> {
    return fc.tuple(this.#parts, fc.nat(STRICT_SHARE - 1)).map(([parts, pick]) => {
      const isPreferred = pick === 0 && this.#contract.access === 'signed';
      const strict = isPreferred ? strictly(this.#contract, parts) : parts;
      const fields = isPreferred || isWrite(this.#contract) ? unknownStrictly(this.#contract, parts) : [];
      if (fields.length === 0) return this.#call(null, strict, null);
      return this.#call('strict, with unknown names', strict, { codes: ['UNKNOWN_FIELD'], fields, isDocumented: true });
    });
  }

  /** Some of its fields do not fit their schemas. */
  misfit(): Arbitrary<Call> {
    return fc.tuple(this.#sound, fc.array(fc.nat(), { minLength: 1, maxLength: MAX_FAULTS })).map(([given, picks]) => {
      const parts = structuredClone(given);
      const { params, query, body } = this.#contract.schemas;
      const faults = [
        ...parameterFaults(params as Schema, parts, 'params'),
        ...parameterFaults(query as Schema, parts, 'query'),
        ...(body === null ? [] : faultsOf(body as Schema, parts.body as Members, '', null)),
      ];
      const chosen = new Map<string, Fault>();
      for (const pick of picks) {
        const fault = faults[pick % faults.length]!;
        if (!chosen.has(fault.place)) chosen.set(fault.place, fault);
      }
      for (const fault of chosen.values()) fault.apply();
      const fields = [...new Set([...chosen.values()].map(({ field }) => field))];
      return this.#call([...chosen.values()].map(({ label }) => label).join(', '), parts, {
        codes: ['VALIDATION_ERROR'],
        fields,
        isDocumented: true,
      });
    });
  }

  /** It fits its schemas, and breaks a rule. */
  ruleBreaker(): Arbitrary<Call> {
    return fc.tuple(this.#sound, fc.nat(), fc.nat()).map(([given, pick, which]) => {
      const parts = structuredClone(given);
      // a key that was used before causes a separate refusal
      parts.headers = {};
      const faults = [...ruleFaults(this.#contract, parts, this.#scene, which)];
      const { label, code, status, field, apply } = faults[pick % faults.length]!;
      apply();
      return this.#call(label, parts, {
        codes: [code],
        status,
        fields: code === 'VALIDATION_ERROR' ? [field!] : null,
        isDocumented: true,
      });
    });
  }

  /** Its fields are valid, but the request around them is not. */
  misshaped(): Arbitrary<Call> {
    return fc.tuple(this.#sound, fc.nat(), fc.nat()).map(([parts, pick, which]) => {
      const wire = this.#wire(parts);
      const faults = wireFaults(wire, which);
      const { label, codes, field, isDocumented, apply } = faults[pick % faults.length]!;
      apply(wire);
      return new Call(this.#contract, parts, wire, label, {
        codes,
        fields: field === undefined ? null : [field],
        isDocumented,
      });
    });
  }

  get hasMisfits(): boolean {
    const { params, query, body } = this.#contract.schemas;
    return (
      body !== null
      || [params, query].some((schema) =>
        Object.values(schema.properties as Record<string, Schema>).some((one) => badParameters(one).length > 0),
      )
    );
  }

  /** Whether any request of the operation can break a rule. */
  get hasRules(): boolean {
    const sample = fc.sample(this.#sound, { numRuns: 1, seed: 1 })[0]!;
    return [...ruleFaults(this.#contract, sample, this.#scene, 0)].length > 0;
  }

  #call(fault: string | null, parts: Parts, refusal: Refusal | null): Call {
    return new Call(this.#contract, parts, this.#wire(parts), fault, refusal);
  }

  #wire(parts: Parts): Wire {
    const { method, path } = this.#contract;
    return {
      method,
      target: targetOf(path, parts),
      body: method === 'GET' ? null : JSON.stringify(parts.body),
      contentType: 'application/json',
      headers: { ...parts.headers },
      credential: this.#scene.caller,
      contentSha256: null,
    };
  }
}

function* parameterFaults(
  { properties = {}, required = [] }: Schema,
  parts: Parts,
  kind: 'params' | 'query',
): Generator<Fault> {
  const holder = parts[kind];
  for (const [name, schema] of Object.entries(properties)) {
    const place = `${kind} ${name}`;
    // an empty segment of a path is another path
    for (const bad of badParameters(schema))
      if (kind === 'query' || bad !== '')
        yield {
          label: `${name}=${bad.slice(0, 40)}`,
          field: name,
          place,
          apply: () => {
            holder[name] = bad;
          },
        };
    if (kind === 'params') continue;
    yield {
      label: `${name} twice`,
      field: name,
      place,
      apply: () => {
        parts.repeated.push(
          [name, textOf(holder[name] ?? 'x')],
          ...(holder[name] === undefined ? [[name, 'x'] as [string, string]] : []),
        );
      },
    };
    if (required.includes(name) && schema.default === undefined)
      yield {
        label: `${name} left out`,
        field: name,
        place,
        apply: () => {
          delete holder[name];
        },
      };
  }
}

/** Of what the pool answers, parameters are refused before its body is looked at. */
function unknownStrictly(contract: Contract, parts: Parts): string[] {
  const parameters = unknownParameters(contract, parts);
  const isOfPool = contract.warnsInData || contract.id === 'calculateRatesMatrix';
  if (isOfPool && parameters.length > 0) return parameters;
  return [...new Set([...parameters, ...unknownMembers(contract, parts)])];
}

/** The statuses of a refusal's codes. */
export const statusesOf = ({ codes, status }: Refusal): number[] =>
  status === undefined ? codes.map((code) => ERRORS[code].status) : [status];
