/** POST /outcomes on the demo dataset: what lines count, what replaces what, and what is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OutcomeSums } from '../../../src/domain/outcomes/sums.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { type Reply, request } from '../../support/client.js';
import {
  inReferenceForm,
  type ReferenceLine,
  type ReferenceSums,
  referenceSums,
} from '../../reference/outcome-lines.js';
import { REFERENCE_NOW } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import { accepted, parcelBody } from '../allocation/usual-demo.js';

const DAY_MS = 86_400_000;
const PARTNER = 'dharaline-surface';
const OTHER = 'kachhua-cargo';

type Line = Partial<ReferenceLine> & Record<string, unknown>;

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const send = (lines: readonly unknown[] | string | Buffer, query = '', credential = MAIN): Promise<Reply> => {
  const body = typeof lines === 'string' || Buffer.isBuffer(lines) ? lines : textOf(lines);
  const encoding: Record<string, string> = Buffer.isBuffer(body) ? { 'content-encoding': 'gzip' } : {};
  return app.send('POST', `/outcomes${query}`, body, credential, {
    'content-type': 'application/x-ndjson',
    ...encoding,
  });
};
const textOf = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
/** `new/replaced/unchanged/repeated` of an import that is accepted. */
async function counted(lines: readonly unknown[] | string | Buffer, query = ''): Promise<string> {
  const data = await accepted(send(lines, query));
  return [data.new, data.replaced, data.unchanged, data.repeated].join('/');
}
async function sums(): Promise<ReferenceSums> {
  const found: OutcomeSums[] = [];
  for await (const page of app.store.outcomeSums({ partnerId: null, fromWeek: 0, toWeek: 99_999 })) found.push(...page);
  return inReferenceForm(found);
}
/** What an import adds to the sums. */
async function added(work: () => Promise<unknown>): Promise<ReferenceSums> {
  const earlier = await sums();
  await work();
  const now = await sums();
  const difference: ReferenceSums = {};
  for (const key of Object.keys({ ...earlier, ...now }))
    for (const name of Object.keys({ ...earlier[key], ...now[key] })) {
      const more = (now[key]?.[name] ?? 0) - (earlier[key]?.[name] ?? 0);
      if (more !== 0) (difference[key] ??= {})[name] = more;
    }
  return difference;
}

const foreign = (awb: string, more: Line = {}): ReferenceLine & Line => ({
  awb,
  partnerId: PARTNER,
  deliveryPincode: '560001',
  paymentType: 'COD',
  pickedUpAt: '2026-02-03T06:00:00Z',
  promisedAt: '2026-02-06T12:00:00Z',
  firstAttemptAt: '2026-02-05T06:00:00Z',
  attempts: 1,
  deliveredAt: '2026-02-05T06:00:00Z',
  status: 'DELIVERED',
  ...more,
});
const { deliveredAt: _, ...undelivered } = foreign('');
const returned = (awb: string, more: Line = {}): ReferenceLine & Line => ({
  ...undelivered,
  awb,
  attempts: 3,
  status: 'RTO',
  ...more,
});

/** @returns the shipment's partner */
async function assign(shipmentId: string): Promise<string> {
  const { assignment } = await accepted(app.ask('assignment', parcelBody(shipmentId)));
  return assignment.partnerId;
}

describe('parcels from elsewhere', () => {
  it('count by week, partner, pincode and payment type', async () => {
    const lines = [foreign('E1'), foreign('E2', { paymentType: 'PREPAID' }), returned('E3')];
    assert.deepEqual(await added(() => send(lines)), referenceSums(lines));
  });

  it('count once, however often they are sent', async () => {
    const lines = [foreign('S1'), returned('S2')];
    assert.equal(await counted(lines), '2/0/0/0');
    assert.deepEqual(
      await added(async () => {
        assert.equal(await counted(lines), '0/0/2/0');
        assert.equal(await counted(gzipSync(textOf(lines))), '0/0/2/0');
      }),
      {},
    );
  });

  it('count as their last line says, of a former import or of the same', async () => {
    const { attempts: __, ...open } = { ...undelivered, awb: 'L1', status: 'OPEN' };
    await counted([open]);
    const taken = await added(() => counted([returned('L1')]));
    assert.deepEqual(taken, { [`2026-02-02 ${PARTNER} 560001 COD`]: { rto: 1, attempted: 1, promised: 1, onTime: 1 } });
    assert.equal(await counted([foreign('L2'), returned('L2'), foreign('L2', { attempts: 2 })]), '1/0/0/2');
    const moved = foreign('L2', { attempts: 2, pickedUpAt: '2026-01-29T06:00:00Z' });
    const difference = await added(() => counted([moved]));
    assert.equal(difference[`2026-01-26 ${PARTNER} 560001 COD`]!.n, 1);
    assert.equal(difference[`2026-02-02 ${PARTNER} 560001 COD`]!.n, -1);
  });

  it('are summed up by status and courier, and a dry run keeps none', async () => {
    const lines = [foreign('D1'), returned('D2', { partnerId: OTHER, pickedUpAt: '2026-02-04T00:00:00+05:30' })];
    const expected = {
      lines: 2,
      repeated: 0,
      new: 2,
      replaced: 0,
      unchanged: 0,
      tooOld: 0,
      statuses: { DELIVERED: 1, RTO: 1, LOST: 0, OPEN: 0 },
      partners: [
        { partnerId: PARTNER, shipments: 1 },
        { partnerId: OTHER, shipments: 1 },
      ],
      pickedUpFrom: '2026-02-03T06:00:00.000Z',
      pickedUpTo: '2026-02-03T18:30:00.000Z',
    };
    assert.deepEqual(
      await added(async () => assert.deepEqual(await accepted(send(lines, '?dryRun=true')), expected)),
      {},
    );
    assert.deepEqual(await accepted(send(lines)), expected);
  });

  it('count nowhere when they were picked up more than two years ago', async () => {
    const old = foreign('O1', { pickedUpAt: '2024-03-01T06:00:00Z' });
    const data = await accepted(send([old, foreign('O2')]));
    assert.deepEqual([data.tooOld, data.new], [1, 1]);
    assert.equal(await app.store.get('outcomes', `awb:${PARTNER}/O1`), undefined);
  });

  it('add up like the reference model, whatever is sent', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const rng = new Rng(seed);
    const kept = new Map<string, ReferenceLine>();
    const base = await sums();
    for (let round = 0; round < 6; round++) {
      const lines = Array.from({ length: 80 }, () => randomLine(rng));
      for (const line of lines) kept.set(`${line.partnerId}/${line.awb as string}`, line);
      await accepted(send(lines));
    }
    const expected = referenceSums(kept.values());
    for (const [key, counts] of Object.entries(base))
      for (const [name, count] of Object.entries(counts)) {
        const sum = (expected[key] ??= {});
        sum[name] = (sum[name] ?? 0) + count;
      }
    assert.deepEqual(await sums(), expected, `seed ${seed}`);
  });

  it('are all counted by imports at the same time', async () => {
    const imports = Array.from({ length: 6 }, (_, number) => [
      foreign(`T${number}`, { deliveryPincode: '400001' }),
      foreign('T-shared', { deliveryPincode: '400001', attempts: number + 1 }),
    ]);
    const difference = await added(() => Promise.all(imports.map((lines) => accepted(send(lines)))));
    assert.equal(difference[`2026-02-02 ${PARTNER} 400001 COD`]!.n, 7);
  });
});

describe('shipments that were assigned here', () => {
  it('need no more than their status and dates', async () => {
    const partnerId = await assign('OUT-1');
    const { data } = (await app.get('/shipments/OUT-1')).json;
    app.clock.nowMs += 6 * DAY_MS;
    const attemptAt = new Date(Date.parse(data.pickupDate) + DAY_MS).toISOString();
    const line = {
      shipmentId: 'OUT-1',
      status: 'DELIVERED',
      attempts: 1,
      firstAttemptAt: attemptAt,
      deliveredAt: attemptAt,
    };
    const { toPincode: deliveryPincode, paymentType } = parcelBody('').shipmentDetails;
    const known = {
      partnerId,
      deliveryPincode,
      paymentType,
      pickedUpAt: data.pickupDate,
      promisedAt: data.deliveryDate,
    };
    assert.deepEqual(await added(() => accepted(send([line]))), referenceSums([{ ...line, ...known }]));
    assert.equal(await counted([{ ...line, partnerId, caller: 'service:main-system' }]), '0/0/1/0');
    app.clock.nowMs = REFERENCE_NOW.getTime();
  });

  it('count from their handover, and are known by the number that they were confirmed with', async () => {
    const partnerId = await assign('OUT-2');
    await accepted(app.send('POST', '/shipments/OUT-2/confirm', { attempt: 1, awb: 'AWB-2' }));
    const handedOverAt = '2026-03-11T05:00:00.000Z';
    await accepted(app.send('POST', '/shipments/OUT-2/handover', { attempt: 1, at: handedOverAt }));
    const line = { status: 'OPEN', attempts: 0 };
    const difference = await added(() => accepted(send([{ partnerId, awb: 'AWB-2', ...line }])));
    const { toPincode: deliveryPincode } = parcelBody('').shipmentDetails;
    assert.deepEqual(Object.keys(difference), [`2026-03-09 ${partnerId} ${deliveryPincode} COD`]);
    assert.equal(await counted([{ shipmentId: 'OUT-2', ...line }]), '0/0/1/0');
    assert.equal((await app.store.get('outcomes', 'service:main-system/OUT-2'))?.pickedUpAt, handedOverAt);
  });

  it('count once when lines had the number before they were confirmed with it', async () => {
    const partnerId = await assign('OUT-3');
    const said = foreign('AWB-3', { partnerId, pickedUpAt: '2026-03-10T06:00:00Z', status: 'OPEN' });
    const { deliveredAt: __, firstAttemptAt: ___, attempts: ____, ...open } = said;
    await accepted(send([open]));
    await accepted(app.send('POST', '/shipments/OUT-3/confirm', { attempt: 1, awb: 'AWB-3' }));
    const difference = await added(async () =>
      assert.equal(await counted([{ shipmentId: 'OUT-3', status: 'LOST', pickedUpAt: open.pickedUpAt }]), '0/1/0/0'),
    );
    assert.equal(
      Object.values(difference).reduce((all, { n = 0 }) => all + n, 0),
      0,
    );
    assert.equal(await app.store.get('outcomes', `awb:${partnerId}/AWB-3`), undefined);
    assert.equal(
      await counted([open, { shipmentId: 'OUT-3', status: 'LOST', pickedUpAt: open.pickedUpAt }]),
      '0/0/1/1',
    );
  });

  it('count for the partner of the current attempt', async () => {
    const first = await assign('OUT-4');
    await accepted(send([{ shipmentId: 'OUT-4', status: 'OPEN' }]));
    const moved = await accepted(app.send('POST', '/shipments/OUT-4/reassign', { attempt: 1, reason: 'SERVICE' }));
    const second = moved.assignment.partnerId;
    const [fault] = await faultsOf([{ shipmentId: 'OUT-4', status: 'LOST', partnerId: first }]);
    assert.match(fault!, new RegExp(`^1 OUT-4 partnerId INVALID_VALUE must be ${second}`));
    const difference = await added(() => accepted(send([{ shipmentId: 'OUT-4', status: 'LOST' }])));
    const ofPartner = (partnerId: string): number | undefined =>
      Object.entries(difference).find(([key]) => key.includes(` ${partnerId} `))?.[1].n;
    assert.deepEqual([ofPartner(first), ofPartner(second)], [-1, 1]);
  });

  it('are another parcel to a courier that had them before, with the number that it gave them', async () => {
    const former = await assign('OUT-5');
    await accepted(app.send('POST', '/shipments/OUT-5/confirm', { attempt: 1, awb: 'FORMER-5' }));
    const named = { ...returned('FORMER-5'), partnerId: former, shipmentId: 'OUT-5' };
    await accepted(app.send('POST', '/shipments/OUT-5/reassign', { attempt: 1, reason: 'SERVICE' }));
    assert.match((await faultsOf([named]))[0]!, /^1 OUT-5 partnerId INVALID_VALUE/);
    const { shipmentId: _id, ...unnamed } = named;
    const counts = Object.entries(await added(() => accepted(send([unnamed]))));
    assert.deepEqual(
      counts.map(([key, { n, rto }]) => [key.split(' ')[1], n, rto]),
      [[former, 1, 1]],
    );
    assert.equal((await app.store.get('outcomes', `awb:${former}/FORMER-5`))?.status, 'RTO');
  });
});

/** The faults of a body that is refused: `line key field code message`. */
async function faultsOf(lines: readonly unknown[] | string): Promise<string[]> {
  const earlier = await sums();
  const reply = await send(lines);
  assert.deepEqual([reply.status, reply.json.error.code], [400, 'VALIDATION_ERROR'], reply.text);
  assert.deepEqual(await sums(), earlier);
  return reply.json.error.details.map(({ line, key, field, code, message }: Record<string, string>) =>
    [line, key, field, code, message].join(' '),
  );
}

describe('what is refused', () => {
  it('is refused as a whole, with every fault at its line', async () => {
    const lines = [
      foreign('F1'),
      { ...foreign('F2'), consignee: 'A. Person' },
      foreign('F3', { partnerId: 'nobody', deliveryPincode: '999999' }),
      { shipmentId: 'NOT-HERE', status: 'OPEN' },
      { awb: 'F5', status: 'OPEN' },
      foreign('F6', { firstAttemptAt: '2026-02-03T05:59:59Z', deliveredAt: '2026-02-03T05:59:58Z' }),
      foreign('F6', { deliveredAt: '2026-02-30T00:00:00Z' }),
      foreign('F7', { rtoAt: '2026-02-09T00:00:00Z' }),
      foreign('F8', { attempts: 0 }),
      { ...foreign('F9'), deliveredAt: null },
      returned('F10', { deliveredAt: '2026-02-09T00:00:00Z' }),
      foreign('F11', { pickedUpAt: '2026-03-13T06:30:00Z' }),
      'text',
    ];
    const faults = (await faultsOf(`${textOf(lines)}\n{`)).map((fault) => fault.split(' ').slice(0, 4).join(' '));
    assert.deepEqual(faults, [
      '2 F2 consignee UNKNOWN_FIELD',
      '3 F3 partnerId INVALID_VALUE',
      '3 F3 deliveryPincode INVALID_VALUE',
      '4 NOT-HERE shipmentId INVALID_VALUE',
      '5 F5 partnerId REQUIRED',
      '5 F5 deliveryPincode REQUIRED',
      '5 F5 paymentType REQUIRED',
      '5 F5 pickedUpAt REQUIRED',
      '6 F6 firstAttemptAt OUT_OF_RANGE',
      '6 F6 deliveredAt OUT_OF_RANGE',
      '7 F6 deliveredAt INVALID_FORMAT',
      '8 F7 rtoAt INVALID_VALUE',
      '9 F8 attempts INVALID_VALUE',
      '10 F9 deliveredAt REQUIRED',
      '11 F10 deliveredAt INVALID_VALUE',
      '12 F11 pickedUpAt OUT_OF_RANGE',
      '12 F11 firstAttemptAt OUT_OF_RANGE',
      '12 F11 deliveredAt OUT_OF_RANGE',
      '13   INVALID_TYPE',
      '14   INVALID_FORMAT',
    ]);
    assert.equal(await app.store.get('outcomes', `awb:${PARTNER}/F1`), undefined);
  });

  it('is refused for partners, and without the hash of the body', async () => {
    assert.equal((await send([foreign('P1')], '', partnerCredential(PARTNER))).status, 403);
    const plain = await app.post('/outcomes', textOf([foreign('P1')]), MAIN, {
      'content-type': 'application/x-ndjson',
    });
    assert.equal(plain.status, 401);
  });

  it('is refused with more lines than may be', async () => {
    const reply = await send('{}\n'.repeat(100_001));
    assert.deepEqual([reply.status, reply.json.error.code], [413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('the lines that are kept', () => {
  async function kept(query: string): Promise<Line[]> {
    const { status, text } = await app.get(`/outcomes${query}`);
    assert.equal(status, 200, text);
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  }

  it('are listed by partner and pickup, as they may be sent again', async () => {
    await assign('K-1');
    const own = { shipmentId: 'K-1', status: 'OPEN', pickedUpAt: '2025-01-31T18:30:00.000Z' };
    const other = foreign('K2', { partnerId: OTHER, pickedUpAt: '2025-02-01T18:29:59.999Z' });
    await counted([own, other, foreign('K3', { pickedUpAt: '2025-02-01T18:30:00.000Z' })]);
    const ofDay = await kept('?from=2025-02-01&to=2025-02-01');
    assert.deepEqual(
      ofDay.map(({ shipmentId, caller, awb, status }) => [shipmentId, caller, awb, status]).sort(),
      [
        [undefined, undefined, 'K2', 'DELIVERED'],
        ['K-1', 'service:main-system', undefined, 'OPEN'],
      ].sort(),
    );
    assert.equal(await counted(ofDay), '0/0/2/0');
    assert.deepEqual(
      (await kept(`?partnerId=${OTHER}&from=2025-02-01&to=2025-02-02`)).map(({ awb }) => awb),
      ['K2'],
    );
  });

  it('are for services alone, of partners and moments that exist', async () => {
    assert.equal((await app.get('/outcomes', partnerCredential(PARTNER))).status, 403);
    assert.equal((await app.get('/outcomes?partnerId=nobody')).status, 404);
    assert.equal((await app.get('/outcomes?from=2025-02-30')).status, 400);
  });
});

it('metrics count the lines that were new or other', async () => {
  const linesOf = async (status: string): Promise<number> => {
    const { text } = await request({ port: app.port, path: '/metrics' });
    return Number(new RegExp(`^pinrate_outcome_lines_total\\{status="${status}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const earlier = await linesOf('RTO');
  await counted([returned('M1'), returned('M2')]);
  await counted([returned('M1'), returned('M2', { attempts: 4 })]);
  assert.equal(await linesOf('RTO'), earlier + 3);
});

function randomLine(rng: Rng): ReferenceLine & Line {
  const pickedUpMs = Date.parse('2026-01-18T18:00:00Z') + rng.int(0, 20 * 24) * 3_600_000;
  const later = (fromMs: number, days: number): number => fromMs + rng.int(0, days * 4) * (DAY_MS / 4);
  const status = rng.pick(['DELIVERED', 'RTO', 'LOST', 'OPEN']);
  const attemptMs = later(pickedUpMs, 17);
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    awb: `R${rng.int(0, 120)}`,
    partnerId: rng.pick([PARTNER, OTHER]),
    deliveryPincode: rng.pick(['560001', '110001', '400001']),
    paymentType: rng.pick(['COD', 'PREPAID']),
    pickedUpAt: iso(pickedUpMs),
    status,
    ...(rng.chance(0.8) && { promisedAt: iso(later(pickedUpMs, 6)) }),
    ...(rng.chance(0.8) && { firstAttemptAt: iso(attemptMs) }),
    ...(rng.chance(0.8) && { attempts: rng.int(1, 3) }),
    ...(status === 'DELIVERED' && { deliveredAt: iso(later(attemptMs, 2)) }),
    ...(status === 'RTO' && rng.chance(0.5) && { rtoAt: iso(later(attemptMs, 2)) }),
  };
}
