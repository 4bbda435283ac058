/** The faults of documents that do not go together after a change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { Outcome } from '../../../src/control/operations/documents/checks.js';
import { MAX_STATES } from '../../../src/limits/documents.js';
import { keyOf, type Change, type Put } from '../../../src/store/port.js';
import { workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';

const AT = '2026-03-01T00:00:00.000Z';

const put = (collection: Put['collection'], document: object): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document as never), document }) as Change;
const faultsOf = (world: World, ...changes: Change[]): unknown[] => [
  ...new Outcome(changes, Catalog.of(world)).faultsTogether(),
];

describe('a zone that loses a service', () => {
  const world = workedWorld((each) => {
    each['zone-pincodes'] = [{ partnerId: 'acme', zoneId: 2, pincode: '110001', assignedAt: AT, attributes: ['ODA'] }];
  });
  const zone = world.zones.find(({ id }) => id === 2)!;
  const without = (...lost: string[]): Change =>
    put('zones', { ...zone, services: zone.services.filter(({ serviceTypeId }) => !lost.includes(serviceTypeId)) });
  const fault = {
    ...{ collection: 'zones', key: 2, field: 'services' },
    message: 'must keep ODA, which pincode 110001 has as an attribute',
  };

  it('keeps what a pincode has as an attribute', () => {
    assert.deepEqual(faultsOf(world, without('ODA')), [fault]);
    assert.deepEqual(faultsOf(world, without('COD')), []);
    assert.deepEqual(faultsOf(world, put('zones', { ...zone, name: 'Other' })), []);
  });

  it('need not where the entry goes, or loses the attribute, in the same change', () => {
    const [entry] = world['zone-pincodes'];
    const key = keyOf('zone-pincodes', entry!);
    assert.deepEqual(faultsOf(world, without('ODA'), { kind: 'delete', collection: 'zone-pincodes', key }), []);
    assert.deepEqual(faultsOf(world, without('ODA'), put('zone-pincodes', { ...entry!, attributes: [] })), []);
  });
});

describe('the number of places', () => {
  const state = (id: number) => ({ id, name: `State ${id}`, code: `S${id}`, gstCode: String(id), createdAt: AT });
  const world = workedWorld((each) => {
    for (let id = 1_000; each.states.length < MAX_STATES - 1; id++) each.states.push(state(id));
  });
  const gone = (id: number): Change => ({ kind: 'delete', collection: 'states', key: id });
  const refused = (key: number) => ({
    ...{ collection: 'states', key, field: '' },
    message: `there may be at most ${MAX_STATES} states`,
  });

  it('is bounded, whatever is created, replaced and deleted in one change', () => {
    const last = put('states', state(999));
    assert.deepEqual(faultsOf(world, last), []);
    assert.deepEqual(faultsOf(world, last, put('states', state(998))), [refused(998)]);
    assert.deepEqual(faultsOf(world, last, put('states', state(998)), gone(1_000)), []);
    assert.deepEqual(faultsOf(world, last, put('states', state(1_000)), put('states', state(1_001))), []);
  });

  it('may become smaller, and its documents may change, where there are too many already', () => {
    const full = structuredClone(world);
    full.states.push(state(500), state(501));
    assert.deepEqual(faultsOf(full, gone(1_000)), []);
    assert.deepEqual(faultsOf(full, put('states', { ...state(1_000), name: 'Other' })), [refused(1_000)]);
  });
});
