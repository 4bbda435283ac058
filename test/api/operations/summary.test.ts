/** GET /summary/assignments: sums of what was assigned, against the list of the same assignments. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { summarizeAssignments } from '../../../src/contract/summary.js';
import { partnerCredential, TestApp } from '../../support/app.js';
import { createConformance } from '../../support/conformance.js';
import { assignment, fullWorld } from '../questions/fixture.js';

const ACME = partnerCredential('acme');
const HOUR_MS = 3_600_000;
const SHIPMENTS = 12;

interface Row {
  key: string | null;
  parcels: number;
  cost: number;
  codAmount: number;
}

interface Listed {
  partnerId: string;
  assignedAt: string;
  totalCost: number;
  assignment: { charges: { paymentTerms: { method: string; collectionAmount: number } } };
}

const conformance = createConformance();

describe('GET /summary/assignments', () => {
  let app: TestApp;
  let listed: Listed[];

  before(async () => {
    // from half past six in the evening in India: some are of the next day there
    app = await TestApp.start(fullWorld(), { now: new Date('2026-03-10T13:00:00.000Z') });
    for (let i = 0; i < SHIPMENTS; i++) {
      const selectedPartner = i % 3 === 0 ? 'bolt' : 'acme';
      const assignmentPreferences = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner };
      // amounts that the answer leaves out count, too
      const options = { includeCostEstimate: i % 2 === 0 };
      const { json, text } = await app.ask('assignment', assignment(`SHIP-${i}`, { assignmentPreferences, options }));
      assert.ok(json.data.success, text);
      app.clock.nowMs += HOUR_MS;
    }
    listed = (await app.get('/shipments?includeDetails=true&limit=100')).json.data as Listed[];
    assert.equal(listed.length, SHIPMENTS);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const sum = async (query: string, caller?: typeof ACME) => {
    const { status, headers, json } = await app.get(`/summary/assignments?${query}`, caller);
    assert.deepEqual(conformance.check('GET', summarizeAssignments.path, status, headers, json), [], query);
    assert.equal(status, 200, JSON.stringify(json));
    return json.data as { by: string; from: string; to: string; rows: Row[]; total: Omit<Row, 'key'> };
  };
  const inIndia = (at: string) => new Date(Date.parse(at) + 5.5 * HOUR_MS).toISOString();
  const sumsOf = (of: readonly Listed[]): Omit<Row, 'key'> => ({
    parcels: of.length,
    cost: of.reduce((paise, { totalCost }) => paise + Math.round(totalCost * 100), 0) / 100,
    codAmount: of.reduce((all, each) => all + each.assignment.charges.paymentTerms.collectionAmount, 0),
  });
  const rowsBy = (of: readonly Listed[], keyOf: (each: Listed) => string): Row[] =>
    [...new Set(of.map(keyOf))].map((key) => ({ key, ...sumsOf(of.filter((each) => keyOf(each) === key)) }));
  const sorted = (rows: readonly Row[]) => rows.toSorted((a, b) => b.parcels - a.parcels || (a.key! < b.key! ? -1 : 1));

  it('sums up whole days in India by partner, the largest first', async () => {
    const query = 'from=2026-03-10&to=2026-03-11&by=partner';
    const { rows, total, ...rest } = await sum(query);
    assert.deepEqual(rest, { by: 'partner', from: '2026-03-10', to: '2026-03-11' });
    assert.deepEqual(
      rows.map(({ key, parcels }) => [key, parcels]),
      [
        ['acme', 8],
        ['bolt', 4],
      ],
    );
    assert.deepEqual(rows, sorted(rowsBy(listed, ({ partnerId }) => partnerId)));
    assert.deepEqual(total, sumsOf(listed));
    assert.ok(total.codAmount > 0 && total.cost > 0);
  });

  it('sums up one of the days, by hour in its order', async () => {
    const first = listed.filter(({ assignedAt }) => inIndia(assignedAt).startsWith('2026-03-10'));
    const { rows, total } = await sum('from=2026-03-10&to=2026-03-10&by=hour');
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['18', '19', '20', '21', '22', '23'],
    );
    const hourOf = ({ assignedAt }: Listed) => inIndia(assignedAt).slice(11, 13);
    assert.deepEqual(
      rows,
      rowsBy(first, hourOf).toSorted((a, b) => (a.key! < b.key! ? -1 : 1)),
    );
    assert.deepEqual(total, sumsOf(first));
    assert.equal((await sum('from=2026-03-12&to=2026-03-12&by=hour')).rows.length, 0);
  });

  it('sums up by payment and by state of delivery', async () => {
    const { rows } = await sum('from=2026-03-10&to=2026-03-11&by=payment');
    assert.deepEqual(rows, sorted(rowsBy(listed, (each) => each.assignment.charges.paymentTerms.method)));
    const { rows: states } = await sum('from=2026-03-10&to=2026-03-11&by=state');
    const { toPincode } = assignment('x')['shipmentDetails'] as { toPincode: string };
    const code = (await app.get(`/places?search=${toPincode}&kinds=pincode`)).json.data[0].stateCode as string;
    assert.deepEqual(states, [{ key: code, ...sumsOf(listed) }]);
  });

  it('shows a partner its own', async () => {
    const own = listed.filter(({ partnerId }) => partnerId === 'acme');
    const { rows, total } = await sum('from=2026-03-10&to=2026-03-11&by=partner', ACME);
    assert.deepEqual(rows, [{ key: 'acme', ...sumsOf(own) }]);
    assert.deepEqual(total, sumsOf(own));
    assert.deepEqual((await sum('from=2026-03-10&to=2026-03-11&by=payment', ACME)).total, sumsOf(own));
  });

  it('refuses days that do not exist, in the wrong order, or too many', async () => {
    for (const [query, field] of [
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=2026-03-02&to=2026-03-01', 'to'],
      ['from=2026-01-01&to=2027-01-02', 'to'],
      ['from=yesterday&to=2026-03-01', 'from'],
      ['to=2026-03-01', 'from'],
    ] as const) {
      const { status, json } = await app.get(`/summary/assignments?${query}&by=hour`);
      assert.equal(status, 400, query);
      assert.equal(json.error.code, 'VALIDATION_ERROR');
      assert.match(JSON.stringify(json.error.details), new RegExp(`"${field}"`), query);
    }
    assert.equal((await app.get('/summary/assignments?from=2026-01-01&to=2027-01-01&by=hour')).status, 200);
    assert.equal((await app.get('/summary/assignments?from=2026-01-01&to=2026-01-01&by=day')).status, 400);
  });
});
