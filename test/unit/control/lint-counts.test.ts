/** The findings that the linter counts for metrics: which cards it checks again, and when. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Linter, type LinterOptions } from '../../../src/control/analyst/linter.js';
import type { Severity } from '../../../src/contract/finding.js';
import { startOfDay, dayNumber } from '../../../src/domain/calendar.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { LINT_CALM_MS } from '../../../src/limits/control.js';
import { MAX_FINDINGS_A_CODE } from '../../../src/limits/documents.js';
import { MAX_IMPORT_ERRORS_SHOWN } from '../../../src/limits/store.js';
import type { ReportQuestion } from '../../../src/analysis/analyst.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import { BUILT_AT, catalogOf, NO_FIGURES, published } from '../index/world.js';
import { analystHere } from './analyst-here.js';

/** Nothing may be done: a card that is checked then has no findings. */
const NONE = -1;
/** Far more than the linter needs for a card. */
const MOST_TURNS = 10_000;
const NO_FINDINGS = { error: 0, warning: 0 };

const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
/** So many turns that a card would have been checked. */
async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await turn();
}

/** Packages of both partners stop between two weights, which is an error. */
const gappy = () =>
  workedWorld((world) => {
    world.partners.push(partner('bravo'));
    world.zones.push(
      zone({
        id: 11,
        partnerId: 'bravo',
        geographical: { states: [1, 2], cities: [], areas: [] },
        services: (['PICKUP', 'DELIVERY', 'COD', 'PREPAID'] as const).map((serviceTypeId) => ({
          serviceTypeId,
          isAvailable: true,
        })),
      }),
    );
    const ended = { maxWeight: 2_000 };
    world.packages = [packageRow({ id: 1, ...ended }), packageRow({ id: 2, partnerId: 'bravo', ...ended })];
  });

async function counted(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const catalog = await catalogOf(gappy());
  const { publisher } = await published(catalog);
  const clock = { nowMs: BUILT_AT };
  const failures: unknown[] = [];
  const options: LinterOptions = {
    present: { catalog, publisher, figures: NO_FIGURES },
    analyst: analystHere(),
    now: () => clock.nowMs,
    onFailure: (error, partnerId) => failures.push([partnerId, error]),
  };
  const linter = new Linter(options);
  /** What the reports of these partners come to. */
  const reported = async (...partnerIds: string[]): Promise<Record<Severity, number>> => {
    const sums = { ...NO_FINDINGS };
    for (const partnerId of partnerIds) {
      const { severities } = await linter.report(partnerId, null);
      for (const severity of ['error', 'warning'] as const) sums[severity] += severities[severity];
    }
    return sums;
  };
  const until = async (wanted: Record<Severity, number>): Promise<void> => {
    for (let count = 0; count < MOST_TURNS && !isDeepStrictEqual(linter.counts(), wanted); count++) await turn();
    assert.deepEqual(linter.counts(), wanted);
  };
  return { catalog, publisher, clock, failures, options, linter, reported, until };
}

test('findings are counted once the index has been calm, and no card twice a day', async (t) => {
  const { catalog, publisher, clock, failures, options, linter, reported, until } = await counted(t);
  const [ofAcme, ofBoth] = [await reported('acme'), await reported('acme', 'bravo')];
  assert.ok(ofAcme.error > 0 && ofBoth.error > ofAcme.error, JSON.stringify([ofAcme, ofBoth]));
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS - 1);
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS - 1);
  await turns();
  assert.deepEqual(linter.counts(), NO_FINDINGS, 'not before it is calm');
  t.mock.timers.tick(1);
  await until(ofBoth);

  // a partner that is gone is no longer counted; the card of the other one is as it was, and not checked again
  options.budgetMs = NONE;
  catalog.apply([{ kind: 'delete', collection: 'partners', key: 'bravo' }], publisher.dirty);
  publisher.refresh();
  await publisher.settled();
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS);
  await until(ofAcme);
  await turns();
  assert.deepEqual(linter.counts(), ofAcme);

  // on the next day rows may have begun or ended, so every card is checked again
  const tomorrow = startOfDay(dayNumber(clock.nowMs) + 1);
  const waitMs = tomorrow - clock.nowMs;
  clock.nowMs = tomorrow;
  t.mock.timers.tick(waitMs);
  assert.deepEqual(linter.counts(), ofAcme);
  t.mock.timers.tick(LINT_CALM_MS);
  await until(NO_FINDINGS);
  await linter.stop();
  assert.deepEqual(failures, []);
});

test('a card that cannot be checked is reported and not counted', async (t) => {
  const { clock, failures, linter, reported, until } = await counted(t);
  const ofBravo = await reported('bravo');
  const { nowMs } = clock;
  let reads = 0;
  // the day of the count, then the moment of the first card
  Object.defineProperty(clock, 'nowMs', {
    get: () => {
      if (++reads === 2) throw new Error('no clock');
      return nowMs;
    },
  });
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS);
  await until(ofBravo);
  assert.deepEqual(failures, [['acme', new Error('no clock')]]);
  await linter.stop();
});

test('findings about policies are counted with those of cards', async (t) => {
  const { catalog, publisher, linter, reported, until } = await counted(t);
  const ofCards = await reported('acme', 'bravo');
  const order = { ruleId: 'r1', label: 'r1', when: {}, order: { partners: ['group:NOBODY'] }, status: true };
  const dated = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const document = { policyId: 'house', name: 'House', priority: 1, rules: [order], status: true, ...dated };
  const change = { kind: 'put', collection: 'allocation-policies', key: 'house', document } as const;
  catalog.apply([change], publisher.dirty);
  publisher.refresh();
  await publisher.settled();
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS);
  await until({ ...ofCards, warning: ofCards.warning + 1 });
  await linter.stop();
});

test('after an import the first findings about all partners are shown once, and how many more there are', async (t) => {
  const { catalog, options, linter, until } = await counted(t);
  catalog.apply(
    [{ kind: 'put', collection: 'partners', key: 'bravo', document: { ...partner('bravo'), status: 'INACTIVE' } }],
    new Dirty(),
  );
  const finding = { code: 'ZONE_EMPTY', severity: 'warning', message: 'no pincode', examples: [] } as const;
  const findings = Array.from({ length: MAX_FINDINGS_A_CODE }, (_, id) => ({ ...finding, documents: [`zones/${id}`] }));
  const looked: string[] = [];
  options.analyst = {
    ask: (async (_: string, question: () => ReportQuestion) => {
      const { partnerId } = question().card.documents.partner;
      looked.push(partnerId);
      const counts = { ZONE_EMPTY: MAX_FINDINGS_A_CODE + 1 };
      const severities = { error: 0, warning: MAX_FINDINGS_A_CODE + 1 };
      return { partnerId, rateCardVersion: '', asOf: '', findings, counts, severities };
    }) as never,
  };
  const shown: string[][] = [];
  linter.noteImport((lines) => shown.push(lines));
  const count = async () => {
    linter.noteChange();
    t.mock.timers.tick(LINT_CALM_MS);
    await until({ error: 0, warning: MAX_FINDINGS_A_CODE + 1 });
    await turns();
  };
  await count();
  await count();
  assert.deepEqual(looked, ['acme', 'bravo']);
  const total = 2 * (MAX_FINDINGS_A_CODE + 1);
  const [lines] = shown;
  assert.deepEqual(
    [shown.length, lines![0], lines![1], lines!.length, lines!.at(-2), lines!.at(-1)],
    [
      1,
      `The linter finds ${total} things in the rate cards of the dataset.`,
      'acme: ZONE_EMPTY: no pincode (zones/0)',
      1 + MAX_IMPORT_ERRORS_SHOWN + 2,
      `... and ${total - MAX_IMPORT_ERRORS_SHOWN} more`,
      `0 errors and ${total} warnings: ZONE_EMPTY ${total}. "pinrate lint" shows them with their examples.`,
    ],
  );
  await linter.stop();
});

test('after the stop nothing is counted any more', async (t) => {
  const { linter, reported } = await counted(t);
  const ofBoth = await reported('acme', 'bravo');
  linter.noteChange();
  await linter.stop();
  t.mock.timers.tick(LINT_CALM_MS);
  linter.noteChange();
  t.mock.timers.tick(LINT_CALM_MS);
  await turns();
  assert.deepEqual([linter.counts(), ofBoth.error > 0], [NO_FINDINGS, true]);
});
