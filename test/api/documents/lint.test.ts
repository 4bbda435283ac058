/** GET /partners/{partnerId}/lint, and what apply and revert say of findings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Finding } from '../../../src/contract/finding.js';
import { startOfDay, dayInIndia, dayNumber } from '../../../src/domain/calendar.js';
import { readCard } from '../../cards/card.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const PARTNER = 'national';
const NOW = new Date('2026-03-11T12:00:00+05:30');

let app: TestApp;
before(async () => {
  const world = readCard('national-a-to-e');
  const { partners, ...empty } = Object.fromEntries(
    Object.keys(world).map((name) => [name, []]),
  ) as unknown as typeof world;
  app = await TestApp.start(
    {
      ...empty,
      ...world,
      'partners': [...partners, ...world.partners, { ...world.partners[0]!, partnerId: 'other', name: 'Other' }],
      'credentials': [MAIN, partnerCredential(PARTNER)].map(({ kind, id, secret }) => ({
        kind,
        id,
        tier: 'UNLIMITED',
        status: true,
        secrets: [{ version: 1, secret }],
        ...(kind === 'service' && { scopes: ['quote', 'assign', 'read', 'write', 'manage', 'admin'] }),
      })),
    } as never,
    { now: NOW },
  );
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const report = async (query = ''): Promise<{ findings: Finding[]; counts: Record<string, number>; asOf: string }> => {
  const reply = await app.get(`/partners/${PARTNER}/lint${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
};
const upTo = (maxWeight: number | null) => [{ collection: 'packages', document: { ...row(), maxWeight } }];
const row = () => readCard('national-a-to-e').packages.at(-1)!;
const lint = ({ json }: Reply): { brings: Finding[]; clears: Finding[]; unchecked: number } => json.data.lint;
const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);

describe('a report', () => {
  it('is empty for a sound card', async () => {
    assert.deepEqual(await report(), {
      partnerId: PARTNER,
      rateCardVersion: ((await report()) as unknown as { rateCardVersion: string }).rateCardVersion,
      asOf: NOW.toISOString(),
      findings: [],
      counts: {},
      severities: { error: 0, warning: 0 },
    });
  });

  it('shows what a caller gets who asks its example', async () => {
    const applied = await app.apply(upTo(20_000));
    assert.equal(applied.status, 200, applied.text);
    const { findings, counts } = await report();
    assert.deepEqual(counts, { RATE_GAP: 1 });
    const [gap] = findings as [Finding];
    assert.deepEqual([gap.code, gap.severity, gap.documents], ['RATE_GAP', 'error', [`packages/${row().id}`]]);
    assert.match(gap.message, /20,001 to 50,000 g on lane E/);
    const answered = await app.ask('charges', gap.examples[0]!);
    assert.deepEqual([answered.json.data.available, answered.json.data.coverage.reason], [false, 'NO_RATE']);
    assert.equal((await app.apply(upTo(null))).status, 200);
    assert.deepEqual((await report()).findings, []);
  });

  it('is about the rows of the moment that it is asked for', async () => {
    const ended = { ...row(), validTo: '2026-12-31T23:59:59+05:30' };
    assert.equal((await app.apply([{ collection: 'packages', document: ended }])).status, 200);
    assert.deepEqual((await report()).counts, {});
    const { counts, findings } = await report(`?asOf=${encodeURIComponent('2027-01-05T00:00:00+05:30')}`);
    assert.deepEqual(Object.keys(counts), ['RATE_GAP']);
    assert.equal((findings[0]!.examples[0] as { shipDate: string }).shipDate, '2027-01-05T00:00:00+05:30');
    const answered = await app.ask('charges', findings[0]!.examples[0]!);
    assert.equal(answered.json.data.coverage.reason, 'NO_RATE');
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('is made of an inactive partner too', async () => {
    const path = `/documents/partners/${PARTNER}?note=test`;
    const patch = (body: object) => app.send('PATCH', path, body, MAIN);
    assert.equal((await patch({ status: 'INACTIVE' })).status, 200);
    assert.deepEqual((await report()).findings, []);
    assert.equal((await app.apply(upTo(20_000))).status, 200);
    assert.deepEqual((await report()).counts, { RATE_GAP: 1 });
    assert.equal((await patch({ status: 'ACTIVE' })).status, 200);
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('leaves out what the partner accepts, of just these documents and until the day is over', async () => {
    const today = dayInIndia(NOW.getTime());
    const accepted = { code: 'RATE_GAP', documents: [`packages/${row().id}`], note: 'as contracted', until: today };
    const accept = async (changed: object | null) => {
      const reply = await app.send('PATCH', `/documents/partners/${PARTNER}`, { accepted: changed && [changed] }, MAIN);
      assert.equal(reply.status, 200, reply.text);
    };
    assert.equal((await app.apply(upTo(20_000))).status, 200);
    await accept(accepted);
    assert.deepEqual((await report()).counts, {});
    await accept({ ...accepted, documents: ['packages/999'] });
    assert.deepEqual((await report()).counts, { RATE_GAP: 1 });
    await accept({ ...accepted, code: 'RATE_FALLS' });
    assert.deepEqual((await report()).counts, { RATE_GAP: 1 });
    await accept(accepted);
    app.clock.nowMs = startOfDay(dayNumber(NOW.getTime()) + 1) - 1;
    assert.deepEqual((await report()).counts, {});
    app.clock.nowMs += 1;
    assert.deepEqual((await report()).counts, { RATE_GAP: 1 });
    app.clock.nowMs = NOW.getTime();
    await accept(null);
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('is for the partner itself and for services', async () => {
    const own = await app.get(`/partners/${PARTNER}/lint`, partnerCredential(PARTNER));
    assert.deepEqual([own.status, own.json.data.partnerId], [200, PARTNER]);
    for (const partnerId of ['other', 'nobody-at-all']) {
      const reply = await app.get(`/partners/${partnerId}/lint`, partnerCredential(PARTNER));
      assert.deepEqual([reply.status, reply.json.error.code], [404, 'PARTNER_NOT_FOUND']);
    }
    assert.equal((await app.get('/partners/nobody-at-all/lint')).status, 404);
  });

  it('refuses a moment at which its examples could not be asked for', async () => {
    for (const [asOf, status] of [
      ['1999-12-31T18:29:59Z', 400],
      ['1999-12-31T18:30:00Z', 200],
      ['2028-03-11T23:59:59+05:30', 200],
      ['2028-03-12T00:00:00+05:30', 400],
    ] as const) {
      const reply = await app.get(`/partners/${PARTNER}/lint?asOf=${encodeURIComponent(asOf)}`);
      assert.deepEqual(
        [reply.status, reply.json.error?.details[0].code],
        [status, status === 400 ? 'OUT_OF_RANGE' : undefined],
      );
    }
  });

  it('says moments in its examples as a shipDate may say them', async () => {
    assert.equal((await app.apply(upTo(20_000))).status, 200);
    const { findings } = await report('?asOf=2027-01-05t00:00:00z');
    const answered = await app.ask('charges', findings[0]!.examples[0]!);
    assert.deepEqual([answered.status, answered.json.data?.coverage.reason], [200, 'NO_RATE'], answered.text);
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('refuses a moment that does not exist', async () => {
    const reply = await app.get(`/partners/${PARTNER}/lint?asOf=2026-02-30T00:00:00Z`);
    assert.deepEqual([reply.status, reply.json.error.details[0].field], [400, 'asOf']);
  });
});

describe('a change', () => {
  it('says what it brings and what it clears, dry or not', async () => {
    const dry = await app.apply(upTo(20_000), '?dryRun=true');
    assert.deepEqual([codes(lint(dry).brings), codes(lint(dry).clears), lint(dry).unchecked], [['RATE_GAP'], [], 0]);
    assert.deepEqual((await report()).findings, []);
    const applied = await app.apply(upTo(20_000));
    assert.deepEqual(lint(applied), lint(dry));
    const cleared = await app.send('POST', `/changes/${applied.json.changeId}/revert`, undefined, MAIN);
    assert.equal(cleared.status, 200, cleared.text);
    assert.deepEqual([codes(lint(cleared).brings), codes(lint(cleared).clears)], [[], ['RATE_GAP']]);
  });

  it('is refused with strict when it brings an error, and leaves everything as it was', async () => {
    for (const dryRun of ['', '&dryRun=true']) {
      const refused = await app.apply(upTo(20_000), `?strict=true${dryRun}`);
      assert.deepEqual([refused.status, refused.json.error.code], [422, 'LINT_ERRORS']);
      assert.deepEqual(codes(refused.json.error.details.findings), ['RATE_GAP']);
    }
    assert.deepEqual((await report()).findings, []);
  });

  it('is made with strict when it brings warnings alone, or when the errors were there before', async () => {
    const twice = { ...row(), id: 900, packageId: 'TWICE' };
    const warned = await app.apply([{ collection: 'packages', document: twice }], '?strict=true');
    assert.deepEqual([warned.status, codes(lint(warned).brings)], [200, ['ROW_NEVER_COUNTS']]);
    assert.equal((await app.apply([{ collection: 'packages', key: 900, delete: true }])).status, 200);
    assert.equal((await app.apply(upTo(20_000))).status, 200);
    const other = { ...readCard('national-a-to-e').packages[0]!, baseCharge: 29 };
    assert.equal((await app.apply([{ collection: 'packages', document: other }], '?strict=true')).status, 200);
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('reports the part of a gap that it leaves, which strict does not refuse', async () => {
    assert.equal((await app.apply(upTo(20_000))).status, 200);
    const smaller = await app.apply(upTo(24_000), '?strict=true');
    assert.deepEqual(
      [smaller.status, codes(lint(smaller).brings), codes(lint(smaller).clears)],
      [200, ['RATE_GAP'], ['RATE_GAP']],
    );
    assert.match(lint(smaller).brings[0]!.message, /24,001/);
    assert.equal((await app.apply(upTo(22_000), '?strict=true')).status, 422);
    assert.equal((await app.apply(upTo(null))).status, 200);
  });

  it('compares all findings, also those that no report lists', async () => {
    // a row carries 100 g, and the next 10 g nothing
    const last = row();
    const slab = (index: number, reach: number) => ({
      collection: 'packages',
      document: {
        ...last,
        id: 1_000 + index,
        packageId: `slab-${index}`,
        minWeight: index * 110,
        maxWeight: index * 110 + reach,
        baseWeight: index * 110 + reach,
        addonWeight: 0,
        baseCharge: 100 + index,
      },
    });
    const slabs = Array.from({ length: 110 }, (_, index) => slab(index, 100));
    const first = await app.apply([...slabs, { collection: 'packages', key: last.id, end: true }]);
    assert.deepEqual([first.status, lint(first).brings.length], [200, 100]);
    assert.deepEqual((await report()).counts, { RATE_GAP: 110 });
    const mended = await app.apply([slab(5, 110)], '?strict=true');
    assert.deepEqual([mended.status, codes(lint(mended).brings), codes(lint(mended).clears)], [200, [], ['RATE_GAP']]);
    const worse = await app.apply([slab(105, 90)], '?strict=true');
    assert.deepEqual([worse.status, worse.json.error?.code], [422, 'LINT_ERRORS']);
    for (const { changeId } of [mended, first].map(({ json }) => json as { changeId: number }))
      assert.equal((await app.send('POST', `/changes/${changeId}/revert`, undefined, MAIN)).status, 200);
    assert.deepEqual((await report()).findings, []);
  });

  it('does not bring a gap of which another route is the example now', async () => {
    const path = `/documents/partners/${PARTNER}`;
    const { transit } = readCard('national-a-to-e').partners[0]!;
    const until = (distanceTo: number) => [{ ...transit[0]!, distanceTo }];
    assert.equal((await app.send('PATCH', path, { transit: until(900) }, MAIN)).status, 200);
    const shown = (await report()).findings[0]!;
    assert.equal(shown.code, 'TRANSIT_GAP');
    const pincode = (shown.examples[0] as { pickupPincode: string }).pickupPincode;
    const blocked = { from: '2026-01-01T00:00:00Z', to: null, reason: 'a flood' };
    const entry = {
      partnerId: PARTNER,
      zoneId: readCard('national-a-to-e').zones[0]!.id,
      pincode,
      assignedAt: '2026-01-01T00:00:00Z',
      blocked,
    };
    const applied = await app.apply([{ collection: 'zone-pincodes', document: entry }], '?strict=true');
    assert.deepEqual([applied.status, codes(lint(applied).brings)], [200, []]);
    assert.notDeepEqual((await report()).findings[0]!.examples, shown.examples);
    assert.equal((await app.send('POST', `/changes/${applied.json.changeId}/revert`, undefined, MAIN)).status, 200);
    assert.equal((await app.send('PATCH', path, { transit }, MAIN)).status, 200);
  });

  it('is looked at for each of many partners, active or not', async () => {
    const { partners, zones, packages } = readCard('national-a-to-e');
    const lines = Array.from({ length: 12 }, (_, index) => {
      const partnerId = `many-${index}`;
      const partner = { ...partners[0]!, partnerId, status: index % 2 === 0 ? 'ACTIVE' : 'INACTIVE' };
      const zone = { ...zones[0]!, id: 8_000 + index, partnerId };
      const general = { ...packages[0]!, id: 8_000 + index, partnerId, lane: null, maxWeight: 20_000 };
      return [
        { collection: 'partners', document: partner },
        { collection: 'zones', document: zone },
        { collection: 'packages', document: general },
      ];
    });
    const dry = await app.apply(lines.flat(), '?dryRun=true');
    assert.equal(dry.status, 200, dry.text);
    assert.deepEqual(
      codes(lint(dry).brings).filter((code) => code === 'RATE_GAP'),
      Array.from({ length: 12 }, () => 'RATE_GAP'),
    );
  });

  it('reports a partner that it makes, and one that it removes', async () => {
    const { partners } = readCard('national-a-to-e');
    const made = { ...partners[0]!, partnerId: 'made-here', name: 'Made here' };
    const zone = {
      ...readCard('national-a-to-e').zones[0]!,
      id: 9_001,
      partnerId: 'made-here',
      geographical: { states: [], cities: [], areas: [] },
    };
    const created = await app.apply([
      { collection: 'partners', document: made },
      { collection: 'zones', document: zone },
    ]);
    assert.deepEqual([created.status, codes(lint(created).brings)], [200, ['ZONE_EMPTY']]);
    const gone = await app.apply([
      { collection: 'partners', key: 'made-here', delete: true },
      { collection: 'zones', key: 9_001, delete: true },
    ]);
    assert.deepEqual([gone.status, codes(lint(gone).clears)], [200, ['ZONE_EMPTY']]);
  });
});
