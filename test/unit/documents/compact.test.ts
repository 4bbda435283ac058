import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { CATALOG_COLLECTIONS, type CatalogCollection, putsOf } from '../../../src/control/documents/catalog.js';
import { compact } from '../../../src/control/documents/compact.js';
import { workedWorld, zone } from '../../reference/fixture.js';
import { fixtureDocuments } from '../../store/fixtures.js';
import { LOADER, modulePath } from '../../support/programs.js';

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
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...LOADER, modulePath('test/unit/documents/compact-child')],
      { encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    const { decoded, compacted, documents } = JSON.parse(stdout) as Record<string, number>;
    assert.ok(compacted! < decoded! * 0.55, `${compacted} bytes of ${decoded} are left`);
    assert.equal(documents, 20_000);
  });
});
