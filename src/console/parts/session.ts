/** The credential that all views ask with. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../shell/credential.js';

interface SessionState {
  session: Session;
  /** The node no longer takes the credential: it is asked for again, over the page as it stands. */
  expire(): void;
}

export const SessionContext = createContext<SessionState | null>(null);

export const useSession = (): SessionState => useContext(SessionContext)!;

/** Whether there is anything to show of what needs this scope. */
export const useScope = (scope: 'quote' | 'assign' | 'read' | 'manage'): boolean =>
  useSession().session.scopes.has(scope);
