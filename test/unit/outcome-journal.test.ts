/** A long import of outcomes counts as a whole or not at all, wherever its process ends, and with any process that carries on. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SumsOfLines } from '../../src/domain/outcomes/counts.js';
import { OUTCOME_PART_OPS } from '../../src/limits/store.js';
import type { Outcome } from '../../src/model/documents.js';
import {
  type OutcomePart,
  type OutcomesBackend,
  OutcomesJournal,
  type OutcomeState,
} from '../../src/store/outcome-journal.js';
import { sumsIn } from '../../src/store/outcome-rows.js';
import type { OutcomesWrite } from '../../src/store/outcomes.js';
import { inReferenceForm, referenceSums } from '../reference/outcome-lines.js';

const LINES = 2 * OUTCOME_PART_OPS + 500;
const AT = '2026-03-02T06:30:00.000Z';

class Crash extends Error {}

/** What is stored, and processes that reach it until they end. */
class Stored {
  state: OutcomeState = { id: 'outcomes', revision: 0, pending: null };
  readonly documents = new Map<string, object>();
  readonly parts = new Map<string, OutcomePart>();

  /** A process that ends at its `callsLeft`-th call: before it takes effect or after. */
  process(callsLeft = Infinity, isAfter = false): OutcomesJournal {
    let left = callsLeft;
    const reaching = async <T>(work: () => T): Promise<T> => {
      if (left <= 0) throw new Crash();
      left--;
      await new Promise((resolve) => setImmediate(resolve));
      if (left === 0 && !isAfter) throw new Crash();
      const result = work();
      if (left === 0) throw new Crash();
      return result;
    };
    const found = <D>(collection: string, keys: readonly string[]) =>
      new Map(
        keys.flatMap((key) => {
          const document = this.documents.get(`${collection}/${key}`);
          return document === undefined ? [] : [[key, document as D] as const];
        }),
      );
    const backend: OutcomesBackend = {
      state: () => reaching(() => this.state),
      sums: (keys) => reaching(() => found('outcome-sums', keys)),
      partners: (keys) => reaching(() => found('outcome-partners', keys)),
      sumKeysBefore: () => reaching(() => []),
      commit: (revision, next, ops) =>
        reaching(() => {
          if (this.state.revision !== revision) return false;
          this.state = next;
          for (const { collection, key, document } of ops) {
            if (document === null) this.documents.delete(`${collection}/${key}`);
            else this.documents.set(`${collection}/${key}`, document);
          }
          return true;
        }),
      addParts: (parts) => reaching(() => parts.forEach((part) => this.parts.set(part.key, part))),
      part: (key) => reaching(() => this.parts.get(key)),
      removeParts: (keys) => reaching(() => keys.forEach((key) => this.parts.delete(key))),
    };
    return new OutcomesJournal(backend);
  }

  of<D>(collection: string): D[] {
    return [...this.documents].flatMap(([name, document]) =>
      name.startsWith(`${collection}/`) ? [document as D] : [],
    );
  }

  assertCounts(lines: readonly Outcome[], what: string): void {
    assert.equal(this.of('outcomes').length, lines.length, what);
    const sums = this.of<{ key: string; rows: string }>('outcome-sums').flatMap((document) => [...sumsIn(document)]);
    assert.deepEqual(inReferenceForm(sums), referenceSums(lines), what);
  }
}

const lineOf = (number: number, status: Outcome['status']): Outcome => ({
  key: `line-${number}`,
  partnerId: 'swift-air',
  deliveryPincode: String(560_000 + (number % 50)),
  paymentType: 'COD',
  pickedUpAt: '2026-01-06T06:00:00.000Z',
  status,
  expiresAt: null,
});

function writeOf(revision: number, lines: readonly Outcome[], formers: readonly Outcome[] = []): OutcomesWrite {
  const sums = new SumsOfLines();
  for (const former of formers) sums.add(former, -1);
  for (const line of lines) sums.add(line, 1);
  const changes = lines.map((line, at) => ({ key: line.key, former: formers[at] ?? null, line }));
  return { revision, changes, sums: [...sums.changes()], at: AT };
}

describe('the journal of outcomes', () => {
  const former = Array.from({ length: LINES }, (_, number) => lineOf(number, 'OPEN'));
  const later = former.map((line): Outcome => ({ ...line, status: 'RTO' }));

  for (const isAfter of [false, true]) {
    it(`has all of an import or nothing of it when its process ends ${isAfter ? 'after' : 'before'} any call`, async () => {
      let isDone = false;
      for (let calls = 1; !isDone; calls++) {
        const stored = new Stored();
        assert.equal(await stored.process().write(writeOf(0, former)), true);
        const { revision } = stored.state;
        try {
          isDone = await stored.process(calls, isAfter).write(writeOf(revision, later, former));
        } catch (error) {
          assert.ok(error instanceof Crash, String(error));
        }
        await stored.process().settled();
        const counts = stored.of<Outcome>('outcomes')[0]!.status === 'RTO' ? later : former;
        if (isDone) assert.equal(counts, later);
        stored.assertCounts(counts, `after ${calls} calls`);
      }
    });
  }

  it('refuses an import that another one has overtaken, and forgets its parts', async () => {
    const stored = new Stored();
    const [one, other] = [former, later].map((lines) => stored.process().write(writeOf(0, lines)));
    const written = await Promise.all([one!, other!]);
    assert.deepEqual(written.toSorted(), [false, true]);
    stored.assertCounts(written[0] ? former : later, 'one of both');
    assert.equal(stored.parts.size, 0);
  });

  it('is carried on by several processes at once', async () => {
    for (const calls of [6, 7, 8, 9]) {
      const stored = new Stored();
      await assert.rejects(stored.process(calls, true).write(writeOf(0, former)), Crash);
      await Promise.all(Array.from({ length: 4 }, () => stored.process().settled()));
      const isThere = stored.of('outcomes').length > 0;
      stored.assertCounts(isThere ? former : [], `after ${calls} calls`);
    }
  });

  it('says which part is missing', async () => {
    const stored = new Stored();
    const crash = stored.process(6, true).write(writeOf(0, former));
    await assert.rejects(crash, Crash);
    if (stored.state.pending === null) stored.state = { ...stored.state, pending: { id: 'gone', parts: 2, done: 1 } };
    stored.parts.clear();
    await assert.rejects(stored.process().settled(), /the part \d of the import of outcomes .* is missing/);
  });
});
