/** The sums of a reconciliation, and what an invoice has at its foot. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BilledLegs } from '../../../src/reconcile/billed-legs.js';
import type { InvoiceTerms } from '../../../src/reconcile/decompose.js';
import type { InvoiceLine, UnreadableLine } from '../../../src/reconcile/line.js';
import { hasFindings, type RunFacts, summaryJson, SummarySums } from '../../../src/reconcile/summary.js';
import { disputeCells, lineRow, LINE_HEADINGS } from '../../../src/reconcile/tables.js';
import fc from '../../support/fast-check.js';
import { findingsOf, invoiceLine, knownOf, PARCEL, TOTAL_ALONE } from './scene.js';
import { toyCharges } from './toy-card.js';

const RUN: RunFacts = {
  ...{ inputs: [], engine: '1.0.0', partnerIds: ['toy'], number: 'INV-1', basis: TOTAL_ALONE.basis },
  ...{ foot: new Map(), tolerancePaise: 100, ranAt: '2026-11-01T00:00:00.000Z' },
};

async function summaryOf(
  lines: readonly (InvoiceLine | UnreadableLine)[],
  run: Partial<RunFacts> = {},
  terms: InvoiceTerms = TOTAL_ALONE,
) {
  const sums = new SummarySums();
  for (const finding of await findingsOf(lines, { terms, known: knownOf({ billed: new BilledLegs() }) }))
    sums.add(finding);
  return sums.result({ ...RUN, ...run });
}

const anyLine = fc.record({
  key: fc.integer({ min: 1, max: 6 }),
  total: fc.integer({ min: -9_000, max: 20_000 }),
  charged: fc.option(fc.integer({ min: 1, max: 3_000 })),
  day: fc.integer({ min: 10, max: 28 }),
  kind: fc.constantFrom('right', 'any', 'any', 'nowhere', 'unreadable'),
});

it('has all that was billed once, and all differences once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { maxLength: 30 }), async (given) => {
      const lines = given.map(({ key, total, charged, day, kind }, at): InvoiceLine | UnreadableLine => {
        const { own, ...line } = invoiceLine(at + 2, {
          ...{ awb: `A${key}`, date: `2026-10-${day}`, chargedGrams: charged },
          totalPaise: kind === 'right' ? 6_786 : total,
          own: kind === 'nowhere' ? {} : PARCEL,
        });
        return kind === 'unreadable' ? { ...line, unreadable: { field: 'zone', word: 'Z9' } } : { ...line, own };
      });
      const summary = await summaryOf(lines);
      const { invoice, expected, difference, unreadable, unpriced, ok, within, over, under, credits } = summary;
      assert.equal(invoice.billed, expected + difference + unreadable.billed + unpriced.billed);
      assert.equal(difference, within.sum + over.sum + under.sum + credits.sum);
      const statuses = [ok, within, over, under, credits, unreadable, unpriced];
      assert.equal(
        statuses.reduce((sum, { lines: count }) => sum + count, 0),
        lines.length,
      );
      assert.equal(
        summary.causes.reduce((sum, each) => sum + each.sum, 0),
        difference,
      );
      assert.equal(
        summary.mixes.reduce((sum, each) => sum + each.sum, 0),
        difference,
      );
      assert.equal(
        summary.weeks.reduce((sum, each) => sum + each.difference, 0),
        difference,
      );
      assert(summary.weeks.every(({ from }) => new Date(from).getUTCDay() === 1));
      const other = await summaryOf(lines);
      assert.equal(summaryJson(summary), summaryJson(other), 'the same lines give the same bytes');
    }),
    { numRuns: 200 },
  );
});

it('writes Rupees with two decimals, and counts as they are', async () => {
  const text = summaryJson(await summaryOf([invoiceLine(2, { totalPaise: 6_800 })]));
  assert.match(text, /"invoice": \{\n {4}"number": "INV-1",\n {4}"lines": 1,\n {4}"billed": 68.00,/);
  assert.match(text, /"difference": 0.14,/);
  assert.match(text, /"within": \{\n {4}"lines": 1,\n {4}"sum": 0.14\n/);
  const parsed = JSON.parse(text) as { rateCardVersions: object; pricedBy: object };
  assert.deepEqual(parsed.rateCardVersions, { toy: '0123456789abcdef' });
  assert.deepEqual(parsed.pricedBy, { shipment: 0, line: 1, option: 0, today: 0 });
});

it('holds the foot against the claimed lines, beyond the tolerance as a finding', async () => {
  const terms: InvoiceTerms = { ...TOTAL_ALONE, basis: { withTax: false, compare: ['freight'] } };
  const line = (number: number) => invoiceLine(number, { totalPaise: 6_525, chargedGrams: 900 });
  const charges = toyCharges({
    ...{ to: '200001', grams: 900, leg: 'FORWARD', isCod: false, valuePaise: 0, isCollected: true, lane: null },
  })!;
  const foot = new Map([
    ['fsc' as const, 2 * charges.fscCharge + 100],
    ['tax' as const, 2 * charges.gstAmount - 101],
  ]);
  const summary = await summaryOf([line(2), line(3)], { foot, basis: terms.basis }, terms);
  assert.deepEqual(summary.foot, [
    { component: 'fsc', billed: 2 * charges.fscCharge + 100, expected: 2 * charges.fscCharge, difference: 100 },
    { component: 'tax', billed: 2 * charges.gstAmount - 101, expected: 2 * charges.gstAmount, difference: -101 },
  ]);
  assert.equal(hasFindings({ ...summary, over: { lines: 0, sum: 0 } }, 100), true);
  assert.equal(hasFindings({ ...summary, over: { lines: 0, sum: 0 } }, 101), false);
});

it('is a row with a column for every cause', async () => {
  const [found] = await findingsOf([invoiceLine(2, { totalPaise: 7_000, billed: { lane: 'B' } })]);
  const row = Object.fromEntries(LINE_HEADINGS.map((name, at) => [name, lineRow(found!)[at]]));
  assert.deepEqual(
    [row['expected_lane'], row['billed_lane'], row['RATE'], row['WEIGHT'], row['cause'], row['status']],
    ['B', 'B', '2.14', '0.00', 'RATE', 'OVERBILLED'],
  );
});

it('disputes a total by its own columns, where it is not their sum', async () => {
  const reasonOf = async (totalPaise: number, columns: InvoiceTerms['columns'], amounts: InvoiceLine['amounts']) => {
    const line = invoiceLine(2, { totalPaise, amounts: { total: totalPaise, ...amounts } });
    const [finding] = await findingsOf([line], { terms: { ...TOTAL_ALONE, columns } });
    return disputeCells(finding!).at(-1);
  };
  const { totalAmount, gstAmount } = toyCharges({
    ...{ to: '200001', grams: 400, leg: 'FORWARD', isCod: false },
    ...{ valuePaise: 0, isCollected: true, lane: null },
  })!;
  const freight = totalAmount - gstAmount;
  assert.equal(
    await reasonOf(totalAmount + 10_000, new Set(['total', 'freight', 'tax']), { freight, tax: gstAmount }),
    'The total is Rs 100.00 more than the sum of its own columns.',
  );
  assert.equal(
    await reasonOf(totalAmount + 10_000, new Set(['total']), {}),
    "The amount is above the contract's for this weight and lane: Rs 100.00 too much.",
  );
});
