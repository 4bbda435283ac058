/** The worker that reconciles an invoice: one an invoice and its options, ended when something else is asked. */
import { useEffect, useState } from 'preact/hooks';
import { PinrateError } from '../../../client/error.js';
import { isSignedOut } from '../../parts/ask.js';
import { useSession } from '../../parts/session.js';
import type {
  Doubt,
  FromInvoiceReader,
  InvoiceOptions,
  LineFilter,
  Outcome,
  SeenSheets,
  SentFile,
  SheetRole,
  ShownLines,
  ToInvoiceReader,
} from '../../reader/invoice-messages.js';
import { askForBuild } from '../../shell/build.js';
import { readerOf, refusalOf } from '../import/reader.js';

export interface Reconciler {
  /** What it does; null: nothing. */
  work: { words: string; share: number | null } | null;
  /** How the sheets are understood; null: not known yet. */
  seen: SeenSheets | null;
  /** Lines of the invoice. */
  lineCount: number;
  doubts: readonly Doubt[];
  outcome: Outcome | null;
  lines: ShownLines | null;
  /** Why it ended: a file that cannot be read, in words, or a refusal. */
  unreadable: string | null;
  error: unknown;
  reconcile(): void;
  show(filter: LineFilter, most: number): void;
  stop(): void;
  again(): void;
}

type State = Pick<Reconciler, 'work' | 'seen' | 'lineCount' | 'doubts' | 'outcome' | 'lines' | 'unreadable' | 'error'>;
const TYPING_MS = 400;
const IDLE: State = {
  work: null,
  seen: null,
  lineCount: 0,
  doubts: [],
  outcome: null,
  lines: null,
  unreadable: null,
  error: undefined,
};

/** null: it was not dropped. */
export type DroppedFiles = Readonly<Record<SheetRole | 'map', SentFile | null>>;

/** @param options null: something is missing still */
export function useReconciler({ map, ...sheets }: DroppedFiles, options: InvoiceOptions | null): Reconciler {
  const { session, expire } = useSession();
  const [state, setState] = useState(IDLE);
  const [attempt, setAttempt] = useState(0);
  const [worker, setWorker] = useState<Worker | null>(null);
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const say = (to: Worker | null, message: ToInvoiceReader) => to?.postMessage(message);
  useEffect(() => {
    if (sheets.invoice === null || options === null) return setState(IDLE);
    // the columns stay to be seen while they are read in another way
    setState(({ seen }) => ({ ...IDLE, seen, work: { words: 'Reading the invoice …', share: null } }));
    let reader: Worker | null = null;
    // not at each key that is typed
    const timer = setTimeout(() => {
      reader = begun(change, expire);
      setWorker(reader);
      const { kind, id, key } = session;
      const credential = { kind, id, key };
      // copies: the files are read again in another way
      const request = { origin: location.origin, credential, sheets, map, options };
      say(reader, { what: 'look', request });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      reader?.terminate();
    };
  }, [session.pinrate, map, ...Object.values(sheets), JSON.stringify(options), attempt]);
  return {
    ...state,
    reconcile: () => {
      change({ outcome: null, lines: null, work: { words: 'Asking the node what it has assigned …', share: null } });
      say(worker, { what: 'reconcile' });
    },
    show: (filter, most) => say(worker, { what: 'lines', filter, most }),
    stop: () => {
      worker?.terminate();
      setState(({ seen }) => ({ ...IDLE, seen }));
    },
    again: () => setAttempt((count) => count + 1),
  };
}

function begun(change: (part: Partial<State>) => void, expire: () => void): Worker {
  const reader = readerOf('invoices');
  reader.onerror = () => {
    // it may be a file of another build
    askForBuild();
    change({ work: null, error: new PinrateError('NOT_REACHED', 'The reader of invoices could not be loaded') });
  };
  reader.onmessage = ({ data }: MessageEvent<FromInvoiceReader>) => {
    const next = changeOf(data);
    change(next);
    if (isSignedOut(next.error)) expire();
    if (next.error !== undefined || next.unreadable) reader.terminate();
  };
  return reader;
}

function changeOf(message: FromInvoiceReader): Partial<State> {
  switch (message.what) {
    case 'progress':
      return { work: message };
    case 'seen':
      return { work: null, seen: message.seen, lineCount: message.lines, doubts: message.doubts };
    case 'outcome':
      return { work: null, outcome: message.outcome };
    case 'lines':
      return { lines: message.lines };
    case 'unreadable':
      return { work: null, seen: null, unreadable: message.message };
    case 'refused':
      return { work: null, error: refusalOf(message.refusal) };
    case 'broken':
      return { work: null, error: new Error(message.message) };
  }
}
