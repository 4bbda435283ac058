/** Lengths of lines, and words that a reader whose first language is not English has to read twice. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { PAGES } from './markdown.js';

const CODE_COLUMNS = 120;
const MESSAGE_COLUMNS = 160;
const PROSE_COLUMNS = 140;

/** Words that are old, or have several meanings here, each with what to write. Whole words, in any case. */
const NOT: [word: string, but: string][] = [
  ['told', 'notified, reported, said'],
  ['tells? of', 'says, reports'],
  ['anew', 'again, rebuilt'],
  ['whoever', 'callers that'],
  ['of late', 'recent, lately'],
  // not the method of an array that is called before
  [String.raw`of before(?!\.\w)`, 'earlier'],
  ['beside', 'in addition to, next to, during'],
  ['com(?:e|es|ing) upon', 'arrives with, finds'],
  ['hang(?:s|ing)? on', 'depends on'],
  // a limit may be "up to"
  ['tak(?:es|ing) up', 'adopts, collects'],
  ['stand(?:s|ing)? in the way', 'blocks'],
  ['what is left of', 'the rest of'],
];
const WORDS = NOT.map(([word, but]) => ({ pattern: new RegExp(String.raw`\b(?:${word})\b`, 'i'), but }));

/** Made by programs, or shown as they were recorded. */
const MADE = /^(src\/docs\/examples|docs\/examples|docs\/example-sheets|bench\/charts)\//;
const CODE = ['src', 'workers', 'bench'].flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|js|mjs|css|html)$/.test(path) && !MADE.test(path)),
);
const TESTS = readdirSync(join(PACKAGE_ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== join('docs', 'style.test.ts'))
  .map((name) => join('test', name).replaceAll('\\', '/'));
const MAKERS = readdirSync(join(PACKAGE_ROOT, 'data'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `data/${name}`);
const linesOf = (path: string): string[] => readFileSync(join(PACKAGE_ROOT, path), 'utf8').split('\n');

/**
 * A regular expression cannot be broken, nor a row of a table. A message in a template literal may take a bit more, so
 * that it can be found as it is printed.
 */
function mostColumnsOf(path: string, line: string): number {
  // what a test asks and expects stands as it is sent
  if (path.startsWith('test/') && /[`/]/.test(line)) return Infinity;
  if (/^\s*(\/.*\/[dgimsuy]*[,;)]|`?\| )/.test(line)) return Infinity;
  return /^\s.*`|\$\{/.test(line) ? MESSAGE_COLUMNS : CODE_COLUMNS;
}

function* tooLongInCode(path: string): Generator<string> {
  for (const [index, line] of linesOf(path).entries())
    if (line.length > mostColumnsOf(path, line)) yield `${path}:${index + 1}: ${line.length} columns`;
}

/** Tables, pictures and fenced blocks have lines of their own. */
function* tooLongInProse(page: string): Generator<string> {
  let isFenced = false;
  for (const [index, line] of linesOf(page).entries()) {
    if (line.startsWith('```')) isFenced = !isFenced;
    else if (!isFenced && !/^[|!<]/.test(line) && line.length > PROSE_COLUMNS)
      yield `${page}:${index + 1}: ${line.length} columns`;
  }
}

function* wordsIn(path: string, lines: readonly string[]): Generator<string> {
  for (const [index, line] of lines.entries())
    for (const { pattern, but } of WORDS) {
      const found = pattern.exec(line);
      if (found !== null) yield `${path}:${index + 1}: "${found[0]}": write ${but}`;
    }
}

const DECLARED_TYPE = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z][a-z]*)\b/;
const PARTICIPLE = /(?:ed|en|ing)$/;
/** Participles with other endings, and words that are no nouns. */
const NO_NOUNS = new Set(
  (
    'Aside Bought Both Bound Built Done Drawn Found Gone Held Kept Known Left Lost Made Once Open Paid Present Put Read '
    + 'Said Sent Shown Sold Spent Together Told Undone Waiting Whole Worn'
  ).split(' '),
);
/** Nouns that end like participles. */
const NOUNS = new Set(
  'Encoding Ending Feed Finding Grouping Meaning Sampling Seed Setting Speed Token Warning'.split(' '),
);

/** Types, classes and interfaces whose name is a single word, and that no noun. */
function* participlesIn(path: string, lines: readonly string[]): Generator<string> {
  for (const [index, line] of lines.entries()) {
    const name = DECLARED_TYPE.exec(line)?.[1];
    if (name !== undefined && (NO_NOUNS.has(name) || (PARTICIPLE.test(name) && !NOUNS.has(name))))
      yield `${path}:${index + 1}: ${name}: name a type with a noun`;
  }
}

const OF_NODE_TEST = '(?:it|describe|suite|test|before|beforeEach|after|afterEach|mock)';
const DECLARATIONS = [
  new RegExp(String.raw`\b(?:const|let|var|function)\s+${OF_NODE_TEST}\b`),
  // in a pattern; `before: first` declares another name
  new RegExp(String.raw`\b(?:const|let|var)\s*[[{][^=]*\b${OF_NODE_TEST}\b(?!\s*:)[^=]*[\]}]\s*(?::[^=]+)?=`),
  // of a function
  new RegExp(String.raw`\((?:[^(){}]*,)?\s*${OF_NODE_TEST}\??\s*(?::[^(){}]*)?(?:,[^(){}]*)?\)(?:: [^=]+)? (?:=>|\{)`),
];

/** A reader takes such a name for a function of node:test. */
function* shadowingIn(path: string, lines: readonly string[]): Generator<string> {
  for (const [index, line] of lines.entries())
    if (!line.startsWith('import ') && DECLARATIONS.some((declaration) => declaration.test(line)))
      yield `${path}:${index + 1}: ${line.trim()}`;
}

describe('the style', () => {
  it('finds its files', () => assert.ok(CODE.length > 300 && PAGES.length > 12));

  it(`has lines of at most ${CODE_COLUMNS} columns in code`, () =>
    assert.deepEqual(
      [...CODE, ...TESTS].flatMap((path) => [...tooLongInCode(path)]),
      [],
    ));

  it('has no names in tests that a reader takes for functions of node:test', () => {
    assert.deepEqual(
      TESTS.flatMap((path) => [...shadowingIn(path, linesOf(path))]),
      [],
    );
    const bad = [
      'const before = 1;',
      'const { before, now } = parts;',
      'const [first, after] = pair;',
      'function test() {',
      'const f = (before: string, n: number) => n;',
      'each((n, after) => n);',
    ];
    assert.equal([...shadowingIn('', bad)].length, bad.length);
    const good = ["it('x', () => {", 'const { before: first } = parts;', 'f(before, after);', 'before(() => {'];
    assert.deepEqual([...shadowingIn('', good)], []);
  });

  it('names types with nouns, not with bare participles', () => {
    assert.deepEqual(
      CODE.filter((path) => path.startsWith('src/')).flatMap((path) => [...participlesIn(path, linesOf(path))]),
      [],
    );
    const bad = [
      'export interface Asked {',
      'type Found<T> = T;',
      'export abstract class Waiting {',
      'export class Ended extends Error {}',
      '  interface Taken {',
    ];
    assert.equal([...participlesIn('', bad)].length, bad.length);
    const good = ['interface MatchedRow {', 'export type Feed = string;', 'class PendingCall {', "type: 'Asked',"];
    assert.deepEqual([...participlesIn('', good)], []);
  });

  it(`has lines of at most ${PROSE_COLUMNS} columns in prose`, () =>
    assert.deepEqual(
      PAGES.flatMap((page) => [...tooLongInProse(page)]),
      [],
    ));

  it('says it in plain words', () => {
    assert.deepEqual(
      [...CODE, ...TESTS, ...MAKERS, ...PAGES].flatMap((path) => [...wordsIn(path, linesOf(path))]),
      [],
    );
    const bad = ['is told once', 'a price of before', 'Whoever asks', 'It hangs on the zone.', 'told of', 'of late'];
    assert.equal([...wordsIn('', bad)].length, bad.length);
    assert.deepEqual([...wordsIn('', ['of before.entries()', 'up to 3', 'besides', 'stands', 'taken up'])], []);
  });
});
