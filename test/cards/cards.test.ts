/** Contracts as datasets: the reference model charges what their invoices, computed by hand, say. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { CardWorld } from '../reference/documents.js';
import { paise } from '../reference/exact.js';
import { referenceCheck, referenceReturns } from '../reference/model.js';
import type { Price } from '../reference/types.js';
import { folderOf, readCard } from './card.js';
import { NOON, PLAIN, type Amounts, type Invoice } from './invoice.js';
import { CARDS } from './contracts.js';

const MAX_LINES = 40;

/** Paise by name, without what is 0. */
type InPaise = Record<string, number>;

function withoutZeros(amounts: InPaise): InPaise {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}

function expected({ surcharges = {}, ...amounts }: Amounts): InPaise {
  const all = [...Object.entries(amounts), ...Object.entries(surcharges)];
  return withoutZeros(Object.fromEntries(all.map(([name, rupees]) => [name, Number(paise(rupees))])));
}

function actual(price: Price): InPaise {
  const { weightCharge, distanceCharge, fsc, cod, docket, insurance, subtotal, nonTaxable, discount } = price;
  const { taxable, cgst, sgst, igst, recipientLiability, total } = price;
  const byCode: InPaise = {};
  for (const { code, amount } of price.surcharges) byCode[code] = (byCode[code] ?? 0) + amount;
  return withoutZeros({
    ...{ weightCharge, distanceCharge, fsc, cod, docket, insurance, subtotal, nonTaxable, discount },
    ...{ taxable, cgst, sgst, igst, recipientLiability, total },
    services: price.other.reduce((sum, { amount }) => sum + amount, 0),
    ...byCode,
  });
}

function assertInvoice(world: CardWorld, invoice: Invoice): void {
  const [{ partnerId }] = world.partners;
  const shipment = { ...PLAIN, ...invoice.shipment };
  const now = new Date(invoice.now ?? NOON);
  const found = referenceCheck(world, partnerId, shipment, now);
  assert.ok(found.kind === 'CHECKED', found.kind);
  assert.deepEqual(found.reasons, invoice.refused ?? []);
  if (invoice.charges) {
    assert.deepEqual(actual(found.price!), expected(invoice.charges));
    assert.equal(found.price!.lane, invoice.lane ?? null);
  }
  if (invoice.returns) {
    const returns = referenceReturns(world, partnerId, shipment, now)!;
    assert.deepEqual(returns.reasons, { rto: [], reverse: [] });
    assert.deepEqual(actual(returns.rto!), expected(invoice.returns.rto));
    assert.deepEqual(actual(returns.reverse!), expected(invoice.returns.reverse));
  }
}

for (const [name, invoices] of Object.entries(CARDS)) {
  describe(`the card ${name}`, () => {
    const world = readCard(name);

    it(`is short: at most ${MAX_LINES} lines`, () => {
      const own = readdirSync(folderOf(name)).filter((file) => file.endsWith('.ndjson'));
      const lines = own.map((file) => world[file.replace('.ndjson', '') as 'partners'].length);
      assert.ok(lines.reduce((sum, count) => sum + count, 0) <= MAX_LINES);
    });

    for (const invoice of invoices) it(invoice.title, () => assertInvoice(world, invoice));
  });
}
