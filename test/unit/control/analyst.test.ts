/** The control thread's end of the analyst: turns, deadlines, and what its end does to a question and the next one. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createAnalyst } from '../../../src/analysis/analyst.js';
import { Analyst, AnalystError, type AnalystThread } from '../../../src/control/analyst/analyst.js';
import { previewOf, momentOf, type PreviewSource, sentCard } from '../../../src/control/analyst/change-preview.js';
import { ImpactMeter } from '../../../src/control/analyst/impact.js';
import { Linter } from '../../../src/control/analyst/linter.js';
import { packageRow, workedWorld } from '../../reference/fixture.js';
import { BUILT_AT, catalogOf, NO_FIGURES, published } from '../index/world.js';

async function gappy(): Promise<PreviewSource> {
  const catalog = await catalogOf(workedWorld((world) => (world.packages = [packageRow({ id: 1, maxWeight: 2_000 })])));
  const { publisher } = await published(catalog);
  return { catalog, publisher, figures: NO_FIGURES };
}

const reportOn = (present: PreviewSource, budgetMs: number) => () => ({
  card: sentCard(momentOf([], present), 'acme')!,
  asOf: null,
  nowMs: BUILT_AT,
  budgetMs,
});

/** A thread that answers as `call` does, until it is ended. */
function threads(call: (count: number) => Promise<unknown>) {
  let launched = 0;
  const ended: number[] = [];
  const launch = (): AnalystThread => {
    const number = ++launched;
    let end = (): void => undefined;
    const isEnded = new Promise<never>((_, reject) => {
      end = () => reject(new AnalystError('ended'));
    });
    isEnded.catch(() => undefined);
    return {
      call: () => Promise.race([call(number), isEnded]) as never,
      async end() {
        ended.push(number);
        end();
      },
    };
  };
  return { launch, ended };
}

const never = () => new Promise<never>(() => undefined);

describe('the analyst', () => {
  it('answers from a thread of its own as it would here, until it is stopped', async () => {
    const present = await gappy();
    const analyst = new Analyst({ onFailure: assert.ifError });
    const question = reportOn(present, 60_000);
    const report = await analyst.ask('report', question);
    assert.deepEqual(report, createAnalyst().report(question()));
    assert.ok(report.counts['RATE_GAP']! > 0);
    await analyst.stop();
    await assert.rejects(analyst.ask('report', question), AnalystError);
  });

  it('looks at changes before the reports that wait, and at each in its order', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const { launch } = threads(() => new Promise((resolve) => ends.push(() => resolve(undefined))));
    const analyst = new Analyst({ onFailure: assert.ifError, launch });
    const ask = (name: 'report' | 'difference' | 'impact', label: string) =>
      analyst.ask(name, () => {
        begun.push(label);
        return { budgetMs: 60_000 } as never;
      });
    const asked = [
      ask('report', 'first report'),
      ask('report', 'second report'),
      ask('difference', 'a change'),
      ask('report', 'third report'),
      ask('impact', 'its impact'),
    ];
    for (let n = 0; n < asked.length; n++) {
      while (ends.length === 0) await new Promise((resume) => setImmediate(resume));
      ends.shift()!();
    }
    await Promise.all(asked);
    assert.deepEqual(begun, ['first report', 'a change', 'its impact', 'second report', 'third report']);
    await analyst.stop();
  });

  it('is asked one question at a time, each made when its turn has come', async () => {
    const present = await gappy();
    const order: string[] = [];
    const { launch } = threads(async () => {
      order.push('asked');
      await new Promise((resume) => setImmediate(resume));
      order.push('answered');
    });
    const analyst = new Analyst({ launch, onFailure: assert.ifError });
    const question = () => {
      order.push('made');
      return reportOn(present, 60_000)();
    };
    await Promise.all([analyst.ask('report', question), analyst.ask('report', question)]);
    assert.deepEqual(order, ['made', 'asked', 'answered', 'made', 'asked', 'answered']);
  });

  it('is ended when it takes too long, and another one answers the next question', async () => {
    const present = await gappy();
    const failures: Error[] = [];
    const { launch, ended } = threads((number) => (number === 1 ? never() : Promise.resolve('answer')));
    const analyst = new Analyst({ launch, graceMs: 1, onFailure: (error) => failures.push(error) });
    const [first, second] = [reportOn(present, 1), reportOn(present, 1)].map((each) => analyst.ask('report', each));
    await assert.rejects(first!, /took too long/);
    assert.equal(await second, 'answer');
    assert.deepEqual([ended, failures.length], [[1], 1]);
  });

  it('that has a fault of its own answers with it and goes on', async () => {
    const { launch, ended } = threads(() => Promise.reject(new RangeError('a fault')));
    const analyst = new Analyst({ launch, onFailure: assert.ifError });
    const present = await gappy();
    await assert.rejects(analyst.ask('report', reportOn(present, 1)), RangeError);
    assert.deepEqual(ended, []);
  });
});

test('a change whose analyst ends is cut, not refused', async () => {
  const present = await gappy();
  const failures: Error[] = [];
  const { launch } = threads(() => Promise.reject(new AnalystError('out of memory')));
  const analyst = new Analyst({ launch, onFailure: (error) => failures.push(error) });
  const aside = previewOf(
    { changes: [{ kind: 'delete', collection: 'packages', key: 1 }], partnerIds: ['acme'] },
    present,
  );
  const linter = new Linter({ present, analyst, now: () => BUILT_AT, onFailure: assert.ifError });
  assert.deepEqual(await linter.difference(aside, false), { brings: [], clears: [], errors: [], cut: 1 });
  const asked = {
    pickupPincode: '110001',
    deliveryPincode: '560001',
    weight: 500,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    services: [],
  };
  const store = {
    latestRequests: async (_: number, take: (one: never) => void) => take({ partnerId: 'acme', asked } as never),
  };
  const impact = await new ImpactMeter({ analyst, store, now: () => BUILT_AT }).measure(aside);
  assert.deepEqual([impact.sampled, impact.cut], [0, true]);
  assert.equal(failures.length, 2);
  await assert.rejects(linter.report('acme', null), AnalystError);
});

test('a change of many partners whose analyst ends at each card asks no longer than its budget', async () => {
  const present = await gappy();
  let asked = 0;
  const ask = async (_: string, question: () => unknown) => {
    asked++;
    question();
    await new Promise((resume) => setTimeout(resume, 60));
    throw new AnalystError('took too long');
  };
  const linter = new Linter({
    present,
    analyst: { ask: ask as never },
    budgetMs: 100,
    now: () => BUILT_AT,
    onFailure: assert.ifError,
  });
  const preview = previewOf({ changes: [], partnerIds: ['acme'] }, present)!;
  const many = { ...preview, partnerIds: Array.from({ length: 20 }, () => 'acme') };
  const { cut } = await linter.difference(many, false);
  assert.deepEqual([cut, asked], [20, 2]);
});
