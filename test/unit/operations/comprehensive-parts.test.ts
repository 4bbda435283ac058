import assert from 'node:assert/strict';
import { it } from 'node:test';
import { offeredServices } from '../../../src/control/operations/partners/comprehensive-parts.js';
import { zone } from '../../reference/fixture.js';

it('the base charges of a service are those of the zones that offer it, 0 where there is none', () => {
  const offer = (more: object) => [{ serviceTypeId: 'ODA' as const, isAvailable: true, ...more }];
  const zones = [offer({ baseCharge: 12.5 }), offer({}), offer({ isAvailable: false, baseCharge: 9 })];
  const offered = offeredServices(zones.map((services, index) => zone({ id: index + 1, services })));
  assert.deepEqual([...offered], [['ODA', [12.5, 0]]]);
});
