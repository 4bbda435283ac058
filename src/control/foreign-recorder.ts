/** Records in the history what other programs have changed in a shared store: one node of all does it. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { FOREIGN_ATTEMPTS, FOREIGN_RETENTION_MS, FOREIGN_RETRY_MS } from '../limits/control.js';
import type { CollectionName, Documents, IdempotencyRecord } from '../model/documents.js';
import { TemporaryError } from '../errors.js';
import type { Entry, ForeignChanges } from '../store/entry.js';
import type { ChangeNote, Store } from '../store/port.js';

const MS_PER_SECOND = 1_000;
const BY_DATABASE = { kind: 'database', id: '' } as const;
const ROUTE = 'a change in MongoDB';

interface RecorderOptions {
  store: Pick<Store, 'write'>;
  sealed: ChangeNote['sealed'];
  /** Logs that something could not be recorded. */
  report(error: unknown, message: string): void;
}

export class ForeignRecorder {
  #last: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(private readonly options: RecorderOptions) {}

  /** Adds a change set of {kind: database}, unless another node has done so for that second. */
  record(changes: ForeignChanges): void {
    this.#last = this.#last.then(() =>
      this.#tried(changes).catch((error: unknown) =>
        this.options.report(error, 'what another program has changed could not be recorded'),
      ),
    );
  }

  /** Resolves when everything so far is recorded, or cannot be. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** Repeats nothing more: what another program changed while no node could write is not in the history then. */
  stop(): void {
    this.#stopping.abort();
  }

  async #tried(changes: ForeignChanges): Promise<void> {
    const { store } = this.options;
    const entries = changes.entries.filter((entry) => !this.#isTheSame(entry));
    if (entries.length === 0) return;
    const at = new Date(changes.second * MS_PER_SECOND).toISOString();
    const sealed = this.#sealed;
    const note: ChangeNote = { at, by: BY_DATABASE, requestId: null, route: ROUTE, note: null, entries, sealed };
    const record = recordOf(changes.second);
    for (let attempt = 1; ; attempt++) {
      try {
        // a key that is taken: another node was faster
        await store.write([{ kind: 'insert', collection: 'idempotency-keys', document: record }], note);
        return;
      } catch (error) {
        const { signal } = this.#stopping;
        if (!(error instanceof TemporaryError) || attempt === FOREIGN_ATTEMPTS || signal.aborted) throw error;
        // a stop ends the pause: there is time for one more attempt
        await pause(FOREIGN_RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Whether only secrets differ, as after a change of SECRETS_KEY. */
  #isTheSame({ collection, before, after }: Entry): boolean {
    if (collection !== 'credentials' || before === null || after === null) return false;
    return isDeepStrictEqual(this.#sealed(collection, before as never), this.#sealed(collection, after as never));
  }

  /** Of a document that breaks its schema, everything but what could be secret. */
  readonly #sealed = <C extends CollectionName>(collection: C, document: Documents[C]): object => {
    try {
      return this.options.sealed(collection, document);
    } catch {
      return { ...document, secrets: undefined, contact: undefined };
    }
  };
}

/** Takes the second for this node. */
function recordOf(second: number): IdempotencyRecord {
  const key = `database/${second}`;
  return {
    key,
    requestHash: createHash('sha256').update(key).digest('hex'),
    status: null,
    answer: null,
    expiresAt: new Date(second * MS_PER_SECOND + FOREIGN_RETENTION_MS).toISOString(),
  };
}
