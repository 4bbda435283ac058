/** POST /outcomes: what became of parcels (docs/rules.md#outcomes). */
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_APPLY_FAULTS, type ApplyFault } from '../../../contract/document-names.js';
import { importOutcomes as contract, type OutcomesAnswer } from '../../../contract/outcomes.js';
import { OUTCOME_STATUSES, type OutcomeStatus } from '../../../domain/outcomes/counts.js';
import { fullJitterMs } from '../../../jitter.js';
import { CHANGE_PATIENCE_MS, WRITE_FIRST_PAUSE_MS, WRITE_LAST_PAUSE_MS } from '../../../limits/control.js';
import { MAX_APPLY_LINES } from '../../../limits/http.js';
import { MAX_OUTCOME_ATTEMPTS } from '../../../limits/outcomes.js';
import { callerTextOf } from '../../../model/assignment-key.js';
import type { Outcome } from '../../../model/documents.js';
import { oldestWeek } from '../../outcomes.js';
import { FaultList } from '../documents/fault-list.js';
import { refuseTooMany } from '../json-lines.js';
import { answer, type Api, type ApiRequest, type HandlerResult, implement, refuse } from '../operation.js';
import { LineJudge } from './judge.js';
import { faultOf, readLines } from './lines.js';
import { foundLines } from './parcels.js';
import { LinesByShipment, type OutcomesPlan, planOf } from './plan.js';

type Request = ApiRequest<(typeof contract)['schemas']>;
type Answer = { data: OutcomesAnswer };

export const importOutcomes = implement(contract, async (request, api) => {
  // one at a time: the objects of a long body take several times its memory
  const done = await api.turns.outcomes.runWithin(CHANGE_PATIENCE_MS, () => carryOut(request, api));
  return done ?? refuse('OVERLOADED');
});

async function carryOut(request: Request, api: Api): Promise<HandlerResult<Answer>> {
  const { store } = api;
  const nowMs = api.now();
  const begunAt = performance.now();
  const read = await readLines(request.body);
  if (read === null) return refuseTooMany(`${MAX_APPLY_LINES} lines`);
  const judge = new LineJudge(api.catalog, nowMs);
  const shipments = new LinesByShipment();
  const faults = new FaultList<ApplyFault>();
  for await (const some of foundLines(read.lines, callerTextOf(request.caller), store))
    for (const found of some) {
      const judged = judge.judge(found);
      if ('line' in judged) shipments.add(judged);
      else for (const fault of judged) faults.add(faultOf(found.number, found.given, fault));
    }
  if (read.faults.count + faults.count > 0) return refuseLines(read.faults, faults);
  const lines = shipments.all();
  for (let attempt = 0; attempt < MAX_OUTCOME_ATTEMPTS; attempt++) {
    const plan = await planOf(lines, oldestWeek(nowMs), store);
    const { revision, changes, sums } = plan;
    const at = new Date(nowMs).toISOString();
    const isNothing = request.query.dryRun || changes.length === 0;
    if (isNothing || (await store.writeOutcomes({ revision, changes, sums, at }))) {
      if (!isNothing)
        await api.outcomes.imported({
          statuses: statusesOf(changes.flatMap(({ line }) => line ?? [])),
          seconds: (performance.now() - begunAt) / 1_000,
        });
      return answer({
        data: dataOf(
          read.lines.length,
          shipments.repeated,
          plan,
          lines.map(({ line }) => line),
        ),
      });
    }
    // another import came in between: its lines may be the former ones of these
    await pause(fullJitterMs(attempt, WRITE_FIRST_PAUSE_MS, WRITE_LAST_PAUSE_MS));
  }
  return refuse('OVERLOADED');
}

function refuseLines(...found: readonly FaultList<ApplyFault>[]): HandlerResult<Answer> {
  const details = found.flatMap(({ kept }) => kept).sort((a, b) => a.line - b.line);
  const fieldCount = found.reduce((sum, { count }) => sum + count, 0);
  return { ok: false, failure: { code: 'VALIDATION_ERROR', details: details.slice(0, MAX_APPLY_FAULTS), fieldCount } };
}

function dataOf(lines: number, repeated: number, plan: OutcomesPlan, shipments: readonly Outcome[]): OutcomesAnswer {
  const byPartner = new Map<string, number>();
  let from: string | null = null;
  let to: string | null = null;
  for (const { partnerId, pickedUpAt } of shipments) {
    byPartner.set(partnerId, (byPartner.get(partnerId) ?? 0) + 1);
    if (from === null || pickedUpAt < from) from = pickedUpAt;
    if (to === null || pickedUpAt > to) to = pickedUpAt;
  }
  return {
    lines,
    repeated,
    new: plan.new,
    replaced: plan.replaced,
    unchanged: plan.unchanged,
    tooOld: plan.tooOld,
    statuses: statusesOf(shipments),
    partners: [...byPartner]
      .map(([partnerId, count]) => ({ partnerId, shipments: count }))
      .sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1)),
    pickedUpFrom: from,
    pickedUpTo: to,
  };
}

function statusesOf(lines: readonly Outcome[]): Record<OutcomeStatus, number> {
  const counts = Object.fromEntries(OUTCOME_STATUSES.map((status) => [status, 0])) as Record<OutcomeStatus, number>;
  for (const { status } of lines) counts[status]++;
  return counts;
}
