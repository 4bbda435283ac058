/** The linter's reports of all couriers, one after the other: the node looks at one card at a time. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { lintPartner } from '../../../client/operations.js';
import type { Finding } from '../../../contract/finding.js';
import type { LintReport } from '../../../contract/lint.js';
import { documentsOf } from '../../../import/node-documents.js';
import { isSignedOut } from '../../parts/ask.js';
import { useSession } from '../../parts/session.js';
import { dayInIndia } from '../../parts/words.js';

export interface Courier {
  id: string;
  name: string;
  /** A courier that is not active is checked as if it were. */
  isActive: boolean;
  /** How many findings are accepted today or later. */
  accepted: number;
}

export interface CourierFinding extends Finding {
  courier: Courier;
}

interface ReportsState {
  /** null: not known yet. */
  couriers: readonly Courier[] | null;
  /** By courier, in the order in which they came. */
  reports: ReadonlyMap<string, LintReport>;
  error?: unknown;
  isLoading: boolean;
  stop(): void;
  again(): void;
}

/** @param only a courier's id; empty: all of them */
export function useReports(only: string): ReportsState {
  const { session, expire } = useSession();
  const [state, setState] = useState<Omit<ReportsState, 'stop' | 'again'>>(NOTHING_YET);
  const [stopped, setStopped] = useState(new AbortController());
  useEffect(() => {
    const { signal } = stopped;
    const { pinrate } = session;
    const ask = async () => {
      setState(NOTHING_YET);
      const couriers = await couriersOf(pinrate);
      const reports = new Map<string, LintReport>();
      for (const { id } of couriers.filter((each) => only === '' || each.id === only)) {
        if (signal.aborted) return;
        setState({ couriers, reports: new Map(reports), isLoading: true });
        reports.set(id, (await lintPartner(pinrate, id, {}, { signal })).data);
      }
      if (!signal.aborted) setState({ couriers, reports, isLoading: false });
    };
    ask().catch((error: unknown) => {
      if (signal.aborted) return;
      if (isSignedOut(error)) expire();
      setState((now) => ({ ...now, error, isLoading: false }));
    });
    return () => stopped.abort();
  }, [session.pinrate, only, stopped]);
  return {
    ...state,
    stop: () => {
      stopped.abort();
      setState((now) => ({ ...now, isLoading: false }));
    },
    again: () => setStopped(new AbortController()),
  };
}

const NOTHING_YET = { couriers: null, reports: new Map<string, LintReport>(), isLoading: true };

async function couriersOf(pinrate: Pinrate): Promise<Courier[]> {
  const today = dayInIndia(new Date());
  return (await documentsOf(pinrate, 'partners')).map(({ partnerId, name, status, accepted }) => ({
    id: partnerId,
    name,
    isActive: status === 'ACTIVE',
    accepted: (accepted ?? []).filter(({ until }) => until >= today).length,
  }));
}

/** Errors of all couriers first, then warnings. */
export const bySeverity = (findings: readonly CourierFinding[]): CourierFinding[] =>
  findings.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
