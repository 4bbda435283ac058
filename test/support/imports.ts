/** `pinrate import` against a node of this process, and what it leaves there. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/run.js';
import { MAIN, type TestApp } from './app.js';

export interface Printed {
  code: number;
  out: string;
  err: string;
}

export async function pinrate(app: TestApp, ...args: string[]): Promise<Printed> {
  const written = { out: '', err: '' };
  app.clock.nowMs = Date.now();
  const code = await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

/** Imports a sheet of this text with this map; '' for no map. Paths in what is printed are without their folder. */
export async function importedText(app: TestApp, kind: string, text: string, map: string, ...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-import-'));
  try {
    await writeFile(join(folder, 'sheet.csv'), text);
    await writeFile(join(folder, 'map.yaml'), map);
    const withMap = map === '' ? [] : ['--map', join(folder, 'map.yaml')];
    const { code, out, err } = await pinrate(app, 'import', kind, join(folder, 'sheet.csv'), ...withMap, ...options);
    return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Applies lines as `pinrate apply` does. */
export async function applied(app: TestApp, lines: readonly object[]): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-import-'));
  try {
    await writeFile(join(folder, 'lines.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
    return await pinrate(app, 'apply', join(folder, 'lines.ndjson'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function rowsOf<D = Record<string, unknown>>(app: TestApp, collection: string, partnerId: string) {
  const path = `/documents/${collection}${partnerId === '' ? '' : `?partnerId=${partnerId}`}`;
  const { text } = await app.get(path, MAIN, { accept: 'application/x-ndjson' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as D);
}

/** A courier that carries anything, whose zones are these pincodes; ids of zones by name. */
export async function newCourier(
  app: TestApp,
  partnerId: string,
  zones: Readonly<Record<string, readonly string[]>>,
  members: object = {},
): Promise<Record<string, number>> {
  const { json } = await app.get('/documents/partners/dharaline-surface');
  const like = (json as { data: { limits: object } }).data;
  const taken = (await rowsOf<{ id: number }>(app, 'zones', '')).map(({ id }) => id);
  const ids = Object.fromEntries(Object.keys(zones).map((name, at) => [name, Math.max(...taken) + 1 + at]));
  const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
    serviceTypeId,
    isAvailable: true,
    baseCharge: 0,
  }));
  const partner = {
    ...like,
    partnerId,
    paymentTypes: ['COD', 'PREPAID'],
    shipmentTypes: ['B2C', 'B2B'],
    limits: { ...like.limits, maxWeight: 1_000_000 },
    transit: [{ distanceFrom: 0, distanceTo: 20_000, hours: 48 }],
    ...members,
  };
  const { code, err } = await applied(app, [
    { collection: 'partners', document: partner },
    ...Object.entries(ids).map(([name, id]) => ({
      collection: 'zones',
      document: {
        ...{ id, partnerId, name, description: '', status: true, attributes: [], services },
        geographical: { states: [], cities: [], areas: [] },
      },
    })),
    ...Object.entries(zones).flatMap(([name, pincodes]) =>
      pincodes.map((pincode) => ({ collection: 'zone-pincodes', document: { partnerId, zoneId: ids[name], pincode } })),
    ),
  ]);
  if (code !== 0) throw new Error(err);
  return ids;
}

export interface ParcelOf {
  partnerId: string;
  from: string;
  to: string;
  /** Grams. */
  weight: number;
}

/** The charge for the weight, in Rupees, of a B2C PREPAID parcel; the reasons if it is not carried. */
export async function weightCharge(app: TestApp, { partnerId, from, to, weight }: ParcelOf): Promise<unknown> {
  app.clock.nowMs = Date.now();
  const asked = { partnerId, pickupPincode: from, deliveryPincode: to, paymentType: 'PREPAID', shipmentType: 'B2C' };
  // a piece has at most 50 kg
  const pieces = Array.from({ length: 4 }, () => ({ count: 1, weight: weight / 4 }));
  const { json } = await app.ask('charges', { ...asked, ...(weight > 50_000 ? { pieces } : { weight }) });
  const { data } = json as { data?: { available: boolean; charges: { weightCharge: number }; coverage: Reasons } };
  return data?.available === true
    ? data.charges.weightCharge
    : (data?.coverage.reasons?.map(({ code }) => code) ?? json);
}

interface Reasons {
  reasons?: { code: string }[];
}
