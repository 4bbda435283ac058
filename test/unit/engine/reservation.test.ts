/** What a choice reserves of capacities and shares is released when its answer, or its attempt, cannot be made. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chooser } from '../../../src/control/allocation/chooser.js';
import { nextAttempt } from '../../../src/control/operations/shipments/reassign.js';
import type { Job } from '../../../src/engine/question.js';
import { answerJob } from '../../../src/engine/engine.js';
import type { Life } from '../../../src/model/life.js';
import type { AssignmentRecord, Capacity } from '../../../src/model/documents.js';
import { CountBoard } from '../../../src/index/count-board.js';
import { NOON, workedWorld } from '../../reference/fixture.js';
import { generationOf } from '../index/world.js';
import { Viewer } from '../../../src/index/view.js';
import { assignment, contextOf } from './ask.js';

const vans: Capacity = {
  ...{ id: 1, partnerId: 'acme', name: 'Vans', limit: 2, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED' },
  ...{ kind: 'HARD', status: true, createdAt: NOON.toISOString() },
} as Capacity;
const generation = await generationOf({ ...workedWorld(), capacities: [vans] } as never);
const view = new Viewer().view(generation);

const job: Job = {
  question: 'assignment',
  callerKind: 'service',
  callerId: 'main-system',
  requestId: 'req-1',
  body: JSON.stringify(assignment()),
  receivedAt: NOON.getTime(),
};

/** A board that notes what is reserved on it, and not released. */
class Noted extends CountBoard {
  reserved = 0;
  held = 0;
  override reserve(...given: Parameters<CountBoard['reserve']>): number {
    this.reserved += 1;
    this.held += 1;
    return super.reserve(...given);
  }
  override release(...given: Parameters<CountBoard['release']>): void {
    this.held -= 1;
    super.release(...given);
  }
}

describe('a reservation', () => {
  it('is passed on with the assignment that is to be stored', () => {
    const board = new Noted();
    const { assignment: pending } = answerJob({ ...contextOf(view), counters: board }, job);
    assert.deepEqual([board.reserved, board.held], [1, 1]);
    assert.equal(pending?.record?.counted?.length, 1);
    board.release(pending.record.counted, pending.reservedIn!);
  });

  it('is released when the answer cannot be made', () => {
    const board = new Noted();
    const nextId = (): never => assert.fail('no id');
    assert.throws(() => answerJob({ ...contextOf(view), counters: board, nextId }, job), /no id/);
    assert.deepEqual([board.reserved, board.held], [1, 0]);
  });

  it('is released when the next attempt cannot be made', () => {
    const board = new Noted();
    const made = answerJob(contextOf(view), job).assignment!;
    const { assignment: text, decision: _, ...fields } = made.record!;
    const record = {
      ...{ ...fields, shipmentId: 'S-1', requestHash: made.requestHash, assignment: JSON.parse(text) as object },
      caller: { kind: 'service', id: 'main-system' },
      life: { state: 'CANCELLED', attempt: 1, at: fields.createdAt },
    } as unknown as AssignmentRecord & { life: Life };
    const { life } = record;
    const chooser = new Chooser(() => generation);
    const { choose } = chooser;
    chooser.choose = (...asked) => ({ ...choose.apply(chooser, asked)!, data: 'no JSON' }) as never;
    const api = { chooser, now: () => NOON.getTime(), counters: board };
    assert.throws(
      () =>
        nextAttempt(
          { record, life },
          { attempt: 1, reason: 'OTHER' } as never,
          { caller: record.caller!, requestId: 'req-2' },
          api,
        ),
      SyntaxError,
    );
    assert.deepEqual([board.reserved, board.held], [1, 0]);
  });
});
