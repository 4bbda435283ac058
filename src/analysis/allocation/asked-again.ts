/** Assignments that were made, and orders from elsewhere, asked again on documents of another moment. */
import type { AssignmentRequest } from '../../contract/requests.js';
import type { Counters } from '../../domain/allocation/counters.js';
import { NO_POLICY, type Policy } from '../../domain/allocation/policy.js';
import type { LandedCost } from '../../domain/landed.js';
import type { AskedStrategy } from '../../domain/strategies.js';
import { keptRequestOf } from '../../engine/allocation/kept-request.js';
import { type AssignmentQuestion, questionOf } from '../../engine/assignment-question.js';
import type { Asker, EngineContext } from '../../engine/context.js';
import { type LandedCosts, landedCostsOf } from '../../engine/landed.js';
import type { GenerationView } from '../../index/view.js';

interface AskedOnce {
  shipmentId: string;
  caller: Pick<Asker, 'kind' | 'id'>;
  /** Milliseconds since the epoch. */
  askedAtMs: number;
}

/** An assignment of the store. */
export interface SampledAssignment extends AskedOnce {
  /** Who has it. */
  partnerId: string;
  /** What was asked, as the record has it. */
  asked: Readonly<Record<string, unknown>>;
  strategy: AskedStrategy;
}

/** An order from elsewhere. */
export interface SampledOrder extends AskedOnce {
  /** Who has it; null: nobody knows. */
  partnerId: string | null;
  request: AssignmentRequest;
}

/** Documents of one moment. */
export interface AllocationSide {
  view: GenerationView;
  /** Partners of the view that are not active. */
  inactive: readonly string[];
}

export interface AskedAgain {
  context: Pick<EngineContext, 'view' | 'now' | 'rowsAt' | 'counters'>;
  asker: Asker;
  request: AssignmentRequest;
  question: AssignmentQuestion;
  /** Of each candidate once, however often it is asked. */
  landedCosts: LandedCosts;
}

/**
 * The question as it was asked, by the rows that are in force at `rowsAt`. Weekdays, times, days of pickup and windows
 * are its own. Null: it cannot be asked any more.
 * @param policy counts in place of those that there are; null: none counts; undefined: as asked
 */
export function askAgain(
  { view, inactive }: AllocationSide,
  sampled: SampledAssignment | SampledOrder,
  { rowsAt, counters }: { rowsAt: number; counters: Counters },
  policy?: Policy | null,
): AskedAgain | null {
  const { caller, askedAtMs } = sampled;
  const request = requestOf(sampled, inactive, policy === null);
  const context = { view, now: askedAtMs, rowsAt, counters };
  // what its caller was allowed at first it is allowed again
  const asker = { ...caller, requestId: '', receivedAt: askedAtMs, isManager: true };
  const asked = questionOf(context, asker, request, policy ?? undefined);
  if (!asked.ok) return null;
  const { question } = asked;
  return { context, asker, request, question, landedCosts: eachOnce(landedCostsOf(view, question, rowsAt)) };
}

function eachOnce(costs: LandedCosts): LandedCosts {
  if (costs === null) return null;
  const known = new Map<string, LandedCost>();
  return (candidate) => {
    const { partnerId } = candidate.partner;
    let landed = known.get(partnerId);
    if (landed === undefined) known.set(partnerId, (landed = costs(candidate)));
    return landed;
  };
}

function requestOf(
  sampled: SampledAssignment | SampledOrder,
  inactive: readonly string[],
  isWithoutPolicy: boolean,
): AssignmentRequest {
  const { shipmentDetails, assignmentPreferences, ...rest } =
    'request' in sampled ? sampled.request : keptRequest(sampled);
  const { excludePartners = [] } = shipmentDetails;
  return {
    ...rest,
    shipmentDetails: { ...shipmentDetails, excludePartners: [...excludePartners, ...inactive] },
    assignmentPreferences: { ...assignmentPreferences, ...(isWithoutPolicy && { policyId: NO_POLICY }) },
  };
}

function keptRequest({ asked, partnerId, strategy }: SampledAssignment): AssignmentRequest {
  const { parcel, shipDate, excluded, preferences } = keptRequestOf(asked);
  const assignmentStrategy = preferences.assignmentStrategy ?? strategy;
  return {
    shipmentDetails: {
      ...parcel,
      shipmentId: '',
      excludePartners: [...excluded],
      ...(shipDate !== undefined && { shipDate }),
    } as AssignmentRequest['shipmentDetails'],
    assignmentPreferences: {
      ...preferences,
      assignmentStrategy,
      ...(assignmentStrategy === 'MANUAL_SELECTION' && { selectedPartner: partnerId }),
    },
  };
}
