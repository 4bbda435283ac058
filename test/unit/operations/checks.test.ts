/** The faults of documents that do not go together after a change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { ChangeOutcome } from '../../../src/control/operations/documents/checks.js';
import { MAX_STATES } from '../../../src/limits/documents.js';
import { keyOf, type Change, type PutChange } from '../../../src/model/change.js';
import { workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';

const AT = '2026-03-01T00:00:00.000Z';

const put = (collection: PutChange['collection'], document: object): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document as never), document }) as Change;
const faultsOf = (world: World, ...changes: Change[]): unknown[] => [
  ...new ChangeOutcome(changes, Catalog.of(world)).faultsTogether(),
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

describe('a charge that is a percentage of a code', () => {
  const surcharge = (id: number, order: number, partnerId: string | null = 'acme') => ({
    ...{ id, partnerId, code: 'TOLL', label: 'Toll', basis: 'FLAT', value: 10, order, status: true, createdAt: AT },
  });
  const charge = (id: number, type: string) => ({
    ...{ id, partnerId: 'acme', type, chargeType: 'percentage', value: 5, of: ['TOLL'], status: true, createdAt: AT },
  });
  const world = workedWorld((each) => {
    each.surcharges = [surcharge(1, 50)] as World['surcharges'];
    each['customer-charges'].push(charge(50, 'cod') as World['customer-charges'][number]);
  });
  const fields = (...changes: Change[]) =>
    faultsOf(world, ...changes).map((fault) => {
      const { collection, key, field } = fault as Record<string, unknown>;
      return [collection, key, field];
    });

  it('needs the surcharges of the code before it, whichever of them changes', () => {
    assert.deepEqual(fields(put('customer-charges', charge(51, 'cod'))), []);
    assert.deepEqual(fields(put('surcharges', surcharge(2, 60))), []);
    assert.deepEqual(fields(put('surcharges', surcharge(2, 500))), [['surcharges', 2, 'order']]);
    assert.deepEqual(fields(put('surcharges', surcharge(2, 500, null))), [['surcharges', 2, 'order']]);
    assert.deepEqual(fields(put('surcharges', surcharge(2, 500, 'bravo'))), []);
    const late = put('surcharges', surcharge(1, 500));
    assert.deepEqual(fields(late, { kind: 'delete', collection: 'customer-charges', key: 50 }), []);
    assert.deepEqual(fields(late, put('customer-charges', charge(50, 'fsc'))), []);
    const [, ...rest] = fields(
      late,
      put('customer-charges', charge(50, 'cod')),
      put('customer-charges', charge(51, 'cod')),
    );
    assert.deepEqual(rest, [['customer-charges', 51, 'of[0]']]);
  });
});

describe('a state with pincodes that have no coordinates', () => {
  const world = workedWorld();
  const delhi = world.pincodes.filter(({ stateId }) => stateId === 2);
  const hidden = delhi.map((row) => put('pincodes', { ...row, latitude: null, longitude: null }));

  it('keeps one that has some', () => {
    assert.deepEqual(faultsOf(world, hidden[0]!), []);
    const fault = (faultsOf(world, ...hidden) as Record<string, unknown>[]).map(({ collection, key, field }) => [
      collection,
      key,
      field,
    ]);
    assert.deepEqual(fault, [['pincodes', '110001', 'latitude']], 'once a state');
    const gone: Change = { kind: 'delete', collection: 'pincodes', key: '110001' };
    const [other] = faultsOf(world, gone, hidden[1]!) as Record<string, unknown>[];
    assert.deepEqual([other!.key, other!.field], ['110001', '']);
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
