/** The series of /metrics: their names, and what fills those that are read at scrape time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { createControlMetrics } from '../../src/control/metrics.js';
import { FixedWindows } from '../../src/rate-limits/fixed-windows.js';
import { CredentialLimiter } from '../../src/rate-limits/limiters.js';
import {
  AUTHENTICATION_FAULTS,
  createMetrics,
  describeBuild,
  observeSharedLimits,
  QuestionCounts,
} from '../../src/metrics.js';
import { failedCode, OFFERED, refusedCode } from '../../src/engine/outcomes.js';
import { activeCredential, PARTNER, SERVICE } from '../support/front-end.js';

const BUILD = { version: '1.2.3', node: '24.0.0', store: 'lmdb', uws: 'uws-pack' } as const;

function wholeRegistry() {
  const metrics = createMetrics();
  const refused = new Map([['packages', 2]] as const);
  const control = createControlMetrics();
  control.following = () => ({
    state: 'following',
    resumes: 0,
    reloads: 0,
    lastSignMs: 1_500,
    lagMs: 0,
    trouble: null,
    refused,
    withoutGoodVersion: [],
    unopenedCredentials: 0,
  });
  observeSharedLimits(metrics.registry, () => ({ shared: true, fallbacks: 0 }));
  describeBuild(metrics.registry, BUILD);
  return { registry: Registry.merge([metrics.registry, control.registry]) };
}

const OURS = /^pinrate_/;
/** Gauges without a unit: what each is, its name says. */
const PLAIN = /_(state|shared|generation|in_flight|documents|findings|info|waiting)$/;

describe('the names of metrics', () => {
  it('end in _total for counters, and else in a unit', async () => {
    const all = (await wholeRegistry().registry.getMetricsAsJSON()).filter(({ name }) => OURS.test(name));
    assert.ok(all.length > 20);
    for (const { name, type } of all) {
      if (String(type) === 'counter') assert.match(name, /_total$/);
      else if (!PLAIN.test(name) && name !== 'pinrate_batch_size') assert.match(name, /_(seconds|bytes|ratio)$/);
    }
  });

  it('name no gauge as the family of a counter, which in OpenMetrics is its name without _total', async () => {
    const all = await wholeRegistry().registry.getMetricsAsJSON();
    const counters = new Set(all.filter(({ type }) => String(type) === 'counter').map(({ name }) => name));
    assert.ok(counters.has('pinrate_documents_refused_total'));
    const clashes = all.filter(({ name, type }) => String(type) !== 'counter' && counters.has(`${name}_total`));
    assert.deepEqual(
      clashes.map(({ name }) => name),
      [],
    );
  });
});

describe('metrics read at scrape time', () => {
  it('say what runs', async () => {
    const text = await wholeRegistry().registry.metrics();
    assert.match(text, /^pinrate_build_info\{version="1.2.3",node="24.0.0",store="lmdb",uws="uws-pack"\} 1$/m);
    assert.doesNotMatch(await createMetrics().registry.metrics(), /pinrate_build_info/);
  });

  it('say when the store last sent anything, and what of it is refused', async () => {
    const text = await wholeRegistry().registry.metrics();
    assert.match(text, /^pinrate_store_last_sign_timestamp_seconds 1\.5$/m);
    assert.match(text, /^pinrate_refused_documents\{collection="packages"\} 2$/m);
  });

  it('have every reason of a failed authentication from the start, at 0', async () => {
    const text = await createMetrics().registry.metrics();
    for (const reason of AUTHENTICATION_FAULTS) {
      assert.ok(text.includes(`pinrate_authentication_failures_total{reason="${reason}"} 0\n`), reason);
    }
  });
});

describe('the counts of questions', () => {
  const of = (counts: QuestionCounts, question: string) =>
    counts
      .list()
      .filter((each) => each.question === question && each.count > 0)
      .map(({ outcome, reason, count }) => `${outcome} ${reason} ${count}`);

  it('are apart by question, outcome and reason', () => {
    const counts = new QuestionCounts();
    counts.add('charges', OFFERED);
    counts.add('charges', OFFERED);
    counts.add('charges', refusedCode('WEIGHT_EXCEEDED'));
    counts.add('assignment', failedCode('OVERLOADED'));
    assert.deepEqual(of(counts, 'charges'), ['offered  2', 'refused WEIGHT_EXCEEDED 1']);
    assert.deepEqual(of(counts, 'assignment'), ['failed OVERLOADED 1']);
    assert.deepEqual(of(counts, 'availability'), []);
  });

  it('have offers and refusals from the start, and failures once there is one', () => {
    const counts = new QuestionCounts();
    const outcomes = () => new Set(counts.list().map(({ outcome }) => outcome));
    assert.deepEqual(outcomes(), new Set(['offered', 'refused']));
    counts.add('availability', failedCode('VALIDATION_ERROR'));
    assert.deepEqual(outcomes(), new Set(['offered', 'refused', 'failed']));
  });

  it('are counted on between two scrapes, and not added twice', async () => {
    const metrics = createMetrics();
    const series = /^pinrate_questions_total\{question="charges",outcome="offered",reason=""\} (\d+)$/m;
    for (const total of [1, 2]) {
      metrics.questions.add('charges', OFFERED);
      for (let scrape = 0; scrape < 2; scrape++)
        assert.equal(Number(series.exec(await metrics.registry.metrics())![1]), total);
    }
  });
});

describe('the use of an allowance', () => {
  const MINUTE = 60_000;
  const ALLOWANCE = { perWindow: 4, perSecond: 4 };

  it('is the share of this minute or of the last, whichever is higher', () => {
    const windows = new FixedWindows(Number.POSITIVE_INFINITY, true);
    const used = (nowMs: number) => windows.used(nowMs).get('a');
    assert.equal(used(0), undefined);
    for (let request = 0; request < 3; request++) windows.count('a', ALLOWANCE, 1_000);
    assert.equal(used(MINUTE - 1), 0.75);
    assert.equal(used(MINUTE), 0.75, 'of the minute before, though nothing came since');
    windows.count('a', ALLOWANCE, MINUTE);
    assert.equal(used(MINUTE), 0.75);
    assert.equal(used(2 * MINUTE - 1), 0.75);
    assert.equal(used(2 * MINUTE), 0.25);
    assert.equal(used(3 * MINUTE), undefined);
  });

  it('forgets a minute that was not the last one', () => {
    const windows = new FixedWindows(Number.POSITIVE_INFINITY, true);
    windows.count('a', ALLOWANCE, 0);
    windows.count('b', ALLOWANCE, 2 * MINUTE);
    assert.deepEqual([...windows.used(2 * MINUTE)], [['b', 0.25]]);
  });

  it('is at most 1, however many are refused, and follows what other nodes have counted', () => {
    const windows = new FixedWindows(Number.POSITIVE_INFINITY, true);
    for (let request = 0; request < 9; request++) windows.count('a', ALLOWANCE, 0);
    windows.learn('b', 2, ALLOWANCE, 0);
    windows.learn('c', 9, ALLOWANCE, 0);
    assert.deepEqual(
      [...windows.used(0)],
      [
        ['a', 1],
        ['b', 0.5],
        ['c', 1],
      ],
    );
  });

  it('is known of credentials that have a limit, services apart from partners', async () => {
    const limiter = new CredentialLimiter(() => 0);
    limiter.admit(activeCredential(SERVICE, { tier: 'TIER_1' }), 0);
    limiter.admit(activeCredential({ ...PARTNER, id: SERVICE.id }, { tier: 'TIER_2' }), 0);
    limiter.admit(activeCredential(PARTNER, { tier: 'UNLIMITED' }), 0);
    const used = limiter.used(0);
    assert.deepEqual(
      used.map(({ kind, credential }) => `${kind} ${credential}`),
      ['service main-system', 'partner main-system'],
    );
    assert.ok(used[0]!.ratio > used[1]!.ratio && used[1]!.ratio > 0);
    const metrics = createMetrics();
    metrics.allowances.list = () => limiter.used(0);
    const series = /^pinrate_credential_allowance_used_ratio\{kind="service",credential="main-system"\} 0\.\d+$/m;
    assert.match(await metrics.registry.metrics(), series);
    metrics.allowances.list = () => limiter.used(3 * MINUTE);
    assert.doesNotMatch(await metrics.registry.metrics(), /pinrate_credential_allowance_used_ratio\{/);
  });
});
