/**
 * Which part of pinrate may know which: the one-way rules of the layout, read from the import statements themselves.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const MAX_FILE_LINES = 400;
/** What package.json exports, and nothing here imports. */
const PACKAGE_ENTRY = 'src/client/main.ts';

/**
 * By file or folder (the longest that fits a file counts), what its files may import of ours: files or folders, below
 * `src` unless they begin with `workers`; after `type ` only as types, which are gone when the program runs. A folder
 * may always import itself.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/caller.ts': ['type model'],
  'src/limits': [],
  'src/errors.ts': [],
  'src/envelope.ts': ['errors.ts'],
  'src/etag.ts': [],
  // JSON text, and nothing else
  'src/json.ts': ['domain/canonical.ts'],
  'src/csv.ts': [],
  // what crosses between the front and the control thread: types alone
  'src/messages.ts': [
    'type caller.ts',
    'type check.ts',
    'type config.ts',
    'type engine/question.ts',
    'type envelope.ts',
    'type errors.ts',
    'type index/packed.ts',
    'type model',
    'type store',
  ],
  'src/jitter.ts': [],
  // what a document is, and what may stand next to it: stores, doors and answers ask it
  'src/model': ['type caller.ts', 'domain', 'limits'],
  // what is promised; what keeps the promise stands in src/engine and src/control, and how it travels in src/http
  'src/contract': ['package-root.ts', 'domain', 'model', 'type caller.ts', 'limits', 'errors.ts', 'envelope.ts'],
  'src/control': [
    'type caller.ts',
    'check.ts',
    'type config.ts',
    'domain',
    'contract',
    'model',
    'type engine/question.ts',
    'engine/outcomes.ts',
    'envelope.ts',
    'errors.ts',
    'etag.ts',
    'analysis',
    'index',
    'json.ts',
    'limits',
    'metrics.ts',
    'type messages.ts',
    'package-root.ts',
    'store',
    'turn.ts',
    'worker-entry.ts',
  ],
  'src/control/operations': [
    'type caller.ts',
    'contract',
    'control/allocation',
    'type control/analyst',
    'type control/backups.ts',
    'type control/documents/catalog.ts',
    'control/documents/entry-services.ts',
    'control/documents/places.ts',
    'control/documents/reader.ts',
    'control/idempotency.ts',
    'type control/once-log.ts',
    'control/outcomes.ts',
    'type control/rekey.ts',
    'type control/replay/replayer.ts',
    'control/stored-records.ts',
    'csv.ts',
    'domain',
    'engine/assignment-answer.ts',
    'type engine/context.ts',
    'engine/request-faults.ts',
    'type engine/requote.ts',
    'engine/resolution.ts',
    'engine/ship-date.ts',
    'envelope.ts',
    'errors.ts',
    'index',
    'jitter.ts',
    'json.ts',
    'limits',
    'type messages.ts',
    'model',
    'package-root.ts',
    'store/assignment-sums.ts',
    'store/change-query.ts',
    'type store/entry.ts',
    'type store/outcomes.ts',
    'store/port.ts',
    'store/sealing.ts',
    'store/unreadable.ts',
    'store/views.ts',
    'store/what-happened.ts',
    'turn.ts',
  ],
  'src/control/allocation': [
    'domain',
    'limits',
    'type store/port.ts',
    'type analysis/allocation/asked-again.ts',
    'type analysis/lint/policies/rules.ts',
    'type caller.ts',
    'type contract',
    'contract/pricing-request.ts',
    'engine',
    'type errors.ts',
    'index',
    'json.ts',
    'model',
    'turn.ts',
  ],
  'src/control/replay': [
    'type domain',
    'model',
    'engine/quote-token.ts',
    'engine/requote.ts',
    'index',
    'limits',
    'package-root.ts',
    'type store/entry.ts',
    'store/port.ts',
    'control/documents/catalog.ts',
    'control/documents/pincode-entries.ts',
  ],
  'src/control/documents': [
    'domain',
    'type control/publisher.ts',
    'type messages.ts',
    'type index',
    'index/build-generation.ts',
    'limits',
    'model',
    'type store/entry.ts',
    'store/port.ts',
    'store/sealing.ts',
    'store/secrets.ts',
    'type caller.ts',
  ],
  'src/control/assignments.ts': [
    'control/allocation/ledger.ts',
    'control/allocation/decisions.ts',
    'type contract',
    'type messages.ts',
    'type caller.ts',
    'domain',
    'model',
    'engine',
    'envelope.ts',
    'json.ts',
    'limits',
    'store/port.ts',
  ],
  'src/control/idempotency.ts': ['type caller.ts', 'limits', 'model', 'type store/port.ts'],
  'src/control/publisher.ts': ['type domain', 'limits', 'index'],
  // for any JavaScript: of the server it knows what is promised, and loads nothing of it
  'src/client': ['type contract', 'type errors.ts'],
  // a client: of the server it knows what is promised
  'src/cli': [
    'backtest-caveats.ts',
    'bulk',
    'client',
    'condition-words.ts',
    'csv.ts',
    'demo-service.ts',
    'domain/allocation/policy.ts',
    'domain/calendar.ts',
    'domain/dates.ts',
    'domain/reasons.ts',
    'domain/strategies.ts',
    'domain/vocabulary.ts',
    'contract',
    'import',
    'model',
    'limits',
    'package-root.ts',
    'reconcile',
    'sheets',
    'words.ts',
  ],
  // a client in a browser; commands for a shell are those of the documentation page
  'src/console': [
    'backtest-caveats.ts',
    'client',
    'condition-words.ts',
    'contract/map-flags.ts',
    'csv.ts',
    'docs/curl.js',
    'domain/dates.ts',
    'domain/calendar.ts',
    'domain/outcomes/rates.ts',
    'domain/reasons.ts',
    'domain/vocabulary.ts',
    'import/fault-kinds.ts',
    'import/node-documents.ts',
    'import/words.ts',
    'limits/http.ts',
    'limits/rate-limits.ts',
    'model/scopes.ts',
    'reconcile/report/card-sentences.ts',
    'reconcile/report/span.ts',
    'reconcile/report/words.ts',
    'sheets/cells',
    'type contract',
    'type import',
    'type model',
    'type reconcile',
    'type sheets',
    'words.ts',
  ],
  // bulks of questions, for the command line and for the console
  'src/bulk': ['client', 'domain/calendar.ts', 'import/node-documents.ts', 'reconcile', 'type contract'],
  // files of their own, for Import and for Invoices alone
  'src/console/reader': [
    'bulk',
    'client',
    'csv.ts',
    'domain/calendar.ts',
    'import',
    'reconcile',
    'sheets',
    'type contract',
    'type model',
    'words.ts',
  ],
  // a sheet next to what the node has: for the command line and for the console
  'src/import': ['client', 'domain', 'limits', 'model', 'sheets', 'type contract', 'words.ts'],
  'src/words.ts': [],
  // the same sentences at a prompt and on the console
  'src/backtest-caveats.ts': ['type contract', 'words.ts'],
  'src/condition-words.ts': ['type contract', 'words.ts'],
  // bytes in, rows out: it reads in a browser as well
  'src/sheets': ['csv.ts', 'domain/calendar.ts', 'domain/outcomes/counts.ts', 'limits', 'model'],
  // an invoice against what should be billed: pure, lines in and findings out
  'src/reconcile': ['domain/calendar.ts', 'limits', 'model', 'sheets'],
  // the text of a page
  'src/reconcile/report': ['reconcile/causes.ts', 'words.ts'],
  'src/copy': ['config.ts', 'domain', 'limits', 'package-root.ts', 'model', 'store'],
  'src/check.ts': ['limits'],
  'src/demo-service.ts': [],
  'src/clock.ts': [],
  'src/turn.ts': ['limits/control.ts'],
  // these run before anything is compiled
  'src/compile.js': [],
  'src/gc-flags.js': [],
  'src/config.ts': [],
  'src/request-durations.ts': [],
  'src/metrics.ts': ['request-durations.ts', 'engine/outcomes.ts', 'type engine/question.ts', 'type store/port.ts'],
  'src/package-root.ts': [],
  'src/worker-entry.ts': [],
  // files for the browser
  'src/docs': [],
  'src/index': ['domain', 'limits', 'type model', 'model/derived.ts'],
  // without what validates requests: the analyst's thread has no memory for it
  'src/analysis': [
    'domain',
    'limits',
    'index',
    'engine',
    'type contract',
    'model/derived.ts',
    'model/lint-codes.ts',
    'model/members.ts',
    'type model',
  ],
  'src/pool': [
    'type engine/question.ts',
    'type engine/bulk/question.ts',
    'type caller.ts',
    'limits',
    'index/packed.ts',
    'type index',
    'worker-entry.ts',
  ],
  'src/store': ['type caller.ts', 'domain', 'model', 'errors.ts', 'jitter.ts', 'type json.ts', 'limits', 'turn.ts'],
  // the first start: what an empty store is filled with is a matter of configuration
  'src/store/dataset/bootstrap.ts': ['config.ts', 'errors.ts', 'store', 'type model'],
  'src/engine': [
    'domain',
    'type index',
    'index/view.ts',
    'index/coverage.ts',
    'index/count-board.ts',
    'contract',
    'csv.ts',
    'model',
    'limits',
    'errors.ts',
    'envelope.ts',
    'json.ts',
    'package-root.ts',
    'type caller.ts',
  ],
  'src/http': [
    'type caller.ts',
    'check.ts',
    'type messages.ts',
    'etag.ts',
    'domain',
    'contract',
    'model',
    'envelope.ts',
    'errors.ts',
    'limits',
    'rate-limits',
    'type metrics.ts',
    'type request-durations.ts',
    'type config.ts',
    'package-root.ts',
    'type engine/question.ts',
    'type engine/bulk/question.ts',
  ],
  'src/rate-limits': ['limits', 'type caller.ts', 'type model', 'type errors.ts', 'type metrics.ts'],
  'workers/analyst.ts': ['analysis', 'control/channel.ts'],
  'workers/control.ts': ['clock.ts', 'type config.ts', 'control', 'type messages.ts'],
  'workers': ['engine', 'index', 'pool/bulk-seat.ts', 'pool/encoding.ts', 'pool/mailbox.ts', 'type pool/wire.ts'],
  // the composition root and the process know everything but the threads' own files
  'src/app.ts': ['.'],
  // what judges a start before the rest is loaded
  'src/main.ts': [
    'config.ts',
    'http/listen-fault.ts',
    'http/uws.ts',
    'package-root.ts',
    'start',
    'store/lmdb/folder.ts',
  ],
  'src/start': [
    'app.ts',
    'type caller.ts',
    'demo-service.ts',
    'type control/remote.ts',
    'clock.ts',
    'config.ts',
    'type engine/question.ts',
    'errors.ts',
    'limits',
    'package-root.ts',
    'store/dataset/bootstrap.ts',
    'type store/dataset/dataset.ts',
    'store/secrets.ts',
  ],
};

/**
 * Libraries that only these files or folders may import, after `type ` only types of: whatever stands behind them can
 * be replaced there.
 */
const LIBRARY_AT: Record<string, readonly string[]> = {
  'piscina': ['src/pool'],
  'commander': ['src/cli'],
  'preact': ['src/console'],
  'js-yaml': ['src/cli/profiles.ts', 'src/sheets/tables/map-text.ts'],
  'd3-scale': ['src/reconcile/report/bars.ts'],
  'esbuild': ['src/compile.js'],
  'uws-btc-vision': ['src/http/uws.ts'],
  'uws-pack': ['src/http/uws.ts'],
  'lmdb': ['src/store/lmdb/environment.ts', 'src/store/lmdb/table.ts'],
  'qrcode': ['src/engine'],
  '@redis': ['src/rate-limits/counter-connection.ts'],
  'prom-client': ['src/metrics.ts', 'src/control/metrics.ts'],
  'typebox': ['src/model', 'src/contract', 'type src/control/operations'],
  'negotiator': ['src/http'],
  'fresh': ['src/http'],
  'msgpackr': [
    'src/engine/bulk/matrix-answer.ts',
    'src/control/operations/serviceability/map.ts',
    'src/engine/quote-token.ts',
    'src/index',
    'src/store/lmdb/assignment-encoding.ts',
  ],
  'pino': [
    'src/app.ts',
    'src/start/output.ts',
    'src/start/run.ts',
    'src/http',
    'type src/control',
    'workers/control.ts',
  ],
  'mongodb': ['src/store/mongo'],
};

/** The store's adapters: everything else goes through the port. */
const ADAPTERS = ['src/store/lmdb/store.ts', 'src/store/mongo/store.ts'];

interface Import {
  /** A file below the root, or a library's name. */
  to: string;
  isOurs: boolean;
  typeOnly: boolean;
  reExport: boolean;
}

interface SourceFile {
  path: string;
  imports: Import[];
  lines: number;
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, reExport = false) => {
    assert(
      specifier !== undefined && ts.isStringLiteral(specifier),
      `${path} imports something that is not a plain text`,
    );
    const name = specifier.text;
    if (name.startsWith('node:')) return;
    // a path of the node, for browsers
    if (name.startsWith('/')) return;
    const isOurs = name.startsWith('.');
    const to = isOurs ? sourceOf(join(dirname(path), name), path) : name.split('/')[0]!;
    found.push({ to, isOurs, typeOnly, reExport });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const everyNameIsType =
        clause?.name === undefined
        && named !== undefined
        && ts.isNamedImports(named)
        && named.elements.every((element) => element.isTypeOnly);
      add(node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || everyNameIsType);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(node.moduleSpecifier, node.isTypeOnly, true);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      // tests import what they have just made
      if (!path.startsWith('test/') || ts.isStringLiteral(specifier!)) add(specifier, false);
    }
    // an import within a statement has a parenthesis
    if (isDeep || node.kind === ts.SyntaxKind.SourceFile) ts.forEachChild(node, visit);
  };
  const isDeep = text.includes('import(');
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023));
  return found;
}

/** The file behind an import. Files for the browser are what they are called, those of the console may have JSX. */
function sourceOf(to: string, importer: string): string {
  if (importer.endsWith('.js') || to.startsWith('src/docs/')) return to;
  const isView = importer.startsWith('src/console/') && existsSync(join(PACKAGE_ROOT, to.replace(/\.js$/, '.tsx')));
  return to.replace(/\.js$/, isView ? '.tsx' : '.ts');
}

function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.([jt]sx?|css|html)$/.test(entry.name))
      .map((entry) => {
        const path = relative(PACKAGE_ROOT, join(entry.parentPath, entry.name));
        const text = readFileSync(join(PACKAGE_ROOT, path), 'utf8');
        return { path, imports: importsOf(path, text), lines: text.split('\n').length - 1 };
      }),
  );
}

const isWithin = (path: string, place: string): boolean =>
  place === '.' || path === place || path.startsWith(`${place}/`);

function placeOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((place) => isWithin(path, place))
    .sort((a, b) => b.length - a.length)[0];
}

function allows(rule: string, typeOnly: boolean, isThere: (where: string) => boolean): boolean {
  const [, onlyType, where] = /^(type )?(.*)$/.exec(rule)!;
  return (typeOnly || onlyType === undefined) && isThere(where!);
}

/** One line an import that the table does not allow. */
function forbiddenImports({ path, imports }: SourceFile): string[] {
  const place = placeOf(path);
  if (place === undefined) return [`${path} has no row in MAY_IMPORT`];
  return imports.flatMap(({ to, isOurs, typeOnly }) => {
    if (!isOurs) {
      const allowed = LIBRARY_AT[to]?.some((rule) => allows(rule, typeOnly, (where) => isWithin(path, where))) ?? false;
      return allowed ? [] : [`${path} imports the library ${to}`];
    }
    if (dirname(to) === dirname(path) && dirname(path) !== 'src') return [];
    const allowed = MAY_IMPORT[place]!.some((rule) =>
      allows(rule, typeOnly, (where) => isWithin(to, join('src', where))),
    );
    if (ADAPTERS.includes(to) && !['src/control/open-store.ts', 'src/copy/main.ts'].includes(path))
      return [`${path} imports the store's adapter ${to}`];
    return allowed || isWithin(to, place) ? [] : [`${path} imports ${typeOnly ? 'types of ' : ''}${to}`];
  });
}

/** Every circle of imports, types included, as the path that comes back to its beginning. */
function cycles(files: readonly SourceFile[]): string[] {
  const targets = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ isOurs }) => isOurs).map(({ to }) => to)]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at !== -1) found.push([...trail.slice(at), path].join(' -> '));
    if (at !== -1 || done.has(path)) return;
    for (const to of targets.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}

describe('the layout', () => {
  const files = sourceFiles('src', 'workers');

  it('is found: every part of it, and what its imports point at', () => {
    const paths = new Set(files.map(({ path }) => path));
    for (const place of Object.keys(MAY_IMPORT))
      assert(
        files.some(({ path }) => isWithin(path, place)),
        `${place} is in the table and not in the tree`,
      );
    const dangling = files.flatMap(({ path, imports }) =>
      imports.filter(({ to, isOurs }) => isOurs && !paths.has(to)).map(({ to }) => `${path} -> ${to}`),
    );
    assert.deepEqual(dangling, []);
  });

  it('has imports that point one way', () => {
    assert.deepEqual(files.flatMap(forbiddenImports), []);
  });

  it('has no circles, not even of types', () => {
    assert.deepEqual(cycles([...files, ...sourceFiles('bench', 'data', 'test')]), []);
  });

  it('has no barrel files', () => {
    assert.deepEqual(
      files
        .filter(({ path, imports }) => path.endsWith('/index.ts') || imports.some(({ reExport }) => reExport))
        .map(({ path }) => path),
      [PACKAGE_ENTRY],
    );
  });

  it(`has no file over ${MAX_FILE_LINES} lines`, () => {
    assert.deepEqual(
      files.filter(({ lines }) => lines > MAX_FILE_LINES).map(({ path, lines }) => `${path}: ${lines}`),
      [],
    );
  });
});

describe('the check of the layout', () => {
  const file = (path: string, text: string): SourceFile => ({ path, imports: importsOf(path, text), lines: 1 });

  it('sees imports in every form', () => {
    const text = `
      import { a } from './a.js';
      import type { B } from '../b.js';
      import { type C, type D } from '../c.js';
      import { type E, f } from '../e.js';
      export { g } from './g.js';
      type H = import('../h.js').H;
      const i = () => import('../i.js');
      import 'library/part';
      import { readFileSync } from 'node:fs';`;
    assert.deepEqual(
      importsOf('src/x/y.ts', text).map(({ to, typeOnly }) => `${to}${typeOnly ? ' (type)' : ''}`),
      [
        'src/x/a.ts',
        'src/b.ts (type)',
        'src/c.ts (type)',
        'src/e.ts',
        'src/x/g.ts',
        'src/h.ts (type)',
        'src/i.ts',
        'library',
      ],
    );
  });

  it('refuses what goes the wrong way and passes what does not', () => {
    assert.deepEqual(
      forbiddenImports(file('src/domain/a.ts', `import { b } from '../index/b.js'; import { c } from './c.js';`)),
      ['src/domain/a.ts imports src/index/b.ts'],
    );
    assert.deepEqual(
      forbiddenImports(file('src/http/a.ts', `import { Piscina } from 'piscina'; import '../store/lmdb/store.js';`)),
      [
        'src/http/a.ts imports the library piscina',
        "src/http/a.ts imports the store's adapter src/store/lmdb/store.ts",
      ],
    );
    assert.deepEqual(
      forbiddenImports(
        file('src/pool/a.ts', `import { b } from '../index/b.js'; import type { c } from '../index/c.js';`),
      ),
      ['src/pool/a.ts imports src/index/b.ts'],
    );
    assert.deepEqual(
      forbiddenImports(
        file(
          'src/http/routes/a.ts',
          `import { b } from '../respond.js'; import type { w } from '../../engine/question.js';`,
        ),
      ),
      [],
    );
    assert.deepEqual(forbiddenImports(file('src/http/routes/a.ts', `import type { w } from '../../pool/wire.js';`)), [
      'src/http/routes/a.ts imports types of src/pool/wire.ts',
    ]);
    assert.deepEqual(forbiddenImports(file('src/limits/a.ts', `import { b } from '../errors.js';`)), [
      'src/limits/a.ts imports src/errors.ts',
    ]);
    assert.deepEqual(forbiddenImports(file('src/novel/a.ts', '')), ['src/novel/a.ts has no row in MAY_IMPORT']);
  });

  it('finds a circle of three', () => {
    const circle = [
      file('src/a.ts', `import './b.js';`),
      file('src/b.ts', `import type { c } from './c.js';`),
      file('src/c.ts', `import './a.js'; import './d.js';`),
      file('src/d.ts', ''),
    ];
    assert.deepEqual(cycles(circle), ['src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts']);
    assert.deepEqual(cycles(circle.slice(0, 2)), []);
  });
});
