import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type, { type TSchema } from 'typebox';
import {
  MAX_DECLARED_VALUE_RUPEES,
  MAX_LIST_ITEMS,
  MAX_REQUEST_FAULTS,
  MAX_SHOWN_JSON_LENGTH,
  MAX_TEXT_LENGTH,
} from '../../../src/limits/requests.js';
import { RequestValidator, unknownFieldFault, validationFailure } from '../../../src/contract/faults.js';
import { type RequestFault, SchemaValidator } from '../../../src/model/schema-faults.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../../../src/contract/requests.js';

const charges = new RequestValidator(ChargesRequest);
const availability = new RequestValidator(AvailabilityRequest);
const assignment = new RequestValidator(AssignmentRequest);

const CHARGES = {
  partnerId: 'acme',
  pickupPincode: '400001',
  deliveryPincode: '110001',
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'COD',
};
const ASSIGNMENT = {
  shipmentDetails: { shipmentId: 'S-1' },
  assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
};

const without = (name: string): object =>
  Object.fromEntries(Object.entries(CHARGES).filter(([field]) => field !== name));
const faultsOf = (fields: object): RequestFault[] => charges.faults({ ...CHARGES, ...fields });
const onlyFault = (fields: object): RequestFault => {
  const faults = faultsOf(fields);
  assert.equal(faults.length, 1, JSON.stringify(faults));
  assert.equal(charges.accepts({ ...CHARGES, ...fields }), false);
  return faults[0]!;
};

describe('the faults of a request', () => {
  it('are empty where the request is valid', () => {
    assert.deepEqual(faultsOf({}), []);
    assert.equal(charges.accepts(CHARGES), true);
    assert.deepEqual(
      faultsOf({
        anything: 'else',
        declaredValue: 0,
        packageDimensions: { length: 0.001, width: 1_000, height: 0.001 },
        customerDetails: { any: [] },
      }),
      [],
    );
  });

  it('are cheap to find in a list that is far too long, and name it', () => {
    let looks = 0;
    const serviceRequirements = new Proxy(
      Array.from({ length: 170_000 }, () => ({})),
      {
        get(list, name, receiver): unknown {
          looks += 1;
          return Reflect.get(list, name, receiver);
        },
      },
    );
    const faults = faultsOf({ serviceRequirements });
    assert.ok(faults.length <= MAX_REQUEST_FAULTS);
    assert.equal(faults.find(({ field }) => field === 'serviceRequirements')?.code, 'TOO_MANY_ITEMS');
    assert.ok(looks < 10 * MAX_REQUEST_FAULTS, `${looks} looks at the list`);
  });

  it('name what is missing', () => {
    assert.deepEqual(charges.faults(without('shipmentType')), [
      { field: 'shipmentType', code: 'REQUIRED', message: 'is required', allowedValues: ['B2B', 'B2C'] },
    ]);
    assert.deepEqual(
      charges.faults({}).map(({ field }) => field),
      ['shipmentType', 'paymentType'],
    );
    assert.deepEqual(
      faultsOf({ dimensions: {} }).map(({ field, code }) => [field, code]),
      [
        ['dimensions.length', 'REQUIRED'],
        ['dimensions.width', 'REQUIRED'],
        ['dimensions.height', 'REQUIRED'],
      ],
    );
  });

  it('say what a missing value has to be', () => {
    const expected = (fault: RequestFault | undefined) => [
      fault?.allowedValues,
      fault?.expectedFormat,
      fault?.constraints,
    ];
    const missing = (name: string) => expected(charges.faults(without(name))[0]);
    assert.deepEqual(missing('paymentType'), [['COD', 'PREPAID'], undefined, undefined]);
    assert.deepEqual(missing('shipmentType'), [['B2B', 'B2C'], undefined, undefined]);
    const [length] = faultsOf({ dimensions: { width: 1, height: 1 } });
    assert.deepEqual(expected(length), [undefined, 'number', { min: 0, max: 1_000, unit: 'centimetres' }]);
    const nested = assignment.faults({});
    assert.deepEqual(
      nested.map(({ field, expectedFormat }) => [field, expectedFormat]),
      [
        ['shipmentDetails', 'object'],
        ['assignmentPreferences', 'object'],
      ],
    );
    const list = new RequestValidator(
      Type.Object({
        ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 9 }),
        isOpen: Type.Boolean(),
      }),
    );
    assert.deepEqual(list.faults({}).map(expected), [
      [undefined, 'array', { min: 1, max: 9, unit: 'items' }],
      [undefined, 'boolean', undefined],
    ]);
  });

  it('name the expected type, and treat null as a value', () => {
    const wrong = {
      field: 'weight',
      code: 'INVALID_TYPE',
      message: 'must be a number',
      expectedFormat: 'number',
    } as const;
    assert.deepEqual(onlyFault({ weight: '1200' }), { ...wrong, value: '1200' });
    assert.deepEqual(onlyFault({ weight: null }), { ...wrong, value: null });
    assert.equal(onlyFault({ serviceRequirements: 'COD' }).message, 'must be a list');
    assert.deepEqual(
      [onlyFault({ packageDimensions: [] }).code, onlyFault({ packageDimensions: [] }).expectedFormat],
      ['INVALID_TYPE', 'object'],
    );
  });

  it('are of the body itself where it is not an object', () => {
    for (const body of [null, [], 'text', 7]) {
      const faults = charges.faults(body);
      assert.deepEqual(
        faults.map(({ field, code }) => [field, code]),
        [['', 'INVALID_TYPE']],
      );
      assert.deepEqual(charges.validFields(body, faults), []);
    }
  });

  it('list what is allowed', () => {
    assert.deepEqual(onlyFault({ shipmentType: 'C2C' }), {
      field: 'shipmentType',
      code: 'INVALID_VALUE',
      message: 'must be one of B2B, B2C',
      value: 'C2C',
      allowedValues: ['B2B', 'B2C'],
    });
    assert.deepEqual(onlyFault({ shipmentType: 'b2c' }).allowedValues, ['B2B', 'B2C']);
    const literal = new RequestValidator(Type.Object({ sure: Type.Literal(true) }));
    assert.deepEqual(literal.faults({ sure: false }), [
      { field: 'sure', code: 'INVALID_VALUE', message: 'must be true', value: false, allowedValues: [true] },
    ]);
    assert.deepEqual(literal.faults({}), [
      { field: 'sure', code: 'REQUIRED', message: 'is required', allowedValues: [true] },
    ]);
  });

  it('name the pattern', () => {
    for (const pincode of ['11000', '1100011', '11000a', '१९०००१', '110001\n', '']) {
      assert.deepEqual(onlyFault({ pickupPincode: pincode }), {
        field: 'pickupPincode',
        code: 'INVALID_FORMAT',
        message: 'must be six digits, such as "110001"',
        value: pincode,
        expectedFormat: '^[0-9]{6}$',
      });
    }
    assert.equal(onlyFault({ partnerId: 'ab' }).expectedFormat, '^[a-zA-Z0-9_-]{3,50}$');
    assert.equal(onlyFault({ partnerId: 'a'.repeat(51) }).code, 'INVALID_FORMAT');
  });

  it('name both bounds and the unit', () => {
    const range = {
      field: 'weight',
      code: 'OUT_OF_RANGE',
      message: 'must be at least 1 and at most 50000 grams',
      constraints: { min: 1, max: 50_000, unit: 'grams' },
    } as const;
    for (const value of [0.999, 0, -1, 50_000.001]) assert.deepEqual(onlyFault({ weight: value }), { ...range, value });
    for (const value of [1, 50_000]) assert.deepEqual(faultsOf({ weight: value }), []);
    assert.deepEqual(onlyFault({ declaredValue: MAX_DECLARED_VALUE_RUPEES + 0.01 }).constraints, {
      min: 0,
      max: MAX_DECLARED_VALUE_RUPEES,
      unit: 'Rupees',
    });
    assert.equal(onlyFault({ volumetricWeight: -1 }).message, 'must be at least 0 grams');
    const side = onlyFault({ dimensions: { length: 0, width: 1, height: 1 } });
    assert.deepEqual(
      [side.field, side.message, side.constraints],
      [
        'dimensions.length',
        'must be more than 0 and at most 1000 centimetres',
        { min: 0, max: 1_000, unit: 'centimetres' },
      ],
    );
  });

  it('refuse numbers that JSON can express but that are out of any range', () => {
    for (const text of ['1e999', '-1e999'])
      assert.equal(faultsOf({ weight: JSON.parse(text) as number }).length, 1, text);
    assert.equal(faultsOf({ volumetricWeight: JSON.parse('1e999') as number }).length, 1);
    assert.equal(faultsOf({ declaredValue: JSON.parse('-1e-400') as number }).length, 0, 'that is zero');
  });

  it('name lengths and counts', () => {
    const long = 'x'.repeat(MAX_TEXT_LENGTH + 1);
    assert.deepEqual(onlyFault({ deliveryInstructions: long }), {
      field: 'deliveryInstructions',
      code: 'TOO_LONG',
      message: `must have at most ${MAX_TEXT_LENGTH} characters`,
      value: long,
      constraints: { max: MAX_TEXT_LENGTH, unit: 'characters' },
    });
    assert.deepEqual(faultsOf({ deliveryInstructions: 'x'.repeat(MAX_TEXT_LENGTH) }), []);
    const many = new Array(MAX_LIST_ITEMS + 1).fill('COD');
    assert.deepEqual(onlyFault({ serviceRequirements: many }), {
      field: 'serviceRequirements',
      code: 'TOO_MANY_ITEMS',
      message: `must have at most ${MAX_LIST_ITEMS} items`,
      value: many,
      constraints: { max: MAX_LIST_ITEMS, unit: 'items' },
    });
    const empty = onlyFault({ customerId: '' });
    assert.deepEqual(
      [empty.field, empty.code, empty.constraints],
      ['customerId', 'TOO_SHORT', { min: 1, max: 200, unit: 'characters' }],
    );
    assert.match(empty.message, /1 character/);
    const list = new RequestValidator(Type.Object({ ids: Type.Array(Type.Integer(), { minItems: 2, maxItems: 3 }) }));
    assert.deepEqual(list.faults({ ids: [] }), [
      {
        field: 'ids',
        code: 'TOO_SHORT',
        message: 'must have at least 2 items',
        value: [],
        constraints: { min: 2, max: 3, unit: 'items' },
      },
    ]);
    assert.deepEqual(list.faults({ ids: [1, 2, 3, 4] })[0]!.constraints, { min: 2, max: 3, unit: 'items' });
    const moment = new RequestValidator(Type.Object({ at: Type.String({ format: 'date-time' }) }));
    assert.equal(moment.faults({ at: 'soon' })[0]!.expectedFormat, 'date-time');
  });

  it('have paths from the body, through objects and lists', () => {
    const field = (body: object) => assignment.faults(body).map((fault) => fault.field);
    assert.deepEqual(
      field({
        ...ASSIGNMENT,
        shipmentDetails: { shipmentId: 'S-1', serviceTypes: ['PICKUP', 'ODAS', 'DELIVERY', 'X'] },
      }),
      ['shipmentDetails.serviceTypes[1]', 'shipmentDetails.serviceTypes[3]'],
    );
    assert.deepEqual(field({ ...ASSIGNMENT, customerDetails: { sender: { address: { pincode: '1' } } } }), [
      'customerDetails.sender.address.pincode',
    ]);
    assert.deepEqual(field({ shipmentDetails: {}, assignmentPreferences: {} }), ['shipmentDetails.shipmentId']);
    assert.deepEqual(
      availability
        .faults({ ...CHARGES, serviceRequirements: [7], excludePartners: ['ok-id', 'no'] })
        .map((fault) => fault.field),
      ['serviceRequirements[0]', 'excludePartners[1]'],
    );
  });

  it('are those inside an object that may be null, whose members may be null or unknown', () => {
    const closed = { additionalProperties: false };
    const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
    const piece = Type.Object({ kg: Type.Optional(orNull(Type.Number({ minimum: 0 }))) }, closed);
    const when = Type.Object({ km: orNull(Type.Number()), piece: Type.Optional(orNull(piece)) }, closed);
    const validator = new SchemaValidator(Type.Object({ when: orNull(when) }), 100);
    const reported = (value: unknown) =>
      validator.faults({ when: value }).map(({ field, message }) => [field, message]);
    assert.deepEqual(reported(5), [['when', 'must be an object or null']]);
    assert.deepEqual(reported({}), [['when.km', 'is required']]);
    assert.deepEqual(reported({ km: 'x', piece: { kg: -1 } }), [
      ['when.km', 'must be a number or null'],
      ['when.piece.kg', 'must be at least 0 or null'],
    ]);
    const unknown = 'is not a field that pinrate knows';
    assert.deepEqual(reported({ km: 1, lane: 'A' }), [['when.lane', unknown]]);
    assert.deepEqual(reported({ km: 1, piece: { kgs: 1 } }), [['when.piece.kgs', unknown]]);
    assert.deepEqual(reported({ km: null, piece: null }), []);
  });

  it('are one per field', () => {
    const fields = faultsOf({ weight: 'x', shipmentType: 7, pickupPincode: 7, serviceRequirements: [7, 7] }).map(
      ({ field }) => field,
    );
    assert.deepEqual([...new Set(fields)], fields);
    const twice = assignment.faults({ ...ASSIGNMENT, shipmentDetails: { shipmentId: '!'.repeat(201) } });
    assert.deepEqual(
      twice.map(({ field, code }) => [field, code]),
      [['shipmentDetails.shipmentId', 'TOO_LONG']],
      'the first that was found',
    );
  });

  it('are all reported, far more than eight, up to the limit', () => {
    const many = (count: number) => faultsOf({ serviceRequirements: new Array(count).fill('NONE') });
    assert.equal(many(9).length, 9);
    assert.equal(many(MAX_REQUEST_FAULTS).length, MAX_REQUEST_FAULTS);
    assert.equal(many(MAX_REQUEST_FAULTS - 1).at(-1)!.field, `serviceRequirements[${MAX_REQUEST_FAULTS - 2}]`);
    assert(many(MAX_LIST_ITEMS).length >= MAX_REQUEST_FAULTS, 'and bounded by the limit of the validator');
  });
});

describe('validFields', () => {
  it('are those that are known, sent and without a fault anywhere below them', () => {
    const body = {
      ...CHARGES,
      weight: 0,
      dimensions: { length: 0, width: 1, height: 1 },
      serviceRequirements: ['X'],
      unknown: 1,
      deliveryInstructions: 'x',
    };
    assert.deepEqual(charges.validFields(body, charges.faults(body)), [
      'partnerId',
      'pickupPincode',
      'deliveryPincode',
      'shipmentType',
      'paymentType',
      'deliveryInstructions',
    ]);
  });

  it('are not removed by a fault of a field with a longer name', () => {
    const fault: RequestFault = { field: 'weightUnit', code: 'REQUIRED', message: 'is required' };
    assert.equal(charges.validFields(CHARGES, [fault]).includes('weight'), true);
  });
});

describe('validationFailure', () => {
  const faults = charges.faults({ ...without('paymentType'), weight: 0, shipmentType: 'C2C', partnerId: {} });

  it('is a list of field, message and code for a service', () => {
    const failure = validationFailure('service', faults, ['x']);
    assert.deepEqual(
      [failure.code, failure.fieldCount, failure.details],
      [
        'VALIDATION_ERROR',
        4,
        [
          { field: 'paymentType', message: 'is required', code: 'REQUIRED' },
          { field: 'partnerId', message: 'must be text', code: 'INVALID_TYPE' },
          { field: 'weight', message: 'must be at least 1 and at most 50000 grams', code: 'OUT_OF_RANGE' },
          { field: 'shipmentType', message: 'must be one of B2B, B2C', code: 'INVALID_VALUE' },
        ],
      ],
    );
  });

  it('is an object with values, bounds and valid fields for a partner', () => {
    const failure = validationFailure('partner', faults, ['pickupPincode']);
    assert.equal('fieldCount' in failure, false);
    assert.deepEqual(JSON.parse(JSON.stringify(failure.details)), {
      validationErrors: [
        { field: 'paymentType', value: null, issue: 'is required', allowedValues: ['COD', 'PREPAID'] },
        { field: 'partnerId', value: '{}', issue: 'must be text', expectedFormat: 'string' },
        {
          field: 'weight',
          value: 0,
          issue: 'must be at least 1 and at most 50000 grams',
          constraints: { min: 1, max: 50_000, unit: 'grams' },
        },
        { field: 'shipmentType', value: 'C2C', issue: 'must be one of B2B, B2C', allowedValues: ['B2B', 'B2C'] },
      ],
      errorCount: 4,
      validFields: ['pickupPincode'],
    });
  });

  /** What a partner is shown of one fault. */
  const shownOf = (fault: RequestFault) =>
    (
      validationFailure('partner', [fault], []).details as {
        validationErrors: Record<string, unknown>[];
      }
    ).validationErrors[0]!;

  it('shows a partner every kind of value, truncated where it is long', () => {
    const valueOf = (value: unknown) => shownOf({ field: 'f', code: 'INVALID_TYPE', message: 'm', value }).value;
    for (const value of [0, 1.5, true, false, null, '', 'text']) assert.equal(valueOf(value), value);
    assert.equal(valueOf(undefined), null);
    assert.equal(valueOf([]), '[]');
    assert.equal(valueOf({ a: [1, 'b'] }), '{"a":[1,"b"]}');
    assert.equal(valueOf('x'.repeat(MAX_TEXT_LENGTH)), 'x'.repeat(MAX_TEXT_LENGTH));
    assert.equal(valueOf('x'.repeat(MAX_TEXT_LENGTH + 1)), 'x'.repeat(MAX_TEXT_LENGTH));
    const listOf = (length: number) => ['x'.repeat(length - 4)];
    assert.equal(valueOf(listOf(MAX_SHOWN_JSON_LENGTH)), JSON.stringify(listOf(MAX_SHOWN_JSON_LENGTH)));
    assert.equal(
      valueOf(listOf(MAX_SHOWN_JSON_LENGTH + 1)),
      JSON.stringify(listOf(MAX_SHOWN_JSON_LENGTH + 1)).slice(0, -1),
    );
    const far = shownOf(onlyFault({ serviceRequirements: new Array(MAX_LIST_ITEMS + 1).fill('COD') }));
    assert.equal(String(far.value).length, MAX_SHOWN_JSON_LENGTH);
  });

  it('shows a partner what is expected, whatever the fault', () => {
    const bodies = [
      {},
      [],
      'text',
      { ...CHARGES, weight: 0 },
      { ...CHARGES, weight: '1' },
      {
        ...CHARGES,
        shipmentType: 1,
        pickupPincode: 'x',
      },
      { ...CHARGES, customerId: '' },
      {
        ...CHARGES,
        deliveryInstructions: 'x'.repeat(2_000),
        serviceRequirements: [7],
        dimensions: {},
      },
      { ...CHARGES, serviceRequirements: new Array(2_000).fill(1), customerGstin: 'x', excludePartners: [{}] },
    ];
    const validators = [charges, availability, assignment];
    const faultsOfAll = validators.flatMap((validator) => bodies.flatMap((body) => validator.faults(body)));
    assert(faultsOfAll.length > 40, String(faultsOfAll.length));
    for (const fault of faultsOfAll) {
      const { field, ...shown } = shownOf(fault);
      assert(
        'allowedValues' in shown || 'constraints' in shown || 'expectedFormat' in shown,
        JSON.stringify({ field, shown }),
      );
      assert.equal(shown.expectedFormat, fault.expectedFormat, 'as in the schema');
    }
    const ofARule: RequestFault = {
      field: 'toWeight',
      code: 'INVALID_VALUE',
      message: 'must be above fromWeight',
      value: 1,
    };
    assert.deepEqual(shownOf(ofARule), {
      field: 'toWeight',
      value: 1,
      issue: 'must be above fromWeight',
      expectedFormat: 'must be above fromWeight',
    });
    assert.equal('expectedFormat' in shownOf({ ...ofARule, allowedValues: [2] }), false);
  });

  it('is UNKNOWN_FIELD with all faults as soon as one of them is', () => {
    const unknown = [
      unknownFieldFault({ field: 'declared_value', didYouMean: 'declaredValue', value: { a: 1 } }),
      unknownFieldFault({
        field: 'q',
        didYouMean: null,
        value: undefined,
      }),
    ];
    assert.equal(validationFailure('service', faults, []).code, 'VALIDATION_ERROR');
    const forService = validationFailure('service', [...unknown, faults[1]!], []);
    assert.deepEqual(
      [forService.code, forService.fieldCount, forService.details],
      [
        'UNKNOWN_FIELD',
        3,
        [
          {
            field: 'declared_value',
            message: 'is not known; did you mean declaredValue?',
            code: 'UNKNOWN_FIELD',
            didYouMean: 'declaredValue',
          },
          { field: 'q', message: 'is not known', code: 'UNKNOWN_FIELD', didYouMean: null },
          { field: 'partnerId', message: 'must be text', code: 'INVALID_TYPE' },
        ],
      ],
    );
    const forPartner = validationFailure('partner', [faults[1]!, ...unknown], ['weight']);
    assert.equal(forPartner.code, 'UNKNOWN_FIELD');
    assert.deepEqual(forPartner.details, {
      validationErrors: [
        { field: 'partnerId', value: '{}', issue: 'must be text', expectedFormat: 'string' },
        {
          field: 'declared_value',
          value: '{"a":1}',
          issue: 'is not known; did you mean declaredValue?',
          expectedFormat: 'declaredValue',
          didYouMean: 'declaredValue',
        },
        { field: 'q', value: null, issue: 'is not known', expectedFormat: 'no such member', didYouMean: null },
      ],
      errorCount: 3,
      validFields: ['weight'],
    });
  });
});
