// Only in npm run test:all.
/** pinrate/client in a real browser, in a page and in a worker: the same answers, signed there. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { calculateCharges } from '../../src/contract/questions.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { launch } from '../docs/browser.js';
import { MAIN, TestApp } from '../support/app.js';
import { find, needs } from '../support/needs.js';

/** Asks in the browser, and returns what a test looks at. */
const PROGRAM = `
  const ask = async ({ origin, service, secret, body }) => {
    const bytes = new TextEncoder().encode(secret);
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const pinrate = client.connect({ url: origin, service, key });
    const priced = await client.calculateCharges(pinrate, body);
    const rows = [];
    for await (const row of client.lines(pinrate, client.listDocuments, 'holidays')) rows.push(row.id);
    const lines = (async function* () { yield { collection: 'holidays', key: rows[0], end: true }; })();
    const refused = await client.applyDocuments(pinrate, lines, { query: { dryRun: true } }).catch((error) => error);
    const stopped = new AbortController();
    stopped.abort('stopped');
    const aborted = await client.getHealth(pinrate, {}, { signal: stopped.signal }).catch((reason) => reason);
    return {
      total: priced.data.charges.totalAmount,
      status: client.responseOf(priced).status,
      rows: rows.length,
      code: refused.code,
      aborted,
    };
  };
`;

describe('pinrate/client in a browser', { skip: needs('Chromium') }, () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let script: string;
  before(async () => {
    const [started, launched, made] = await Promise.all([
      TestApp.startDemo({ now: new Date() }),
      launch(find('Chromium')!),
      build({
        entryPoints: ['src/client/main.ts'],
        absWorkingDir: PACKAGE_ROOT,
        bundle: true,
        format: 'iife',
        globalName: 'client',
        write: false,
      }),
    ]);
    [app, browser, script] = [started, launched, made.outputFiles[0]!.text + PROGRAM];
    page = await (await browser.newContext()).newPage();
    // of this origin, and without a policy for scripts
    await page.goto(`${app.app.url}/llms.txt`);
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  const given = () => {
    const { body } = calculateCharges.example;
    return JSON.stringify({ origin: app.app.url, service: MAIN.id, secret: MAIN.secret, body });
  };
  const expected = { status: 200, code: 'VALIDATION_ERROR', aborted: 'stopped' };

  it('asks, reads and sends lines, and aborts, in a page', async () => {
    const { total, rows, ...rest } = await page.evaluate<Record<string, unknown>>(
      `(async () => { ${script}; return ask(${given()}); })()`,
    );
    assert.ok(Number(total) > 0 && Number(rows) > 5);
    assert.deepEqual(rest, expected);
  });

  it('does the same in a worker', async () => {
    const worker = `${script}; ask(${given()}).then((result) => postMessage(result), (error) => postMessage(String(error)));`;
    const { total, rows, ...rest } = await page.evaluate<Record<string, unknown>>(`new Promise((resolve) => {
      const url = URL.createObjectURL(new Blob([${JSON.stringify(worker)}], { type: 'text/javascript' }));
      new Worker(url).onmessage = ({ data }) => resolve(data);
    })`);
    assert.ok(Number(total) > 0 && Number(rows) > 5);
    assert.deepEqual(rest, expected);
  });
});
