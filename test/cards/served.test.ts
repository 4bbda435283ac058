/**
 * The same contracts on a running server: what POST /shipments/calculate-charges answers is what their invoices say.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN, TestApp } from '../support/app.js';
import { readCard } from './card.js';
import { NOON, PLAIN, type Amounts, type Invoice } from './invoice.js';
import { CARDS, SERVED } from './contracts.js';

type Body = Record<string, unknown>;

interface Charged {
  available: boolean;
  charges: Record<string, number> & { taxes?: { recipientLiability: number } };
  returnCharges: Record<'rto' | 'reverse', Record<string, number>>;
  coverage: { reasons?: { code: string }[] };
  calculationDetails: { applicableZones: { lane: string | null } };
  breakdown: { component: string; category: string; description: string; code?: string; amount: number }[];
}

function bodyOf(partnerId: string, { shipment }: Invoice): Body {
  const { services, ...members } = { ...PLAIN, ...shipment };
  const body: Body = { partnerId, ...members, serviceRequirements: services };
  if (members.pieces !== undefined) delete body.weight;
  return body;
}

/** The sums of a charges object, without what is 0. */
function sumsOf(charges: Record<string, unknown>): Record<string, number> {
  const numbers = Object.entries(charges).filter(([, value]) => typeof value === 'number' && value !== 0);
  return Object.fromEntries(numbers) as Record<string, number>;
}

const rounded = (rupees: number): number => Math.round(rupees * 100) / 100;

/** The same of an invoice. */
function invoiced(amounts: Amounts): Record<string, number> {
  const { surcharges = {}, services = 0, cgst = 0, sgst = 0, igst = 0, ...others } = amounts;
  return sumsOf({
    weightCharge: others.weightCharge,
    distanceCharge: others.distanceCharge,
    fscCharge: others.fsc,
    codCharge: others.cod,
    docketCharge: others.docket,
    insuranceCharge: others.insurance,
    otherCharges: rounded(Object.values(surcharges).reduce((sum, amount) => sum + amount, services)),
    subtotal: others.subtotal,
    nonTaxableAmount: others.nonTaxable,
    discountAmount: others.discount,
    taxableAmount: others.taxable,
    gstAmount: rounded(cgst + sgst + igst),
    totalAmount: others.total,
  });
}

/** Rupees by code of a surcharge, and by half of the tax. */
function namedAmounts({ breakdown }: Charged): Record<string, number> {
  const amounts: Record<string, number> = {};
  for (const { component, code, description, amount } of breakdown) {
    const name = component === 'gst' ? description.toLowerCase() : code;
    if (name !== undefined) amounts[name] = rounded((amounts[name] ?? 0) + amount);
  }
  return sumsOf(amounts);
}

function assertCharged(data: Charged, { charges, lane, returns }: Invoice): void {
  if (charges !== undefined) {
    const { surcharges, cgst, sgst, igst, recipientLiability = 0 } = charges;
    assert.deepEqual(sumsOf(data.charges), invoiced(charges));
    assert.deepEqual(namedAmounts(data), sumsOf({ ...surcharges, cgst, sgst, igst }));
    assert.equal(data.charges.taxes?.recipientLiability ?? 0, recipientLiability);
    assert.equal(data.calculationDetails.applicableZones.lane, lane ?? null);
    const total = data.breakdown.reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(rounded(total), charges.total);
  }
  if (returns === undefined) return;
  assert.deepEqual(sumsOf(data.returnCharges.rto), invoiced(returns.rto));
  assert.deepEqual(sumsOf(data.returnCharges.reverse), invoiced(returns.reverse));
}

for (const name of SERVED) {
  const invoices = CARDS[name]!;
  describe(`the card ${name}, over HTTP`, () => {
    const world = readCard(name);
    const [{ partnerId }] = world.partners as [(typeof world.partners)[number]];
    let app: TestApp;
    before(async () => {
      const secrets = [{ version: 1, secret: MAIN.secret }];
      const main = { id: MAIN.id, kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE', secrets } as const;
      app = await TestApp.start({ ...world, credentials: [main] });
    });
    after(() => app.close());

    for (const invoice of invoices) {
      it(invoice.title, async () => {
        app.clock.nowMs = Date.parse(invoice.now ?? NOON);
        const body = bodyOf(partnerId, invoice);
        const { status, text, json } = await app.ask('charges', {
          ...body,
          ...(invoice.returns && { includeReturns: true }),
        });
        assert.equal(status, 200, text);
        const data = json.data as Charged;
        assert.deepEqual(data.coverage.reasons?.map(({ code }) => code) ?? [], invoice.refused ?? []);
        if (data.available) assertCharged(data, invoice);
      });
    }
  });
}
