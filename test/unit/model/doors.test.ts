/**
 * The rules between documents, and the doors through which documents come: each rule is asked at each door, or the
 * table says why not.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { Inspector } from '../../../src/control/documents/inspector.js';
import { readerOf } from '../../../src/control/documents/reader.js';
import { ChangeOutcome } from '../../../src/control/operations/documents/checks.js';
import { MAX_CHARGES_PER_PARTNER, MAX_LANE_RULES_PER_PARTNER } from '../../../src/limits/documents.js';
import { type Change, type Key, keyOf, type PutChange, type WriteOp } from '../../../src/model/change.js';
import type { Documents } from '../../../src/model/documents.js';
import type { NamedCollection } from '../../../src/model/reference-fields.js';
import type { Referrer, TransactionReader } from '../../../src/model/overlay.js';
import { names, namersOf } from '../../../src/model/rules/references.js';
import { writeOutcomeOf } from '../../../src/model/transaction.js';
import { type AllDocuments, readDataset } from '../../../src/store/dataset/dataset.js';
import { fixtureDiscount, fixtureDocuments, withFolder, writeDataset } from '../../store/fixtures.js';

const DOORS = ['import', 'apply', 'transaction', 'other programs'] as const;
type Door = (typeof DOORS)[number];
type Dataset = { [C in keyof AllDocuments]: Documents[C][] };

interface RuleCase {
  rule: string;
  /** What there is before. */
  before?: (documents: Dataset) => void;
  /** What would break the rule. */
  change: (documents: Dataset) => PutChange[];
  /** Doors that do not ask it, and why. */
  except?: Partial<Record<Door, string>>;
}

const AT = '2026-03-01T00:00:00.000Z';
const put = (collection: PutChange['collection'], document: object): PutChange =>
  ({ kind: 'put', collection, key: keyOf(collection, document as never), document }) as unknown as PutChange;

const surcharge = (order: number) => ({
  ...{ id: 900, partnerId: 'swift-air', code: 'LATE', label: 'Late', basis: 'FLAT', value: 10, order, status: true },
  createdAt: AT,
});
const ofLate = (id = 901) => ({
  ...{ id, partnerId: 'swift-air', customerId: null, type: 'fsc', chargeType: 'percentage', value: 5, status: true },
  ...{ of: ['LATE'], createdAt: AT },
});
const laneRule = (id: number) => ({
  ...{ id, partnerId: 'swift-air', priority: id % 100, lane: 'A', when: {}, status: true, createdAt: AT },
});
const zoneOf = ({ zones }: Dataset): Documents['zones'] => zones.find(({ partnerId }) => partnerId === 'swift-air')!;
const withHill = (zone: Documents['zones']) => ({
  ...zone,
  services: [...zone.services, { serviceTypeId: 'HILL' as const, isAvailable: true, baseCharge: 1 }],
});
const withoutHill = (zone: Documents['zones']) => ({
  ...zone,
  services: zone.services.filter(({ serviceTypeId }) => serviceTypeId !== 'HILL'),
});
function entryWithHill(documents: Dataset) {
  const entry = documents['zone-pincodes'].find(({ zoneId }) => zoneId === zoneOf(documents).id)!;
  return { ...entry, attributes: ['HILL'] } as Documents['zone-pincodes'];
}
const replace = <D extends object>(rows: D[], former: D, row: D): void =>
  void rows.splice(rows.indexOf(former), 1, row);

/** Adds rows until the partner has as many as it may. */
function fill(rows: { partnerId: string | null }[], most: number, row: (id: number) => object): void {
  const own = rows.filter(({ partnerId }) => partnerId === 'swift-air').length;
  for (let id = 1_000; id < 1_000 + most - own; id++) rows.push(row(id) as never);
}

const CASES: RuleCase[] = [
  {
    rule: 'what a document names is there',
    change: ({ packages }) => [put('packages', { ...packages[0]!, id: 900, fromZoneId: 999, toZoneId: null })],
  },
  {
    rule: 'what a document names is of the same partner',
    change: (documents) => {
      const other = documents.zones.find(({ partnerId }) => partnerId !== 'swift-air')!;
      const row = documents.packages.find(({ partnerId }) => partnerId === 'swift-air')!;
      return [put('packages', { ...row, id: 900, fromZoneId: other.id, toZoneId: null })];
    },
  },
  {
    rule: 'rows of one partner do not overlap',
    before: ({ discounts }) => discounts.push({ ...fixtureDiscount(900, 40, 50), partnerId: 'swift-air' }),
    change: () => [put('discounts', { ...fixtureDiscount(901, 45, 55), partnerId: 'swift-air' })],
  },
  {
    rule: 'a partner has only so many rows',
    before: (documents) => fill(documents['lane-rules'], MAX_LANE_RULES_PER_PARTNER, laneRule),
    change: () => [put('lane-rules', laneRule(999))],
  },
  {
    rule: 'a partner has only so many customer charges',
    before: (documents) =>
      fill(documents['customer-charges'], MAX_CHARGES_PER_PARTNER, (id) => ({ ...ofLate(id), of: null })),
    change: () => [put('customer-charges', { ...ofLate(9_999), of: null })],
  },
  {
    rule: 'a charge is a percentage of codes that come before it',
    before: ({ surcharges }) => void surcharges.push(surcharge(950) as never),
    change: () => [put('customer-charges', ofLate())],
  },
  {
    rule: 'a code comes before the charges that are a percentage of it',
    before: (documents) => void documents['customer-charges'].push(ofLate() as never),
    change: () => [put('surcharges', surcharge(950))],
  },
  {
    rule: 'the zone of an entry lists the services that the entry has as attributes',
    before: ({ zones }) => replace(zones, zoneOf({ zones } as Dataset), withoutHill(zoneOf({ zones } as Dataset))),
    change: (documents) => [put('zone-pincodes', entryWithHill(documents))],
  },
  {
    rule: 'a zone keeps the services that its entries have as attributes',
    before: (documents) => {
      replace(documents.zones, zoneOf(documents), withHill(withoutHill(zoneOf(documents))));
      const entry = entryWithHill(documents);
      const rows = documents['zone-pincodes'];
      replace(
        rows,
        rows.find((row) => row.pincode === entry.pincode && row.partnerId === entry.partnerId)!,
        entry,
      );
    },
    change: ({ zones }) => [put('zones', withoutHill(zoneOf({ zones } as Dataset)))],
  },
  {
    rule: 'a pincode of each state has coordinates',
    change: ({ pincodes }) => {
      const of = pincodes.filter(({ stateId }) => stateId === pincodes[0]!.stateId);
      return of.map((row) => put('pincodes', { ...row, latitude: null, longitude: null }));
    },
    except: {
      'transaction': 'changes of documents take turns on a node, and two nodes that do this at once are very rare',
      'other programs': 'the index cannot be built then: it stays as it was, and the log says so',
    },
  },
];

async function isRefused(door: Door, { before, change }: RuleCase): Promise<boolean> {
  const documents = fixtureDocuments() as Dataset;
  before?.(documents);
  const puts = change(documents);
  const catalog = Catalog.of(documents);
  switch (door) {
    case 'import':
      return withFolder(async (folder) => {
        await writeDataset(folder, withPuts(documents, puts));
        return !(await readDataset(folder, { geographyFolder: folder })).ok;
      });
    case 'apply': {
      const outcome = new ChangeOutcome(puts, catalog);
      return [...puts.flatMap((each) => [...outcome.referenceFaults(each)]), ...outcome.faultsTogether()].length > 0;
    }
    case 'transaction':
      return writeOutcomeOf({ ops: puts as unknown as WriteOp[], note: {} }, transactionOf(catalog)).conflict !== null;
    case 'other programs': {
      const accepted = new Inspector(catalog, () => {}).inspect(puts);
      return accepted.length < puts.length;
    }
  }
}

function withPuts(documents: Dataset, puts: readonly PutChange[]): AllDocuments {
  const all = structuredClone(documents);
  for (const { collection, key, document } of puts) {
    const rows = all[collection as 'zones'] as { id: number }[];
    const at = rows.findIndex((row) => keyOf(collection, row as never) === key);
    rows.splice(at === -1 ? rows.length : at, 1, document as never);
  }
  return all;
}

function transactionOf(catalog: Catalog): TransactionReader {
  return {
    ...readerOf(catalog),
    *namers(collection: NamedCollection, keys: ReadonlySet<Key>): Generator<Referrer> {
      for (const namer of namersOf(collection) as 'zones'[])
        for (const document of namer === ('assignments' as string) ? [] : catalog.documents(namer))
          if (names(namer, document, collection, keys))
            yield { collection: namer, key: keyOf(namer, document), document };
    },
  };
}

describe('the rules between documents', () => {
  it('hold of the documents that the cases begin with', async () => {
    for (const { rule, before } of CASES) {
      const isUnbroken = DOORS.map((door) => isRefused(door, { rule, ...(before && { before }), change: () => [] }));
      assert.deepEqual(await Promise.all(isUnbroken), [false, false, false, false], rule);
    }
  });

  for (const ruleCase of CASES)
    it(`are asked at every door: ${ruleCase.rule}`, async () => {
      const { except = {} } = ruleCase;
      const asked = await Promise.all(DOORS.map(async (door) => [door, await isRefused(door, ruleCase)] as const));
      assert.deepEqual(
        Object.fromEntries(asked),
        Object.fromEntries(DOORS.map((door) => [door, except[door] === undefined])),
      );
    });

  it('are broken by none of the changes together that would break one alone', () => {
    const documents = fixtureDocuments() as Dataset;
    const catalog = Catalog.of(documents);
    const changes: Change[] = [put('surcharges', surcharge(10)), put('customer-charges', ofLate())];
    assert.equal(new Inspector(catalog, () => {}).inspect(changes).length, 2);
    assert.equal(
      writeOutcomeOf({ ops: changes as unknown as WriteOp[], note: {} }, transactionOf(catalog)).conflict,
      null,
    );
  });
});
