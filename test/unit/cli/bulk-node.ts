/** A node that answers bulks of charges as POST /shipments/calculate-charges/bulk does, by made-up prices. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Bulk {
  shipments: Record<string, unknown>[];
  defaults: Record<string, unknown>;
  detail: string;
  best: number;
}

/** Cheapest first: Rupees a started kilogram. */
export const PRICES: Readonly<Record<string, number>> = { cheap: 10, dear: 20, dearest: 30 };

interface Refusal {
  status: number;
  headers?: Record<string, string>;
  error: object;
}

export class BulkNode {
  readonly bulks: Bulk[] = [];
  /** Given instead of the next answers, in their order; undefined: the answer. */
  readonly refusals: (Refusal | undefined)[] = [];
  /** Asked of each bulk that `refusals` let pass: given instead of its answer. */
  refuse: (bulk: Bulk) => Refusal | undefined = () => undefined;
  /** Asked of each bulk before it is answered. */
  before: (bulk: Bulk, number: number) => Promise<void> | void = () => undefined;
  underWay = 0;
  mostUnderWay = 0;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  reset(): void {
    this.bulks.length = 0;
    this.refusals.length = 0;
    this.refuse = () => undefined;
    this.before = () => undefined;
    this.mostUnderWay = 0;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bulk = (await json(request)) as Bulk;
    const send = (status: number, body: object, headers: object = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (request.url !== '/api/v1/shipments/calculate-charges/bulk') return send(404, {});
    const refusal = this.refusals.shift() ?? this.refuse(bulk);
    if (refusal !== undefined) return send(refusal.status, { success: false, error: refusal.error }, refusal.headers);
    this.bulks.push(bulk);
    this.underWay++;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await this.before(bulk, this.bulks.length);
    this.underWay--;
    const results = bulk.shipments.map((given, index) => {
      return { index, ref: null, ...resultOf({ ...bulk.defaults, ...given }, bulk) };
    });
    send(200, { success: true, data: { results, summary: {}, warnings: [], generation: 1, pricedAt: '2026-12-01' } });
  }
}

function resultOf(shipment: Record<string, unknown>, { detail, best }: Bulk): object {
  const { partnerId, deliveryPincode, weight } = shipment as {
    partnerId?: string;
    deliveryPincode: string;
    weight: number;
  };
  const fail = (code: string, message: string, details: object | null = null): object => ({
    ok: false,
    error: { code, message, details },
  });
  if (weight === undefined)
    return fail('VALIDATION_ERROR', 'Request validation failed', [{ field: 'weight', message: 'is required' }]);
  if (deliveryPincode === '999999') return fail('PINCODE_NOT_FOUND', 'Pincode 999999 not found');
  const offer = (id: string): object => {
    const totalAmount = Math.ceil(weight / 1_000) * PRICES[id]!;
    const charges =
      detail === 'charges' ? { charges: { weightCharge: totalAmount - 1.5, gstAmount: 1.5, totalAmount } } : {};
    return { available: true, partnerId: id, totalAmount, chargeableWeight: weight, hours: 48, lane: 'C', ...charges };
  };
  const isServed = !deliveryPincode.startsWith('7');
  if (partnerId !== undefined) {
    if (!Object.hasOwn(PRICES, partnerId)) return fail('PARTNER_NOT_FOUND', 'Partner not found');
    return isServed
      ? { ok: true, ...offer(partnerId) }
      : { ok: true, available: false, partnerId, reason: 'INSUFFICIENT_COVERAGE' };
  }
  const offers = isServed ? Object.keys(PRICES).slice(0, best).map(offer) : [];
  const refused = isServed ? {} : { INSUFFICIENT_COVERAGE: 3 };
  return { ok: true, available: isServed, offers, partnersChecked: 3, refused };
}
