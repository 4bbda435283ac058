/** Carries out a change of documents, one change at a time. */
import type { AnswerOf, Contract, Schemas } from '../../../contract/contract.js';
import { CHANGE_PATIENCE_MS } from '../../../limits/control.js';
import { MAX_NAMERS } from '../../../limits/store.js';
import type { Conflict } from '../../../model/change.js';
import { commit, type Plan } from '../commit.js';
import { type Api, type ApiRequest, type HandlerResult, refuse, type RefusedResult } from '../operation.js';
import type { Ids } from '../ids.js';
import type { DanglingReferrer } from './checks.js';
import { shownKey } from './keys.js';

/** @param plan see {@link commit}: its ops are refused by the store if their documents have changed meanwhile */
export function changeDocuments<S extends Schemas>(
  contract: Contract<S>,
  request: ApiRequest<S>,
  api: Api,
  plan: () => Promise<Plan<AnswerOf<S>>>,
): Promise<HandlerResult<AnswerOf<S>>> {
  const turns = isDryRun(request) ? api.turns.dryRuns : api.turns.documents;
  return commit(contract, request, api, { plan, turns, patienceMs: CHANGE_PATIENCE_MS, refusalOf });
}

const isDryRun = ({ query }: Pick<ApiRequest<Schemas>, 'query'>): boolean =>
  (query as { dryRun?: boolean }).dryRun === true;

/** The ids of new documents; a dry run takes none. */
export const idsFor = (request: Pick<ApiRequest<Schemas>, 'query'>, { ids }: Pick<Api, 'ids'>): Pick<Ids, 'take'> =>
  isDryRun(request) ? ids.unspent : ids;

function refusalOf(conflict: Conflict): RefusedResult | null {
  return conflict.reason === 'NAMED' ? inUse(conflict.by) : null;
}

/** @param by documents that name what would be gone, of which the answer has the first */
export function inUse(by: readonly DanglingReferrer[]): RefusedResult {
  return refuse('IN_USE', {
    details: {
      by: by.slice(0, MAX_NAMERS).map(({ collection, key }) => ({ collection, key: shownKey(collection, key) })),
    },
  });
}
