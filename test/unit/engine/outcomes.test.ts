/** The outcome of each question, as an answer carries it to the metrics. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OUTCOMES } from '../../../src/engine/outcomes.js';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { type Asked, AVAILABILITY, askWorld, assignment, CHARGES } from './ask.js';

const cameTo = ({ outcomeCode }: Asked): string => {
  const { outcome, reason } = OUTCOMES[outcomeCode]!;
  return reason === '' ? outcome : `${outcome}: ${reason}`;
};

/** acme covers the route; bravo has no zone at all. */
const withUncovered = () =>
  workedWorld((world) => {
    world.partners.push(partner('bravo'));
  });
const SEARCH = { ...AVAILABILITY, partnerId: undefined };
const HEAVY = { weight: 30_001 };
const by = (assignmentStrategy: string, selectedPartner?: string) => ({ assignmentStrategy, selectedPartner });

describe('an outcome', () => {
  it('has one code for each outcome and reason', () => {
    const names = OUTCOMES.map(({ outcome, reason }) => `${outcome} ${reason}`);
    assert.deepEqual([names[0], new Set(names).size], ['offered ', names.length]);
  });

  it('is an offer when a partner carries the shipment', async () => {
    const ask = await askWorld(withUncovered());
    assert.equal(cameTo(ask('charges', CHARGES)), 'offered');
    assert.equal(cameTo(ask('charges', { ...CHARGES, partnerId: undefined }, { partner: 'acme' })), 'offered');
    assert.equal(cameTo(ask('availability', AVAILABILITY)), 'offered');
    assert.equal(cameTo(ask('availability', SEARCH)), 'offered');
    assert.equal(cameTo(ask('assignment', assignment())), 'offered');
    const unstored = assignment({}, {}, { options: { createAssignmentRecord: false } });
    assert.equal(cameTo(ask('assignment', unstored)), 'offered');
  });

  it('is a refusal for the first reason of the partner, whatever the status', async () => {
    const ask = await askWorld(withUncovered());
    const refused = { declaredValue: 60_000, serviceRequirements: ['EXPRESS', 'DELIVERY'] };
    assert.equal(cameTo(ask('charges', { ...CHARGES, ...refused })), 'refused: SERVICE_UNAVAILABLE');
    const uncovered = ask('availability', { ...AVAILABILITY, partnerId: 'bravo' });
    assert.deepEqual([uncovered.status, cameTo(uncovered)], [422, 'refused: INSUFFICIENT_COVERAGE']);
    const heavy = ask('availability', { ...AVAILABILITY, ...HEAVY });
    assert.deepEqual([heavy.status, cameTo(heavy)], [200, 'refused: WEIGHT_EXCEEDED']);
    assert.equal(cameTo(ask('availability', HEAVY_OF_PARTNER, { partner: 'acme' })), 'refused: WEIGHT_EXCEEDED');
  });

  it('is a refusal of a search for a reason of those that cover the route, otherwise for coverage', async () => {
    const ask = await askWorld(withUncovered());
    const heavy = ask('availability', { ...SEARCH, ...HEAVY });
    assert.deepEqual([heavy.status, cameTo(heavy)], [422, 'refused: WEIGHT_EXCEEDED']);
    assert.equal(
      cameTo(ask('availability', { ...SEARCH, excludePartners: ['acme'] })),
      'refused: INSUFFICIENT_COVERAGE',
    );
    const nobody = ask('availability', { ...SEARCH, excludePartners: ['acme', 'bravo'] });
    assert.equal(cameTo(nobody), 'refused: NO_PARTNERS_AVAILABLE');
  });

  it('is the reason of most partners; among equals the first in the list of reasons', async () => {
    const carriers = ['bravo', 'carol'];
    const limits = { ...partner('').limits, maxDeclaredValue: 10 };
    const world = (count: number) =>
      workedWorld((given) => {
        for (const [index, partnerId] of carriers.slice(0, count).entries()) {
          given.partners.push({ ...partner(partnerId), limits });
          given.zones.push(
            zone({
              id: 20 + index,
              partnerId,
              geographical: { states: [1, 2], cities: [], areas: [] },
              services: (['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'EXPRESS'] as const).map((serviceTypeId) => ({
                serviceTypeId,
                isAvailable: true,
              })),
            }),
          );
        }
      });
    const express = { ...SEARCH, serviceRequirements: ['EXPRESS'] };
    assert.equal(cameTo((await askWorld(world(1)))('availability', express)), 'refused: SERVICE_UNAVAILABLE');
    assert.equal(cameTo((await askWorld(world(2)))('availability', express)), 'refused: DECLARED_VALUE_EXCEEDED');
  });

  it('is a refusal of an assignment; of a manual one for the reason of the selected partner', async () => {
    const ask = await askWorld(withUncovered());
    const heavy = ask('assignment', assignment(HEAVY));
    assert.deepEqual([heavy.status, cameTo(heavy)], [200, 'refused: WEIGHT_EXCEEDED']);
    const manual = (selected: string, details = {}) =>
      cameTo(ask('assignment', assignment(details, by('MANUAL_SELECTION', selected))));
    assert.equal(manual('acme', HEAVY), 'refused: WEIGHT_EXCEEDED');
    assert.equal(manual('bravo'), 'refused: INSUFFICIENT_COVERAGE');
    assert.equal(manual('nobody'), 'refused: PARTNER_NOT_FOUND');
    assert.equal(cameTo(ask('assignment', assignment(), { partner: 'nobody' })), 'refused: NO_PARTNERS_AVAILABLE');
  });

  it('is a failure with its error code when the question has no answer', async () => {
    const ask = await askWorld(withUncovered());
    assert.equal(cameTo(ask('charges', '{')), 'failed: MALFORMED_JSON');
    assert.equal(cameTo(ask('charges', {})), 'failed: VALIDATION_ERROR');
    assert.equal(cameTo(ask('charges', { ...CHARGES, pickupPincode: '999999' })), 'failed: PINCODE_NOT_FOUND');
    assert.equal(cameTo(ask('charges', { ...CHARGES, partnerId: 'nobody' })), 'failed: PARTNER_NOT_FOUND');
    assert.equal(cameTo(ask('charges', CHARGES, { partner: 'bravo' })), 'failed: FORBIDDEN');
    assert.equal(cameTo(ask('assignment', assignment({ toPincode: '999999' }))), 'failed: BUSINESS_VALIDATION_FAILED');
  });

  it('is passed to the store with the strategy that the request named', async () => {
    const ask = await askWorld(withUncovered());
    assert.equal(ask('assignment', assignment({}, by('CHEAPEST'))).assignment!.strategy, 'CHEAPEST');
    const manual = assignment({}, { ...by('MANUAL_SELECTION', 'nobody'), allowAlternatives: true });
    assert.equal(ask('assignment', manual).assignment!.strategy, 'MANUAL_SELECTION');
  });
});

const HEAVY_OF_PARTNER = { ...AVAILABILITY, ...HEAVY, partnerId: undefined };
