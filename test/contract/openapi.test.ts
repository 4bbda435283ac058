import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import type { Contract } from '../../src/contract/contract.js';
import { failuresOf } from '../../src/contract/failures.js';
import { buildOpenApi } from '../../src/contract/openapi/document.js';
import { examplesOf } from '../../src/contract/openapi/examples.js';
import { type ErrorCode, ERRORS } from '../../src/errors.js';
import { lintOpenApi } from '../support/lint-openapi.js';
import { StrictSchema } from '../support/strict-schema.js';
import { createToy, getToyHealth, listToys, priceToy, TOY_CONTRACTS } from './toy-contracts.js';

// tests look at arbitrary parts of a document
// oxlint-disable-next-line typescript/no-explicit-any
type Part = any;

const build = (contracts: readonly unknown[]): Part =>
  buildOpenApi(contracts as readonly Contract[], { version: '1.2.3' });
const toys = build(TOY_CONTRACTS);
const operations: Record<string, Part> = Object.fromEntries(
  Object.values<Part>(toys.paths)
    .flatMap((item) => Object.values<Part>(item))
    .map((operation) => [operation.operationId, operation]),
);

function resolve(ref: string, document: Part = toys): Part {
  assert.match(ref, /^#\//);
  return ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key], document);
}
const resolved = (part: Part): Part => (part?.$ref === undefined ? part : resolve(part.$ref));
const responseOf = (operation: string, status: number): Part => resolved(operations[operation].responses[status]);
const codesIn = (response: Part): string[] =>
  [...response.description.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code!);
const parametersOf = (operation: string): Part[] => operations[operation].parameters.map(resolved);

function* walk(value: unknown, path = '#'): Generator<{ path: string; value: Part }> {
  yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* walk(member, `${path}/${key}`);
}

describe('the document', () => {
  it('passes the recommended rules of the linter', async () => {
    assert.deepEqual(await lintOpenApi(toys), []);
    assert.deepEqual(await lintOpenApi(build([])), [], 'without operations too');
  });

  it('says what it is', () => {
    assert.deepEqual(
      [toys.openapi, toys.info.title, toys.info.version, toys.info.license, toys.servers[0].url],
      ['3.1.1', 'pinrate', '1.2.3', { name: 'MIT', identifier: 'MIT' }, '/'],
    );
    assert.match(
      toys.info.description,
      /\| `TIER_1` \| 1,000 in 60 s, at most 50 in any one second, and 10,000 stored records in a day \|/,
    );
    for (const convention of ['x-signature', 'x-content-sha256', 'Idempotency-Key', 'ETag', 'from_cache', 'request_id'])
      assert.ok(toys.info.description.includes(convention), convention);
    assert.ok(toys.tags.every(({ name, description }: Part) => name !== '' && description !== ''));
  });

  it('is plain JSON', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(toys)), toys);
    for (const { path, value } of walk(toys)) {
      if (typeof value === 'object' && value !== null)
        assert.deepEqual(
          Reflect.ownKeys(value).filter((key) => typeof key === 'symbol' || key.startsWith('~')),
          [],
          path,
        );
    }
  });

  it('is the same each time, and two documents share no objects', () => {
    const again = build(TOY_CONTRACTS);
    assert.equal(JSON.stringify(again), JSON.stringify(toys));
    const objects = new Set(
      [...walk(toys)].map(({ value }) => value).filter((value) => typeof value === 'object' && value !== null),
    );
    for (const { path, value } of walk(again)) assert.ok(!objects.has(value), path);
  });

  it('has no broken reference and no unused component', () => {
    const references = new Set(
      [...walk(toys)]
        .filter(({ path, value }) => path.endsWith('/$ref') && typeof value === 'string')
        .map(({ value }) => value as string),
    );
    for (const reference of references) assert.notEqual(resolve(reference), undefined, reference);
    for (const kind of ['schemas', 'responses', 'headers', 'parameters']) {
      for (const name of Object.keys(toys.components[kind]))
        assert.ok(references.has(`#/components/${kind}/${name}`), name);
    }
  });
});

describe('a schema', () => {
  const { Toy, Maker, Colour } = toys.components.schemas;

  it('with a title is written once and referenced everywhere', () => {
    assert.deepEqual(Toy.properties.colour, { $ref: '#/components/schemas/Colour' });
    assert.deepEqual(Toy.properties.secondColour, { $ref: '#/components/schemas/Colour' });
    assert.deepEqual(Toy.properties.owner, {
      anyOf: [{ $ref: '#/components/schemas/Maker' }, { type: 'null' }],
      description: 'Null: it is in the shop',
    });
    assert.deepEqual(Toy.required, ['id', 'colour', 'owner', 'pricesByShop']);
    assert.equal(Maker.title, 'Maker');
  });

  it('of an enum has a type, and a record has the form that every tool knows', () => {
    assert.deepEqual(Colour, { type: 'string', enum: ['RED', 'BLUE'], title: 'Colour', description: 'Of the paint' });
    assert.deepEqual(Toy.properties.pricesByShop, {
      type: 'object',
      additionalProperties: { type: 'number', minimum: 0 },
    });
  });

  const withAnswer = (members: Record<string, object>) => [
    { ...priceToy, schemas: { ...priceToy.schemas, answer: Type.Object(members as never), partnerAnswer: null } },
  ];

  it('with the title of a different schema throws, but a copy does not', () => {
    const one = Type.Object({ a: Type.String() }, { title: 'One' });
    assert.doesNotThrow(() =>
      build(withAnswer({ one, copy: Type.Optional(one), same: Type.Object({ a: Type.String() }, { title: 'One' }) })),
    );
    assert.throws(
      () => build(withAnswer({ one, other: Type.Object({ a: Type.Integer() }, { title: 'One' }) })),
      /two different schemas have the title One/,
    );
    assert.throws(
      () => build(withAnswer({ one: Type.String({ title: 'Not a name' }) })),
      /title is a name of letters and digits/,
    );
  });

  it('that cannot be closed, or is not JSON, throws', () => {
    const a = Type.Object({ a: Type.String() });
    assert.throws(
      () => build(withAnswer({ both: Type.Intersect([a, Type.Object({ b: Type.String() })]) })),
      /allOf cannot be documented/,
    );
    assert.throws(() => build(withAnswer({ pair: Type.Tuple([a, a]) })), /additionalItems cannot be documented/);
    assert.throws(
      () => build(withAnswer({ when: Type.String({ default: new Date(0) as never }) })),
      /default is not JSON/,
    );
  });
});

describe('an operation', () => {
  it('says what it is', () => {
    const { operationId, tags, summary, description } = operations.listToys;
    assert.deepEqual(
      { operationId, tags, summary, description },
      {
        operationId: 'listToys',
        tags: ['Partners'],
        summary: 'List toys',
        description: 'All toys of a *maker*.\n\nNeeds the scope `read`.',
      },
    );
    assert.deepEqual(
      Object.keys(toys.paths),
      ['/api/v1/makers/{makerId}/toys', '/api/v1/toys', '/toys/health', '/toys/metrics'],
      'in the order of the contracts',
    );
  });

  it('requires the parameters of the path, and those of the query that have no default and are not optional', () => {
    const required = (place: string) =>
      parametersOf('listToys')
        .filter((parameter) => parameter.in === place)
        .map(({ name, required }) => (required ? `${name}!` : name));
    assert.deepEqual(required('path'), ['makerId!']);
    assert.deepEqual(required('query'), [
      'shop!',
      'colour',
      'search',
      'withMaker',
      'page',
      'limit',
      'sortBy',
      'sortOrder',
      'forceRefresh',
    ]);
    const byName = Object.fromEntries(parametersOf('listToys').map((parameter) => [parameter.name, parameter]));
    assert.deepEqual(byName.limit, {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Rows per page',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      example: 10,
    });
    assert.deepEqual(byName.colour, {
      name: 'colour',
      in: 'query',
      required: false,
      description: 'Of the paint',
      schema: { $ref: '#/components/schemas/Colour' },
    });
  });

  it('has typed examples of its parameters from its own example, and others only for required ones', () => {
    const examples = parametersOf('listToys')
      .filter(({ example }) => example !== undefined)
      .map(({ name, example }) => [name, example]);
    assert.deepEqual(examples, [
      ['makerId', 7],
      ['shop', 'corner-shop'],
      ['withMaker', false],
      ['limit', 10],
    ]);
    assert.deepEqual(parametersOf('listToys').find(({ name }) => name === 'search').schema.examples, ['bear']);
  });

  it('accepts Prefer if it is signed, an Idempotency-Key if it creates, and If-None-Match if it reads', () => {
    const headers = (operation: string) =>
      (operations[operation].parameters ?? [])
        .filter(({ $ref }: Part) => $ref !== undefined)
        .map(resolved)
        .map(({ name, in: place }: Part) => `${place} ${name}`);
    assert.deepEqual(headers('listToys'), ['header If-None-Match', 'header Prefer']);
    assert.deepEqual(headers('createToy'), ['header Idempotency-Key', 'header x-content-sha256', 'header Prefer']);
    assert.deepEqual([headers('priceToy'), headers('getToyHealth')], [['header Prefer'], []]);
    assert.deepEqual(resolve('#/components/parameters/Idempotency-Key').schema, {
      type: 'string',
      minLength: 1,
      maxLength: 255,
    });
  });

  it('has a required body of JSON with an example', () => {
    assert.deepEqual(operations.createToy.requestBody, {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/NewToy' }, example: { colour: 'RED' } } },
    });
    assert.equal(operations.listToys.requestBody, undefined);
  });

  it('is signed by a service or by a partner, unless it is open', () => {
    assert.deepEqual(toys.security, [
      { serviceId: [], timestamp: [], signature: [] },
      { partnerId: [], timestamp: [], signature: [] },
    ]);
    assert.deepEqual([operations.listToys.security, operations.getToyHealth.security], [undefined, []]);
    const { serviceId, partnerId, timestamp, signature } = toys.components.securitySchemes;
    assert.deepEqual(
      [serviceId, partnerId, timestamp, signature].map((scheme: Part) => [scheme.type, scheme.in, scheme.name]),
      ['x-service-id', 'x-partner-id', 'x-timestamp', 'x-signature'].map((name) => ['apiKey', 'header', name]),
    );
    assert.match(
      signature.description,
      /METHOD \+ path with its query string exactly as sent \+ `x-timestamp`.*`x-content-sha256`/,
    );
  });

  const changed = (contract: object, changes: object): unknown => ({ ...contract, ...changes });
  it('that contradicts itself or another one throws', () => {
    assert.throws(() => build([listToys, listToys]), /two operations are called listToys/);
    assert.throws(() => build([listToys, changed(listToys, { id: 'another' })]), /two operations for GET/);
    assert.throws(
      () => build([changed(listToys, { path: '/api/v1/toys' })]),
      /listToys: the path has \{\}, its schema makerId/,
    );
    assert.throws(
      () => build([changed(listToys, { example: { query: { color: 'RED' } } })]),
      /listToys: the example has color/,
    );
    assert.throws(() => build([changed(createToy, { example: {} })]), /createToy: a body wants an example/);
    assert.throws(
      () => build([changed(getToyHealth, { errors: ['OVERLOADED'] })]),
      /getToyHealth: status 503 is an answer and a failure/,
    );
    const answering = (answer: object) => changed(listToys, { schemas: { ...listToys.schemas, answer } });
    assert.throws(() => build([answering(Type.Array(Type.String()))]), /listToys: an answer is an object/);
    assert.throws(
      () => build([answering(Type.Object({ from_cache: Type.Boolean(), success: Type.Boolean() }))]),
      /listToys: the envelope has success, from_cache/,
    );
  });
});

describe('an answer', () => {
  const bodyOf = (operation: string, status: number): Part =>
    resolved(responseOf(operation, status).content['application/json'].schema);
  const headersOf = (operation: string, status: number): string[] => Object.keys(responseOf(operation, status).headers);

  it('is that of the contract, in the envelope', () => {
    const { properties, required } = bodyOf('createToy', 201);
    assert.deepEqual(Object.keys(properties), [
      'success',
      'data',
      'changeId',
      'warnings',
      'execution_time_ms',
      'request_id',
    ]);
    assert.deepEqual(required, ['success', 'data', 'changeId', 'execution_time_ms', 'request_id']);
    assert.deepEqual(properties.success, { type: 'boolean', const: true });
    const ofARead = ['success', 'data', 'pagination', 'warnings', 'execution_time_ms', 'from_cache', 'request_id'];
    assert.deepEqual(Object.keys(bodyOf('listToys', 200).properties), ofARead);
    assert.equal(responseOf('createToy', 200), undefined);
  });

  it('has warnings in the envelope, unless its data has them', () => {
    const { warnings } = bodyOf('createToy', 201).properties;
    const { type, minItems, items } = resolved(warnings);
    assert.deepEqual(
      [type, minItems, items],
      [
        'array',
        1,
        {
          anyOf: ['UnknownFieldWarning', 'RefreshWarning', 'AllocationWarning'].map((name) => ({
            $ref: `#/components/schemas/${name}`,
          })),
        },
      ],
    );
    assert.equal(bodyOf('createToy', 201).required.includes('warnings'), false);
    const forms: Part[] = resolved(bodyOf('priceToy', 200).anyOf[0]).anyOf.map(resolved);
    for (const { properties } of forms) assert.equal('warnings' in properties, false);
  });

  it('is a component named after its operation, for each kind of caller if they differ', () => {
    const nameOf = (operation: string, status: number): string =>
      responseOf(operation, status).content['application/json'].schema.$ref.split('/').at(-1);
    assert.deepEqual(
      [nameOf('createToy', 201), nameOf('listToys', 200), nameOf('priceToy', 200), nameOf('getToyHealth', 200)],
      ['CreateToyAnswer', 'ListToysAnswer', 'PriceToyAnswer', 'ToyHealth'],
    );
    assert.deepEqual(
      bodyOf('priceToy', 200).anyOf,
      ['Service', 'Partner'].map((kind) => ({ $ref: `#/components/schemas/${kind}PriceToyAnswer` })),
    );
  });

  it('has the envelope in each of its forms, and separate forms for a service and a partner if they differ', () => {
    const [forService, forPartner] = bodyOf('priceToy', 200).anyOf.map(resolved);
    assert.match(forService.description, /service/);
    assert.match(forPartner.description, /partner/);
    assert.deepEqual(
      forService.anyOf.map((form: Part) => Object.keys(resolved(form).properties)),
      [
        ['success', 'price', 'execution_time_ms', 'request_id'],
        ['success', 'soldOut', 'alternative', 'execution_time_ms', 'request_id'],
      ],
    );
    assert.deepEqual(resolved(forService.anyOf[1]).required, ['success', 'soldOut', 'execution_time_ms', 'request_id']);
    assert.deepEqual(Object.keys(forPartner.properties), [
      'success',
      'price',
      'margin',
      'execution_time_ms',
      'request_id',
    ]);
  });

  it('has its headers', () => {
    const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    assert.deepEqual(headersOf('listToys', 200), ['X-Request-Id', ...LIMITS, 'Preference-Applied', 'ETag']);
    assert.deepEqual(headersOf('listToys', 304), ['X-Request-Id', ...LIMITS, 'Preference-Applied', 'ETag']);
    assert.deepEqual(headersOf('createToy', 201), [
      'X-Request-Id',
      ...LIMITS,
      'Preference-Applied',
      'Idempotency-Replayed',
    ]);
    assert.deepEqual(headersOf('getToyHealth', 200), ['X-Request-Id']);
    assert.deepEqual(headersOf('createToy', 401), ['X-Request-Id']);
    assert.deepEqual(headersOf('listToys', 429), ['X-Request-Id', ...LIMITS, 'Retry-After']);
    assert.deepEqual(headersOf('listToys', 503), ['X-Request-Id', 'Retry-After', 'Preference-Applied']);
    assert.deepEqual(headersOf('listToys', 404), ['X-Request-Id', 'Preference-Applied']);
  });

  it('of a read may be a 304 without a body', () => {
    assert.equal(responseOf('listToys', 304).content, undefined);
    assert.equal(responseOf('priceToy', 304), undefined);
  });

  it('may be a whole body, also from an unhealthy node, and of another type than JSON', () => {
    for (const status of [200, 503]) {
      const { content } = responseOf('getToyHealth', status);
      assert.deepEqual(content, { 'application/json': { schema: { $ref: '#/components/schemas/ToyHealth' } } });
    }
    assert.deepEqual(Object.keys(toys.components.schemas.ToyHealth.properties), ['success', 'broken']);
    assert.deepEqual(responseOf('getToyMetrics', 200).content, {
      'text/plain; version=1': { schema: { type: 'string' } },
    });
    assert.equal(responseOf('getToyMetrics', 503), undefined);
  });
});

describe('a failure', () => {
  const failures = (operation: string): Record<string, string[]> =>
    Object.fromEntries(
      Object.keys(operations[operation].responses)
        .filter((status) => Number(status) >= 400)
        .map((status) => [status, codesIn(responseOf(operation, Number(status)))]),
    );
  const SIGNED = {
    401: ['AUTH_ERROR', 'AUTHENTICATION_FAILED'],
    403: ['FORBIDDEN'],
    429: ['RATE_LIMIT_EXCEEDED'],
    500: ['INTERNAL_ERROR'],
  };

  it('is listed by status: those of the operation and those of its kind', () => {
    assert.deepEqual(failures('priceToy'), { 400: ['UNKNOWN_FIELD', 'MALFORMED_REQUEST'], ...SIGNED });
    assert.deepEqual(failures('listToys'), {
      400: ['VALIDATION_ERROR', 'UNKNOWN_FIELD', 'MALFORMED_REQUEST'],
      404: ['PARTNER_NOT_FOUND'],
      503: ['STORE_UNAVAILABLE', 'OVERLOADED'],
      ...SIGNED,
      401: [...SIGNED[401], 'VALIDATION_ERROR'],
    });
    assert.deepEqual(failures('createToy'), {
      400: ['VALIDATION_ERROR', 'UNKNOWN_FIELD', 'MALFORMED_JSON', 'MALFORMED_REQUEST'],
      408: ['REQUEST_TIMEOUT'],
      409: ['DISCOUNT_OVERLAP', 'IDEMPOTENT_ANSWER_GONE'],
      413: ['PAYLOAD_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      422: ['IDEMPOTENCY_KEY_REUSED'],
      503: ['STORE_UNAVAILABLE', 'OVERLOADED'],
      ...SIGNED,
    });
    assert.deepEqual(failures('getToyMetrics'), { 400: ['MALFORMED_REQUEST'] });
    assert.equal(
      responseOf('listToys', 404).description,
      `- \`PARTNER_NOT_FOUND\`: ${ERRORS.PARTNER_NOT_FOUND.message}`,
    );
  });

  it('has the body of one of its codes, and an example of each', () => {
    for (const [name, response] of Object.entries<Part>(toys.components.responses)) {
      const { schema, examples } = response.content['application/json'];
      const forms: Part[] = (resolved(schema).anyOf ?? [schema]).map(resolved);
      assert.deepEqual(
        [...new Set(forms.map(({ properties }) => properties.error.properties.code.const))],
        codesIn(response),
        name,
      );
      assert.deepEqual(
        Object.keys(examples),
        forms.map(({ title }) => title),
        name,
      );
      for (const { summary } of Object.values<Part>(examples))
        assert.ok(response.description.includes(`: ${summary}`), name);
    }
  });

  it('of a service that names no partner is a field fault, only in the form for services', () => {
    const { description, content } = responseOf('listToys', 401);
    const { schema, examples } = content['application/json'];
    assert.match(description, /- `VALIDATION_ERROR`: A service has to name the partner/);
    const { anyOf } = resolved(schema);
    assert.deepEqual(anyOf.at(-1), { $ref: '#/components/schemas/ValidationError' });
    assert.deepEqual([anyOf.length, examples.ValidationError.value.error.details[0].field], [3, 'partnerId']);
  });

  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    it(`${code}: the example of each form matches the form`, () => {
      const forms = failuresOf(code);
      const examples = examplesOf(code);
      assert.equal(examples.length, forms.length);
      examples.forEach((example, at) => new StrictSchema(forms[at]!).assert(example, code));
    });
  }
});

describe('recorded answers', () => {
  const answer = (id: number) => ({
    success: true,
    price: id,
    execution_time_ms: 1,
    request_id: 'r-1',
  });
  const recorded = {
    priceToy: {
      serviceAnswer: { summary: 'To a service', caller: 'service' as const, value: answer(1) },
      partnerAnswer: { summary: 'To a partner', caller: 'partner' as const, value: { ...answer(2), margin: 1 } },
    },
    createToy: { answer: { summary: 'Of the demo', caller: null, value: { success: true } } },
  };
  const examplesOfToys = (as: 'service' | 'partner' | null): string[][] => {
    const { paths } = buildOpenApi(TOY_CONTRACTS, { version: '1', as, recorded }) as Part;
    const { get, post } = paths['/api/v1/toys'];
    return [get.responses[200], post.responses[201]].map(({ content }) =>
      Object.keys(content['application/json'].examples),
    );
  };

  it('are the examples of an answer; those of one kind of caller are only in its document', () => {
    assert.deepEqual(examplesOfToys(null), [['serviceAnswer', 'partnerAnswer'], ['answer']]);
    assert.deepEqual(examplesOfToys('service'), [['serviceAnswer'], ['answer']]);
    assert.deepEqual(examplesOfToys('partner'), [['partnerAnswer'], ['answer']]);
  });

  it('are checked against the schema by the linter', async () => {
    const document = buildOpenApi(TOY_CONTRACTS, { version: '1', recorded });
    const problems = (await lintOpenApi(document)).join('\n');
    assert.match(problems, /no-invalid-media-type-examples at .*createToy|toys.*post.*201/);
    assert.doesNotMatch(problems, /get.*200/);
  });
});

describe('the document of one kind of caller', () => {
  const [ofService, ofPartner] = (['service', 'partner'] as const).map(
    (as) => buildOpenApi(TOY_CONTRACTS, { version: '1.2.3', as }) as Part,
  );

  it('passes the recommended rules of the linter', async () => {
    assert.deepEqual([await lintOpenApi(ofService), await lintOpenApi(ofPartner)], [[], []]);
  });

  it('has only its answers', () => {
    const schemaOf = ({ paths }: Part): Part =>
      paths['/api/v1/toys'].get.responses[200].content['application/json'].schema;
    assert.deepEqual(
      [schemaOf(ofService), schemaOf(ofPartner)],
      ['Service', 'Partner'].map((kind) => ({ $ref: `#/components/schemas/${kind}PriceToyAnswer` })),
    );
    const { schemas } = toys.components;
    for (const [document, other] of [
      [ofService, 'Partner'],
      [ofPartner, 'Service'],
    ]) {
      assert.equal(document.components.schemas[`${other}PriceToyAnswer`], undefined);
      for (const [name, schema] of Object.entries(document.components.schemas)) {
        if ('properties' in (schema as object))
          assert.deepEqual(schema, schemas[name], `${name} is the same in every document`);
      }
    }
  });

  it('has only its failures, in its form', () => {
    const names = ({ components }: Part): string[] =>
      Object.keys(components.schemas).filter((name) => /ValidationError$/.test(name));
    assert.deepEqual(
      [names(ofService), names(ofPartner)],
      [['AuthErrorOrAuthenticationFailedOrValidationError', 'ValidationError'], ['PartnerValidationError']],
    );
  });

  it('is signed only by its kind, and has an address that a client can use', () => {
    const schemes = ({ components, security }: Part) => [Object.keys(components.securitySchemes), security.length];
    assert.deepEqual(schemes(ofService), [['serviceId', 'timestamp', 'signature'], 1]);
    assert.deepEqual(schemes(ofPartner), [['partnerId', 'timestamp', 'signature'], 1]);
    assert.match(ofService.servers[0].url, /^http:/);
    assert.match(ofService.info.description, /as a service sees it/);
  });
});

describe('a default', () => {
  const contracts = [
    {
      ...createToy,
      schemas: {
        ...createToy.schemas,
        body: Type.Object(
          {
            colour: Type.Optional(Type.String({ default: 'RED', description: 'Of the paint' })),
            nested: Type.Optional(
              Type.Object({ count: Type.Optional(Type.Integer({ default: 3 })) }, { title: 'Nested' }),
            ),
          },
          { title: 'ToyToPaint' },
        ),
      },
    },
  ];
  const { schemas } = build(contracts).components;

  it('of a member of a body is in its description, since generators would require the member', () => {
    assert.deepEqual(schemas.ToyToPaint.properties.colour, {
      type: 'string',
      description: 'Of the paint. `"RED"` unless given',
    });
    assert.deepEqual(schemas.Nested.properties.count, { type: 'integer', description: '`3` unless given' });
    assert.equal(schemas.ToyToPaint.required, undefined);
  });
});

describe('the names of components', () => {
  it('are in camel case, which every generator keeps', () => {
    for (const [kind, components] of Object.entries<Part>(toys.components)) {
      if (['schemas', 'responses'].includes(kind))
        for (const name of Object.keys(components)) assert.match(name, /^([A-Z][a-z0-9]*)+$/);
    }
    const names = [...Object.keys(toys.components.schemas), ...Object.keys(toys.components.responses)];
    assert.equal(
      new Set(names.map((name) => name.toLowerCase())).size,
      names.length,
      'no two differ only in case or kind',
    );
  });
});

describe('the linter', () => {
  it('finds faults', async () => {
    const broken = structuredClone(toys);
    delete broken.paths['/toys/health'].get.operationId;
    broken.components.schemas.Toy.properties.id.type = 'whole number';
    broken.paths['/api/v1/toys'].post.requestBody.content['application/json'].example.colour = 'GREEN';
    const problems = (await lintOpenApi(broken)).join('\n');
    for (const rule of ['operation-operationId', 'struct', 'no-invalid-media-type-examples'])
      assert.ok(problems.includes(rule), `${rule}: ${problems}`);
  });
});
