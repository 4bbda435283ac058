/** The answer to an assignment of pincodes, from the decision about each. */
import type { Catalog } from '../../documents/catalog.js';
import type { AssignedPincode, assignPincodes as contract, FailedPincode } from '../../../contract/zone-pincodes.js';
import type { AnswerOf } from '../../../contract/contract.js';
import type { Partner } from '../../../model/documents.js';
import { type Decision, type Decisions, repeated, type Wish } from './assign-decide.js';
import { coveredPincodes } from './coverage.js';

export type AssignAnswer = AnswerOf<(typeof contract)['schemas']>;
export type UpdatedCoverage = AssignAnswer['data']['updatedCoverage'];

/** The request, and the state before it. */
export interface AssignContext extends Wish {
  /** How many pincodes the zone covered before. */
  before: number;
  operationId: string;
  started: { atMs: number; performanceMs: number };
}

/** The result for every pincode, including repeated ones. */
export interface Tally {
  successful: AssignedPincode[];
  failed: FailedPincode[];
  skipped: number;
}

export function describeAssignment(
  asked: AssignContext,
  tally: Tally,
  updatedCoverage: UpdatedCoverage,
  warnings: string[],
  nowMs: number,
): AssignAnswer {
  const { zone, operationId, started } = asked;
  const { successful, failed, skipped } = tally;
  const failedFor = (reason: FailedPincode['reason']) => failed.filter((item) => item.reason === reason).length;
  return {
    message: `${successful.length} of ${asked.pincodes.length} pincodes assigned to zone ${zone.id}`,
    data: {
      zoneId: String(zone.id),
      zoneName: zone.name,
      operation: {
        operationId,
        startedAt: new Date(started.atMs).toISOString(),
        completedAt: new Date(nowMs).toISOString(),
        duration: Math.round(performance.now() - started.performanceMs),
      },
      results: {
        total: asked.pincodes.length,
        successful: successful.length,
        failed: failed.length,
        skipped,
        breakdown: {
          assigned: successful.length,
          alreadyExists: failedFor('ALREADY_EXISTS') + skipped,
          invalid: failedFor('INVALID_PINCODE'),
          geographyMismatch: failedFor('GEOGRAPHY_MISMATCH'),
        },
      },
      successful,
      failed,
      updatedCoverage,
      warnings,
    },
  };
}

/** The pincodes that fail, as the answer lists them. */
export function failedItems(asked: AssignContext, decisions: Decisions): FailedPincode[] {
  const failed: FailedPincode[] = [];
  for (const [pincode, decision] of each(asked, decisions))
    if (decision.kind === 'fail') failed.push(failure(pincode, decision));
  return failed;
}

/** Every pincode as often as it was given, each time with its decision. */
function* each(
  { pincodes, options }: AssignContext,
  decisions: Decisions,
): Generator<[pincode: string, decision: Decision]> {
  const given = new Set<string>();
  for (const pincode of pincodes) {
    const decision = decisions.get(pincode)!;
    yield [pincode, given.has(pincode) ? repeated(pincode, decision, options) : decision];
    given.add(pincode);
  }
}

export function tallyOf(asked: AssignContext, decisions: Decisions, catalog: Catalog): Tally {
  const tally: Tally = { successful: [], failed: [], skipped: 0 };
  for (const [pincode, decision] of each(asked, decisions)) {
    if (decision.kind === 'assign') tally.successful.push(success(decision, catalog));
    else if (decision.kind === 'fail') tally.failed.push(failure(pincode, decision));
    else tally.skipped++;
  }
  return tally;
}

function success({ row, movedFrom, from }: Decision & { kind: 'assign' }, catalog: Catalog): AssignedPincode {
  const { pincode, areaIds, cityId, stateId } = row;
  return {
    pincode,
    status: 'ASSIGNED',
    area: areaIds.length === 0 ? null : (catalog.find('areas', areaIds[0]!)?.name ?? null),
    // another program may have deleted them meanwhile
    city: catalog.find('cities', cityId)?.name ?? null,
    state: catalog.find('states', stateId)?.name ?? null,
    ...(movedFrom !== null && { movedFrom: String(movedFrom) }),
    ...(from !== null && {
      created: true as const,
      details: `Created after ${from.pincode}, the nearest known pincode: in its city, without areas and coordinates of its own`,
    }),
  };
}

function failure(pincode: string, { reason, details }: Decision & { kind: 'fail' }): FailedPincode {
  return { pincode, status: 'FAILED', reason, details };
}

export function coverageAfter(
  { zone, before }: AssignContext,
  { successful }: Tally,
  partner: Partner,
  catalog: Catalog,
): UpdatedCoverage {
  // a pincode that is still to be created is covered only by its entry
  const isCounted = zone.status && partner.status === 'ACTIVE';
  const toCreate = isCounted
    ? successful.filter(({ pincode, created }) => created === true && catalog.find('pincodes', pincode) === undefined)
        .length
    : 0;
  const totalPincodes =
    coveredPincodes(
      catalog,
      partner,
      zone.id,
      successful.map(({ pincode }) => pincode),
    ) + toCreate;
  // another request may have taken pincodes away meanwhile
  const newPincodes = Math.max(0, totalPincodes - before);
  return {
    totalPincodes,
    newPincodes,
    coverageIncrease: before === 0 ? null : `${Math.round((newPincodes / before) * 1_000) / 10}%`,
    estimatedPopulationIncrease: null,
  };
}
