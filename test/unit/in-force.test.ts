/** Who asks whether a row is in force gets one answer, at the first and the last moment of its dates and next to them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Catalog } from '../../src/control/documents/catalog.js';
import { edited } from '../../src/control/operations/documents/edits.js';
import { matched } from '../../src/control/operations/documents/match.js';
import { PlaceNames } from '../../src/control/operations/documents/place-names.js';
import { missingRows } from '../../src/control/operations/documents/replace.js';
import { discountResource } from '../../src/control/operations/rates/discounts.js';
import { isInForce, isOver, isRowInForce, isWithin, periodOf, periodsMeet } from '../../src/domain/dates.js';
import { DATES as DATE_COLUMNS } from '../../src/index/card/rows.js';
import { table } from '../../src/index/columns.js';
import { allocate } from '../../src/index/layout.js';
import { blockPeriod } from '../../src/index/overrides.js';
import type { LintedCard } from '../../src/analysis/lint/card.js';
import { unknownBases } from '../../src/analysis/lint/rows.js';
import type { Discount, Surcharge } from '../../src/model/documents.js';
import { whatHappened } from '../../src/store/what-happened.js';

const FIRST = '2026-04-01T00:00:00.000Z';
const LAST = '2026-04-30T23:59:59.000Z';
const [FIRST_MS, LAST_MS] = [Date.parse(FIRST), Date.parse(LAST)];
const DATES = { validFrom: FIRST, validTo: LAST };
/** Around both bounds. */
const MOMENTS = [FIRST_MS - 1, FIRST_MS, LAST_MS, LAST_MS + 1];
const IN_FORCE = [false, true, true, false];
/** In force or to come. */
const NOT_OVER = [true, true, true, false];

const surcharge = (more: object = {}): Surcharge =>
  ({
    ...{ id: 7, partnerId: 'acme', code: 'GREEN', label: 'Green levy', basis: 'FLAT', value: 4.5, order: 700 },
    ...{ status: true, createdAt: '2026-01-01T00:00:00.000Z' },
    ...DATES,
    ...more,
  }) as Surcharge;

describe('the definition', () => {
  it('has both bounds within', () => {
    assert.deepEqual(
      MOMENTS.map((ms) => isInForce(DATES, ms)),
      IN_FORCE,
    );
    assert.deepEqual(
      MOMENTS.map((ms) => !isOver(DATES, ms)),
      NOT_OVER,
    );
  });

  it('has no bound where there is no date', () => {
    for (const dates of [{}, { validFrom: null, validTo: null }]) {
      assert.ok(isInForce(dates, -8.64e15) && isInForce(dates, 8.64e15));
      assert.ok(!isOver(dates, 8.64e15));
    }
  });

  it('asks the status, where there is one', () => {
    for (const status of [false, 'INACTIVE']) {
      assert.ok(!isInForce({ ...DATES, status }, FIRST_MS));
      assert.ok(isOver({ ...DATES, status }, FIRST_MS));
    }
    for (const status of [true, 'ACTIVE']) assert.ok(isInForce({ ...DATES, status }, FIRST_MS));
  });

  it('lets rows meet that share one millisecond', () => {
    const next = (validFrom: string) => periodOf({ validFrom });
    assert.ok(periodsMeet(periodOf(DATES), next(LAST)));
    assert.ok(periodsMeet(next(LAST), periodOf(DATES)));
    assert.ok(!periodsMeet(periodOf(DATES), next('2026-04-30T23:59:59.001Z')));
  });

  it('takes what is no text for no date: another program may have written it', () => {
    assert.ok(isInForce({ validFrom: 7, validTo: { toString: 1 } }, FIRST_MS));
  });
});

describe('at the bounds of its dates, a row is in force', () => {
  const answersOf = (ask: (atMs: number) => boolean): boolean[] => MOMENTS.map(ask);

  it('for a price', () => {
    const { validFrom, validTo } = allocate(table(DATE_COLUMNS, [DATES]), 1).columns;
    const ask = (atMs: number) => isRowInForce(validFrom, validTo, 0, atMs);
    assert.deepEqual(answersOf(ask), IN_FORCE);
  });

  it('for the block of a pincode', () => {
    const period = blockPeriod({ from: FIRST, to: LAST, reason: 'FLOOD' } as Parameters<typeof blockPeriod>[0]);
    assert.deepEqual(
      answersOf((atMs) => isWithin(period, atMs)),
      IN_FORCE,
    );
  });

  it('for a list of discounts', () => {
    const discount = { id: 1, partnerId: 'acme', status: true, ...DATES } as Discount;
    assert.deepEqual(
      answersOf((atMs) => discountResource(discount, atMs).isCurrentlyValid),
      IN_FORCE,
    );
  });

  it('for the linter', () => {
    // a base that a code in force gives is known
    const charge = { id: 9, of: ['GREEN'], status: true };
    const isKnown = (atMs: number): boolean => {
      const documents = { customerCharges: [charge], surcharges: [surcharge()] };
      return unknownBases({ documents, atMs } as unknown as LintedCard).length === 0;
    };
    assert.deepEqual(answersOf(isKnown), IN_FORCE);
  });

  it('for the history: only what was not over has ended', () => {
    const [former, ended] = [surcharge(), surcharge({ status: false })];
    assert.deepEqual(
      MOMENTS.map((atMs) => whatHappened({ before: former, after: ended }, atMs)),
      ['ended', 'ended', 'ended', 'updated'],
    );
  });

  it('for the history: what was given its last moment has not ended in that moment', () => {
    const [former, dated] = [surcharge({ validTo: null }), surcharge()];
    assert.deepEqual(
      MOMENTS.map((atMs) => whatHappened({ before: former, after: dated }, atMs)),
      ['updated', 'updated', 'updated', 'ended'],
    );
  });

  it('for an ending: what is not over ends now', () => {
    const none = () => [];
    const names = new PlaceNames(none, none, none);
    const ends = (atMs: number): boolean => {
      const end = { how: 'end', collection: 'surcharges', key: 7 } as const;
      const outcome = edited(end, surcharge(), new Date(atMs).toISOString(), names);
      assert.ok(outcome.ok);
      return (outcome.document as Surcharge).status === false;
    };
    assert.deepEqual(answersOf(ends), NOT_OVER);
  });

  it('for a replacement of all rates: what is not over is missing', () => {
    const catalog = {
      of: (collection: string) => (collection === 'surcharges' ? [surcharge()] : []),
    } as unknown as Catalog;
    const replacement = { kind: 'rates', partnerId: 'acme', force: false } as const;
    assert.deepEqual(
      answersOf((atMs) => missingRows(replacement, [], new Set(), catalog, atMs).length === 1),
      NOT_OVER,
    );
  });

  it('for a line with match: a row in force is replaced', async () => {
    const price = { baseWeight: 500, baseCharge: 40, addonWeight: 0, addonCharge: 0, lane: 'A' };
    const stored = { id: 7, partnerId: 'acme', packageId: 'P', packageName: 'A', ...price, status: true, ...DATES };
    const catalog = { of: () => [stored], find: () => undefined } as unknown as Catalog;
    const given = { partnerId: 'acme', ...price };
    const line = { how: 'match', collection: 'packages', key: '', given, line: 1 } as const;
    const matchings = await Promise.all(MOMENTS.map((atMs) => matched([line], catalog, atMs)));
    assert.deepEqual(
      matchings.map(({ edits }) => edits[0]!.key === 7),
      IN_FORCE,
    );
  });
});
