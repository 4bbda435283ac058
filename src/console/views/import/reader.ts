/** The reader of sheets at work: one worker a sheet, which is ended when something else is asked. */
import { useEffect, useState } from 'preact/hooks';
import { PinrateError, type PinrateErrorCode } from '../../../client/error.js';
import { isSignedOut } from '../../parts/ask.js';
import { useSession } from '../../parts/session.js';
import type { FromReader, ReadOptions, SentRefusal, SheetRead } from '../../reader/messages.js';
import { askForBuild } from '../../shell/build.js';

export interface DroppedFile {
  name: string;
  bytes: ArrayBuffer;
}

export type ReaderState =
  | { phase: 'idle' }
  | { phase: 'reading'; words: string }
  | { phase: 'read'; read: SheetRead }
  /** The file cannot be read at all. */
  | { phase: 'unreadable'; message: string }
  | { phase: 'failed'; error: unknown };

export interface Reader {
  state: ReaderState;
  /** The last sheet that was read, while it is read in another way. */
  last: SheetRead | null;
  stop(): void;
  again(): void;
}

const IDLE: ReaderState = { phase: 'idle' };

/** @param options null: something is missing still */
export function useReader(file: DroppedFile | null, options: ReadOptions | null): Reader {
  const { session, expire } = useSession();
  const [state, setState] = useState<ReaderState>(IDLE);
  const [last, setLast] = useState<SheetRead | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [worker, setWorker] = useState<Worker | null>(null);
  useEffect(() => setLast(null), [file, options?.kind, options !== null && 'partner' in options && options.partner]);
  useEffect(() => {
    if (file === null || options === null) return setState(IDLE);
    const { kind, id, key } = session;
    const name = options.kind === 'outcomes' || options.kind === 'orders' ? 'orders' : 'sheets';
    const reader = readerOf(name);
    setWorker(reader);
    setState({ phase: 'reading', words: 'Reading the file …' });
    reader.onerror = () => {
      // it may be a file of another build
      askForBuild();
      setState({ phase: 'failed', error: new PinrateError('NOT_REACHED', 'The reader of sheets could not be loaded') });
    };
    reader.onmessage = ({ data }: MessageEvent<FromReader>) => {
      const next = stateOf(data);
      setState(next);
      if (next.phase === 'read') setLast(next.read);
      if (next.phase === 'failed' && isSignedOut(next.error)) expire();
      if (next.phase !== 'reading') reader.terminate();
    };
    // a copy: the file is read again in another way
    const request = { origin: location.origin, credential: { kind, id, key }, fileName: file.name, options };
    reader.postMessage({ ...request, bytes: file.bytes });
    return () => reader.terminate();
  }, [session.pinrate, file, JSON.stringify(options), attempt]);
  return {
    state,
    last,
    stop: () => {
      worker?.terminate();
      setState(IDLE);
    },
    again: () => setAttempt((count) => count + 1),
  };
}

function stateOf(message: FromReader): ReaderState {
  if (message.what === 'progress') return { phase: 'reading', words: message.words };
  if (message.what === 'read') return { phase: 'read', read: message.read };
  if (message.what === 'unreadable') return { phase: 'unreadable', message: message.message };
  return {
    phase: 'failed',
    error: message.what === 'refused' ? refusalOf(message.refusal) : new Error(message.message),
  };
}

export const refusalOf = ({ code, message, ...circumstances }: SentRefusal): PinrateError =>
  new PinrateError(code as PinrateErrorCode, message, circumstances);

/** A worker of the file that the page names so. */
export const readerOf = (name: 'sheets' | 'orders' | 'invoices'): Worker =>
  new Worker(document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)!.content, { type: 'module' });
