/** docs/integrate.md: its programs sign correctly, its commands have the shown answers, and it has every error. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ERRORS } from '../../src/errors.js';
import { RATE_TIERS } from '../../src/limits/rate-limits.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { MAIN, TestApp } from '../support/app.js';
import { sign } from '../support/client.js';
import { onlyInAll } from '../support/depth.js';
import { findProgram } from '../support/programs.js';
import { blocksOf, readPage } from './markdown.js';

const PAGE = 'docs/integrate.md';
const EXAMPLES = join(PACKAGE_ROOT, 'docs', 'examples');
const LANGUAGES: Record<string, string> = { sh: 'bash', mjs: 'js', py: 'python', php: 'php', java: 'java', go: 'go' };
const run = promisify(execFile);

/** How to run each program; without its language on this machine it does not run. */
const SIGNERS: [file: string, needs: readonly string[], args: readonly string[]][] = [
  ['sign.sh', ['bash', 'openssl', 'base64'], []],
  ['sign.mjs', ['node'], []],
  ['sign.py', ['python3'], []],
  ['sign.php', ['php'], []],
  ['Sign.java', ['java'], []],
  ['sign.go', ['go'], ['run']],
];

/** The cells of the rows of the table whose head begins with `heading`, without their backticks. */
function tableUnder(heading: string): string[][] {
  const lines = readPage(PAGE).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  assert.notEqual(start, -1, `there is no table with ${heading}`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  const rows = lines.slice(start + 2, end).map((line) => line.split('|').slice(1, -1));
  return rows.map((cells) => cells.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
}

const VECTORS = tableUnder('method').map(([method, path, timestamp, sha256, text, signature]) => ({
  method: method!,
  path: path!,
  timestamp: timestamp!,
  sha256: sha256!,
  text: text!,
  signature: signature!,
}));

describe('the test vector', () => {
  it('has the values that the server computes, with and without the hash of a body', () => {
    assert.deepEqual([...new Set(VECTORS.map(({ sha256 }) => sha256 !== ''))].sort(), [false, true]);
    for (const { method, path, timestamp, sha256, text, signature } of VECTORS) {
      assert.equal(text, method + path + timestamp + sha256);
      assert.equal(signature, createHmac('sha256', MAIN.secret).update(text).digest('base64'));
      const given = { nowSeconds: Number(timestamp), ...(sha256 !== '' && { contentSha256: sha256 }) };
      const headers = sign(method, path, MAIN, given);
      assert.equal(signature, headers['x-signature']);
    }
    const [, body] = /The body of the second row is `(.+?)`/.exec(readPage(PAGE))!;
    assert.equal(VECTORS[1]!.sha256, createHash('sha256').update(body!).digest('hex'));
    assert.ok(readPage(PAGE).includes(`The secret is \`${MAIN.secret}\``));
  });

  for (const [file, needs, args] of SIGNERS) {
    it(`is the output of ${file}`, { skip: onlyInAll }, async (t) => {
      const missing = needs.filter((name) => findProgram(undefined, name) === undefined);
      if (missing.length > 0) return t.skip(`no ${missing.join(', ')} on this machine: ${file} did not run`);
      for (const { method, path, timestamp, sha256, signature } of VECTORS) {
        const given = [method, path, timestamp, ...(sha256 === '' ? [] : [sha256])];
        const printed = async (secret: string): Promise<string> => {
          const env = { ...process.env, PINRATE_SECRET: secret };
          return (await run(needs[0]!, [...args, join(EXAMPLES, file), ...given], { env })).stdout;
        };
        assert.equal(await printed(MAIN.secret), `${signature}\n`);
        // one row is enough to show that the secret matters; some languages take seconds to start
        if (sha256 !== '') assert.notEqual(await printed('another'), `${signature}\n`);
      }
    });
  }
});

describe('the page', () => {
  it('has exactly the files of docs/examples', () => {
    const blocks = blocksOf(PAGE);
    const files = readdirSync(EXAMPLES);
    assert.ok(files.length >= SIGNERS.length);
    for (const file of files) {
      const language = LANGUAGES[file.split('.')[1]!];
      const text = readFileSync(join(EXAMPLES, file), 'utf8');
      assert.equal(blocks.filter((block) => block.language === language && block.text === text).length, 1, file);
    }
    const ofPrograms = blocks.filter(({ language }) => Object.values(LANGUAGES).includes(language));
    assert.equal(ofPrograms.length, files.length, 'every program on the page is a file');
  });

  it('has every error with its status and what to do about it', () => {
    const rows = tableUnder('code');
    assert.deepEqual(
      rows.map(([code]) => code),
      Object.keys(ERRORS),
    );
    for (const [code, status, advice] of rows) {
      assert.match(status!, new RegExp(`^${ERRORS[code as keyof typeof ERRORS].status}(;|$)`), code);
      assert.ok(advice!.length > 20, code);
    }
  });

  it('has the limits of every tier', () => {
    const expected = Object.entries(RATE_TIERS).map(([tier, limits]) => [
      tier,
      String(limits?.perWindow ?? 'no limit'),
      String(limits?.perSecond ?? 'no limit'),
    ]);
    assert.deepEqual(tableUnder('tier'), expected);
  });
});

/** The first part of `shown` that is missing in `answered`; null: none. Lists keep their order. */
function missingOf(shown: unknown, answered: unknown, path = ''): string | null {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answered)) return path;
    let from = 0;
    for (const [at, item] of shown.entries()) {
      const found = answered.findIndex((other, index) => index >= from && missingOf(item, other) === null);
      if (found === -1) return `${path}[${at}]`;
      from = found + 1;
    }
    return shown.length === 0 && answered.length > 0 ? path : null;
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answered !== 'object' || answered === null) return path;
    for (const [name, value] of Object.entries(shown)) {
      const missing = missingOf(value, (answered as Record<string, unknown>)[name], `${path}.${name}`);
      if (missing !== null) return missing;
    }
    return null;
  }
  return shown === answered ? null : path;
}

it('finds whether a value is part of an answer', () => {
  const answered = { a: 1, list: [{ b: 1, c: 2 }, { b: 3 }], none: null };
  const parts = [{}, { a: 1 }, { list: [{ b: 1 }] }, { list: [{ b: 3 }] }, { none: null }];
  for (const shown of parts) assert.equal(missingOf(shown, answered), null);
  const others = [{ a: 2 }, { d: 1 }, { list: [{ b: 2 }] }, { list: [{ b: 3 }, { b: 1 }] }, { list: [] }, { a: null }];
  const missing = others.map((shown) => missingOf(shown, answered));
  assert.deepEqual(missing, ['.a', '.d', '.list[0]', '.list[1]', '.list', '.a']);
});

describe('the commands of the page', { skip: onlyInAll }, () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo({ now: new Date() });
  });
  after(() => app.close());
  const environment = (secret = MAIN.secret) => ({
    ...process.env,
    PINRATE_URL: app.app.url,
    PINRATE_SECRET: secret,
    PINRATE_SERVICE_ID: MAIN.id,
  });

  const blocks = blocksOf(PAGE);
  const commands = blocks.flatMap(({ language, text }, at) => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [{ command: text, shown: next?.language === 'json' ? next.text : null }];
  });

  it('have the shown answers, in this order', async () => {
    assert.ok(commands.length >= 8);
    for (const { command, shown } of commands) {
      const { stdout } = await run('bash', ['-c', command], { cwd: PACKAGE_ROOT, env: environment() });
      if (shown === null) {
        assert.equal(stdout, `${VECTORS[0]!.signature}\n`);
        continue;
      }
      assert.equal(missingOf(JSON.parse(shown), JSON.parse(stdout)), null, `${command}\n${stdout}`);
    }
    assert.deepEqual(commands.filter(({ shown }) => shown === null).length, 1);
  });

  it('get a quote from Node.js, and read with a client that is generated from the document', async () => {
    const print = async (file: string): Promise<string> =>
      (await run(process.execPath, [join(EXAMPLES, file)], { env: environment() })).stdout;
    assert.equal(await print('calculate-charges.mjs'), 'INR 178.14\n');
    assert.match(await print('client.mjs'), /^[A-Z]\w+(, [A-Z][\w ]+){2}\n$/);
    const listed = await print('page-through.mjs');
    assert.match(
      listed,
      /^1 import of the dataset\n4001 E-com 500 g: Metro North to Metro North 31\n(4\d{3} .+ \d+\n)+$/,
    );
    const refused = run(process.execPath, [join(EXAMPLES, 'calculate-charges.mjs')], { env: environment('another') });
    await assert.rejects(refused, /AUTHENTICATION_FAILED/);
  });
});
