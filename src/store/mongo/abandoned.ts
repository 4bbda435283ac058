/**
 * Ends transactions that no process continues. An open transaction keeps locks on its documents: after the death of its
 * process it would block others until transactionLifetimeLimitSeconds is over. A process that is alive after all only
 * has to begin its transaction again.
 */
import type { Document, MongoClient, UUID } from 'mongodb';
import {
  MONGO_ABANDONED_MS,
  MONGO_ABANDONED_POLL_MS,
  MONGO_SERVER_SELECTION_MS,
  MONGO_SILENT_MS,
} from '../../limits/mongo.js';
import { APP_NAME } from './connection.js';

/** The server's report of a transaction between two commands, and of a connection. */
interface Operation extends Document {
  type: string;
  connectionId?: number;
  appName?: string;
  lsid?: { id: UUID };
  transaction?: { timeInactiveMicros: number };
}

/** More than a server has connections. */
const MOST = 100_000;
const MICROS_PER_MS = 1_000;

export class AbandonedTransactions {
  #lookedAtMs = -Infinity;

  constructor(private readonly client: MongoClient) {}

  /** Looks for abandoned transactions, unless the last look was a moment ago. Never rejects. */
  async end(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < MONGO_ABANDONED_POLL_MS) return;
    this.#lookedAtMs = performance.now();
    const admin = this.client.db('admin');
    const limits = { signal: AbortSignal.timeout(MONGO_SERVER_SELECTION_MS) };
    try {
      // those of our own user: no privilege is needed to see or to end them
      const $currentOp = { allUsers: false, idleConnections: true, idleSessions: true };
      const fields = { type: 1, appName: 1, connectionId: 1, lsid: 1, 'transaction.timeInactiveMicros': 1 };
      const pipeline = [{ $currentOp }, { $project: fields }];
      const { cursor } = await admin.command({ aggregate: 1, pipeline, cursor: { batchSize: MOST } }, limits);
      const killSessions = abandonedOf(cursor.firstBatch as Operation[]);
      if (killSessions.length > 0) await admin.command({ killSessions }, limits);
    } catch {
      // they end by themselves later
    }
  }
}

/** Our sessions whose last command came from a connection that is gone, or long ago. */
export function abandonedOf(operations: readonly Operation[]): { id: UUID }[] {
  const connected = new Set(operations.filter(({ type }) => type === 'op').map(({ connectionId }) => connectionId));
  return operations
    .filter(({ type, appName, connectionId, transaction }) => {
      if (type !== 'idleSession' || appName !== APP_NAME || transaction === undefined) return false;
      const silentMs = Number(transaction.timeInactiveMicros) / MICROS_PER_MS;
      return silentMs >= (connected.has(connectionId) ? MONGO_SILENT_MS : MONGO_ABANDONED_MS);
    })
    .map(({ lsid }) => ({ id: lsid!.id }));
}
