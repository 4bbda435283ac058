/**
 * How both stores write outcomes. A long import does not fit into one transaction: MongoDB's storage engine would run
 * out of memory for it, and the embedded store would hold its thread for seconds. So its documents are first stored in
 * parts, then one small transaction decides that the import counts, and then the parts are carried out in their order,
 * each in a transaction that also notes how far it is. Until the last one, nobody reads outcomes or writes others: who
 * wants to carries out the rest first, also after the crash of the node that began. Parts say what a document is
 * afterwards, so that nothing counts twice. A short import is one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { OutcomeSums } from '../domain/outcomes/sums.js';
import {
  FORGOTTEN_PART_MS,
  OUTCOME_PART_CHARACTERS,
  OUTCOME_PART_OPS,
  OUTCOME_PARTS_AT_ONCE,
  STORE_FORGET_STEP_RECORDS,
} from '../limits/store.js';
import type { Documents } from '../model/documents.js';
import { inTurns } from '../turn.js';
import { additionsByKey, withAdditions } from './outcome-rows.js';
import type { OutcomesWrite } from './outcomes.js';

export type OutcomeState = Documents['outcome-state'];
/** Where nothing has been written. */
export const FIRST_STATE: OutcomeState = { id: 'outcomes', revision: 0, pending: null };
export type OutcomePart = Documents['outcome-parts'];
type PendingImport = NonNullable<OutcomeState['pending']>;
type OutcomeCollection = 'outcomes' | 'outcome-sums' | 'outcome-partners';

/** What a document is afterwards; null: it is gone. */
export interface OutcomeOp {
  collection: OutcomeCollection;
  key: string;
  document: object | null;
  /** There was none, as far as the plan knew. */
  isNew: boolean;
}

/** What the journal needs of a store; each write is durable when it resolves. */
export interface OutcomesBackend {
  state(): Promise<OutcomeState>;
  /** The existing documents of these keys, by key. */
  sums(keys: readonly string[]): Promise<Map<string, Documents['outcome-sums']>>;
  partners(keys: readonly string[]): Promise<Map<string, Documents['outcome-partners']>>;
  /** At most `limit` keys of sums before this key. */
  sumKeysBefore(key: string, limit: number): Promise<string[]>;
  /** In one transaction, all of `ops` and the state `next`; false, and nothing: the state has another revision. */
  commit(revision: number, next: OutcomeState, ops: readonly OutcomeOp[]): Promise<boolean>;
  addParts(parts: readonly OutcomePart[]): Promise<void>;
  part(key: string): Promise<OutcomePart | undefined>;
  removeParts(keys: readonly string[]): Promise<void>;
}

const partKeyOf = (id: string, part: number): string => `${id}/${part}`;
const KEYS_AT_ONCE = 500;

export class OutcomesJournal {
  constructor(private readonly backend: OutcomesBackend) {}

  /** The state without an import under way. */
  async settled(): Promise<OutcomeState> {
    for (;;) {
      const state = await this.backend.state();
      if (state.pending === null) return state;
      await this.#carryOn(state, state.pending);
    }
  }

  /** See `Store.writeOutcomes`. */
  async write({ revision, changes, sums, at }: OutcomesWrite): Promise<boolean> {
    const state = await this.settled();
    if (state.revision !== revision) return false;
    const partnerIds = new Set<string>();
    const ops: OutcomeOp[] = [];
    for (const { key, former, line } of changes) {
      if (line !== null) partnerIds.add(line.partnerId);
      ops.push({ collection: 'outcomes', key, document: line, isNew: former === null });
    }
    return this.#carryOut(state, [...ops, ...(await this.#summed(sums)), ...(await this.#noted(partnerIds, at))]);
  }

  /** See `Store.addOutcomeSums`. */
  async add(sums: readonly OutcomeSums[], at: string): Promise<void> {
    const partnerIds = new Set(sums.map(({ partnerId }) => partnerId));
    for (;;) {
      const state = await this.settled();
      if (await this.#carryOut(state, [...(await this.#summed(sums)), ...(await this.#noted(partnerIds, at))])) return;
    }
  }

  /** Removes some of the sums whose key is before this one. Returns how many. */
  async forgetSome(before: string): Promise<number> {
    for (;;) {
      const { revision } = await this.settled();
      const keys = await this.backend.sumKeysBefore(before, STORE_FORGET_STEP_RECORDS);
      const ops = keys.map((key): OutcomeOp => ({ collection: 'outcome-sums', key, document: null, isNew: false }));
      if (keys.length === 0 || (await this.backend.commit(revision, stateAt(revision + 1), ops))) return keys.length;
    }
  }

  async #carryOut({ revision }: OutcomeState, ops: readonly OutcomeOp[]): Promise<boolean> {
    const parts = partsOf(ops);
    if (parts.length <= 1) return this.backend.commit(revision, stateAt(revision + 1), ops);
    const id = randomUUID();
    // those of an import that is never decided are forgotten
    const expiresAt = new Date(Date.now() + FORGOTTEN_PART_MS).toISOString();
    const texts: OutcomePart[] = [];
    for await (const piece of inTurns(parts.entries()))
      for (const [at, part] of piece) texts.push({ key: partKeyOf(id, at), ops: JSON.stringify(part), expiresAt });
    for (let at = 0; at < texts.length; at += OUTCOME_PARTS_AT_ONCE)
      await this.backend.addParts(texts.slice(at, at + OUTCOME_PARTS_AT_ONCE));
    const pending = { id, parts: parts.length, done: 0 };
    let state = stateAt(revision + 1, pending);
    if (!(await this.backend.commit(revision, state, []))) {
      await this.#removeParts(pending);
      return false;
    }
    for (const part of parts) {
      const next: OutcomeState | null = await this.#commitPart(state, part);
      // another process carries it out as well
      if (next === null) break;
      state = next;
    }
    await this.settled();
    return true;
  }

  /** Carries out the next part, unless another process does. */
  async #carryOn(state: OutcomeState, { id, done }: PendingImport): Promise<void> {
    const part = await this.backend.part(partKeyOf(id, done));
    if (part !== undefined) await this.#commitPart(state, JSON.parse(part.ops) as OutcomeOp[]);
    // another process may have ended the import meanwhile
    else if ((await this.backend.state()).revision === state.revision)
      throw new Error(`the part ${done} of the import of outcomes ${id} is missing from the store`);
  }

  /** The state after the part that is next; null: the revision is another one. */
  async #commitPart({ revision, pending }: OutcomeState, ops: readonly OutcomeOp[]): Promise<OutcomeState | null> {
    const done = pending!.done + 1;
    const isLast = done === pending!.parts;
    const next = stateAt(revision + 1, isLast ? null : { ...pending!, done });
    if (!(await this.backend.commit(revision, next, ops))) return null;
    if (isLast) await this.#removeParts(pending!);
    return next;
  }

  #removeParts({ id, parts }: PendingImport): Promise<void> {
    return this.backend.removeParts(Array.from({ length: parts }, (_, part) => partKeyOf(id, part)));
  }

  /** The documents of sums with additions. */
  async #summed(sums: readonly OutcomeSums[]): Promise<OutcomeOp[]> {
    const additions = [...additionsByKey(sums)];
    const ops: OutcomeOp[] = [];
    for (let at = 0; at < additions.length; at += KEYS_AT_ONCE) {
      const some = additions.slice(at, at + KEYS_AT_ONCE);
      const former = await this.backend.sums(some.map(([key]) => key));
      for await (const piece of inTurns(some))
        for (const [key, added] of piece) {
          const rows = withAdditions(former.get(key)?.rows, added);
          const document = rows === '' ? null : { key, rows };
          ops.push({ collection: 'outcome-sums', key, document, isNew: !former.has(key) });
        }
    }
    return ops;
  }

  async #noted(partnerIds: ReadonlySet<string>, at: string): Promise<OutcomeOp[]> {
    const former = await this.backend.partners([...partnerIds]);
    return [...partnerIds].flatMap((partnerId): OutcomeOp[] => {
      const last = former.get(partnerId)?.lastLineAt;
      if (last !== undefined && last >= at) return [];
      const document = { partnerId, lastLineAt: at };
      return [{ collection: 'outcome-partners', key: partnerId, document, isNew: last === undefined }];
    });
  }
}

const stateAt = (revision: number, pending: OutcomeState['pending'] = null): OutcomeState => ({
  id: 'outcomes',
  revision,
  pending,
});

/** Each can be written in a moment. */
function partsOf(ops: readonly OutcomeOp[]): OutcomeOp[][] {
  const parts: OutcomeOp[][] = [];
  let room = 0;
  for (const op of ops) {
    const characters = charactersOf(op);
    if (parts.length === 0 || parts.at(-1)!.length === OUTCOME_PART_OPS || room < characters) {
      parts.push([]);
      room = OUTCOME_PART_CHARACTERS;
    }
    parts.at(-1)!.push(op);
    room -= characters;
  }
  return parts;
}

/** About; of lines, which have a few hundred characters, {@link OUTCOME_PART_OPS} is the limit. */
const charactersOf = ({ document }: OutcomeOp): number => (document as { rows?: string } | null)?.rows?.length ?? 0;
