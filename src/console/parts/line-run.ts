/** A question whose answer is lines that take a while: counted as they arrive, stopped by the person. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pinrate } from '../../client/connect.js';
import { isSignedOut } from './ask.js';
import { useSession } from './session.js';

/** How one kind of question is asked, and how its lines are counted. */
interface LineQuestion<Order, Line, Tally> {
  ask(pinrate: Pinrate, order: Order, signal: AbortSignal): AsyncIterable<Line>;
  empty(): Tally;
  count(line: Line, tally: Tally): void;
  /** Its last line has come. */
  isWhole(tally: Tally): boolean;
}

export interface LineRun<Order, Tally> {
  /** STOPPED: by the person, or the answer ended early. */
  phase: 'IDLE' | 'RUNNING' | 'ENDED' | 'STOPPED' | 'FAILED';
  order: Order | null;
  tally: Tally;
  error: unknown;
}

/** Between two drawings of a run. */
const DRAWN_MS = 200;

/** One run at a time; leaving the page stops it. */
export function useLineRun<Order, Line, Tally extends object>(question: LineQuestion<Order, Line, Tally>) {
  const { session, expire } = useSession();
  const [run, setRun] = useState<LineRun<Order, Tally>>(() => ({
    phase: 'IDLE',
    order: null,
    tally: question.empty(),
    error: null,
  }));
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const start = async (order: Order) => {
    const stopped = new AbortController();
    stopping.current = stopped;
    const tally = question.empty();
    const show = (phase: LineRun<Order, Tally>['phase'], error: unknown = null) =>
      setRun({ phase, order, tally: { ...tally }, error });
    show('RUNNING');
    let drawnAt = performance.now();
    try {
      for await (const line of question.ask(session.pinrate, order, stopped.signal)) {
        question.count(line, tally);
        if (performance.now() - drawnAt < DRAWN_MS) continue;
        drawnAt = performance.now();
        show('RUNNING');
      }
      show(question.isWhole(tally) ? 'ENDED' : 'STOPPED');
    } catch (error) {
      if (stopped.signal.aborted) return show('STOPPED');
      if (isSignedOut(error)) expire();
      show('FAILED', error);
    }
  };
  return { run, start, stop: () => stopping.current.abort() };
}
