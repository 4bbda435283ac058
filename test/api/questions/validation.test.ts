/** Invalid input: every fault is named, in the caller's shape, and is cheap. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MAX_JSON_DEPTH } from '../../../src/limits/http.js';
import { seededRng } from '../../reference/random.js';
import { MAIN, partnerCredential, TestApp, type Question } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { rounds, seedOf } from '../../support/depth.js';
import { BOUNDS, withField, type FieldBounds } from './bounds.js';
import { assignment, availability, charges, fullWorld } from './fixture.js';
import { mutated } from './mutate.js';
import type { Body } from './requests.js';

const SEED = seedOf(20_260_311);
const MUTATED_BODIES = rounds(900, 4_000);
const AT_ONCE = 50;
/** The maximum number of characters of a value in a fault. */
const MAX_VALUE_SHOWN = 200;
const QUESTIONS: readonly Question[] = ['availability', 'charges', 'assignment'];
const ACME = partnerCredential('acme');

let app: TestApp;
let shipments = 0;
before(async () => {
  app = await TestApp.start(fullWorld(), { workers: 2 });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

const WHOLES = ['customerDetails', 'customerDetails.sender', 'options', 'assignmentPreferences.weights'];
const BODIES: Record<Question, () => Body> = {
  availability,
  charges,
  assignment: () => assignment(`V-${++shipments}`),
};

interface ArrayFault {
  field: string;
  message: string;
  code: string;
}
interface ObjectFault {
  field: string;
  value: unknown;
  issue: string;
  allowedValues?: unknown[];
  constraints?: { min?: number; max?: number };
  expectedFormat?: string;
}

function arrayFaults({ status, json }: Reply): ArrayFault[] {
  assert.deepEqual([status, json.success, json.error.code], [400, false, 'VALIDATION_ERROR'], JSON.stringify(json));
  const { details, field_count: fieldCount } = json.error;
  assert.equal(fieldCount, details.length);
  for (const fault of details) assert.deepEqual(Object.keys(fault), ['field', 'message', 'code']);
  return details;
}

function objectFaults({ status, json }: Reply): { faults: ObjectFault[]; validFields: string[] } {
  assert.deepEqual([status, json.success, json.error.code], [400, false, 'VALIDATION_ERROR'], JSON.stringify(json));
  const { validationErrors, errorCount, validFields } = json.error.details;
  assert.equal(errorCount, validationErrors.length);
  assert.equal('field_count' in json.error, false);
  return { faults: validationErrors, validFields };
}

/** Sends everything in `cases`, a few at a time. */
async function each<T>(cases: readonly T[], ask: (one: T) => Promise<void>): Promise<void> {
  for (let n = 0; n < cases.length; n += AT_ONCE) await Promise.all(cases.slice(n, n + AT_ONCE).map(ask));
}

/** Of two names of a member only one is given. */
const OTHER_NAMES = [
  ['pickupPincode', 'fromPincode'],
  ['deliveryPincode', 'toPincode'],
];

/** Arrays and objects as JSON, truncated; long texts are truncated too. */
function assertSent(shown: unknown, sent: unknown, said: string): void {
  if (typeof sent === 'object' && sent !== null) {
    assert.equal(shown, JSON.stringify(sent).slice(0, MAX_VALUE_SHOWN), said);
  } else if (typeof sent === 'string' && sent.length > MAX_VALUE_SHOWN) {
    assert.ok(typeof shown === 'string' && shown.length >= MAX_VALUE_SHOWN && sent.startsWith(shown), said);
  } else {
    assert.deepEqual(shown, sent, said);
  }
}

for (const question of QUESTIONS) {
  const base = BODIES[question];
  const casesOf = <T>(values: (bounds: FieldBounds) => readonly T[]) =>
    BOUNDS[question].flatMap((bounds) => values(bounds).map((value) => ({ ...bounds, value })));
  /** With the other sides of a parcel that has this one. */
  const bodyWith = (field: string, value: unknown): Body => {
    const others = OTHER_NAMES.find((names) => names.some((name) => field.endsWith(name)));
    if (others !== undefined) {
      const [prefix] = /^(?:.*[.])?/.exec(field)!;
      return others.reduce<Body>(
        (body, name) => withField(body, `${prefix}${name}`, `${prefix}${name}` === field ? value : undefined),
        base(),
      );
    }
    const [parent] = /^.*[dD]imensions(?=\.)/.exec(field) ?? [];
    return withField(
      parent === undefined ? base() : withField(base(), parent, { length: 10, width: 10, height: 10 }),
      field,
      value,
    );
  };

  it(`${question}: a value within the bounds of a field is not refused`, async () => {
    await each(
      casesOf(({ within }) => within),
      async ({ field, value }) => {
        const { status, json } = await app.ask(question, bodyWith(field, value));
        assert.ok(
          status === 200 || status === 404 || status === 422,
          `${field}: ${JSON.stringify(value)?.slice(0, 80)}: ${JSON.stringify(json)}`,
        );
      },
    );
  });

  it(`${question}: a value beyond them is the only fault, in the caller's shape`, async () => {
    await each(
      casesOf(({ beyond }) => beyond),
      async ({ field, value: [value, code, item = ''] }) => {
        const body = bodyWith(field, value);
        const said = `${field}: ${JSON.stringify(value)?.slice(0, 80)}`;
        const faults = arrayFaults(await app.ask(question, body, MAIN));
        assert.deepEqual(
          faults.map((fault) => [fault.field, fault.code]),
          [[field + item, code]],
          said,
        );
        assert.ok(faults[0]!.message.length > 0);

        const {
          faults: [fault, ...others],
          validFields,
        } = objectFaults(await app.ask(question, body, ACME));
        assert.deepEqual([fault!.field, others], [field + item, []], said);
        assert.equal(fault!.issue, faults[0]!.message);
        // the bounds of days are texts
        const isDay = field.endsWith('shipDate') && typeof fault!.expectedFormat === 'string';
        if (code === 'OUT_OF_RANGE' && !isDay)
          assert.ok(typeof fault!.constraints?.min === 'number' || typeof fault!.constraints?.max === 'number', said);
        const isRupees = typeof value === 'number' && /decimals/.test(fault!.expectedFormat ?? '');
        if (code === 'INVALID_VALUE') assert.ok(Array.isArray(fault!.allowedValues) || isRupees || isDay, said);
        if (code === 'INVALID_FORMAT' && value !== '') assert.ok(typeof fault!.expectedFormat === 'string', said);
        const { expectedFormat, constraints, allowedValues } = fault!;
        assert.ok(expectedFormat ?? constraints ?? allowedValues, said);
        assertSent(fault!.value, item === '' ? value : (value as unknown[])[Number(item.slice(1, -1))], said);
        assert.deepEqual(
          validFields,
          Object.keys(body)
            .filter((name) => name !== field.split('.')[0])
            .sort((a, b) => validFields.indexOf(a) - validFields.indexOf(b)),
          said,
        );
      },
    );
  });

  it(`${question}: a required field is required`, async () => {
    await each(
      BOUNDS[question].filter(({ required }) => required),
      async ({ field }) => {
        const message = field === 'partnerId' ? 'is required for a service credential' : 'is required';
        assert.deepEqual(arrayFaults(await app.ask(question, bodyWith(field, undefined))), [
          { field, message, code: 'REQUIRED' },
        ]);
      },
    );
  });

  it(`${question}: all faults are reported at once`, async () => {
    let body: Body = {};
    const expected: string[] = [];
    for (const { field, beyond } of BOUNDS[question]) {
      // faults of a whole object would hide those of its fields
      if (WHOLES.includes(field)) continue;
      const [value, , item = ''] = beyond[0]!;
      body = withField(body, field, value);
      expected.push(field + item);
    }
    assert.ok(expected.length > 8);
    assert.deepEqual(
      arrayFaults(await app.ask(question, body))
        .map(({ field }) => field)
        .sort(),
      [...expected].sort(),
    );
    const { faults, validFields } = objectFaults(await app.ask(question, body, ACME));
    assert.deepEqual([faults.map(({ field }) => field).sort(), validFields], [[...expected].sort(), []]);
    const required = BOUNDS[question].filter((bounds) => bounds.required && !bounds.field.includes('imensions'));
    const missing =
      question === 'assignment' ? ['assignmentPreferences', 'shipmentDetails'] : required.map(({ field }) => field);
    assert.deepEqual(
      arrayFaults(await app.ask(question, {}))
        .map(({ field }) => field)
        .sort(),
      missing.sort(),
    );
    for (const junk of [[], [base()], 'text', 12, true, null]) {
      assert.deepEqual(
        arrayFaults(await app.ask(question, JSON.stringify(junk))).map(({ field, code }) => [field, code]),
        [['', 'INVALID_TYPE']],
        JSON.stringify(junk),
      );
    }
  });

  it(`${question}: text that is not JSON is malformed, wherever it ends`, async () => {
    const whole = JSON.stringify(base());
    const texts = [
      ...Array.from({ length: whole.length - 1 }, (_, n) => whole.slice(0, n + 1)),
      '',
      ' ',
      `${whole}x`,
      `${whole}${whole}`,
      whole.replaceAll('"', "'"),
      whole.replace('{', '{,'),
      whole.replace(/"weight":[0-9]+/, '"weight":NaN'),
      whole.replace(/"weight":[0-9]+/, '"weight":Infinity'),
      whole.replace(/"weight":[0-9]+/, '"weight":0x10'),
      whole.replace(/"weight":[0-9]+/, '"weight":01'),
    ];
    await each(texts, async (text) => {
      const { status, json } = await app.ask(question, text);
      assert.deepEqual([status, json.error.code], [400, 'MALFORMED_JSON'], text);
    });
  });

  it(`${question}: a number beyond the range of doubles is refused`, async () => {
    const { field } = BOUNDS[question].find((bounds) => bounds.field.endsWith('weight'))!;
    for (const literal of ['1e999', '-1e999', '1e309']) {
      const body = JSON.stringify(bodyWith(field, 77_777)).replace('77777', literal);
      assert.ok(body.includes(literal));
      assert.deepEqual(
        arrayFaults(await app.ask(question, body)).map((fault) => [fault.field, fault.code]),
        [[field, 'INVALID_TYPE']],
      );
      assert.equal(objectFaults(await app.ask(question, body, ACME)).faults[0]!.field, field);
    }
  });

  it(`${question}: nesting is limited, and no depth causes a failure`, async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    // the body itself is the first level
    const extra = (levels: number) => JSON.stringify({ ...base(), extra: 77_777 }).replace('77777', nested(levels - 1));
    assert.equal((await app.ask(question, extra(MAX_JSON_DEPTH))).status, 200);
    for (const text of [
      extra(MAX_JSON_DEPTH + 1),
      extra(1_000),
      nested(MAX_JSON_DEPTH + 1),
      nested(100_000),
      nested(500_000),
      '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
    ]) {
      const { status, json } = await app.ask(question, text);
      assert.deepEqual([status, json.error.code], [400, 'MALFORMED_JSON'], text.slice(0, 80));
    }
  });

  it(`${question}: a huge list is one fault, or a bounded number of them`, async () => {
    const list = BOUNDS[question].find(({ field }) => field.endsWith('serviceRequirements'))!.field;
    const many = await app.ask(
      question,
      withField(
        base(),
        list,
        Array.from({ length: 80_000 }, () => 'PICKUP'),
      ),
    );
    assert.deepEqual(
      arrayFaults(many).map(({ field, code }) => [field, code]),
      [[list, 'TOO_MANY_ITEMS']],
    );
    const wrong = await app.ask(
      question,
      withField(
        base(),
        list,
        Array.from({ length: 80_000 }, (_, n) => n),
      ),
      ACME,
    );
    assert.ok(objectFaults(wrong).faults.length <= 110, 'a bounded number of faults');
    assert.ok(wrong.text.length < 50_000, `an answer of ${wrong.text.length} characters`);
    const long = await app.ask(
      question,
      withField(base(), BOUNDS[question].find(({ field }) => field.endsWith('Pincode'))!.field, '1'.repeat(900_000)),
      ACME,
    );
    assert.ok(objectFaults(long).faults.length === 1 && long.text.length < 5_000, 'a value is echoed up to a length');
  });

  it(`${question}: a prototype is not a body`, async () => {
    const inherited = `{"__proto__":${JSON.stringify(base())}}`;
    assert.ok(arrayFaults(await app.ask(question, inherited)).every(({ code }) => code === 'REQUIRED'));
    const plain = await app.ask(
      question,
      JSON.stringify(base()).replace(
        '{',
        '{"__proto__":{"weight":0,"partnerId":"bolt"},"constructor":1,"toString":null,"hasOwnProperty":[],',
      ),
    );
    assert.equal(plain.status, 200, plain.text);
  });

  it(`${question}: no body causes a server error (PINRATE_TEST_SEED=${SEED})`, async (t) => {
    const rng = seededRng(SEED);
    const statuses = new Map<number, number>();
    const texts = Array.from({ length: MUTATED_BODIES / QUESTIONS.length }, () => mutated(rng, base()));
    await each(texts, async (text) => {
      const { status, json, text: answer } = await app.ask(question, text, rng.chance(0.5) ? MAIN : ACME);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok([200, 400, 403, 404, 422].includes(status), `${status} for ${text.slice(0, 2_000)}: ${answer}`);
      assert.equal(json.success, status === 200);
      assert.match(json.request_id, /^[A-Za-z0-9_-]{1,64}$/);
    });
    t.diagnostic(JSON.stringify(Object.fromEntries(statuses)));
    // one body in twenty stays good: of few, by chance, only some
    const least = rounds(0, 20);
    assert.ok(statuses.get(200)! > least && statuses.get(400)! > least, 'bodies of both sorts');
    assert.equal((await app.ask(question, base())).status, 200, 'and the next request is answered as usual');
  });
}

it('faults beyond the schema are reported with all others', async () => {
  const faultsOf = async (question: Question, body: Body) =>
    arrayFaults(await app.ask(question, body))
      .map(({ field, code }) => `${field} ${code}`)
      .sort();
  assert.deepEqual(await faultsOf('charges', { ...charges(), partnerId: undefined, weight: 0 }), [
    'partnerId REQUIRED',
    'weight OUT_OF_RANGE',
  ]);
  const services = 'shipmentDetails.serviceTypes';
  assert.deepEqual(await faultsOf('assignment', assignment('S-1', { shipmentDetails: { serviceTypes: ['PICKUP'] } })), [
    `${services} INVALID_VALUE`,
  ]);
  assert.deepEqual(
    await faultsOf('assignment', assignment('S-1', { shipmentDetails: { serviceTypes: ['COD'], weight: 0 } })),
    [`${services} INVALID_VALUE`, 'shipmentDetails.weight OUT_OF_RANGE'],
  );
  assert.deepEqual(
    await faultsOf(
      'assignment',
      assignment('S 1', {
        shipmentDetails: { serviceTypes: undefined },
        assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION' },
      }),
    ),
    [
      'assignmentPreferences.selectedPartner REQUIRED',
      `${services} REQUIRED`,
      'shipmentDetails.shipmentId INVALID_FORMAT',
    ],
  );
});

it('a prepaid shipment collects nothing: codAmount is a fault with PREPAID, explicit or by default', async () => {
  const prepaid = { paymentType: 'PREPAID', codAmount: 100 };
  const faultsOf = async (question: Question, body: Body) =>
    arrayFaults(await app.ask(question, body)).map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(await faultsOf('charges', charges(prepaid)), ['codAmount INVALID_VALUE']);
  assert.deepEqual(await faultsOf('charges', charges({ ...prepaid, codAmount: 0 })), ['codAmount INVALID_VALUE']);
  const together = charges({ ...prepaid, weight: 0 });
  assert.deepEqual(await faultsOf('charges', together), ['weight OUT_OF_RANGE', 'codAmount INVALID_VALUE']);
  for (const partnerId of [undefined, 'acme']) {
    const body = availability({ ...prepaid, partnerId });
    assert.deepEqual(await faultsOf('availability', body), ['codAmount INVALID_VALUE']);
  }
  const details = (changes: Body) => assignment(`V-${++shipments}`, { shipmentDetails: changes });
  assert.deepEqual(await faultsOf('assignment', details(prepaid)), ['shipmentDetails.codAmount INVALID_VALUE']);
  const meant = { paymentType: undefined, codAmount: 100 };
  assert.deepEqual(await faultsOf('assignment', details(meant)), ['shipmentDetails.codAmount INVALID_VALUE']);
  const {
    faults: [fault],
  } = objectFaults(await app.ask('charges', charges(prepaid), ACME));
  assert.deepEqual([fault!.field, fault!.value, typeof fault!.expectedFormat], ['codAmount', 100, 'string']);

  const cod = await app.ask('assignment', details({ ...meant, serviceTypes: ['PICKUP', 'DELIVERY', 'COD'] }));
  assert.equal(cod.json.data.assignment.charges.paymentTerms.collectionAmount, 100);
  assert.equal((await app.ask('charges', charges({ codAmount: 100 }))).json.data.shipment.codAmount, 100);
});

it('a direction goes with what it means, and assignments have none', async () => {
  const faultsOf = async (question: Question, body: Body) =>
    arrayFaults(await app.ask(question, body)).map(({ field, code }) => `${field} ${code}`);
  const reverse = { direction: 'REVERSE', paymentType: 'COD' };
  assert.deepEqual(await faultsOf('charges', charges(reverse)), ['paymentType INVALID_VALUE']);
  assert.deepEqual(await faultsOf('availability', availability(reverse)), ['paymentType INVALID_VALUE']);
  const {
    faults: [fault],
  } = objectFaults(await app.ask('charges', charges(reverse), ACME));
  assert.deepEqual([fault!.field, fault!.value, fault!.allowedValues], ['paymentType', 'COD', ['PREPAID']]);
  const details = (changes: Body) => assignment(`V-${++shipments}`, { shipmentDetails: changes });
  assert.deepEqual(await faultsOf('assignment', details({ direction: 'FORWARD' })), [
    'shipmentDetails.direction INVALID_VALUE',
  ]);
  assert.deepEqual(await faultsOf('assignment', details({ direction: 'RTO', includeReturns: false })), [
    'shipmentDetails.direction INVALID_VALUE',
    'shipmentDetails.includeReturns INVALID_VALUE',
  ]);
  for (const asked of [true, false]) {
    const body = charges({ direction: 'RTO', includeReturns: asked });
    assert.deepEqual(await faultsOf('charges', body), ['includeReturns INVALID_VALUE']);
    const landed = { direction: 'RTO', includeLanded: asked };
    assert.deepEqual(await faultsOf('charges', charges(landed)), ['includeLanded INVALID_VALUE']);
    assert.deepEqual(await faultsOf('availability', availability(landed)), ['includeLanded INVALID_VALUE']);
  }
  assert.deepEqual(await faultsOf('availability', availability({ includeReturns: true })), [
    'includeReturns INVALID_VALUE',
  ]);
});

it('a partner that names no partner means itself, and may name no other', async () => {
  const { json } = await app.ask('charges', { ...charges(), partnerId: undefined }, ACME);
  assert.equal(json.data.partner.partnerId, 'acme');
  for (const question of ['charges', 'availability'] as const) {
    const { status, json: refused } = await app.ask(question, { ...BODIES[question](), partnerId: 'bolt' }, ACME);
    assert.deepEqual([status, refused.error.code], [403, 'FORBIDDEN']);
  }
});

it('an unknown field changes nothing, and causes a warning', async () => {
  const unknownIn = ({ json }: Reply): Record<string, string | null> => {
    const warnings: { code: string; field: string; didYouMean: string | null }[] = json.data.warnings;
    const unknown = warnings.filter(({ code }) => code === 'UNKNOWN_FIELD');
    return Object.fromEntries(unknown.map(({ field, didYouMean }) => [field, didYouMean]));
  };
  const known = await app.ask('charges', charges());
  const more = { deliverBefore: 1, preferredPartner: 7, services: ['ODA'], now: 0, wieght: 1 };
  const extra = await app.ask('charges', charges(more));
  assert.deepEqual(extra.json.data.charges, known.json.data.charges);
  assert.deepEqual(unknownIn(known), {});
  assert.deepEqual(Object.keys(unknownIn(extra)).sort(), Object.keys(more).sort());
  assert.equal(unknownIn(extra).wieght, 'weight');
  assert.equal(unknownIn(extra).now, null);
  const found = await app.ask('availability', availability({ partnerId: 'acme' }));
  const others = { extraServices: ['EXPRESS'], parcelDimensions: { length: 500 }, services: 1 };
  const checked = await app.ask('availability', availability({ partnerId: 'acme', ...others }));
  assert.deepEqual(checked.json.data.estimates, found.json.data.estimates);
  assert.deepEqual(Object.keys(unknownIn(checked)).sort(), Object.keys(others).sort());
});

it('urgency has the same effect in charges as in availability', async () => {
  const priceOf = async (changes: Body): Promise<unknown[]> => {
    const charged = (await app.ask('charges', charges(changes))).json.data;
    const checked = (await app.ask('availability', availability({ partnerId: 'acme', ...changes }))).json.data;
    assert.equal(charged.charges.totalAmount, checked.estimates.totalCost);
    assert.equal(charged.coverage.estimatedTime, checked.estimates.deliveryTime.hours);
    return [charged.charges.totalAmount, charged.coverage.estimatedTime];
  };
  const named = await priceOf({ serviceRequirements: ['PICKUP', 'EXPRESS'] });
  const standard = await priceOf({ urgency: 'STANDARD' });
  assert.notDeepEqual(named, standard);
  assert.deepEqual(await priceOf({}), standard);
  for (const urgency of ['EXPRESS', 'URGENT']) assert.deepEqual(await priceOf({ urgency }), named);
});
