/* oxlint-disable no-control-regex -- they are what the test is about */
/** Text of other people never steers the terminal of its reader, whatever command prints it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { CLEAR_LINE } from '../../src/cli/world.js';
import type { ChangeNote } from '../../src/store/port.js';
import { MAIN, TestApp } from '../support/app.js';

/** A title, a cleared screen, a colour, C1, bidi controls, separators of lines, and a forged line. */
const HOSTILE =
  'x\u001b]0;pwned\u0007\u001b[2J\u001b[31m\u009b31m\u202etxt\u2066y\u2069\u2028z\u007f\r\nNote: all is well';
/** What a terminal may get: printable text and line feeds. */
const STEERING = /(?!\n)[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const PARTNER = 'dharaline-surface';
const NOTE: ChangeNote = {
  at: new Date().toISOString(),
  by: { kind: 'partner', id: PARTNER },
  requestId: 'request-1',
  route: 'POST /discounts',
  note: HOSTILE,
  sealed: (_, document) => document,
};

let app: TestApp;
let folder: string;
let change: number;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
  folder = await mkdtemp(join(tmpdir(), 'pinrate-terminal-'));
  // as a store may have them that is older than the rule
  const zones = (await app.store.load(['zones'])).zones.filter(({ partnerId }) => partnerId === PARTNER);
  const hostile = zones.map((zone) => ({ ...zone, name: `${zone.name}${HOSTILE}` }));
  const written = await app.store.write(
    hostile.map((document) => ({ kind: 'put', collection: 'zones', document })),
    NOTE,
  );
  assert.ok(written.ok);
  change = (await app.get('/changes?limit=1')).json.data[0].id;
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function pinrate(args: readonly string[], isTTY: boolean): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text), isTTY, columns: 400 },
    err: { write: (text) => (written.err += text), isTTY, columns: 400 },
  });
  return written;
}

/** Without our own bold headings and progress bars: a slow machine shows those. */
const unstyled = (text: string): string =>
  text.replaceAll(/^\u001b\[1m(.*)\u001b\[22m$/gm, '$1').replaceAll(CLEAR_LINE, '');

describe('a terminal is not steered by', () => {
  const quote = ['quote', '110001', '560001', '--weight', '1.2kg', '--partner', PARTNER];
  const commands: Record<string, () => string[]> = {
    'the log': () => ['log'],
    'one change': () => ['log', String(change)],
    'a quote': () => quote,
    'an explained quote': () => [...quote, '--explain'],
    'the findings of the linter': () => ['lint', PARTNER],
    'what a revert would do': () => ['revert', String(change), '--dry-run'],
    'the covered pincodes': () => ['coverage', PARTNER],
    'the heading of a sheet': () => ['import', 'rates', join(folder, 'sheet.csv'), '--partner', PARTNER],
    'a file to apply': () => ['apply', join(folder, 'zones.csv')],
    'a name in the folder': () => ['apply', join(folder, 'none\u001b[2J.ndjson')],
  };
  before(async () => {
    const cell = `"${HOSTILE}"`;
    await writeFile(join(folder, 'sheet.csv'), `${cell},slab,${cell}\r\n1,0-500,2\r\n`);
    await writeFile(join(folder, 'zones.csv'), `id,${cell}\r\n1,2\r\n`);
  });

  for (const [what, args] of Object.entries(commands)) {
    for (const more of [[], ['--json']]) {
      it(`${what}${more.length > 0 ? ' as JSON' : ''}`, async () => {
        const given = await pinrate([...more, ...args()], true);
        const shown = unstyled(given.out + given.err);
        assert.notEqual(shown, '');
        assert.equal(STEERING.exec(shown)?.[0], undefined);
        // a cell of CSV may have lines; not `doesNotMatch`, which prints all of them
        assert.equal(what !== 'the covered pincodes' && /^Note: all is well/m.test(shown), false, 'a forged line');
        if (more.length > 0 && given.out !== '' && what !== 'the covered pincodes') JSON.parse(given.out);
      });
    }
  }

  it('words in a pipe either, while data is as it is', async () => {
    const log = await pinrate(['log', String(change)], false);
    assert.doesNotMatch(log.out, STEERING);
    const { text } = await app.get(`/partners/${PARTNER}/coverage`, MAIN, { accept: 'text/csv' });
    assert.match(text, STEERING);
    assert.equal((await pinrate(['coverage', PARTNER], false)).out, text);
    const json = await pinrate(['--json', 'log', String(change)], false);
    assert.equal((JSON.parse(json.out) as { data: { note: string } }).data.note, HOSTILE);
  });
});
