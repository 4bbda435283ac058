import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { createCustomerCharges } from '../../../src/contract/charges.js';
import { listPincodes } from '../../../src/contract/pincodes.js';
import { MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_UNKNOWN_NAME_LENGTH } from '../../../src/limits/requests.js';
import { AssignmentRequest, ChargesRequest } from '../../../src/contract/requests.js';
import { KnownFields } from '../../../src/model/unknown-fields.js';
import { unknownFieldWarning } from '../../../src/contract/warnings.js';

const charges = new KnownFields(ChargesRequest);
const assignment = new KnownFields(AssignmentRequest);
const pincodes = new KnownFields(listPincodes.schemas.query);

const namesIn = (fields: KnownFields, value: unknown): [string, string | null][] =>
  fields.unknownIn(value).map(({ field, didYouMean }) => [field, didYouMean]);
const meant = (fields: KnownFields, name: string): string | null => {
  const [unknown, ...more] = fields.unknownIn({ [name]: 1 });
  assert.deepEqual([unknown?.field, more], [name, []]);
  return unknown!.didYouMean;
};

describe('unknown fields', () => {
  it('are none in a request whose members are all known, whatever their values', () => {
    const request = {
      partnerId: 'acme',
      weight: 'heavy',
      dimensions: null,
      serviceRequirements: [{ any: 1 }],
      packageDimensions: { length: 1 },
    };
    assert.deepEqual(charges.unknownIn(request), []);
    const others = [null, undefined, 'text', 7, [], [{ nothing: 1 }], {}];
    for (const value of others) assert.deepEqual(charges.unknownIn(value), []);
  });

  it('are named in their order, with their path, through objects and lists', () => {
    const request = {
      declared_value: 1,
      weight: 1,
      dimensions: { length: 1, Width: 1 },
      q: 1,
      customerDetails: { anything: { goes: 1 } },
    };
    assert.deepEqual(namesIn(charges, request), [
      ['declared_value', 'declaredValue'],
      ['dimensions.Width', 'dimensions.width'],
      ['q', null],
    ]);
    const nested = { customerDetails: { sender: { address: { pin_code: '110001' } } }, shipmentDetails: { weigth: 5 } };
    assert.deepEqual(namesIn(assignment, nested), [
      ['customerDetails.sender.address.pin_code', 'customerDetails.sender.address.pincode'],
      ['shipmentDetails.weigth', 'shipmentDetails.weight'],
    ]);
    const bulk = new KnownFields(createCustomerCharges.schemas.body!);
    assert.deepEqual(namesIn(bulk, { charges: [{}, 7, { charge_type: 'FUEL' }] }), [
      ['charges[2].charge_type', 'charges[2].chargeType'],
    ]);
  });

  it('keep the value that was sent', () => {
    const value = { nested: [1] };
    assert.equal(charges.unknownIn({ extra: value })[0]!.value, value);
  });

  it('suggest a known name: first one that differs only in case, _ and -, then the one with the fewest edits', () => {
    assert.equal(meant(charges, 'declared_value'), 'declaredValue');
    assert.equal(meant(charges, 'Declared-Value'), 'declaredValue');
    assert.equal(meant(charges, 'packageDimension'), 'packageDimensions');
    assert.equal(meant(charges, 'weigth'), 'weight');
    assert.equal(meant(pincodes, 'q'), null);
    assert.equal(meant(pincodes, 'pageSize'), null);
    assert.equal(meant(pincodes, 'Limit'), 'limit');

    const discounts = new KnownFields(Type.Object({ discountValue: Type.Number(), discountType: Type.String() }));
    assert.equal(meant(discounts, 'discuontValue'), 'discountValue');
    const near = new KnownFields(Type.Object({ abcdefgh: Type.Any(), abcdefgx: Type.Any(), abcdef: Type.Any() }));
    assert.equal(meant(near, 'abcdefgX'), 'abcdefgx', 'equal except for case comes before the first that is near');
    assert.equal(meant(near, 'abcdefg'), 'abcdefgh', 'of equally near ones the first');
  });

  it('get no suggestion beyond one edit, or a quarter of the name', () => {
    const fields = new KnownFields(Type.Object({ abcdef: Type.Any(), customerGstin: Type.Any() }));
    assert.equal(meant(fields, 'abcdex'), 'abcdef', 'one edit in six characters');
    assert.equal(meant(fields, 'abcdxy'), null, 'two in six');
    assert.equal(meant(fields, 'acbdef'), 'abcdef', 'two exchanged neighbours are one edit');
    assert.equal(meant(fields, 'custmerGsttinn'), 'customerGstin', 'three in fourteen');
    assert.equal(meant(fields, 'customerDetails'), null, 'another meaning');
    assert.equal(meant(new KnownFields(Type.Object({ abc: Type.Any() })), 'abx'), 'abc', 'one in three');
    assert.equal(meant(new KnownFields(Type.Object({ ab: Type.Any() })), 'ax'), null, 'one in two');
  });

  it('are truncated, and at most as many as there are faults', () => {
    const [unknown] = charges.unknownIn({ ['x'.repeat(5_000)]: 1 });
    assert.deepEqual([unknown!.field, unknown!.didYouMean], ['x'.repeat(MAX_UNKNOWN_NAME_LENGTH), null]);
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    assert.equal(charges.unknownIn(many(MAX_REQUEST_FAULTS - 1)).length, MAX_REQUEST_FAULTS - 1);
    assert.equal(charges.unknownIn(many(MAX_REQUEST_FAULTS + 1)).length, MAX_REQUEST_FAULTS);
    const list = new KnownFields(Type.Object({ items: Type.Array(Type.Object({ id: Type.Any() })) }));
    assert.equal(
      list.unknownIn({ items: Array.from({ length: 200 }, () => ({ a: 1, b: 2 })) }).length,
      MAX_REQUEST_FAULTS,
    );
    const late = Array.from({ length: MAX_LIST_ITEMS + 1 }, (_, index) => (index === MAX_LIST_ITEMS ? { a: 1 } : {}));
    assert.deepEqual(list.unknownIn({ items: late }), [], 'a list that is too long is refused for that');
    assert.equal(list.unknownIn({ items: late.slice(1) }).length, 1);
  });

  it('are known elsewhere in the request, if in one place alone', () => {
    const body = {
      assignmentPreferences: { excludePartners: ['acme'] },
      ship_date: '2026-12-01',
      length: 10,
      city: 'X',
    };
    assert.deepEqual(namesIn(assignment, body), [
      ['assignmentPreferences.excludePartners', 'shipmentDetails.excludePartners'],
      ['ship_date', 'shipmentDetails.shipDate'],
      ['length', null],
      ['city', null],
    ]);
  });

  it('include names that every object inherits', () => {
    const names = (text: string) => namesIn(charges, JSON.parse(text)).map(([field]) => field);
    assert.deepEqual(names('{"__proto__":1,"constructor":2,"toString":3}'), ['__proto__', 'constructor', 'toString']);
  });

  it('are all members where a schema without members forbids others, and none where it does not', () => {
    assert.deepEqual(new KnownFields(Type.Object({})).unknownIn({ a: 1 }), []);
    assert.deepEqual(namesIn(new KnownFields(Type.Object({}, { additionalProperties: false })), { a: 1 }), [
      ['a', null],
    ]);
    assert.deepEqual(
      new KnownFields(Type.Object({ by: Type.Record(Type.String(), Type.Number()) })).unknownIn({ by: { any: 1 } }),
      [],
    );
    assert.deepEqual(
      namesIn(new KnownFields(Type.Object({ at: Type.Union([Type.Object({ id: Type.Any() }), Type.Null()]) })), {
        at: { di: 1 },
      }),
      [['at.di', null]],
    );
  });

  it('are searched without allocation where there are none', () => {
    const request = {
      shipmentDetails: { shipmentId: 'S', weight: 1, dimensions: { length: 1 } },
      assignmentPreferences: { assignmentStrategy: 'X' },
      options: {},
    };
    assert.equal(assignment.unknownIn(request), charges.unknownIn({ weight: 1 }), 'the same empty list');
  });
});

describe('the warning of an unknown field', () => {
  it('names it, and what was probably meant, if known', () => {
    assert.deepEqual(charges.unknownIn({ declared_value: 1, q: 2 }).map(unknownFieldWarning), [
      {
        code: 'UNKNOWN_FIELD',
        field: 'declared_value',
        message: 'declared_value is not known and was not used; did you mean declaredValue?',
        didYouMean: 'declaredValue',
      },
      { code: 'UNKNOWN_FIELD', field: 'q', message: 'q is not known and was not used', didYouMean: null },
    ]);
  });
});
