/** POST /documents/apply: many documents in one change. */
import { applyDocuments as contract, type ChangeAnswer, type Difference } from '../../../contract/apply.js';
import { MAX_APPLY_LINES } from '../../../limits/http.js';
import { type ApplyFault, MAX_APPLY_FAULTS } from '../../../contract/document-names.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { ERRORS } from '../../../errors.js';
import { MAX_NAMERS } from '../../../limits/store.js';
import { ALL_CHANGES, type PlannedRows } from '../../../store/change-query.js';
import type { Store } from '../../../store/port.js';
import type { Plan } from '../commit.js';
import { type Api, type ApiRequest, implement, refuse, refuseFaults, type RefusedResult } from '../operation.js';
import { refuseTooMany } from '../json-lines.js';
import { requirePartner } from '../owner.js';
import { changeDocuments, idsFor, inUse } from './change.js';
import { countsOf, diffOf } from './diff.js';
import { FaultList } from './fault-list.js';
import { type DocumentChange, type EditFault, formersOf, judge, opsOf, partnersOf } from './judge.js';
import { effectsOf } from './lint.js';
import { faultOf, type LineEdit, numbered, type ReadLines, readLines } from './lines.js';
import { movedRows } from './moved-rows.js';
import { matched } from './match.js';
import { missingRows, outOfPlace, type Replacement, tooManyLost } from './replace.js';

type Schemas = (typeof contract)['schemas'];
type Request = ApiRequest<Schemas>;
type Answer = { data: ChangeAnswer };

export const applyDocuments = implement(
  contract,
  (request, api) => {
    // read when its turn has come: the objects of a long body take several times its memory
    let read: Promise<ReadLines | null> | null = null;
    return changeDocuments(contract, request, api, async () => {
      const lines = await (read ??= readLines(request.body));
      return lines === null ? TOO_MANY_LINES : plan(lines, request, api);
    });
  },
  ({ query: { replace, partnerId } }) => {
    // the lines say whose routes they are
    if ((replace === undefined) === (partnerId === undefined) || replace === 'routes') return [];
    const field = replace === undefined ? 'replace' : 'partnerId';
    return [{ field, code: 'REQUIRED', message: 'is required: replace and partnerId go together' }];
  },
);

const TOO_MANY_LINES = refuseTooMany(`${MAX_APPLY_LINES} lines`);

function refuseLines(faults: readonly ApplyFault[], count: number): RefusedResult {
  const details = [...faults].sort((a, b) => a.line - b.line).slice(0, MAX_APPLY_FAULTS);
  return { ok: false, failure: { code: 'VALIDATION_ERROR', details, fieldCount: count } };
}

async function plan(lines: ReadLines, request: Request, api: Api): Promise<Plan<Answer>> {
  const { query } = request;
  const replacement = replacementOf(query);
  const { store, catalog } = api;
  const nowMs = api.now();
  const newest = await newestChange(store);
  if (query.basis !== undefined && query.basis > (newest ?? 0)) {
    const message = `must be the number of a change set: the last one has ${newest ?? 0}`;
    const fault: RequestFault = { field: 'basis', code: 'OUT_OF_RANGE', message, value: query.basis };
    return refuseFaults(request.caller, [fault]);
  }
  const misplaced = new FaultList<ApplyFault>();
  let placed: readonly LineEdit[] = lines.edits;
  if (replacement !== null) {
    const partner = replacement.partnerId === null ? null : requirePartner(replacement.partnerId, api);
    if (partner?.ok === false) return partner;
    placed = lines.edits.filter((edit) => {
      const fault = outOfPlace(replacement, edit, catalog);
      if (fault !== null) misplaced.add(faultOf(edit, { field: fault[0], message: fault[1], code: 'INVALID_VALUE' }));
      return fault === null;
    });
  }
  // rows that another node has just added are missing in the lines too, or are those that lines are about
  if (replacement !== null || placed.some(({ how }) => how === 'match')) await store.caughtUp();
  const matching = await matched(placed, catalog, nowMs);
  let edits = await numbered(matching.edits, idsFor(request, api));
  // what a line with a fault is about is not missing
  if (replacement !== null && lines.faults.count + misplaced.count + matching.faults.count === 0)
    // they go first in the diff, which shows the first differences
    edits = [...missingRows(replacement, edits, matching.leading(), catalog, nowMs), ...edits];
  const judged = await judge(edits, await formersOf(edits, store), catalog, new Date(nowMs).toISOString());
  const found = [lines.faults, misplaced, matching.faults];
  const faultCount = found.reduce((sum, { count }) => sum + count, judged.faultCount);
  if (faultCount > 0)
    return refuseLines([...found.flatMap(({ kept }) => kept), ...judged.faults.map(asLineFault)], faultCount);
  if (judged.stillNamed.length > 0) return inUse(judged.stillNamed);
  const { changed } = judged;
  const refusal =
    (query.basis === undefined ? null : await changedSince(query.basis, changed, store))
    ?? (replacement === null || replacement.force ? null : tooManyLost(replacement, changed, catalog, nowMs));
  if (refusal !== null) return refusal;
  const effects = await effectsOf(changed, query.strict, api);
  if ('ok' in effects) return effects;
  const warnings = movedRows(changed, edits);
  const unchanged = edits.length - changed.length;
  const { isCurrent } = matching;
  const planned = matching.rowsAsOf(newest ?? 0);
  return planOf({ changed, unchanged, newest, nowMs, warnings, isCurrent, planned, ...effects });
}

/** A change that may be made. */
interface Judgement extends Pick<ChangeAnswer, 'lint' | 'impact' | 'warnings'> {
  changed: readonly DocumentChange[];
  unchanged: number;
  /** The number of the last change set. */
  newest: number | null;
  nowMs: number;
  /** What the answer shows of a difference; all of it unless given. */
  shown?(difference: Difference): Difference;
  isCurrent?(): boolean;
  planned?: PlannedRows | null;
}

/** The ops and the answer of a change. */
export function planOf({ changed, unchanged, newest, nowMs, shown = all, ...others }: Judgement): Plan<Answer> {
  const { warnings, lint, impact, isCurrent, planned } = others;
  const counts = countsOf(changed, unchanged, nowMs);
  const data = { counts, diff: diffOf(changed).map(shown), warnings, lint, impact };
  return {
    ok: true,
    ops: opsOf(changed),
    ...(isCurrent !== undefined && { isCurrent }),
    ...(planned && { planned }),
    answerOf: (changeId) => ({ data: { ...data, basis: changeId ?? newest } }),
  };
}

const all = (difference: Difference): Difference => difference;

/** The number of the last change set; null: the store has none. */
export async function newestChange(store: Store): Promise<number | null> {
  const [newest] = await store.changes({ ...ALL_CHANGES, limit: 1 });
  return newest?.id ?? null;
}

/** A refusal if a partner whose documents are changed has changed after the change set `basis`. */
async function changedSince(
  basis: number,
  changed: readonly DocumentChange[],
  store: Store,
): Promise<RefusedResult | null> {
  const partners = [];
  for (const partnerId of partnersOf(changed)) {
    const [last] = await store.changes({ ...ALL_CHANGES, partnerId, after: basis, limit: 1 });
    if (last !== undefined) partners.push({ partnerId, changeId: last.id });
  }
  return partners.length === 0
    ? null
    : refuse('CHANGED_SINCE', { details: { partners: partners.slice(0, MAX_NAMERS) } });
}

function replacementOf({ replace, partnerId, force }: Request['query']): Replacement | null {
  return replace === undefined ? null : { kind: replace, partnerId: partnerId ?? null, force };
}

function asLineFault({ edit, impossible, fault }: EditFault<LineEdit>): ApplyFault {
  if (fault === undefined) return faultOf(edit, { field: 'key', message: inWords(impossible), code: 'INVALID_VALUE' });
  // what is wrong with a removal is about its key
  return faultOf(edit, edit.how === 'delete' ? { ...fault, field: 'key' } : fault);
}

const inWords = (code: keyof typeof ERRORS): string => {
  const { message } = ERRORS[code];
  return message[0]!.toLowerCase() + message.slice(1);
};
