import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_DECLARED_VALUE_RUPEES, MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_TEXT_LENGTH } from '../../src/limits.js';
import { type Fault, RequestValidator, validationFailure } from '../../src/schemas/faults.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../../src/schemas/requests.js';

const charges = new RequestValidator(ChargesRequest);
const availability = new RequestValidator(AvailabilityRequest);
const assignment = new RequestValidator(AssignmentRequest);

const CHARGES = { partnerId: 'acme', pickupPincode: '400001', deliveryPincode: '110001', weight: 1_200, shipmentType: 'B2C', paymentType: 'COD' };
const ASSIGNMENT = { shipmentDetails: { shipmentId: 'S-1' }, assignmentPreferences: { assignmentStrategy: 'CHEAPEST' } };

const without = (name: string): object => Object.fromEntries(Object.entries(CHARGES).filter(([field]) => field !== name));
const faultsOf = (fields: object): Fault[] => charges.faults({ ...CHARGES, ...fields });
const onlyFault = (fields: object): Fault => {
  const faults = faultsOf(fields);
  assert.equal(faults.length, 1, JSON.stringify(faults));
  assert.equal(charges.accepts({ ...CHARGES, ...fields }), false);
  return faults[0]!;
};

describe('the faults of a request', () => {
  it('are none where it is right', () => {
    assert.deepEqual(faultsOf({}), []);
    assert.equal(charges.accepts(CHARGES), true);
    assert.deepEqual(faultsOf({ anything: 'else', declaredValue: 0, packageDimensions: { length: 0.001, width: 10_000, height: 1e-9 }, customerDetails: { any: [] } }), []);
  });

  it('cost little in a list that is far too long, and name it', () => {
    const serviceRequirements = Array.from({ length: 170_000 }, () => ({}));
    const before = process.cpuUsage();
    const faults = faultsOf({ serviceRequirements });
    const { user, system } = process.cpuUsage(before);
    assert.ok(faults.length <= MAX_REQUEST_FAULTS);
    assert.equal(faults.find(({ field }) => field === 'serviceRequirements')?.code, 'TOO_MANY_ITEMS');
    assert.ok(user + system < 100_000, `${(user + system) / 1_000} ms, where walking the whole list takes 200 and more`);
  });

  it('name what is missing', () => {
    assert.deepEqual(charges.faults(without('weight')), [{ field: 'weight', code: 'REQUIRED', message: 'is required' }]);
    assert.deepEqual(charges.faults({}).map(({ field }) => field), ['pickupPincode', 'deliveryPincode', 'weight', 'shipmentType', 'paymentType']);
    assert.deepEqual(faultsOf({ dimensions: {} }).map(({ field, code }) => [field, code]), [['dimensions.length', 'REQUIRED'], ['dimensions.width', 'REQUIRED'], ['dimensions.height', 'REQUIRED']]);
  });

  it('say which type was wanted, and take null for a value', () => {
    assert.deepEqual(onlyFault({ weight: '1200' }), { field: 'weight', code: 'INVALID_TYPE', message: 'must be of type number', value: '1200' });
    assert.deepEqual(onlyFault({ weight: null }), { field: 'weight', code: 'INVALID_TYPE', message: 'must be of type number', value: null });
    assert.equal(onlyFault({ serviceRequirements: 'COD' }).message, 'must be of type array');
    assert.equal(onlyFault({ packageDimensions: [] }).code, 'INVALID_TYPE');
    assert.deepEqual(onlyFault({ partnerId: {} }).value, undefined, 'objects are not sent back');
  });

  it('are of the body itself where it is no object', () => {
    for (const body of [null, [], 'text', 7]) {
      const faults = charges.faults(body);
      assert.deepEqual(faults.map(({ field, code }) => [field, code]), [['', 'INVALID_TYPE']]);
      assert.deepEqual(charges.validFields(body, faults), []);
    }
  });

  it('list what is allowed', () => {
    assert.deepEqual(onlyFault({ shipmentType: 'C2C' }), { field: 'shipmentType', code: 'INVALID_VALUE', message: 'must be one of B2B, B2C', value: 'C2C', allowedValues: ['B2B', 'B2C'] });
    assert.deepEqual(onlyFault({ shipmentType: 'b2c' }).allowedValues, ['B2B', 'B2C']);
    const options = (createAssignmentRecord: unknown) => assignment.faults({ ...ASSIGNMENT, options: { createAssignmentRecord } });
    assert.deepEqual(options(false), [{ field: 'options.createAssignmentRecord', code: 'INVALID_VALUE', message: 'must be true', value: false, allowedValues: [true] }]);
    assert.deepEqual(options(true), []);
  });

  it('name the pattern', () => {
    for (const pincode of ['11000', '1100011', '11000a', '१९०००१', '110001\n', '']) {
      assert.deepEqual(onlyFault({ pickupPincode: pincode }), { field: 'pickupPincode', code: 'INVALID_FORMAT', message: 'must match ^[0-9]{6}$', value: pincode, expectedFormat: '^[0-9]{6}$' });
    }
    assert.equal(onlyFault({ partnerId: 'ab' }).expectedFormat, '^[a-zA-Z0-9_-]{3,50}$');
    assert.equal(onlyFault({ partnerId: 'a'.repeat(51) }).code, 'INVALID_FORMAT');
  });

  it('name both bounds and the unit', () => {
    const range = { field: 'weight', code: 'OUT_OF_RANGE', message: 'must be at least 1 and at most 50000 grams', constraints: { min: 1, max: 50_000, unit: 'grams' } } as const;
    for (const value of [0.999, 0, -1, 50_000.001]) assert.deepEqual(onlyFault({ weight: value }), { ...range, value });
    for (const value of [1, 50_000]) assert.deepEqual(faultsOf({ weight: value }), []);
    assert.deepEqual(onlyFault({ declaredValue: MAX_DECLARED_VALUE_RUPEES + 0.01 }).constraints, { min: 0, max: MAX_DECLARED_VALUE_RUPEES, unit: 'Rupees' });
    assert.equal(onlyFault({ volumetricWeight: -1 }).message, 'must be at least 0 grams');
    const side = onlyFault({ dimensions: { length: 0, width: 1, height: 1 } });
    assert.deepEqual([side.field, side.message, side.constraints], ['dimensions.length', 'must be more than 0 and at most 10000 centimetres', { min: 0, max: 10_000, unit: 'centimetres' }]);
  });

  it('refuse numbers that JSON can write and nobody can mean', () => {
    for (const text of ['1e999', '-1e999']) assert.equal(faultsOf({ weight: JSON.parse(text) as number }).length, 1, text);
    assert.equal(faultsOf({ volumetricWeight: JSON.parse('1e999') as number }).length, 1);
    assert.equal(faultsOf({ declaredValue: JSON.parse('-1e-400') as number }).length, 0, 'that is zero');
  });

  it('name lengths, and echo no text that is too long', () => {
    assert.deepEqual(onlyFault({ deliveryInstructions: 'x'.repeat(MAX_TEXT_LENGTH + 1) }), {
      field: 'deliveryInstructions', code: 'TOO_LONG', message: `must have at most ${MAX_TEXT_LENGTH} characters`,
    });
    assert.deepEqual(faultsOf({ deliveryInstructions: 'x'.repeat(MAX_TEXT_LENGTH) }), []);
    assert.deepEqual(onlyFault({ serviceRequirements: new Array(MAX_LIST_ITEMS + 1).fill('COD') }), {
      field: 'serviceRequirements', code: 'TOO_MANY_ITEMS', message: `must have at most ${MAX_LIST_ITEMS} items`,
    });
    assert.equal(String(onlyFault({ partnerId: 'x'.repeat(5_000) }).value).length, MAX_TEXT_LENGTH);
    const empty = onlyFault({ customerId: '' });
    assert.deepEqual([empty.field, empty.code], ['customerId', 'TOO_SHORT']);
    assert.match(empty.message, /1 character/);
  });

  it('have paths from the body, through objects and lists', () => {
    const field = (body: object) => assignment.faults(body).map((fault) => fault.field);
    assert.deepEqual(field({ ...ASSIGNMENT, shipmentDetails: { shipmentId: 'S-1', serviceTypes: ['PICKUP', 'ODA', 'DELIVERY', 'X'] } }), ['shipmentDetails.serviceTypes[1]', 'shipmentDetails.serviceTypes[3]']);
    assert.deepEqual(field({ ...ASSIGNMENT, customerDetails: { sender: { address: { pincode: '1' } } } }), ['customerDetails.sender.address.pincode']);
    assert.deepEqual(field({ shipmentDetails: {}, assignmentPreferences: {} }), ['shipmentDetails.shipmentId', 'assignmentPreferences.assignmentStrategy']);
    assert.deepEqual(availability.faults({ ...CHARGES, serviceRequirements: [7], excludePartners: ['ok-id', 'no'] }).map((fault) => fault.field), ['serviceRequirements[0]', 'excludePartners[1]']);
  });

  it('are one a field', () => {
    const fields = faultsOf({ weight: 'x', shipmentType: 7, pickupPincode: 7, serviceRequirements: [7, 7] }).map(({ field }) => field);
    assert.deepEqual([...new Set(fields)], fields);
    const twice = assignment.faults({ ...ASSIGNMENT, shipmentDetails: { shipmentId: '!'.repeat(201) } });
    assert.deepEqual(twice.map(({ field, code }) => [field, code]), [['shipmentDetails.shipmentId', 'TOO_LONG']], 'the first that was found');
  });

  it('are all reported, far more than eight, up to the limit', () => {
    const many = (count: number) => faultsOf({ serviceRequirements: new Array(count).fill('NONE') });
    assert.equal(many(9).length, 9);
    assert.equal(many(MAX_REQUEST_FAULTS).length, MAX_REQUEST_FAULTS);
    assert.equal(many(MAX_REQUEST_FAULTS - 1).at(-1)!.field, `serviceRequirements[${MAX_REQUEST_FAULTS - 2}]`);
    assert(many(MAX_LIST_ITEMS).length >= MAX_REQUEST_FAULTS, 'and bounded by what the validator was told');
  });
});

describe('validFields', () => {
  it('are those that are known, sent and without a fault anywhere below them', () => {
    const body = { ...CHARGES, weight: 0, dimensions: { length: 0, width: 1, height: 1 }, serviceRequirements: ['X'], unknown: 1, deliveryInstructions: 'x' };
    assert.deepEqual(charges.validFields(body, charges.faults(body)), ['partnerId', 'pickupPincode', 'deliveryPincode', 'shipmentType', 'paymentType', 'deliveryInstructions']);
  });

  it('are not taken away by a fault of a field with a longer name', () => {
    const fault: Fault = { field: 'weightUnit', code: 'REQUIRED', message: 'is required' };
    assert.equal(charges.validFields(CHARGES, [fault]).includes('weight'), true);
  });
});

describe('validationFailure', () => {
  const faults = charges.faults({ ...without('pickupPincode'), weight: 0, shipmentType: 'C2C', partnerId: {} });

  it('is a list of field, message and code for a service', () => {
    const failure = validationFailure('service', faults, ['x']);
    assert.deepEqual([failure.code, failure.fieldCount, failure.details], ['VALIDATION_ERROR', 4, [
      { field: 'pickupPincode', message: 'is required', code: 'REQUIRED' },
      { field: 'partnerId', message: 'must be of type string', code: 'INVALID_TYPE' },
      { field: 'weight', message: 'must be at least 1 and at most 50000 grams', code: 'OUT_OF_RANGE' },
      { field: 'shipmentType', message: 'must be one of B2B, B2C', code: 'INVALID_VALUE' },
    ]]);
  });

  it('is an object with values, bounds and what was right for a partner', () => {
    const failure = validationFailure('partner', faults, ['paymentType']);
    assert.equal('fieldCount' in failure, false);
    assert.deepEqual(JSON.parse(JSON.stringify(failure.details)), {
      validationErrors: [
        { field: 'pickupPincode', value: null, issue: 'is required' },
        { field: 'partnerId', value: null, issue: 'must be of type string' },
        { field: 'weight', value: 0, issue: 'must be at least 1 and at most 50000 grams', constraints: { min: 1, max: 50_000, unit: 'grams' } },
        { field: 'shipmentType', value: 'C2C', issue: 'must be one of B2B, B2C', allowedValues: ['B2B', 'B2C'] },
      ],
      errorCount: 4,
      validFields: ['paymentType'],
    });
  });
});
