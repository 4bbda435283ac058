/** Which rows are about the same: those that are alike in every field whose schema is a filter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import type { TObject } from 'typebox';
import { EXAMPLES } from '../../../data/data-page/examples.js';
import { COLLECTIONS } from '../../../src/model/documents.js';
import { filtersIn, givenOf } from '../../../src/model/fields.js';
import { packageNames } from '../../../src/model/package-names.js';
import { filtersOf, MATCHED_COLLECTIONS } from '../../../src/model/same-row.js';

const FILTERS = {
  'packages':
    'minWeight maxWeight shipmentType paymentType service customerId direction kmFrom kmTo fromZoneId toZoneId lane',
  'distance-charges': 'distanceFrom distanceTo lane',
  'customer-charges': 'customerId type direction codFrom codTo minKg maxKg',
  'surcharges': 'customerId code when',
  'transit-lanes': 'lane fromZoneId toZoneId',
  'weight-terms': 'customerId lane service',
};

describe('filters', () => {
  it('are the route, the bounds and the conditions of a row', () => {
    const found = MATCHED_COLLECTIONS.map((name) => [
      name,
      filtersIn(COLLECTIONS[name])
        .map((each) => each.name)
        .join(' '),
    ]);
    assert.deepEqual(Object.fromEntries(found), FILTERS);
  });

  for (const collection of MATCHED_COLLECTIONS) {
    const { properties } = COLLECTIONS[collection] as TObject;
    const row = EXAMPLES[collection] as object;
    const of = (more: object): string => filtersOf(collection, { ...row, ...more });
    const filters = filtersIn(COLLECTIONS[collection]);

    it(`of ${collection} tell rows apart, and no other field does`, () => {
      for (const name of Object.keys(properties)) {
        const isFilter = filters.some((each) => each.name === name);
        assert.equal(of({ [name]: 'another' }) !== of({}), isFilter, name);
      }
    });

    it(`of ${collection} that are absent are null, and what the schema says`, () => {
      for (const { name, ifAbsent } of filters) {
        assert.equal(of({ [name]: null }), of({ [name]: undefined }), name);
        assert.equal(of({ [name]: ifAbsent }), of({ [name]: null }), name);
        if (ifAbsent !== null)
          assert.ok(Compile(givenOf(properties[name]!)).Check(ifAbsent), `${name} may be ${ifAbsent}`);
      }
    });
  }

  it('are in the names of a new row of packages, the customer first', () => {
    const row = {
      fromZoneId: 201,
      minWeight: 5_000,
      direction: 'RTO',
      paymentType: 'COD',
      customerId: 'ACME',
      kmFrom: 1,
    };
    assert.deepEqual(packageNames(row), {
      packageId: '201-ANY-5000-UP-ACME-COD-RTO',
      packageName: 'zone 201 to any zone, above 5,000 g, ACME, COD, RTO',
    });
  });
});
