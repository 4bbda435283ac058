import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pack, unpack } from 'msgpackr';
import { CATALOG_COLLECTIONS, type CatalogCollection, putsOf } from '../../../src/control/documents/catalog.js';
import { compact } from '../../../src/control/documents/compact.js';
import type { Package } from '../../../src/contract/documents/documents.js';
import type { Put } from '../../../src/store/port.js';
import { packageRow, workedWorld, zone } from '../../reference/fixture.js';
import { fixtureDocuments } from '../../store/fixtures.js';
import { collectGarbage } from '../../support/garbage.js';

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('compact', () => {
  it('leaves the content of every document as it was', () => {
    for (const documents of [fixtureDocuments(), workedWorld()]) {
      for (const collection of CATALOG_COLLECTIONS) {
        const puts = putsOf(collection, documents[collection as CatalogCollection] as never);
        const given = structuredClone(puts);
        compact(puts);
        assert.deepEqual(puts, given, collection);
      }
    }
  });

  it('keeps members that are nested, null, empty, or named like built-in ones', () => {
    const document = zone({
      id: 7,
      name: 'Zone',
      attributes: [],
      operationalDetails: JSON.parse(
        '{"operatingHours":{"__proto__":"closed","constructor":"closed","monday":"closed"},'
          + '"capacity":{},"specialHandling":["closed",""]}',
      ) as never,
    });
    const puts = putsOf('zones', [document, { ...document, id: 8, operationalDetails: null }]);
    compact(puts);
    assert.deepEqual(
      puts.map((put) => JSON.stringify(put.document)),
      [JSON.stringify(document), JSON.stringify({ ...document, id: 8, operationalDetails: null })],
    );
  });

  it('needs at most 55 % of the memory of decoded documents', () => {
    const empty = heapBytes();
    const puts = decodedPackages(20_000);
    const decoded = heapBytes() - empty;
    compact(puts);
    const compacted = heapBytes() - empty;
    assert.ok(compacted < decoded * 0.55, `${compacted} bytes of ${decoded} are left`);
    assert.equal(puts.length, 20_000);
  });
});

/** A function of its own, because the test's frame would keep the documents alive. */
function decodedPackages(count: number): Put[] {
  const packageOf = (id: number) =>
    packageRow({
      id,
      packageId: `P${id}-FROM-HERE-TO-THERE`,
      packageName: `Parcel ${id}: from here to there`,
      baseCharge: id + 0.5,
    });
  return Array.from({ length: count }, (_, id) => putsOf('packages', [unpack(pack(packageOf(id))) as Package])[0]!);
}
