/**
 * A capacity that is new, or counts something else than before, begins with the live attempts of its open windows
 * (docs/rules.md#capacities).
 */
import type { CounterAddition } from '../../domain/allocation/counters.js';
import { windowOf } from '../../domain/allocation/windows.js';
import { startOfDay } from '../../domain/calendar.js';
import { isActive } from '../../domain/dates.js';
import { capacityCountsOf } from '../../engine/allocation/capacity-counts.js';
import { termsOf } from '../../index/capacities.js';
import type { CountBoard } from '../../index/count-board.js';
import type { GenerationHandle } from '../../index/generation.js';
import { Viewer } from '../../index/view.js';
import { COUNTED_AT_ONCE } from '../../limits/control.js';
import { assignmentKeyOf, callerTextOf } from '../../model/assignment-key.js';
import { lifeOf } from '../../model/assignment-life.js';
import type { WriteOp } from '../../model/change.js';
import type { AssignmentRecord, Capacity } from '../../model/documents.js';
import { LIVE_STATES } from '../../model/life.js';
import type { Store } from '../../store/port.js';
import { nextTurn } from '../../turn.js';
import { ALL_TIMES, assignmentPages } from './assignment-pages.js';
import { requestAgain } from './asked-again.js';
import { countOpsOf } from './ledger.js';

/** A capacity that begins to count. */
export type NewCapacity = ReturnType<typeof termsOf>;

/** Of these ops the capacities that count under another counter than before, or did not count. */
export function newCapacities(
  ops: readonly WriteOp[],
  former: (id: number) => Capacity | undefined,
): readonly NewCapacity[] {
  return ops.flatMap((op) => {
    if (op.kind === 'count' || op.kind === 'delete' || op.collection !== 'capacities') return [];
    const document = op.document as Capacity;
    const terms = termsOf(document);
    const known = former(document.id);
    const isKnown = known !== undefined && isActive(known) && termsOf(known).counter === terms.counter;
    return isActive(document) && !isKnown ? [terms] : [];
  });
}

interface Deps {
  store: Pick<Store, 'assignments' | 'get' | 'write'>;
  board: CountBoard;
  /** The generation in use. */
  current(): GenerationHandle;
  now(): number;
}

export class CapacityStart {
  readonly #viewer = new Viewer();

  constructor(private readonly deps: Deps) {}

  /** Resolves when all live attempts of the open windows count. Rejects when the store does. */
  async count(capacities: readonly NewCapacity[]): Promise<void> {
    for (const { partnerId, counter, per } of capacities) {
      // nothing leaves before it is assigned, so that windows by the day of assignment have these too
      const pickupFrom = new Date(startOfDay(windowOf(per, this.deps.now()).firstDay)).toISOString();
      const where = { states: [...LIVE_STATES], pickupFrom };
      for await (const { assignments: records } of assignmentPages(this.deps.store, { partnerId, where, ...ALL_TIMES }))
        for (let at = 0; at < records.length; at += COUNTED_AT_ONCE) {
          await nextTurn();
          const step = records.slice(at, at + COUNTED_AT_ONCE);
          await Promise.all(step.map((record) => this.#countOne(record, counter)));
        }
    }
  }

  /** Again as long as the record changes meanwhile. */
  async #countOne(found: AssignmentRecord, counter: string): Promise<void> {
    const { store, board } = this.deps;
    const key = assignmentKeyOf(callerTextOf(found.caller), found.shipmentId);
    for (
      let record: AssignmentRecord | undefined = found;
      record !== undefined;
      record = await store.get('assignments', key)
    ) {
      const added = this.#missing(record, counter);
      if (added.length === 0) return;
      const document = { ...record, counted: [...(record.counted ?? []), ...added] };
      const written = await store.write([
        { kind: 'put', collection: 'assignments', document, was: record },
        ...countOpsOf(added),
      ]);
      if (written.ok) return board.count(added);
    }
  }

  /** What the attempt should have counted under this counter, and has not. The limit may be exceeded by it. */
  #missing(record: AssignmentRecord, counter: string): CounterAddition[] {
    const now = this.deps.now();
    const { partnerId, assignment, counted = [] } = record;
    const life = lifeOf(record);
    const isCounted = life.state === 'CANCELLED' || counted.some((addition) => addition.counter === counter);
    const request = isCounted ? null : requestAgain(record, { reason: 'OTHER' }, now);
    if (request === null) return [];
    const { pickupDate = life.at } = (assignment['estimates'] ?? {}) as { pickupDate?: string };
    const moments = { assignedAt: Date.parse(life.at), pickupAt: Date.parse(pickupDate) };
    return capacityCountsOf(this.#viewer.view(this.deps.current()), request, partnerId, moments)
      .filter((addition) => addition.counter === counter && addition.endsAtMs >= now)
      .map((addition) => ({ ...addition, limit: null }));
  }
}
