/** Places that couriers did not serve for a time. All are over: what the demo prices does not depend on the day. */
import type { Hold } from '../../src/model/documents.js';
import { CARD_CREATED } from './common.js';
import type { Geography } from './geography.js';

export function holds(geography: Geography): Hold[] {
  const state = (code: string): number => geography.state(code).id;
  return [
    {
      id: 1,
      partnerId: 'kachhua-cargo',
      states: [state('BR')],
      end: 'BOTH',
      from: '2026-02-02T04:30:00.000Z',
      to: '2026-02-05T18:29:59.999Z',
      reason: 'Strike at the hub in Patna',
      status: false,
      createdAt: CARD_CREATED,
    },
  ];
}
