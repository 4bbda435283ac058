/**
 * docs/fields.md is made from the schemas; docs/data.md says what the import does; docs/example-data imports and costs
 * what it should.
 */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EXAMPLES } from '../../data/data-page/examples.js';
import type { Schema } from '../../data/data-page/fields.js';
import { fieldsOfCollection, fieldsPage } from '../../data/data-page/page.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { COLLECTIONS, DATASET_COLLECTIONS, type Credential } from '../../src/model/documents.js';
import { formatDatasetErrors, readDataset, type AllDocuments } from '../../src/store/dataset/dataset.js';
import { PATTERN_PHRASES } from '../../src/model/schema-faults.js';
import { lint } from '../unit/analysis/lint/linted.js';
import { withFolder, writeDataset } from '../store/fixtures.js';
import { TestApp } from '../support/app.js';
import { onlyInAll } from '../support/depth.js';
import { isPublicSecret } from '../../src/store/secrets.js';
import { blockWith } from './markdown.js';
import { REFUSALS } from './refusals.js';

const EXAMPLE_DATA = join(PACKAGE_ROOT, 'docs', 'example-data');
const GEOGRAPHY = join(PACKAGE_ROOT, 'data', 'geography');

describe('docs/fields.md', () => {
  it('is what `npm run docs:data` makes', async () => {
    const page = await readFile(join(PACKAGE_ROOT, 'docs', 'fields.md'), 'utf8');
    assert.ok(page === fieldsPage(), 'run `npm run docs:data`');
  });

  it('has every collection of a dataset, and no other', () => {
    const headings = [...fieldsPage().matchAll(/^## (.+)$/gm)].map(([, name]) => name!);
    assert.deepEqual([...headings].sort(), [...DATASET_COLLECTIONS, 'States'].sort());
  });

  for (const collection of DATASET_COLLECTIONS) {
    it(`has every field of ${collection}, each with a meaning`, () => {
      const fields = fieldsOfCollection(collection);
      assert.deepEqual(
        fields.map(({ path }) => path),
        pathsIn(COLLECTIONS[collection] as unknown as Schema),
      );
      for (const { path, meaning, isRequired, ifAbsent, example } of fields) {
        assert.match(meaning, /^\S.*\.$/, `${path} has a sentence`);
        assert.equal(ifAbsent === null, isRequired, `${path} says what counts without it exactly when it is optional`);
        // datasets never have it
        if (path !== 'secrets[].ciphertext') assert.notEqual(example, undefined, `${path} has an example`);
      }
    });
  }

  it('has example lines that together are a dataset', () =>
    withFolder(async (folder) => {
      const lines = [...fieldsPage().matchAll(/^```json\n(.+)\n```$/gm)].map(
        ([, line]) => JSON.parse(line!) as unknown,
      );
      assert.equal(lines.length, DATASET_COLLECTIONS.length);
      const asText = (all: unknown[]): string[] => all.map((line) => JSON.stringify(line)).sort();
      assert.deepEqual(asText(lines), asText(Object.values(EXAMPLES)));
      const documents = Object.fromEntries(Object.entries(EXAMPLES).map(([name, document]) => [name, [document]]));
      await writeDataset(folder, documents as unknown as AllDocuments);
      const read = await readDataset(folder, { geographyFolder: GEOGRAPHY });
      assert.ok(read.ok, read.ok ? '' : formatDatasetErrors(read));
      // one row prices one lane
      const codes = (await lint(read.documents)).findings.map(({ code }) => code);
      assert.deepEqual(new Set(codes), new Set(['RATE_GAP', 'ZONE_UNPRICED']));
    }));

  it('has words for the pattern of every field', () => {
    const found = JSON.stringify(COLLECTIONS).matchAll(/"pattern":("[^"]*")/g);
    const patterns = [...found].map(([, text]) => JSON.parse(text!) as string);
    assert.ok(patterns.length > 0);
    for (const pattern of patterns) assert.ok(pattern in PATTERN_PHRASES, pattern);
  });
});

describe('docs/data.md', () => {
  it('shows the errors of the import', () => {
    const shown = blockWith('docs/data.md', 'text', REFUSALS[0]!.error);
    assert.equal(shown, REFUSALS.map(({ error }) => `${error}\n`).join(''));
  });

  for (const { file, line, from, to, error } of REFUSALS) {
    it(`shows an error of the import: ${error}`, { skip: onlyInAll }, () =>
      withFolder(async (folder) => {
        await cp(EXAMPLE_DATA, folder, { recursive: true });
        const path = join(folder, file);
        const lines = (await readFile(path, 'utf8')).split('\n');
        assert.ok(lines[line - 1]!.includes(from));
        lines[line - 1] = lines[line - 1]!.replace(from, to);
        await writeFile(path, lines.join('\n'));
        const read = await readDataset(folder, { geographyFolder: GEOGRAPHY });
        assert.ok(!read.ok);
        assert.equal(formatDatasetErrors(read), `The dataset is refused: 1 error.\n${error}`);
      }),
    );
  }
});

/** Independent of the page's code: every path of named members, through lists and nullable objects. */
function pathsIn(schema: Schema, parent = ''): string[] {
  const object = schema.anyOf?.find(({ properties, items }) => (properties ?? items) !== undefined) ?? schema;
  if (object.items !== undefined) return pathsIn(object.items, `${parent}[]`);
  const paths: string[] = [];
  for (const [name, member] of Object.entries(object.properties ?? {})) {
    const path = parent === '' ? name : `${parent}.${name}`;
    paths.push(path, ...pathsIn(member, path));
  }
  return paths;
}

interface Quote {
  data: { available?: boolean; charges: Record<string, number> };
}

describe('docs/example-data', () => {
  let app: TestApp;
  let credential: Credential;
  const quote = async (body: object): Promise<Record<string, number>> => {
    const caller = { kind: credential.kind, id: credential.id, secret: credential.secrets[0]!.secret! };
    const { status, json } = await app.ask(
      'charges',
      {
        partnerId: 'my-courier',
        shipmentType: 'B2C',
        serviceRequirements: ['PICKUP', 'DELIVERY'],
        ...body,
      },
      caller,
    );
    assert.equal(status, 200);
    return (json as Quote).data.charges;
  };

  before(async () => {
    const read = await readDataset(EXAMPLE_DATA, { geographyFolder: GEOGRAPHY });
    assert.ok(read.ok, read.ok ? '' : formatDatasetErrors(read));
    // the way back, of which the page says that it has no rate
    assert.deepEqual(
      (await lint(read.documents)).findings.map(({ code, documents }) => [code, ...documents]),
      [
        ['RATE_GAP', 'zones/90002', 'zones/90001'],
        ['RATE_GAP', 'zones/90002'],
      ],
    );
    credential = read.documents.credentials[0]!;
    app = await TestApp.start(read.documents as never);
  });
  after(() => app?.close());

  it('asks users to change its secret, which production refuses', () => {
    const secret = credential.secrets[0]!.secret!;
    assert.match(secret, /^change-me/);
    assert.equal(isPublicSecret(secret), true);
  });

  // 1,200 g: 55 + 2 x 45 = 145.00. Fuel 10 % = 14.50. COD: 2 % of 2,499.50 = 49.99, above 40. Together 209.49.
  // Pickup in the courier's own state: 9 % of 209.49 = 18.8541, so 18.85 twice = 37.70. In all 247.19.
  it('prices COD from Pune to Bengaluru', async () => {
    const charges = await quote({
      pickupPincode: '411001',
      deliveryPincode: '560001',
      weight: 1200,
      paymentType: 'COD',
      declaredValue: 2499.5,
    });
    assert.deepEqual(
      ['weightCharge', 'fscCharge', 'codCharge', 'subtotal', 'gstAmount', 'totalAmount'].map((name) => charges[name]),
      [145, 14.5, 49.99, 209.49, 37.7, 247.19],
    );
  });

  // 500 g: 35.00. Fuel 3.50. Together 38.50. 9 % = 3.465, rounded half up 3.47, twice = 6.94. In all 45.44.
  it('prices 500 g within Pune, to half a paisa', async () => {
    const charges = await quote({
      pickupPincode: '411001',
      deliveryPincode: '411014',
      weight: 500,
      paymentType: 'PREPAID',
    });
    assert.equal(charges.totalAmount, 45.44);
  });

  // 5,000 g: 55 + 9 x 45 = 460.00. Fuel 46.00. Together 506.00. 9 % = 45.54, twice = 91.08. In all 597.08.
  // 5,001 g: 460 + 1 x 70 = 530.00. Fuel 53.00. Together 583.00. 9 % = 52.47, twice = 104.94. In all 687.94.
  it('uses the row above 5 kg from the first gram', async () => {
    const toMumbai = { pickupPincode: '411001', deliveryPincode: '400001', paymentType: 'PREPAID' };
    assert.equal((await quote({ ...toMumbai, weight: 5000 })).totalAmount, 597.08);
    assert.equal((await quote({ ...toMumbai, weight: 5001 })).totalAmount, 687.94);
  });

  it('has no rate for the way back, and answers NO_RATE', async () => {
    const { json } = await app.ask(
      'charges',
      {
        partnerId: 'my-courier',
        pickupPincode: '560001',
        deliveryPincode: '411001',
        weight: 500,
        shipmentType: 'B2C',
        paymentType: 'PREPAID',
      },
      { kind: credential.kind, id: credential.id, secret: credential.secrets[0]!.secret! },
    );
    assert.match(JSON.stringify(json), /NO_RATE/);
  });
});
