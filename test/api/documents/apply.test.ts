/** POST /documents/apply on the demo dataset. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MAIN, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const PARTNER = 'dharaline-surface';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

type Members = Record<string, unknown>;
const text = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
const lastChange = async (): Promise<number> => (await app.get('/changes?limit=1')).json.data[0].id;
async function all(collection: string, query = ''): Promise<Members[]> {
  const stream = await app.get(`/documents/${collection}${query}`, MAIN, { accept: 'application/x-ndjson' });
  return stream.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Members);
}
const upsert = (collection: string, document: Members) => ({ collection, document });
const surcharge = (id: number, more: Members = {}): Members => ({
  id,
  partnerId: PARTNER,
  code: `X${id}`,
  label: 'Levy',
  basis: 'FLAT',
  value: 1,
  order: 700,
  status: true,
  ...more,
});

/** `change` is refused, and leaves neither a change set nor another document. */
async function refused(change: () => Promise<Reply>, status: number, code: string): Promise<Members[]> {
  const newest = await lastChange();
  const reply = await change();
  assert.deepEqual([reply.status, reply.json.error?.code], [status, code], reply.text);
  assert.equal(await lastChange(), newest);
  return reply.json.error.details;
}

/** A new courier: lines that name each other, the naming ones first. */
async function courier(partnerId: string, firstId: number): Promise<Members[]> {
  const { json } = await app.get(`/documents/partners/${PARTNER}`);
  const partner = json.data as Members;
  delete partner.performance;
  return [
    upsert('packages', {
      id: firstId,
      packageId: 'P1',
      partnerId,
      packageName: 'Parcel',
      baseWeight: 500,
      baseCharge: 40,
      addonWeight: 500,
      addonCharge: 20,
      status: true,
    }),
    upsert('zone-pincodes', { partnerId, zoneId: firstId, pincode: '411001' }),
    upsert('zone-pincodes', { partnerId, zoneId: firstId, pincode: '560001' }),
    upsert('zones', {
      id: firstId,
      partnerId,
      name: 'Two cities',
      status: true,
      attributes: [],
      geographical: { states: [], cities: [], areas: [] },
      services: ['PICKUP', 'DELIVERY', 'PREPAID'].map((serviceTypeId) => ({ serviceTypeId, isAvailable: true })),
      operationalDetails: null,
    }),
    upsert('partners', { ...partner, partnerId, name: 'New courier' }),
  ];
}

const question = (partnerId: string): object => ({
  partnerId,
  pickupPincode: '411001',
  deliveryPincode: '560001',
  weight: 700,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
});

describe('an apply', () => {
  it('makes a courier of lines in any order, in one change set, and the next quote has it', async () => {
    const lines = await courier('new-courier', 910_001);
    const dry = await app.apply(lines, '?dryRun=true');
    assert.equal(dry.status, 200, dry.text);
    assert.deepEqual(dry.json.data.counts, { created: 5, updated: 0, ended: 0, removed: 0, unchanged: 0 });
    assert.deepEqual([dry.json.changeId, dry.json.data.basis], [null, await lastChange()]);
    assert.equal((await app.ask('charges', question('new-courier'))).status, 404);
    const applied = await app.apply(`\n${text(lines)}\n\n`, `?note=hello&basis=${dry.json.data.basis}`);
    assert.equal(applied.status, 200, applied.text);
    assert.deepEqual(applied.json.data.counts, dry.json.data.counts);
    assert.equal(applied.json.data.basis, applied.json.changeId);
    const quote = await app.ask('charges', question('new-courier'));
    assert.equal(quote.json.data?.charges.weightCharge ?? quote.text, 60);
    const set = (await app.get(`/changes/${applied.json.changeId}`)).json.data;
    assert.deepEqual(
      [set.route, set.note, set.partnerIds, set.entries.length],
      ['POST /api/v1/documents/apply', 'hello', ['new-courier'], 5],
    );
    const again = await app.apply(lines);
    assert.deepEqual([again.json.changeId, again.json.data.counts.unchanged], [null, 5]);
  });

  it('answers member by member what it changes', async () => {
    const [former] = await all('packages', `?partnerId=${PARTNER}`);
    const lines = [
      upsert('packages', { ...former, baseCharge: 77.5, minCharge: 80 }),
      { collection: 'surcharges', key: '4001', end: true },
      upsert('surcharges', surcharge(920_001)),
    ];
    const { data } = (await app.apply(lines, '?dryRun=true')).json;
    assert.deepEqual(data.counts, { created: 1, updated: 1, ended: 1, removed: 0, unchanged: 0 });
    const now = new Date(app.clock.nowMs).toISOString();
    const { createdAt } = data.diff.at(-1).after;
    assert.deepEqual(data.diff, [
      { collection: 'packages', key: former!.id, field: 'baseCharge', before: former!.baseCharge, after: 77.5 },
      { collection: 'packages', key: former!.id, field: 'minCharge', before: null, after: 80 },
      { collection: 'surcharges', key: 4_001, field: 'status', before: true, after: false },
      { collection: 'surcharges', key: 4_001, field: 'validTo', before: null, after: now },
      {
        collection: 'surcharges',
        key: 920_001,
        field: null,
        before: null,
        after: { ...surcharge(920_001), createdAt },
      },
    ]);
  });

  it('warns of a row that moves to another partner, or from all to one, dry or not, and in a revert', async () => {
    const own = surcharge(935_003, { partnerId: 'kachhua-cargo' });
    const [general] = (await all('customer-charges')).filter(({ partnerId }) => partnerId === null);
    const charge = (partnerId: string | null) => upsert('customer-charges', { ...general, id: 935_001, partnerId });
    assert.equal((await app.apply([charge(null), upsert('surcharges', own)])).status, 200);
    const lines = [upsert('surcharges', surcharge(935_002)), '', charge(PARTNER)];
    const body = lines.map((line) => (line === '' ? '' : JSON.stringify(line))).join('\n');
    const warning = {
      line: 3,
      collection: 'customer-charges',
      key: 935_001,
      field: 'partnerId',
      code: 'PARTNER_CHANGED',
      message: `moves the row from all partners to ${PARTNER}`,
    };
    assert.deepEqual((await app.apply(body, '?dryRun=true')).json.data.warnings, [warning]);
    const moved = await app.apply(body);
    assert.deepEqual(moved.json.data.warnings, [warning]);
    const taken = await app.apply([upsert('surcharges', { ...own, partnerId: PARTNER })], '?dryRun=true');
    assert.equal(taken.json.data.warnings[0].message, `moves the row from kachhua-cargo to ${PARTNER}`, taken.text);
    const back = await app.send('POST', `/changes/${moved.json.changeId}/revert?dryRun=true`);
    assert.deepEqual(
      [back.json.data.warnings[0].line, back.json.data.warnings[0].message],
      [null, `moves the row from ${PARTNER} to all partners`],
    );
    const same = await app.apply([upsert('surcharges', { ...own, label: 'Other' })], '?dryRun=true');
    assert.deepEqual(same.json.data.warnings, [], same.text);
  });

  it('does not wait for a dry run', async () => {
    const { store } = app;
    const read = store.getMany.bind(store);
    let goOn = (): void => {};
    const barrier = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let arrived = (): void => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    store.getMany = async (collection, keys) => {
      store.getMany = read;
      arrived();
      await barrier;
      return read(collection, keys);
    };
    const line = (id: number) => [upsert('surcharges', surcharge(id))];
    const dry = app.apply(line(936_001), '?dryRun=true');
    await isThere;
    const change = await app.apply(line(936_002));
    assert.equal(change.status, 200, change.text);
    goOn();
    assert.deepEqual([(await dry).status, (await dry).json.data.counts.created], [200, 1]);
  });

  it('takes gzip', async () => {
    const reply = await app.send(
      'POST',
      '/documents/apply?dryRun=true',
      gzipSync(text([upsert('surcharges', surcharge(920_002))])),
      MAIN,
      { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    );
    assert.deepEqual([reply.status, reply.json.data?.counts.created], [200, 1], reply.text);
  });

  it('tells every fault with its line, and changes nothing', async () => {
    const lines = [
      '{"collection":"nothing","document":{}}',
      'not JSON',
      '',
      '[]',
      '{"collection":"zones"}',
      '{"collection":"zones","key":"north","delete":true}',
      '{"collection":"zones","key":7,"end":false}',
      '{"collection":"zones","key":7,"end":true,"delete":true}',
      '{"collection":"zones","key":7,"end":true}',
      '{"collection":"zones","key":"7","delete":true}',
      '{"collection":"zones","key":7,"until":"now"}',
    ].join('\n');
    const read = await refused(() => app.apply(lines), 400, 'VALIDATION_ERROR');
    assert.deepEqual(
      read.map(({ line, collection, key, field }) => [line, collection, key, field]),
      [
        [1, null, null, 'collection'],
        [2, null, null, ''],
        [4, null, null, ''],
        [5, 'zones', null, ''],
        [6, 'zones', null, 'key'],
        [7, 'zones', null, 'end'],
        [8, 'zones', null, ''],
        // a line that can be read is judged, whatever the others are
        [9, 'zones', 7, 'key'],
        [10, 'zones', 7, 'key'],
        [11, 'zones', null, 'until'],
      ],
    );
    const judged = await refused(
      () =>
        app.apply([
          upsert('surcharges', surcharge(930_001, { value: -1, unknown: 7 })),
          upsert('surcharges', surcharge(930_002)),
          upsert('surcharges', surcharge(930_003, { partnerId: 'nobody' })),
          { collection: 'surcharges', key: 4_711, delete: true },
          { collection: 'holidays', key: 1, end: true },
          upsert('surcharges', surcharge(2 ** 31 + 1)),
          upsert('partners', { name: 'Nobody' }),
        ]),
      400,
      'VALIDATION_ERROR',
    );
    const reported = judged.map(({ line, key, field, code }) => [line, key, field, code]);
    assert.deepEqual(reported.slice(0, 5), [
      [1, 930_001, 'unknown', 'UNKNOWN_FIELD'],
      [1, 930_001, 'value', 'OUT_OF_RANGE'],
      [3, 930_003, 'partnerId', 'INVALID_VALUE'],
      [4, 4_711, 'key', 'INVALID_VALUE'],
      [5, 1, 'key', 'INVALID_VALUE'],
    ]);
    assert.deepEqual(reported[5], [6, 2 ** 31 + 1, 'id', 'INVALID_VALUE']);
    assert.ok(reported.slice(6).every(([line, key]) => line === 7 && key === null));
  });

  it('creates a document that leaves out its id, under one that the store chooses', async () => {
    const levy = surcharge(0, { code: 'XNEW' });
    delete levy.id;
    const former = await all('surcharges');
    const lines = [upsert('surcharges', levy), upsert('surcharges', { ...levy, code: 'XNEWER' })];
    for (const query of ['?dryRun=true', '']) {
      const { status, text: answer, json } = await app.apply(lines, query);
      assert.equal(status, 200, answer);
      assert.deepEqual([json.data.counts.created, json.data.counts.updated], [2, 0]);
    }
    const created = (await all('surcharges')).filter(({ code }) => String(code).startsWith('XNEW'));
    const greatest = Math.max(...former.map(({ id }) => id as number));
    assert.equal(new Set(created.map(({ id }) => id)).size, 2);
    assert.ok(created.every(({ id }) => (id as number) > greatest));
    const [fault] = await refused(
      () => app.apply([upsert('surcharges', { ...levy, value: -1 })]),
      400,
      'VALIDATION_ERROR',
    );
    assert.deepEqual([fault!.line, fault!.key, fault!.field], [1, null, 'value']);
    await refused(() => app.apply([upsert('surcharges', { ...levy, id: null })]), 400, 'VALIDATION_ERROR');
  });

  it('lists the first 1,000 faults and counts all, of lines that cannot be read too', async () => {
    const lines = Array.from({ length: 1_500 }, (_, index) =>
      upsert('surcharges', surcharge(940_000 + index, { value: -1 })),
    );
    const { status, json } = await app.apply(`${text(lines)}\nno JSON`);
    assert.deepEqual([status, json.error.details.length, json.error.field_count], [400, 1_000, 1_501]);
    assert.deepEqual((json.error.details as Members[]).at(-1)!.line, 1_000);
    const early = await app.apply(`no JSON\n${text(lines)}`);
    assert.deepEqual(
      (early.json.error.details as Members[]).slice(0, 2).map(({ line, code }) => [line, code]),
      [
        [1, 'INVALID_FORMAT'],
        [2, 'OUT_OF_RANGE'],
      ],
    );
  });

  it('takes no line that is longer or has more members than a body may', async () => {
    const members = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`m${index}`, 0]));
    const lines = [upsert('surcharges', { label: 'x'.repeat(1_048_577) }), upsert('surcharges', members)];
    const faults = await refused(() => app.apply(lines), 400, 'VALIDATION_ERROR');
    assert.deepEqual(
      faults.map(({ line, code }) => [line, code]),
      [
        [1, 'TOO_LONG'],
        [2, 'TOO_MANY_ITEMS'],
      ],
    );
  });

  it('takes no more rows of a partner than it may have', async () => {
    const discount = (id: number): Members => ({
      id,
      partnerId: 'kachhua-cargo',
      fromWeight: id,
      toWeight: id + 1,
      discountType: 'flat',
      discountValue: 5,
      status: true,
    });
    const many = Array.from({ length: 5_001 }, (_, index) => upsert('discounts', discount(100_000 + index)));
    const faults = await refused(() => app.apply(many), 400, 'VALIDATION_ERROR');
    assert.match(String(faults[0]!.message), /^kachhua-cargo has more than 5000 discounts$/);
  });

  it('takes no more lines than it may', async () => {
    await refused(
      () => app.apply('{"collection":"zones","key":7,"end":true}\n'.repeat(100_001)),
      413,
      'PAYLOAD_TOO_LARGE',
    );
  });

  it('refuses what leaves others dangling', async () => {
    const [zone] = await all('zones', `?partnerId=${PARTNER}`);
    const details = await refused(
      () => app.apply([{ collection: 'zones', key: zone!.id, delete: true }]),
      409,
      'IN_USE',
    );
    assert.ok((details as unknown as { by: unknown[] }).by.length > 0);
    const { gstStateCode } = (await app.get(`/documents/partners/${PARTNER}`)).json.data;
    const state = (await all('states')).find(({ gstCode }) => gstCode === gstStateCode)!;
    const byCode = await refused(() => app.apply([upsert('states', { ...state, gstCode: '99' })]), 409, 'IN_USE');
    assert.ok(JSON.stringify(byCode).includes(PARTNER));
  });

  for (const [place, name] of [
    ['states', 'a zone'],
    ['cities', 'a pincode'],
    ['areas', 'a pincode'],
  ] as const)
    it(`refuses to remove one of ${place} that ${name} names, also as a dry run`, async () => {
      const [{ id }] = (await all(place)) as [{ id: number }];
      for (const query of ['?dryRun=true', '']) {
        const removal = { collection: place, key: id, delete: true };
        const { by } = (await refused(() => app.apply([removal], query), 409, 'IN_USE')) as unknown as {
          by: Members[];
        };
        assert.ok(by.length > 0 && by.length <= 20);
        assert.equal(new Set(by.map(({ collection, key }) => `${collection}/${key}`)).size, by.length);
      }
    });

  it('removes a place together with all that names it', async () => {
    const lines = [
      upsert('states', { id: 990, name: 'Nowhere', code: 'NW', gstCode: '98' }),
      upsert('cities', { id: 990, name: 'Noplace', stateId: 990 }),
      upsert('areas', { id: 999_990, name: 'Nothing', cityId: 990 }),
    ];
    assert.equal((await app.apply(lines)).status, 200);
    const removal = (collection: string, key: number): Members => ({ collection, key, delete: true });
    await refused(() => app.apply([removal('states', 990), removal('areas', 999_990)]), 409, 'IN_USE');
    const gone = await app.apply([removal('states', 990), removal('cities', 990), removal('areas', 999_990)]);
    assert.deepEqual([gone.status, gone.json.data?.counts.removed], [200, 3], gone.text);
  });

  it('judges what goes together: two discounts of the same weights clash', async () => {
    const discount = (id: number): Members => ({
      id,
      partnerId: 'kachhua-cargo',
      fromWeight: 900,
      toWeight: 910,
      discountType: 'percentage',
      discountValue: 5,
      status: true,
    });
    const [fault] = await refused(
      () => app.apply([upsert('discounts', discount(950_001)), upsert('discounts', discount(950_002))]),
      400,
      'VALIDATION_ERROR',
    );
    assert.deepEqual([fault!.line, fault!.key, fault!.field], [2, 950_002, 'fromWeight']);
  });

  it('answers junk where a place is named, and does not hold others up', async () => {
    const wrong = (document: Members) => upsert('areas', { id: 995_000, name: 'Area', ...document });
    const lines = [
      upsert('cities', { id: 995_001, name: 'X', stateId: { toString: 1, valueOf: 2 } }),
      wrong({ id: 995_002, cityId: 'Pune, MH' }),
      ...Array.from({ length: 3 }, (_, index) => wrong({ id: 995_010 + index, cityId: `x${' '.repeat(1_000_000)}x` })),
    ];
    // of a pattern that tries each space as the first, one line takes hours
    const faults = await refused(() => app.apply(lines), 400, 'VALIDATION_ERROR');
    assert.deepEqual([faults[0]!.line, faults[0]!.field], [1, 'stateId']);
    assert.equal(faults.length, 4);
  });

  it('is refused with a basis that is no change set', async () => {
    const [fault] = await refused(() => app.apply([], `?basis=${Number.MAX_SAFE_INTEGER}`), 400, 'VALIDATION_ERROR');
    assert.equal(fault!.field, 'basis');
  });

  it('is refused with a basis that is not the newest of its partners', async () => {
    const basis = await lastChange();
    await app.send('PATCH', '/documents/partners/kachhua-cargo', { sameDay: true, name: 'Kachhua' });
    const line = upsert('surcharges', surcharge(960_001));
    assert.equal((await app.apply([line], `?basis=${basis}&dryRun=true`)).status, 200, 'another partner has changed');
    await app.send('PATCH', `/documents/partners/${PARTNER}`, { name: 'Dharaline' });
    const details = await refused(() => app.apply([line], `?basis=${basis}`), 409, 'CHANGED_SINCE');
    assert.deepEqual(details, { partners: [{ partnerId: PARTNER, changeId: await lastChange() }] });
  });
});

describe('a replacement', () => {
  it('ends the rates of the partner that no line has', async () => {
    const partnerId = 'replaced-courier';
    await app.apply(await courier(partnerId, 970_001));
    const { data } = (await app.get(`/documents/packages/970001`)).json;
    const other = { ...data, id: 970_002, packageId: 'P2', baseCharge: 50 };
    const reply = await app.apply([upsert('packages', other)], `?replace=rates&partnerId=${partnerId}`);
    assert.deepEqual(
      reply.json.data?.counts,
      { created: 1, updated: 0, ended: 1, removed: 0, unchanged: 0 },
      reply.text,
    );
    const quote = await app.ask('charges', question(partnerId));
    assert.equal(quote.json.data.charges.weightCharge, 70);
    const gone = await app.apply([], `?replace=serviceability&partnerId=${partnerId}`);
    assert.deepEqual([gone.status, gone.json.data?.counts.removed], [200, 2], gone.text);
  });

  it('takes no line of another partner or collection, and needs a partner that there is', async () => {
    const query = `?replace=rates&partnerId=${PARTNER}`;
    const faults = await refused(
      () =>
        app.apply(
          [
            upsert('surcharges', surcharge(980_001, { partnerId: 'kachhua-cargo' })),
            upsert('zones', { id: 7, partnerId: PARTNER }),
            // a row of another partner, which this would take away
            upsert('packages', { id: 1_001, partnerId: PARTNER }),
          ],
          query,
        ),
      400,
      'VALIDATION_ERROR',
    );
    assert.deepEqual(
      faults.map(({ line, field }) => [line, field]),
      [
        [1, 'partnerId'],
        [2, 'collection'],
        [3, 'partnerId'],
      ],
    );
    await refused(() => app.apply([], '?replace=rates&partnerId=nobody'), 404, 'PARTNER_NOT_FOUND');
    await refused(() => app.apply([], '?replace=rates'), 400, 'VALIDATION_ERROR');
  });

  it('is refused when many rows would go, unless forced', async () => {
    const partnerId = 'guarded-courier';
    const pincodes = (await app.get('/documents/pincodes?limit=100')).json.data as { pincode: string }[];
    const rows = pincodes.map(({ pincode }) => upsert('zone-pincodes', { partnerId, zoneId: 990_001, pincode }));
    const lines = await courier(partnerId, 990_001);
    await app.apply([...lines.filter(({ collection }) => collection !== 'zone-pincodes'), ...rows]);
    const query = `?replace=serviceability&partnerId=${partnerId}`;
    const details = await refused(() => app.apply(rows.slice(0, 89), query), 409, 'GUARD_REMOVALS');
    assert.deepEqual(details, { losses: [{ collection: 'zone-pincodes', rows: 100, lost: 11 }] });
    assert.equal((await app.apply(rows.slice(0, 90), `${query}&dryRun=true`)).json.data.counts.removed, 10);
    const forced = await app.apply(rows.slice(0, 50), `${query}&force=true`);
    assert.deepEqual([forced.status, forced.json.data.counts.removed], [200, 50]);
    const left = await all('zone-pincodes', `?partnerId=${partnerId}`);
    assert.deepEqual(
      left.map(({ pincode }) => pincode),
      pincodes.slice(0, 50).map(({ pincode }) => pincode),
    );
    const allowed = await app.apply(rows.slice(0, 45), query);
    assert.deepEqual([allowed.status, allowed.json.data.counts.removed], [200, 5]);
  });
});
