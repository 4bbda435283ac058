/** The first request that a reader sends is the same in README, in the quickstart and on the terminal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readConfig } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { welcomeOf } from '../../src/start/welcome.js';
import { TestApp } from '../support/app.js';

const REQUEST = /^t=\$\(date \+%s\); curl -s \\\n(?: .*\\\n)* .*$/m;

it('the request of the welcome is that of README and of the quickstart, with the price that they name', async (t) => {
  const app = await TestApp.startDemo({ now: new Date() });
  t.after(() => app.close());
  const read = readConfig({});
  assert.ok(read.ok);
  const [printed = ''] = REQUEST.exec(await welcomeOf(app.app, read.config, 0)) ?? [];
  const body = /-d '(.*)'/.exec(printed)![1]!;
  const { json } = await app.ask('charges', JSON.parse(body) as object);
  const total: number = json.data.charges.totalAmount;
  for (const page of ['README.md', 'docs/quickstart.md']) {
    const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8');
    const [shown] = REQUEST.exec(text) ?? [];
    assert.equal(shown, printed.replace(app.app.url, 'http://127.0.0.1:8080'), page);
    assert.match(text, new RegExp(`"totalAmount": ?${total}\\b`), page);
  }
});
