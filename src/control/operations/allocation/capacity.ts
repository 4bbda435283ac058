/** Capacities: what is used of them, and closing and opening them. */
import {
  closeCapacity as closeContract,
  listCapacity as listContract,
  openCapacity as openContract,
} from '../../../contract/capacity.js';
import { dayInIndia, endOfDay, isDay, momentOf } from '../../../domain/calendar.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { capacityUses } from '../../allocation/capacity-uses.js';
import type { Edit } from '../documents/edits.js';
import { changeDocument } from '../documents/one.js';
import { answer, implement, refuseFaults } from '../operation.js';
import { partnerFilterOf } from '../owner.js';

export const listCapacity = implement(
  listContract,
  ({ caller, query: { partnerId, date } }, api) => {
    const filter = partnerFilterOf(caller, partnerId, api);
    if (!filter.ok) return filter;
    const { catalog, counters } = api;
    const rows = filter.value === null ? catalog.all('capacities') : catalog.of('capacities', filter.value);
    const now = api.now();
    const uses = capacityUses(rows, counters, { day: date ?? dayInIndia(now), now });
    return answer({
      data: uses.map(({ document: { id, closedUntil = null }, ...use }) => ({
        id,
        partnerId: use.partnerId,
        used: use.used,
        limit: use.limit,
        full: use.isFull,
        closedUntil,
      })),
    });
  },
  ({ query: { date } }) => (date === undefined || isDay(date) ? [] : [{ ...NO_DAY, value: date }]),
);

const NO_DAY = { field: 'date', code: 'INVALID_VALUE', message: 'must be a day that exists' } as const;

export const closeCapacity = implement(closeContract, (request, api) => {
  const { until, note } = request.body;
  const untilMs = momentBehind(until);
  if (Number.isNaN(untilMs)) return refuseFaults(request.caller, [{ ...NO_MOMENT, value: until }]);
  if (!(untilMs > api.now())) return refuseFaults(request.caller, [{ ...OVER, value: until }]);
  const noted = note === undefined ? request : { ...request, query: { ...request.query, note } };
  return changeDocument(
    closeContract,
    noted,
    api,
    () => closedUntil(request.params.id, new Date(untilMs).toISOString()),
    (fault) => (fault.field === 'closedUntil' ? { ...fault, field: 'until' } : fault),
  );
});

export const openCapacity = implement(openContract, (request, api) =>
  changeDocument(openContract, request, api, () => closedUntil(request.params.id, null)),
);

const closedUntil = (id: number, until: string | null): Edit => ({
  how: 'patch',
  collection: 'capacities',
  key: id,
  given: { closedUntil: until },
});

const NO_MOMENT = { field: 'until', code: 'INVALID_VALUE', message: 'must be a day or a moment that exists' } as const;

const OVER: Omit<RequestFault, 'value'> = {
  field: 'until',
  code: 'INVALID_VALUE',
  message: 'must be a moment to come',
  expectedFormat: 'a day or a moment with its zone, which is not over',
};

/** The first moment that is open again: a day is closed to its end. NaN: there is no such moment. */
const momentBehind = (until: string): number => (isDay(until) ? endOfDay(until) + 1 : momentOf(until));
