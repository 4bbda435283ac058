import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import type { Quote } from '../../../src/engine/quote.js';
import { matchJson, preferenceOf } from '../../../src/engine/service-match.js';
import { serviceMask, SERVICE_TYPE_IDS, type ServiceTypeId } from '../../../src/domain/vocabulary.js';

const AT_PICKUP: ServiceTypeId[] = ['PICKUP', 'REVERSE'];

/** A route from a zone with the services `atPickup` to one with `atDelivery`. */
function match(
  atPickup: ServiceTypeId[],
  atDelivery: ServiceTypeId[],
  required: ServiceTypeId[],
  preferred?: string[],
) {
  const unavailable = required.filter(
    (service) => !(AT_PICKUP.includes(service) ? atPickup : atDelivery).includes(service),
  );
  const quote = {
    route: { fromServices: serviceMask(atPickup), toServices: serviceMask(atDelivery) },
    eligibility: { unavailable: serviceMask(unavailable) },
  } as unknown as Quote;
  return JSON.parse(matchJson(quote, serviceMask(required), preferenceOf(preferred))) as Record<
    'required' | 'matched' | 'available' | 'unavailable',
    string[]
  > & { matchPercentage: number };
}

describe('the match of services', () => {
  it('counts required and preferred services, each once', () => {
    const found = match(['PICKUP'], ['DELIVERY', 'COD'], ['PICKUP', 'DELIVERY', 'EXPRESS'], ['COD', 'DELIVERY', 'COD']);
    assert.deepEqual(found, {
      required: ['PICKUP', 'DELIVERY', 'EXPRESS'],
      matched: ['PICKUP', 'DELIVERY', 'COD'],
      available: ['PICKUP', 'DELIVERY', 'COD'],
      unavailable: ['EXPRESS'],
      matchPercentage: 75,
    });
  });

  it('counts an unknown preferred service as one that is not offered', () => {
    assert.equal(match(['PICKUP'], [], ['PICKUP'], ['DRONE', 'DRONE', 'SUBMARINE']).matchPercentage, 33);
    assert.equal(match(['PICKUP'], [], ['PICKUP'], ['pickup']).matchPercentage, 50);
  });

  it('is complete when no service is requested', () => {
    assert.equal(match([], [], []).matchPercentage, 100);
    assert.equal(match([], [], [], []).matchPercentage, 100);
  });

  it('looks for a preferred PICKUP at the pickup and for all others at the delivery', () => {
    assert.deepEqual(match(['DELIVERY'], ['PICKUP'], [], ['PICKUP', 'DELIVERY']).matched, []);
  });

  it('equals that of sets, for any services', () => {
    const some = fc.subarray([...SERVICE_TYPE_IDS]);
    const preferences = fc.option(
      fc.array(fc.constantFrom(...SERVICE_TYPE_IDS, 'DRONE', 'express', ''), { maxLength: 8 }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(some, some, some, preferences, (atPickup, atDelivery, required, preferred) => {
        const offered = new Set<string>([
          ...atPickup.filter((service) => AT_PICKUP.includes(service)),
          ...atDelivery.filter((service) => !AT_PICKUP.includes(service)),
        ]);
        const wanted = new Set<string>([...required, ...(preferred ?? [])]);
        const matched = [...wanted].filter((service) => offered.has(service));
        const found = match(atPickup, atDelivery, required, preferred);
        const inOrder = (names: Iterable<string>) => SERVICE_TYPE_IDS.filter((service) => new Set(names).has(service));
        assert.deepEqual(found, {
          required: inOrder(required),
          matched: inOrder(matched),
          available: inOrder(offered),
          unavailable: inOrder(required.filter((service) => !offered.has(service))),
          matchPercentage: wanted.size === 0 ? 100 : Math.round((matched.length * 100) / wanted.size),
        });
      }),
      { numRuns: 500 },
    );
  });
});
