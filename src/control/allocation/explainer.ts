/** Answers who would get a shipment, and why, on the generation that quotes use. */
import type { Caller } from '../../caller.js';
import type { Decision } from '../../contract/allocation.js';
import type { Warning } from '../../contract/warnings.js';
import { type CounterReader, NO_COUNTS } from '../../domain/allocation/counters.js';
import type { AssignmentRequest } from '../../contract/requests.js';
import { warningsOf } from '../../engine/allocation/applied-policy.js';
import { decisionOf } from '../../engine/allocation/decision.js';
import { keptDecisionOf } from '../../engine/allocation/kept-decision.js';
import { askPartners, chooseAmong, questionOf } from '../../engine/assignment-question.js';
import type { Failure } from '../../errors.js';
import type { GenerationHandle } from '../../index/generation.js';
import { policyOf } from '../../index/policies.js';
import { Viewer } from '../../index/view.js';
import { toJson } from '../../json.js';
import type { AllocationPolicy } from '../../model/documents.js';

export type Explanation =
  | { ok: true; decision: Decision; warnings: readonly Warning[] }
  | { ok: false; failure: Failure };

export class Explainer {
  readonly #viewer = new Viewer();

  /** @param current the generation in use */
  constructor(
    private readonly current: () => GenerationHandle,
    private readonly counters: CounterReader,
  ) {}

  /**
   * @param policy counts in place of the one that an assignment would have; undefined: that one
   * @param now milliseconds since the epoch
   */
  explain(
    caller: Caller & { isManager: boolean },
    request: AssignmentRequest,
    policy: AllocationPolicy | undefined,
    now: number,
  ): Explanation {
    const view = this.#viewer.view(this.current());
    const counters = { ...NO_COUNTS, valuesOf: this.counters.valuesOf.bind(this.counters) };
    const context = { view, now, nowJson: toJson(new Date(now)), clock: () => now, nextId: () => '', counters };
    const asker = { ...caller, requestId: '', receivedAt: now };
    const given = policy && policyOf(policy, view.general.groups);
    const asked = questionOf(context, asker, request, given);
    if (!asked.ok) return asked;
    const partners = askPartners(context, asker, asked.question);
    const among = chooseAmong(context, request, asked.question, partners);
    const { chosen, allocation } = among.choice;
    return {
      ok: true,
      decision: decisionOf(keptDecisionOf(view, asked.question, among, now)),
      // as of an assignment, which has none where nobody gets the shipment
      warnings: chosen === null || allocation === null ? [] : warningsOf(asked.question.policed!.policy, allocation),
    };
  }
}
