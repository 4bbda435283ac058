/** The command line against a real node with the demo. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

async function pinrate(
  args: readonly string[],
  { id, secret }: { id: string; secret: string } = MAIN,
): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: id, PINRATE_SECRET: secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

it('quotes all partners, with the reasons of the others', async () => {
  const { code, out, err } = await pinrate(['quote', '110001', '560001', '--weight', '1.2kg', '--cod', '2499.50']);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^PARTNER +PRICE INR +HOURS +ARRIVES \(IST\) +ROUTE$/m);
  assert.match(out, /^dharaline-surface +209\.43 +\d+ +\d{4}-\d\d-\d\d \d\d:\d\d +Metro North > Metro South$/m);
  assert.match(out, /^himbrahma-hills +The partner does not cover the delivery 560001$/m);
  assert(out.split('\n').every(({ length }) => length <= 80));
});

it('explains a price, step by step to its total', async () => {
  const args = ['quote', '110001', '560001', '--weight', '1200g', '--cod', '2499.50', '--explain'];
  const { out } = await pinrate([...args, '--partner', 'dharaline-surface']);
  assert.match(out, /^dharaline-surface: Metro North > Metro South, 1200 g\n/);
  assert.match(out, /^ 94\.00 +94\.00 +█+ +Surface parcel 500 g/m);
  assert.match(out, /^ 31\.95 {2}209\.43 {15}█+ {2}IGST$/m);
  assert.match(out, /^209\.43 +█+ +Total with tax, INR$/m);
  const cheapest = await pinrate([...args, '--json']);
  const { data } = JSON.parse(cheapest.out) as { data: { charges: { totalAmount: number } } };
  assert(data.charges.totalAmount < 209.43);
});

it('stops a courier somewhere for a time, and lets it go on', async () => {
  const quote = ['quote', '110001', '800001', '--weight', '1kg', '--partner', 'kachhua-cargo'];
  assert.doesNotMatch((await pinrate(quote)).out, /on hold/);
  const args = ['hold', 'kachhua-cargo', '--state', 'BR', '--until', '2099-12-05', '--reason', 'floods'];
  const dry = await pinrate([...args, '--dry-run']);
  assert.deepEqual(dry, {
    code: 0,
    out: 'kachhua-cargo would be on hold, until 2099-12-05 23:59 (floods).\n',
    err: '',
  });
  const made = await pinrate(args);
  const [, id] = /^kachhua-cargo is on hold as number (\d+), until 2099-12-05 23:59 \(floods\)\.\n$/.exec(made.out)!;
  assert.match(
    (await pinrate(quote)).out.replaceAll(/\s+/g, ' '),
    /on hold at the delivery 800001 until 5 December 2099/,
  );
  assert.equal((await pinrate(['release', id!])).out, `The hold ${id} (floods) has ended.\n`);
  assert.doesNotMatch((await pinrate(quote)).out, /on hold/);

  const nowhere = await pinrate(['hold', 'kachhua-cargo', '--state', 'XX', '--reason', 'floods']);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /states\[0\]/);
  assert.equal((await pinrate(['hold', 'kachhua-cargo', '--state', 'BR'])).code, 2, 'a reason is needed');
  assert.equal((await pinrate(['release', '987654'])).code, 1);
});

it('closes a courier for today and moves its parcels', async () => {
  const body = (shipmentId: string) => ({
    shipmentDetails: {
      ...{ shipmentId, serviceTypes: ['PICKUP', 'DELIVERY'], fromPincode: '110001', toPincode: '560001' },
      ...{ weight: 1_200, shipmentType: 'B2C', paymentType: 'PREPAID' },
    },
    assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
  });
  const { partnerId } = (await app.ask('assignment', body('CLI-1'))).json.data.assignment;
  const row = { partnerId, name: 'Vans', limit: 500, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED', status: true };
  await app.send('PUT', '/documents/capacities/12', row);
  const shipment = (await app.ask('assignment', body('CLI-2'))).json.data.assignment;
  assert.equal(shipment.partnerId, partnerId);
  const usesOf = async (): Promise<string> => (await pinrate(['capacity', partnerId])).out;
  assert.match(await usesOf(), new RegExp(`^ *12 +${partnerId} +2 +500$`, 'm'));
  const close = ['close', '12', '--until', '2099-12-05', '--note', 'strike'];
  const name = `Vans of ${partnerId}`;
  assert.equal((await pinrate([...close, '--dry-run'])).out, `${name} would be closed until 2099-12-06 00:00.\n`);
  assert.equal((await pinrate(close)).out, `${name} is closed until 2099-12-06 00:00.\n`);
  assert.match(await usesOf(), /closed until 2099-12-06 00:00$/m);

  const move = ['reassign', partnerId, '--reason', 'CAPACITY'];
  const dry = await pinrate([...move, '--dry-run']);
  assert.deepEqual([dry.code, dry.err], [0, '']);
  assert.match(dry.out, /^2 shipments would be moved, 0 left; \d+\.\d\d before, \d+\.\d\d after\.$/m);
  const moved = await pinrate([...move, '--exclude', 'nobody-else', '--limit', '1']);
  assert.deepEqual([moved.code, moved.err], [1, '1 shipment left\n']);
  assert.match(moved.out, /^CLI-1 +[a-z-]+ +\d+\.\d\d$/m);
  const rest = await pinrate([...move, '--json']);
  const lines = rest.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual([rest.code, lines.map(({ shipmentId = 'summary' }) => shipmentId)], [0, ['CLI-2', 'summary']]);
  assert.equal((await pinrate(move)).out, '0 shipments moved, 0 left.\n');
  assert.equal((await pinrate(['reassign', partnerId])).code, 2, 'a reason is needed');
  assert.equal((await pinrate(['reassign', 'nobody-there', '--reason', 'PRICE'])).code, 1);
  assert.equal((await pinrate(['open', '12'])).out, `${name} is open.\n`);
  assert.match(await usesOf(), new RegExp(`^ *12 +${partnerId} +0 +500$`, 'm'));
  await app.send('DELETE', '/documents/capacities/12');
});

it('confirms, reassigns, cancels and hands over single shipments', async () => {
  const { json } = await app.ask('assignment', {
    shipmentDetails: {
      ...{ shipmentId: 'CLI-ONE', serviceTypes: ['PICKUP', 'DELIVERY'], fromPincode: '110001', toPincode: '560001' },
      ...{ weight: 1_200, shipmentType: 'B2C', paymentType: 'PREPAID' },
    },
    assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
  });
  const { partnerId } = json.data.assignment;
  const shipment = (what: string, ...more: string[]) => pinrate(['shipment', what, 'CLI-ONE', ...more]);
  const confirmed = await shipment('confirm', '--awb', '771', '--at', 'today');
  assert.deepEqual(confirmed, { code: 0, out: `CLI-ONE of ${partnerId} is CONFIRMED.\n`, err: '' });
  const other = await shipment('confirm', '--awb', '772');
  assert.deepEqual([other.code, other.err.split(':')[0]], [1, 'AWB_DIFFERS']);
  const cancelled = await shipment('cancel', '--reason', 'STOCK', '--note', 'sold out');
  assert.equal(cancelled.out, `CLI-ONE of ${partnerId} is CANCELLED.\n`);
  const moved = await shipment('reassign', '--reason', 'AWB_REFUSED', '--caller', 'service:main-system');
  const [, to] = /^CLI-ONE goes to ([\w-]+) for \d+\.\d\d, as attempt 2\.\n$/.exec(moved.out)!;
  assert.notEqual(to, partnerId);
  const stale = await shipment('handover', '--attempt', '1');
  assert.deepEqual([stale.code, stale.err.split(':')[0]], [1, 'ATTEMPT_CHANGED']);
  const back = await shipment('reassign', '--reason', 'PRICE', '--to', partnerId);
  assert.match(back.out, new RegExp(`^CLI-ONE goes to ${partnerId} for [\\d.]+, as attempt 3\\.\n$`));
  const nobody = await shipment('reassign', '--reason', 'OTHER', '--to', 'himbrahma-hills');
  assert.deepEqual([nobody.code, nobody.err], [1, 'nobody gets this shipment\n']);
  assert.match(nobody.out, /; CLI-ONE stays where it is\.\n$/);
  assert.equal((await shipment('handover')).out, `CLI-ONE of ${partnerId} is HANDED_OVER.\n`);
  const { out } = await shipment('history');
  assert.match(out.replaceAll(/\s+/g, ' '), new RegExp(`1 ${partnerId} CANCELLED [\\d.]+ \\S+ \\S+ STOCK: sold out; `));
  assert.match(out, new RegExp(`^2 +${to} +REASSIGNED +[\\d.]+ +\\S+ \\S+ +PRICE$`, 'm'));
  assert.match(out, new RegExp(`^3 +${partnerId} +HANDED_OVER +`, 'm'));
  assert(
    out.split('\n').every(({ length }) => length <= 80),
    out,
  );
  assert.equal((await shipment('cancel')).code, 2, 'a reason is needed');
  assert.equal((await shipment('reassign', '--reason', 'OTHER', '--to', to!, '--strategy', 'FASTEST')).code, 2);
});

it('takes the pincodes of a place group from a list', async () => {
  await app.send('PUT', '/documents/place-groups/RISKY_COD', {
    groupId: 'RISKY_COD',
    name: 'Risky',
    pincodes: ['400001'],
    status: true,
  });
  const pincodesOf = async () => (await app.get('/documents/place-groups/RISKY_COD')).json.data.pincodes;
  await withFolder(async (folder) => {
    const file = join(folder, 'risky.csv');
    await writeFile(file, 'S.No,Pin Code,City\n1,110001,Delhi\n2,110001-110003,Delhi\n3, 560 001,Bengaluru\n');
    const dry = await pinrate(['import', 'group', 'RISKY_COD', file, '--dry-run']);
    assert.deepEqual(dry, { code: 0, out: 'RISKY_COD would have 4 pincodes of its own, 1 before.\n', err: '' });
    assert.deepEqual(await pincodesOf(), ['400001']);
    const made = await pinrate(['import', 'group', 'RISKY_COD', file, '--note', 'list of July']);
    assert.equal(made.out, 'RISKY_COD has 4 pincodes of its own, 1 before.\n');
    assert.deepEqual(await pincodesOf(), ['110001', '110002', '110003', '560001']);
    await writeFile(file, 'pincode\nsee below\n110001\n');
    const remark = await pinrate(['import', 'group', 'RISKY_COD', file, '--dry-run']);
    assert.match(remark.err, /risky\.csv: left out: 1 remark, such as row 2: see below\n$/);
    await writeFile(file, 'pincode\n110001\n999999\n11000\n');
    const wrong = await pinrate(['import', 'group', 'RISKY_COD', file]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /risky\.csv:3: pincode: the node does not know pincode 999999\n/);
    assert.match(wrong.err, /risky\.csv:4: pincode: /);
    await writeFile(file, 'pincode\n110001\n');
    const nowhere = await pinrate(['import', 'group', 'NOWHERE', file]);
    assert.match(nowhere.err, /^DOCUMENT_NOT_FOUND: /);
    assert.equal((await pinrate(['import', 'group', 'RISKY_COD', join(folder, 'none.csv')])).code, 2);
  });
  await app.send('DELETE', '/documents/place-groups/RISKY_COD');
});

it('prices pieces', async () => {
  const { out } = await pinrate([
    'quote',
    '400001',
    '560001',
    '--piece',
    '12kg,40x30x20x2',
    '--piece',
    '8kg',
    '--type',
    'B2B',
  ]);
  assert.match(out, /^gajavahan-freight +\d+\.\d\d /m);
});

it('ends with 1 when nobody carries it, or the partner that was asked for', async () => {
  const args = ['quote', '110001', '560001', '--weight', '1kg', '--cod', '250000'];
  const all = await pinrate(args);
  assert.equal(all.code, 1);
  assert.match(all.out, /^ +6 +The amount to collect exceeds what the partner collects on delivery$/m);
  assert.equal(all.err, 'NO_PARTNERS_AVAILABLE: No partner is available for the requested route\n');
  const one = await pinrate([...args, '--partner', 'dharaline-surface']);
  assert.equal(one.code, 1);
  const [, words = ''] = /^COD_AMOUNT_EXCEEDED +([^]*)/m.exec(one.out) ?? [];
  assert.match(words.replaceAll(/\s+/g, ' '), /collect of INR 250000\.00 exceeds INR 50000\.00, the most that/);
  const unknown = await pinrate(['quote', '110001', '999999', '--weight', '1kg']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /^PINCODE_NOT_FOUND: /);
});

it('lists the services that are not available, and where, in a search as of one partner', async () => {
  const cod = ['quote', '110001', '272001', '--weight', '1kg', '--cod', '500'];
  const sentence = /COD is not available at the delivery 272001/;
  for (const args of [cod, [...cod, '--partner', 'haatwala-ecom']]) {
    const { out } = await pinrate(args);
    assert.match(out.replaceAll(/\s+/g, ' '), sentence);
  }
});

it('prints the pincodes that a partner covers', async () => {
  const { code, out, err } = await pinrate(['coverage', 'himbrahma-hills']);
  const { text } = await app.get('/partners/himbrahma-hills/coverage', MAIN, { accept: 'text/csv' });
  assert.deepEqual([code, err], [0, '']);
  assert(out === text && out.split('\r\n').length > 300);
  const json = await pinrate(['coverage', 'himbrahma-hills', '--json']);
  assert(json.out === (await app.get('/partners/himbrahma-hills/coverage')).text);
});

it('asks as a partner about that partner alone', async () => {
  const { id, secret } = partnerCredential('dharaline-surface');
  const { code, out } = await pinrate(['quote', '110001', '560001', '--weight', '1kg'], {
    id: `partner:${id}`,
    secret,
  });
  assert.equal(code, 0);
  assert.equal(out.trim().split('\n').length, 2);
});

it('is refused with a wrong secret', async () => {
  const { code, err } = await pinrate(['quote', '110001', '560001', '--weight', '1kg'], { ...MAIN, secret: 'wrong' });
  assert.equal(code, 1);
  assert.equal(
    err,
    'AUTHENTICATION_FAILED: the secret of main-system is wrong, or the node knows no service of this id\n'
      + 'reason: SIGNATURE_MISMATCH\n',
  );
});

it('lists partners, zones and versions, and shows who covers a pincode, in 80 columns', async () => {
  const fits = (out: string): boolean => out.split('\n').every(({ length }) => length <= 80);
  const partners = await pinrate(['partners']);
  assert.match(partners.out, /^dharaline-surface +Dharaline Surface \S*.* +ACTIVE +B2B B2C, COD PREPAID$/m);
  assert.match(partners.out, /^thardoot-parcel .*INACTIVE /m);
  const zones = await pinrate(['zones', 'dharaline-surface']);
  assert.match(zones.out, /^ +201 {2}Metro North +active +8 cities +PICKUP DELIVERY/m);
  const pincode = await pinrate(['pincode', '110001']);
  assert.match(pincode.out, /^110001: Delhi, Delhi\nPARTNER +ZONE +BY +OFFERS HERE\n/);
  for (const line of pincode.out.split(/\n(?=\S)/))
    assert.ok((line.match(/\bODA\b/g) ?? []).length < 2, `${line} names a service once`);
  assert.match(pincode.out, /^nagarvega-sameday +Delhi NCR\b.* pincode +PICKUP/m);
  const versions = await pinrate(['versions', 'nabhdoot-air']);
  assert.match(versions.out, /^VERSION +FROM.*\n[0-9a-f]{16} +\d{4}-.* now +1\n$/);
  for (const { code, out, err } of [partners, zones, pincode, versions]) assert(code === 0 && err === '' && fits(out));
  const json = await pinrate(['zones', 'dharaline-surface', '--json']);
  assert.equal((JSON.parse(json.out.split('\n')[0]!) as { id: number }).id, 201);
  const unknown = await pinrate(['pincode', '999999']);
  assert.deepEqual([unknown.code, unknown.err.split(':')[0]], [1, 'PINCODE_NOT_FOUND']);
});

it('names the partners where one is named that there is not, in every command', async () => {
  const inactive = await pinrate(['quote', '110001', '560001', '--weight', '1kg', '--partner', 'thardoot-parcel']);
  assert.deepEqual([inactive.code, inactive.err.split('\n')[1]], [1, 'thardoot-parcel is INACTIVE']);
  for (const args of [
    ['lint', 'acme'],
    ['coverage', 'acme'],
    ['versions', 'acme'],
    ['zones', 'acme'],
    ['diff', 'acme', '1', '2'],
    ['quote', '110001', '560001', '--weight', '1kg', '--partner', 'acme'],
  ]) {
    const { code, err } = await pinrate(args);
    assert.equal(code, 1);
    assert.match(
      err,
      /\nthere is no partner acme: the partners are dakshinpath-courier, .*thardoot-parcel\n$/,
      args[0],
    );
  }
});

it('prices as of a day, for a customer, express, and back', async () => {
  const priced = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await pinrate(['quote', '110001', '560001', '--weight', '1kg', ...args]);
    return code === 0 ? out : err;
  };
  const usual = await priced('--partner', 'haatwala-ecom');
  assert.notEqual(await priced('--partner', 'haatwala-ecom', '--direction', 'rto'), usual);
  assert.match(await priced('--direction', 'REVERSE'), /^haatwala-ecom +\d+\.\d\d/m);
  assert.match(await priced('--express', '--type', 'b2c'), /^dharaline-surface +\d+\.\d\d/m);
  assert.match(await priced('--date', '1999-01-01'), /^VALIDATION_ERROR: .*\nshipDate: /);
  assert.match(await priced('--customer', 'x'.repeat(1_000)), /^VALIDATION_ERROR: .*\ncustomerId: /);
  assert.notEqual(await priced('--partner', 'haatwala-ecom', '--value', '₹40,000'), usual);
});

it('checks the cards of all partners and the policies without the id of one', async () => {
  const { code, out } = await pinrate(['lint']);
  assert.deepEqual([code, out.match(/^([a-z]+-[a-z]+|policies)$/gm)!.length], [0, 11], out);
  const lines = (await pinrate(['lint', '--json'])).out.trim().split('\n');
  assert.equal(lines.length, 11);
});

describe('without a profile', () => {
  const quote = async (env: Record<string, string>, demoUrl: string | undefined) => {
    const written = { out: '', err: '' };
    const code = await runCli(['quote', '110001', '560001', '--weight', '1kg'], {
      env,
      homeFolder: '/nowhere',
      ...(demoUrl !== undefined && { demoUrl }),
      out: { write: (text) => (written.out += text) },
      err: { write: (text) => (written.err += text) },
    });
    return { code, ...written };
  };

  it('asks the demo of this machine, and says so', async () => {
    const { code, out, err } = await quote({}, app.app.url);
    assert.equal(code, 0);
    assert.match(out, /^PARTNER /);
    assert.equal(
      err,
      `no profile: this asks the demo at ${app.app.url} as main-system, with the secret that everybody knows\n`,
    );
  });

  it('asks nobody in production, where no demo is, and where a node is named', async () => {
    for (const [env, demoUrl] of [
      [{ NODE_ENV: 'production' }, app.app.url],
      [{}, undefined],
      [{}, 'http://127.0.0.1:9'],
      [{ PINRATE_URL: app.app.url }, app.app.url],
    ] as [Record<string, string>, string | undefined][]) {
      const { code, out, err } = await quote(env, demoUrl);
      assert.deepEqual([code, out], [2, '']);
      assert.doesNotMatch(err, /this asks/);
    }
    assert.match((await quote({}, undefined)).err, /npm start has the demo: .*127\.0\.0\.1:8080/);
  });
});

it('adds a credential whose secret works, rotates it, lists it and revokes it', async () => {
  const added = await pinrate(['credentials', 'add', 'service', 'till', '--tier', 'TIER_1', '--scopes', 'quote,read']);
  assert.deepEqual(
    [added.code, added.err],
    [0, 'The secret of service till. It is shown this once.\nIt may ask for prices and couriers, and read all data.\n'],
  );
  assert.match(added.out, /^[A-Za-z0-9_-]{43}\n$/);
  const statusOf = async (secret: string) =>
    (await app.get('/zones?limit=1', { kind: 'service', id: 'till', secret: secret.trim() })).status;
  const rotated = await pinrate(['credentials', 'rotate', 'service', 'till', '--overlap', '3600']);
  assert.equal(rotated.code, 0, rotated.err);
  const wishes = ['--tier', 'TIER_1', '--scopes', 'quote,read,write'];
  const key = 'partner/dharaline-surface';
  const former = (await app.store.get('credentials', key))!;
  await app.store.write([{ kind: 'delete', collection: 'credentials', key }]);
  const ofPartner = await pinrate(['credentials', 'add', 'partner', 'dharaline-surface', ...wishes]);
  await app.store.write([{ kind: 'put', collection: 'credentials', document: former }]);
  assert.match(
    ofPartner.err,
    /^It may ask for prices and couriers, read its own data, and change its own zones, discounts and charges\.$/m,
  );
  assert.deepEqual([await statusOf(added.out), await statusOf(rotated.out)], [200, 200]);
  const again = await pinrate(['credentials', 'rotate', 'service', 'till']);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.err, /^ROTATION_RUNNING: /);
  const list = await pinrate(['credentials', 'list']);
  assert.match(list.out, /^service till +ACTIVE +TIER_1 +quote read +1 until /m);
  for (const { out } of [added, rotated]) assert(!list.out.includes(out.trim()));
  const revoked = await pinrate(['credentials', 'revoke', 'service', 'till']);
  assert.deepEqual([revoked.code, revoked.out], [0, 'service till is revoked.\n']);
  assert.deepEqual([await statusOf(added.out), await statusOf(rotated.out)], [401, 401]);
  const last = await pinrate(['credentials', 'revoke', 'service', 'nobody']);
  assert.equal(last.code, 1);
  assert.match(last.err, /^DOCUMENT_NOT_FOUND: /);
});

it('asks for a price again by its token, as it was and as it is', async () => {
  const question = {
    partnerId: 'dharaline-surface',
    pickupPincode: '110001',
    deliveryPincode: '560001',
    weight: 1_200,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    serviceRequirements: ['PICKUP', 'DELIVERY'],
    includeQuoteToken: true,
  };
  const { quoteToken, charges } = (await app.ask('charges', question)).json.data;
  const [row] = (await app.get('/documents/surcharges?partnerId=dharaline-surface&limit=1')).json.data;
  const dearer = await app.send('PUT', '/documents/surcharges/900001', {
    partnerId: 'dharaline-surface',
    code: 'GREEN',
    label: 'Green levy',
    basis: 'FLAT',
    value: 10,
    order: 700,
    taxable: false,
    status: true,
  });
  assert.equal(dearer.status, 201, `${dearer.text} next to ${JSON.stringify(row)}`);
  const then = await pinrate(['replay', quoteToken]);
  assert.deepEqual([then.code, then.err], [0, '']);
  assert.match(then.out, /^dharaline-surface, priced as of \d{4}-\d\d-\d\d \d\d:\d\d IST\n/);
  assert.match(then.out, new RegExp(`^${charges.totalAmount.toFixed(2)} +█+ +Total with tax, INR$`, 'm'));
  const now = await pinrate(['replay', quoteToken, '--as', 'now']);
  assert.match(now.out, /^totalAmount +\+10\.00$/m);
  const altered = await pinrate(['replay', `${quoteToken}A`]);
  assert.deepEqual([altered.code, altered.out], [1, '']);
  assert.match(altered.err, /^QUOTE_TOKEN_INVALID: /);
  assert.equal((await pinrate(['replay', quoteToken, '--as', 'ever'])).code, 2);
});

it('shows what two versions of a card differ in', async () => {
  const { data } = (await app.get('/partners/dharaline-surface/card-versions')).json;
  const [present, former] = (data as { rateCardVersion: string }[]).map(({ rateCardVersion }) => rateCardVersion);
  const { code, out, err } = await pinrate(['diff', 'dharaline-surface', former!, present!]);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^surcharges\/900001 /m);
  const change = Number((await app.get('/changes?limit=1')).json.data[0].id);
  const byChanges = await pinrate(['diff', 'dharaline-surface', String(change - 1), String(change)]);
  assert.deepEqual([byChanges.code, byChanges.out], [0, out]);
  const tooOld = await pinrate(['diff', 'dharaline-surface', '0', '1']);
  assert.deepEqual([tooOld.code, tooOld.out], [1, '']);
  assert.match(tooOld.err, /at change 0: pinrate versions dharaline-surface lists them\n$/);
  const toCome = await pinrate(['diff', 'dharaline-surface', String(change), String(change + 600)]);
  assert.deepEqual([toCome.code, toCome.out], [1, '']);
  assert.match(toCome.err, /^CHANGE_NOT_FOUND: /);
  assert.equal((await pinrate(['diff', 'dharaline-surface', 'latest', '1'])).code, 2);
  const json = await pinrate(['--json', 'diff', 'dharaline-surface', former!, present!]);
  assert.deepEqual(
    (JSON.parse(json.out) as { differences: { key: number; before: unknown }[] }).differences.map(
      ({ key, before: was }) => [key, was],
    ),
    [[900_001, null]],
  );
  assert.equal((await pinrate(['diff', 'dharaline-surface', present!, present!])).out, 'The documents are the same.\n');
  const holiday = { date: '2026-08-15', kind: 'NO_PICKUP', name: 'A day' };
  assert.equal((await app.send('PUT', '/documents/holidays/900001', holiday)).status, 201);
  const [newest] = (await app.get('/partners/dharaline-surface/card-versions')).json.data;
  const general = await pinrate(['diff', 'dharaline-surface', present!, newest.rateCardVersion]);
  assert.match(
    general.out,
    /^The documents of the partner are the same\.\nThe versions differ in rows without a partner/,
  );
  const unknown = await pinrate(['diff', 'dharaline-surface', '0123456789abcdef', present!]);
  assert.deepEqual([unknown.code, unknown.out], [1, '']);
  assert.match(unknown.err, /^CARD_VERSION_NOT_FOUND: /);
});

it('says who would get a parcel, and why, by a policy that is not stored', async () => {
  const plain = await pinrate(['allocate', '110001', '560001', '--weight', '1.2kg']);
  assert.match(plain.out, /^[\w-]+: the best by BEST_MATCH; .+\.\n$/);
  const [chosen] = plain.out.split(':');
  const policy = {
    ...{ policyId: 'house', name: 'House', priority: 1, status: true },
    rules: [{ ruleId: 'not-it', label: 'Not it', when: {}, exclude: { partners: [chosen] }, status: true }],
  };
  await withFolder(async (folder) => {
    const path = join(folder, 'house.json');
    await writeFile(path, JSON.stringify(policy));
    const { code, out } = await pinrate([
      'allocate',
      '110001',
      '560001',
      '--weight',
      '1.2kg',
      '--policy',
      path,
      '--explain',
    ]);
    assert.equal(code, 0, out);
    assert.match(out, /^RULE OF house +RESULT/m);
    assert.match(out, /^not-it +ACTED$/m);
    assert.match(out, new RegExp(`^${chosen} +EXCLUDED .* not-it$`, 'm'));
    const [, ...tables] = out.split('\n');
    assert(
      tables.every(({ length }) => length <= 80),
      out,
    );
  });
  const allocate = (...more: string[]) => pinrate(['allocate', '110001', '560001', '--weight', '1.2kg', ...more]);
  await withFolder(async (folder) => {
    const rates = { returnHandling: 25, valueLossPercent: 5, annualRatePercent: 18, lateCost: 30 };
    await app.send('PUT', '/documents/landed-terms/1', { id: 1, taxCredit: 'FULL', ...rates, status: true });
    const path = join(folder, 'landed.json');
    await writeFile(path, JSON.stringify({ ...policy, rank: { cost: 'LANDED' } }));
    const { out } = await allocate('--cod', '900', '--policy', path, '--explain');
    assert.match(out, /the best by landed cost \(BEST_MATCH\)/);
    assert.match(
      out.replace(/\s+/g, ' '),
      /score [\d.]+; landed [\d.]+ \(price [\d.]+, return [\d.]+, cash [\d.]+, late [\d.]+\)/,
    );
    await app.send('DELETE', '/documents/landed-terms/1');
  });
  const fast = await allocate('--policy', 'NONE', '--strategy', 'FASTEST', '--urgency', 'EXPRESS', '--json');
  const { data } = JSON.parse(fast.out) as { data: { policyId: null; strategy: string } };
  assert.deepEqual([data.policyId, data.strategy], [null, 'FASTEST']);
  const attributes = { brand: ['2'], size: { from: 2, to: 3 }, fragile: [true] };
  const only = { ruleId: 'fits', label: 'Fits', when: { attributes }, exclude: { partners: [chosen] }, status: true };
  await withFolder(async (folder) => {
    const path = join(folder, 'fits.json');
    await writeFile(path, JSON.stringify({ ...policy, rules: [only] }));
    const given = ['--attribute', 'brand="2"', '--attribute', 'size=2', '--attribute', 'fragile=true'];
    assert.match((await allocate('--policy', path, '--explain', ...given)).out, /^fits +ACTED$/m);
    assert.match(
      (await allocate('--policy', path, '--explain', ...given.slice(2))).out,
      /^fits +NO +it has no brand$/m,
    );
  });
  assert.equal((await allocate('--attribute', 'brand')).code, 2);
  assert.equal((await allocate('--strategy', 'BEST')).code, 2);
  const unknown = await pinrate(['allocate', '110001', '560001', '--weight', '1.2kg', '--policy', 'nobody']);
  assert.deepEqual([unknown.code, unknown.err.split(':')[0]], [1, 'POLICY_NOT_FOUND']);
  const missing = await pinrate(['allocate', '110001', '560001', '--weight', '1.2kg', '--policy', 'missing.json']);
  assert.deepEqual([missing.code, missing.err.includes('missing.json')], [2, true]);
});
