/** The rows of packages in the index. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { choosePackage, NO_ROW } from '../../../src/domain/rates.js';
import { COD_PAYMENT, FORWARD_DIRECTION } from '../../../src/domain/vocabulary.js';
import { findRoute, partnerRoute, type Route } from '../../../src/engine/route.js';
import { readCard } from '../../cards/card.js';
import { BUILT_AT, viewOf } from './world.js';

it('a row from 0 km on ends at its upper bound, also if no row has another bound', async () => {
  const world = readCard('national-a-to-e');
  const [row] = world.packages as [(typeof world.packages)[number]];
  world.packages = [{ ...row, lane: null, kmFrom: 0, kmTo: 500 }];
  const view = await viewOf(world);
  const partner = view.partner('national')!;
  const facts = {
    shipmentType: 0,
    paymentType: COD_PAYMENT,
    direction: FORWARD_DIRECTION,
    customerId: null,
    rowServices: 0,
  };
  const rowFor = (delivery: string): number => {
    const route = findRoute(view, '110001', delivery) as Route;
    const own = partnerRoute(view.geography, partner, route, BUILT_AT);
    return choosePackage(partner.card, own, { ...facts, now: BUILT_AT }, 500).row;
  };
  assert.deepEqual([rowFor('122001'), rowFor('400001')], [0, NO_ROW]);
});
