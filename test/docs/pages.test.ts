/** README and docs: links resolve, paths exist, commands are known, and the samples of README work as described. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { SETTINGS, type Setting } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { DEMO_SERVICE } from '../../src/demo-service.js';
import { TestApp } from '../support/app.js';
import { anchorsOf, blockWith, codeOf, commandsOf, linksOf, PAGES, readPage } from './markdown.js';

const MAX_README_WORDS = 1000;
const ADDRESS = 'http://127.0.0.1:8080';
const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(PACKAGE_ROOT, path));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The form of a file's name in the pages. */
const OUR_PATH = /^(src|workers|test|bench|data|deploy|docs)\/[\w./-]+$/;

/** The fault of a link, or null. Links to other sites are not followed. */
function faultOfLink(page: string, target: string): string | null {
  if (/^https?:/.test(target)) return null;
  const [path, anchor] = target.split('#') as [string, string?];
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!isThere(file)) return `${page}: ${target}: there is no ${file}`;
  if (anchor !== undefined && !anchorsOf(file).has(anchor)) return `${page}: ${target}: ${file} has no such heading`;
  return null;
}

describe('the pages', () => {
  it(`keep README below ${MAX_README_WORDS} words`, () => {
    const words = readPage('README.md')
      .split(/\s+/)
      .filter((word) => word !== '').length;
    assert(words <= MAX_README_WORDS, `${words} words`);
  });

  it('have links that resolve, headings included', () => {
    const links = PAGES.flatMap((page) => linksOf(page).map((target) => faultOfLink(page, target)));
    assert(links.length > 30);
    assert.deepEqual(
      links.filter((fault) => fault !== null),
      [],
    );
    assert.match(faultOfLink('README.md', 'docs/nothing.md')!, /there is no docs\/nothing\.md$/);
    assert.match(faultOfLink('README.md', 'docs/operate.md#nothing')!, /docs\/operate\.md has no such heading$/);
  });

  it('name files that exist', () => {
    const paths = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
      codeOf(page)
        .filter((code) => OUR_PATH.test(code))
        .map((path) => ({ page, path })),
    );
    assert(paths.length > 20);
    assert.deepEqual(
      paths.filter(({ path }) => !isThere(path)),
      [],
    );
  });

  it('name npm scripts that exist', () => {
    const named = PAGES.flatMap((page) =>
      [...readPage(page).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => ({ page, name: name! })),
    );
    assert(named.length > 5);
    assert.deepEqual(
      named.filter(({ name }) => scripts[name] === undefined),
      [],
    );
  });

  it('are all linked from another page', () => {
    const linked = new Set(
      PAGES.flatMap((page) => linksOf(page).map((target) => normalize(join(dirname(page), target.split('#')[0]!)))),
    );
    assert.deepEqual(
      PAGES.filter((page) => page !== 'README.md' && !linked.has(page)),
      [],
    );
  });
});

/** How each command of the pages is checked: another test runs its block, or it is checked here. */
const HELD: [command: RegExp, check: (found: RegExpExecArray) => boolean][] = [
  // fresh clones in CI and this project's own tests run all of it
  [/^(?:\w+=\S+ )*npm (?:ci|start|test)(?: -- \S+)*(?: && npm (?:start|test))?$/, () => true],
  [/^(?:\w+=\S+ )*npm run (?!pinrate|-s )([\w:-]+)(?: |$)/, ([, script]) => scripts[script!] !== undefined],
  // test/unit/cli.test.ts and test/api/cli.test.ts run these
  [
    /^npm run (?:-s )?pinrate -- (\w+)/,
    ([, name]) => isThere(`src/cli/${name}.ts`) || isThere(`src/cli/${name}/command.ts`),
  ],
  // what it makes, areas.00.ndjson and so on, test/unit/cli.test.ts applies
  [/^split -d -l 100000 --additional-suffix=\.ndjson \S+\/areas\.ndjson \S+\/areas\.$/, () => true],
  [/^chmod 600 ~\/\.config\/pinrate\/profiles\.yaml$/, () => true],
  [/^cp -r (\S+) \S+$/, ([, from]) => isThere(from!)],
  [/^git clone \S+.*$/, () => true],
  // there is no container engine: test/deploy checks the files
  [/^(?:\w+=\S+ )*docker (?:build|run|exec|compose) /, () => isThere('Dockerfile') && isThere('compose.yaml')],
  // not from the npm registry: src/http/uws.ts names the same
  [/^npm i (uNetworking\S+)$/, ([, name]) => read('src/http/uws.ts').includes(name!)],
  // the samples below, test/docs/quickstart.test.ts and test/docs/integrate.test.ts run these
  [/^t=\$\(date \+%s\); /, () => true],
];
const RUN_ELSEWHERE = ['quickstart', 'changes', 'allocation', 'integrate', 'sheets'].map((page) => `docs/${page}.md`);
/** test/docs/quickstart.test.ts follows this part of docs/data.md. */
const FOLLOWED = ['A courier in ten minutes'];

it('every command of the pages is run by a test or checked here', () => {
  const commands = PAGES.filter((page) => !RUN_ELSEWHERE.includes(page)).flatMap((page) =>
    commandsOf(page, FOLLOWED).map((command) => ({ page, command })),
  );
  assert(commands.length > 15);
  const isHeld = (command: string): boolean =>
    HELD.some(([pattern, check]) => {
      const found = pattern.exec(command);
      return found !== null && check(found);
    });
  assert.deepEqual(
    commands.filter(({ command }) => !isHeld(command)),
    [],
  );
  assert.equal(isHeld('npm run nothing'), false);
  assert.equal(isHeld('cp -r docs/nothing my-data'), false);
});

/** The table of docs/operate.md, from the one that the program reads. */
function settingsTable(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, { default: value, unset, meaning }]) =>
      `| \`${name}\` | ${value === null ? unset : `\`${value}\``} | ${meaning} |\n`,
  );
  return `| setting | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

it("docs/operate.md has the program's table of settings", () => {
  assert(readPage('docs/operate.md').includes(`\n${settingsTable()}\n`), `the table should be\n${settingsTable()}`);
});

describe('the samples of README', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo({ now: new Date() });
  });
  after(() => app.close());

  it('get the quote in README with curl', async () => {
    const command = blockWith('README.md', 'sh', 'calculate-charges').replace(ADDRESS, app.app.url);
    const { stdout } = await run('bash', ['-c', command]);
    const { data } = JSON.parse(stdout) as { data: { charges: object; breakdown: { component: string }[] } };
    const shown = JSON.parse(`{${blockWith('README.md', 'json', '"totalAmount"')}}`) as typeof data;
    assert.deepEqual(data.charges, shown.charges);
    const explained = new Set(shown.breakdown.map(({ component }) => component));
    assert.deepEqual(
      data.breakdown.filter(({ component }) => explained.has(component)),
      shown.breakdown,
    );
  });

  it('ask on the command line, for the offers of the first picture', async () => {
    const command = blockWith('README.md', 'sh', 'npm run pinrate');
    const caller = { PINRATE_URL: app.app.url, PINRATE_ID: DEMO_SERVICE.id, PINRATE_SECRET: DEMO_SERVICE.secret };
    const { stdout } = await run('bash', ['-c', command], { cwd: PACKAGE_ROOT, env: { ...process.env, ...caller } });
    assert.match(stdout, /^dharaline-surface +209\.43 /m);
    assert.match(stdout, /^NOT CARRIED BY +BECAUSE$/m);
  });
});
