/** A run that moves a courier's parcels, or tries it: its lines as they arrive, in sums. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { reassignShipments } from '../../../client/operations.js';
import type { ReassignedLine } from '../../../contract/shipment-life.js';
import { isSignedOut } from '../../parts/ask.js';
import { useSession } from '../../parts/session.js';
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

export interface MoveRun {
  /** STOPPED: by the person, or the answer ended early. */
  phase: 'IDLE' | 'RUNNING' | 'ENDED' | 'STOPPED' | 'FAILED';
  order: MoveOrder | null;
  tally: Tally;
  error: unknown;
}

const IDLE: MoveRun = { phase: 'IDLE', order: null, tally: emptyTally(), error: null };
const EXAMPLES_SHOWN = 3;
/** Between two drawings of a run. */
const DRAWN_MS = 200;

export function useMoveRun() {
  const { session, expire } = useSession();
  const [run, setRun] = useState<MoveRun>(IDLE);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const start = async (order: MoveOrder) => {
    const stopped = new AbortController();
    stopping.current = stopped;
    const tally = emptyTally();
    const show = (phase: MoveRun['phase'], error: unknown = null) =>
      setRun({ phase, order, tally: { ...tally }, error });
    show('RUNNING');
    let drawnAt = performance.now();
    try {
      for await (const line of reassignShipments(session.pinrate, order, { signal: stopped.signal })) {
        count(line, tally);
        if (performance.now() - drawnAt < DRAWN_MS) continue;
        drawnAt = performance.now();
        show('RUNNING');
      }
      show(tally.summary === null ? 'STOPPED' : 'ENDED');
    } catch (error) {
      if (stopped.signal.aborted) return show('STOPPED');
      if (isSignedOut(error)) expire();
      show('FAILED', error);
    }
  };
  return { run, start, stop: () => stopping.current.abort() };
}

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
