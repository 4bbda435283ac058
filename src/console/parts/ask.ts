/** Questions to the node as states of a view: loading, answered, failed. The last question wins. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import { askForBuild } from '../shell/build.js';
import { useSession } from './session.js';

export interface AskState<T> {
  isLoading: boolean;
  /** The last answer, which stays while the next one is on its way. */
  value?: T;
  error?: unknown;
  again(): void;
}

/**
 * Asks at the first drawing, and again whenever `keys` or the credential change; an older question is aborted.
 *
 * @param ask null: there is nothing to ask yet
 */
export function useAsk<T>(
  ask: ((pinrate: Pinrate, signal: AbortSignal) => Promise<T>) | null,
  keys: readonly unknown[],
): AskState<T> {
  const { session, expire } = useSession();
  const [state, setState] = useState<Omit<AskState<T>, 'again'>>({ isLoading: ask !== null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (ask === null) return setState({ isLoading: false });
    const stopped = new AbortController();
    setState(({ value }) => ({ value: value as T, isLoading: true }));
    ask(session.pinrate, stopped.signal).then(
      (value) => {
        if (!stopped.signal.aborted) setState({ value, isLoading: false });
      },
      (error: unknown) => {
        if (stopped.signal.aborted) return;
        if (isSignedOut(error)) expire();
        // a node that was away may be another one now
        if (error instanceof PinrateError && error.status === 0) askForBuild();
        setState(({ value }) => ({ value: value as T, error, isLoading: false }));
      },
    );
    return () => stopped.abort();
  }, [session.pinrate, attempt, ask === null, ...keys]);
  const again = (): void => {
    // in the same drawing: nothing can be pressed in between
    setState(({ value }) => ({ value: value as T, isLoading: ask !== null }));
    setAttempt((count) => count + 1);
  };
  return { ...state, again };
}

/** The node does not take the credential (any more). */
export const isSignedOut = (error: unknown): boolean => error instanceof PinrateError && error.status === 401;
