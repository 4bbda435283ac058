/** How many charges and discounts a partner may have. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { refuse } from '../../../src/control/operations/operation.js';
import { chargesRefusal } from '../../../src/control/operations/rates/charges-create.js';
import { discountRefusal } from '../../../src/control/operations/rates/discounts-create.js';
import { MAX_CHARGES_PER_PARTNER, MAX_DISCOUNTS_PER_PARTNER } from '../../../src/limits/documents.js';
import { partner, workedWorld } from '../../reference/fixture.js';

describe('the rates of a partner', () => {
  const world = workedWorld((each) => {
    each.partners.push(partner('bravo'));
    const [charge] = each['customer-charges'];
    const [discount] = each.discounts;
    for (let id = 100; each['customer-charges'].length < MAX_CHARGES_PER_PARTNER - 1; id++)
      each['customer-charges'].push({ ...charge!, id });
    for (let id = 100; each.discounts.length < MAX_DISCOUNTS_PER_PARTNER; id++)
      each.discounts.push({ ...discount!, id });
  });
  const catalog = Catalog.of(world);

  it('are charges up to a number, which counts for each partner by itself', () => {
    const refusal = (...added: [string, number][]) => chargesRefusal(new Map(added), catalog);
    assert.equal(refusal(['acme', 1], ['bravo', MAX_CHARGES_PER_PARTNER]), null);
    const message = 'The partner cannot have so many charges';
    const has = `acme has ${MAX_CHARGES_PER_PARTNER - 1} charges and may have ${MAX_CHARGES_PER_PARTNER}`;
    assert.deepEqual(
      refusal(['bravo', 1], ['acme', 2]),
      refuse('BUSINESS_VALIDATION_FAILED', { message, details: [`${has}: 2 more do not fit`] }),
    );
  });

  it('are discounts up to a number', () => {
    assert.equal(discountRefusal('bravo', catalog), null);
    assert.deepEqual(
      discountRefusal('acme', catalog),
      refuse('BUSINESS_VALIDATION_FAILED', {
        message: 'The partner cannot have another discount',
        details: [`The partner has ${MAX_DISCOUNTS_PER_PARTNER} discounts, as many as it may have`],
      }),
    );
  });
});
