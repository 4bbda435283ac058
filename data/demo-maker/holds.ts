/**
 * Places that couriers do not serve for a time: one is over, and one has no end, so that what the demo prices does not
 * depend on the day.
 */
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
    {
      id: 2,
      partnerId: 'himbrahma-hills',
      cities: [geography.city('AR/Kurung Kumey').id],
      end: 'BOTH',
      from: '2026-01-19T03:30:00.000Z',
      to: null,
      reason: 'The bridge on the road from Ziro is closed',
      status: true,
      createdAt: CARD_CREATED,
    },
  ];
}
