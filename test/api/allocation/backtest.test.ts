/** POST /allocation/backtest: what a policy would have done. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BacktestFigures } from '../../../src/contract/allocation-figures.js';
import { StoreUnavailableError } from '../../../src/store/port.js';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';
import { sign } from '../../support/client.js';
import { RawConnection, rawRequest } from '../../support/raw.js';
import { until } from '../../support/until.js';
import { assignedTo, backtested, parcelBody, startRulelessDemo } from './usual-demo.js';

const PERIOD = { from: '2026-11-01', to: '2026-11-30' };
const LINES = 'application/x-ndjson';

let app: TestApp;
/** Who can carry the parcel, the best first, and what each costs. */
let usual: string[];
let costs: Map<string, number>;
before(async () => {
  ({ app, usual, costs } = await startRulelessDemo());
  for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) assert.equal(await assign(id), usual[0]);
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const assign = (shipmentId: string, preferences?: object): Promise<string> => assignedTo(app, shipmentId, preferences);
const policy = (...rules: object[]) => ({
  ...{ policyId: 'house', name: 'House', priority: 10, status: true },
  rules: rules.map((rule, index) => ({ ruleId: `r${index}`, label: 'Rule', when: {}, status: true, ...rule })),
});
const backtest = (body: object, ...orders: object[]): Promise<BacktestFigures> => backtested(app, body, ...orders);
const paise = (rupees: number): number => Math.round(rupees * 100);

const put = async (collection: string, key: string | number, document: object): Promise<void> => {
  const { status, text } = await app.send('PUT', `/documents/${collection}/${key}`, document);
  assert.ok(status < 300, text);
};
const remove = (collection: string, key: string | number) => app.send('DELETE', `/documents/${collection}/${key}`);
const vans = (limit: number, more: object = {}) => ({
  ...{ id: 1, partnerId: usual[0], name: 'Vans', limit, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED', status: true },
  ...more,
});
const order = (shipmentId: string, at: string, more: object = {}) => ({ ...parcelBody(shipmentId), at, ...more });
const sharesOf = ({ shares }: BacktestFigures) =>
  Object.fromEntries(shares.map((each) => [each.partnerId, [each.before, each.after]]));

describe('a backtest', () => {
  it('says who moves, what that costs and takes, and by which rule', async () => {
    const found = await backtest({ policy: policy({ order: { partners: [usual[1]] } }), ...PERIOD });
    const difference = paise(costs.get(usual[1]!)! - costs.get(usual[0]!)!) / 100;
    assert.deepEqual([found.parcels, found.moved, found.refused, found.unpriced], [4, 4, 0, 0]);
    assert.equal(found.cost.perParcel, difference);
    assert.deepEqual(sharesOf(found), { [usual[0]!]: [4, 0], [usual[1]!]: [0, 4] });
    assert.deepEqual(found.rules, [{ ruleId: 'r0', acted: 4, relaxed: 0, premium: paise(4 * difference) / 100 }]);
    assert.deepEqual(found.never, []);
    assert.deepEqual(found.moves[0], { shipmentId: 'A-1', from: usual[0], to: usual[1], difference, ruleId: 'r0' });
    assert.equal(found.groups.length, 1);
    const { toState, kgFrom, kgTo, paymentType, moved } = found.groups[0]!;
    assert.deepEqual([toState, kgFrom, kgTo, paymentType, moved], ['KA', 1, 2, 'COD', 4]);
    assert.deepEqual(found.expectedRto, { before: 0.1, after: 0.1 });
    assert.equal(found.landed, null);
    for (const { p50, p90 } of [found.hours.before, found.hours.after]) assert.ok(p50! > 0 && p50 === p90);
  });

  it('takes a stored policy whatever its status, priority and validity, or none', async () => {
    const document = { ...policy({ order: { partners: [usual[2]] } }), policyId: 'old', status: false };
    await put('allocation-policies', 'old', { ...document, validTo: '2026-01-01T00:00:00+05:30' });
    assert.equal((await backtest({ policyId: 'old', ...PERIOD })).moved, 4);
    await remove('allocation-policies', 'old');
    const none = await backtest({ policyId: 'NONE', ...PERIOD });
    assert.deepEqual([none.moved, none.rules, none.never], [0, [], []]);
    const gone = await app.send('POST', '/allocation/backtest', { policyId: 'old', ...PERIOD });
    assert.deepEqual([gone.status, gone.json.error.code], [404, 'POLICY_NOT_FOUND']);
  });

  it('counts refusals, rules that relax, and those that never act', async () => {
    const refusing = policy({ refuse: { code: 'NO_COD', message: 'No COD' }, when: { paymentTypes: ['COD'] } });
    const found = await backtest({ policy: refusing, ...PERIOD });
    assert.deepEqual([found.parcels, found.moved, found.refused], [4, 0, 4]);
    assert.deepEqual(found.cost, { before: 0, after: 0, difference: 0, perParcel: null });
    assert.deepEqual(found.rules, [{ ruleId: 'r0', acted: 4, relaxed: 0, premium: null }]);
    const relaxing = policy({ only: { hoursTo: 1 } }, { exclude: { costFrom: 1_000_000 } });
    const { rules, never } = await backtest({ policy: relaxing, ...PERIOD });
    assert.deepEqual(
      rules.map(({ acted, relaxed }) => [acted, relaxed]),
      [
        [0, 4],
        [0, 0],
      ],
    );
    assert.deepEqual(never, ['r0', 'r1']);
  });

  it('leaves to its partner what appliesTo leaves out, which only counts in capacities', async (t) => {
    await put('capacities', 1, vans(2));
    t.after(() => remove('capacities', 1));
    const found = await backtest({
      policy: { ...policy({ order: { partners: [usual[1]] } }), appliesTo: { callers: ['service:other'] } },
      ...PERIOD,
    });
    assert.deepEqual([found.parcels, found.moved, found.refused], [4, 0, 0]);
    assert.deepEqual(found.rules, [{ ruleId: 'r0', acted: 0, relaxed: 0, premium: 0 }]);
    assert.deepEqual(found.capacities, [{ id: 1, day: '2026-11-25', used: 4, limit: 2, turnedAway: 0 }]);
  });

  it('counts capacities from nought, by the day of each shipment, and says whom they turn away', async (t) => {
    await put('capacities', 1, vans(1));
    t.after(() => remove('capacities', 1));
    const policied = { policy: policy({ order: { partners: [usual[0]] } }), ...PERIOD };
    for (let times = 0; times < 2; times++) {
      const found = await backtest(policied);
      assert.deepEqual(found.capacities, [{ id: 1, day: '2026-11-25', used: 1, limit: 1, turnedAway: 3 }]);
      assert.equal(found.moved, 3);
      assert.equal(found.moves[0]!.ruleId, null, 'no rule moved it');
    }
  });

  it('moves nothing by the policy under which all was assigned, from nought on', async (t) => {
    await put('capacities', 1, vans(7, { kind: 'SOFT' }));
    const of = [0, 1, 2].map((place) => ({ partner: usual[place], percent: [50, 30, 20][place] }));
    await put('allocation-policies', 'house', policy({ share: { of, per: 'DAY' } }));
    t.after(async () => {
      await remove('allocation-policies', 'house');
      await remove('capacities', 1);
    });
    const fromMs = app.clock.nowMs + 86_400_000;
    app.clock.nowMs = fromMs;
    for (let number = 0; number < 20; number++) {
      app.clock.nowMs += 1_000;
      await assign(
        `SAME-${number}`,
        number === 7 ? { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[3] } : {},
      );
    }
    const found = await backtest({ policyId: 'house', from: new Date(fromMs).toISOString(), to: '2026-12-31' });
    assert.deepEqual([found.parcels, found.moved, found.cost.difference], [20, 0, 0]);
    assert.equal(found.rules[0]!.acted, 19);
    assert.ok(found.shares.length >= 3);
  });

  it('asks the latest that are not cancelled, of a period and a customer', async () => {
    app.clock.nowMs += 86_400_000;
    const from = new Date(app.clock.nowMs).toISOString();
    for (const [index, customerId] of ['c-1', 'c-1', 'c-2'].entries()) {
      app.clock.nowMs += 1_000;
      const body = parcelBody(`B-${index}`);
      const { json } = await app.ask('assignment', {
        ...body,
        shipmentDetails: { ...body.shipmentDetails, customerId },
      });
      assert.ok(json.data.success);
    }
    const cancelled = { attempt: 1, reason: 'OTHER' };
    assert.equal((await app.send('POST', '/shipments/B-1/cancel', cancelled)).status, 200);
    const body = { policy: policy({ order: { partners: [usual[1]] } }), from, to: '2026-12-31' };
    const movedBy = async (more: object) =>
      (await backtest({ ...body, ...more })).moves.map(({ shipmentId }) => shipmentId).sort();
    assert.deepEqual(await movedBy({}), ['B-0', 'B-2']);
    assert.deepEqual(await movedBy({ limit: 1 }), ['B-2']);
    assert.deepEqual(await movedBy({ customerId: 'c-1' }), ['B-0']);
    assert.deepEqual(await movedBy({ to: new Date(Date.parse(from) + 1_500).toISOString() }), ['B-0']);
    // another attempt is not first assigned again
    app.clock.nowMs += 86_400_000;
    const moved = await app.send('POST', '/shipments/B-2/reassign', {
      attempt: 1,
      reason: 'MANUAL',
      partnerId: usual[1],
    });
    assert.equal(moved.json.data.success, true, moved.text);
    assert.deepEqual(await movedBy({ from: new Date(app.clock.nowMs).toISOString() }), []);
    assert.deepEqual(await movedBy({}), ['B-0'], 'the other one has the partner already');
  });
});

describe('a backtest of orders from elsewhere', () => {
  const body = { policy: undefined as object | undefined };
  before(() => {
    body.policy = policy({ order: { partners: [usual[1]] }, when: { weekdays: [3] } });
  });

  it('asks each at its own time, and knows who has it where the line says that', async () => {
    const found = await backtest(
      body,
      order('O-2', '2026-10-29T10:00:00+05:30', { partnerId: usual[0] }),
      order('O-1', '2026-10-28T10:00:00+05:30', { partnerId: usual[0] }),
      order('O-3', '2026-10-28'),
      order('O-4', '2026-10-28', { partnerId: 'gone-courier' }),
    );
    assert.deepEqual([found.parcels, found.moved, found.unpriced, found.refused], [4, 1, 2, 0]);
    assert.deepEqual([found.moves[0]!.shipmentId, found.rules[0]!.acted], ['O-1', 3]);
    assert.deepEqual(sharesOf(found), {
      [usual[1]!]: [0, 3],
      [usual[0]!]: [2, 1],
      'gone-courier': [1, 0],
    });
  });

  it('names partners that there are not, those with the most orders first', async () => {
    const orders = Array.from({ length: 14 }, (_, number) =>
      order(`O-${number}`, '2026-10-28', { partnerId: number < 3 ? 'gone-courier' : `gone-${number}` }),
    );
    const { warnings = [], unpriced } = await backtest({ policyId: 'NONE' }, ...orders);
    assert.equal(unpriced, 14);
    const [named] = warnings.filter(({ code }) => code === 'PARTNER_NOT_FOUND');
    assert.equal(named!.count, 14);
    assert.match(named!.message, /^There is no such partner: gone-courier \(3\), gone-10 \(1\), .* and 2 more$/);
    const { warnings: none } = await backtest({ policyId: 'NONE' }, order('O', '2026-10-28'));
    assert.equal(none, undefined, 'nobody has it');
  });

  it('counts them in the order of their moments, the latest of a limit', async (t) => {
    await put('capacities', 1, vans(1));
    t.after(() => remove('capacities', 1));
    const orders = ['12:00', '10:00', '11:00'].map((clock, index) =>
      order(`O-${index}`, `2026-10-29T${clock}:00+05:30`, { partnerId: usual[0] }),
    );
    const movesOf = async (more: object) =>
      (await backtest({ policyId: 'NONE', ...more }, ...orders)).moves.map(({ shipmentId }) => shipmentId).sort();
    assert.deepEqual(await movesOf({}), ['O-0', 'O-2']);
    assert.deepEqual(await movesOf({ limit: 2 }), ['O-0']);
    assert.deepEqual(await movesOf({ from: '2026-10-29T12:00:00+05:30', to: '2026-10-29' }), []);
  });

  it('selects by hand whom the line selects', async () => {
    const byHand = { assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[2] } };
    const found = await backtest(body, order('O-1', '2026-10-28', { ...byHand, partnerId: usual[0] }));
    assert.deepEqual([found.moves[0]!.to, found.moves[0]!.ruleId], [usual[2], null]);
  });

  it('names each fault by its line', async () => {
    const lines = [
      { policyId: 'NONE' },
      order('GOOD', '2026-10-28'),
      { ...parcelBody('NO-TIME') },
      order('BAD', '2026-02-31', { weightt: 1 }),
      order('SEEN', '2026-10-28', { assignmentPreferences: { quoteToken: 'x' } }),
    ].map((line) => JSON.stringify(line));
    const text = [...lines.slice(0, 2), '', ...lines.slice(2), '{', '[]'].join('\n');
    const { status, json } = await app.send('POST', '/allocation/backtest', text, MAIN, { 'content-type': LINES });
    assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR']);
    const details = json.error.details as { line: number; key: string | null; field: string; code: string }[];
    assert.deepEqual(
      details.map(({ line, key, field, code }) => [line, key, field, code]),
      [
        [4, 'NO-TIME', 'at', 'REQUIRED'],
        [5, 'BAD', 'at', 'INVALID_VALUE'],
        [5, 'BAD', 'weightt', 'UNKNOWN_FIELD'],
        [6, 'SEEN', 'assignmentPreferences.quoteToken', 'INVALID_VALUE'],
        [7, null, '', 'INVALID_FORMAT'],
        [8, null, '', 'INVALID_TYPE'],
      ],
    );
    const compressed = await app.send(
      'POST',
      '/allocation/backtest',
      gzipSync(`{"policyId":"NONE"}\n${JSON.stringify(order('GOOD', '2026-10-28'))}`),
      MAIN,
      { 'content-type': LINES, 'content-encoding': 'gzip' },
    );
    assert.equal(compressed.status, 200, compressed.text);
  });
});

describe('the question of a backtest', () => {
  const faultsOf = async (body: object): Promise<string[]> => {
    const { status, json, text } = await app.send('POST', '/allocation/backtest', body);
    assert.deepEqual([status, json.error?.code], [400, 'VALIDATION_ERROR'], text);
    return (json.error.details as { field: string }[]).map(({ field }) => field).sort();
  };

  it('names its policy and its period', async () => {
    assert.deepEqual(await faultsOf(PERIOD), ['policyId']);
    assert.deepEqual(await faultsOf({ policyId: 'NONE' }), ['from', 'to']);
    const empty = policy({ stop: true });
    assert.deepEqual(await faultsOf({ policyId: 'NONE', policy: empty, ...PERIOD }), ['policyId']);
    assert.deepEqual(await faultsOf({ policy: empty, ...PERIOD }), ['policy.rules[0]']);
    assert.deepEqual(await faultsOf({ policyId: 'NONE', from: '2026-11-02', to: '2026-11-01' }), ['to']);
    assert.deepEqual(await faultsOf({ policyId: 'NONE', from: '2025-11-01', to: '2026-11-02' }), ['to']);
    assert.deepEqual(await faultsOf({ policyId: 'NONE', from: '2026-02-30', to: 'soon' }), ['from', 'to']);
    assert.deepEqual(await faultsOf({ policyId: 'NONE', ...PERIOD, limit: 0, customerId: '' }), [
      'customerId',
      'limit',
    ]);
    const unknown = await app.send('POST', '/allocation/backtest', { policyId: 'NONE', ...PERIOD, customer: 'c' });
    assert.deepEqual([unknown.status, unknown.json.error.code], [400, 'UNKNOWN_FIELD']);
    const elsewhere = policy({ exclude: { partners: ['nobody-here'] } });
    assert.deepEqual(await faultsOf({ policy: elsewhere, ...PERIOD }), ['policy.rules[0].exclude.partners[0]']);
    assert.equal((await backtest({ policyId: 'NONE', from: '2025-11-01', to: '2026-11-01' })).parcels, 0, '366 days');
  });

  it('is for services that manage', async () => {
    const [partnerId] = usual;
    const reply = await app.send(
      'POST',
      '/allocation/backtest',
      { policyId: 'NONE', ...PERIOD },
      partnerCredential(partnerId!),
    );
    assert.equal(reply.status, 403);
  });
});

describe('one backtest at a time', () => {
  /** Pages that come when they are let go. */
  function held(t: TestContext) {
    let letGo = (): void => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    t.mock.method(app.store, 'requests', async () => ({
      count: 1,
      pages: (async function* () {
        await gone;
        yield [];
      })(),
    }));
    return letGo;
  }
  const ask = () => app.send('POST', '/allocation/backtest', { policyId: 'NONE', ...PERIOD });
  const refused = async (): Promise<boolean> => {
    const { status, json } = await ask();
    if (status === 409) assert.equal(json.error.code, 'BACKTEST_RUNNING');
    return status === 409;
  };

  it('refuses another one until it has ended', async (t) => {
    const letGo = held(t);
    const first = ask();
    await until(refused);
    const metrics = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
    letGo();
    assert.match(metrics, /^pinrate_backtests_in_flight 1$/m);
    assert.match((await first).text, /^\{"progress":.*\n\{"parcels":0,/);
    t.mock.restoreAll();
    assert.equal(await refused(), false);
  });

  it('ends at once when its connection closes', async (t) => {
    held(t);
    const connection = await RawConnection.open(app.port);
    const body = JSON.stringify({ policyId: 'NONE', ...PERIOD });
    const path = '/api/v1/allocation/backtest';
    const headers = {
      ...{ 'Host': 'x', 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
      ...sign('POST', path, MAIN, { nowSeconds: Math.floor(app.clock.nowMs / 1_000) }),
    };
    await connection.send(rawRequest('POST', path, headers, body));
    await connection.until(/"progress"/);
    assert.equal(await refused(), true);
    connection.destroy();
    t.mock.restoreAll();
    await until(async () => !(await refused()));
  });

  it('says on its last line why it cannot be completed', async (t) => {
    t.mock.method(app.store, 'requests', async () => ({
      count: 1,
      // oxlint-disable-next-line require-yield -- it fails before its first page
      pages: (async function* () {
        throw new StoreUnavailableError('gone');
      })(),
    }));
    const { status, text } = await ask();
    assert.equal(status, 200);
    const [progress, failure, ...more] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([progress, more], [{ progress: { parcels: 0, of: 1 } }, []]);
    assert.equal(failure.error.code, 'STORE_UNAVAILABLE');
    t.mock.restoreAll();
    assert.equal(await refused(), false);
  });
});
