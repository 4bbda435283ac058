import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Zone, ZonePincode } from '../../../src/model/documents.js';
import { PincodeEntries } from '../../../src/control/documents/pincode-entries.js';

const AT = '2026-01-01T00:00:00.000Z';
const entry = (fields: Partial<ZonePincode> = {}): ZonePincode => ({
  ...{ partnerId: 'acme', zoneId: 2, pincode: '011001', assignedAt: AT },
  ...fields,
});
const ZONES = [
  { id: 2, status: true },
  { id: 3, status: false },
] as Zone[];
const digest = (entries: PincodeEntries, known = true) => entries.digest('acme', ZONES, () => known);

function entriesOf(...documents: ZonePincode[]): PincodeEntries {
  const entries = new PincodeEntries();
  for (const document of documents) entries.put(document);
  return entries;
}

describe('the entries of pincodes', () => {
  it('are the documents that were put, but for their moment', () => {
    const blocked = { from: AT, to: null, reason: 'Flood' };
    for (const overrides of [{}, { services: {} }, { attributes: null }, { blocked, maxCodAmount: 0 }]) {
      const document = entry(overrides);
      const entries = entriesOf(document);
      const { assignedAt, ...kept } = document;
      assert.equal(assignedAt, AT);
      assert.deepEqual(entries.document('acme', 11001), kept);
      assert.equal(entries.compare({ ...document, assignedAt: '2026-02-01T00:00:00.000Z' }), 'same');
      assert.equal(entries.compare({ ...document, maxCodAmount: 1 }), 'other');
      assert.equal(entries.compare({ ...document, pincode: '110002' }), 'missing');
    }
  });

  it('say whether a change touches what is overridden', () => {
    const entries = new PincodeEntries();
    assert.equal(entries.put(entry()), false);
    assert.equal(entries.put(entry({ attributes: [] })), true);
    assert.equal(entries.put(entry()), true, 'a fresh entry overrides nothing');
    assert.equal(entries.delete('acme', 11001), false);
    assert.equal(entries.delete('nobody', 11001), false);
    assert.deepEqual([entries.size, entries.keys()], [0, []]);
  });

  it('have the same digest in any order, and another one for other overrides', () => {
    const here = entry({ attributes: ['ODA'] });
    const there = entry({ pincode: '110002', attributes: ['ODA'] });
    const both = digest(entriesOf(here, there));
    assert.equal(digest(entriesOf(there, here)), both);
    assert.notEqual(digest(entriesOf(here)), both);
    assert.notEqual(digest(entriesOf(here, { ...there, attributes: [] })), both);
    assert.equal(digest(entriesOf(entry())), '');
  });

  it('of inactive zones and of unknown pincodes are no part of the digest', () => {
    assert.equal(digest(entriesOf(entry({ zoneId: 3, attributes: ['ODA'] }))), '');
    const entries = entriesOf(entry({ attributes: ['ODA'] }));
    assert.notEqual(digest(entries), '');
    assert.deepEqual(entries.pincodeChanged(11001), ['acme']);
    assert.equal(digest(entries, false), '');
  });
});
