/** The order in which assignments are asked again, for stores that read them by their moment. */
import { callerTextOf } from '../model/assignment-key.js';
import { isCancelled } from '../model/assignment-life.js';
import type { AssignmentSample } from '../model/documents.js';
import type { Pages, RequestQuery } from './port.js';

/** Where the latest assignments of a query begin. */
export interface RunStart {
  /** The moment of the first one, in Unix milliseconds. */
  fromMs: number;
  /** How many of that moment are before it, and left out. */
  skipped: number;
  /** How many there are. */
  count: number;
}

/** Whether an assignment is asked again. */
export const isAskedAgain = (sample: AssignmentSample, { customerId }: Pick<RequestQuery, 'customerId'>): boolean =>
  !isCancelled(sample) && (customerId === null || sample.asked['customerId'] === customerId);

/**
 * Those from the start on, in the order of moment, caller and shipmentId.
 * @param pages from the moment of the start on, in the order of their moments
 */
export async function* inRunOrder(
  pages: Pages<AssignmentSample>,
  { skipped, count }: RunStart,
): AsyncGenerator<readonly AssignmentSample[]> {
  let left = count;
  let passed = 0;
  /** Of one moment, of which the next page may have more. */
  let open: AssignmentSample[] = [];
  const ordered = (samples: AssignmentSample[]): AssignmentSample[] => {
    const from = Math.min(Math.max(0, skipped - passed), samples.length);
    passed += from;
    const page = samples.sort(byRunOrder).slice(from, from + left);
    left -= page.length;
    return page;
  };
  for await (const page of pages) {
    const all = [...open, ...page];
    const lastMs = momentOf(all.at(-1));
    const closed = all.findIndex((sample) => momentOf(sample) === lastMs);
    open = closed === -1 ? all : all.splice(closed);
    if (all.length > 0 && closed !== -1) yield ordered(all);
    if (left <= 0) return;
  }
  yield ordered(open);
}

const momentOf = (sample: AssignmentSample | undefined): number => Date.parse(sample?.createdAt ?? '');

function byRunOrder(one: AssignmentSample, other: AssignmentSample): number {
  const difference = momentOf(one) - momentOf(other);
  if (difference !== 0) return difference;
  const [caller, otherCaller] = [callerTextOf(one.caller) ?? '', callerTextOf(other.caller) ?? ''];
  if (caller !== otherCaller) return caller < otherCaller ? -1 : 1;
  return one.shipmentId < other.shipmentId ? -1 : 1;
}
