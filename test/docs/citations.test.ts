/**
 * docs/rules.md and docs/api-rules.md: code cites headings that exist, and no page outside of the repository; their
 * numbers are the program's.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OPERATIONS } from '../../src/control/operations/operations.js';
import { SETTINGS } from '../../src/config.js';
import { REASONS } from '../../src/domain/reasons.js';
import { scoreWeights, type Strategy } from '../../src/domain/strategies.js';
import { COVERAGE_LEVELS, COVERAGE_SCORE_HUNDREDTHS, type UrgencyLevel } from '../../src/domain/vocabulary.js';
import { ERRORS } from '../../src/errors.js';
import * as bulkLimits from '../../src/limits/bulk.js';
import * as documentLimits from '../../src/limits/documents.js';
import * as httpLimits from '../../src/limits/http.js';
import * as controlLimits from '../../src/limits/control.js';
import * as rateLimits from '../../src/limits/rate-limits.js';
import * as requestLimits from '../../src/limits/requests.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { SHIPMENT_WARNING_CODES } from '../../src/contract/warnings.js';
import { type AnyJson, askWorld, AVAILABILITY, CHARGES } from '../unit/engine/ask.js';
import { workedWorld } from '../reference/fixture.js';
import { anchorsOf, proseOf, readPage } from './markdown.js';

const PAGE = 'docs/rules.md';
/** The pages of rules; a heading with a table is on one of them. */
const RULES = [PAGE, 'docs/api-rules.md'];
const inOneLine = RULES.map(readPage).join('\n').replace(/\s+/g, ' ');
const FOLDERS = ['src', 'workers', 'test', 'bench', 'data'];
/** This file names what others must not. */
const SELF = 'test/docs/citations.test.ts';

const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|js|mjs)$/.test(path) && path !== SELF),
).map((path) => ({ path, text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') }));

/** Comments alone: a test may name a heading that does not exist. */
const COMMENT = /^\s*\/?\*|(^|\s)\/\/ /;
const commentsOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => COMMENT.test(line))
    .join('\n');
const CITATION = /\b(docs\/[\w-]+\.md)#([\w-]+)/g;
const citationsOf = (text: string) =>
  [...text.matchAll(CITATION)].map(([, page, anchor]) => ({ page: page!, anchor: anchor! }));

/** What a citation of a page looks like that is not in the repository. */
const OUTSIDE = [
  /\b(?:decisions|rate[- ]cards|geography|operating), (?:parts? )?\d/i,
  /\b(?:decisions|rate-cards|api-specification|operating)\.md\b/,
  /\bAPI specification\b/i,
  /\bthe specification\b/i,
  /\b(?:of|in) the decisions\b/,
  /\bparts? [1-9]\d?(?:\.\d+)?\b/,
];
function outsideOf(text: string): string[] {
  const flat = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return OUTSIDE.flatMap((pattern) => pattern.exec(flat)?.[0] ?? []);
}

const limits = { ...bulkLimits, ...documentLimits, ...httpLimits, ...controlLimits, ...rateLimits, ...requestLimits };

describe('citations', () => {
  it('name headings that exist', () => {
    const all = SOURCES.flatMap(({ path, text }) =>
      citationsOf(commentsOf(text)).map((citation) => ({ path, ...citation })),
    );
    assert(all.filter(({ page }) => page === PAGE).length > 50, 'the citations are found');
    const anchors = new Map([...new Set(all.map(({ page }) => page))].map((page) => [page, anchorsOf(page)]));
    assert.deepEqual(
      all.filter(({ page, anchor }) => !anchors.get(page)!.has(anchor)),
      [],
    );
    const text = "/** Tax (docs/rules.md#gst). */\nlink('docs/rules.md#nothing'); // docs/data.md#zones";
    const cited = [
      { page: PAGE, anchor: 'gst' },
      { page: PAGE, anchor: 'nothing' },
      { page: 'docs/data.md', anchor: 'zones' },
    ];
    assert.deepEqual(citationsOf(text), cited);
    const comments = commentsOf("/** (docs/rules.md#gst) */\nlink('docs/rules.md#nothing');");
    assert.deepEqual(citationsOf(comments), cited.slice(0, 1));
    assert.equal(anchorsOf(PAGE).has('nothing'), false);
  });

  it('name no page outside of the repository', () => {
    const found = SOURCES.flatMap(({ path, text }) => outsideOf(text).map((citation) => `${path}: ${citation}`));
    assert.deepEqual(found, []);
    const bad = [
      'decisions, part 6.4',
      'decisions, 6.2',
      'rate-cards,\n * part 1',
      'API\n // specification 4.16',
      'by the specification',
      'see part 4.9',
      'rate-cards.md',
    ];
    assert.deepEqual(
      bad.filter((text) => outsideOf(text).length === 0),
      [],
    );
    const good = ['itemsOf(decisions, zone)', 'a part of it', 'rate cards, packages', 'the geography, part by part'];
    assert.deepEqual(good.flatMap(outsideOf), []);
  });
});

/** The rows of the first table below a heading (of the rules, in any level) whose first column is headed `first`. */
function tableOf(heading: string, first: string): string[][] {
  const section = RULES.map(proseOf)
    .join('\n')
    .split(/^#{2,3} /m)
    .find((text) => text.startsWith(`${heading}\n`));
  assert(section, `there is no heading ${heading}`);
  const table = section.split('\n\n').find((block) => block.startsWith(`| ${first} |`));
  assert(table, `${heading} has no table of ${first}`);
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const plain = (cell: string): string => cell.replaceAll('`', '');
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** `1 to 50,000 g` has 1 and 50000. */
const numbersIn = (cell: string): number[] =>
  [...cell.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
/** The same with dates: `from 2000-01-01 to 731 days` has '2000-01-01' and 731. */
const limitsIn = (cell: string): (number | string)[] =>
  cell
    .split(/(\d{4}-\d\d-\d\d)/)
    .flatMap((text, place): (number | string)[] => (place % 2 === 1 ? [text] : numbersIn(text)));

describe('the tables of docs/rules.md and docs/api-rules.md', () => {
  it('has the coverage scores', () => {
    const expected = COVERAGE_LEVELS.slice(1).map((level, index) => [
      level,
      String(COVERAGE_SCORE_HUNDREDTHS[index + 1]! / 100),
    ]);
    assert.deepEqual(tableOf('Coverage', 'covered by'), expected);
  });

  it('has every reason, in order', () => {
    const rows = tableOf('Availability', 'reason').map((cells) => cells.slice(0, 3).map(plain));
    assert.deepEqual(
      rows,
      Object.entries(REASONS).map(([code, { countKey, group }]) => [code, countKey, group]),
    );
  });

  it('has the weights of scores', () => {
    const rows = tableOf('Scores', 'strategy, urgency');
    assert.equal(rows.length, 4);
    for (const [of, ...rupees] of rows) {
      const [strategy, urgency = 'STANDARD'] = namesIn(of!) as [Strategy, UrgencyLevel?];
      const { hourPaise, failurePaise, coveragePaise } = scoreWeights(strategy, urgency);
      assert.deepEqual(
        rupees.map((text) => Number(text) * 100),
        [hourPaise, failurePaise, coveragePaise],
        of,
      );
    }
  });

  it('has every warning', () => {
    const rows = tableOf('Warnings', 'code').map(([code]) => plain(code!));
    assert.deepEqual(rows.sort(), [...SHIPMENT_WARNING_CODES, 'UNKNOWN_FIELD', 'FORCE_REFRESH_IGNORED'].sort());
    assert.equal(limits.LEAST_PLAUSIBLE_GRAMS, numbersIn(tableOf('Warnings', 'code')[1]![1]!.replace('B2C', ''))[0]);
  });

  it('has the tiers', () => {
    const rows = tableOf('Rate limits', 'tier').map(([tier, ...counts]) => [
      plain(tier!),
      ...counts.flatMap(numbersIn),
    ]);
    const expected = Object.entries(limits.RATE_TIERS).map(([tier, allowance]) => [
      tier,
      ...(allowance === null ? [] : [allowance.perWindow, allowance.perSecond, allowance.recordsPerDay]),
    ]);
    assert.deepEqual(rows, expected);
    const unsigned =
      `${limits.UNSIGNED_REQUESTS_PER_WINDOW} in ${limits.RATE_WINDOW_SECONDS} s `
      + `and ${limits.UNSIGNED_BURST_PER_SECOND} in any one second`;
    assert(inOneLine.includes(unsigned), unsigned);
  });

  it('has limits as src/limits has them', () => {
    const rows = tableOf('Request limits', 'limit');
    assert(rows.length > 20);
    const known = limits as unknown as Record<string, number | string | undefined>;
    for (const [limit, value, names] of rows) {
      const constants = namesIn(names!).map((name) => known[name]);
      // a bound of 0 has no constant: above 0
      assert.deepEqual(
        limitsIn(value!).filter((bound) => bound !== 0),
        constants,
        limit,
      );
    }
  });

  it('has every error with its status', () => {
    const rows = tableOf('Errors', 'status').flatMap(([status, codes]) =>
      namesIn(codes!).map((code) => [code, Number(status)] as const),
    );
    const expected = Object.entries(ERRORS).map(([code, { status }]) => [code, status] as const);
    assert.deepEqual(new Map(rows), new Map(expected));
  });

  it('has the sizes of pages', () => {
    const rows = tableOf('Lists', 'list');
    const sizes = new Map(
      rows.flatMap(([lists, size]) => namesIn(lists!).map((path) => [path, Number(size)] as const)),
    );
    const others = Number(rows.at(-1)![1]);
    const found = OPERATIONS.flatMap(({ contract: { path, schemas } }) => {
      const { limit } = schemas.query.properties as { limit?: { default: number } };
      return limit === undefined ? [] : [{ path, size: limit.default }];
    });
    assert(found.length > 10);
    for (const { path, size } of found) assert.equal(size, sizes.get(path) ?? others, path);
    assert.deepEqual(
      [...sizes.keys()].filter((path) => !found.some((list) => list.path === path)),
      [],
    );
  });
});

describe('the worked example of docs/rules.md', () => {
  const body = { ...CHARGES, serviceRequirements: ['PICKUP', 'DELIVERY'] };

  it('has the entries and sums of the engine', async () => {
    const ask = await askWorld(workedWorld());
    const { data } = ask('charges', body).json;
    const entries = data.breakdown.map(({ component, rule, calculation, amount }: AnyJson) => [
      component,
      rule,
      calculation,
      amount,
    ]);
    const rows = tableOf('Worked example', 'component').map(([component, rule, calculation, amount]) => [
      plain(component!),
      plain(rule!),
      calculation,
      Number(amount),
    ]);
    assert.deepEqual(rows, entries);
    const sums = tableOf('Worked example', 'sum').map(([name, amount]) => [plain(name!), Number(amount)]);
    assert.deepEqual(
      sums,
      sums.map(([name]) => [name, data.charges[name as string]]),
    );
    assert.equal(sums.length, 5);
  });

  it('scores as the page says', async () => {
    const ask = await askWorld(workedWorld());
    const { data } = ask('availability', { ...AVAILABILITY, partnerId: undefined }).json;
    const [{ score, parts }] = data.availablePartners;
    const { cost, time, failure, coverage } = parts as Record<string, number>;
    const text = [cost, time, failure, coverage].map((part) => part!.toFixed(2)).join(' + ');
    const shown = `${text} = ${score.toFixed(2)} by BEST_MATCH`;
    assert(inOneLine.includes(shown), shown);
  });
});

it('the rules have the defaults of the settings that they name', () => {
  for (const name of ['ROAD_FACTOR', 'GST_PERCENT', 'CLOCK_SKEW_SECONDS'] as const) {
    const text = `\`${name}\` (${SETTINGS[name].default} unless set)`;
    assert(inOneLine.includes(text), text);
  }
});
