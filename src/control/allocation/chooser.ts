/** Chooses partners on the control thread, for shipments that are assigned once more. */
import type { Caller } from '../../caller.js';
import type { AssignmentRequest } from '../../contract/requests.js';
import type { Counters } from '../../domain/allocation/counters.js';
import { haveCommon } from '../../domain/allocation/parcel.js';
import { assignShipment } from '../../engine/assignment.js';
import type { QuestionResult } from '../../engine/context.js';
import { createIds } from '../../engine/ids.js';
import type { GenerationHandle } from '../../index/generation.js';
import { groupsIn } from '../../index/place-groups.js';
import { type GenerationView, Viewer } from '../../index/view.js';
import { toJson } from '../../json.js';
import type { AssignmentRecord } from '../../model/documents.js';
import { requestAgain, type ReassignOrder } from './asked-again.js';

function withoutPolicy({ assignmentPreferences, ...request }: AssignmentRequest): AssignmentRequest {
  const { policyId: _, ...preferences } = assignmentPreferences;
  return { ...request, assignmentPreferences: preferences };
}

export class Chooser {
  readonly #viewer = new Viewer();
  readonly #nextId = createIds();

  /** @param current the generation in use */
  constructor(private readonly current: () => GenerationHandle) {}

  /**
   * Asks what the record's shipment asked, now; what the choice counts is reserved in `counters`. Null: the record does
   * not have what was asked.
   * @param otherwise asks for a record without a caller
   */
  choose(
    record: AssignmentRecord,
    reassigning: ReassignOrder,
    { counters, now, requestId, otherwise }: { counters: Counters; now: number; requestId: string; otherwise: Caller },
  ): QuestionResult | null {
    const request = requestAgain(record, reassigning, now);
    if (request === null) return null;
    const at = toJson(new Date(now));
    const context = { view: this.#view(), now, nowJson: at, clock: () => now, nextId: this.#nextId, counters };
    // what its caller was allowed at first it is allowed again
    const asker = { ...(record.caller ?? otherwise), requestId, receivedAt: now, isManager: true };
    const result = assignShipment(context, asker, request, []);
    // the policy that it named is gone, or is no longer for it: what counts now is the others' order
    return !result.ok && result.failure.code === 'POLICY_NOT_FOUND'
      ? assignShipment(context, asker, withoutPolicy(request), [])
      : result;
  }

  /** Whether a pincode lies in one of these place-groups. */
  isWithin(pincode: unknown, groups: readonly string[]): boolean {
    const { geography, general } = this.#view();
    const slot = typeof pincode === 'string' ? geography.slot(pincode) : 0;
    return slot !== 0 && haveCommon(groupsIn(groups, general.groups), general.groups.of(slot));
  }

  #view(): GenerationView {
    return this.#viewer.view(this.current());
  }
}
