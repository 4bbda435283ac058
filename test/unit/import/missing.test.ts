/** Where a pincode that a list names and nobody knows is placed by the city and the state of its row. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingPincodes, type Places } from '../../../src/import/missing.js';
import type { PincodeRow } from '../../../src/sheets/serviceability/rows.js';
import { Faults } from '../../../src/sheets/tables/faults.js';

const state = (id: number, name: string, code: string) => ({ id, name, code, gstCode: '01' });
const city = (id: number, name: string, stateId: number, aliases: string[] = []) => ({
  ...{ id, name, stateId, aliases },
  createdAt: '2025-01-01T00:00:00.000Z',
});
const pincode = (digits: string, cityId: number, stateId: number) => ({
  ...{ pincode: digits, cityId, stateId, areaIds: [], latitude: null, longitude: null },
  source: 'offices' as const,
});

const places: Places = {
  states: [
    state(1, 'Odisha', 'OD'),
    state(2, 'Assam', 'AS'),
    state(3, 'Puducherry', 'PY'),
    state(4, 'Jammu and Kashmir', 'JK'),
  ],
  cities: [
    ...[city(1, 'Cuttack', 1), city(2, 'Khordha', 1), city(3, 'Jorhat', 2), city(4, 'Majuli', 2, ['Jorhat'])],
    ...[city(5, 'Karaikal', 3), city(6, 'Mahe', 3), city(7, 'Jammu', 4), city(8, 'Doda', 4)],
  ],
  pincodes: [...[pincode('180001', 8, 4), pincode('609601', 6, 3), pincode('751001', 2, 1), pincode('785001', 4, 2)]],
};

/** The city of a new pincode whose row says this. */
function cityOf(digits: string, says: Record<string, string>): string | undefined {
  const row = { get: (name: string) => says[name] ?? '', position: () => ({ line: 2 }) };
  const rows = [{ row, ranges: [{ from: digits, to: digits }] }] as unknown as PincodeRow[];
  return missingPincodes(rows, places, 'plain', new Faults())[0]?.city;
}

describe('a new pincode', () => {
  it('is in the city of that name before one that is called so too', () => {
    assert.equal(cityOf('785002', { city: 'Jorhat', state: 'Assam' }), 'Jorhat');
  });

  it('is in the state that the sheet calls by another name or code', () => {
    for (const named of ['Odisha', 'OD', 'Orissa', 'or'])
      assert.equal(cityOf('751002', { city: 'Cuttack', state: named }), 'Cuttack', named);
    for (const named of ['Puducherry', 'Pondicherry', 'PU'])
      assert.equal(cityOf('609602', { city: 'Karaikal', state_code: named }), 'Karaikal', named);
    for (const named of ['Jammu & Kashmir', 'J&K', 'jk'])
      assert.equal(cityOf('180002', { city: 'Jammu', state: named }), 'Jammu', named);
  });

  it('is near the known one where the state has no such city', () => {
    assert.equal(cityOf('751003', { city: 'Jorhat', state: 'Orissa' }), 'Khordha');
  });
});
