/** Holds: a partner's places that are served no more for a time. */
import { endHold as endContract, holdPartner as holdContract } from '../../../contract/holds.js';
import { endOfDay, momentOf } from '../../../domain/calendar.js';
import type { Members } from '../../../model/members.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { type ApiRequest, implement, refuseFaults } from '../operation.js';
import { requirePartner } from '../owner.js';
import type { Edit } from './edits.js';
import { idsFor } from './change.js';
import { changeDocument } from './one.js';

export const holdPartner = implement(holdContract, (request, api) => {
  const partner = requirePartner(request.params.partnerId, api);
  if (!partner.ok) return partner;
  const { until } = request.body;
  if (until !== undefined && !(endOf(until) > api.now())) {
    const fault = Number.isNaN(endOf(until)) ? { ...OVER, message: 'must be a moment that exists' } : OVER;
    return refuseFaults(request.caller, [{ ...fault, value: until }]);
  }
  const edit = async (): Promise<Edit> => {
    const id = await idsFor(request, api).take('holds');
    return { how: 'create', collection: 'holds', key: id, given: { ...holdOf(request, api.now()), id } };
  };
  return changeDocument(holdContract, request, api, edit, ofBody);
});

export const endHold = implement(endContract, (request, api) =>
  changeDocument(endContract, request, api, () => ({ how: 'end', collection: 'holds', key: request.params.id })),
);

/** Without its id. */
function holdOf({ params, body }: ApiRequest<(typeof holdContract)['schemas']>, nowMs: number): Members {
  const { until, ...held } = body;
  return {
    partnerId: params.partnerId,
    ...held,
    from: new Date(nowMs).toISOString(),
    to: until === undefined ? null : new Date(endOf(until)).toISOString(),
    status: true,
  };
}

const OVER: Omit<RequestFault, 'value'> = {
  field: 'until',
  code: 'INVALID_VALUE',
  message: 'must be a moment to come: a hold begins now',
  expectedFormat: 'a day or a moment with its zone, which is not over',
};

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The last moment that `until` names, in milliseconds since the epoch; NaN: there is no such moment. */
const endOf = (until: string): number => (until.length > DAY_LENGTH ? momentOf(until) : endOfDay(until));

/** The document's `to` is `until` in the body. */
const ofBody = (fault: RequestFault): RequestFault => (fault.field === 'to' ? { ...fault, field: 'until' } : fault);
