/** Which requests are sent, and how often. */
import fc, { type Arbitrary } from 'fast-check';
import { CONTRACTS } from '../../../src/contract/contracts.js';
import type { Contract } from '../../../src/contract/contract.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential } from '../../support/app.js';
import { type Call, Caller } from './calls.js';

/**
 * A shipment that was assigned, a version that a card has had, a quote that was given, partners that a policy names;
 * and a bulk, whose lines are judged one by one (test/api/bulk has random ones).
 */
const OF_WHAT_THERE_IS: ReadonlySet<string> = new Set([
  'getShipment',
  'getDecision',
  'listAttempts',
  'getCardVersion',
  'replayQuote',
  'explainAllocation',
  'backtestAllocation',
  'calculateBulkCharges',
]);

/**
 * The operations that are tried. Of the others a valid request depends on what there is to be read or changed, which no
 * generator of requests knows: test/api/documents and test/api/operations have their random tests.
 */
export const FUZZED = CONTRACTS.filter(
  ({ id, tag, signsBody }) =>
    tag !== 'Documents' && tag !== 'Administration' && !signsBody && !OF_WHAT_THERE_IS.has(id),
);

/** How often an operation gets a valid request: a write makes the world larger, and an open route has its own limit. */
function validWeight({ creates, access, id }: Contract): number {
  if (creates) return 1;
  if (id === 'assignShipment') return 2;
  return access === 'open' ? 1 : 40;
}

export function callsIn(world: World): Arbitrary<Call> {
  const partners = world.partners.map(({ partnerId }) => partnerCredential(partnerId));
  const weighted: { weight: number; arbitrary: Arbitrary<Call> }[] = [];
  for (const contract of FUZZED) {
    const ofAll = contract.isOfServices ? [MAIN] : [MAIN, ...partners];
    const callers = (contract.access === 'open' ? [null] : ofAll).map((credential) => ({
      credential,
      caller: new Caller(contract, world, credential),
    }));
    const of = (weight: number, make: (caller: Caller) => Arbitrary<Call>, among = callers) => {
      // half of it by the service
      if (among.length > 0)
        weighted.push({
          weight,
          arbitrary: fc.oneof(
            ...among.map(({ credential, caller }) => ({
              weight: credential === MAIN ? among.length - 1 || 1 : 1,
              arbitrary: make(caller),
            })),
          ),
        });
    };
    of(validWeight(contract), (caller) => caller.valid());
    of(
      30,
      (caller) => caller.misfit(),
      callers.filter(({ caller }) => caller.hasMisfits),
    );
    of(
      10,
      (caller) => caller.ruleBreaker(),
      callers.filter(({ caller }) => caller.hasRules),
    );
    of(contract.schemas.body === null ? 1 : 5, (caller) => caller.misshaped());
  }
  return fc.oneof(...weighted);
}
