/** What the pages and the OpenAPI document say about the program, held against the program. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OPERATION_CONTRACTS, CONTRACTS } from '../../src/contract/contracts.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { blocksOf, PAGES, readPage } from './markdown.js';

const MAX_PICTURE_BYTES = 150_000;
const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');
const offers = (method: string): boolean => CONTRACTS.some((contract) => contract.method === method);

/** Sentences that say what the API cannot do, each with whether it can. */
const DENIALS: [says: RegExp, isPossible: boolean][] = [
  [/\bno (API|operation|route)\b[^.|]* (changes?|replaces?|ends?)\b/i, offers('PATCH')],
  [/\bno (API|operation|route)\b[^.|]* (deletes?|removes?)\b/i, offers('DELETE')],
];
const deniedIn = (text: string): string[] =>
  DENIALS.flatMap(([says, isPossible]) => (isPossible ? (says.exec(inOneLine(text))?.[0] ?? []) : []));

describe('the pages and the OpenAPI document', () => {
  const texts = PAGES.map((page) => ({ page, text: readPage(page) }));
  texts.push({ page: 'openapi.json', text: JSON.stringify(openApiDocument()) });

  it('deny nothing that an operation does', () => {
    assert.deepEqual(
      texts.flatMap(({ page, text }) => deniedIn(text).map((denied) => `${page}: ${denied}`)),
      [],
    );
    const were = ['No operation of the API deletes', 'There is no API yet that changes\nor ends a row.'];
    assert.deepEqual(
      were.filter((text) => deniedIn(text).length === 0),
      [],
    );
  });

  it('take a percentage for COD of the amount to collect', () => {
    const declared = /declared value for cod/i;
    assert.deepEqual(
      texts.filter(({ text }) => declared.test(inOneLine(text))).map(({ page }) => page),
      [],
    );
  });

  it('name with npx only packages of this project: any other name belongs to the person who registered it', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    const named = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/\bnpx (?:-\S+ )*([\w@/-]+)/g)].map(([, name]) => ({ page, name: name! })),
    );
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter(({ name }) => devDependencies[name] === undefined),
      [],
    );
  });
});

it('README names the release of its figures, as bench/README.md does', () => {
  const RELEASE = /\brelease (\d+\.\d+\.\d+)/i;
  const [figures] = /^## How fast\n[^]*?(?=^## )/m.exec(readPage('README.md'))!;
  assert.equal(RELEASE.exec(figures)?.[1], RELEASE.exec(readPage('bench/README.md'))![1]);
});

it('CONTRIBUTING has every variable of the tests', () => {
  const page = readPage('CONTRIBUTING.md');
  const named = new Set(read('.ci/run').match(/\b(PINRATE_TEST|MONGODB_TEST)_[A-Z]+/g));
  assert.ok(named.size > 2);
  assert.deepEqual(
    [...named].filter((name) => !page.includes(`\`${name}`)),
    [],
  );
});

it('the pictures of the pages are small', () => {
  const folder = join(PACKAGE_ROOT, 'docs/images');
  const sizes = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  assert.deepEqual(
    sizes.filter(({ bytes }) => bytes > MAX_PICTURE_BYTES),
    [],
  );
});

it('.gitignore has what the pages make in a checkout', () => {
  const ignored = new Set(read('.gitignore').split('\n'));
  const WRITES = /(?:[^>]> ?|\bmkdir (?:-p )?|\bcp -r \S+ |DATA_DIR=|--to dataset:)(?:\.\/)?(\w[\w.-]*)/gm;
  const made = PAGES.filter((page) => page !== 'docs/integrate.md').flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => [...text.matchAll(WRITES)].map(([, name]) => name!)),
  );
  assert.ok(made.length > 8, made.join());
  assert.deepEqual(
    [...new Set(made)].filter((name) => !ignored.has(`/${name}/`) && !ignored.has(`/${name}`)),
    [],
  );
  assert.ok(ignored.has('.env'), 'it may hold SECRETS_KEY');
});

it('deploy/nginx.conf asks another node every question that changes nothing', () => {
  const questions = OPERATION_CONTRACTS.concat(CONTRACTS).filter(
    ({ method, scope, changes }) => method === 'POST' && !changes && ['quote', 'read'].includes(scope),
  );
  const repeated = [
    ...read('deploy/nginx.conf').matchAll(/location = (\S+) \{\s*proxy_next_upstream [^;]*non_idempotent;/g),
  ];
  assert.deepEqual(repeated.map(([, path]) => path).sort(), [...new Set(questions.map(({ path }) => path))].sort());
});

it('docs/example-data has ids of its own: applied to the demo, it replaces nothing', () => {
  const lines = (folder: string, name: string): Record<string, unknown>[] =>
    read(join(folder, name))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const files = readdirSync(join(PACKAGE_ROOT, 'docs/example-data'));
  const taken = files.flatMap((name) => {
    const ofDemo = new Set(lines('data/demo', name).map(({ id, partnerId }) => id ?? partnerId));
    return lines('docs/example-data', name)
      .map(({ id, partnerId }) => id ?? partnerId)
      .filter((id) => ofDemo.has(id));
  });
  assert.deepEqual(taken, []);
});
