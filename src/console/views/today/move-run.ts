/** A run that moves a courier's parcels, or tries it: its lines as they arrive, in sums. */
import { reassignShipments } from '../../../client/operations.js';
import type { ReassignedLine } from '../../../contract/shipment-life.js';
import { type LineRun, useLineRun } from '../../parts/line-run.js';
import { inConsoleWords } from '../../parts/words.js';

export type MoveOrder = Parameters<typeof reassignShipments>[1];
type ShipmentLine = Exclude<ReassignedLine, { summary: object }>;
type Summary = Extract<ReassignedLine, { summary: object }>['summary'];

interface Target {
  parcels: number;
  /** Rupees, of the parcels whose former cost is known. */
  before: number;
  after: number;
}
interface Remainder {
  parcels: number;
  /** Some of them. */
  examples: Pick<ShipmentLine, 'shipmentId' | 'caller'>[];
}

export interface Tally {
  parcels: number;
  moved: number;
  /** By the courier that gets them. */
  targets: Map<string, Target>;
  /** By the reason why they stay. */
  remainders: Map<string, Remainder>;
  /** Null: the run has not ended, or ended early. */
  summary: Summary | null;
}

export type MoveRun = LineRun<MoveOrder, Tally>;

const EXAMPLES_SHOWN = 3;

export const useMoveRun = () =>
  useLineRun({
    ask: (pinrate, order: MoveOrder, signal) => reassignShipments(pinrate, order, { signal }),
    empty: emptyTally,
    count,
    isWhole: ({ summary }) => summary !== null,
  });

function emptyTally(): Tally {
  return { parcels: 0, moved: 0, targets: new Map(), remainders: new Map(), summary: null };
}

function count(line: ReassignedLine, tally: Tally): void {
  if ('summary' in line) {
    tally.summary = line.summary;
    return;
  }
  tally.parcels += 1;
  if ('data' in line && line.data.success) {
    tally.moved += 1;
    const { assignment, cost } = line.data;
    const target = tally.targets.get(assignment.partnerId) ?? { parcels: 0, before: 0, after: 0 };
    target.parcels += 1;
    target.before += cost.before ?? 0;
    target.after += cost.before === null ? 0 : cost.after;
    tally.targets.set(assignment.partnerId, target);
    return;
  }
  const why = whyOf(line);
  const remainder = tally.remainders.get(why) ?? { parcels: 0, examples: [] };
  remainder.parcels += 1;
  if (remainder.examples.length < EXAMPLES_SHOWN) remainder.examples.push(line);
  tally.remainders.set(why, remainder);
}

/** Why the shipment stays: the sentence, and the reasons of the couriers. */
function whyOf(line: ShipmentLine): string {
  if ('error' in line) return inConsoleWords(line.error.message);
  const { error } = line.data;
  return error === null ? '' : inConsoleWords([error.message, ...error.details].join('. '));
}
