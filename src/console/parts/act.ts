/** A request that changes something, at the press of a button: running, done, refused. */
import { useState } from 'preact/hooks';
import type { Pinrate } from '../../client/connect.js';
import { isSignedOut } from './ask.js';
import { useSession } from './session.js';

interface ActState {
  isActing: boolean;
  /** Of the last attempt; null: there was none. */
  error: unknown;
  /** Never sends twice: a refusal is shown, and the person decides. */
  act<T>(send: (pinrate: Pinrate) => Promise<T>, then: (answer: T) => void): Promise<void>;
}

export function useAct(): ActState {
  const { session, expire } = useSession();
  const [isActing, setIsActing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    isActing,
    error,
    async act(send, then) {
      setIsActing(true);
      setError(null);
      try {
        then(await send(session.pinrate));
      } catch (failure) {
        if (isSignedOut(failure)) expire();
        setError(failure);
      } finally {
        setIsActing(false);
      }
    },
  };
}
