/** `Prefer: handling=strict`, and the warnings of a request that does not prefer it. */
import { Operator } from '../../../src/control/operator.js';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  answer,
  type Api,
  type ApiRequest,
  implement,
  type Operation,
  type HandlerResult,
  refuse,
} from '../../../src/control/operations/operation.js';
import { buildOpenApi } from '../../../src/contract/openapi/document.js';
import { wantsStrictHandling } from '../../../src/http/prefer.js';
import { createToy, listToys, TOY_CONTRACTS } from '../../contract/toy-contracts.js';
import { request, sign, type ClientCredential, type Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { CHARGES, echo, PARTNER, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest } from '../../support/raw.js';

const STRICT = 'handling=strict';

describe('the preference', () => {
  const cases: Record<string, boolean> = {
    '': false,
    'handling=strict': true,
    'handling=lenient': false,
    'Handling=STRICT': true,
    'handling="strict"': true,
    'handling = strict': true,
    'respond-async, handling=strict': true,
    'respond-async;x="a,handling=lenient", wait=10 , handling=strict; why="a;b"; now': true,
    'handling=strict, handling=lenient': true,
    'handling=lenient, handling=strict': false,
    'handling, handling=strict': false,
    'foo="handling=strict"': false,
    'foo="a\\", handling=strict"': false,
    'foo="a\\\\", handling=strict': true,
    'foo=bar; handling=strict': false,
    'handling=stricter': false,
    'handling=': false,
    'handling': false,
    'handling==strict': false,
    'handling="str\\ict"': true,
    'return=minimal': false,
    ',,;;,=,"': false,
    'strict': false,
    ', handling=strict': true,
    'x"y, handling=strict': false,
  };
  for (const [prefer, isStrict] of Object.entries(cases)) {
    it(`${isStrict ? 'is' : 'is not'} to be strict: ${prefer || '(none)'}`, () => {
      assert.equal(wantsStrictHandling(prefer), isStrict);
    });
  }
});

describe('a question', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.jobs.length = 0;
    server.pool.ask = echo;
    server.clock.nowMs += 60_000;
  });
  const ask = (
    prefer: string | null,
    more: { target?: string; credential?: ClientCredential; body?: string } = {},
  ): Promise<Reply> => {
    const { target = CHARGES, credential = SERVICE, body = '{}' } = more;
    const headers = {
      'content-type': 'application/json',
      ...(prefer !== null && { prefer }),
      ...sign('POST', target, credential, server.signing()),
    };
    return request({ port: server.port, method: 'POST', path: target, headers, body });
  };
  const applied = ({ headers }: Reply): unknown => headers['preference-applied'];

  it('is a strict job when its caller prefers that, and the answer says so', async () => {
    const reply = await ask(STRICT);
    assert.deepEqual([reply.status, applied(reply)], [200, STRICT]);
    assert.equal(server.jobs[0]!.isStrict, true);
  });

  it('is not a strict job otherwise, and the answer does not mention it', async () => {
    for (const prefer of [null, 'handling=lenient', 'respond-async', 'handling=lenient, handling=strict']) {
      server.jobs.length = 0;
      const reply = await ask(prefer);
      assert.deepEqual([reply.status, applied(reply)], [200, undefined], String(prefer));
      assert.equal('isStrict' in server.jobs[0]!, false);
    }
  });

  it('reads several headers as one list, in any case', async () => {
    const send = async (...headers: string[]): Promise<string> => {
      const connection = await RawConnection.open(server.port);
      const signed = Object.entries(sign('POST', CHARGES, SERVICE, server.signing()));
      const lines = [
        'Host: a',
        'Content-Type: application/json',
        'Content-Length: 2',
        ...signed.map((pair) => pair.join(': ')),
        ...headers,
      ];
      await connection.send(rawRequest('POST', CHARGES, lines, '{}'));
      const received = await connection.until(/\}$/);
      connection.destroy();
      return received;
    };
    assert.match(
      await send('PREFER: respond-async', 'Prefer: handling=strict'),
      /\r\npreference-applied: handling=strict\r\n/i,
    );
    assert.doesNotMatch(await send('Prefer: handling=lenient', 'Prefer: handling=strict'), /preference-applied/i);
  });

  it('reports strict handling whatever the status', async () => {
    for (const status of [400, 422, 404, 500, 503]) {
      server.pool.ask = ({ answer: answerWith }) => {
        answerWith({ status, body: '{}' });
        return true;
      };
      const reply = await ask(STRICT);
      assert.deepEqual([reply.status, applied(reply)], [status, STRICT]);
    }
    server.pool.ask = () => false;
    const full = await ask(STRICT);
    assert.deepEqual([full.status, applied(full), full.headers['retry-after']], [503, STRICT, '1']);
  });

  it('does not report it when the request was refused earlier', async () => {
    const unknown = await ask(STRICT, { credential: { ...SERVICE, id: 'nobody' } });
    const empty = await ask(STRICT, { body: '' });
    assert.deepEqual(
      [unknown.status, applied(unknown), empty.status, applied(empty)],
      [401, undefined, 400, undefined],
    );
  });

  it('takes no parameters: they are refused when strict, and passed on for a warning otherwise', async () => {
    const target = `${CHARGES}?weight=1&weight=2&q`;
    assert.equal((await ask(null, { target })).status, 200);
    assert.equal((await ask(STRICT, { target: `${CHARGES}?` })).status, 200);
    assert.deepEqual(
      server.jobs.slice(-2).map(({ query }) => query),
      ['weight=1&weight=2&q', undefined],
    );
    server.jobs.length = 0;
    const ofService = await ask(STRICT, { target });
    assert.deepEqual([ofService.status, applied(ofService), ofService.json.error.code], [400, STRICT, 'UNKNOWN_FIELD']);
    const code = 'UNKNOWN_FIELD';
    assert.deepEqual(
      ofService.json.error.details,
      ['weight', 'q'].map((field) => ({ field, message: 'is not known', code, didYouMean: null })),
    );
    const ofPartner = await ask(STRICT, { target, credential: PARTNER });
    assert.deepEqual(ofPartner.json.error.details.validationErrors[0], {
      field: 'weight',
      value: '2',
      issue: 'is not known',
      expectedFormat: 'no such member',
      didYouMean: null,
    });
    assert.deepEqual(server.jobs, []);
  });
});

describe('an operation', () => {
  let server: TestFrontEnd;
  let refreshed = 0;
  /** The last query that the handler of the read received. */
  let given: ApiRequest['query'] = {};
  const pagination = { page: 1, limit: 50, total: 0, totalPages: 0, hasNext: false, hasPrev: false };
  const TOY = { id: 1, colour: 'RED' as const, owner: null, pricesByShop: {} };

  const operations: readonly Operation[] = [
    // no request of this test names a partner
    implement(
      { ...listToys, isOfPartner: false },
      (asked): HandlerResult<{ data: never[]; pagination: typeof pagination }> => {
        given = asked.query;
        if (asked.params.makerId === 404) return refuse('PARTNER_NOT_FOUND', { details: { partnerId: 'acme' } });
        return answer({ data: [], pagination });
      },
    ),
    implement(createToy, () => ({ ...answer({ data: TOY }), changeId: null })),
  ];
  const conformance = createConformance(buildOpenApi(TOY_CONTRACTS, { version: '1' }));

  before(async () => {
    const api = {
      catalog: { version: 0 },
      refresh: () => {
        refreshed += 1;
        return Promise.resolve();
      },
    } as unknown as Api;
    const operator = new Operator(api, operations);
    server = await startFrontEnd({ contracts: TOY_CONTRACTS as never, operate: (call) => operator.operate(call) });
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.clock.nowMs += 60_000;
  });

  async function send(
    method: 'GET' | 'POST',
    target: string,
    more: { body?: unknown; credential?: ClientCredential; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const { body, credential = SERVICE, headers = {} } = more;
    const reply = await request({
      port: server.port,
      method,
      path: target,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...sign(method, target, credential, server.signing()),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const template = method === 'GET' ? listToys.path : createToy.path;
    assert.deepEqual(conformance.check(method, template, reply.status, reply.headers, reply.json ?? reply.text), []);
    return reply;
  }
  const TOYS = '/api/v1/makers/7/toys';
  type More = NonNullable<Parameters<typeof send>[2]>;
  const read = (query: string, more: More = {}): Promise<Reply> =>
    send('GET', `${TOYS}?shop=corner-shop${query}`, more);
  const create = (body: unknown, more: More = {}, query = ''): Promise<Reply> =>
    send('POST', `/api/v1/toys${query}`, { body, ...more });
  const strict = { headers: { prefer: STRICT } };
  const warning = (field: string, didYouMean: string | null) => {
    const message = `${field} is not known and was not used${didYouMean === null ? '' : `; did you mean ${didYouMean}?`}`;
    return { code: 'UNKNOWN_FIELD', field, message, didYouMean };
  };

  it('warns in its envelope of unknown parameters, and answers', async () => {
    const { status, json } = await read('&Colour=RED&q=1&q=2&pageSize=3');
    assert.equal(status, 200);
    assert.deepEqual(json.warnings, [warning('Colour', 'colour'), warning('q', null), warning('pageSize', null)]);
    assert.deepEqual(Object.keys(json), [
      'success',
      'data',
      'pagination',
      'warnings',
      'execution_time_ms',
      'from_cache',
      'request_id',
    ]);
  });

  it('refuses unknown members and parameters of a write, whatever its caller prefers', async () => {
    const body = { colour: 'RED', color: 'BLUE', maker: { name: 'M', since: null, Since: 1 } };
    const preferences: Record<string, string>[] = [{}, { prefer: 'handling=lenient' }];
    for (const headers of preferences) {
      const reply = await create(body, { headers }, '?dryRun=true');
      assert.deepEqual([reply.status, reply.json.error.code], [400, 'UNKNOWN_FIELD']);
      assert.deepEqual(
        reply.json.error.details.map(({ field, didYouMean }: Record<string, string>) => [field, didYouMean]),
        [
          ['dryRun', null],
          ['color', 'colour'],
          ['maker.Since', 'maker.since'],
        ],
      );
      assert.equal(reply.headers['preference-applied'], undefined);
    }
  });

  it('has no warnings when there is nothing to warn of', async () => {
    const replies = [await read('&colour=RED&limit=3'), await read(''), await create({ colour: 'RED' })];
    for (const { json } of replies) assert.equal('warnings' in json, false);
    const strictly = await read('&colour=RED', strict);
    assert.deepEqual(
      [strictly.status, 'warnings' in strictly.json, strictly.headers['preference-applied']],
      [200, false, STRICT],
    );
    assert.equal((await read('')).headers['preference-applied'], undefined);
  });

  it('lists at most as many warnings as an answer lists faults', async () => {
    const { json } = await read(Array.from({ length: 150 }, (_, index) => `&x${index}=1`).join(''));
    assert.deepEqual([json.warnings.length, json.warnings[0].field, json.warnings.at(-1).field], [100, 'x0', 'x99']);
  });

  it('refuses unknown members when its caller prefers that, together with all other faults', async () => {
    const ofPartner = await read('&Colour=RED&limit=0', { ...strict, credential: PARTNER });
    assert.deepEqual(
      [ofPartner.status, ofPartner.json.error.code, ofPartner.headers['preference-applied']],
      [400, 'UNKNOWN_FIELD', STRICT],
    );
    assert.deepEqual(ofPartner.json.error.details.validationErrors, [
      { field: 'limit', value: 0, issue: 'must be at least 1 and at most 100', constraints: { min: 1, max: 100 } },
      {
        field: 'Colour',
        value: 'RED',
        issue: 'is not known; did you mean colour?',
        expectedFormat: 'colour',
        didYouMean: 'colour',
      },
    ]);
    const ofService = await create({ colour: 'RED', color: 'BLUE' }, strict, '?dryRun=true');
    assert.deepEqual(
      [ofService.status, ofService.json.error.code, ofService.json.error.field_count],
      [400, 'UNKNOWN_FIELD', 2],
    );
    assert.deepEqual(ofService.json.error.details, [
      { field: 'dryRun', message: 'is not known', code: 'UNKNOWN_FIELD', didYouMean: null },
      { field: 'color', message: 'is not known; did you mean colour?', code: 'UNKNOWN_FIELD', didYouMean: 'colour' },
    ]);
    const faults = await create({ color: 'BLUE' }, strict);
    assert.deepEqual(
      faults.json.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
      ['colour REQUIRED', 'color UNKNOWN_FIELD'],
    );
  });

  it('does not call a known but wrong member unknown, strict or not', async () => {
    for (const more of [{}, strict]) {
      const { status, json } = await read('&limit=0', { ...more, credential: PARTNER });
      assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR']);
    }
  });

  it('reports strict handling with a refusal of its handler too', async () => {
    const target = '/api/v1/makers/404/toys?shop=corner-shop';
    const reply = await send('GET', target, strict);
    assert.deepEqual([reply.status, reply.headers['preference-applied']], [404, STRICT]);
  });

  it('varies by the preference, and is a 304 only for a caller that has its warnings', async () => {
    const plain = await read('');
    assert.equal(plain.headers.vary, 'X-Service-Id, X-Partner-Id, Prefer, Accept-Encoding');
    const warned = await read('&q=1');
    assert.notEqual(warned.headers.etag, plain.headers.etag);
    const again = async (query: string, etag: string, more: Record<string, string> = {}) => {
      const { status, headers } = await read(query, { headers: { 'if-none-match': etag, ...more } });
      return [status, headers['preference-applied']];
    };
    assert.deepEqual(await again('', plain.headers.etag!), [304, undefined]);
    assert.deepEqual(await again('&q=1', warned.headers.etag!), [304, undefined]);
    assert.deepEqual(await again('&q=1', plain.headers.etag!), [200, undefined], 'the warning is news');
    assert.deepEqual(
      await again('&q=2', warned.headers.etag!),
      [304, undefined],
      'the same warning, whatever the value',
    );
    assert.deepEqual(await again('', plain.headers.etag!, { prefer: STRICT }), [304, STRICT]);
  });

  it('reads the store again for a service that forces it, and warns a partner that it does not', async () => {
    refreshed = 0;
    const ofService = await read('&forceRefresh=true');
    assert.deepEqual(
      [refreshed, ofService.json.from_cache, 'warnings' in ofService.json, given.forceRefresh],
      [1, false, false, true],
    );
    const ofPartner = await read('&forceRefresh=true&q=1', { credential: PARTNER });
    assert.deepEqual(
      [refreshed, ofPartner.status, ofPartner.json.from_cache, given.forceRefresh],
      [1, 200, true, false],
    );
    assert.deepEqual(ofPartner.json.warnings, [
      warning('q', null),
      {
        code: 'FORCE_REFRESH_IGNORED',
        field: 'forceRefresh',
        message: 'forceRefresh is for services; this was answered from memory, which follows every change of the store',
      },
    ]);
    const strictly = await read('&forceRefresh=true', { ...strict, credential: PARTNER });
    assert.deepEqual(
      [strictly.status, strictly.json.warnings.length, refreshed],
      [200, 1, 1],
      'it is known, so it is no fault',
    );
    assert.equal('warnings' in (await read('&forceRefresh=false', { credential: PARTNER })).json, false);
  });
});
