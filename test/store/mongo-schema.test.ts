// Only in npm run test:all.
/** The validators for MongoDB: they accept whatever the schemas accept, and refuse clearly invalid documents. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Db, type Document, MongoBulkWriteError, MongoClient, MongoServerError } from 'mongodb';
import fc from '../support/fast-check.js';
import { entriesKeyOf } from '../../src/model/history.js';
import { COLLECTION_NAMES, type CollectionName } from '../../src/model/documents.js';
import { storedOf } from '../../src/store/mongo/documents.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { keyOf } from '../../src/model/change.js';
import { documentFaults } from '../../src/model/rules/document-rules.js';
import { schemaFaults } from '../../src/model/rules/stored-schema.js';
import { seedOf } from '../support/depth.js';
import { keywordBreaks } from '../support/keyword-breaks.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { fixtureAssignment, fixtureChange, fixtureDocuments, fixtureIdempotencyRecord } from './fixtures.js';

const FAILED_VALIDATION = 121;
const SEED = seedOf(20_260_311);
const CHANGES = 60;

/** Documents of every collection; each optional field is used somewhere. */
function samples(): { [C in CollectionName]: Document[] } {
  const documents = fixtureDocuments();
  documents.assignments.push(fixtureAssignment('sample'));
  documents.zones[0]!.operationalDetails = {
    operatingHours: { monday: '9–18', 'a\nb': '€' },
    capacity: { maxDailyShipments: 5 },
    specialHandling: ['fragile'],
  };
  documents.zones[1]!.services[0]!.additionalInfo = { cutoffTime: '16:00', restrictions: ['none'], maxWeight: 0.5 };
  documents.discounts[0] = {
    ...documents.discounts[0]!,
    description: 'फूल'.repeat(600),
    validFrom: '2025-01-01t00:00:00.123456z',
    validTo: null,
  };
  return {
    ...documents,
    'idempotency-keys': [fixtureIdempotencyRecord('sample', '2025-01-01T00:00:00+05:30')],
    'decisions': [
      { key: 'service:main-system/SHIP-1/1', decision: '{}', expiresAt: null },
      { key: 'service:main-system/SHIP-2/1', decision: '{}', expiresAt: '2025-01-01T00:00:00Z' },
    ],
    'counters': [{ key: 'capacity/1/20000', values: [3], expiresAt: '2025-01-01T00:00:00Z' }],
    'outcomes': [
      {
        key: 'awb:swift-air/7712345678',
        partnerId: 'swift-air',
        awb: '7712345678',
        pickupPincode: '110001',
        deliveryPincode: '560001',
        paymentType: 'COD',
        weight: 500,
        pickedUpAt: '2025-01-01T00:00:00+05:30',
        promisedAt: '2025-01-04T00:00:00Z',
        firstAttemptAt: '2025-01-03T00:00:00Z',
        attempts: 2,
        rtoAt: '2025-01-09T00:00:00Z',
        status: 'RTO',
        billedGrams: 1_000,
        expiresAt: '2025-03-10T00:00:00Z',
      },
    ],
    'outcome-sums': [{ key: '20090/swift-air/56', rows: '560001C,1,0,1,0,1,0,1,1,0,1' }],
    'outcome-partners': [{ partnerId: 'swift-air', lastLineAt: '2025-01-10T00:00:00Z' }],
    'outcome-parts': [{ key: '0f/0', ops: '[]', expiresAt: '2025-01-11T00:00:00Z' }],
    'outcome-state': [
      { id: 'outcomes', revision: 3, pending: null },
      { id: 'outcomes', revision: 4, pending: { id: '0f', parts: 3, done: 1 } },
    ],
    'changes': [fixtureChange()],
    'change-entries': [{ id: entriesKeyOf(1, 0), entries: '[]' }],
    'keys': [{ id: 'quote-tokens', ciphertext: 'v1.c2VhbGVk.a2V5' }],
  };
}

/** Values at the limits of the schemas. */
const values = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -0,
    1,
    -1,
    0.5,
    1e-9,
    1e21,
    Number.MAX_SAFE_INTEGER,
    2 ** 31,
    2 ** 53,
    1_000_000,
    10_000_000,
    90,
    -90.001,
    true,
    false,
    [],
    {},
  ),
  fc.constantFrom(
    '110001',
    '110001\n',
    '2025-02-29T00:00:00Z',
    '2024-02-29T23:59:60Z',
    '2025-01-01T00:00:00Z',
    '2025-01-01T00:00:00Z[Asia/Kolkata]',
    'x'.repeat(200),
    'x'.repeat(201),
    '😀'.repeat(200),
    'ACTIVE',
    'HILL',
    'flat',
    '16:00',
    '24:00',
  ),
  fc.array(fc.constantFrom(1, 2.5, 'COD', null), { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('a', 'CORPORATE', 'lower', 'line\nfeed', '\u2028', '$x', 'a.b', '__proto__'),
    fc.constantFrom<unknown>(1, 'text', -1, null),
    { maxKeys: 3 },
  ),
);

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

/** The document with a value set or removed at a path below the top. */
function changed(document: Document, path: readonly string[], value: unknown, name: string | undefined): Document {
  const copy: Document = structuredClone(document);
  let parent: Document = copy;
  for (const step of path.slice(0, -1)) parent = parent[step] as Document;
  const last = path.at(-1)!;
  if (name !== undefined && !Array.isArray(parent)) parent[name] = value;
  else if (value === undefined && !Array.isArray(parent)) delete parent[last];
  else (parent as Document)[last] = value ?? null;
  return copy;
}

/** Whether a document that its schema accepts is valid; it may be so strange that its rules cannot judge it. */
function isSound(collection: CollectionName, document: Document): boolean {
  return documentFaults(collection, document as never).length === 0;
}

describeWithMongo('the validators of MongoDB', (uri) => {
  let client: MongoClient;
  let db: Db;
  before(async () => {
    const database = freshDatabase();
    await (await openMongoStore({ uri, database, report: assert.ifError })).close();
    client = await new MongoClient(uri).connect();
    db = client.db(database);
  });
  after(() => client.close());

  /** Whether MongoDB accepts it. */
  async function isTaken(collection: CollectionName, document: Document): Promise<boolean> {
    try {
      await db.collection(collection).insertOne({ ...document });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === FAILED_VALIDATION) return false;
      throw error;
    } finally {
      await db.collection(collection).deleteMany({});
    }
    return true;
  }

  it('accept every sample, with the fields that only the store sees', async () => {
    for (const collection of COLLECTION_NAMES) {
      for (const sample of samples()[collection]) {
        assert.deepEqual(schemaFaults(collection, sample), [], collection);
        const stored = storedOf(collection, sample as never);
        assert.ok(
          await isTaken(collection, { _id: keyOf(collection, sample as never), ...stored }),
          `${collection}: ${JSON.stringify(stored)}`,
        );
      }
    }
  });

  for (const collection of COLLECTION_NAMES) {
    it(`accept every valid document of ${collection} (seed ${SEED})`, async () => {
      const sample = fc.constantFrom(...samples()[collection]).chain((document) =>
        fc.record({
          document: fc.constant(document),
          path: fc.constantFrom(...pathsOf(document).filter((path) => path.length > 0)),
          value: fc.option(values, { nil: undefined }),
          name: fc.option(fc.constantFrom('extra', '_id2', '$x', 'CORPORATE'), { nil: undefined, freq: 6 }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(sample, async ({ document, path, value, name }) => {
          const candidate = changed(document, path, value, name);
          if (schemaFaults(collection, candidate).length === 0 && isSound(collection, candidate))
            assert.ok(await isTaken(collection, candidate), JSON.stringify(candidate));
        }),
        { seed: SEED, numRuns: CHANGES },
      );
    });

    it(`refuse a document of ${collection} with a field that is missing, unknown, or of another type`, async () => {
      const [sample] = samples()[collection];
      for (const [field, value] of Object.entries(sample!)) {
        const without = Object.fromEntries(Object.entries(sample!).filter(([name]) => name !== field));
        if (schemaFaults(collection, without).length > 0)
          assert.equal(await isTaken(collection, without), false, `without ${field}`);
        const other = typeof value === 'object' && value !== null ? 'text' : {};
        assert.equal(
          await isTaken(collection, { ...sample, [field]: other }),
          false,
          `${field}: ${JSON.stringify(other)}`,
        );
      }
      assert.equal(await isTaken(collection, { ...sample, nickname: 'x' }), false);
    });
  }

  it('refuse what breaks a keyword that MongoDB has words for, and nothing else', async () => {
    for (const { collection, keyword, field, document, hasCounterpart } of keywordBreaks()) {
      const stored = storedOf(collection, document as never);
      assert.equal(await isTaken(collection, stored), !hasCounterpart, `${keyword} of ${collection}.${field}`);
    }
  });

  /** Fields of rates, the decimals that each may have, and its greatest value. */
  const DECIMALS: [CollectionName, string, number, number, Document?][] = [
    ['packages', 'baseCharge', 2, 10_000_000],
    ['packages', 'addonCharge', 6, 100],
    ['partners', 'limits.maxCodAmount', 2, 10_000_000],
    ['partners', 'limits.maxDeclaredValue', 2, 100_000_000],
    ['partners', 'performance.avgMonthlyRevenue', 2, 1e12],
    ['zones', 'services.0.baseCharge', 2, 10_000_000],
    ['zones', 'services.0.customCharges.CORPORATE', 2, 10_000_000],
    ['distance-charges', 'charge', 2, 10_000_000, { chargeType: 'flat' }],
    ['distance-charges', 'charge', 4, 1_000, { chargeType: 'percentage' }],
    ['customer-charges', 'value', 2, 10_000_000, { chargeType: 'flat' }],
    ['customer-charges', 'value', 4, 1_000, { chargeType: 'percentage' }],
    ['customer-charges', 'maxKg', 3, 1_000_000, { minKg: 0 }],
    ['customer-charges', 'minKg', 3, 999_999, { maxKg: 1_000_000 }],
    ['discounts', 'discountValue', 2, 10_000, { discountType: 'flat' }],
    ['discounts', 'discountValue', 4, 100, { discountType: 'percentage' }],
    ['discounts', 'toWeight', 3, 1_000_000, { fromWeight: 0 }],
    ['discounts', 'fromWeight', 3, 999_999, { toWeight: 1_000_000 }],
    ['surcharges', 'value', 4, 1_000],
    ['surcharges', 'value', 4, 10_000, { basis: 'PER_KG', of: null, above: null }],
    ['surcharges', 'value', 4, 1_000_000, { basis: 'FLAT', of: null, above: null }],
    ['surcharges', 'above', 2, 1_000_000],
    ['surcharges', 'min', 2, 1_000_000, { max: null }],
    ['surcharges', 'max', 2, 1_000_000, { min: 0 }],
    ['surcharges', 'when.kgTo', 3, 1_000_000],
    ['surcharges', 'when.valueTo', 2, 100_000_000],
    ['surcharges', 'when.piece.kgFrom', 3, 1_000_000],
    ['rto-terms', 'percent', 4, 1_000],
    ['road-distances', 'factor', 4, 5],
  ];
  for (const [collection, field, decimals, most, fields] of DECIMALS) {
    it(`accept every ${field} of ${collection} with ${decimals} decimals and refuse one more (seed ${SEED})`, async () => {
      const scale = 10 ** decimals;
      // the bounds of a rate are those of its type, which the document's rules know
      const numbers = fc.sample(
        fc.oneof(fc.integer({ min: 1, max: most * scale }), fc.integer({ min: 1, max: 100_000 })),
        { seed: SEED, numRuns: 1_000 },
      );
      const documentsWith = (values: readonly number[]): Document[] =>
        values.map((value, n) => {
          const [sample] = samples()[collection];
          if (collection === 'zones') sample!.services[0].customCharges = { CORPORATE: 1 };
          const document: Document = changed({ ...sample, ...fields }, field.split('.'), value, undefined);
          return collection === 'partners' ? { ...document, partnerId: `partner-${n}` } : { ...document, id: n + 1 };
        });
      const isValid = (document: Document): boolean =>
        [...schemaFaults(collection, document), ...documentFaults(collection, document as never)].length === 0;
      const valid = documentsWith(numbers.map((number) => number / scale)).filter(isValid);
      assert.ok(valid.length > 100, `${valid.length} valid ones`);
      await db.collection(collection).insertMany(valid);
      await db.collection(collection).deleteMany({});

      const invalid = documentsWith(
        numbers
          .filter((number) => number < (most * scale) / 10)
          .map((number) => (number * 10 + 1 + (number % 9)) / (scale * 10)),
      );
      assert.ok(invalid.length > 100 && !invalid.some(isValid));
      const error: unknown = await db
        .collection(collection)
        .insertMany(invalid, { ordered: false })
        .catch((each: unknown) => each);
      assert.ok(error instanceof MongoBulkWriteError);
      assert.equal([error.writeErrors].flat().filter(({ code }) => code === FAILED_VALIDATION).length, invalid.length);
    });
  }

  it('refuse bounds in the wrong order', async () => {
    const [row, distance, charge, discount, rule, surcharge] = (
      ['packages', 'distance-charges', 'customer-charges', 'discounts', 'lane-rules', 'surcharges'] as const
    ).map((collection) => samples()[collection][0]!);
    const having = (when: Document) => ({ ...surcharge, when });
    const broken: [CollectionName, Document][] = [
      ['packages', { ...row, minWeight: 500, maxWeight: 500 }],
      ['distance-charges', { ...distance, distanceFrom: 5, distanceTo: 5 }],
      ['customer-charges', { ...charge, minKg: 2, maxKg: 1.999 }],
      ['discounts', { ...discount, fromWeight: 2, toWeight: 2 }],
      ['discounts', { ...discount, discountType: 'percentage', discountValue: 100.01 }],
      ['discounts', { ...discount, discountType: 'flat', discountValue: 0 }],
      ['lane-rules', { ...rule, when: { kmFrom: 5, kmTo: 5 } }],
      ['surcharges', { ...surcharge, min: 10, max: 9.99 }],
      ['surcharges', having({ kgFrom: 5, kgTo: 5 })],
      ['surcharges', having({ kmFrom: 5.5, kmTo: 5.4 })],
      ['surcharges', having({ valueFrom: 5, valueTo: 5 })],
    ];
    for (const [collection, document] of broken)
      assert.equal(await isTaken(collection, document), false, JSON.stringify(document));
    for (const open of [
      {},
      { minKg: null },
      { minKg: 5 },
      { maxKg: 5, minKg: null },
      { minKg: 5, maxKg: null },
      { minKg: 5, maxKg: 5 },
    ]) {
      const rest = Object.fromEntries(Object.entries(charge!).filter(([name]) => name !== 'minKg' && name !== 'maxKg'));
      assert.equal(await isTaken('customer-charges', { ...rest, ...open }), true, JSON.stringify(open));
    }
  });

  it('refuse what one field of a contract says and another excludes', async () => {
    const [surcharge] = samples().surcharges;
    const [lane] = samples()['transit-lanes'];
    const [terms] = samples()['rto-terms'];
    const broken: [CollectionName, Document][] = [
      ['surcharges', { ...surcharge, of: null }],
      ['surcharges', { ...surcharge, of: [] }],
      ['surcharges', { ...surcharge, of: ['freight', 'freight'] }],
      ['surcharges', { ...surcharge, basis: 'FLAT' }],
      ['surcharges', { ...surcharge, value: 1_000.5 }],
      ['surcharges', { ...surcharge, basis: 'PER_PIECE', of: null, above: null, value: 10_000.5 }],
      ['surcharges', { ...surcharge, when: { tags: [] } }],
      ['transit-lanes', { ...lane, toZoneId: 1 }],
      ['rto-terms', { ...terms, percent: null }],
      ['rto-terms', { ...terms, basis: 'CARD' }],
    ];
    for (const [collection, document] of broken)
      assert.equal(await isTaken(collection, document), false, JSON.stringify(document));
  });

  it('are brought up to date in a database of an earlier release', async () => {
    await db.command({ collMod: 'packages', validator: {} });
    const database = db.databaseName;
    await (await openMongoStore({ uri, database, report: assert.ifError })).close();
    assert.equal(await isTaken('packages', { ...samples().packages[0], baseCharge: 12.345 }), false);
  });

  it('refuse values that are out of bounds, not whole numbers, or of the wrong form', async () => {
    const [partner] = samples().partners;
    const [pincode] = samples().pincodes;
    const broken: [CollectionName, Document][] = [
      ['partners', { ...partner, limits: { ...(partner!.limits as object), maxWeight: 1.5 } }],
      [
        'partners',
        { ...partner, limits: { ...(partner!.limits as object), maxDimensions: { length: 0, width: 1, height: 1 } } },
      ],
      ['partners', { ...partner, partnerId: 'a b c' }],
      ['pincodes', { ...pincode, pincode: '110001\n' }],
      ['pincodes', { ...pincode, latitude: 90.5 }],
      ['cities', { ...samples().cities[0], createdAt: new Date() }],
      ['cities', { ...samples().cities[0], createdAt: '2025-01-01' }],
      ['credentials', { ...samples().credentials[0], secrets: [] }],
    ];
    for (const [collection, document] of broken)
      assert.equal(await isTaken(collection, document), false, JSON.stringify(document));
  });
});
