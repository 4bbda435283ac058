/**
 * A small world with every kind of charge and discount, and requests whose answers are checked against their contracts.
 */
import assert from 'node:assert/strict';
import { EnvelopeWarnings } from '../../../src/contract/answers/warnings.js';
import type { Contract } from '../../../src/contract/contract.js';
import { errorCodesOf } from '../../../src/contract/openapi/failures.js';
import type { ErrorCode } from '../../../src/errors.js';
import type { CustomerCharge, Discount } from '../../../src/model/documents.js';
import { Failures } from '../../contract/held.js';
import { NOON, partner, workedShipment, workedWorld } from '../../reference/fixture.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { type Reply } from '../../support/client.js';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';
import { type Schema, StrictSchema, successBody } from '../../support/strict-schema.js';

export const ACME = partnerCredential('acme');
export const BETA = partnerCredential('beta');
const CREATED_AT = '2025-05-05T00:00:00.000Z';
const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(NOON.getTime() + hours * HOUR_MS).toISOString();

const WINDOWS: readonly Pick<Discount, 'validFrom' | 'validTo'>[] = [
  {},
  { validFrom: null, validTo: null },
  { validFrom: at(-1), validTo: at(1) },
  { validFrom: at(0) },
  { validTo: at(0) },
  { validFrom: null, validTo: new Date(NOON.getTime() - 1).toISOString() },
  { validFrom: new Date(NOON.getTime() + 1).toISOString(), validTo: null },
];

/** Partners `acme` (the partner of the worked example), `beta`, `idle` (INACTIVE) and `bare`, which has no rows. */
export function ratesWorld(seed: number): World {
  const rng = new Rng(seed);
  return workedWorld((world) => {
    const named = (partnerId: string) => ({
      ...partner(partnerId),
      contact: { name: 'Desk', phone: '', email: '', trackingUrl: '' },
    });
    world.partners = [named('acme'), named('beta'), { ...named('idle'), status: 'INACTIVE' }, named('bare')];
    let id = 20;
    for (const partnerId of [null, 'beta', 'idle']) {
      for (let row = 0; row < 45; row++) world['customer-charges'].push(randomCharge(rng, ++id, partnerId));
    }
    for (const partnerId of ['beta', 'idle']) {
      for (let band = 0; band < 24; band++) world.discounts.push(randomDiscount(rng, ++id, partnerId, band));
      for (let band = 0; band < 12; band++) {
        const chargeType = rng.pick(['flat', 'percentage'] as const);
        world['distance-charges'].push({
          id: ++id,
          partnerId,
          distanceFrom: band,
          distanceTo: band + 1,
          charge: rng.int(0, 90),
          chargeType,
          status: rng.chance(0.7),
          ...rng.pick([{}, { validFrom: null }, { validTo: '2026-12-31T18:29:59.999Z' }]),
        });
      }
    }
    const unlimited = (kind: 'service' | 'partner', name: string) => ({
      id: name,
      kind,
      tier: 'UNLIMITED' as const,
      status: 'ACTIVE' as const,
      secrets: [{ version: 1, secret: `demo-${name}-secret` }],
    });
    world.credentials = [
      unlimited('service', 'main-system'),
      ...world.partners.map(({ partnerId }) => unlimited('partner', partnerId)),
    ];
    world['customer-charges'] = rng.shuffled(world['customer-charges']);
    world.discounts = rng.shuffled(world.discounts);
  });
}

function randomCharge(rng: Rng, id: number, partnerId: string | null): CustomerCharge {
  return {
    id,
    partnerId,
    type: rng.pick(['fsc', 'docket', 'cod', 'insurance'] as const),
    chargeType: rng.pick(['flat', 'percentage'] as const),
    value: rng.scaled(1, 9_999, 2),
    ...rng.pick<Pick<CustomerCharge, 'minKg' | 'maxKg'>>([
      {},
      { minKg: 0 },
      { minKg: 1.5, maxKg: 20 },
      { minKg: null, maxKg: null },
      { maxKg: 0.001 },
    ]),
    ...(partnerId === null
      ? {}
      : rng.pick<Pick<CustomerCharge, 'customerId'>>([{}, { customerId: null }, { customerId: 'CUST-1' }])),
    status: rng.chance(0.7),
    ...rng.pick([{}, { validTo: null }, { validFrom: '2026-03-31T18:30:00.000Z' }]),
    createdAt: CREATED_AT,
  };
}

function randomDiscount(rng: Rng, id: number, partnerId: string, band: number): Discount {
  const isActive = rng.chance(0.7);
  return {
    id,
    partnerId,
    fromWeight: band,
    toWeight: isActive ? band + 1 : band + rng.int(1, 5),
    ...(rng.chance(0.5)
      ? { discountType: 'flat', discountValue: rng.scaled(1, 99_999, 2) }
      : { discountType: 'percentage', discountValue: rng.scaled(1_000, 999_999, 4) }),
    ...rng.pick<Pick<Discount, 'appliesTo'>>([{}, { appliesTo: 'SUBTOTAL' }, { appliesTo: 'FREIGHT' }]),
    ...rng.pick<Pick<Discount, 'description'>>([{}, { description: null }, { description: 'Festive' }]),
    ...rng.pick(WINDOWS),
    status: isActive,
    createdAt: CREATED_AT,
  };
}

/** A copy without some of the members. */
export function without<D extends object, K extends keyof D>(value: D, ...names: K[]): Omit<D, K> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as K))) as Omit<D, K>;
}

export type Query = Record<string, string>;

const failures = new Failures();

/** Signed requests to one operation. Each answer is checked against its contract. */
export class OperationClient {
  readonly #contract: Contract;
  readonly #answer: StrictSchema;

  constructor(
    private readonly app: TestApp,
    contract: object,
  ) {
    this.#contract = contract as Contract;
    const success = successBody(this.#contract.schemas.answer as Schema, this.#contract.changes);
    const cached = this.#contract.reads.length > 0 ? { from_cache: { type: 'boolean' } } : {};
    this.#answer = new StrictSchema({
      ...success,
      properties: { ...(success.properties as object), ...cached, warnings: EnvelopeWarnings },
      required: [...(success.required as string[]), ...Object.keys(cached)],
    });
  }

  async get(query: Query = {}, credential = MAIN, partnerId = ''): Promise<Reply> {
    const text = new URLSearchParams(query).toString();
    const path = this.#contract.path.replace('{partnerId}', partnerId);
    return this.#held(await this.app.get(text === '' ? path : `${path}?${text}`, credential), `${path} ${text}`);
  }

  async post(
    body: unknown,
    credential = MAIN,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    return this.#held(
      await this.app.post(this.#contract.path + query, body, credential, headers),
      JSON.stringify(body).slice(0, 500),
    );
  }

  #held(reply: Reply, label: string): Reply {
    const { status, json } = reply;
    if (status === this.#contract.status) this.#answer.assert(json, label);
    else {
      const code: ErrorCode = failures.assert(json, label);
      assert.ok(
        errorCodesOf(this.#contract).includes(code),
        `${label}: ${this.#contract.id} does not document ${code}`,
      );
    }
    return reply;
  }
}

/** The fields of a service's validation error, with their codes. */
export function faultsOf({ status, json }: Reply): string[] {
  assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(json));
  assert.equal(json.error.field_count, json.error.details.length);
  return (json.error.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
}

export const refusalOf = ({ status, json }: Reply): [number, string] => [status, json.error.code];

/** One page of `rows` in the order of their ids. */
export function pageOfIds<D extends { id: number }>(rows: readonly D[], query: Query, defaultLimit: number) {
  const page = Number(query.page ?? 1);
  const limit = Number(query.limit ?? defaultLimit);
  const ordered = [...rows].sort((a, b) => a.id - b.id);
  const totalPages = Math.ceil(rows.length / limit);
  return {
    rows: ordered.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: rows.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  };
}

export const countsOf = <V extends string>(values: readonly V[], all: readonly V[]): Record<V, number> =>
  Object.fromEntries(all.map((value) => [value, values.filter((other) => other === value).length])) as Record<
    V,
    number
  >;

/** The breakdown of acme's quote for the shipment of the worked example. */
export async function quote(app: TestApp, changes: object = {}) {
  const { status, json } = await app.ask('charges', {
    partnerId: 'acme',
    ...without(workedShipment, 'services'),
    ...changes,
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.data.available, true, JSON.stringify(json));
  return json.data;
}
